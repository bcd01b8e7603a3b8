"""The ledger: every run and every decision of a person, appended and never changed.

One SQLite file, opened by any SQLite tool, or a PostgreSQL database that several machines share. A row whose
append has returned survives a killed process and a lost power supply; triggers forbid update, delete and
replacement; any number of processes may append at once.

The ledger keeps what happened (`Outcome.document` and the conversation, as JSON text); it does not import the
checker. Whether a decision is sound is settled before it is handed in.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from tieout.errors import UsageError
from tieout.ledger.approvals import Approvals
from tieout.ledger.budgets import Budgets
from tieout.ledger.chats import Chats
from tieout.ledger.contents import Contents
from tieout.ledger.listing import Listing
from tieout.ledger.news import News
from tieout.ledger.questions import Questions
from tieout.ledger.removals import Removals
from tieout.ledger.storage import AlreadyThere, Storage, as_json, open_storage, stamp
from tieout.ledger.waiting import Waiting
from tieout.ledger.watches import Watches

if TYPE_CHECKING:
    from tieout.outcome import Outcome

__all__ = ["Action", "AlreadyDecided", "Ledger", "Review", "Run", "RunRemoved"]

_RUN = """
SELECT runs.number, runs.run, runs.asked_at, runs.question, runs.outcome, runs.document, runs.trace,
       reviews.decided_at, reviews.who, reviews.action, reviews.why, reviews.text
FROM runs LEFT JOIN reviews ON reviews.run_number = runs.number
"""


class RunRemoved(UsageError):
    """A run that was there once, and is in an export now."""


class AlreadyDecided(UsageError):
    """A decision that came too late: the run was decided before, or there is nothing to decide."""


class Action(StrEnum):
    """What a person decided about a held answer."""

    APPROVE = "approve"
    AMEND = "amend"
    DECLINE = "decline"


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """One decision about one held run.

    Attributes:
        decided_at: When, in UTC.
        who: The person who decided; never empty.
        action: What was decided.
        why: The reason given; may be empty.
        text: The text that may be shown from now on; empty when declined.
    """

    decided_at: datetime
    who: str
    action: Action
    why: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One appended run, as it was written.

    Attributes:
        number: The ledger's number, from 1; what people call it by.
        run: The id of the run.
        asked_at: When the question arrived, in UTC.
        question: The question, as asked.
        outcome: ``answered``, ``declined``, ``held`` or ``failed``.
        document: The outcome in its JSON form.
        trace: What happened between application and model, in its JSON form.
        review: The decision, or None while there is none.
    """

    number: int
    run: str
    asked_at: datetime
    question: str
    outcome: str
    document: dict[str, Any]
    trace: dict[str, Any]
    review: Review | None

    @property
    def given(self) -> str:
        """The text that readers were given: the answer, or what a person released; empty for none."""
        return self.review.text if self.review is not None else str(self.document["answer"])


