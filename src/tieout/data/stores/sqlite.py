"""The usual store: one SQLite database, in memory or a file, that is only read.

Any SQLite tool can open the file. The digest over an indicator's observations is checked before the first of
them is used, the one over everything else when the file is opened. So a large file opens in milliseconds and
still nothing is answered from a changed one.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import threading
import weakref
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from tieout.data.card import AreaCard, IndicatorCard
from tieout.data.stores.form import (
    FORMAT,
    area_cards,
    area_rows,
    frequency_of,
    indicator_cards,
    indicator_rows,
    root_digest,
    sentence_of_change,
    year_bounds,
)
from tieout.data.tables import Cell
from tieout.errors import SnapshotChanged, SnapshotInvalid

__all__ = ["SqliteStore"]

_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE area (
    position INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
    is_aggregate INTEGER NOT NULL, iso2 TEXT NOT NULL, region TEXT NOT NULL, income_group TEXT NOT NULL,
    kind TEXT NOT NULL
);
CREATE TABLE indicator (
    position INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, name TEXT NOT NULL, unit TEXT NOT NULL,
    topic TEXT NOT NULL, source TEXT NOT NULL, definition TEXT NOT NULL, caveat TEXT NOT NULL,
    frequency TEXT NOT NULL, sha256 TEXT
);
CREATE TABLE observation (
    indicator TEXT NOT NULL, area TEXT NOT NULL, period TEXT NOT NULL,
    value TEXT, status TEXT NOT NULL, origin TEXT NOT NULL,
    PRIMARY KEY (indicator, area, period)
) WITHOUT ROWID;
"""
# Value and status stand in the index too, so that a cross-section is one run through it.
_INDEX = "CREATE INDEX observation_by_period ON observation (indicator, period, area, value, status)"
# Nobody reads the file before it is whole, and it is brought to the disk once, at the end.
_UNSHARED = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;"
_AREAS = "SELECT code, name, is_aggregate, iso2, region, income_group, kind FROM area ORDER BY position"
_INDICATORS = (
    "SELECT code, name, unit, topic, source, definition, caveat, frequency, sha256 FROM indicator "
    "ORDER BY position"
)
_META = "SELECT key, value FROM meta"


class SqliteStore:
    """Areas, indicators and cells, read-only; safe to share between threads.

    Args:
        connection: An open database with the schema.
        digests: Digest by indicator, for those still to be checked before use.
        where: The file, for messages.
    """

    __slots__ = (
        "__weakref__",
        "_close",
        "_connection",
        "_lock",
        "_unchecked",
        "_where",
        "areas",
        "indicators",
        "meta",
    )

    def __init__(
        self, connection: sqlite3.Connection, where: str, digests: Mapping[str, str] | None = None
    ) -> None:
        self._connection = connection
        # Not __del__: in a cycle of garbage the connection may be finalised first, which warns.
        self._close = weakref.finalize(self, connection.close)
        # One connection asked by two threads at once hands rows of one to the other.
        self._lock = threading.Lock()
        self._where = where
        self._unchecked = dict(digests or {})
        self.meta: dict[str, str] = dict(self.rows(_META))
        self.areas: dict[str, AreaCard] = area_cards(self.rows(_AREAS))
        self.indicators: dict[str, IndicatorCard] = indicator_cards(self.rows(_INDICATORS))

    @staticmethod
    def in_memory(
        areas: Iterable[AreaCard], indicators: Iterable[IndicatorCard], cells: Iterable[Cell]
    ) -> SqliteStore:
        """Return a store in memory that holds these rows."""
        connection = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        try:
            _fill(connection, areas, indicators, cells)
            connection.execute("PRAGMA query_only = ON")
        except BaseException:
            connection.close()
            raise
        return SqliteStore(connection, "memory")

    @staticmethod
    def open(path: Path) -> SqliteStore:
        """Open a store file read-only; check all of it but the observations, whose turn is at first use.

        Raises:
            SnapshotInvalid: The file is no store.
            SnapshotChanged: It is not as it was written.
        """
        connection = _connect(path)
        try:
            return SqliteStore(connection, str(path), _checked_digests(connection, path))
        except BaseException:
            connection.close()
            raise

    @staticmethod
    def write(
        path: Path,
        meta: Mapping[str, str],
        areas: Iterable[AreaCard],
        indicators: Iterable[IndicatorCard],
        cells: Iterable[Cell],
    ) -> str:
        """Write a store file that must not exist yet; return its digest."""
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.executescript(_UNSHARED)
            _fill(connection, areas, indicators, cells)
            connection.execute("BEGIN")
            codes = connection.execute("SELECT code FROM indicator ORDER BY position").fetchall()
            for (code,) in codes:
                digest = _digest(connection, code)
                connection.execute("UPDATE indicator SET sha256 = ? WHERE code = ?", (digest, code))
            connection.executemany("INSERT INTO meta VALUES (?, ?)", {**meta, "format": FORMAT}.items())
            root = _root_digest(connection)
            connection.execute("INSERT INTO meta VALUES ('sha256', ?)", (root,))
            connection.execute("COMMIT")
        with path.open("rb+") as file:
            os.fsync(file.fileno())
        return root

    def close(self) -> None:
        """Close the database; the store cannot be asked any more."""
        self._close()

    def check_all(self) -> None:
        """Check the observations of every indicator now.

        Raises:
            SnapshotChanged: Some are not as they were written.
        """
        for code in tuple(self._unchecked):
            self._check(code)

    def cell(self, indicator: str, area: str, period: str) -> tuple[str | None, str] | None:
        """Return value and status of one cell, or None where there is no row."""
        found = self._ask(indicator, _ONE, (indicator, area, period))
        return found[0] if found else None

    def series(
        self, indicator: str, area: str, first_year: int, last_year: int
    ) -> list[tuple[str, str | None, str]]:
        """Return period, value and status of the cells of one series in a range of years, by period text."""
        return self._ask(indicator, _SERIES, (indicator, area, *year_bounds(first_year, last_year)))

    def cross_section(self, indicator: str, period: str) -> list[tuple[str, str | None, str]]:
        """Return area, value and status of the cells of one indicator and period, by area code."""
        return self._ask(indicator, _ACROSS, (indicator, period))

    def cells(self, indicator: str, first_year: int, last_year: int) -> Iterator[Cell]:
        """Yield the cells of one indicator in a range of years, by area and period."""
        return map(Cell._make, self._ask(indicator, _CELLS, (indicator, *year_bounds(first_year, last_year))))

    def newest(self, indicator: str) -> str | None:
        """Return the newest period in which any area has a value of the indicator, or None.

        For lists of names only: the observations are not checked for it, or a list would read them all.
        """
        found = self.rows(_NEWEST, (indicator,))
        return str(found[0][0]) if found else None

    def rows(self, query: str, values: tuple[Any, ...] = ()) -> list[Any]:
        """Return all rows of a query.

        Raises:
            SnapshotChanged: The file is damaged.
        """
        try:
            with self._lock:
                return self._connection.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.ProgrammingError):
                raise
            raise SnapshotChanged(sentence_of_change(self._where, f"it is damaged ({error})")) from None

    def _ask(self, indicator: str, query: str, values: tuple[Any, ...]) -> list[Any]:
        if indicator in self._unchecked:
            self._check(indicator)
        return self.rows(query, values)

    def _check(self, indicator: str) -> None:
        try:
            with self._lock:
                digest = _digest(self._connection, indicator)
        except sqlite3.DatabaseError as error:
            raise SnapshotChanged(sentence_of_change(self._where, f"it is damaged ({error})")) from None
        if digest != self._unchecked.get(indicator, digest):
            raise SnapshotChanged(sentence_of_change(self._where, f"the observations of {indicator}"))
        self._unchecked.pop(indicator, None)


