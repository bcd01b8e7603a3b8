"""What a question asks, once it is understood; or why it cannot be answered."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from tieout.facts.derivation import Order
from tieout.models.planner.years import Years

__all__ = ["Beyond", "Kind", "Question", "Reason"]


class Kind(StrEnum):
    """The kinds of question that the planner answers."""

    VALUE = "value"
    CHANGE = "change"
    COMPARISON = "comparison"
    STATISTIC = "statistic"
    RANK = "rank"
    TOP = "top"
    SHARE = "share"
    EXTREME_YEAR = "extreme year"
    FIRST_YEAR = "first year"
    COUNT = "count"
    FASTEST = "fastest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question that the tools can answer, unless the data have no value.

    Attributes:
        kind: What is asked.
        areas: Area codes in the order named; empty for every economy of the data set.
        indicators: Indicator codes in the order named.
        years: The years named.
        form: For a change or comparison its form, for a statistic the operation; else empty.
        order: Which end is asked for.
        limit: How many places a top list has.
        position: The place asked for, counted from 1.
        bound: The bound, in the unit of the indicator.
        reaches: True when the bound itself counts as past it ("reach").
        everyone: True when all economies of the data set are asked about.
        whole_world: True when the set asked about is "the world" or "all countries", whatever the data hold.
    """

    kind: Kind
    areas: tuple[str, ...]
    indicators: tuple[str, ...]
    years: Years = field(default_factory=Years)
    form: str = ""
    order: Order = "highest first"
    limit: int = 1
    position: int = 1
    bound: Fraction | None = None
    reaches: bool = False
    everyone: bool = False
    whole_world: bool = False

    @property
    def indicator(self) -> str:
        """The first indicator."""
        return self.indicators[0]


class Reason(StrEnum):
    """Why a question is declined."""

    EMPTY = "empty"
    NOT_UNDERSTOOD = "not understood"
    NOT_INCLUDED = "not included"
    OUTSIDE_AREA = "outside area"
    OUTSIDE_INDICATOR = "outside indicator"
    AMBIGUOUS_AREA = "ambiguous area"
    AMBIGUOUS_INDICATOR = "ambiguous indicator"
    NO_AREA = "no area"
    NO_OTHER_AREA = "no other area"
    NO_INDICATOR = "no indicator"
    OUTSIDE_YEARS = "outside years"
    NOT_YEARLY = "not yearly"
    UNCLEAR_YEARS = "unclear years"
    FORECAST = "forecast"
    CAUSE = "cause"
    ADVICE = "advice"
    NOT_ADDITIVE = "not additive"
    ONLY_SHARES = "only shares"
    AGGREGATE = "aggregate"
    TOO_MANY = "too many"
    TOO_HARD = "too hard"
    TIED = "tied"
    TIED_YEARS = "tied years"
    INCOMPLETE = "incomplete"
    OUT_OF_REACH = "out of reach"
    NO_VALUE = "no value"
    PUBLISHED_GAP = "published gap"


@dataclass(frozen=True, slots=True, kw_only=True)
class Beyond:
    """Why a question is declined, with what its sentence needs.

    Attributes:
        reason: The kind.
        words: Words of the question that were not understood or not included; for a refusal, its message.
        codes: Codes of areas or indicators.
        years: Years concerned.
    """

    reason: Reason
    words: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    years: tuple[int, ...] = ()
