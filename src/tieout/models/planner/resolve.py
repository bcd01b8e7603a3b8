"""Which areas and indicators a tagged question is about, and whether the data set has them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tieout.models.planner.question import Beyond, Reason
from tieout.models.planner.tagging import Scope, Tag
from tieout.models.planner.words import joined

__all__ = ["WORLD", "find_areas", "find_gate", "find_indicators"]

WORLD = "WLD"

_GATES = (
    ("advice", Reason.ADVICE),
    ("cause", Reason.CAUSE),
    ("forecast", Reason.FORECAST),
)
_DENOMINATOR_OPENERS = frozenset(
    {"of", "of the", "of its", "in the", "share of", "percent of", "percentage of"}
)
_LONGEST_NAME = 8


def find_gate(scope: Scope, tags: Sequence[Tag]) -> Beyond | None:
    """Return why the question is out of bounds before anything else is looked at, or None."""
    for role, reason in _GATES:
        if any(tag.role == role for tag in tags):
            return Beyond(reason=reason)
    for tag in tags:
        if tag.role == "ambiguous":
            return Beyond(reason=Reason.AMBIGUOUS_AREA, words=(tag.written,), codes=tag.codes)
    unknown = [tag for tag in tags if tag.role == "unknown"]
    code = (unknown and _outside_indicator(scope, tags)) or _growth_series(scope, tags)
    if code:
        return Beyond(reason=Reason.OUTSIDE_INDICATOR, codes=(code,))
    if any(tag.role == "subannual" for tag in tags):
        return Beyond(reason=Reason.NOT_YEARLY)
    if any(tag.role == "reltime" for tag in tags):
        return Beyond(reason=Reason.UNCLEAR_YEARS)
    if unknown:
        place = _place(tags)
        if place:
            return Beyond(reason=Reason.NOT_INCLUDED, words=(place,))
        return Beyond(
            reason=Reason.NOT_UNDERSTOOD, words=tuple(dict.fromkeys(tag.written for tag in unknown))
        )
    outside = [
        code
        for tag in tags
        if tag.role in {"area", "people"}
        for code in tag.codes
        if code not in scope.areas
    ]
    if outside and not _is_set_word(tags):
        return Beyond(reason=Reason.OUTSIDE_AREA, codes=tuple(dict.fromkeys(outside)))
    return None


def find_areas(tags: Sequence[Tag]) -> tuple[str, ...]:
    """Return the codes of the areas named, each once, in order."""
    return tuple(dict.fromkeys(code for tag in tags if tag.role in {"area", "people"} for code in tag.codes))


def find_indicators(scope: Scope, tags: Sequence[Tag]) -> tuple[str, ...] | Beyond:
    """Return the codes of the indicators asked for, in order.

    Weak phrases ("people", "economy") count only where nothing else does; the population that another
    indicator is a share of ("what share of the population uses the internet") is no indicator of its own.
    """
    named = [tag for tag in tags if tag.role in {"indicator", "superlative", "comparative"}]
    for tag in named:
        if len(tag.codes) > 1:
            return Beyond(reason=Reason.AMBIGUOUS_INDICATOR, words=(tag.written,), codes=tag.codes)
    if not named:
        named = [tag for tag in tags if tag.role == "weak"]
    kept = [tag for tag in named if not _is_denominator(scope, tag, named, tags)]
    codes = tuple(dict.fromkeys(tag.codes[0] for tag in kept))
    if codes:
        return codes
    # "How many Canadians are there": people are counted without a word for it.
    counted = [
        tag
        for before, tag in pairwise(tags)
        if tag.role == "people" and before.words in {"how many", "number of"}
    ]
    if counted and "SP.POP.TOTL" in scope.indicators:
        return ("SP.POP.TOTL",)
    return Beyond(reason=Reason.NO_INDICATOR)


def _is_denominator(scope: Scope, tag: Tag, named: Sequence[Tag], tags: Sequence[Tag]) -> bool:
    shares = [
        other.codes[0]
        for other in named
        if other.codes != tag.codes and scope.indicators[other.codes[0]].unit.is_percent
    ]
    if not shares or scope.indicators[tag.codes[0]].unit.is_percent:
        return False
    denominators = {
        word for code in shares if (known := scope.names.indicators.get(code)) for word in known.of
    }
    if tag.words not in denominators:
        return False
    before = tags[: tags.index(tag)]
    opener = " ".join(part.words for part in before[-2:])
    asked_as_share = any(part.role in {"share", "percent"} for part in before)
    return asked_as_share or opener.endswith(tuple(_DENOMINATOR_OPENERS))


def _outside_indicator(scope: Scope, tags: Sequence[Tag]) -> str:
    """Return an outside indicator whose name covers an unknown word, or an empty text."""
    tokens = [token for tag in tags for token in tag.tokens]
    unknown = {id(token) for tag in tags if tag.role == "unknown" for token in tag.tokens}
    for length in range(min(_LONGEST_NAME, len(tokens)), 0, -1):
        for start in range(len(tokens) - length + 1):
            part = tokens[start : start + length]
            if unknown.isdisjoint(id(token) for token in part):
                continue
            codes = scope.names.indicator_codes(joined(part))
            outside = [code for code in codes if code not in scope.indicators]
            if outside:
                # A name that several series share means the plainest of them, which has the shortest name.
                return min(outside, key=lambda code: len(scope.names.indicators[code].name))
    return ""


def _growth_series(scope: Scope, tags: Sequence[Tag]) -> str:
    """Return the outside series that "GDP growth" names, or an empty text.

    Growth of money is understood as real growth, which cannot be computed from current prices; growth of
    anything else is the change of its level.
    """
    for before, tag in pairwise(tags):
        if before.role not in {"indicator", "weak"} or tag.words != "growth":
            continue
        codes, inside = scope.names.indicator_codes(joined([*before.tokens, *tag.tokens])), before.codes[0]
        if codes and inside not in codes and scope.indicators[inside].unit.currency:
            return min(codes, key=lambda code: len(scope.names.indicators[code].name))
    return ""


def _place(tags: Sequence[Tag]) -> str:
    """Return the unknown words that are written like the name of a place, or an empty text."""
    for position, tag in enumerate(tags):
        if tag.role != "unknown" or not tag.tokens[0].is_capitalised or position == 0:
            continue
        if tag.written.isupper() or set(tag.tokens[0].before) & set(".?!:"):
            # An abbreviation such as PPP, shouting, or the start of a sentence.
            continue
        name = [tag.written]
        for after in tags[position + 1 :]:
            if after.role != "unknown" or not after.tokens[0].is_capitalised or after.tokens[0].before:
                break
            name.append(after.written)
        others = [one for one in tags if one.role == "unknown" and one.written not in name]
        return "" if others else " ".join(name)
    return ""


def _is_set_word(tags: Sequence[Tag]) -> bool:
    """Return True when the only area named is the world, as the set that a country is sought in."""
    codes = find_areas(tags)
    seeks = any(tag.role in {"super", "superlative", "rank", "count", "fast"} for tag in tags)
    return codes.count(WORLD) == len(codes) and seeks
