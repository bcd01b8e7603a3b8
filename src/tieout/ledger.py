"""The ledger: every run and every decision of a person, appended and never changed.

One SQLite file, opened by any SQLite tool. The write-ahead log with full synchronisation means that a row
whose append has returned survives a killed process and a lost power supply; triggers forbid update, delete
and replacement; several processes may append at once, each waiting its turn.

The file keeps what happened (`Outcome.document` and the conversation, as JSON text); it does not import the
checker. Whether a decision is sound is settled before it is handed in.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from tieout.errors import LedgerError, UsageError

if TYPE_CHECKING:
    from tieout.outcome import Outcome

__all__ = ["SCHEMA_VERSION", "Action", "Ledger", "Review", "Run"]

SCHEMA_VERSION = 1
"""Version of the tables; kept in the file as ``PRAGMA user_version``."""

_APPLICATION_ID = 0x7469656F  # "tieo": tells a ledger from any other SQLite file

_TABLES = """
CREATE TABLE runs (
    number          INTEGER PRIMARY KEY AUTOINCREMENT,
    run             TEXT NOT NULL UNIQUE,
    asked_at        TEXT NOT NULL,
    question        TEXT NOT NULL,
    outcome         TEXT NOT NULL CHECK (outcome IN ('answered', 'declined', 'held', 'failed')),
    model           TEXT NOT NULL,
    path            TEXT NOT NULL,
    dataset         TEXT NOT NULL,
    dataset_version TEXT NOT NULL,
    dataset_sha256  TEXT NOT NULL,
    document        TEXT NOT NULL CHECK (json_valid(document)),
    trace           TEXT NOT NULL CHECK (json_valid(trace))
);
CREATE INDEX runs_by_outcome ON runs (outcome, number);
CREATE TABLE reviews (
    number     INTEGER PRIMARY KEY AUTOINCREMENT,
    run_number INTEGER NOT NULL UNIQUE REFERENCES runs (number),
    decided_at TEXT NOT NULL,
    who        TEXT NOT NULL CHECK (who <> ''),
    action     TEXT NOT NULL CHECK (action IN ('approve', 'amend', 'decline')),
    why        TEXT NOT NULL,
    text       TEXT NOT NULL
);
"""

# REPLACE deletes rows without firing delete triggers, hence the guard before insert.
_GUARDS = """
CREATE TRIGGER {table}_keep_update BEFORE UPDATE ON {table}
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER {table}_keep_delete BEFORE DELETE ON {table}
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER {table}_keep_replace BEFORE INSERT ON {table}
WHEN EXISTS (SELECT 1 FROM {table} WHERE number = NEW.number OR {key} = NEW.{key})
BEGIN SELECT RAISE(ABORT, 'the ledger already has this row'); END;
"""

_ONLY_HELD = """
CREATE TRIGGER reviews_only_held BEFORE INSERT ON reviews
WHEN NOT EXISTS (SELECT 1 FROM runs WHERE number = NEW.run_number AND outcome = 'held')
BEGIN SELECT RAISE(ABORT, 'only a held run can be decided'); END;
"""

_RUN = """
SELECT runs.number, runs.run, runs.asked_at, runs.question, runs.outcome, runs.document, runs.trace,
       reviews.decided_at, reviews.who, reviews.action, reviews.why, reviews.text
