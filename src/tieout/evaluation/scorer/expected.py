"""What a right answer to a question states, in the form in which the scorer compares it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from tieout.checking.numbers import scan
from tieout.evaluation.question import Question
from tieout.facts.indicator import Indicator
from tieout.facts.names import Names
from tieout.facts.unit import Unit
from tieout.writing.subjects import Subjects

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
        cells: The area and year of each value, where each value is that of one.
        areas: Codes, in the order of a ranking where there is one.
        years: The years that the answer is about, or that are the answer; in the order of the facts.
        position: The place in a ranking, else None.
        decline: Why the data cannot answer; empty where they can.
        measure: What the measure is called, the longest name first: its words are no statement ("the poorest
            fifth", "below five metres").
    """

    question: str
    operation: str = ""
    values: tuple[Fraction, ...] = ()
    unit: UnitKind = UnitKind.UNKNOWN
    currency: str = "USD"
    cells: tuple[tuple[str, int], ...] = ()
    areas: tuple[str, ...] = ()
    years: tuple[int, ...] = ()
    position: int | None = None
    decline: str = ""
    measure: tuple[str, ...] = ()


_EVERY: Final = "*"
_SCALES: Final = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
"""What a value is multiplied by when its unit is said: 10**9 for "billion cubic meters"."""
_PURE: Final = frozenset({"percent_change", "growth_per_year", "share", "ratio"})
"""Operations whose result has no unit of the values."""
_MEASURES: Final = {
    "currency": UnitKind.MONEY,
    "share": UnitKind.PERCENT,
    "growth": UnitKind.PERCENT,
    "count": UnitKind.COUNT,
}
_MONEY: Final = ("US$", "$", "dollar", "€", "£")
_OTHER_TIMES: Final = ("day", "hour", "month", "week")


def unit_kind(unit: str) -> UnitKind:
    """Return the sort of a published unit.

    >>> [unit_kind(unit).value for unit in ("% of population", "current US$", "years", "people", "")]
    ['percent', 'money', 'time', 'count', '']
    """
    if not unit:
        return UnitKind.UNKNOWN
    if "%" in unit or "percent" in unit:
        return UnitKind.PERCENT
    if "LCU" in unit or "local currency" in unit:
        return UnitKind.UNKNOWN
    if any(sign in unit for sign in _MONEY):
        return UnitKind.MONEY
    if unit.startswith("year"):
        return UnitKind.TIME
    return UnitKind.OTHER if unit.startswith(_OTHER_TIMES) else UnitKind.COUNT


def expected_of(question: Question, names: Names, units: Mapping[str, str] | None = None) -> Expected:
    """Return what a right answer to a question of a set states.

    Args:
        question: With its expected values.
        names: What indicators are called and measured in.
        units: Published units by indicator code, where they are at hand; they go before the names.
    """
    facts = [fact.split() for fact in question.facts]
    cells = tuple((area, int(when)) for area, _, when in facts if when.isdigit())
    years = question.years or tuple(dict.fromkeys(year for _, year in cells))
    code = facts[0][1] if facts else ""
    unit = (units or {}).get(code, "")
    scale = 1 if question.operation in _PURE else _SCALES.get(unit.partition(" ")[0], 1)
    return Expected(
        question=question.question,
        operation=question.operation or "",
        values=tuple(Fraction(value) * scale for value in question.values),
        cells=cells if len(cells) == len(question.values) == len(facts) and _EVERY not in dict(cells) else (),
        unit=unit_kind(unit) or _measured(code, names),
        currency="INT" if "international" in unit or "PPP" in unit else "USD",
        areas=question.areas,
        years=years if facts else _years_in(question.question),
        position=question.position,
        decline=question.decline,
        measure=_called(code, names),
    )


def _called(code: str, names: Names) -> tuple[str, ...]:
    """Return the names of a measure of several words, its own and the one of our sentences."""
    known = names.indicators.get(code)
    if known is None:
        return ()
    noun = Subjects(names=names).noun(Indicator(code=code, name=known.name, unit=Unit("")))
    return tuple(sorted({name for name in (known.name, noun) if " " in name}, key=len, reverse=True))


def _measured(code: str, names: Names) -> UnitKind:
    """Return the sort of unit of a well-known indicator, by what its name says that it measures."""
    if code not in names.indicators:
        return UnitKind.UNKNOWN
    name = names.indicators[code]
    if "life expectancy" in name.name or "years" in name.counted:
        return UnitKind.TIME
    return _MEASURES.get(name.measure, UnitKind.UNKNOWN)


def _years_in(text: str) -> tuple[int, ...]:
    return tuple(dict.fromkeys(year for mention in scan(text) for year in mention.years))
