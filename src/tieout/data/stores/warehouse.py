"""A data set in a warehouse, read through Ibis: DuckDB, ClickHouse, Trino or BigQuery.

Ibis writes the SQL of each engine from the five questions below, and quotes what stands in them; a code that
is asked for is always one of the data set's own list. Ibis and the engine's driver are loaded only here.
"""

from __future__ import annotations

import re
import threading
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tieout.data.stores.form import (
    AREA_COLUMNS,
    FORMAT,
    INDICATOR_COLUMNS,
    OBSERVATION_COLUMNS,
    Contents,
    area_rows,
    indicator_rows,
    root_digest,
    with_digest,
)
from tieout.errors import SnapshotInvalid, SourceError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from duckdb import DuckDBPyConnection
    from ibis.backends import BaseBackend
    from ibis.expr.types import Table

__all__ = ["QUESTIONS", "WarehouseSource", "open_warehouse", "write_duckdb"]

_TEXTS: Final = ("area", "period", "value", "status", "origin")


def meta(table: Table) -> Table:
    """Ask for all that stands beside the rows."""
    return table.select(key=table.key.cast("string"), value=table.value.cast("string"))


def areas(table: Table) -> Table:
    """Ask for the areas by position."""
    columns = {name: table[name].cast("string") for name in AREA_COLUMNS}
    columns["is_aggregate"] = table.is_aggregate.cast("int64")
    return table.order_by(table.position).select(**columns)


def indicators(table: Table) -> Table:
    """Ask for the indicators with their digests, by position."""
    columns = {name: table[name].cast("string") for name in (*INDICATOR_COLUMNS, "sha256")}
    return table.order_by(table.position).select(**columns)


def observations(table: Table, indicator: str) -> Table:
    """Ask for all rows of one indicator, in any order."""
    found = table.filter(table.indicator == indicator)
    return found.select(**{name: found[name].cast("string") for name in _TEXTS})


def newest(table: Table) -> Table:
    """Ask for the newest period with a value of each indicator."""
    return table.filter(table.value.notnull()).group_by(table.indicator).agg(newest=table.period.max())


QUESTIONS: Final = {
    "meta": meta,
    "area": areas,
    "indicator": indicators,
    "observation": observations,
    "newest": newest,
}
"""Every question that is asked of a warehouse, by the table it is asked of (newest: of observation)."""


class WarehouseSource:
    """The tables of a data set in a database that Ibis can ask.

    Args:
        connection: The database, with the four tables in the schema that is looked in by default.
        where: What it is called in messages.
    """

    __slots__ = ("_connection", "_lock", "where")

    def __init__(self, connection: BaseBackend, where: str) -> None:
        self._connection = connection
        self._lock = threading.Lock()
        self.where = where

    def lists(self) -> tuple[dict[str, str], list[Sequence[Any]], list[Sequence[Any]]]:
        """Return ``meta``, areas and indicators.

        Raises:
            SnapshotInvalid: The database holds no data set.
            SourceError: It does not answer.
        """
        found = {str(row[0]): str(row[1]) for row in self._asked("meta", meta)}
        return found, self._asked("area", areas), self._asked("indicator", indicators)

    def observations(self, indicator: str) -> list[Any]:
        """Return area, period, value, status and origin of all rows of an indicator.

        Raises:
            SnapshotInvalid: The database holds no data set.
            SourceError: It does not answer.
        """
        return self._asked("observation", lambda table: observations(table, indicator))

    def newest(self) -> Mapping[str, str]:
        """Return the newest period with a value of each indicator that has one.

        Raises:
            SnapshotInvalid: The database holds no data set.
            SourceError: It does not answer.
        """
        return {row[0]: row[1] for row in self._asked("observation", newest)}

    def close(self) -> None:
        """Close the connection."""
        self._connection.disconnect()

    def _asked(self, name: str, question: Callable[[Table], Table]) -> list[Any]:
        from ibis.common.exceptions import IbisError, TableNotFound

        try:
            # What Ibis does to its drivers is not for our users to be warned of.
            with self._lock, warnings.catch_warnings(action="ignore"):
                columns = question(self._connection.table(name)).to_pyarrow().to_pydict().values()
        except (TableNotFound, IbisError, AttributeError) as error:
            raise SnapshotInvalid(
                f"{self.where} holds no data set: its table '{name}' is missing or has other columns "
                f"({_first_line(error)})."
            ) from None
        except Exception as error:  # each driver has errors of its own
            raise SourceError(f"{self.where} does not answer ({_first_line(error)}).") from None
        return list(zip(*columns, strict=True))


