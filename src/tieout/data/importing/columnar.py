"""Parquet: text columns as they are, numbers as the shortest text that gives them back."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tieout.data.importing.sheet import Sheet, sql_text, whole
from tieout.data.importing.staging import Staging

__all__ = ["open_parquet"]

_FLOATING: Final = ("DOUBLE", "FLOAT")


def open_parquet(path: Path, name: str, staging: Staging) -> Sheet:
    """Return the table of a Parquet file.

    Args:
        path: The file.
        name: What it is called in messages.
        staging: A database that can look into it.

    Raises:
        SnapshotInvalid: It is no Parquet file.
    """
    file = f"read_parquet({sql_text(str(path))}, file_row_number=true)"
    found = [(column, kind) for column, kind in staging.columns(f"SELECT * FROM {file}") if column != _NUMBER]
    cells = ", ".join(f"{_text(column, kind)} AS c{number}" for number, (column, kind) in enumerate(found))
    return Sheet(
        name=name,
        columns=whole(name, [column for column, _ in found]),
        select=f"SELECT {_NUMBER} + 1 AS n, {cells} FROM {file}",
    )


_NUMBER: Final = "file_row_number"


def _text(column: str, kind: str) -> str:
    """Return SQL for a cell as text; a whole number that is stored as a double loses its ``.0``."""
    quoted = '"' + column.replace('"', '""') + '"'
    text = f"CAST({quoted} AS VARCHAR)"
    return f"regexp_replace({text}, '\\.0$', '')" if kind in _FLOATING else text
