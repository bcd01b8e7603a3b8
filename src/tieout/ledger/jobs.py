"""Accepted questions as jobs of Procrastinate, the engine that brings them to the workers of many machines.

A job is made in the transaction that accepts its question, so that there is none without the other. The
engine's tables lie beside the ledger's and are no part of it: a job is gone when its run is there.
"""

from __future__ import annotations

from typing import Final

from procrastinate.schema import SchemaManager

__all__ = ["DEFER", "QUEUE", "TASK", "engine_tables"]

QUEUE: Final = "tieout"
"""The queue of the engine that holds accepted questions."""

TASK: Final = "tieout.answer"
"""What a worker does with one; its argument ``run`` is the id of the run."""

# The engine's own function, called as the engine does, but without what its library does for any kind of job:
# that took as long as the rest of accepting a question. One run is worked on by one worker at a time.
DEFER: Final = f"""
SELECT procrastinate_defer_jobs_v1(ARRAY[
    ROW('{QUEUE}', '{TASK}', 0, :run, :run, jsonb_build_object('run', CAST(:run AS text)), NULL)
]::procrastinate_job_to_defer_v1[])
"""
"""Makes a job for the question of a run."""


def engine_tables() -> str:
    """Return the statements that make the engine's tables."""
    return SchemaManager.get_schema()