_ONE = "SELECT value, status FROM observation WHERE indicator = ? AND area = ? AND period = ?"
_SERIES = (
    "SELECT period, value, status FROM observation "
    "WHERE indicator = ? AND area = ? AND period >= ? AND period < ? ORDER BY period"
)
_NEWEST = (
    "SELECT period FROM observation WHERE indicator = ? AND value IS NOT NULL ORDER BY period DESC LIMIT 1"
)
_ACROSS = "SELECT area, value, status FROM observation WHERE indicator = ? AND period = ? ORDER BY area"
_CELLS = (
    "SELECT indicator, area, period, value, status, origin FROM observation "
    "WHERE indicator = ? AND period >= ? AND period < ? ORDER BY area, period"
)
_ENDS = "SELECT indicator, min(period), max(period) FROM observation GROUP BY indicator"
_LINES = (
    "SELECT coalesce(indicator, char(30)) || char(31) || coalesce(area, char(30)) || char(31) || "
    "coalesce(period, char(30)) || char(31) || coalesce(value, char(30)) || char(31) || "
    "coalesce(status, char(30)) || char(31) || coalesce(origin, char(30)) "
    "FROM observation WHERE indicator = ? ORDER BY area, period"
)


def _connect(path: Path) -> sqlite3.Connection:
    uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    try:
        return sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None)
    except sqlite3.Error as error:
        raise _no_store(path, error) from None


def _checked_digests(connection: sqlite3.Connection, path: Path) -> dict[str, str]:
    """Return the digest of each indicator's observations, after checking everything but these."""
    try:
        found = dict(connection.execute("SELECT key, value FROM meta"))
        digests = dict(connection.execute("SELECT code, sha256 FROM indicator"))
        root = _root_digest(connection)
    except sqlite3.Error as error:
        raise _no_store(path, error) from None
    if found.get("format") != FORMAT:
        raise SnapshotInvalid(f"'{path}' is no data set file of the format {FORMAT}; write it again.")
    if found.get("sha256") != root:
        raise SnapshotChanged(sentence_of_change(str(path), "its card, areas or indicators"))
    return digests


def _no_store(path: Path, error: sqlite3.Error) -> SnapshotInvalid:
    return SnapshotInvalid(f"'{path}' is no data set file ({error}); name one that tieout wrote.")


def _fill(
    connection: sqlite3.Connection,
    areas: Iterable[AreaCard],
    indicators: Iterable[IndicatorCard],
    cells: Iterable[Cell],
) -> None:
    connection.executescript(_SCHEMA)
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO area VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)", area_rows(areas))
    connection.executemany(
        "INSERT INTO indicator VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, NULL)", indicator_rows(indicators)
    )
    connection.executemany("INSERT INTO observation VALUES (?, ?, ?, ?, ?, ?)", cells)
    connection.execute(_INDEX)
    ends = connection.execute(_ENDS).fetchall()
    frequencies = [(frequency_of(first, last), code) for code, first, last in ends]
    connection.executemany("UPDATE indicator SET frequency = ? WHERE code = ?", frequencies)
    connection.execute("COMMIT")


def _digest(connection: sqlite3.Connection, indicator: str) -> str:
    """Return the SHA-256 of one indicator's rows: a record separator for NULL."""
    rows = connection.execute(_LINES, (indicator,)).fetchall()
    return hashlib.sha256("\n".join([line for (line,) in rows]).encode()).hexdigest()


def _root_digest(connection: sqlite3.Connection) -> str:
    """Return the SHA-256 over card, areas, indicators and the digests of their observations."""
    meta, areas, indicators = (connection.execute(query).fetchall() for query in (_META, _AREAS, _INDICATORS))
    return root_digest(dict(meta), areas, indicators)
