"""Runs that wait for a person: everything that is needed to go on with one, in this process or another."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tieout.assistant.transcript import trace_of
from tieout.errors import LedgerError, UsageError
from tieout.ledger.storage import Storage, as_json, stamp

if TYPE_CHECKING:
    from tieout.assistant.trace import Trace
    from tieout.outcome import Outcome

__all__ = ["Waiting", "WaitingRun"]

_WAITING = """
SELECT run, turn, waits_since, asked_at, question, model, path, dataset, dataset_sha256, document, trace
FROM waiting_runs AS w
WHERE NOT EXISTS (SELECT 1 FROM runs WHERE runs.run = w.run)
  AND turn = (SELECT max(turn) FROM waiting_runs WHERE run = w.run)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingRun:
    """A run where it began to wait.

    Attributes:
        run: The id of the run.
        turn: How many times it has waited, this time included.
        waits_since: Since when, in UTC.
        asked_at: When the question arrived, in UTC.
        question: The question, as asked.
        model: The name of the model.
        path: The name of the information path.
        dataset: The name of the data set.
        dataset_sha256: The SHA-256 of its bytes in hex.
        document: The outcome so far, in its JSON form.
        trace: The transcript so far.
    """

    run: str
    turn: int
    waits_since: datetime
    asked_at: datetime
    question: str
    model: str
    path: str
    dataset: str
    dataset_sha256: str
    document: dict[str, Any]
    trace: dict[str, Any]

    def earlier(self) -> Trace:
        """Return the trace up to here, for the loop to go on from.

        Raises:
            LedgerError: It was written in another form.
        """
        # Reading rows takes the validation library, and most runs never wait.
        from tieout.facts.rows import evidence_from_rows  # noqa: PLC0415

        try:
            return trace_of(self.trace, evidence_from_rows(self.document["evidence"]))
        except (KeyError, TypeError, ValueError) as error:
            message = f"Run {self.run} was kept in a form that this Tieout cannot go on from ({error})."
            raise LedgerError(message) from error


class Waiting:
    """The waiting runs of one ledger."""

    __slots__ = ("_storage",)

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def append(self, outcome: Outcome, since: datetime) -> None:
        """Append where a run stands.

        Raises:
            LedgerError: The row could not be written; nothing was appended.
        """
        self._storage.append(
            "INSERT INTO waiting_runs (run, turn, waits_since, asked_at, question, model, path, dataset,"
            " dataset_sha256, document, trace) VALUES (:run, (SELECT 1 + coalesce(max(turn), 0)"
            " FROM waiting_runs WHERE run = :run), :since, :asked_at, :question, :model, :path, :dataset,"
            " :sha256, :document, :trace)",
            run=outcome.run,
            since=stamp(since),
            asked_at=stamp(outcome.asked_at),
            question=outcome.question,
            model=outcome.model,
            path=outcome.path,
            dataset=outcome.dataset.name,
            sha256=outcome.dataset.sha256,
            document=as_json(outcome.document()),
            trace=as_json(outcome.trace_document()),
        )

    def get(self, run: str) -> WaitingRun:
        """Return a waiting run by its id.

        Raises:
            UsageError: No such run waits.
        """
        found = self._storage.rows(f"{_WAITING} AND run = :run", run=run.strip())
        if not found:
            raise UsageError(
                f"No run {run[:60]!r} waits. `tieout approvals list` shows what waits for a person."
            )
        return _waiting(found[0])

    def listed(self) -> tuple[WaitingRun, ...]:
        """Return the waiting runs, longest waiting first."""
        return tuple(map(_waiting, self._storage.rows(f"{_WAITING} ORDER BY number")))


def _waiting(row: tuple[Any, ...]) -> WaitingRun:
    run, turn, waits_since, asked_at, question, model, path, dataset, sha256, document, trace = row
    return WaitingRun(
        run=run,
        turn=turn,
        waits_since=datetime.fromisoformat(waits_since),
        asked_at=datetime.fromisoformat(asked_at),
        question=question,
        model=model,
        path=path,
        dataset=dataset,
        dataset_sha256=sha256,
        document=json.loads(document),
        trace=json.loads(trace),
    )
