"""Which store a URL names."""

from __future__ import annotations

import re
from typing import Final

from tieout.data.stores.form import Contents
from tieout.data.stores.held import HeldStore, Source
from tieout.errors import UsageError

__all__ = ["is_url", "open_url", "write_url"]

_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_POSTGRES: Final = ("postgresql", "postgres", "postgresql+psycopg")
_WAREHOUSES: Final = ("duckdb", "clickhouse", "trino", "bigquery")


def is_url(name: str) -> bool:
    """Return True for the URL of a database.

    Examples:
        >>> is_url("postgresql://localhost/statistics"), is_url("./wdi.sqlite")
        (True, False)
    """
    return _SCHEME.match(name) is not None


def open_url(url: str) -> HeldStore:
    """Open the data set that a URL names; its observations are fetched and checked at their first use.

    Raises:
        UsageError: No such kind of database, the URL is none, or a package is missing.
        SourceError: The server is away or refuses.
        SnapshotInvalid: It holds no data set, or one of another format.
        SnapshotChanged: Card, areas or indicators are not as they were written.
    """
    scheme = _scheme_of(url)
    if scheme in _POSTGRES:
        from tieout.data.stores.postgres import PostgresSource

        return _opened(PostgresSource(url))
    if scheme in _WAREHOUSES:
        from tieout.data.stores.warehouse import open_warehouse

        return _opened(open_warehouse(scheme, url))
    raise _unknown(scheme)


def write_url(url: str, contents: Contents) -> str:
    """Write a data set to where a URL says, in place of the one that is there; return its digest.

    Raises:
        UsageError: Nothing can be written there, the URL is none, or a package is missing.
        SourceError: The server is away or refuses.
    """
    scheme = _scheme_of(url)
    if scheme in _POSTGRES:
        from tieout.data.stores.postgres import write_postgres

        return write_postgres(url, contents)
    if scheme == "duckdb":
        from tieout.data.stores.warehouse import write_duckdb

        return write_duckdb(url, contents)
    if scheme in _WAREHOUSES:
        raise UsageError(
            f"{scheme} is read, never written; copy to duckdb://FILE and load its four tables with the tools "
            "of your warehouse."
        )
    raise _unknown(scheme)


def _opened(source: Source) -> HeldStore:
    try:
        return HeldStore(source)
    except BaseException:
        source.close()
        raise


def _scheme_of(url: str) -> str:
    found = _SCHEME.match(url)
    return found[1].lower() if found else ""


def _unknown(scheme: str) -> UsageError:
    return UsageError(
        f"No data set can be read from {scheme}://; the URLs known are postgresql://, "
        f"{', '.join(f'{one}://' for one in _WAREHOUSES)}."
    )
