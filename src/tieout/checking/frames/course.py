"""The course of a series over years: peaks and lows, ranges, first years beyond a bound, every year."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tieout.checking.amount import cell_for, check_value, factor_for, holds, shown_fact
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene
from tieout.checking.frames.value import NAMING, PLAIN, totals_only
from tieout.checking.mention import Bound
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import named_periods, period_of, span_of
from tieout.checking.where import areas_for
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
    if clause.has("range") or _two_extremes(clause):
        return _read_range(clause, scene)
    if _crosses(clause):
        return _read_crossing(clause, scene)
    if _is_appositive(clause, scene):
        return _read_extreme(clause, scene)
    if clause.has("peak") or (clause.has("superlative") and _window(clause, scene) is not None):
        return _read_extreme(clause, scene)
    return None


def _is_appositive(clause: Clause, scene: Scene) -> bool:
    """True for ", the lowest of the period": said of the value just named."""
    return clause.has("peak") and not clause.has("year", "area", "ind", "piece") and bool(scene.cells)


def _subject(clause: Clause, scene: Scene) -> tuple[str, int] | None:
    areas = areas_for(clause, scene)
    return (areas[0], select(clause, scene)) if len(areas) == 1 else None


def _window(clause: Clause, scene: Scene) -> tuple[Period, Period, Period | None] | None:
    """Return first and last year of the window, and the year that is singled out, if one."""
    spans = [span for chunk in clause.of("year") if (span := span_of(chunk)) is not None]
    singles = [chunk for chunk in clause.of("year") if period_of(chunk) is not None]
    if not spans and not singles and scene.window is not None and scene.cells:
        return (*scene.window, scene.cells[-1].period)
    if len(spans) == 1 and len(singles) <= 1:
        return (*spans[0], period_of(singles[0]) if singles else None)
    if spans:
        return None
    if len(singles) in (2, 3):
        for place in range(len(singles) - 1):
            first, last = singles[place], singles[place + 1]
            if first.prep in ("between", "from", "over", "since", "during", "across", "") and last.prep in (
                "and",
                "to",
                "until",
                "through",
            ):
                rest = [chunk for chunk in singles if chunk not in (first, last)]
                start, end = period_of(first), period_of(last)
                if start is not None and end is not None:
                    return start, end, period_of(rest[0]) if rest else None
    if (
        singles
        and len(singles) == 1
        and len(set(scene.periods)) == 2
        and (clause.timewords("period") or clause.has("peak"))
    ):
        return min(scene.periods), max(scene.periods), period_of(singles[0])
    return None


def _cells(clause: Clause, scene: Scene, area: str, measure: int, first: Period, last: Period) -> list[Cell]:
    """Return the cells of every year of the window.

    Raises:
        Reject: A year is missing from the evidence.
    """
    if last <= first:
        raise clause.reject(ProblemCode.WRONG_PERIOD, "The years of the period are not in order.")
    return [
        cell_for(area, measure, Period.of_year(year), clause, scene)
        for year in range(first.year, last.year + 1)
    ]


def _read_extreme(clause: Clause, scene: Scene) -> Reading | None:
    if len(clause.nums) > 1 or clause.has("direction", "range", "multiple"):
        return None
    subject = _subject(clause, scene)
    if subject is None:
        return None
    window = _window(clause, scene)
    if window is None:
        raise clause.reject(
            ProblemCode.BEYOND_EVIDENCE, "Say over which years this is the highest or lowest."
        )
    first, last, at = window
    if at is None and not clause.nums:
        return None
    area, measure = subject
    cells = _cells(clause, scene, area, measure, first, last)
    most = _most(clause)
    best = max(cells, key=lambda cell: cell.value) if most else min(cells, key=lambda cell: cell.value)
    others = [cell for cell in cells if cell.value == best.value and cell is not best]
    if at is not None and (at != best.period or others):
        raise clause.reject(
            ProblemCode.WRONG_PERIOD,
            f"The {'highest' if most else 'lowest'} value is {shown_fact(best.fact)}, in {best.period}.",
            None,
            str(best.period),
        )
    reading = Reading(cells=[best], areas=(area,), measure=measure, periods=(best.period,))
    for number in clause.nums:
        reading.ties.append(check_value(number, best, clause, scene))
    return reading


def _most(clause: Clause) -> bool:
    for chunk in clause.of("peak", "superlative"):
        return str(chunk.readings.get(chunk.kind, "most")).startswith("most")
    return True


def _two_extremes(clause: Clause) -> bool:
    """True for "the lowest figure was A and the highest B"."""
    sides = [str(chunk.readings[chunk.kind]).split()[0] for chunk in clause.of("superlative", "peak")]
    return len(sides) == 2 and len(set(sides)) == 2 and len(clause.nums) == 2


def _read_range(clause: Clause, scene: Scene) -> Reading | None:
    if len(clause.nums) != 2 or clause.has("direction"):
        return None
    if clause.has("peak", "superlative") and (not _two_extremes(clause) or clause.has("range")):
        return None
    subject, window = _subject(clause, scene), _window(clause, scene)
    if subject is None or window is None or window[2] is not None:
        return None
    cells = _cells(clause, scene, *subject, window[0], window[1])
    low, high = min(cells, key=lambda cell: cell.value), max(cells, key=lambda cell: cell.value)
    reading = Reading(cells=[low, high], areas=(subject[0],), measure=subject[1], periods=window[:2])
    order = (low, high)
    if clause.has("peak", "superlative"):
        first = clause.of("superlative", "peak")[0]
        order = (high, low) if str(first.readings[first.kind]).startswith("most") else order
    for number, cell in zip(clause.nums, order, strict=True):
        reading.ties.append(check_value(number, cell, clause, scene))
    return reading


def _crosses(clause: Clause) -> bool:
    first = clause.timewords("first") or any(chunk.key == "first" for chunk in clause.of("ordinal"))
    return bool(first) and any(number.bound in _SIDED for number in clause.nums)


def _read_crossing(clause: Clause, scene: Scene) -> Reading | None:
    """First year beyond a bound: every earlier year of the evidence lies on the other side, the year before among them."""
    bounds = [number for number in clause.nums if number.bound in _SIDED]
    values = [number for number in clause.nums if number.bound not in _SIDED]
    subject = _subject(clause, scene)
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
    subject, window = _subject(clause, scene), _window(clause, scene)
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
    cells = _cells(clause, scene, area, measure, window[0], window[1])
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
    for before, after in zip(cells, cells[1:], strict=False):
        if before.value == after.value or (after.value > before.value) != (way[0] == "up"):
            raise clause.reject(
                ProblemCode.WRONG_DIRECTION,
                f"From {before.period} to {after.period} it went from {shown_fact(before.fact)} to {shown_fact(after.fact)}.",
                chunk,
            )
