"""Trends: what holds in every year of a window, or in all but some, and what has held since a year."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tieout.checking.amount import check_value, factor_for, figure, holds, shown_fact, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene, is_size
from tieout.checking.frames.ends import since_chunk
from tieout.checking.frames.extreme import Window, cells_of, window_of
from tieout.checking.frames.parts import year_after, year_when
from tieout.checking.frames.reach import turned
from tieout.checking.measure import Measure
from tieout.checking.mention import Bound
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode, Reject
from tieout.checking.when import period_of
from tieout.checking.where import areas_for
from tieout.facts.period import Period

__all__ = ["SIDED", "read_trend", "read_uneven"]

SIDED: Final = frozenset({Bound.MORE, Bound.AT_LEAST, Bound.LESS, Bound.AT_MOST})
_ALWAYS: Final = ("every", "everysince")
_FIRST_PREPS: Final = frozenset({"from", "between"})


def read_trend(clause: Clause, scene: Scene) -> Reading | None:
    """Read a direction or a bound that holds in every year of a window, but for the years that are excepted.

    Args:
        clause: The clause.
        scene: Lends the area, the series and the start of "every year since".

    Raises:
        Reject: It does not hold in a year, or a year is missing from the evidence.
    """
    directions = clause.of("direction")
    bounds = _bounds(clause)
    if clause.has("peak", "range", "superlative") or bool(directions) == bool(bounds):
        return None
    if _counted(clause) and (clause.timewords("first") or clause.has("ordinal")):
        return None  # "in each of the five years, for the first time": nobody looks before them
    if len(directions) > 1 or (bounds and (clause.has("multiple") or len(bounds) != len(clause.nums))):
        return None
    if any(is_size(number) or number.prep in ("by", "of") for number in clause.nums) and not bounds:
        return None
    areas = areas_for(clause, scene)
    if len(areas) != 1:
        return None
    measure = _measure(clause, scene)
    window = _window(clause, scene, areas[0], measure)
    if window is None:
        return None
    cells = cells_of(clause, scene, areas[0], measure, *window)
    if _after_it(clause, scene.table.measures[measure]) and len(cells) > len(("told", "since")):
        cells = cells[1:]
    reading = Reading(cells=[cells[0], cells[-1]], areas=(areas[0],), measure=measure, periods=window)
    reading.grew = scene.table.measures[measure].growth and _grows(clause, scene)
    if bounds:
        _check_bounds(bounds, cells, clause, scene)
        _check_since(bounds, cells[0], clause, scene)
        _check_length(len(cells), None, clause)
        return reading
    _check_length(len(cells), len(cells) - 1, clause)
    _check_steps(directions[0], cells, clause, scene)
    _check_numbers(clause, scene, reading)
    return reading


def _after_it(clause: Clause, measure: Measure) -> bool:
    """True for "shrank in 2022 and has grown every year since": that year is not meant."""
    ways = [str(chunk.readings["direction"]) for chunk in clause.of("direction")]
    since = bool(clause.timewords("everysince", "sincethen", "since")) and since_chunk(clause) is None
    return measure.growth and since and all(way.endswith("level") for way in ways) and bool(ways)


def _measure(clause: Clause, scene: Scene) -> int:
    grows = bool(clause.of("grows")) and not clause.has("ind", "piece")
    bare = Clause([chunk for chunk in clause if not (chunk.kind == "generic" and chunk.key == "level")])
    return select(bare, scene, growth_of=grows)


def _bounds(clause: Clause) -> list[Chunk]:
    found = [number for number in clause.nums if number.bound in SIDED]
    if len(clause.nums) == 2 and clause.nums[0].prep == "between" and not found:
        low, high = clause.nums
        return [replace(low, bound=Bound.AT_LEAST), replace(high, bound=Bound.AT_MOST)]
    return found


def _window(clause: Clause, scene: Scene, area: str, measure: int) -> tuple[Period, Period] | None:
    """Return the years it is said of: those named, or from "since" to the end that is named or the last."""
    since = since_chunk(clause)
    named = [period for chunk in clause.of("year") if (period := period_of(chunk)) is not None]
    excepted = _excepted(clause)
    named = [period for period in named if period not in excepted]
    if since is not None:
        start = period_of(since)
    elif clause.timewords("everysince", "sincethen", "since"):
        start = scene.cells[-1].period if scene.cells else None
        if start is not None and (scene.cells[-1].area, scene.cells[-1].measure) != (area, measure):
            return None
    elif _goes_to(clause, scene, area, measure) and _told_last(scene) < named[0]:
        return _told_last(scene), named[0]
    else:
        bare = Clause(
            [chunk for chunk in clause if not (chunk.kind == "year" and period_of(chunk) in excepted)]
        )
        found = _ends_of_numbers(clause) or window_of(bare, scene) or _asked(clause, scene)
        return found[:2] if found is not None and (found[2] is None or not bare.of("year")) else None
    later = [period for period in named if start is not None and period > start]
    if start is None or len(set(later)) > 1 or any(period < start for period in named):
        return None
    series = scene.table.cells.get((area, measure), {})
    return start, (later[0] if later else max(series, default=start))


def _asked(clause: Clause, scene: Scene) -> Window | None:
    """Return the years of the question for "in each of those six years"; their number is checked."""
    window = scene.question_window
    return (*window, None) if _counted(clause) and window is not None and not clause.has("year") else None


def _counted(clause: Clause) -> bool:
    """True for "in each of the five years"."""
    return any(str(chunk.readings["timeword"]).startswith("everyof") for chunk in clause.of("timeword"))


def _told_last(scene: Scene) -> Period:
    return max(cell.period for cell in scene.cells)


def _goes_to(clause: Clause, scene: Scene, area: str, measure: int) -> bool:
    """True for "and stayed above 40% in all years to 2021", said of the value just told.

    Or for "then rose every year to 2% in 2024".
    """
    years = clause.of("year")
    told = {(cell.area, cell.measure) for cell in scene.cells}
    return len(years) == 1 and told == {(area, measure)} and (years[0].prep in _TILL or _reaches(clause))


def _reaches(clause: Clause) -> bool:
    """True for "rose every year to 2% in 2024"."""
    return (
        len(clause.nums) == 1
        and clause.nums[0].prep == "to"
        and year_after(clause.nums[0], clause) is not None
    )


_TILL: Final = frozenset({"to", "until", "through", "till", "up to"})


def _ends_of_numbers(clause: Clause) -> Window | None:
    """Return the years of "from 36% in 2014 to 76.5% in 2021"."""
    years = [chunk for chunk in clause.of("year") if period_of(chunk) is not None]
    starts = [number for number in clause.nums if number.prep in _FIRST_PREPS]
    if len(clause.nums) != 2 or len(starts) != 1 or len(years) != 2 or any(one.prep != "in" for one in years):
        return None
    first = year_after(starts[0], clause)
    last = next(year_after(number, clause) for number in clause.nums if number is not starts[0])
    return (first, last, None) if first is not None and last is not None and first < last else None


def _check_bounds(bounds: Sequence[Chunk], cells: Sequence[Cell], clause: Clause, scene: Scene) -> None:
    excepted, count = _excepted(clause), _count(clause)
    failed: dict[Period, Reject] = {}
    for number in bounds:
        factor = factor_for(number, scene.table.measures[cells[0].measure], clause)
        for cell in cells:
            plain = replace(number, bound=Bound.NONE)
            rounded = (
                number.prep in ("between", "and") and factor is not None and holds(cell.value * factor, plain)
            )
            if not rounded and (factor is None or not holds(cell.value * factor, number)):
                message = f"In {cell.period.name} it was {shown_fact(cell.fact)}."
                failed[cell.period] = clause.reject(ProblemCode.UNSUPPORTED_NUMBER, message, number)
    if count is not None:
        if len(failed) != count:
            message = f"That is so of all but {len(failed)} of the years."
            raise clause.reject(ProblemCode.WRONG_COUNT, message, bounds[0], str(len(failed)))
        return
    for period, reject in failed.items():
        if period not in excepted:
            raise reject
    if not excepted <= set(failed):
        raise clause.reject(
            ProblemCode.WRONG_PERIOD, "It was so in the year that is excepted too.", bounds[0]
        )


def _check_since(bounds: Sequence[Chunk], first: Cell, clause: Clause, scene: Scene) -> None:
    """Read "above 50% since 2016": 2016 is the first such year, unless "every year since" is said."""
    if since_chunk(clause) is None or any(clause.timewords(payload) for payload in _ALWAYS):
        return
    before = first.period.shifted(-1)
    fact = scene.table.value(first.area, first.measure, before, forecast=False)
    factor = factor_for(bounds[0], scene.table.measures[first.measure], clause)
    if fact is None or fact.value is None or factor is None:
        return
    if holds(Fraction(fact.value) * factor, bounds[0]):
        message = f"It was so in {before} already: {shown_fact(fact)}."
        raise clause.reject(ProblemCode.WRONG_PERIOD, message, None, str(before))


def _check_length(years: int, steps: int | None, clause: Clause) -> None:
    """Hold "in each of the seven years" to the number of the years."""
    for chunk in clause.of("timeword"):
        payload = str(chunk.readings["timeword"])
        if payload.startswith("everyof") and int(payload[7:]) not in (years, steps):
            raise clause.reject(ProblemCode.WRONG_COUNT, f"These are {years} years.", chunk, str(years))


def _excepted(clause: Clause) -> set[Period]:
    """Return the years named right after "every year except"."""
    found: set[Period] = set()
    open_ = False
    for chunk in clause:
        if chunk.kind == "timeword":
            open_ = chunk.readings["timeword"] in ("everyexcept", "except")
        elif open_ and chunk.kind == "year" and (period := period_of(chunk)) is not None:
            found.add(period)
        elif open_ and not (chunk.key in ("and", ",") or chunk.kind == "neutral"):
            open_ = False
    return found


def _check_steps(chunk: Chunk, cells: Sequence[Cell], clause: Clause, scene: Scene) -> None:
    way, _, sort = str(chunk.readings["direction"]).partition(" ")
    growth = scene.table.measures[cells[0].measure].growth
    if way not in ("up", "down") or (sort == "rate" and not growth):
        raise clause.reject(ProblemCode.NOT_UNDERSTOOD, "This cannot be said of every year.", chunk)
    if growth and sort == "level" and _is_of_rate(clause):
        message = "This is a rate of growth; it does not itself grow or shrink."
        raise clause.reject(ProblemCode.WRONG_DIRECTION, message, chunk)
    if growth and (sort == "level" or (_grows(clause, scene) and sort != "rate")):
        failed = [cell for cell in cells if (cell.value > 0) != (way == "up") or cell.value == 0]
        truths = {cell.period: f"In {cell.period.name} it was {shown_fact(cell.fact)}." for cell in failed}
    else:
        truths = {
            after.period: f"From {before.period.name} to {after.period.name} it went "
            f"from {shown_fact(before.fact)} to {shown_fact(after.fact)}."
            for before, after in itertools.pairwise(cells)
            if before.value == after.value or (after.value > before.value) != (way == "up")
        }
    excepted, count = _excepted(clause), _count(clause)
    if count is not None:
        if len(truths) != count or (count and cells[0].period in truths):
            message = f"That is so of {len(truths)} of the years, not {count}."
            raise clause.reject(ProblemCode.WRONG_COUNT, message, chunk, str(len(truths)))
        return
    for period, truth in truths.items():
        if period not in excepted:
            raise clause.reject(ProblemCode.WRONG_DIRECTION, truth, chunk)
    if not excepted <= set(truths):
        raise clause.reject(ProblemCode.WRONG_PERIOD, "It was so in the year that is excepted too.", chunk)


def _grows(clause: Clause, scene: Scene) -> bool:
    """True where it is said of the thing that grows, not of its growth: named here, or asked for."""
    lent = scene.question_grew and scene.measure is None and not clause.has("ind", "piece")
    return clause.has("grows") or lent


def _is_of_rate(clause: Clause) -> bool:
    """True for "inflation has grown two years in a row" and for "it grew every year, from 4.1% to 5.2%"."""
    named = clause.has("ind", "piece") and not clause.has("grows")
    return named or any(number.prep in ("from", "to") for number in clause.nums)


def _count(clause: Clause) -> int | None:
    for chunk in clause.of("timeword"):
        payload = str(chunk.readings["timeword"])
        if payload.startswith("everybut"):
            return int(payload[8:])
    return None


def _check_numbers(clause: Clause, scene: Scene, reading: Reading) -> None:
    """Tie the values at both ends ("from 16.0% in 2000 to 7.9% in 2023") and "more than halved"."""
    first, last = reading.cells
    for number in clause.nums:
        year = year_when(number, clause)
        cell = first if number.prep in _FIRST_PREPS or (year is not None and year == first.period) else last
        year = year or year_after(number, clause)
        if year is not None and year != cell.period:
            raise clause.reject(ProblemCode.WRONG_PERIOD, f"This is said of {cell.period.name}.", number)
        reading.ties.append(check_value(number, cell, clause, scene))
    for chunk in clause.of("multiple"):
        ratio = last.value / first.value if first.value > 0 else None
        if ratio is None or chunk.mention is None or not holds(ratio, turned(chunk)):
            text = "There is no ratio of these values." if ratio is None else f"It is {figure(ratio)} times."
            raise clause.reject(ProblemCode.UNSUPPORTED_NUMBER, text, chunk)
        reading.ties.append(tie(chunk, (first.fact, last.fact), "ratio"))


def read_uneven(clause: Clause, scene: Scene) -> Reading | None:
    """Read "though not in a straight line", of the change just told: some step goes the other way."""
    if clause.nums or clause.has("direction", "area", "ind", "year", "multiple") or len(scene.cells) != 2:
        return None
    start, end = scene.cells
    if start.area != end.area or start.measure != end.measure or start.period >= end.period:
        return None
    cells = cells_of(clause, scene, start.area, start.measure, start.period, end.period)
    up = end.value > start.value
    ways = {str(chunk.readings["timeword"]).partition(" ")[2] for chunk in clause.of("timeword")}
    if ("down" if up else "up") in ways:
        raise clause.reject(ProblemCode.WRONG_DIRECTION, "It went the other way.")
    if all((after.value > before.value) == up for before, after in itertools.pairwise(cells)):
        raise clause.reject(ProblemCode.WRONG_DIRECTION, "It went the same way in every year.")
    return Reading(
        cells=list(scene.cells),
        areas=(start.area,),
        measure=start.measure,
        periods=(start.period, end.period),
    )
