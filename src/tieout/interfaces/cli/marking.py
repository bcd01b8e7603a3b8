"""Marks in a text: ticks after what tied out, colour and carets under what did not.

Everything here works on plain values and returns text with styles; nothing is printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from unicodedata import category

from rich.cells import cell_len
from rich.text import Text

if TYPE_CHECKING:
    from tieout.checking.verdict import Problem, Tie

__all__ = ["TICK", "Line", "caret_lines", "ticked", "visible"]

TICK = "✓"

_WRONG = "bold red underline"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a wrapped text: code points ``start`` to ``end`` of it."""

    start: int
    end: int


def ticked(answer: str, ties: Sequence[Tie], *, tick: str = TICK) -> Text:
    """Return the answer with a tick after every stretch that rests on facts."""
    text = Text()
    at = 0
    for end in sorted({tie.end for tie in ties if tie.facts}):
        text.append(visible(answer[at:end]))
        text.append(f" {tick}", style="bold green")
        at = end
    text.append(visible(answer[at:]))
    return text


def caret_lines(
    draft: str, problems: Sequence[Problem], width: int, *, only_marked: bool = False
) -> Iterator[Text]:
    """Yield the draft wrapped to ``width`` columns, each line with a line of carets where something is wrong.

    The carets of a problem end with its number, counted from 1 in the order of ``problems``.

    Args:
        draft: The text.
        problems: What is wrong with it.
        width: Columns of a line.
        only_marked: Leave out the lines in which nothing is wrong.
    """
    shown = visible(draft)
    for line in _wrapped(shown, width):
        below = _carets(shown, line, problems)
        if only_marked and not below:
            continue
        text = Text(shown[line.start : line.end])
        for problem in problems:
            start, end = _overlap(problem, line)
            if start < end:
                text.stylize(_WRONG, start - line.start, end - line.start)
        yield text
        if below:
            yield Text(below, style="red")


def visible(text: str) -> str:
    """Return the text with every control and formatting character replaced by a visible sign, one for one.

    What a model wrote must not move the cursor, colour the screen or hide itself; offsets stay as they were.
    """
    return "".join(character if _harmless(character) else "�" for character in text)


def _harmless(character: str) -> bool:
    return character.isprintable() or character == "\n" or category(character) == "Zs"


def _overlap(problem: Problem, line: Line) -> tuple[int, int]:
    return max(problem.start, line.start), min(problem.end, line.end)


def _carets(text: str, line: Line, problems: Sequence[Problem]) -> str:
    below = ""
    spans = [(*_overlap(problem, line), number) for number, problem in enumerate(problems, start=1)]
    for start, end, number in sorted(span for span in spans if span[0] < span[1]):
        column = cell_len(text[line.start : start])
        length = max(1, cell_len(text[start:end]))
        mark = "^" * length + (str(number) if len(problems) > 1 else "")
        # where two problems overlap, the first keeps its carets and the other only adds its number
        below = f"{below.ljust(column)}{mark}" if len(below) <= column else f"{below},{number}"
    return below


def _wrapped(text: str, width: int) -> Iterator[Line]:
    """Yield lines of at most ``width`` columns, broken at spaces where there are any."""
    start = 0
    for paragraph in text.split("\n"):
        stop = start + len(paragraph)
        while start < stop and cell_len(text[start : min(stop, start + width + 1)]) > width:
            cut = _fitting(text, start, width)
            space = text.rfind(" ", start + 1, cut + 1)
            end = space if space > start else cut
            yield Line(start, end)
            start = end + 1 if space > start else end
        yield Line(start, stop)
        start = stop + 1


def _fitting(text: str, start: int, width: int) -> int:
    """Return the end of the longest stretch from ``start`` that fits, at least one character."""
    end, left = start + 1, width - cell_len(text[start])
    while end < len(text) and cell_len(text[end]) <= left:
        left -= cell_len(text[end])
        end += 1
    return end
