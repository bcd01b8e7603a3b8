"""A query of any SQL database, by SQLAlchemy."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Iterator
from typing import Any

from tieout.data.importing.sheet import Row, Sheet, whole
from tieout.errors import SnapshotInvalid, UsageError

__all__ = ["open_query"]

_PACK = 10_000


def open_query(url: str, query: str) -> Sheet:
    """Return what a query yields as a table.

    Args:
        url: The database, as SQLAlchemy names it: ``postgresql+psycopg://host/name``, ``sqlite:///file.db``.
        query: The query; it is run once to load.

    Raises:
        UsageError: There is no such database, no driver for it, or a package is missing.
        SnapshotInvalid: The query fails.
    """
    try:
        import sqlalchemy
    except ImportError:
        raise UsageError("Databases need an extra; install it with: pip install 'tieout[import]'.") from None
    try:
        engine = sqlalchemy.create_engine(
            url, poolclass=sqlalchemy.pool.NullPool
        )  # closed when it is given back
        name = engine.url.render_as_string(hide_password=True)
    except (sqlalchemy.exc.ArgumentError, ImportError) as error:
        raise UsageError(f"The database cannot be opened ({_first(error)}).") from None
    statement = sqlalchemy.text(query.replace(":", "\\:"))
    try:
        with engine.connect() as connection:
            columns = list(connection.execute(statement).keys())
    except sqlalchemy.exc.SQLAlchemyError as error:
        raise SnapshotInvalid(f"{name}: the query fails ({_first(error)}).") from None

    def rows() -> Iterator[Row]:
        with engine.connect().execution_options(stream_results=True) as connection:
            number = 0
            for pack in connection.execute(statement).partitions(_PACK):
                for row in pack:
                    number += 1
                    yield number, [_text(cell) for cell in row]

    return Sheet(name=name, columns=whole(name, columns), rows=rows)


def _first(error: BaseException) -> str:
    return str(error).partition("\n")[0]


def _text(cell: Any) -> str | None:
    """Return a cell as text; DECIMAL keeps its digits, a double is the shortest text that gives it back."""
    if cell is None or isinstance(cell, str):
        return cell
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() else repr(cell)
    if isinstance(cell, decimal.Decimal):
        return f"{cell:f}"
    if isinstance(cell, datetime.date | datetime.datetime):
        return cell.isoformat()
    return str(cell)