class Ledger:
    """Runs and decisions that only grow. Open it with `Ledger.open`; use one ledger in one thread.

    Also a context manager that closes it.

    Attributes:
        place: The file, or the server's address without a password.
        contents: The runs, whole, to be written out.
        removals: What was removed, and the way to remove more.
        listing: The runs, to look through.
        questions: What was accepted and is to be answered.
        news: Of which runs there is something new.
        waiting: Runs that wait for a person's approval.
        approvals: What was asked for in them, and what was answered.
        watches: Published values that someone wants to be told about.
        storage: The rows themselves, for the accounts, which keep theirs beside the runs.
        chats: Questions that came by a chat, and what was told there.
        budgets: What a person may use in a day.
    """

    __slots__ = (
        "approvals",
        "budgets",
        "chats",
        "contents",
        "listing",
        "news",
        "place",
        "questions",
        "removals",
        "storage",
        "waiting",
        "watches",
    )

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.place = storage.place
        self.contents = Contents(storage)
        self.removals = Removals(storage, self.contents)
        self.listing = Listing(storage)
        self.questions = Questions(storage)
        self.news = News(storage)
        self.waiting = Waiting(storage)
        self.approvals = Approvals(storage)
        self.watches = Watches(storage)
        self.chats = Chats(storage)
        self.budgets = Budgets(storage)

    @classmethod
    def open(cls, place: str | Path, *, busy_seconds: float = 10.0) -> Self:
        """Open a ledger, creating what is missing: a file with its folders, or the tables in a database.

        Args:
            place: A file, or the address of a database such as ``postgresql://desk@db.example/ledger``.
            busy_seconds: How long to wait for another process that is appending to a file.

        Raises:
            LedgerError: It cannot be created, read or written, is no ledger, or is of a newer version.
            UsageError: The address is of no kind of server that keeps ledgers.
        """
        return cls(open_storage(place, busy_seconds))

    def __enter__(self) -> Self:
        """Return the ledger itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the ledger."""
        self.close()

    def close(self) -> None:
        """Close the ledger; what was appended stays."""
        self.storage.close()

    def append_run(self, outcome: Outcome) -> int:
        """Append a run and return its number once it is safely on the disk.

        Raises:
            LedgerError: The row could not be written; nothing was appended.
        """
        return self.storage.append(
            "INSERT INTO runs (run, asked_at, question, outcome, model, path, dataset, dataset_version,"
            " dataset_sha256, document, trace) VALUES (:run, :asked_at, :question, :outcome, :model, :path,"
            " :dataset, :dataset_version, :dataset_sha256, :document, :trace)",
            run=outcome.run,
            asked_at=stamp(outcome.asked_at),
            question=outcome.question,
            outcome=str(outcome.kind),
            model=outcome.model,
            path=outcome.path,
            dataset=outcome.dataset.name,
            dataset_version=outcome.dataset.version,
            dataset_sha256=outcome.dataset.sha256,
            document=as_json(outcome.document()),
            trace=as_json(outcome.trace_document()),
        )

    def get(self, name: str) -> Run:
        """Return the run of that number or run id.

        Raises:
            RunRemoved: It was removed; the sentence says which export has it.
            UsageError: The ledger has no such run.
            LedgerError: The file cannot be read.
        """
        if (found := self.find(name)) is not None:
            return found
        if told := self.removal_of(name):
            raise RunRemoved(told)
        raise UsageError(f"The ledger has no run {name!r}. `tieout review list` shows the held ones.")

    def removal_of(self, name: str) -> str:
        """Return the sentence that says who removed a run and which export has it; empty where nobody did."""
        removal = self.removals.of(*_key(name))
        if removal is None:
            return ""
        return (
            f"Run {name} was removed by {removal.who} on {removal.removed_at:%Y-%m-%d}; it is in the export"
            f" {removal.export} with SHA-256 {removal.sha256}."
        )

    def find(self, name: str) -> Run | None:
        """Return the run of that number or run id, or None.

        Raises:
            LedgerError: The file cannot be read.
        """
        run, number = _key(name)
        found = self.storage.rows(
            f"{_RUN} WHERE runs.number = :number OR runs.run = :run", number=number, run=run
        )
        return _run(found[0]) if found else None

    def has(self, run: str) -> bool:
        """Return True when a run of that id has ended."""
        return bool(self.storage.rows("SELECT 1 FROM runs WHERE run = :run", run=run))

    def held(self, *, decided: bool = False) -> tuple[Run, ...]:
        """Return the held runs that wait for a person, oldest first; with ``decided``, also the others."""
        waiting = "" if decided else " AND reviews.number IS NULL"
        rows = self.storage.rows(f"{_RUN} WHERE runs.outcome = 'held'{waiting} ORDER BY runs.number")
        return tuple(_run(row) for row in rows)

    def count_held(self) -> int:
        """Return how many held runs wait for a person."""
        ((count,),) = self.storage.rows(
            "SELECT count(*) FROM runs LEFT JOIN reviews ON reviews.run_number = runs.number"
            " WHERE runs.outcome = 'held' AND reviews.number IS NULL"
        )
        return int(count)

    def newest(self, count: int, *, before: int | None = None, asker: str | None = None) -> tuple[Run, ...]:
        """Return the newest runs, newest first; with ``before``, those of a lower number; or one asker's."""
        theirs = "EXISTS (SELECT 1 FROM questions q WHERE q.run = runs.run AND q.asker = :asker)"
        rows = self.storage.rows(
            f"{_RUN} WHERE runs.number < :before AND {'1 = 1' if asker is None else theirs}"
            " ORDER BY runs.number DESC LIMIT :count",
            before=before if before is not None else 2**62,
            count=count,
            **({} if asker is None else {"asker": asker}),
        )
        return tuple(_run(row) for row in rows)

    def runs(self) -> Iterator[Run]:
        """Yield every run, in the order in which they were appended.

        Raises:
            LedgerError: The file cannot be read.
        """
        last = 0
        while True:
            # A page at a time: a ledger outgrows memory, and a cursor left open holds back the log.
            rows = self.storage.rows(
                f"{_RUN} WHERE runs.number > :last ORDER BY runs.number LIMIT 200", last=last
            )
            if not rows:
                return
            last = rows[-1][0]
            yield from map(_run, rows)

    def __len__(self) -> int:
        """Return how many runs were appended."""
        ((count,),) = self.storage.rows("SELECT count(*) FROM runs")
        return int(count)

    def decide(self, number: int, review: Review) -> None:
        """Append a person's decision about a held run; a run is decided once.

        Raises:
            AlreadyDecided: The run was decided before, or is not held.
            UsageError: The run is unknown, or nobody decides.
            LedgerError: The row could not be written.
        """
        try:
            self.storage.append(
                "INSERT INTO reviews (run_number, decided_at, who, action, why, text)"
                " VALUES (:number, :decided_at, :who, :action, :why, :text)",
                number=number,
                decided_at=stamp(review.decided_at),
                who=review.who,
                action=str(review.action),
                why=review.why,
                text=review.text,
            )
        except AlreadyThere as error:
            raise self._why_not(number) from error

    def _why_not(self, number: int) -> UsageError:
        run = self.get(str(number))
        if run.outcome != "held":
            return AlreadyDecided(f"No. {number} was {run.outcome}, not held: there is nothing to decide.")
        if run.review is not None:
            when = run.review.decided_at.strftime("%Y-%m-%d %H:%M")
            told = f"{run.review.action} by {run.review.who}, {when} UTC"
            return AlreadyDecided(f"No. {number} was decided already ({told}).")
        return UsageError(f"The decision on no. {number} is incomplete: name who decides.")


def _key(name: str) -> tuple[str, int]:
    """Return the run id and the number that a name may be; -1 for no number."""
    key = name.strip().removeprefix("#")
    return key, int(key) if key.isascii() and key.isdigit() and len(key) < 18 else -1


def _run(row: tuple[Any, ...]) -> Run:
    number, run, asked_at, question, outcome, document, trace, *review = row
    decided_at, who, action, why, text = review
    return Run(
        number=number,
        run=run,
        asked_at=datetime.fromisoformat(asked_at),
        question=question,
        outcome=outcome,
        document=json.loads(document),
        trace=json.loads(trace),
        review=None
        if action is None
        else Review(
            decided_at=datetime.fromisoformat(decided_at), who=who, action=Action(action), why=why, text=text
        ),
    )
