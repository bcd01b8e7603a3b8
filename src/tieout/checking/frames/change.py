"""Changes: "rose from A in 2000 to B in 2010", "fell by 2.1 percentage points", "more than doubled"."""

from fractions import Fraction
from typing import Final

from tieout.checking.amount import (
    cell_for,
    check_value,
    factor_for,
    figure,
    holds,
    same_release,
    shown_fact,
    tie,
)
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene, is_size, mention_of
from tieout.checking.crossing import check_before
from tieout.checking.exchange import is_turned
from tieout.checking.frames.direction import is_opposed, is_timed, only_none
from tieout.checking.frames.ends import ends_of
from tieout.checking.frames.growth import SIGNS, is_growth, rate_words, read_growth, wrong_way
from tieout.checking.frames.parts import Parts, parts_of, year_after
from tieout.checking.frames.reach import check_peak, turned
from tieout.checking.frames.value import NAMING, PLAIN, check_latest, totals_only
from tieout.checking.measure import Measure
from tieout.checking.mention import Bound, NumberKind
from tieout.checking.rates import counts_points
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode, Reject
from tieout.checking.when import before, named_periods, period_of
from tieout.checking.where import areas_for
from tieout.facts.derivation import percent_change

__all__ = ["check_direction", "read_change"]

_ALLOWED: Final = (
    PLAIN
    | NAMING
    | {
        "num",
        "year",
        "area",
        "timeword",
        "direction",
        "statistic",
        "peak",
        "both",
        "multiple",
        "contrast",
        "forecast",
        "hold",
        "provisional",
    }
)


