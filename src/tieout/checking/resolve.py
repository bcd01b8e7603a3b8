"""Resolving: each chunk gets the one kind it has in its sentence, from the chunks beside it.

Ambiguity is local in this language. "above 40%" bounds, "above Kenya" compares; "the 2024 population"
names a year, "2024
hospital beds" a quantity; "31% of the population" names a denominator, "the population was" an indicator.
Nothing here
looks at the evidence but for what a phrase may name.
"""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.denominators import find_denominators
from tieout.checking.levels import find_growth, find_levels, is_told_of
from tieout.checking.mention import Bound, NumberKind
from tieout.checking.numeral import kind_of_number
from tieout.checking.settle import LEVELS, first_of, leads_set, settle
from tieout.checking.sizes import find_sets

__all__ = ["resolve"]

BOUNDS: Final = {
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
_SKIPPED: Final = frozenset(
    {"a", "an", "the", "some", "of", "its", "just", "only", "as", "at", "by", "to", "was", "were", "is"}
)


def resolve(chunks: Sequence[Chunk]) -> None:
    """Set kind, bound and preposition of every chunk of a sentence, in place."""
    for place, chunk in enumerate(chunks):
        if chunk.kind != "punct":
            chunk.kind = _kind(chunks, place)
    kinds = {chunk.kind for chunk in chunks}
    if "world" in kinds:
        _find_world(chunks)
    if "setnoun" in kinds:
        _find_scopes(chunks)
    if "num" in kinds:
        _find_points(chunks)
    if "negation" in kinds:
        _find_gaps(chunks)
    if "num" in kinds or "multiple" in kinds:
        find_levels(chunks)
    if "direction" in kinds:
        find_growth(chunks)
    find_sets(chunks)
    if "bound" in kinds:
        _bind_bounds(chunks)
    _lend_bounds(chunks)
    if "denial" in kinds:
        _deny(chunks)
    _set_prepositions(chunks)
    find_denominators(chunks)


def _find_world(chunks: Sequence[Chunk]) -> None:
    """Read "8.1 billion in the world" as of the world itself, where nothing is picked out of a set."""
    worlds = [chunk for chunk in chunks if chunk.kind == "world" and chunk.key in _PLACES]
    if worlds and not any(chunk.kind in _PICKED for chunk in chunks):
        for chunk in worlds:
            chunk.kind, chunk.readings["area"] = "area", ("WLD",)


_PLACES: Final = frozenset({"in the world", "in the whole world", "worldwide", "globally"})
_PICKED: Final = frozenset(
    "superlative ranking ordinal quantifier only peak record setnoun setmember negation count shared cannot "
    "gap without".split()
)


def _find_scopes(chunks: Sequence[Chunk]) -> None:
    """Read "three of the six countries compared with a rate above 30%" as of those that have it."""
    for before, chunk in itertools.pairwise(chunks):
        if chunk.key == "compared with" and before.kind == "setnoun":
            chunk.kind = "neutral"


def _find_points(chunks: Sequence[Chunk]) -> None:
    """Read "a gap of 5.7 points" as percentage points; no other points are spoken of."""
    for place, chunk in enumerate(chunks[:-1]):
        mention, after = chunk.mention, chunks[place + 1]
        if (
            chunk.kind == "num"
            and mention is not None
            and mention.kind is NumberKind.PLAIN
            and after.key in _POINTS
        ):
            chunk.mention = replace(mention, kind=NumberKind.POINTS)
            after.kind = "neutral"


_POINTS: Final = frozenset({"point", "points"})


def _find_gaps(chunks: Sequence[Chunk]) -> None:
    """Mark "no 2025 figure", "no GDP figures", where the year or the name stands between."""
    for place, chunk in enumerate(chunks):
        if chunk.kind == "negation" and chunk.key == "no":
            after = [one for one in chunks[place + 1 : place + 4] if one.kind not in ("area", "neutral")]
            named = [one for one in after if one.kind not in _NAMING]
            if after and after[0].kind in _NAMING and named and named[0].kind in ("generic", "source"):
                chunk.kind, chunk.readings["gap"] = "gap", "gap"


_NAMING: Final = frozenset({"year", "ind", "label"})


def _kind(chunks: Sequence[Chunk], place: int) -> str:
    chunk = chunks[place]
    readings = chunk.readings
    if chunk.mention is not None:
        return kind_of_number(chunks, place)
    if "ranking" in readings and "bound" in readings and leads_set(chunks, place):
        return "ranking"
    if chunk.key == "up to" and _rises(chunks, place):
        chunk.readings = {**readings, "direction": "up any"}
        return "direction"
    if "bound" in readings and _number_follows(chunks, place):
        return "comparison" if _sized(chunks, place) else "bound"
    if "world" in readings and "area" not in readings:
        return "world"
    return settle(chunks, place, first_of(readings, "unknown"))


def _rises(chunks: Sequence[Chunk], place: int) -> bool:
    """True for "69% in 2011, up to 80% in 2012": a rise to the value of another year, and no bound."""
    before, after = chunks[:place], chunks[place + 1 : place + 8]
    dated = [
        any(chunk.mention is not None and chunk.mention.is_period for chunk in part)
        and any(chunk.mention is not None and chunk.mention.is_quantity for chunk in part)
        for part in (before, after)
    ]
    return bool(before) and before[-1].key in (",", "(", ";", "–", "—", "and") and all(dated)


def _sized(chunks: Sequence[Chunk], place: int) -> bool:
    """True for "1.1% more than the 4,797 of 2023": a size stands before, and a value told of after."""
    if "comparison" not in chunks[place].readings or chunks[place + 1].key not in _TOLD:
        return False
    if is_told_of(chunks, place + 2):
        return True
    before = chunks[place - 1] if place else None
    if before is not None and before.kind in ("unit", "counted", "people") and place > 1:
        before = chunks[place - 2]
    return before is not None and before.kind == "num"


_TOLD: Final = frozenset({"the", "its", "their"})


def _number_follows(chunks: Sequence[Chunk], place: int) -> bool:
    for at, after in enumerate(chunks[place + 1 : place + 4], place + 1):
        if after.mention is not None and after.mention.is_period and _levels(chunks[at + 1 : at + 2]):
            return False  # "above its 2019 level": a value of that year
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


def _levels(after: Sequence[Chunk]) -> bool:
    return any(one.key in LEVELS for one in after)


def _bind_bounds(chunks: Sequence[Chunk]) -> None:
    """Give each bound to the number or multiple that it stands before."""
    for place, chunk in enumerate(chunks):
        if chunk.kind != "bound":
            continue
        bound = BOUNDS[chunk.readings["bound"].strip()]
        exact = chunk.readings["bound"] == "="
        for after in chunks[place + 1 : place + (2 if exact else 5)]:
            if after.kind in _SIZES or (after.kind == "year" and not exact):
                _bind(chunk, after, bound)
                if exact and after.mention is not None:
                    # "exactly" is true of the very value only, not of one that rounds to it.
                    after.mention = replace(after.mention, step=_FINEST)
                break
        else:
            # A bound on nothing says something that nobody checks.
            weak = bound in (Bound.NONE, Bound.ABOUT) and not exact
            ends = place + 1 == len(chunks) or chunks[place + 1].kind == "punct"
            chunk.kind = "neutral" if weak and not ends else "unknown"


def _lend_bounds(chunks: Sequence[Chunk]) -> None:
    """Give each number the bound that is written on it ("~", "+"), where no word gives it one."""
    for chunk in chunks:
        if chunk.mention is not None and chunk.bound is Bound.NONE:
            chunk.bound = chunk.mention.bound


_SIZES: Final = frozenset({"num", "multiple", "count", "countsize", "setsize", "topn"})
_FINEST: Final = Fraction(1, 10**15)
"""Below the last digit of any value of the data."""


def _deny(chunks: Sequence[Chunk]) -> None:
    """Turn round what "it is not the case that" denies: one bound, or one comparison of two; else nothing."""
    denials = [chunk for chunk in chunks if chunk.kind == "denial"]
    if not denials:
        return
    bounded = [chunk for chunk in chunks if chunk.bound in _DENIED]
    sides = [chunk for chunk in chunks if chunk.kind == "comparison"]
    numbers = [chunk for chunk in chunks if chunk.kind == "num"]
    simple = not any(chunk.kind in _SEVERAL or chunk.key in ("and", "or", ";") for chunk in chunks)
    if len(denials) == 1 and simple and len(bounded) == len(numbers) == 1 and not sides:
        denials[0].kind, bounded[0].bound = "neutral", _DENIED[bounded[0].bound]
    elif len(denials) == 1 and simple and len(sides) == 1 and not numbers:
        denied = _DENIED_SIDE.get(sides[0].readings["comparison"])
        if denied is not None:
            denials[0].kind = "neutral"
            sides[0].readings = {**sides[0].readings, "comparison": denied}


_DENIED: Final = {
    Bound.MORE: Bound.AT_MOST,
    Bound.AT_LEAST: Bound.LESS,
    Bound.LESS: Bound.AT_LEAST,
    Bound.AT_MOST: Bound.MORE,
}
_DENIED_SIDE: Final = {"more": "less", "less": "more"}
"""What is not more is less, or the same: the check holds a tie, where the words leave it open."""
_SEVERAL: Final = frozenset(
    "quantifier count countsize both setsize setnoun only negation direction multiple superlative range "
    "respectively topn".split()
)


def _bind(word: Chunk, number: Chunk, bound: Bound) -> None:
    weak = (Bound.NONE, Bound.ABOUT)
    if number.bound in weak:
        number.bound = bound
    elif bound not in weak and number.bound is not bound:
        word.kind = "unknown"


_TRANSPARENT: Final = frozenset({"bound", "neutral", "basis", "sex"})


def _set_prepositions(chunks: Sequence[Chunk]) -> None:
    """Give each chunk the nearest preposition before it, looking past articles, adverbs and bounds."""
    last = ""
    for chunk in chunks:
        if chunk.kind == "preposition":
            last = last if last in ("than", "against") and chunk.key not in ("and", "or", "by") else chunk.key
            continue
        if chunk.kind == "contrast":
            last = "against"
            continue
        if chunk.kind == "share":
            last = ""
        chunk.prep = last
        if chunk.kind == "direction" and chunk.key == "up to":
            last = "to"
            continue
        if chunk.kind not in _TRANSPARENT or (chunk.kind == "neutral" and chunk.key not in _ARTICLES):
            last = ""


_ARTICLES: Final = frozenset(
    "a|an|the|its|some|just|only|still|their|own|to reach|reach|year|a level of|a figure of|a value of|"
    "a base of|a base level of|a starting point of|a starting level of|a starting value of|"
    "an initial level of|an initial value of|a total of|a reading of".split("|")
)
