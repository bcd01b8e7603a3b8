"""A table as it lies in its file: named columns, and rows of texts with their places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tieout.errors import SnapshotInvalid

__all__ = ["Row", "Sheet", "same_place", "sql_text", "whole"]

Row = tuple[int, Sequence[str | None]]
"""The place of a row in its file, and its cells."""


def same_place(numbers: Iterable[int]) -> Mapping[int, int]:
    """Return each number as its own place, for files whose rows are numbered as they are read."""
    return {number: number for number in numbers}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A table that can be loaded.

    Attributes:
        name: The file and, in a workbook, the sheet, for messages.
        columns: Names of the columns.
        word: What a place is called: ``line`` or ``row``.
        select: SQL of DuckDB that yields number and cells of each row, or empty where ``rows`` does.
        rows: Yields the rows; each number is the place.
        places: The places of row numbers, where the numbers are not that already.
        broken: Rows of the file that could not be read, place and reason, known once it is loaded.
    """

    name: str
    columns: tuple[str, ...]
    word: str = "row"
    select: str = ""
    rows: Callable[[], Iterable[Row]] = tuple
    places: Callable[[Iterable[int]], Mapping[int, int]] = same_place
    broken: Callable[[Sequence[tuple[int, str, str]]], list[tuple[int, str]]] = lambda rejects: []


def sql_text(text: str) -> str:
    """Return a text as a literal of SQL.

    Examples:
        >>> sql_text("it's")
        "'it''s'"
    """
    return "'" + text.replace("'", "''") + "'"


def whole(name: str, columns: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the columns, trimmed.

    Raises:
        SnapshotInvalid: There is none, or a name stands there twice.
    """
    names = tuple(column.strip() for column in columns)
    if not any(names):
        raise SnapshotInvalid(f"{name} has no header with the names of its columns.")
    for column in names:
        if column and names.count(column) > 1:
            raise SnapshotInvalid(f"{name} has two columns {column!r}; rename one.")
    return names
