"""Resolving: each chunk gets the one kind it has in its sentence, from the chunks beside it.

Ambiguity is local in this language. "above 40%" bounds, "above Kenya" compares; "the 2024 population"
names a year, "2024
hospital beds" a quantity; "31% of the population" names a denominator, "the population was" an indicator.
Nothing here
looks at the evidence but for what a phrase may name.
"""

import itertools
from collections.abc import Sequence
from typing import Final

from tieout.checking.bounds import bind_bounds, kind_of_bound, lend_bounds, number_follows
from tieout.checking.chunk import Chunk
from tieout.checking.denominators import find_denominators
from tieout.checking.levels import find_marks, find_points, read_levels
from tieout.checking.mention import Bound
from tieout.checking.numeral import kind_of_number
from tieout.checking.precedence import first_of
from tieout.checking.settle import leads_set, settle
from tieout.checking.sidewords import side_of_place
from tieout.checking.sizes import find_sets

__all__ = ["resolve"]


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
        find_points(chunks)
    if "negation" in kinds:
        _find_gaps(chunks)
    read_levels(chunks, kinds)
    find_sets(chunks)
    if "bound" in kinds:
        bind_bounds(chunks)
    if "num" in kinds:
        find_marks(chunks)
    lend_bounds(chunks)
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


def _find_gaps(chunks: Sequence[Chunk]) -> None:
    """Mark "no 2025 figure", "no GDP figures", where the year or the name stands between."""
    for place, chunk in enumerate(chunks):
        if chunk.kind == "negation" and chunk.key == "no":
            after = [one for one in chunks[place + 1 : place + 4] if one.kind not in ("area", "neutral")]
            named = [one for one in after if one.kind not in _NAMING]
            placed = any(one.kind == "area" for one in chunks[place + 1 : place + 2])
            if (
                after
                and (placed or after[0].kind in _NAMING)
                and named
                and named[0].kind in ("generic", "source")
            ):
                chunk.kind, chunk.readings["gap"] = "gap", "gap"


_NAMING: Final = frozenset({"year", "ind", "label"})


def _kind(chunks: Sequence[Chunk], place: int) -> str:
    chunk = chunks[place]
    readings = chunk.readings
    if chunk.mention is not None:
        return kind_of_number(chunks, place)
    if "ranking" in readings and "bound" in readings and leads_set(chunks, place):
        return "ranking"
    if "bound" in readings and "comparison" not in readings and side_of_place(chunks, place):
        chunk.readings = {**readings, "comparison": side_of_place(chunks, place)}
        return "comparison"
    if "bound" in readings and number_follows(chunks, place):
        return kind_of_bound(chunks, place)
    if "world" in readings and "area" not in readings:
        return "world"
    return settle(chunks, place, first_of(readings, "unknown"))


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


_TRANSPARENT: Final = frozenset({"bound", "neutral", "basis", "sex"})


def _set_prepositions(chunks: Sequence[Chunk]) -> None:
    """Give each chunk the nearest preposition before it, looking past articles, adverbs and bounds."""
    last = ""
    for chunk in chunks:
        if chunk.kind == "preposition":
            key = "to" if chunk.key == "up to" else chunk.key
            last = last if last in ("than", "against") and key not in ("and", "or", "by") else key
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
