"""Passages: the paragraphs, list items and headings of a document, in order."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Passage"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One block of a document, read by itself.

    Attributes:
        number: Its place in the document, from 1.
        text: Its text, without the marks of the format; a list keeps one item a line.
        line: The line of the file on which it begins, from 1; None where the format has no lines.
        row: Of a cell of a table, what its row begins with; empty elsewhere, and in a table of merged cells.
        column: Of a cell of a table, what its column begins with; empty as above.
    """

    number: int
    text: str
    line: int | None = None
    row: str = ""
    column: str = ""
