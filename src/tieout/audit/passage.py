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
    """

    number: int
    text: str
    line: int | None = None