FROM runs LEFT JOIN reviews ON reviews.run_number = runs.number
"""


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


class Ledger:
    """An append-only file of runs and reviews. Open it with `Ledger.open`; use one ledger in one thread.

    Also a context manager that closes the file.
    """

    __slots__ = ("_connection", "path")

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self.path = path

    @classmethod
    def open(cls, path: Path, *, busy_seconds: float = 10.0) -> Self:
        """Open the ledger at ``path``, creating file and folders when they are missing.

        Args:
            path: The ledger's file.
            busy_seconds: How long to wait for another process that is appending.

        Raises:
            LedgerError: The file cannot be created, read or written, is no ledger, or is of a newer version.
        """
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise LedgerError(
                f"The ledger's folder {path.parent} cannot be made: {error.strerror or error}. "
                "Set TIEOUT_HOME to a folder you may write to."
            ) from error
        with _explained(path):
            connection = sqlite3.connect(path, timeout=busy_seconds, isolation_level=None)
            try:
                _prepare(connection, path)
            except BaseException:
                connection.close()
                raise
        return cls(connection, path)

    def __enter__(self) -> Self:
        """Return the ledger itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self.close()

    def close(self) -> None:
        """Close the file; what was appended stays."""
        self._connection.close()

    def append_run(self, outcome: Outcome) -> int:
        """Append a run and return its number once it is safely on the disk.

        Raises:
            LedgerError: The row could not be written; nothing was appended.
        """
        row = (
            outcome.run,
            _stamp(outcome.asked_at),
            outcome.question,
            str(outcome.kind),
            outcome.model,
            outcome.path,
            outcome.dataset.name,
            outcome.dataset.version,
            outcome.dataset.sha256,
            _json(outcome.document()),
            _json(outcome.trace_document()),
        )
        with _explained(self.path):
            cursor = self._connection.execute(
                "INSERT INTO runs (run, asked_at, question, outcome, model, path, dataset, dataset_version,"
                " dataset_sha256, document, trace) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )
        return int(cursor.lastrowid or 0)

    def get(self, name: str) -> Run:
        """Return the run of that number or run id.

        Raises:
            UsageError: The ledger has no such run.
            LedgerError: The file cannot be read.
        """
        key = name.strip().removeprefix("#")
        number = int(key) if key.isascii() and key.isdigit() and len(key) < 18 else -1
        with _explained(self.path):
            row = self._connection.execute(
                f"{_RUN} WHERE runs.number = ? OR runs.run = ?", (number, key)
            ).fetchone()
        if row is None:
            raise UsageError(f"The ledger has no run {name!r}. `tieout review list` shows the held ones.")
        return _run(row)

    def held(self, *, decided: bool = False) -> tuple[Run, ...]:
        """Return the held runs that wait for a person, oldest first; with ``decided``, also the others."""
        waiting = "" if decided else " AND reviews.number IS NULL"
        with _explained(self.path):
            rows = self._connection.execute(
                f"{_RUN} WHERE runs.outcome = 'held'{waiting} ORDER BY runs.number"
            ).fetchall()
        return tuple(_run(row) for row in rows)

    def __len__(self) -> int:
        """Return how many runs were appended."""
        with _explained(self.path):
            (count,) = self._connection.execute("SELECT count(*) FROM runs").fetchone()
        return int(count)

    def decide(self, number: int, review: Review) -> None:
        """Append a person's decision about a held run; a run is decided once.

        Raises:
            UsageError: The run is unknown, is not held, or was decided before.
            LedgerError: The row could not be written.
        """
        with _explained(self.path):
            try:
                self._connection.execute(
                    "INSERT INTO reviews (run_number, decided_at, who, action, why, text)"
                    " VALUES (?, ?, ?, ?, ?, ?)",
                    (
                        number,
                        _stamp(review.decided_at),
                        review.who,
                        str(review.action),
                        review.why,
                        review.text,
                    ),
                )
            except sqlite3.IntegrityError as error:
                raise UsageError(self._why_not(number)) from error

    def _why_not(self, number: int) -> str:
        run = self.get(str(number))
        if run.outcome != "held":
            return f"No. {number} was {run.outcome}, not held: there is nothing to decide."
        if run.review is not None:
            when = run.review.decided_at.strftime("%Y-%m-%d %H:%M")
            return f"No. {number} was decided already ({run.review.action} by {run.review.who}, {when} UTC)."
        return f"The decision on no. {number} is incomplete: name who decides."


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Bring an open file to the state a ledger must be in, or refuse it."""
    connection.execute("PRAGMA foreign_keys = ON")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == 0:
        _create(connection, path)
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != _APPLICATION_ID:
        raise LedgerError(f"{path} is a SQLite file but no Tieout ledger. Name another file.")
    if version > SCHEMA_VERSION:
        raise LedgerError(
            f"The ledger {path} was written by a newer Tieout (version {version}). Update Tieout."
        )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")


def _create(connection: sqlite3.Connection, path: Path) -> None:
    """Create the tables in one transaction: of two processes at once, one finds it done."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if version == 0 and tables:
            raise LedgerError(f"{path} is a SQLite file but no Tieout ledger. Name another file.")
        if version == 0:
            guards = _GUARDS.format(table="runs", key="run") + _GUARDS.format(
                table="reviews", key="run_number"
            )
            for statement in _statements(_TABLES + guards + _ONLY_HELD):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _statements(script: str) -> Iterator[str]:
    # executescript would commit the transaction that keeps two creators apart
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into one sentence for a person."""
    try:
        yield
    except sqlite3.Error as error:
        raise LedgerError(
            f"The ledger {path} cannot be used: {str(error).rstrip('.')}. Check its permissions and the free"
            " space, or set TIEOUT_HOME to another folder."
        ) from error


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


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half a character, as a model may send it: kept as an escape
        return json.dumps(value, separators=(",", ":"), allow_nan=False)
    return text