def open_warehouse(scheme: str, url: str) -> WarehouseSource:
    """Return the tables behind a URL that Ibis understands.

    Args:
        scheme: ``duckdb``, ``clickhouse``, ``trino`` or ``bigquery``.
        url: The URL: ``duckdb://FILE``, ``clickhouse://USER@HOST/NAME``, ``trino://USER@HOST/CATALOG/SCHEMA``,
            ``bigquery://PROJECT/DATASET``.

    Raises:
        UsageError: A package is missing, or there is no such file.
        SourceError: The database cannot be opened.
    """
    ibis = _ibis()
    where = _without_secrets(url)
    if scheme == "duckdb" and not _file_of(url).is_file():
        raise UsageError(f"There is no DuckDB file '{_file_of(url)}'; write one with tieout data copy.")
    try:
        if scheme == "duckdb":
            return WarehouseSource(ibis.duckdb.connect(str(_file_of(url)), read_only=True), where)
        return WarehouseSource(ibis.connect(url), where)
    except ImportError:
        raise UsageError(
            f"Reading {scheme} needs its driver; install it with: pip install 'ibis-framework[{scheme}]'."
        ) from None
    except Exception as error:  # each driver has errors of its own
        raise SourceError(f"{where} cannot be opened ({_first_line(error)}).") from None


def write_duckdb(url: str, contents: Contents) -> str:
    """Write a data set to a DuckDB file, in place of the one that is there, at once or not at all.

    Returns:
        The digest that names it.

    Raises:
        UsageError: A package is missing, or the file cannot be written.
    """
    _ibis()
    import duckdb

    path = _file_of(url)
    begun = path.with_name(f"{path.name}.new")
    try:
        begun.unlink(missing_ok=True)
        with duckdb.connect(str(begun)) as connection:
            digest = _fill(connection, contents)
        begun.replace(path)
    except (OSError, duckdb.IOException) as error:
        begun.unlink(missing_ok=True)
        raise UsageError(
            f"Cannot write '{path}' ({_first_line(error)}); name a file in a directory you own."
        ) from None
    except BaseException:
        begun.unlink(missing_ok=True)
        raise
    return digest


_TABLES: Final = """
CREATE TABLE meta (key VARCHAR NOT NULL, value VARCHAR NOT NULL);
CREATE TABLE area (
    position INTEGER NOT NULL, code VARCHAR NOT NULL, name VARCHAR NOT NULL, is_aggregate INTEGER NOT NULL,
    iso2 VARCHAR NOT NULL, region VARCHAR NOT NULL, income_group VARCHAR NOT NULL, kind VARCHAR NOT NULL
);
CREATE TABLE indicator (
    position INTEGER NOT NULL, code VARCHAR NOT NULL, name VARCHAR NOT NULL, unit VARCHAR NOT NULL,
    topic VARCHAR NOT NULL, source VARCHAR NOT NULL, definition VARCHAR NOT NULL, caveat VARCHAR NOT NULL,
    frequency VARCHAR NOT NULL, sha256 VARCHAR NOT NULL
);
CREATE TABLE observation (
    indicator VARCHAR NOT NULL, area VARCHAR NOT NULL, period VARCHAR NOT NULL,
    value VARCHAR, status VARCHAR NOT NULL, origin VARCHAR NOT NULL
);
"""


def _fill(connection: DuckDBPyConnection, contents: Contents) -> str:
    """Make and fill the tables; one indicator after the other, so that each lies together."""
    import pyarrow

    connection.execute(_TABLES)
    named = []
    for row in indicator_rows(contents.indicators):
        cells = list(contents.cells(row[0]))
        if cells:
            texts = [pyarrow.array(column, pyarrow.string()) for column in zip(*cells, strict=True)]
            connection.register("pack", pyarrow.table(texts, OBSERVATION_COLUMNS))
            connection.execute("INSERT INTO observation SELECT * FROM pack")
            connection.unregister("pack")
        named.append(with_digest(row, cells))
    areas = area_rows(contents.areas)
    kept = {**contents.meta, "format": FORMAT}
    kept["sha256"] = root_digest(kept, areas, named)
    for table, rows in (
        ("area", [(at, *row[:2], int(row[2]), *row[3:]) for at, row in enumerate(areas)]),
        ("indicator", [(at, *row) for at, row in enumerate(named)]),
        ("meta", list(kept.items())),
    ):
        for one in rows:
            connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(one))})", one)
    return kept["sha256"]


def _ibis() -> Any:
    try:
        import ibis
    except ImportError:
        raise UsageError(
            "Warehouses need an extra; install it with: pip install 'tieout[warehouse]'."
        ) from None
    return ibis


def _file_of(url: str) -> Path:
    return Path(url.partition("://")[2].partition("?")[0])


def _without_secrets(url: str) -> str:
    """Return a URL without user, password and what follows the question mark."""
    return re.sub(r"://[^/]*@", "://", url.partition("?")[0])


def _first_line(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0].rstrip(".")
