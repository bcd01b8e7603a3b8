"""The course of a series over years: peaks and lows, ranges, first years beyond a bound, every year."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tieout.checking.amount import cell_for, check_value, factor_for, holds, shown_fact
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene
from tieout.checking.frames.extreme import (
    cells_of,
    is_appositive,
    read_extreme,
    read_range,
    subject_of,
    two_extremes,
    window_of,
)
from tieout.checking.frames.value import NAMING, PLAIN, totals_only
from tieout.checking.mention import Bound
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import named_periods
from tieout.facts.period import Period

__all__ = ["read_course"]

_ALLOWED: Final = (
    PLAIN
    | NAMING
    | {
        "num",
        "year",
        "area",
        "timeword",
        "peak",
        "yearclaim",
        "statistic",
        "range",
        "superlative",
        "direction",
        "ordinal",
        "scope",
        "multiple",
    }
)
_SIDED: Final = frozenset({Bound.MORE, Bound.AT_LEAST, Bound.LESS, Bound.AT_MOST})


def read_course(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause about one series of one area over several years."""
    if not totals_only(clause):
        return None
    if not clause.only(_ALLOWED) or clause.has("setsize", "setnoun"):
        return None
    if clause.timewords("every"):
        return _read_every(clause, scene)
    if clause.timewords("everysince"):
        return _read_since(clause, scene)
    if clause.has("range") or two_extremes(clause):
        return read_range(clause, scene)
    if _crosses(clause):
        return _read_crossing(clause, scene)
    if is_appositive(clause, scene):
        return read_extreme(clause, scene)
    if clause.has("peak") or (clause.has("superlative") and window_of(clause, scene) is not None):
        return read_extreme(clause, scene)
    return None


def _crosses(clause: Clause) -> bool:
    first = clause.timewords("first") or any(chunk.key == "first" for chunk in clause.of("ordinal"))
    return bool(first) and any(number.bound in _SIDED for number in clause.nums)


def _read_crossing(clause: Clause, scene: Scene) -> Reading | None:
    """First year beyond a bound.

    Every earlier year of the evidence lies on the other side, the year before among them.
    """
    bounds = [number for number in clause.nums if number.bound in _SIDED]
    values = [number for number in clause.nums if number.bound not in _SIDED]
    subject = subject_of(clause, scene)
    years = named_periods(clause)
    if (
        len(bounds) != 1
        or len(values) > 1
        or subject is None
        or len(years) != 1
        or clause.has("direction", "peak")
    ):
        return None
    area, measure = subject
    factor = factor_for(bounds[0], scene.table.measures[measure], clause)
    if factor is None:
        raise clause.reject(
            ProblemCode.WRONG_UNIT, "The bound is not in the unit of this indicator.", bounds[0]
        )
    cell = cell_for(area, measure, years[0], clause, scene)
    earlier = [period for period in scene.table.periods(area, measure) if period < years[0]]
    if Period.of_year(years[0].year - 1) not in earlier:
        raise clause.reject(
            ProblemCode.BEYOND_EVIDENCE, f"The evidence does not hold the year before {years[0]}."
        )
    for period in earlier:
        if holds(cell_for(area, measure, period, clause, scene).value * factor, bounds[0]):
            raise clause.reject(
                ProblemCode.WRONG_PERIOD, f"It was so in {period} already.", None, str(period)
            )
    if not holds(cell.value * factor, bounds[0]):
        raise clause.reject(
            ProblemCode.WRONG_PERIOD, f"In {years[0]} it was {shown_fact(cell.fact)}.", bounds[0]
        )
    reading = Reading(cells=[cell], areas=(area,), measure=measure, periods=(years[0],))
    for number in values:
        reading.ties.append(check_value(number, cell, clause, scene))
    return reading


def _read_every(clause: Clause, scene: Scene) -> Reading | None:
    """A direction or a bound that holds in every year of a window."""
    subject, window = subject_of(clause, scene), window_of(clause, scene)
    if (
        subject is None
        or window is None
        or window[2] is not None
        or clause.has("peak", "range", "superlative", "multiple")
    ):
        return None
    area, measure = subject
    directions = clause.of("direction")
    bounds = [number for number in clause.nums if number.bound in _SIDED]
    if len(clause.nums) == 2 and clause.nums[0].prep == "between" and not bounds:
        bounds = [replace(clause.nums[0], bound=Bound.AT_LEAST), replace(clause.nums[1], bound=Bound.AT_MOST)]
    if bool(directions) == bool(bounds) or len(clause.nums) != len(bounds):
        return None
    cells = cells_of(clause, scene, area, measure, window[0], window[1])
    reading = Reading(cells=[cells[0], cells[-1]], areas=(area,), measure=measure, periods=window[:2])
    if bounds:
        _check_bounds(bounds, cells, clause, scene)
        return reading
    for chunk in directions:
        _check_steps(chunk, cells, clause)
    return reading


def _check_bounds(bounds: Sequence[Chunk], cells: Sequence[Cell], clause: Clause, scene: Scene) -> None:
    for number in bounds:
        factor = factor_for(number, scene.table.measures[cells[0].measure], clause)
        for cell in cells:
            plain = replace(number, bound=Bound.NONE)
            rounded = (
                number.prep in ("between", "and") and factor is not None and holds(cell.value * factor, plain)
            )
            if not rounded and (factor is None or not holds(cell.value * factor, number)):
                raise clause.reject(
                    ProblemCode.UNSUPPORTED_NUMBER,
                    f"In {cell.period} it was {shown_fact(cell.fact)}.",
                    number,
                )


def _check_steps(chunk: Chunk, cells: Sequence[Cell], clause: Clause) -> None:
    way = str(chunk.readings["direction"]).split()
    if way[0] not in ("up", "down") or way[1] == "rate":
        raise clause.reject(ProblemCode.NOT_UNDERSTOOD, "This cannot be said of every year.", chunk)
    for before, after in itertools.pairwise(cells):
        if before.value == after.value or (after.value > before.value) != (way[0] == "up"):
            raise clause.reject(
                ProblemCode.WRONG_DIRECTION,
                f"From {before.period} to {after.period} it went from {shown_fact(before.fact)} to "
                f"{shown_fact(after.fact)}.",
                chunk,
            )


def _read_since(clause: Clause, scene: Scene) -> Reading | None:
    """Read "has fallen in every year since, to 7.9 in 2022": from the value just named."""
    directions, years = clause.of("direction"), named_periods(clause)
    if len(directions) != 1 or len(years) != 1 or not scene.cells or len(clause.nums) > 1:
        return None
    start = scene.cells[-1]
    if clause.has("area", "ind", "piece", "peak", "range") or any(
        number.prep != "to" for number in clause.nums
    ):
        return None
    cells = cells_of(clause, scene, start.area, start.measure, start.period, years[0])
    _check_steps(directions[0], cells, clause)
    reading = Reading(
        cells=[cells[0], cells[-1]],
        areas=(start.area,),
        measure=start.measure,
        periods=(start.period, years[0]),
    )
    for number in clause.nums:
        reading.ties.append(check_value(number, cells[-1], clause, scene))
    return reading
