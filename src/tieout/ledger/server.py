"""A ledger in a PostgreSQL database, through SQLAlchemy Core (extra ``web``); one pool a server and process.

The tables are made and brought up to date by Alembic when a ledger is opened; of two processes that open a
new one at once, one makes them and the other finds them.
"""

from __future__ import annotations

import atexit
import functools
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final, Self

from tieout.errors import LedgerError, UsageError
from tieout.ledger.storage import AlreadyThere

try:
    import sqlalchemy
    from alembic import command
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory
    from sqlalchemy import Connection, Engine, TextClause, text
    from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError

    from tieout.ledger.jobs import DEFER
except ImportError:
    message = "A ledger on a server needs an extra; install it with: pip install 'tieout[web]'."
    raise UsageError(message) from None

__all__ = ["ServerStorage", "close_pools", "connection_words"]

_DRIVER: Final = "postgresql+psycopg"
_KEPT_CONNECTIONS: Final = 10
_LOCK: Final = text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))")


class ServerStorage:
    """The rows of a ledger in a PostgreSQL database. Open it with `ServerStorage.open`.

    A text with a null character, which PostgreSQL cannot hold, is kept with its symbol (U+2400) instead; in
    JSON it is an escape and stays what it was.

    Attributes:
        place: The address, without a password.
    """

    __slots__ = ("__weakref__", "_close", "_connection", "_is_together", "place")

    def __init__(self, connection: Connection, place: str) -> None:
        self._connection = connection
        self._is_together = False
        self._close = weakref.finalize(self, connection.close)
        self.place = place

    @classmethod
    def open(cls, address: str) -> Self:
        """Open the ledger at an address such as ``postgresql://desk@db.example/ledger``.

        Raises:
            LedgerError: The server cannot be reached, or the ledger is of a newer version.
            UsageError: The address cannot be read.
        """
        engine, place = _engine(address)
        with _explained(place):
            connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        return cls(connection, place)

    def rows(self, statement: str, **values: object) -> Sequence[tuple[Any, ...]]:
        """Return the rows of a SELECT.

        Raises:
            LedgerError: The server cannot be read.
        """
        with _explained(self.place), self._used():
            return [tuple(row) for row in self._connection.execute(_text(statement), values)]

    def append(self, statement: str, **values: object) -> int:
        """Run an INSERT and return the number of its row, once it is committed.

        Raises:
            AlreadyThere: A rule of the table refused the row.
            LedgerError: The row could not be written.
        """
        kept = {name: _storable(value) for name, value in values.items()}
        with _explained(self.place), self._used():
            try:
                row = self._connection.execute(_text(f"{statement} RETURNING number"), kept)
                return int(row.scalar_one())
            except IntegrityError as error:
                raise AlreadyThere(self.place, _said(error)) from error

    def remove(self, statement: str, **values: object) -> int:
        """Run a DELETE and return how many rows it removed.

        Raises:
            AlreadyThere: A rule of the table keeps a row.
            LedgerError: The rows could not be removed.
        """
        with _explained(self.place), self._used():
            try:
                return self._connection.execute(_text(statement), values).rowcount
            except IntegrityError as error:
                raise AlreadyThere(self.place, _said(error)) from error

    @contextmanager
    def alone(self, name: str) -> Iterator[None]:
        """Do several statements as one, alone among all who do something under this name."""
        with self.together():
            self._connection.execute(_LOCK, {"name": name})
            yield

    @contextmanager
    def together(self, *, is_durable: bool = True) -> Iterator[None]:
        """Do several statements as one; what need not survive a crash of the server waits for no disk."""
        if self._is_together:
            yield
            return
        with _explained(self.place), self._used():
            self._connection.exec_driver_sql(
                "BEGIN" if is_durable else "BEGIN; SET LOCAL synchronous_commit = off"
            )
            self._is_together = True
            try:
                yield
                self._connection.exec_driver_sql("COMMIT")
            except BaseException:
                with suppress(DBAPIError):
                    self._connection.exec_driver_sql("ROLLBACK")
                raise
            finally:
                self._is_together = False

    def defer(self, run: str) -> None:
        """Make the question of a run a job of the engine, in the transaction that is open."""
        with _explained(self.place), self._used():
            try:
                self._connection.execute(_text(DEFER), {"run": run})
            except IntegrityError as error:
                raise AlreadyThere(self.place, _said(error)) from error

    def close(self) -> None:
        """Give the connection back; what was appended stays."""
        self._close()

    @contextmanager
    def _used(self) -> Iterator[None]:
        """Use the connection; each statement outside of `together` is a transaction of its own."""
        if self._connection.in_transaction():
            yield
            return
        with self._connection.begin():
            yield


@functools.lru_cache(maxsize=500)
def _text(statement: str) -> TextClause:
    return text(statement)


def connection_words(address: str) -> str:
    """Return an address in the form that PostgreSQL's own library reads.

    Examples:
        >>> connection_words("postgresql+psycopg://desk:secret@db.example/ledger")
        'postgresql://desk:secret@db.example/ledger'
    """
    return sqlalchemy.make_url(address).set(drivername="postgresql").render_as_string(hide_password=False)


_POOLS: Final[list[Engine]] = []


@atexit.register
def close_pools() -> None:
    """Close every connection of this process that no ledger has; the next ledger opens new ones."""
    _engine.cache_clear()
    while _POOLS:
        _POOLS.pop().dispose()


@functools.cache
def _engine(address: str) -> tuple[Engine, str]:
    """Return the pool of a server whose tables are of this version, and its address without a password."""
    try:
        url = sqlalchemy.make_url(address).set(drivername=_DRIVER)
    except (ArgumentError, ValueError):
        raise UsageError(
            "The ledger's address cannot be read; write it as postgresql://USER@HOST/DATABASE."
        ) from None
    place = url.set(drivername="postgresql").render_as_string(hide_password=True)
    engine = sqlalchemy.create_engine(
        # a thread has one for as long as it lives, so that threads are what bounds them
        url,
        pool_pre_ping=True,
        pool_size=_KEPT_CONNECTIONS,
        max_overflow=-1,
    )
    _POOLS.append(engine)
    with _explained(place), engine.connect() as connection, connection.begin():
        # Alembic takes no lock of its own: two who migrate at once would both begin.
        connection.execute(_LOCK, {"name": "tieout ledger"})
        _migrate(connection, place)
    return engine, place


def _migrate(connection: Connection, place: str) -> None:
    config = Config()
    config.set_main_option("script_location", "tieout.ledger:migrations")
    config.attributes["connection"] = connection
    known = ScriptDirectory.from_config(config)
    current = MigrationContext.configure(connection).get_current_revision()
    if current == known.get_current_head():
        return
    if current is not None and current not in {one.revision for one in known.walk_revisions()}:
        raise LedgerError(f"The ledger {place} was written by a newer Tieout ({current}). Update Tieout.")
    command.upgrade(config, "head")


@contextmanager
def _explained(place: str) -> Iterator[None]:
    """Turn the server's errors into one sentence for a person."""
    try:
        yield
    except DBAPIError as error:
        raise LedgerError(
            f"The ledger {place} cannot be used: {_said(error)}. Check the server and the address."
        ) from error


def _said(error: DBAPIError) -> str:
    """Return the server's own sentence where there is one, without its context."""
    diagnosed = getattr(getattr(error.orig, "diag", None), "message_primary", None)
    return " ".join(str(diagnosed or error.orig).split()).rstrip(".?")[:300]


def _storable(value: object) -> object:
    return value.replace("\x00", "\N{SYMBOL FOR NULL}") if isinstance(value, str) else value
