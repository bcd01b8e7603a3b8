"""Numerals: what a number is in its sentence: a value, a year, a place in an order, the code of a thing.

"The 2024 population" names a year, "2024 hospital beds" a quantity; "it was 2019" claims the year.
"""

import re
from collections.abc import Sequence
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.mention import Mention, NumberKind

__all__ = ["kind_of_number"]

_COPULAS: Final = frozenset({"was", "is", "were", "are", "be"})
_YEAR_BEFORE: Final = frozenset(
    {
        "the",
        "'s",
        "s",
        "its",
        "their",
        "a",
        "no",
        "any",
        "for",
        "in",
        "and",
        "from",
        "between",
        "to",
        "of",
        "by",
        "since",
        "this",
    }
)


def kind_of_number(chunks: Sequence[Chunk], place: int) -> str:
    """Return the kind of a chunk that is a number: num, year, ordinal, per, multiple ..."""
    mention = chunks[place].mention
    if mention is None:
        return "unknown"
    if mention.kind is NumberKind.MULTIPLE and _of_place(chunks, place):
        return "num"
    return _kind_of_mention(chunks, place, mention)


def _kind_of_mention(chunks: Sequence[Chunk], place: int, mention: Mention) -> str:
    chunk = chunks[place]
    plain = _KINDS.get(mention.kind)
    if plain is not None:
        return plain
    if mention.kind is NumberKind.IDENTIFIER:
        # A base year may be said of a unit; any other code must be a word of the indicator ("CO2").
        base = len(chunk.key) == 4 and chunk.key.isdigit()
        return "ident" if base else "label" if "label" in chunk.readings else "unknown"
    if mention.kind is NumberKind.YEAR:
        return _year_kind(chunks, place)
    if mention.kind is NumberKind.MULTIPLE and (
        "multiple" in chunk.readings or "direction" in chunk.readings
    ):
        return "multiple"
    if mention.is_period:
        dated = mention.kind in (NumberKind.MONTH, NumberKind.QUARTER)
        return "yearclaim" if dated and _claimed(chunks, place) else "year"
    if mention.words and chunk.key in ("one", "half", "quarter", "second") and "neutral" in chunk.readings:
        bare = mention.kind is NumberKind.PLAIN and not _noun_follows(chunks, place)
        return "neutral" if bare and not (place and "bound" in chunks[place - 1].readings) else "num"
    return "num"


_TO_PLACE: Final = frozenset({"the", "that of", "that", "of"})
_TWICE: Final = frozenset({"double", "triple", "treble", "quadruple"})


def _of_place(chunks: Sequence[Chunk], place: int) -> bool:
    """True for "double Poland's", "triple that of Peru": so many times what another place has."""
    named = [chunk for chunk in chunks[place + 1 : place + 5] if chunk.key not in _TO_PLACE]
    return (
        chunks[place].key in _TWICE
        and bool(named)
        and ("area" in named[0].readings or "adjective" in named[0].readings)
    )


_KINDS: Final = {
    NumberKind.UNREADABLE: "unreadable",
    NumberKind.ORDINAL: "ordinal",
    NumberKind.PER_N: "per",
}


def _claimed(chunks: Sequence[Chunk], place: int) -> bool:
    return place > 0 and chunks[place - 1].key in _COPULAS and not _latest(chunks, place)


def _year_kind(chunks: Sequence[Chunk], place: int) -> str:
    if _claimed(chunks, place):
        return "yearclaim"
    if place + 1 < len(chunks) and _prices(chunks[place + 1]):
        return "ident"
    return "num" if _counts(chunks, place) else "year"


def _latest(chunks: Sequence[Chunk], place: int) -> bool:
    """True for "the latest available year is 2024, when ...": the year is that of the claim."""
    before = chunks[max(0, place - 4) : place]
    nearest = any(_NEAREST.match(chunk.key) for chunk in before)
    return nearest or any(chunk.readings.get("timeword") == "latest" for chunk in before)


_NEAREST: Final = re.compile(r"(?:nearest|closest)\b.* year")


def _prices(chunk: Chunk) -> bool:
    return chunk.readings.get("basis") in ("prices", "ppp") or "currency" in chunk.readings


def _counts(chunks: Sequence[Chunk], place: int) -> bool:
    """True where a year-shaped number stands before the noun that it counts ("had 2017 hospital beds")."""
    if not _noun_follows(chunks, place) or place == 0:
        return False
    before = chunks[place - 1]
    return (
        before.key not in _YEAR_BEFORE
        and before.kind not in ("area", "punct")
        and "area" not in before.readings
    )


def _noun_follows(chunks: Sequence[Chunk], place: int) -> bool:
    if place + 1 >= len(chunks):
        return False
    readings = chunks[place + 1].readings
    return any(kind in readings for kind in ("counted", "ind", "unit", "people", "setnoun", "label"))
