"""Years: which time a question is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from tieout.models.planner.tagging import Tag

__all__ = ["Span", "Years", "is_range", "read_years"]

_JOINTS = frozenset({"to", "until", "till", "through", "and", "up"})
_DASHES = frozenset("-–—−/")
_DECADES = {"decade": 10, "decades": 20}


class Span(StrEnum):
    """How the years of a question hang together."""

    NONE = "none"
    LATEST = "latest"
    LISTED = "listed"
    RANGE = "range"
    SINCE = "since"
    LAST = "last"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True, kw_only=True)
class Years:
    """The years that a question names.

    Attributes:
        span: How they hang together.
        years: One or more single years (``LISTED``), first and last (``RANGE``), the first (``SINCE``), or
            how many years back from the newest (``LAST``); empty otherwise.
    """

    span: Span = Span.NONE
    years: tuple[int, ...] = ()


def read_years(tags: Sequence[Tag]) -> Years:
    """Return the years of the tagged question.

    ``between 2000 and 2010``, ``from 2000 to 2010``, ``2000-2010`` and ``the 2000s`` are ranges, both ends
    included; single years are listed as they come. Two ranges, or a range beside other years, are unclear.
    """
    if any(tag.role == "last" for tag in tags) and _last_years(tags) is None:
        return Years(span=Span.UNCLEAR)
    decades = [tag for tag in tags if tag.role == "decade"]
    positions = [position for position, tag in enumerate(tags) if tag.role == "year"]
    last = _last_years(tags)
    if decades or last:
        one = len(decades) + (last is not None) == 1 and not positions
        if not one:
            return Years(span=Span.UNCLEAR)
        if last:
            return Years(span=Span.LAST, years=(last,))
        return Years(span=Span.RANGE, years=(decades[0].year, decades[0].year + 10))
    if not positions:
        is_latest = any(tag.role == "latest" for tag in tags)
        return Years(span=Span.LATEST if is_latest else Span.NONE)
    return _named(tags, positions)


def _named(tags: Sequence[Tag], positions: Sequence[int]) -> Years:
    years = tuple(tags[position].year for position in positions)
    ranges = [(before, after) for before, after in pairwise(positions) if is_range(tags, before, after)]
    if ranges:
        alone = len(positions) == 2 and len(ranges) == 1
        return Years(span=Span.RANGE, years=years) if alone else Years(span=Span.UNCLEAR)
    first = positions[0]
    opener = tags[first - 1].words if first else ""
    if _is_latest_end(tags, first) and len(years) == 1:
        return Years(span=Span.SINCE, years=years)
    if opener in {"since", "from"} or opener.endswith(" since"):
        unclear = len(years) > 1 or (opener == "from" and not _goes_on(tags, first))
        return Years(span=Span.UNCLEAR if unclear else Span.SINCE, years=years)
    if opener in {"until", "till", "through"}:
        return Years(span=Span.UNCLEAR)
    return Years(span=Span.LISTED, years=tuple(dict.fromkeys(years)))


def is_range(tags: Sequence[Tag], before: int, after: int) -> bool:
    """Return True when the years at two positions are the ends of a range."""
    if after >= len(tags) or tags[before].role != "year" or tags[after].role != "year":
        return False
    between = tags[before + 1 : after]
    if not between:
        return bool(_DASHES & set(tags[after].tokens[0].before))
    words = {word for tag in between for word in tag.words.split()}
    if not words <= _JOINTS | {"the", "year", "in"}:
        return False
    opener = tags[before - 1].words.split()[-1] if before else ""
    if opener == "the" or opener == "year":
        opener = next((tag.words for tag in reversed(tags[:before]) if tag.words not in {"the", "year"}), "")
    if "and" in words:
        return opener == "between"
    return bool(words & _JOINTS)


def _is_latest_end(tags: Sequence[Tag], first: int) -> bool:
    """Return True for "from 2000 to now" and "between 2000 and today"."""
    rest = tags[first + 1 : first + 3]
    return len(rest) == 2 and rest[0].words in _JOINTS and rest[1].role == "latest"


def _goes_on(tags: Sequence[Tag], first: int) -> bool:
    rest = tags[first + 1 : first + 2]
    return bool(rest) and rest[0].words in {"on", "onward", "onwards"}


def _last_years(tags: Sequence[Tag]) -> int | None:
    """Return how many years back "the last ten years" or "the past decade" goes, or None."""
    for position, tag in enumerate(tags):
        if tag.role != "last":
            continue
        rest = tags[position + 1 : position + 3]
        if rest and rest[0].words in _DECADES:
            return _DECADES[rest[0].words]
        if len(rest) == 2 and rest[0].role == "number" and rest[0].value.denominator == 1:
            unit = rest[1].words.split()[0]
            if unit in {"years", "year"}:
                return int(rest[0].value)
            if unit in _DECADES:
                return 10 * int(rest[0].value)
    return None
