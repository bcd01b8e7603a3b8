"""Whether a draft states the expected numbers: value, precision, unit, and of which year and area."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Final

from tieout.checking.mention import Bound, NumberKind
from tieout.checking.numbers import scan
from tieout.checking.rounding import fits
from tieout.evaluation.scorer.expected import Expected, UnitKind
from tieout.evaluation.scorer.quantities import Draft, Quantity
from tieout.evaluation.scorer.words import ALTERNATIVE
from tieout.facts.derivation import exact_text

__all__ = ["CHANGES", "levels_fault", "offers_another", "result_unit", "states", "values_fault"]

_CLOSE: Final[Mapping[Bound, Bound]] = {
    Bound.MORE: Bound.JUST_OVER,
    Bound.AT_LEAST: Bound.JUST_OVER,
    Bound.LESS: Bound.NEARLY,
    Bound.AT_MOST: Bound.NEARLY,
}
"""A bound answers a question only from close by: "more than ten million" says nothing of 41 million."""

_LEAST_COUNT: Final = 1000
_SAME_SIZE: Final = 100

CHANGES: Final = frozenset({"difference", "percent_change", "growth_per_year"})
"""Operations whose result has a direction."""

_OF_SEVERAL: Final = frozenset({"highest", "lowest", "top", "bottom"})

_RESULT_UNITS: Final[Mapping[str, UnitKind]] = {
    "percent_change": UnitKind.PERCENT,
    "growth_per_year": UnitKind.PERCENT,
    "share": UnitKind.PERCENT,
    "ratio": UnitKind.TIMES,
}
"""The unit of what an operation gives, where it is not that of the values that it starts from."""


def result_unit(expected: Expected) -> UnitKind:
    """Return the unit of the expected values; a difference of percentages is in points."""
    if expected.operation == "difference" and expected.unit is UnitKind.PERCENT:
        return UnitKind.POINTS
    return _RESULT_UNITS.get(expected.operation, expected.unit)


def states(quantity: Quantity, value: Fraction, expected: Expected) -> bool:
    """Tell whether a quantity gives a value at the precision in which it is written, in the right unit.

    The size of a change may be written without its sign: a word then says the direction.
    """
    if not _has_unit(quantity, result_unit(expected), expected.currency):
        return False
    mention = quantity.mention
    true = value / 100 if mention.kind is NumberKind.FRACTION else value
    if not mention.sign and (expected.operation in CHANGES or quantity.is_negated):
        true = abs(true)
    return bool(fits(true, mention, _CLOSE.get(quantity.bound, quantity.bound)))


def _has_unit(quantity: Quantity, unit: UnitKind, currency: str) -> bool:
    said = quantity.unit
    if unit is UnitKind.UNKNOWN or said is unit:
        return said is not UnitKind.MONEY or _is_currency(quantity, currency)
    if unit is UnitKind.TIMES:
        return quantity.is_for_each
    return said is UnitKind.UNKNOWN and unit is not UnitKind.POINTS


def _is_currency(quantity: Quantity, currency: str) -> bool:
    said = quantity.mention.currency
    return said is None or said.rstrip("?") == currency


def values_fault(draft: Draft, expected: Expected) -> str:
    """Return what keeps a draft from stating every expected value of its year and area, or nothing."""
    for number, value in enumerate(expected.values):
        areas, years = expected.areas, expected.years
        if expected.cells:
            areas, years = (expected.cells[number][0],), (expected.cells[number][1],)
        found = [each for each in draft.quantities if states(each, value, expected)]
        if not found:
            return f"{exact_text(value, digits=20)} is not stated"
        own = [each for each in found if _is_of(each, years, areas)]
        if not own:
            of = " ".join(filter(None, (found[0].area, str(found[0].year or ""))))
            return f"{found[0].mention.text} is said of {of}"
        if offers_another(draft, own[0]):
            return "several candidates are offered"
    return ""


def _is_of(quantity: Quantity, years: tuple[int, ...], areas: tuple[str, ...]) -> bool:
    if years and quantity.year is not None and quantity.year not in years:
        return False
    return not (areas and quantity.area) or quantity.area in areas


def offers_another(draft: Draft, quantity: Quantity) -> bool:
    """Tell whether a quantity is one of several that the words offer as an answer ("either ... or")."""
    mine = draft.sentence(quantity.sentence)
    numbers = [each for each in draft.quantities if each.sentence == quantity.sentence]
    return len(numbers) > 1 and any(
        first.mention.end <= place.start() + draft.sentences[quantity.sentence].start < second.mention.start
        and first.unit is second.unit
        and len(draft.text[first.mention.end : second.mention.start].split()) <= 4
        for first, second in pairwise(numbers)
        for place in ALTERNATIVE.finditer(mine)
    )


def levels_fault(draft: Draft, expected: Expected) -> str:
    """Return what is said of the expected areas and years that is not so: another value in the same unit.

    Passed over are a number of the question itself, a difference, a number without the unit or of another
    size, and one whose year is only that of the sentence before. A bound is held to its own words. Of several
    areas each may have its number: then those said of none must agree once.
    """
    asked = {mention.value for mention in scan(expected.question)}
    levels = [
        each
        for each in draft.quantities
        if not each.is_change and each.mention.value not in asked and _is_level(each, expected)
    ]
    unsaid: list[Quantity] = []
    for each in levels:
        candidates = _values_of(each, expected)
        if not candidates or any(_agrees(each, value) for value in candidates):
            continue
        if (
            not each.has_year
            and len(draft.sentences) > 1
            and each.sentence
            and expected.operation not in _OF_SEVERAL
        ):
            continue
        if each.area or expected.operation not in _OF_SEVERAL:
            return f"{each.mention.text} is said of {each.area or 'it'}, which is not so"
        unsaid.append(each)
    bare = [each for each in levels if not each.area]
    return f"{unsaid[0].mention.text} is said, which is not so" if unsaid and len(unsaid) == len(bare) else ""


def _values_of(quantity: Quantity, expected: Expected) -> tuple[Fraction, ...]:
    """Return the expected values that a quantity may be, by the area and year that it is said of."""
    if not _is_of(quantity, expected.years, expected.areas) or (quantity.area and not expected.areas):
        return ()
    if expected.cells:
        return tuple(
            value
            for value, (area, year) in zip(expected.values, expected.cells, strict=True)
            if quantity.area in ("", area) and quantity.year in (None, year)
        )
    if quantity.area in expected.areas and len(expected.areas) == len(expected.values):
        return (expected.values[expected.areas.index(quantity.area)],)
    return expected.values


def _is_level(quantity: Quantity, expected: Expected) -> bool:
    """Tell whether a number may be a value of the measure asked about: its unit, its currency, its size."""
    unit, value = expected.unit, quantity.mention.value
    if unit is UnitKind.UNKNOWN or value is None:
        return False
    if unit is UnitKind.COUNT:
        if quantity.unit not in (unit, UnitKind.UNKNOWN) or value < _LEAST_COUNT:
            return False
    elif quantity.unit is not unit:
        return False
    if unit is UnitKind.MONEY and not _is_currency(quantity, expected.currency):
        return False
    if quantity.mention.kind is NumberKind.FRACTION:
        value *= 100
    return any(_is_of_size(abs(value), abs(known)) for known in expected.values)


def _is_of_size(one: Fraction, other: Fraction) -> bool:
    """Tell whether two numbers may be of one measure: neither is more than a hundred times the other."""
    return max(one, other) <= _SAME_SIZE * min(one, other)


def _agrees(quantity: Quantity, value: Fraction) -> bool:
    true = value / 100 if quantity.mention.kind is NumberKind.FRACTION else value
    if quantity.is_negated and not quantity.mention.sign:
        true = abs(true)
    return bool(fits(true, quantity.mention, quantity.bound))
