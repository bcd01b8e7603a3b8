"""Bounds: which side of a number a word before it says, and where such a word says something else.

"Below 40%" bounds. "Below the 40% of 2015" compares with a value told again, which must be that value: a
number that is said to be of a year, an area or an occasion is never a bound. "69% in 2011, up to 80% in 2012"
says what it rose to. And behind a word of direction "below 40%" is a level that is crossed, no size.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.mention import Bound, NumberKind
from tieout.checking.settle import LEVELS

__all__ = ["bind_bounds", "kind_of_bound", "lend_bounds", "number_follows"]

_BOUNDS: Final = {
    ">": Bound.MORE,
    ">=": Bound.AT_LEAST,
    "<": Bound.LESS,
    "<=": Bound.AT_MOST,
    "nearly": Bound.NEARLY,
    "justover": Bound.JUST_OVER,
    "about": Bound.ABOUT,
    "exact": Bound.NONE,
    "=": Bound.NONE,
}
_WEAK: Final = frozenset({Bound.NONE, Bound.ABOUT})
_SIDES: Final = {Bound.MORE: "more", Bound.LESS: "less"}
_SKIPPED: Final = frozenset(
    {"a", "an", "the", "some", "of", "its", "just", "only", "as", "at", "by", "to", "was", "were", "is"}
)
_DEFINITE: Final = frozenset({"the", "its", "their", "this", "that", "these", "those"})
_CROSSING: Final = frozenset(
    "below beneath under underneath above over past beyond lower higher smaller larger".split()
)
_MARKS: Final = frozenset(
    "mark marks threshold thresholds line lines barrier milestone target ceiling floor limit cap "
    "cutoff".split()
)
_UNITS: Final = ("unit", "counted", "people", "of", "denominator", "ind", "label", "currency", "basis")
_SIZED: Final = frozenset(
    {NumberKind.MULTIPLE, NumberKind.RATIO, NumberKind.FRACTION, NumberKind.POINTS, NumberKind.BASIS_POINTS}
)
"""Numbers that say how much more, and are no value told again."""
_COMPARING: Final = frozenset({"comparison", "direction", "gapword", "multiple"})
_OPENING: Final = frozenset({",", "(", ";", "–", "—"})


def kind_of_bound(chunks: Sequence[Chunk], place: int) -> str:
    """Return what a word of bound before a number is: a bound, a comparison, a word that goes to a value.

    Returns:
        ``bound``; ``comparison`` where the number is a value told again; ``direction`` or ``preposition`` for
        "up to"; ``unknown`` where the word would bound a value that is told, and says no side of it.
    """
    chunk = chunks[place]
    if chunk.key == "up to":
        return _up_to(chunks, place)
    side = _BOUNDS[chunk.readings["bound"].strip()]
    if side in _WEAK or not _tells_again(chunks, place):
        return "bound"
    said = chunk.readings.get("comparison") or _SIDES.get(side)
    if said is None:
        return "unknown"
    chunk.readings = {**chunk.readings, "comparison": said}
    return "comparison"


def _up_to(chunks: Sequence[Chunk], place: int) -> str:
    """Read "up to 80%" as a rise to it; alone it says nothing of one published value."""
    ways = [str(chunk.readings["direction"]) for chunk in chunks[:place] if chunk.kind == "direction"]
    if ways:
        return "unknown" if ways[-1].startswith("down") else "preposition"
    before = chunks[place - 1].key if place else ""
    told = _dated(chunks[:place]) and _dated(chunks[place + 1 : place + 8])
    if told and before in {*_OPENING, "and", "then"}:
        chunks[place].readings = {**chunks[place].readings, "direction": "up any"}
        return "direction"
    return "unknown"


def _dated(part: Sequence[Chunk]) -> bool:
    """True where a value and a year, or a year told by another, are said."""
    timed = any(
        (chunk.mention is not None and chunk.mention.is_period) or "timeword" in chunk.readings
        for chunk in part
    )
    return timed and any(chunk.mention is not None and chunk.mention.is_quantity for chunk in part)


def _tells_again(chunks: Sequence[Chunk], place: int) -> bool:
    """True for "less than the 52,442 of 2015", and ", less than 52,442 in 2015" behind another value."""
    at = _number_at(chunks, place)
    if at is None:
        return False
    after = _past_unit(chunks, at)
    if any(chunk.key in _DEFINITE for chunk in chunks[place + 1 : at]):
        return not (chunks[after : after + 1] and _is_mark(chunks[after])) and not _counts_set(chunks, at)
    if "comparison" not in chunks[place].readings or not _is_beside(chunks, place):
        return False
    rest = chunks[after:]
    last = not any(one.mention is not None and one.mention.is_quantity for one in rest)
    return last and bool(rest) and _is_occasion(rest)


def _number_at(chunks: Sequence[Chunk], place: int) -> int | None:
    for at, chunk in enumerate(chunks[place + 1 : place + 4], place + 1):
        if chunk.mention is not None:
            return at if chunk.mention.is_quantity and chunk.mention.kind not in _SIZED else None
    return None


def _past_unit(chunks: Sequence[Chunk], at: int) -> int:
    """Return the place behind a number and its unit."""
    at += 1
    while at < len(chunks):
        chunk = chunks[at]
        per = chunk.mention is not None and chunk.mention.kind is NumberKind.PER_N
        if not per and (chunk.mention is not None or not any(kind in chunk.readings for kind in _UNITS)):
            break
        at += 1
    return at


def _is_mark(chunk: Chunk) -> bool:
    return chunk.key.rpartition(" ")[2] in _MARKS


def _counts_set(chunks: Sequence[Chunk], at: int) -> bool:
    """True for "more than the five countries", "above the other two": the number is the size of a set."""
    after = chunks[at + 1 : at + 3]
    return any("setnoun" in one.readings or "setmember" in one.readings for one in after)


def _is_beside(chunks: Sequence[Chunk], place: int) -> bool:
    """True right behind a mark that a value stands before, and in a sentence that opens with "At 23,379"."""
    before = chunks[place - 1].key if place else ""
    valued = any(one.mention is not None and one.mention.is_quantity for one in chunks[:place])
    return valued and (before in _OPENING or chunks[0].key == "at")


def _is_occasion(rest: Sequence[Chunk]) -> bool:
    """True where "in 2015", "of Kenya", "a year earlier" or "recorded in 2015" comes next."""
    for chunk in rest[:4]:
        if chunk.mention is not None:
            return chunk.mention.is_period
        if "area" in chunk.readings or str(chunk.readings.get("timeword", ""))[:1] in ("+", "-"):
            return True
        if chunk.key in (",", "and", "but") or not _COMPARING.isdisjoint(chunk.readings):
            return False
    return False


def number_follows(chunks: Sequence[Chunk], place: int) -> bool:
    """Return True where a number comes next, past articles and further bounds."""
    for at, after in enumerate(chunks[place + 1 : place + 4], place + 1):
        if after.mention is not None and after.mention.is_period and _names_value(chunks[at + 1 : at + 2]):
            return False  # "above its 2019 level": a value of that year
        if after.mention is not None and any("setmember" in one.readings for one in chunks[at + 1 : at + 2]):
            return False  # "below the six-country average": a mean, and no bound of six
        if after.mention is not None:
            return after.mention.is_quantity or (
                after.mention.kind is NumberKind.YEAR
                and "bound" in chunks[place].readings
                and (
                    chunks[place].key
                    not in ("over", "past", "by", "about", "around", "under", "up to", "some")
                )
            )
        if "multiple" in after.readings or ("bound" in after.readings and after.kind != "punct"):
            return True
        if after.key not in _SKIPPED:
            return False
    return False


def _names_value(after: Sequence[Chunk]) -> bool:
    return any(one.key in LEVELS for one in after)


def bind_bounds(chunks: Sequence[Chunk]) -> None:
    """Give each bound to the number or multiple that it stands before."""
    for place, chunk in enumerate(chunks):
        if chunk.kind != "bound":
            continue
        bound = _BOUNDS[chunk.readings["bound"].strip()]
        exact = chunk.readings["bound"] == "="
        for after in _near(chunks, place + 1, 1 if exact else 4):
            if after.kind in _SIZES or (after.kind == "year" and not exact):
                _bind(chunk, after, bound)
                if after.kind == "setsize" and after is chunks[place + 1] and bound not in _WEAK:
                    chunk.kind = "unknown"  # "the fewer than six countries", not "over the six countries"
                if exact and after.mention is not None:
                    # "exactly" is true of the very value only, not of one that rounds to it.
                    after.mention = replace(after.mention, step=_FINEST)
                break
        else:
            # A bound on nothing says something that nobody checks.
            weak = bound in _WEAK and not exact
            ends = place + 1 == len(chunks) or chunks[place + 1].kind == "punct"
            chunk.kind = "neutral" if weak and not ends else "unknown"


def _near(chunks: Sequence[Chunk], first: int, count: int) -> Iterator[Chunk]:
    """Yield the chunks that a bound may reach: none past a place ("not higher than in Uganda (42.1%)")."""
    for chunk in chunks[first : first + count]:
        if chunk.kind in ("area", "setnoun"):
            return
        yield chunk


def lend_bounds(chunks: Sequence[Chunk]) -> None:
    """Give each number the bound that is written on it ("~", "+"), where no word gives it one."""
    for chunk in chunks:
        if chunk.mention is not None and chunk.bound is Bound.NONE:
            chunk.bound = chunk.mention.bound


_SIZES: Final = frozenset({"num", "multiple", "count", "countsize", "setsize", "topn"})
_FINEST: Final = Fraction(1, 10**15)
"""Below the last digit of any value of the data."""


def _bind(word: Chunk, number: Chunk, bound: Bound) -> None:
    if number.bound in _WEAK:
        number.bound = bound
    elif bound not in _WEAK and number.bound is not bound:
        word.kind = "unknown"
    if word.key.split()[0] in ("well", "comfortably", "far"):
        number.readings = {**number.readings, "far": True}
    if bound in _WEAK:
        return
    level = next((part for part in word.key.split() if part in _CROSSING), None)
    if level is not None:
        number.readings = {**number.readings, "level": level}
