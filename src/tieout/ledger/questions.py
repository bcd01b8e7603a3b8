"""Questions that were accepted and are to be answered, whatever becomes of the process that took them.

A question is accepted by a row, and done when its run has a row. In between a worker holds it by a lease: a
row that says until when. A worker that lives renews its lease with the next row; the lease of one that was
killed runs out, and another worker takes the question. Of two who try, one gets the turn, for a turn is a
unique row; of two who answer, one is kept, for a run is.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from tieout.errors import UsageError
from tieout.ledger.storage import AlreadyThere, Storage, as_json, is_address, stamp

__all__ = ["KeptStep", "KeyUsed", "Lease", "NewStep", "Question", "Questions"]

_QUESTION = "SELECT number, run, asked_at, asker, key, question, follows FROM questions q"

_OPEN = """
SELECT q.number, q.run, q.asked_at, q.asker, q.key, q.question, q.follows, coalesce(l.turn, 0),
       coalesce(l.taken, 0), (SELECT count(*) FROM waiting_runs w WHERE w.run = q.run),
       EXISTS (SELECT 1 FROM stops WHERE stops.run = q.run)
FROM questions q
LEFT JOIN leases l ON l.question = q.number
    AND l.turn = (SELECT max(turn) FROM leases WHERE question = q.number)
WHERE q.number > :settled AND (l.until IS NULL OR l.until <= :now)
    AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.run = q.run)
    AND (EXISTS (SELECT 1 FROM stops WHERE stops.run = q.run) OR NOT EXISTS (
        SELECT 1 FROM approvals a LEFT JOIN approval_answers b ON b.approval = a.number
        WHERE a.run = q.run AND b.number IS NULL AND a.expires_at > :now
    ))
ORDER BY q.number LIMIT 20
"""

_LEASED = """
SELECT 1 FROM leases l JOIN questions q ON q.number = l.question WHERE q.run = :run AND l.until > :now
"""

_DOING = "SELECT 1 FROM procrastinate_jobs j WHERE j.lock = :run AND j.status = 'doing'"

_QUEUED = """
SELECT count(*), min(q.asked_at) FROM questions q
WHERE q.number > :settled
    AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.run = q.run)
    AND NOT EXISTS (
        SELECT 1 FROM approvals a LEFT JOIN approval_answers b ON b.approval = a.number
        WHERE a.run = q.run AND b.number IS NULL AND a.expires_at > :now
    )
"""

_WITHOUT_JOB = """
SELECT q.run FROM questions q
WHERE q.number > :settled
    AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.run = q.run)
    AND (EXISTS (SELECT 1 FROM stops WHERE stops.run = q.run) OR NOT EXISTS (
        SELECT 1 FROM approvals a LEFT JOIN approval_answers b ON b.approval = a.number
        WHERE a.run = q.run AND b.number IS NULL AND a.expires_at > :now
    ))
    AND NOT EXISTS (
        SELECT 1 FROM procrastinate_jobs j WHERE j.lock = q.run AND j.status IN ('todo', 'doing')
    )
