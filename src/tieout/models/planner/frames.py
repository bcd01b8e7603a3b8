"""Frames: from tags to a question. Each frame says which roles it can use; any other one rules it out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tieout.models.planner.frames_series import (
    read_change,
    read_extreme_year,
    read_first_year,
    read_side,
    read_value,
)
from tieout.models.planner.frames_sets import (
    read_comparison,
    read_count,
    read_fastest,
    read_rank,
    read_share,
    read_statistic,
    read_top,
)
from tieout.models.planner.question import Beyond, Question, Reason
from tieout.models.planner.resolve import WORLD
from tieout.models.planner.subject import HARD, MOST_AREAS, Subject
from tieout.models.planner.tagging import Tag
from tieout.models.planner.years import Span

__all__ = ["frame"]


def frame(subject: Subject) -> Question | Beyond:
    """Return the question, or why it is beyond the planner. The first frame that claims it decides."""
    if subject.years.span is Span.UNCLEAR:
        return Beyond(reason=Reason.UNCLEAR_YEARS)
    if len(subject.areas) > MOST_AREAS:
        return Beyond(reason=Reason.TOO_MANY)
    if _pairs_years(subject.clues.tags) or not _fits_per_head(subject):
        return HARD
    if subject.is_percent and subject.clues.counts_people and _orders(subject):
        return Beyond(reason=Reason.ONLY_SHARES)
    for claims, read in _FRAMES:
        if claims(subject):
            return read(subject) if len(subject.indicators) == 1 or read is read_value else HARD
    return HARD


def _fits_per_head(subject: Subject) -> bool:
    """Return False when "per head" is said of a measure that is not one a head."""
    unit = subject.scope.indicators[subject.indicators[0]].unit
    return not subject.clues.has("percapita") or unit.per == 1


def _orders(subject: Subject) -> bool:
    """Return True when areas are put in an order: by share and by number it need not be the same."""
    return subject.clues.has(
        "super", "superlative", "rank", "nth", "compare", "comparative", "ratio", "difference", "than"
    ) and (len(subject.areas) != 1 or not subject.is_stretch)


def _pairs_years(tags: Sequence[Tag]) -> bool:
    """Return True for "Canada in 2020 and Mexico in 2022": each area has a year of its own."""
    kinds = [
        tag.role if tag.role == "year" else "area" for tag in tags if tag.role in {"area", "people", "year"}
    ]
    turns = [kind for position, kind in enumerate(kinds) if position == 0 or kinds[position - 1] != kind]
    return turns.count("area") > 1 and turns.count("year") > 1


def _claims(*roles: str) -> Callable[[Subject], bool]:
    return lambda subject: subject.clues.has(*roles)


def _claims_share(subject: Subject) -> bool:
    clues = subject.clues
    if subject.is_percent or not clues.has("share", "percent"):
        return False
    return clues.has("share") or (WORLD in subject.areas and len(subject.areas) == 2)


def _claims_extreme(subject: Subject) -> bool:
    clues = subject.clues
    if clues.has("peak"):
        return True
    if len(subject.areas) != 1 or not clues.has("super", "superlative"):
        return False
    if clues.has("setnoun", "all", "world", "rank") or clues.is_yes_no:
        return False
    return clues.has("when") or subject.is_stretch or subject.names_no_year


def _claims_bound(subject: Subject) -> bool:
    return subject.clues.bound is not None


def _claims_first(subject: Subject) -> bool:
    return subject.clues.bound is not None and subject.clues.has("when", "first")


_FRAMES: Sequence[tuple[Callable[[Subject], bool], Callable[[Subject], Question | Beyond]]] = (
    (_claims("count"), read_count),
    (_claims_first, read_first_year),
    (_claims_bound, read_side),
    (_claims_share, read_share),
    (_claims("fast"), read_fastest),
    (_claims_extreme, read_extreme_year),
    (_claims("peryear"), read_change),
    (_claims("statistic"), read_statistic),
    (_claims("rank"), read_rank),
    (_claims("super", "superlative", "nth"), read_top),
    (_claims("change"), read_change),
    (
        _claims("compare", "comparative", "difference", "ratio", "than", "same", "above", "below"),
        read_comparison,
    ),
    (lambda subject: True, read_value),
)
