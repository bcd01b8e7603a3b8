"""Amounts: a number as written against the true value of a fact, in the fact's unit."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Scene, mention_of
from tieout.checking.denominators import is_part_of_unit
from tieout.checking.measure import Measure
from tieout.checking.mention import Bound, Mention, NumberKind
from tieout.checking.physical import physical_factor
from tieout.checking.rates import counts_points
from tieout.checking.rounding import fits
from tieout.checking.table import exact
from tieout.checking.verdict import ProblemCode, Reject, Tie
from tieout.facts.derivation import exact_text
from tieout.facts.fact import Fact
from tieout.facts.names import Names
from tieout.facts.observation import Status
from tieout.facts.period import Period
from tieout.facts.shown import shown

__all__ = ["cell_for", "check_value", "factor_for", "figure", "goes", "holds", "tie"]

_TIMES: Final = frozenset({"days", "hours", "years", "months", "weeks"})
_DOLLARS: Final = ("USD", "USD?")


def holds(true: Fraction, number: Chunk) -> bool:
    """Return True when the true value.

    In the unit written, can be rounded to the number and lies on the side said.
    """
    if "far" in number.readings and not _is_far(true, number):
        return False
    return bool(fits(true, mention_of(number), number.bound))


def goes(way: str, before: Fraction, after: Fraction) -> bool:
    """Return True where a value has gone up, or else down, from one to the next; not where it is the same."""
    return before < after if way == "up" else after < before


def _is_far(true: Fraction, number: Chunk) -> bool:
    """True for "well above 40%" of 45%: a twentieth away, or of a percentage a point and a half."""
    said = mention_of(number).value or Fraction(0)
    gap = abs(true - said)
    points = mention_of(number).kind is NumberKind.PERCENT and gap > _FAR_POINTS
    return points or gap >= _FAR * max(abs(true), abs(said))


_FAR: Final = Fraction(5, 100)
_FAR_POINTS: Final = Fraction(3, 2)


def factor_for(number: Chunk, measure: Measure, clause: Clause) -> Fraction | None:
    """Return what a value of the measure is multiplied by to be written as the number is.

    Or None where it cannot be.
    """
    mention = mention_of(number)
    unit = measure.unit
    if measure.per_dollar and number.key.endswith(" pounds"):
        return Fraction(1)
    match mention.kind:
        case NumberKind.PERCENT:
            return Fraction(1) if unit.is_percent else _restated_percent(number, measure, clause)
        case NumberKind.FRACTION:
            if is_part_of_unit(clause.chunks, clause.chunks.index(number)):
                return Fraction(1) if unit.text.lower() in _TIMES else None
            return Fraction(1, 100) if unit.is_percent and not unit.is_percent_rate else None
        case NumberKind.POINTS:
            return Fraction(1) if counts_points(clause, unit) else None
        case NumberKind.BASIS_POINTS:
            return Fraction(100) if unit.is_percent else None
        case NumberKind.CURRENCY:
            return _money(mention, measure)
        case NumberKind.PLAIN | NumberKind.YEAR:
            return _plain(number, measure, clause)
    return None


def _restated_percent(number: Chunk, measure: Measure, clause: Clause) -> Fraction | None:
    """Read "1 death per 100,000 live births, i.e. 0.001%": the value said again, by a power of ten."""
    per, numbers = measure.unit.per, clause.nums
    if per is None or per <= 1 or measure.unit.currency is not None or len(numbers) != 2:
        return None
    if number is not numbers[1] or mention_of(numbers[0]).kind is not NumberKind.PLAIN:
        return None
    return Fraction(100) / Fraction(per)


def _money(mention: Mention, measure: Measure) -> Fraction | None:
    currency = measure.unit.currency
    if measure.per_dollar:
        return Fraction(1) if mention.currency not in (*_DOLLARS, "INT") else None
    if currency == "USD":
        return Fraction(1) if mention.currency in _DOLLARS else None
    if currency == "INT":
        return Fraction(1) if mention.currency in ("INT", "USD?") else None
    return None


def _plain(number: Chunk, measure: Measure, clause: Clause) -> Fraction | None:
    unit = measure.unit
    if unit.is_percent:
        return Fraction(1) if _unit_said(number, clause, NumberKind.PERCENT) else None
    if unit.currency in ("USD", "INT"):
        named = any("$" in chunk.key or "dollar" in chunk.key for chunk in clause)
        return Fraction(1) if named or _unit_said(number, clause, NumberKind.CURRENCY) else None
    physical = physical_factor(number, unit.text, clause.chunks)
    per = _per_after(number, clause, measure)
    if per is None or physical is None:
        return physical
    own = unit.per
    if own is None or (own != per and number.bound is not Bound.NONE):
        return None
    factor = Fraction(per) / Fraction(own)
    return factor * physical if _power_of_ten(factor) else None


def _unit_said(number: Chunk, clause: Clause, kind: NumberKind) -> bool:
    """True when a later number of the clause carries the unit for both ("from 12 to 45 percent")."""
    later = [chunk for chunk in clause.nums if chunk.start > number.start]
    return (
        bool(later)
        and mention_of(later[0]).kind in (kind, NumberKind.POINTS)
        and number.prep in ("from", "between", "", "of")
    )


def _per_after(number: Chunk, clause: Clause, measure: Measure) -> int | None:
    for chunk in clause.chunks:
        if (
            chunk.kind == "per"
            and chunk.start > number.start
            and chunk.mention is not None
            and chunk.mention.value is not None
        ):
            return int(chunk.mention.value)
    if measure.unit.per is not None and measure.unit.per > 1 and "person" in measure.of_words:
        ends = min((one.start for one in clause.nums if one.start > number.start), default=clause.end)
        later = " ".join(chunk.key for chunk in clause if number.start < chunk.start < ends)
        return 1 if _EACH.search(later) else None
    return None


_EACH: Final = re.compile(r"\b(?:per|a|each|every) (?:person|head|capita|inhabitant|resident)\b")


def _power_of_ten(factor: Fraction) -> bool:
    top, bottom = factor.numerator, factor.denominator
    return str(top).strip("0") == "1" and str(bottom).strip("0") == "1"


def cell_for(
    area: str, measure: int, period: Period, clause: Clause, scene: Scene, at: Chunk | None = None
) -> Cell:
    """Return the fact of a cell.

    Raises:
        Reject: It is missing, only forecast without being said so, or not in the evidence.
    """
    forecast = clause.has("forecast")
    table = scene.table
    fact = table.value(area, measure, period, forecast=forecast)
    if fact is not None:
        return Cell(area=area, measure=measure, period=period, fact=fact)
    facts = table.facts_at(area, measure, period)
    label = table.measures[measure].label
    place = scene.area_name(area)
    if any(one.text is None for one in facts):
        raise clause.reject(
            ProblemCode.MISSING_VALUE,
            f"The evidence holds no value of {label} for {place} in {period.name}.",
            at,
        )
    if facts and not forecast and all(one.status is Status.FORECAST for one in facts):
        raise clause.reject(
            ProblemCode.FORECAST_UNMARKED,
            f"The value of {label} for {place} in {period.name} is a forecast; say so.",
            at,
        )
    if facts and forecast:
        raise clause.reject(
            ProblemCode.FORECAST_UNMARKED,
            f"The value for {place} in {period.name} is published, no forecast.",
            at,
        )
    if facts:
        raise clause.reject(
            ProblemCode.AMBIGUOUS, f"The evidence holds several values for {place} in {period.name}.", at
        )
    raise _no_row(area, measure, period, clause, scene, at)


def _no_row(
    area: str, measure: int, period: Period, clause: Clause, scene: Scene, at: Chunk | None
) -> Reject:
    table = scene.table
    label = table.measures[measure].label
    place = scene.area_name(area)
    if area not in table.areas:
        return clause.reject(ProblemCode.WRONG_AREA, f"The evidence holds no row for {place}.", at)
    if (area, measure) not in table.cells:
        return clause.reject(
            ProblemCode.WRONG_INDICATOR, f"The evidence holds no row of {label} for {place}.", at
        )
    return clause.reject(
        ProblemCode.WRONG_PERIOD, f"The evidence holds no row of {label} for {place} in {period.name}.", at
    )


def check_value(number: Chunk, cell: Cell, clause: Clause, scene: Scene, *, size: bool = False) -> Tie:
    """Tie a written value to its cell.

    Args:
        number: The number as written.
        cell: The fact it should say.
        clause: Its clause.
        scene: Where it is said.
        size: A verb of direction carries the sign ("shrank by 9.0%" is -9.0).

    Raises:
        Reject: The unit, the side or the value is not that of the cell.
    """
    measure = scene.table.measures[cell.measure]
    factor = factor_for(number, measure, clause)
    if factor is None or not _own_currency(number, measure, cell.area):
        raise clause.reject(
            ProblemCode.WRONG_UNIT,
            f"{measure.label} is given in {measure.unit}; this number is not written so.",
            number,
        )
    true = cell.value * factor
    if size and mention_of(number).sign == "" and true < 0:
        true = -true
    if holds(true, number) and not _short_of(true, number, clause):
        return tie(number, (cell.fact,), "value")
    raise blame(number, cell, factor, clause, scene)


def _short_of(true: Fraction, number: Chunk, clause: Clause) -> bool:
    """True for "reached 34%" of 33.9: a whole number that is reached is not rounded up to."""
    mention = mention_of(number)
    if mention.scale != 1 or mention.step != 1 or mention.value is None or number.bound is not Bound.NONE:
        return False
    place = next((at for at, one in enumerate(clause.chunks) if one is number), 0)
    before = clause.chunks[place - 1] if place else None
    return before is not None and before.key.split()[0] in _REACHING and 0 < true < mention.value


_REACHING: Final = frozenset({"reached", "reaching", "reaches", "reach", "hit", "hits", "hitting"})


def _own_currency(number: Chunk, measure: Measure, area: str) -> bool:
    """True unless an exchange rate is written in the money of another place."""
    currency = mention_of(number).currency
    if measure.per_dollar and number.key.endswith(" pounds"):
        return area in _POUNDS
    if not measure.per_dollar or currency is None:
        return True
    known = Names.load().currencies.get(currency)
    return known is not None and area in known.areas


_POUNDS: Final = frozenset({"GBR", "EGY", "LBN", "SYR", "SDN", "SSD"})
"""Where money is in pounds; the word alone is a weight too, and no currency of the scanner."""


def same_release(cells: Sequence[Cell], clause: Clause) -> None:
    """Hold a derivation from facts of two vintages (rule 21).

    Raises:
        Reject: The facts are not of one release.
    """
    if len({(cell.fact.vintage, cell.fact.source) for cell in cells}) > 1:
        raise clause.reject(
            ProblemCode.WRONG_RELATION,
            "These values come from two releases of the data; they do not compare.",
        )


def tie(number: Chunk, facts: tuple[Fact, ...], relation: str) -> Tie:
    """Return the tie of a number to facts."""
    mention = mention_of(number)
    return Tie(
        start=mention.start,
        end=mention.end,
        text=mention.text,
        facts=tuple(fact.ref for fact in facts),
        relation=relation,
    )


def figure(value: Fraction) -> str:
    """Return a derived value as plain text of at most six significant digits, for a message."""
    return exact_text(value, 6) if value.denominator != 1 else str(value.numerator)


def shown_fact(fact: Fact) -> str:
    """Return the value of a fact as a reader would write it."""
    value = fact.value
    return "no value" if value is None else shown(value, fact.indicator.unit)


def blame(number: Chunk, cell: Cell, factor: Fraction, clause: Clause, scene: Scene) -> Reject:
    """Return the Reject that says whose number this is, where the evidence knows, and what is true."""
    place = scene.area_name(cell.area)
    truth = f"for {cell.period.name} the data says {shown_fact(cell.fact)}"
    code, whose = _whose(number, cell, factor, scene)
    text = mention_of(number).text
    message = f"{text} is {whose}; {truth}." if whose else f"{text} is not {place}'s value; {truth}."
    return clause.reject(code, message, number, cell.fact.text)


def _whose(number: Chunk, cell: Cell, factor: Fraction, scene: Scene) -> tuple[ProblemCode, str]:
    """Return the code of the fault, and whose value the number is instead."""
    if number.bound not in (Bound.NONE, Bound.ABOUT):
        return ProblemCode.UNSUPPORTED_NUMBER, ""
    return _elsewhere(number, cell, factor, scene) or _scaled(number, cell, factor)


def _elsewhere(number: Chunk, cell: Cell, factor: Fraction, scene: Scene) -> tuple[ProblemCode, str] | None:
    table = scene.table
    place = scene.area_name(cell.area)
    for period, facts in table.cells.get((cell.area, cell.measure), {}).items():
        if any(fact.text and holds(exact(fact) * factor, number) for fact in facts):
            return ProblemCode.WRONG_PERIOD, f"{place}'s value for {period.name}"
    for code in table.areas:
        for fact in table.facts_at(code, cell.measure, cell.period):
            if fact.text and holds(exact(fact) * factor, number):
                return ProblemCode.WRONG_AREA, f"the value of {scene.area_name(code)} for {cell.period.name}"
    for other in range(len(table.measures)):
        for fact in table.facts_at(cell.area, other, cell.period):
            if fact.text and holds(exact(fact), number):
                return ProblemCode.WRONG_INDICATOR, f"{place}'s value of {table.measures[other].label}"
    return None


def _scaled(number: Chunk, cell: Cell, factor: Fraction) -> tuple[ProblemCode, str]:
    mention = mention_of(number)
    for power in (10, 100, 1000, 10**6, 10**9):
        for scaled in (cell.value * factor * power, cell.value * factor / power):
            if fits(scaled, mention, Bound.NONE):
                return ProblemCode.WRONG_SCALE, "of another scale"
    return ProblemCode.UNSUPPORTED_NUMBER, ""