def read_change(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that states a change of one series of one area."""
    if not clause.has("direction", "multiple", "hold") or not clause.only(_ALLOWED):
        return None
    if not is_timed(clause) or not totals_only(clause):
        return None
    if (only_none(clause) and not clause.nums) or _turns_from_peak(clause):
        return None
    if clause.has("hold") and not clause.has("direction", "multiple") and not clause.nums:
        return None
    areas = [] if is_opposed(clause) or _tells_two(clause) else areas_for(clause, scene)
    if len(areas) != 1:
        return None
    if is_growth(clause, scene):
        return read_growth(clause, scene, areas[0])
    nouns = clause.of("grows")
    if nouns and not clause.has("ind", "piece") and not any(chunk.mask("ind") for chunk in nouns):
        return None
    if _in_each_year(clause) and not (scene.grew and not clause.has("ind", "piece")):
        return _read_each(clause, scene, areas[0])
    measure = select(clause, scene, growth_of=rate_words(clause))
    if scene.table.measures[measure].growth and _lent_growth(clause, scene):
        return read_growth(clause, scene, areas[0])
    numbers = parts_of(clause, scene.table.measures[measure])
    first, last = ends_of(clause, scene, has_start=bool(numbers.starts))
    cells = [cell_for(areas[0], measure, period, clause, scene) for period in (first, last)]
    same_release(cells, clause)
    reading = Reading(cells=cells, areas=tuple(areas), measure=measure, periods=(first, last))
    _check_ends(numbers, clause, scene, reading)
    check_direction(clause, scene, reading)
    for number in numbers.sizes:
        _check_size(number, clause, scene, reading)
    for chunk in clause.of("multiple"):
        _check_multiple(chunk, clause, scene, reading)
    _check_basis(clause, scene, reading, numbers)
    check_peak(clause, scene, reading)
    check_latest(clause, scene, cells[1:])
    return reading


def _turns_from_peak(clause: Clause) -> bool:
    """True for "peaked at 41.3% in 2019 and rose to 42.1%": the peak is told first, and is another claim."""
    peaks, ways = clause.of("peak"), clause.of("direction")
    return bool(peaks) and bool(ways) and peaks[0].start < ways[0].start


def _tells_two(clause: Clause) -> bool:
    """True for "prices fell as inflation slowed": one claim is of the prices, one of their rate."""
    return (
        clause.has("grows") and clause.has("ind") and len(clause.of("direction")) > 1 and rate_words(clause)
    )


def _in_each_year(clause: Clause) -> bool:
    """True for "fell in 2021 and 2022": each year against the one before it."""
    years = [chunk for chunk in clause.of("year") if period_of(chunk) is not None]
    return (
        len(years) > 1
        and years[0].prep in ("in", "during", "")
        and all(chunk.prep in ("and", "", "in") for chunk in years[1:])
        and (years[1].prep == "and" and not clause.has("multiple"))
    )


def _read_each(clause: Clause, scene: Scene, area: str) -> Reading | None:
    if clause.nums:
        return None
    measure = select(clause, scene, growth_of=rate_words(clause))
    reading = Reading(areas=(area,), measure=measure, periods=tuple(named_periods(clause)))
    for period in reading.periods:
        cells = [cell_for(area, measure, one, clause, scene) for one in (before(period, clause), period)]
        same_release(cells, clause)
        check_direction(clause, scene, Reading(cells=cells, measure=measure))
        reading.cells = cells
    return reading


def _lent_growth(clause: Clause, scene: Scene) -> bool:
    """True for "after contracting 8.2% in 2020" where the question is about growth."""
    sorts = {str(chunk.readings["direction"]).partition(" ")[2] for chunk in clause.of("direction")}
    parts = (NumberKind.PERCENT, NumberKind.FRACTION)
    percent = all(mention_of(number).kind in parts for number in clause.nums)
    ends = any(number.prep in ("to", "from", "at") for number in clause.nums)
    named = clause.has("ind", "piece", "grows", "label", "generic")
    return (scene.measure is None or scene.grew) and sorts == {"level"} and percent and not ends and not named


def _check_ends(numbers: Parts, clause: Clause, scene: Scene, reading: Reading) -> None:
    backwards = [period for _, period in numbers.dated] == list(reversed(reading.periods))
    for number, period in numbers.dated:
        if backwards or period not in reading.periods:
            raise _other_years(clause, reading, number)
        reading.ties.append(check_value(number, reading.cells[reading.periods.index(period)], clause, scene))
    for chunks, cell in ((numbers.starts, reading.cells[0]), (numbers.ends, reading.cells[1])):
        for number in chunks:
            year = year_after(number, clause)
            if year is not None and year != cell.period:
                raise _other_years(clause, reading, number)
            reading.ties.append(check_value(number, cell, clause, scene))
    for number in numbers.crossed:
        check_before(number, reading.cells[0], clause, scene)


def _other_years(clause: Clause, reading: Reading, number: Chunk) -> Reject:
    first, last = reading.periods
    return clause.reject(ProblemCode.WRONG_PERIOD, f"The change runs from {first} to {last}.", number)


def check_direction(clause: Clause, scene: Scene, reading: Reading) -> None:
    """Hold the words of direction to the two facts of a reading, the earlier first.

    Raises:
        Reject: It went another way, or such a word is not said of this series.
    """
    before, after = (cell.value for cell in reading.cells)
    measure = scene.table.measures[reading.measure or 0]
    change = (after > before) - (after < before)
    for chunk in clause.of("direction", "hold"):
        way, _, sort = str(chunk.readings.get("direction", "flat any")).partition(" ")
        if way not in SIGNS:
            continue
        if sort == "rate" and not (measure.growth or measure.unit.is_percent_rate):
            raise clause.reject(
                ProblemCode.WRONG_DIRECTION, "Only a rate of growth can speed up or slow down.", chunk
            )
        if sort == "level" and measure.growth:
            raise clause.reject(
                ProblemCode.WRONG_DIRECTION,
                "This is a rate of growth; it does not itself grow or shrink.",
                chunk,
            )
        if way == "flat":
            if not _flat(before, after, chunk, clause, scene, reading):
                raise wrong_way(clause, chunk, _both(reading))
        elif SIGNS[way] != change and not is_turned(chunk, clause, measure):
            raise wrong_way(clause, chunk, _both(reading))


def _flat(
    before: Fraction, after: Fraction, chunk: Chunk, clause: Clause, scene: Scene, reading: Reading
) -> bool:
    if before == after:
        return True
    values = [number for number in clause.nums if not is_size(number) and number.bound in _CLOSE]
    measure = scene.table.measures[reading.measure or 0]
    for number in values:
        factor = factor_for(number, measure, clause)
        if factor is not None and holds(before * factor, number) and holds(after * factor, number):
            return True
    loose = chunk.key.split()[0] in (
        "broadly",
        "roughly",
        "largely",
        "little",
        "relatively",
        "barely",
        "hardly",
        "almost",
        "virtually",
    )
    return loose and abs(after - before) * 100 <= abs(before)


_CLOSE: Final = frozenset({Bound.NONE, Bound.ABOUT})
"""Bounds under which two values that fit one number are nearly the same."""


def _both(reading: Reading) -> str:
    first, last = reading.cells
    return (
        f"{shown_fact(first.fact)} in {first.period.name} and {shown_fact(last.fact)} in {last.period.name}"
    )


def _check_size(number: Chunk, clause: Clause, scene: Scene, reading: Reading) -> None:
    before, after = (cell.value for cell in reading.cells)
    measure = scene.table.measures[reading.measure or 0]
    mention = mention_of(number)
    facts = tuple(cell.fact for cell in reading.cells)
    relation, true = _true_size(number, clause, measure, before, after)
    if not mention.sign:
        true = abs(true)
    elif mention.sign == "-" and any(
        str(chunk.readings["direction"]).startswith(("up", "down")) for chunk in clause.of("direction")
    ):
        raise clause.reject(
            ProblemCode.UNREADABLE_NUMBER,
            "A minus sign after a word of direction can be read two ways.",
            number,
        )
    if not holds(true, number):
        raise clause.reject(
            ProblemCode.UNSUPPORTED_NUMBER,
            f"{mention.text} is not the {relation.replace('_', ' ')}: the data says {_both(reading)}, "
            f"that is {figure(true)}.",
            number,
            figure(true),
        )
    reading.ties.append(tie(number, facts, relation))


def _true_size(
    number: Chunk, clause: Clause, measure: Measure, before: Fraction, after: Fraction
) -> tuple[str, Fraction]:
    kind = mention_of(number).kind
    match kind:
        case NumberKind.POINTS | NumberKind.BASIS_POINTS:
            if counts_points(clause, measure.unit):
                return "difference", after - before
            if not measure.unit.is_percent:
                raise clause.reject(
                    ProblemCode.WRONG_RELATION, "Percentage points are a change of a percentage.", number
                )
            return "points", (after - before) * (100 if kind is NumberKind.BASIS_POINTS else 1)
        case NumberKind.PERCENT | NumberKind.FRACTION:
            if measure.unit.is_percent_rate:
                raise clause.reject(
                    ProblemCode.WRONG_RELATION, "The change of a yearly rate is in percentage points.", number
                )
            if before == 0:
                raise clause.reject(
                    ProblemCode.WRONG_RELATION, "There is no percent change from zero.", number
                )
            change = percent_change(before, after)
            return "percent_change", change / 100 if kind is NumberKind.FRACTION else change
        case NumberKind.MULTIPLE | NumberKind.RATIO:
            if before <= 0 or after <= 0:
                raise clause.reject(ProblemCode.WRONG_RELATION, "There is no ratio of these values.", number)
            if number.prep == "by" and "factor" not in " ".join(chunk.key for chunk in clause):
                raise clause.reject(
                    ProblemCode.WRONG_RELATION, "An increase by so many times can be read two ways.", number
                )
            return "ratio", after / before
    factor = factor_for(number, measure, clause)
    if factor is None:
        raise clause.reject(
            ProblemCode.WRONG_UNIT, f"{measure.label} is given in {measure.unit}; this number is not.", number
        )
    return "difference", (after - before) * factor


def _check_multiple(chunk: Chunk, clause: Clause, scene: Scene, reading: Reading) -> None:
    before, after = (cell.value for cell in reading.cells)
    if (
        before <= 0
        or chunk.mention is None
        or (scene.table.measures[reading.measure or 0].unit.is_percent_rate and before < 0)
    ):
        raise clause.reject(ProblemCode.WRONG_RELATION, "There is no ratio of these values.", chunk)
    if not holds(after / before, turned(chunk)):
        raise clause.reject(
            ProblemCode.UNSUPPORTED_NUMBER,
            f"{chunk.key!r} does not agree with the data: {_both(reading)}, {figure(after / before)} times.",
            chunk,
            figure(after / before),
        )
    reading.ties.append(tie(chunk, tuple(cell.fact for cell in reading.cells), "ratio"))


def _check_basis(clause: Clause, scene: Scene, reading: Reading, numbers: Parts) -> None:
    """A growth of output in current dollars must say so: readers take growth for real growth."""
    measure = scene.table.measures[reading.measure or 0]
    if measure.unit.basis != "current" or not measure.has_real_twin:
        return
    relative = any(
        mention_of(n).kind in (NumberKind.PERCENT, NumberKind.FRACTION, NumberKind.MULTIPLE)
        for n in numbers.sizes
    )
    if (relative or clause.has("multiple") or not clause.nums) and not scene.says_basis:
        raise clause.reject(
            ProblemCode.WRONG_UNIT,
            "Say that this is in current US dollars; without it a reader takes it for real growth.",
        )
