"""What a right answer to a question states, in the form in which the scorer compares it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from tieout.checking.numbers import scan
from tieout.evaluation.questions import Question

__all__ = ["Expected", "UnitKind", "expected_of", "unit_kind"]


class UnitKind(StrEnum):
    """What sort of unit a value has, as far as an answer can get it wrong."""

    PERCENT = "percent"
    POINTS = "points"
    MONEY = "money"
    TIME = "time"
    TIMES = "times"
    COUNT = "count"
    OTHER = "other"
    UNKNOWN = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What makes an answer right.

    Attributes:
        question: The words of the question.
        operation: What is stated; empty where declining is right.
        values: The exact numbers, in the unit of the operation.
        unit: The unit of the values that the operation starts from.
        currency: The ISO code of the currency where the unit is money.
        areas: Codes, in the order of a ranking where there is one.
        years: The years that the answer is about, in order of time.
        position: The place in a ranking, else None.
        truth: "yes" or "no" for a question that asks for it.
        decline: Why the data cannot answer; empty where they can.
    """

    question: str
    operation: str = ""
    values: tuple[Fraction, ...] = ()
    unit: UnitKind = UnitKind.UNKNOWN
    currency: str = "USD"
    areas: tuple[str, ...] = ()
    years: tuple[int, ...] = ()
    position: int | None = None
    truth: str = ""
    decline: str = ""


_MONEY: Final = ("US$", "$", "dollar", "LCU", "€", "£")


def unit_kind(unit: str) -> UnitKind:
    """Return the sort of a published unit.

    >>> [unit_kind(unit).value for unit in ("% of population", "current US$", "years", "people", "")]
    ['percent', 'money', 'time', 'count', '']
    """
    if not unit:
        return UnitKind.UNKNOWN
    if unit.startswith("%") or "percent" in unit:
        return UnitKind.PERCENT
    if any(sign in unit for sign in _MONEY):
        return UnitKind.MONEY
    return UnitKind.TIME if unit.startswith(("year", "day", "hour")) else UnitKind.COUNT


def years_in(text: str) -> tuple[int, ...]:
    """Return the years that a text names, in order of time, each once."""
    return tuple(sorted({year for mention in scan(text) for year in mention.years}))


def expected_of(question: Question) -> Expected:
    """Return what a right answer to a question of a set states."""
    return Expected(
        question=question.question,
        operation=question.operation or "",
        values=tuple(Fraction(value) for value in question.values),
        areas=question.areas,
        years=years_in(question.question),
        position=question.position,
        decline=question.decline,
    )
