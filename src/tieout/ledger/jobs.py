"""Accepted questions as jobs of Procrastinate, the engine that brings them to the workers of many machines.

A job is made in the transaction that accepts its question, so that there is none without the other. The
engine's tables lie beside the ledger's and are no part of it: a job is gone when its run is there.
"""

from __future__ import annotations

from typing import Any, Final

from procrastinate import SyncPsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.jobs import Job
from procrastinate.manager import JobManager
from procrastinate.schema import SchemaManager
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, OperationalError

__all__ = ["QUEUE", "TASK", "defer", "engine_tables"]

QUEUE: Final = "tieout"
"""The queue of the engine that holds accepted questions."""

TASK: Final = "tieout.answer"
"""What a worker does with one; its argument ``run`` is the id of the run."""

# It never opens a pool: each job is made on the connection of the transaction that accepts the question.
_JOBS: Final = JobManager(SyncPsycopgConnector())


def defer(connection: Connection, run: str) -> None:
    """Make a job for a question; one run is worked on by one worker at a time."""
    driver: Any = connection.connection.driver_connection
    job = Job(id=None, queue=QUEUE, lock=run, queueing_lock=run, task_name=TASK, task_kwargs={"run": run})
    try:
        _JOBS.defer_job(job, connection=driver)
    except AlreadyEnqueued as error:
        raise IntegrityError("defer", {}, error) from error
    except ConnectorException as error:
        raise OperationalError("defer", {}, error.__cause__ or error) from error


def engine_tables() -> str:
    """Return the statements that make the engine's tables."""
    return SchemaManager.get_schema()
