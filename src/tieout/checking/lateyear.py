"""The year of a value said after it: "it was 96,498 dollars, but for 2024", "though that is for 2024"."""

import re
from collections.abc import Sequence
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.when import period_of

__all__ = ["join_late_year"]

_OPENS: Final = frozenset({"but", "though", "although", "albeit"})
_WORDS: Final = re.compile(
    r"(?:(?:that|this|it|which|(?:the|that|this) (?:latest |last |newest )?"
    r"(?:figure|number|value|reading|one)) (?:is|was|dates|comes) |that 's |it 's |that's |it's )?"
    r"(?:for|in|from|as of|of)"
)
_LONGEST: Final = 8


def join_late_year(chunks: Sequence[Chunk]) -> list[Chunk]:
    """Return a sentence with such a year right behind the value that has none of its own.

    Only where nothing before it in that part of the sentence names a year, and a mark or the end follows.
    """
    found = list(chunks)
    for place, chunk in enumerate(found):
        if chunk.key not in _OPENS or not place:
            continue
        year = next(
            (at for at in range(place + 1, min(place + _LONGEST, len(found))) if found[at].kind == "year"), 0
        )
        between = " ".join(one.key for one in found[place + 1 : year])
        after = found[year + 1 : year + 2]
        if not year or period_of(found[year]) is None or not _WORDS.fullmatch(between):
            continue
        first = max((at + 1 for at in range(place) if found[at].key in _PARTS), default=0)
        part = found[first:place]
        dated = any(one.kind in _DATED for one in part)
        if dated or not any(one.kind == "num" for one in part) or (after and after[0].kind != "punct"):
            continue
        end = place - 1 if found[place - 1].key in _COMMAS else place
        return [*found[:end], found[year], *found[year + 1 :]]
    return found


_PARTS: Final = frozenset({";", ":", "(", "—", "–"})
_DATED: Final = frozenset({"year", "timeword", "yearclaim", "direction", "comparison", "multiple"})
"""What has years of its own, or needs two."""
_COMMAS: Final = frozenset({",", "—", "–"})
