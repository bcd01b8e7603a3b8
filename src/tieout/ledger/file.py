"""A ledger in one SQLite file: opened, made, brought up to date, or refused with a sentence for a person.

The write-ahead log with full synchronisation means that a row whose append has returned survives a killed
process and a lost power supply. Several processes may append at once, each waiting its turn.
"""

from __future__ import annotations

import sqlite3
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from tieout.errors import LedgerError
from tieout.ledger.storage import AlreadyThere
from tieout.ledger.tables import APPLICATION_ID, SCHEMA_VERSION, statements

__all__ = ["FileStorage"]


class FileStorage:
    """The rows of a ledger in a SQLite file. Open it with `FileStorage.open`.

    Attributes:
        place: The file.
    """

    __slots__ = ("__weakref__", "_close", "_connection", "place")

    def __init__(self, connection: sqlite3.Connection, place: str) -> None:
        self._connection = connection
        self._close = weakref.finalize(self, connection.close)
        self.place = place

    @classmethod
    def open(cls, path: Path, busy_seconds: float) -> Self:
        """Open the ledger at ``path``, creating file and folders when they are missing.

        Raises:
            LedgerError: The file cannot be created, read or written, is no ledger, or is of a newer version.
        """
        _make_folder(path)
        with _explained(path):
            # one thread at a time uses it, but any may close it
            connection = sqlite3.connect(
                path, timeout=busy_seconds, isolation_level=None, check_same_thread=False
            )
            try:
                _prepare(connection, path)
            except BaseException:
                connection.close()
                raise
        return cls(connection, str(path))

    def rows(self, statement: str, **values: object) -> Sequence[tuple[Any, ...]]:
        """Return the rows of a SELECT.

        Raises:
            LedgerError: The file cannot be read.
        """
        with _explained(self.place):
            return self._connection.execute(statement, values).fetchall()

    def append(self, statement: str, **values: object) -> int:
        """Run an INSERT and return the number of its row, once it is on the disk.

        Raises:
            AlreadyThere: A rule of the table refused the row.
            LedgerError: The row could not be written.
        """
        with _explained(self.place):
            try:
                return int(self._connection.execute(statement, values).lastrowid or 0)
            except sqlite3.IntegrityError as error:
                raise AlreadyThere(self.place, error) from error

    def remove(self, statement: str, **values: object) -> int:
        """Run a DELETE and return how many rows it removed; what they held is overwritten.

        Raises:
            AlreadyThere: A rule of the table keeps a row.
            LedgerError: The rows could not be removed.
        """
        with _explained(self.place):
            self._connection.execute("PRAGMA secure_delete = ON")
            try:
                return self._connection.execute(statement, values).rowcount
            except sqlite3.IntegrityError as error:
                raise AlreadyThere(self.place, error) from error

    @contextmanager
    def alone(self, name: str) -> Iterator[None]:
        """Do several statements as one, alone in the file from the first read on; the name is not needed."""
        with self.together():
            yield

    @contextmanager
    def together(self, *, is_durable: bool = True) -> Iterator[None]:
        """Do several statements as one; in a file, they are always durable."""
        if self._connection.in_transaction:
            yield
            return
        with _explained(self.place), _transaction(self._connection):
            yield

    def defer(self, run: str) -> None:
        """Do nothing: workers find the questions of a file by themselves."""

    def close(self) -> None:
        """Close the file; what was appended stays."""
        self._close()


def _make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise LedgerError(
            f"The ledger's folder {path.parent} cannot be made: {error.strerror or error}. "
            "Set TIEOUT_HOME to a folder you may write to."
        ) from error


@contextmanager
def _explained(path: Path | str) -> Iterator[None]:
    """Turn SQLite's errors into one sentence for a person."""
    try:
        yield
    except sqlite3.Error as error:
        raise LedgerError(
            f"The ledger {path} cannot be used: {str(error).rstrip('.')}. Check its permissions and the free"
            " space, or set TIEOUT_HOME to another folder."
        ) from error


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Bring an open file to the state a ledger must be in, or refuse it."""
    connection.execute("PRAGMA foreign_keys = ON")
    if _version(connection) == 0:
        _bring_up(connection, path)
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        raise LedgerError(f"{path} is a SQLite file but no Tieout ledger. Name another file.")
    version = _version(connection)
    if version > SCHEMA_VERSION:
        raise LedgerError(
            f"The ledger {path} was written by a newer Tieout (version {version}). Update Tieout."
        )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    if version < SCHEMA_VERSION:
        _bring_up(connection, path)


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def _bring_up(connection: sqlite3.Connection, path: Path) -> None:
    """Run the statements that the file lacks in one transaction: of two processes, one finds it done."""
    with _transaction(connection):
        version = _version(connection)
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if version == 0 and tables:
            raise LedgerError(f"{path} is a SQLite file but no Tieout ledger. Name another file.")
        for newer in range(version + 1, SCHEMA_VERSION + 1):
            for statement in statements(newer, "sqlite"):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {max(version, SCHEMA_VERSION)}")
