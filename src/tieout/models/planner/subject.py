"""What a question is about, before its kind is known, and what all frames share."""

from __future__ import annotations

from dataclasses import dataclass

from tieout.models.planner.clues import Clues
from tieout.models.planner.question import Beyond, Kind, Question, Reason
from tieout.models.planner.tagging import Scope
from tieout.models.planner.years import Span, Years

__all__ = ["HARD", "MOST_AREAS", "MOST_VALUES", "SET_ROLES", "Subject", "counted_areas"]

SET_ROLES = ("all", "world", "setnoun")
"""Roles of the words for a whole set of countries."""

MOST_VALUES = 10
"""The most values that one answer holds."""

MOST_AREAS = 10
"""The most areas that a question may name."""

HARD = Beyond(reason=Reason.TOO_HARD)
"""What a frame returns when the question holds more than it can use."""

_ONE_YEAR = frozenset({Span.NONE, Span.LATEST})


@dataclass(frozen=True, kw_only=True)
class Subject:
    """What a question is about, before its kind is known.

    Attributes:
        scope: The data set.
        clues: The tags.
        areas: Area codes in order, the world as a mere set left out.
        indicators: Indicator codes in order.
        years: The years named.
    """

    scope: Scope
    clues: Clues
    areas: tuple[str, ...]
    indicators: tuple[str, ...]
    years: Years

    @property
    def is_percent(self) -> bool:
        """True when the first indicator is a percentage."""
        return self.scope.indicators[self.indicators[0]].unit.is_percent

    @property
    def is_additive(self) -> bool:
        """True when sums of the first indicator mean something."""
        return self.scope.indicators[self.indicators[0]].unit.is_additive

    @property
    def countries(self) -> tuple[str, ...]:
        """The areas that are no aggregates."""
        return tuple(code for code in self.areas if not self.scope.areas[code].is_aggregate)

    @property
    def names_no_year(self) -> bool:
        """True when no year is named, or the latest is asked for."""
        return self.years.span in _ONE_YEAR

    @property
    def is_one_year(self) -> bool:
        """True when one year is named, or none."""
        return self.years.span in _ONE_YEAR or (self.years.span is Span.LISTED and len(self.years.years) == 1)

    @property
    def is_stretch(self) -> bool:
        """True when the years are a range, or run from one to the newest."""
        return self.years.span in {Span.RANGE, Span.SINCE, Span.LAST}

    @property
    def names_everyone(self) -> bool:
        """True when the question is about all economies of the data set, by word or by their number."""
        return self.clues.has("all", "world") or self.clues.set_size == len(self.scope.economies)

    @property
    def names_world(self) -> bool:
        """True when the set is the world or all countries, whichever the data set has."""
        return self.clues.has("world") or any(
            tag.role == "all" and "data" not in tag.words for tag in self.clues.tags
        )

    def question(self, kind: Kind, **more: object) -> Question:
        """Return the question of that kind about this subject."""
        return Question(
            kind=kind,
            areas=self.areas,
            indicators=self.indicators,
            years=self.years,
            **more,  # type: ignore[arg-type]
        )


def counted_areas(subject: Subject) -> int | None:
    """Return how many areas are named, where the question says their number ("the three countries")."""
    return subject.clues.set_size if subject.clues.set_size == len(subject.areas) else None
