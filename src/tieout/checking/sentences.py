"""Where the sentences, list items and headings of an answer begin and end.

Offsets are those of the answer. List markers ("- ", "1. ", "## ") belong to no sentence.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

_LINE = re.compile(r"[^\n]+")
_BULLET = re.compile(r"[ \t]*(?:[-*•‣◦▪·–—]|\(?[a-z]\)|#{1,6})[ \t]+|[ \t]*>[ \t]?")
_NUMBERED = re.compile(r"[ \t]*(\d{1,2})[.)][ \t]+(?=\S)")
_END = re.compile(r"(?<![.!?…])[.!?…]+[\"')\]*_]*(?=\s)|[;](?=\s*\([a-z]\))")
_NEXT = re.compile(r"\s+()[\"'(\[*_]*(.)", re.DOTALL)
_LAST_WORD = re.compile(r"[^\s(\[\"'*_]*\Z")
_ABBREVIATIONS = frozenset(
    "st dr mr mrs ms prof gen sen rep no nos vol fig approx incl excl est ca cf vs e.g i.e jan feb mar apr"
    " jun jul aug sep sept oct nov dec p pp rs art sec ch".split()
)
# These may also end a sentence; the next word decides.
_MAY_END = frozenset({"u.s", "u.k", "u.n", "e.u", "u.a.e", "d.c", "a.m", "p.m", "etc", "inc", "ltd", "co"})


class SentenceKind(StrEnum):
    """What a stretch of an answer is."""

    SENTENCE = "sentence"
    ITEM = "item"
    """The first sentence of a list item."""
    HEADING = "heading"
    """A line before list items that does not end in a stop, or one marked with #."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One sentence, item or heading.

    Attributes:
        start: First code point in the answer, after any list marker.
        end: Code point after the last, with the closing stop.
        kind: What it is.
    """

    start: int
    end: int
    kind: SentenceKind


def list_markers(folded: str) -> frozenset[int]:
    r"""Return where the digits of numbered list markers start.

    A single "7. In 2020 ..." is an answer and no list: at least two lines must be numbered in order.

    Examples:
        >>> sorted(list_markers("1. Uruguay: $25,216\n2. Chile: $17,995"))
        [0, 20]
        >>> list_markers("12. That is how many there were.")
        frozenset()
    """
    if "\n" not in folded:
        return frozenset()
    found = [
        (int(match[1]), match.start(1))
        for line in _LINE.finditer(folded)
        if (match := _NUMBERED.match(folded, line.start(), line.end())) and match[1].isascii()
    ]
    marked: set[int] = set()
    for (number, start), (following, after) in pairwise(found):
        if following == number + 1:
            marked |= {start, after}
    return frozenset(marked)


def split_sentences(folded: str) -> tuple[Sentence, ...]:
    """Return the sentences of a folded text in order.

    A stop ends a sentence when a capital letter, a digit or a sign follows and the word before it is no
    abbreviation ("St. Lucia", "no. 3"); "U.S." ends one only before a word that can start one. Decimals
    never do. A line always ends one.

    Examples:
        >>> text = "U.S. GDP was $20.7 trillion. No. It fell in St. Lucia."
        >>> [text[part.start : part.end] for part in split_sentences(text)]
        ['U.S. GDP was $20.7 trillion.', 'No.', 'It fell in St. Lucia.']
    """
    markers = list_markers(folded)
    lines: list[tuple[int, int, bool, bool]] = []
    for line in _LINE.finditer(folded):
        start, item, heading = _after_marker(folded, line.start(), line.end(), markers)
        end = start + len(folded[start : line.end()].rstrip())
        if end > start:
            lines.append((start, end, item, heading))
    sentences: list[Sentence] = []
    for number, (start, end, item, heading) in enumerate(lines):
        before_items = number + 1 < len(lines) and lines[number + 1][2]
        pieces = _split_line(folded, start, end)
        for piece_number, (first, last) in enumerate(pieces):
            kind = SentenceKind.ITEM if item and piece_number == 0 else SentenceKind.SENTENCE
            is_last = piece_number == len(pieces) - 1
            if heading or (before_items and is_last and _is_title(folded[first:last], item=item)):
                kind = SentenceKind.HEADING
            sentences.append(Sentence(start=first, end=last, kind=kind))
    return tuple(sentences)


def _is_title(text: str, *, item: bool) -> bool:
    """True for what stands over a list: it ends in a colon or, if it is no item itself, in no stop at all."""
    end = text.rstrip("*_ ")[-1:]
    return end == ":" or (not item and end not in ".!?…;,")


def _after_marker(folded: str, start: int, end: int, markers: frozenset[int]) -> tuple[int, bool, bool]:
    """Return where the text of a line starts, whether it is an item, whether it is a heading."""
    numbered = _NUMBERED.match(folded, start, end)
    if numbered and numbered.start(1) in markers:
        return numbered.end(), True, False
    bullet = _BULLET.match(folded, start, end)
    if bullet is None:
        return start + len(folded[start:end]) - len(folded[start:end].lstrip()), False, False
    marker = bullet[0].strip()
    return bullet.end(), marker[:1] not in {"#", ">"}, marker[:1] == "#"


def _split_line(folded: str, start: int, end: int) -> list[tuple[int, int]]:
    pieces: list[tuple[int, int]] = []
    first = start
    for stop in _END.finditer(folded, start, end):
        following = _NEXT.match(folded, stop.end(), end)
        if following is None or not _ends(folded, first, stop, following):
            continue
        pieces.append((first, stop.end()))
        first = following.start(1)
    return [*pieces, (first, end)]


def _ends(folded: str, first: int, stop: re.Match[str], following: re.Match[str]) -> bool:
    character = following[2]
    if character.islower():
        return False
    if not stop[0].startswith(".") or stop[0].startswith(".."):
        return True
    word = _LAST_WORD.search(folded, max(first, stop.start() - 24), stop.start())
    last = word[0].lower() if word else ""
    if last == "no" and (word is None or word.start() == first):
        return True
    if last in _MAY_END:
        return _can_start(folded, following)
    if last in _ABBREVIATIONS:
        return last == "no" and not character.isdigit()
    possessive = word is not None and folded[max(0, word.start() - 1)] == "'"
    return possessive or not (len(last) == 1 and last.isalpha() and last != "i")


_STARTERS = frozenset(
    "the a an in it its this that these those there by from at on over for between since after before and"
    " but so both however while only no yes of as to with among all most about more less nearly almost"
    " during their they".split()
)


def _can_start(folded: str, following: re.Match[str]) -> bool:
    """Tell "in the U.S. It fell" from "the U.S. Gross domestic product" by the word that follows."""
    rest = re.match(r"[^\W\d_]+", folded[following.start(2) : following.start(2) + 24])
    return rest is not None and rest[0].lower() in _STARTERS
