"""Then: the year that "then" stands for behind a value ("since 2000: it was 66.3 then, and 23.3 in 2024")."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.when import period_of

__all__ = ["date_then"]

_OF_VALUE: Final = frozenset({"num", "unit", "denom", "counted", "per", "of", "people", "preposition"})
_CLOSING: Final = frozenset({"and", "but", "to", "while"})


def date_then(chunks: Sequence[Chunk]) -> list[Chunk]:
    """Return a sentence with the one year that was named before "then" in its place.

    "that year" behind a year that the sentence opens with is that one. Only behind a value that has no year
    of its own, where a mark, a joining word or the end follows; before a verb "then" tells what comes next.
    """
    found = list(chunks)
    opened = _opened(found)
    for place, chunk in enumerate(found):
        if chunk.key not in _THEN or not _ends_value(found, place):
            continue
        years = [one for one in found[:place] if one.kind == "year"]
        if opened is not None and chunk.key.endswith("that year"):
            years = [opened]
        periods = {period_of(one) for one in years}
        if len(periods) == 1 and None not in periods:
            found[place] = replace(years[0], start=chunk.start, end=chunk.end, prep="in")
    return found


def _opened(chunks: Sequence[Chunk]) -> Chunk | None:
    """Return the year of "2018: ..." and "In 2018, when ...", which "that year" goes back to."""
    place = next((at for at, chunk in enumerate(chunks[:2]) if chunk.kind == "year"), None)
    if place is None or not all(chunk.kind == "preposition" for chunk in chunks[:place]):
        return None
    return chunks[place] if chunks[place + 1 : place + 2] and chunks[place + 1].key in (":", ",") else None


_THEN: Final = frozenset({"then", "at the time", "at that time", "back then", "in that year", "that year"})


def _ends_value(chunks: Sequence[Chunk], place: int) -> bool:
    at = place - 1
    while at > 0 and chunks[at].kind in _OF_VALUE and chunks[at].kind != "num":
        at -= 1
    valued = place > 0 and at >= 0 and chunks[at].kind == "num"
    after = chunks[place + 1 : place + 2]
    return valued and (not after or after[0].kind in ("punct", "contrast") or after[0].key in _CLOSING)
