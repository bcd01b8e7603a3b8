"""A database for the length of an import: DuckDB on disk, with the table as texts and what it comes to."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from tieout.data.importing.sheet import Sheet, sql_text
from tieout.errors import SnapshotInvalid, UsageError

__all__ = ["Staging"]

_MEMORY: Final = "400MB"
_PACK: Final = 20_000


class Staging:
    """A temporary DuckDB database; what does not fit into memory goes to its folder.

    Args:
        folder: A folder that is removed with everything in it after the import.

    Raises:
        UsageError: DuckDB is not installed.
    """

    def __init__(self, folder: Path) -> None:
        try:
            import duckdb
        except ImportError:
            raise UsageError(
                "Importing needs an extra; install it with: pip install 'tieout[import]'."
            ) from None
        self.folder = folder
        self._errors = duckdb.Error
        self._connection = duckdb.connect(
            str(folder / "staging.duckdb"),
            config={
                "memory_limit": _MEMORY,
                "temp_directory": str(folder),
                "autoinstall_known_extensions": False,
                "autoload_known_extensions": False,
            },
        )

    def __enter__(self) -> Staging:
        """Keep the database open until the end."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the database."""
        self._connection.close()

    def load(self, sheet: Sheet) -> list[tuple[int, str]]:
        """Load a table as ``source``: ``n`` and a text column ``c0``, ``c1``, ... each.

        Returns:
            Place and reason of each row that cannot be read at all.

        Raises:
            SnapshotInvalid: The file is no such table.
        """
        try:
            self.run(f"CREATE TABLE source AS {sheet.select or self._copied(sheet)}")
            rejects = self.rows(_REJECTS) if "store_rejects" in sheet.select else []
        except self._errors as error:
            first = str(error).partition("\n")[0]
            raise SnapshotInvalid(f"{sheet.name} cannot be read: {first}.") from None
        return sheet.broken(rejects)

    def columns(self, select: str) -> list[tuple[str, str]]:
        """Return name and type of what a query yields.

        Raises:
            SnapshotInvalid: The query cannot be run.
        """
        try:
            return [(row[0], row[1]) for row in self.rows(f"DESCRIBE {select}")]
        except self._errors as error:
            first = str(error).partition("\n")[0]
            raise SnapshotInvalid(f"The file cannot be read: {first}.") from None

    def run(self, statement: str, values: Sequence[Any] = ()) -> None:
        """Run a statement."""
        self._connection.execute(statement, values)

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""
        return self._connection.execute(query, values).fetchall()

    def stream(self, query: str) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a query, some thousand at a time."""
        found = self._connection.execute(query)
        while pack := found.fetchmany(_PACK):
            yield from pack

    def keep(self, table: str, pairs: Mapping[str, str | None]) -> None:
        """Make a table of two columns, ``raw`` and ``text``."""
        self.run(f"CREATE OR REPLACE TABLE {table} (raw VARCHAR, text VARCHAR)")
        values = [list(pairs), list(pairs.values())]
        self.run(f"INSERT INTO {table} SELECT unnest($1::VARCHAR[]), unnest($2::VARCHAR[])", values)

    def _copied(self, sheet: Sheet) -> str:
        """Write rows that come one by one to a file that DuckDB reads at once."""
        path = self.folder / "rows.csv"
        width = len(sheet.columns)
        with path.open("w", encoding="utf-8", newline="") as file:
            write = csv.writer(file, quoting=csv.QUOTE_ALL).writerow
            for number, cells in sheet.rows():
                write([number, *cells, *[""] * (width - len(cells))])
        types = ", ".join(f"'c{number}': 'VARCHAR'" for number in range(width))
        return (
            f"SELECT * FROM read_csv({sql_text(str(path))}, auto_detect=false, header=false, "
            f"columns={{'n': 'BIGINT', {types}}}, delim=',', quote='\"', escape='\"', nullstr='\x01')"
        )


_REJECTS: Final = (
    "SELECT CASE WHEN csv_line LIKE chr(10) || '%' AND error_type <> 'INVALID ENCODING' "
    "AND csv_line NOT LIKE '%' || chr(13) || '%' THEN line + 1 ELSE line END, "
    "error_type::VARCHAR, error_message FROM reject_errors ORDER BY 1"
)
