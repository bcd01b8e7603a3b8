"""Former levels: "half its 2018 level", "the 8.2% of 2007", and growth that stands beside a fall."""

from collections.abc import Sequence, Set
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.mention import Bound, NumberKind
from tieout.checking.settle import LEVELS, names_level

__all__ = ["find_marks", "find_points", "is_told_of", "read_levels"]

_OWNING: Final = frozenset({"the", "its", "their"})


def read_levels(chunks: Sequence[Chunk], kinds: Set[str]) -> None:
    """Read former levels, growth beside a fall, and steps from year to year, where their words are said."""
    if "num" in kinds or "multiple" in kinds:
        find_levels(chunks)
    if "direction" in kinds:
        find_growth(chunks)
    if "comparison" in kinds:
        find_steps(chunks)


def find_levels(chunks: Sequence[Chunk]) -> None:
    """Read "half its 2018 level", "47% of the 54.9 billion of 2018" as "half as much as in 2018"."""
    for place, chunk in enumerate(chunks[:-2]):
        mention, after = chunk.mention, chunks[place + 1]
        part = mention is not None and mention.kind in _PARTS and chunk.kind in ("num", "multiple")
        if not part or after.key not in ("of", "its", "the", "their"):
            continue
        told = place + (3 if after.key == "of" and chunks[place + 2].key in _OWNING else 2)
        if names_level(chunks, place + 1) or is_told_of(chunks, told):
            after.kind, after.readings = "comparison", {"comparison": "same"}
            after.key = "as much as"
            for one in chunks[place + 2 : place + 5]:
                if one.key in LEVELS:
                    one.kind = "neutral"
                    break


_PARTS: Final = frozenset({NumberKind.PERCENT, NumberKind.FRACTION, NumberKind.MULTIPLE, NumberKind.RATIO})


def find_growth(chunks: Sequence[Chunk]) -> None:
    """Read "growth of 11.3%" beside "shrank" or "a contraction" as what they are: a word of direction."""
    ways = [str(chunk.readings["direction"])[:2] for chunk in chunks if chunk.kind == "direction"]
    if not {"up", "do"} & set(ways):
        return
    for place, chunk in enumerate(chunks[:-2]):
        mention = chunks[place + 2].mention
        sized = mention is not None and mention.kind is NumberKind.PERCENT
        named = chunk.key == "growth" and chunk.kind == "ind" and chunks[place + 1].key == "of"
        if named and sized:
            chunk.kind, chunk.readings = "direction", {**chunk.readings, "direction": "up level"}


def find_points(chunks: Sequence[Chunk]) -> None:
    """Read "5.7 points", "half a point" and "one point" as percentage points."""
    for place, chunk in enumerate(chunks[:-1]):
        mention, after = chunk.mention, chunks[place + 1]
        if mention is None or chunk.kind not in ("num", "neutral") or not mention.is_quantity:
            continue
        of_one = mention.kind is NumberKind.FRACTION and after.key == "a" and place + 2 < len(chunks)
        point = chunks[place + 2] if of_one else after
        if (of_one or mention.kind is NumberKind.PLAIN) and point.key in _POINTS:
            step = Fraction(1, 10) if of_one else mention.step
            chunk.kind, chunk.mention = "num", replace(mention, kind=NumberKind.POINTS, step=step)
            after.kind = point.kind = "neutral"


_POINTS: Final = frozenset({"point", "points"})


def find_marks(chunks: Sequence[Chunk]) -> None:
    """Read "crossed the 50% line" as "crossed 50%", and "the 50% mark was passed" the other way about."""
    for place, chunk in enumerate(chunks[:-1]):
        if chunk.kind != "num" or chunks[place + 1].key not in _MARKS:
            continue
        chunks[place + 1].kind = "neutral"
        after = [one for one in chunks[place + 2 : place + 5] if one.key not in _COPULAS]
        passed = after[0] if after and after[0].key in _PASSED else None
        if passed is not None and chunk.bound in (Bound.NONE, Bound.ABOUT):
            chunk.bound = _PASSED[passed.key]
            passed.kind = "bound"


_MARKS: Final = frozenset({"line", "mark", "threshold", "barrier", "milestone"})
_COPULAS: Final = frozenset({"was", "is", "were", "had been", "has been", "first", "only"})
_PASSED: Final = {
    "passed": Bound.MORE,
    "crossed": Bound.MORE,
    "exceeded": Bound.MORE,
    "surpassed": Bound.MORE,
    "topped": Bound.MORE,
    "breached": Bound.MORE,
    "broken": Bound.MORE,
    "overtaken": Bound.MORE,
    "reached": Bound.AT_LEAST,
}


def find_steps(chunks: Sequence[Chunk]) -> None:
    """Read "in each year it was lower than the year before" as a fall in each year."""
    if not any(str(chunk.readings.get("timeword")).startswith("every") for chunk in chunks):
        return
    for place, chunk in enumerate(chunks[:-1]):
        way = _WAYS.get(str(chunk.readings.get("comparison"))) if chunk.kind == "comparison" else None
        after = [one for one in chunks[place + 1 : place + 4] if one.key not in _THAN]
        back = after and after[0].kind == "timeword" and after[0].readings["timeword"] == "-1"
        if way is not None and back:
            chunk.kind, chunk.readings = "direction", {"direction": way}
            for one in chunks[place + 1 : place + 4]:
                if one.key in _THAN or one is after[0]:
                    one.kind = "neutral"


_WAYS: Final = {"more": "up any", "less": "down any"}
_THAN: Final = frozenset({"than", "in", "that of", "it was", "what it was"})


def is_told_of(chunks: Sequence[Chunk], place: int) -> bool:
    """True for "the 8.2% of 2007", "the 65.0 recorded in 2005": a value of its year, not a bound."""
    if place >= len(chunks) or chunks[place].mention is None:
        return False
    at = place + 1
    while at < len(chunks) and chunks[at].mention is None and _COUNTING & chunks[at].readings.keys():
        at += 1
    said = [chunk.key for chunk in chunks[at : at + 2]]
    told = said[:1] == ["of"] or (said[:1] and said[0] in _RECORDED and said[1:] in (["in"], ["for"]))
    at += 1 if said[:1] == ["of"] else 2
    year = chunks[at].mention if told and at < len(chunks) else None
    return year is not None and year.is_period


_COUNTING: Final = frozenset({"unit", "counted", "denom", "currency"})
_RECORDED: Final = frozenset("recorded seen registered reported measured posted reached observed".split())
