"""The file of a ledger: opened, made, brought up to date, or refused with a sentence for a person."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from tieout.errors import LedgerError
from tieout.ledger.tables import APPLICATION_ID, SCHEMA_VERSION, SCRIPTS

__all__ = ["as_json", "connect", "explained", "stamp", "transaction"]


def connect(path: Path, busy_seconds: float) -> sqlite3.Connection:
    """Open the ledger at ``path``, creating file and folders when they are missing.

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
    with explained(path):
        connection = sqlite3.connect(path, timeout=busy_seconds, isolation_level=None)
        try:
            _prepare(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into one sentence for a person."""
    try:
        yield
    except sqlite3.Error as error:
        raise LedgerError(
            f"The ledger {path} cannot be used: {str(error).rstrip('.')}. Check its permissions and the free"
            " space, or set TIEOUT_HOME to another folder."
        ) from error


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Do several statements as one, alone in the file from the first read on."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def stamp(moment: datetime) -> str:
    """Return a moment as the ledger keeps it: UTC, to the millisecond; texts sort as moments do."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


def as_json(value: object) -> str:
    """Return compact JSON that any SQLite tool can read."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half a character, as a model may send it: kept as an escape
        return json.dumps(value, separators=(",", ":"), allow_nan=False)
    return text


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
    """Run the scripts that the file lacks in one transaction: of two processes at once, one finds it done."""
    with transaction(connection):
        version = _version(connection)
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if version == 0 and tables:
            raise LedgerError(f"{path} is a SQLite file but no Tieout ledger. Name another file.")
        for script in SCRIPTS[version:]:
            for statement in _statements(script):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {max(version, SCHEMA_VERSION)}")


def _statements(script: str) -> Iterator[str]:
    # executescript would commit the transaction that keeps two creators apart
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
