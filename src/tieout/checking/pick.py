"""What a question picks out: one of a set ("Which is lowest?"), or a year ("When did it peak?")."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.mention import Bound, NumberKind

__all__ = ["Pick", "pick_of"]

_NOUNS: Final = (
    r"(?:countr(?:y|ies)|econom(?:y|ies)|nations?|states?|places?|areas?|regions?|members?|continents?)"
)
_YEAR: Final = re.compile(r"\bwhen\b|\b(?:which|what|first|best|worst|the) (?:\w+ )?years?\b|^years?\b")
_AREA: Final = re.compile(
    rf"\b(?:which|who|whose|where)\b|(?:\b(?:what|name the)|^the|^) ?(?:\w+ ){{0,2}}{_NOUNS}\b"
)
_VALUE: Final = re.compile(
    rf"\bhow\b|\bby (?:what|which)\b|\bwhat\b(?! (?:\w+ ){{0,2}}(?:years?|{_NOUNS})\b)"
)
_POLAR: Final = frozenset(
    "is are was were do does did has have had can could isn't aren't wasn't weren't don't doesn't didn't "
    "hasn't haven't hadn't".split()
)
_OPEN: Final = re.compile(
    r"\b(?:except|excluding|besides|apart from|other than|aside from|averages?|neighbou?rs?|combined|"
    r"together|neither|nor)\b"
)
_UNDATED: Final = re.compile(r"\b(?:decades?|past|recent|recently|last|before|until)\b")
_MANY: Final = re.compile(r"\b(?:countries|economies|nations|ones|regions|(?:who|which|what) (?:are|were))\b")
_REGIONS: Final = re.compile(r"\b(?:regions?|continents?|income groups?|parts? of the world)\b")
_EITHER: Final = re.compile(r"\b(?:or|vs?|versus|against)\b")
_EVER: Final = re.compile(r"\b(?:ever|never|not|always|every|each|first|still|yet)\b|n't\b")
_ADJECTIVES: Final = frozenset({"most", "least", "more", "less"})
_SIGNS: Final = ("superlative", "peak", "comparison", "ranking", "judgement")
_SIDED: Final = frozenset({Bound.MORE, Bound.AT_LEAST, Bound.LESS, Bound.AT_MOST})
_SETTING: Final = frozenset({"of", "among", "amongst", "out of", "between", "across", "these", "those"})
_WAYS: Final = {"up": 1, "down": -1, "most": 1, "more": 1, "first": 1, "least": -1, "less": -1, "last": -1}
_SMALL: Final = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """What a question asks to be picked out.

    Attributes:
        year: A year is asked for, else an area.
        sides: 1 for the highest and -1 for the lowest, one for each thing asked for; empty where that is
            not understood.
        change: It is ordered by change, not by level.
        place: The place, counted from that side.
        count: How many are asked for; None where that is open.
        size: The size of the set that is named, 0 without.
        bound: What those that are picked must be beyond, where no side is asked for.
        polar: The question is one of yes or no, which only a fragment answers with a name.
        in_order: The whole set is to be put in order.
        regions: Regions are asked for, not countries.
        world: The set is the world.
        than: It is compared with the one area named.
        counts: It is asked how many there are.
    """

    year: bool
    sides: tuple[int, ...] = ()
    change: bool = False
    place: int = 1
    count: int | None = 1
    size: int = 0
    bound: Chunk | None = None
    polar: bool = False
    in_order: bool = False
    regions: bool = False
    world: bool = False
    than: bool = False
    counts: bool = False


def pick_of(asked: Sequence[Chunk], question: str) -> Pick | None:
    """Return what a question picks out, or None where it picks out nothing.

    Args:
        asked: The chunks of the question.
        question: Its text in lower case, of the same length.
    """
    year, area, value = (_start(pattern, question) for pattern in (_YEAR, _AREA, _VALUE))
    named = [chunk for chunk in asked if chunk.kind == "area"]
    either = len(named) > 1 and _EITHER.search(question) is not None
    opening = asked[0].key if asked else ""
    in_order = opening in _ORDERING
    polar = opening in _POLAR and not either
    asking = min(year, area)
    if value < asking and not (either or in_order):
        if question[value : value + len("what")] != "what":
            return _counting(asked, question, value)
        asking = len(question)
    signs = [chunk for chunk in asked if chunk.kind in _SIGNS]
    bare = asking == len(question)
    if bare and not (either or in_order or polar or any(chunk.kind in _EXTREMES for chunk in signs)):
        return None
    asks_year = len(named) == 1 and not in_order if bare else year <= area
    if bare and asks_year and sum(chunk.kind == "year" for chunk in asked) == 1:
        return None
    sides, change = _sides(asked, signs, question) if not in_order else ((_order_side(asked),), False)
    if asks_year and all(chunk.kind == "comparison" for chunk in signs):
        sides = ()  # "when did it get more than that" asks for no extreme
    return Pick(
        year=asks_year,
        sides=sides,
        change=change,
        place=_place(asked),
        count=None if in_order else _count(asked, question),
        size=_size(asked),
        bound=_bound(asked) if not signs and _EVER.search(question) is None else None,
        polar=polar,
        in_order=in_order,
        regions=_REGIONS.search(question) is not None,
        world=any(chunk.kind in ("world", "record") for chunk in asked),
        than=any("than" in (chunk.key, chunk.prep) for chunk in asked),
    )


def _counting(asked: Sequence[Chunk], question: str, value: int) -> Pick | None:
    """Return what "how many of the five are above 50%" counts, or None where it asks for another number."""
    listed = question.startswith("how many of", value) and sum(chunk.kind == "area" for chunk in asked) > 1
    grouped = listed or _size(asked) or any(chunk.kind in ("setnoun", "setmember") for chunk in asked)
    if not question.startswith("how many", value) or not grouped:
        return None
    return Pick(year=False, count=None, size=_size(asked), bound=_bound(asked), counts=True)


_EXTREMES: Final = ("superlative", "peak")
_ORDERING: Final = frozenset({"rank", "order", "sort"})


def _start(pattern: re.Pattern[str], question: str) -> int:
    found = pattern.search(question)
    return found.start() if found is not None else len(question)


def _order_side(asked: Sequence[Chunk]) -> int:
    """Return from which side a list is asked for; from the highest where that is not said."""
    signs = [chunk for chunk in asked if chunk.kind in ("superlative", "ordering")]
    return _WAYS.get(str(signs[0].readings[signs[0].kind]).split()[0], 1) if signs else 1


def _sides(asked: Sequence[Chunk], signs: Sequence[Chunk], question: str) -> tuple[tuple[int, ...], bool]:
    """Return the sides asked for, and whether they are of a change.

    No side where a word is not understood.
    """
    spans = any(chunk.mention is not None and len(chunk.mention.years) > 1 for chunk in asked)
    if _OPEN.search(question) or (_UNDATED.search(question) and not spans):
        return (), False
    if any(chunk.kind in ("negation", "cause", "future") for chunk in asked):
        return (), False
    found: list[int] = []
    change = False
    for chunk in signs:
        words = str(chunk.readings[chunk.kind]).split()
        after = next((one for one in asked if one.start >= chunk.end), None)
        if chunk.key in _ADJECTIVES and after is not None and after.kind in ("unknown", "judgement", "cause"):
            return (), False
        if not words or words[0] not in _WAYS:
            return (), False
        side = _WAYS[words[0]]
        if words[-1] == "decline":
            side = -side
        change = change or words[-1] in ("growth", "decline")
        if side not in found:
            found.append(side)
    if not signs and any(chunk.kind == "ordinal" for chunk in asked) and _bound(asked) is None:
        return (1,), False
    ways = {str(chunk.readings["direction"]).split()[0] for chunk in asked if chunk.kind == "direction"}
    if not ways:
        return tuple(found), change
    if len(ways) > 1 or not ways <= {"up", "down"} or len(found) != 1:
        return (), False
    return (found[0] * _WAYS[ways.pop()],), True


def _place(asked: Sequence[Chunk]) -> int:
    """Return the place of "the second-highest"; 1 for "first"."""
    values = [chunk.mention.value for chunk in asked if chunk.kind == "ordinal" and chunk.mention is not None]
    return int(values[0]) if len(values) == 1 and values[0] is not None else 1


def _is_small(chunk: Chunk) -> int:
    mention = chunk.mention
    if mention is None or mention.kind is not NumberKind.PLAIN or mention.value is None:
        return 0
    return int(mention.value) if mention.value.denominator == 1 and 0 < mention.value <= _SMALL else 0


def _size(asked: Sequence[Chunk]) -> int:
    """Return the size of the set: 3 for "which of the three"."""
    for place, chunk in enumerate(asked):
        if _is_small(chunk) and any(one.key in _SETTING for one in asked[max(0, place - 2) : place]):
            return _is_small(chunk)
    return 0


def _count(asked: Sequence[Chunk], question: str) -> int | None:
    """Return how many are asked for: 2 for "which two of the five"; None for "which countries"."""
    for place, chunk in enumerate(asked[:6]):
        if _is_small(chunk) and not any(one.key in _SETTING for one in asked[max(0, place - 2) : place]):
            before = asked[place - 1].key if place else ""
            if before in _BEFORE_COUNT:
                return _is_small(chunk)
    opens = bool(asked) and asked[0].key in ("top", "bottom")
    return None if opens or _MANY.search(question) else 1


_BEFORE_COUNT: Final = frozenset({"", "which", "what", "who", "the", "top", "bottom", "are", "were", "name"})


def _bound(asked: Sequence[Chunk]) -> Chunk | None:
    numbers = [chunk for chunk in asked if chunk.kind == "num" and chunk.bound in _SIDED]
    return numbers[0] if len(numbers) == 1 else None