ORDER BY q.number LIMIT 200
"""


class KeyUsed(UsageError):
    """An idempotency key was used for another question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question as it was accepted.

    Attributes:
        number: The ledger's number for it, from 1.
        run: The id that its run has or will have.
        asked_at: When it was accepted, in UTC.
        asker: Who asked; empty for the one user of a desk without accounts.
        key: What the asker calls the request by, so that sending it twice asks once; None without one.
        question: The question, as asked.
        follows: The id of the run that it follows; None where it stands for itself.
    """

    number: int
    run: str
    asked_at: datetime
    asker: str
    key: str | None
    question: str
    follows: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """A turn at a question, which one worker has until its time runs out.

    Attributes:
        question: The question.
        turn: Which turn this is, renewals included, from 1.
        taken: Which worker this is that took the question, from 1.
        worker: What the worker is called.
        waited: How often its run has waited for a person's yes or no; above 0 it goes on, and does not begin.
        is_stopped: True where a person stopped the question before it was taken.
    """

    question: Question
    turn: int
    taken: int
    worker: str
    waited: int = 0
    is_stopped: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NewStep:
    """A step that a run has just made.

    Attributes:
        run: The id of the run.
        taken: Which worker made it; a later one's is higher.
        place: Its place among that worker's steps, from 1.
        document: The step in its JSON form.
    """

    run: str
    taken: int
    place: int
    document: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptStep:
    """A step of a run, as it was kept while the run went on.

    Attributes:
        number: The ledger's number for it; later steps have higher ones.
        taken: Which worker made it; those of an earlier one count no more.
        document: The step in its JSON form.
    """

    number: int
    taken: int
    document: dict[str, Any]


class Questions:
    """The accepted questions of one ledger."""

    __slots__ = ("_storage",)

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def accept(
        self,
        question: str,
        *,
        run: str,
        asked_at: datetime,
        asker: str = "",
        key: str | None = None,
        follows: str | None = None,
    ) -> Question:
        """Accept a question, once for each key of an asker: the same key again gives what it gave before.

        Args:
            question: The question, as asked.
            run: The id that its run will have.
            asked_at: When.
            asker: Who asks.
            key: What the asker calls the request by.
            follows: The id of the run that it follows.

        Raises:
            KeyUsed: The key stands for another question.
            LedgerError: The row could not be written; nothing was accepted.
        """
        try:
            with self._storage.together():
                number = self._storage.append(
                    "INSERT INTO questions (run, asked_at, asker, key, question, follows)"
                    " VALUES (:run, :asked_at, :asker, :key, :question, :follows)",
                    run=run,
                    asked_at=stamp(asked_at),
                    asker=asker,
                    key=key,
                    question=question,
                    follows=follows,
                )
                self._storage.defer(run)
        except AlreadyThere:
            known = None if key is None else self._of_key(asker, key)
            if known is None:
                raise
            if (known.question, known.follows) != (question, follows):
                raise KeyUsed(
                    "This idempotency key was used for another question; send a new key with a new one."
                ) from None
            return known
        return Question(
            number=number,
            run=run,
            asked_at=asked_at,
            asker=asker,
            key=key,
            question=question,
            follows=follows,
        )

    def is_key(self, asker: str, key: str) -> bool:
        """Return True for a key that a question was accepted by."""
        return self._of_key(asker, key) is not None

    def find(self, run: str) -> Question | None:
        """Return the question of a run, or None."""
        rows = self._storage.rows(f"{_QUESTION} WHERE q.run = :run", run=run)
        return _question(rows[0]) if rows else None

    def take(self, worker: str, *, now: datetime, until: datetime, settled: int = 0) -> Lease | None:
        """Take the oldest question that nobody works on; None when there is none.

        A question whose run waits for a person is left alone until every call it asked about was answered, or
        can be no more.

        Args:
            worker: Who takes it.
            now: The time; a lease that ran out by then counts no more.
            until: When the lease runs out.
            settled: Questions up to this number need not be looked at.
        """
        for *row, turn, taken, waited, stopped in self._storage.rows(_OPEN, settled=settled, now=stamp(now)):
            lease = Lease(
                question=_question(row),
                turn=turn,
                taken=taken + 1,
                worker=worker,
                waited=waited,
                is_stopped=bool(stopped),
            )
            if (held := self.renew(lease, until)) is not None:
                return held
        return None

    def renew(self, lease: Lease, until: datetime) -> Lease | None:
        """Hold a question longer; None when another worker has it, or its outcome is there."""
        try:
            self._storage.append(
                "INSERT INTO leases (question, turn, taken, worker, until)"
                " VALUES (:question, :turn, :taken, :worker, :until)",
                question=lease.question.number,
                turn=lease.turn + 1,
                taken=lease.taken,
                worker=lease.worker,
                until=stamp(until),
            )
        except AlreadyThere:
            return None
        return replace(lease, turn=lease.turn + 1)

    def settled(self, *, known: int = 0) -> int:
        """Return the number up to which every question has its outcome.

        Args:
            known: A number of which that is known; only later questions are looked at.
        """
        ((number,),) = self._storage.rows(
            "SELECT coalesce(min(q.number) - 1, (SELECT coalesce(max(number), 0) FROM questions))"
            " FROM questions q"
            " WHERE q.number > :known AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.run = q.run)",
            known=known,
        )
        return int(number)

    def stop(self, run: str, *, at: datetime, who: str) -> None:
        """Keep that a person stopped a question; again, or after its end, nothing more is kept.

        Raises:
            LedgerError: The row could not be written.
        """
        with suppress(AlreadyThere):
            self._storage.append(
                "INSERT INTO stops (run, stopped_at, who) VALUES (:run, :at, :who)",
                run=run,
                at=stamp(at),
                who=who,
            )

    def is_stopped(self, run: str) -> bool:
        """Return True where a person stopped the question of a run."""
        return bool(self._storage.rows("SELECT 1 FROM stops WHERE run = :run", run=run))

    def is_held(self, run: str, *, now: datetime) -> bool:
        """Return True while a worker has the question of a run."""
        if is_address(self._storage.place):
            return bool(self._storage.rows(_DOING, run=run))
        return bool(self._storage.rows(_LEASED, run=run, now=stamp(now)))

    def unanswered(self, run: str) -> tuple[Question, int, bool] | None:
        """Return the question of a run that has not ended, how often it waited, and whether it was stopped.

        None when the run has ended, or there is no such question. A run that has waited for a person goes on,
        and does not begin.
        """
        rows = self._storage.rows(
            "SELECT q.number, q.run, q.asked_at, q.asker, q.key, q.question, q.follows,"
            " (SELECT count(*) FROM waiting_runs w WHERE w.run = q.run),"
            " EXISTS (SELECT 1 FROM stops WHERE stops.run = q.run) FROM questions q"
            " WHERE q.run = :run AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.run = q.run)",
            run=run,
        )
        if not rows:
            return None
        *row, waited, stopped = rows[0]
        return _question(row), int(waited), bool(stopped)

    def queued(self, *, now: datetime, settled: int = 0) -> tuple[int, datetime | None]:
        """Return how many questions have no outcome and wait for no person, and when the oldest was asked.

        Args:
            now: The time.
            settled: Questions up to this number need not be looked at.
        """
        ((count, oldest),) = self._storage.rows(_QUEUED, settled=settled, now=stamp(now))
        return int(count), None if oldest is None else datetime.fromisoformat(oldest)

    def defer_lost(self, *, now: datetime, settled: int = 0) -> int:
        """Make jobs of open questions that have none, on a server with an engine; return how many.

        Such are those of a run that a person's answer lets go on, and those that were accepted before there
        was an engine.

        Args:
            now: The time; until a call is answered or can be no more, its run waits.
            settled: Questions up to this number need not be looked at.
        """
        lost = self._storage.rows(_WITHOUT_JOB, settled=settled, now=stamp(now))
        deferred = 0
        for (run,) in lost:
            with suppress(AlreadyThere), self._storage.together():
                self._storage.defer(run)
                deferred += 1
        return deferred

    def append_steps(self, steps: Sequence[NewStep]) -> None:
        """Keep steps of runs that go on, for whoever watches them from another process.

        A run's own row has all its steps, so that these are of use only until then.
        """
        with self._storage.together(is_durable=False):
            for step in steps:
                self._storage.append(
                    "INSERT INTO steps (run, taken, place, document)"
                    " VALUES (:run, :taken, :place, :document)",
                    run=step.run,
                    taken=step.taken,
                    place=step.place,
                    document=as_json(step.document),
                )

    def steps(self, run: str, *, after: int = 0) -> tuple[KeptStep, ...]:
        """Return the steps of a run kept so far, with a number above ``after``, in order."""
        rows = self._storage.rows(
            "SELECT number, taken, document FROM steps WHERE run = :run AND number > :after ORDER BY number",
            run=run,
            after=after,
        )
        return tuple(
            KeptStep(number=number, taken=taken, document=json.loads(document))
            for number, taken, document in rows
        )

    def _of_key(self, asker: str, key: str) -> Question | None:
        rows = self._storage.rows(
            f"{_QUESTION} WHERE q.asker = :asker AND q.key = :key", asker=asker, key=key
        )
        return _question(rows[0]) if rows else None


def _question(row: Sequence[Any]) -> Question:
    number, run, asked_at, asker, key, question, follows = row
    return Question(
        number=number,
        run=run,
        asked_at=datetime.fromisoformat(asked_at),
        asker=asker,
        key=key,
        question=question,
        follows=follows,
    )
