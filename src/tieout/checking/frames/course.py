"""The course of a series over years: peaks and lows, ranges, first years beyond a bound, every year."""

from dataclasses import replace
from fractions import Fraction
from typing import Final

from tieout.checking.amount import cell_for, check_value, factor_for, holds, shown_fact
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene
from tieout.checking.frames.extreme import (
    is_appositive,
    read_extreme,
    read_range,
    read_within,
    subject_of,
    two_extremes,
    window_of,
)
from tieout.checking.frames.trend import SIDED, read_trend, read_uneven
from tieout.checking.frames.value import NAMING, PLAIN, totals_only
from tieout.checking.mention import Bound
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import named_periods, span_of
from tieout.facts.frequency import STEP_NAMES

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
        "negation",
    }
)


def read_course(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause about one series of one area over several years."""
    if not totals_only(clause):
        return None
    if not clause.only(_ALLOWED) or clause.has("setsize", "setnoun") or _counts_years(clause):
        return None
    if clause.has("negation") and not _within(clause):
        return None
    if clause.timewords("uneven", "uneven up", "uneven down"):
        return read_uneven(clause, scene)
    if _within(clause):
        return read_within(clause, scene)
    if any(chunk.key.endswith(" time") for chunk in clause.of("timeword")) and not _crosses(clause):
        return None
    if _lasts(clause):
        return read_trend(clause, scene)
    if clause.has("range") or two_extremes(clause):
        return read_range(clause, scene)
    if _crosses(clause):
        return _read_crossing(clause, scene)
    if is_appositive(clause, scene):
        return read_extreme(clause, scene)
    if clause.has("peak") or (_names_extreme(clause) and window_of(clause, scene) is not None):
        return read_extreme(clause, scene)
    return None


def _counts_years(clause: Clause) -> bool:
    """True for "for the third year running", which is read of one year only."""
    times = [str(chunk.readings["timeword"]) for chunk in clause.of("timeword")]
    return any(time.startswith("run") for time in times)


def _within(clause: Clause) -> bool:
    """True for "never went above 61.2% nor below 36%": the two bounds of a window, each reached."""
    if len(clause.nums) != 2 or not clause.has("negation") or clause.has("direction", "peak", "superlative"):
        return False
    upper = [number for number in clause.nums if number.bound in (Bound.MORE, Bound.AT_MOST)]
    lower = [number for number in clause.nums if number.bound in (Bound.LESS, Bound.AT_LEAST)]
    denied = clause.of("negation")
    joined = clause.nums[1].prep == "or" or any(chunk.key == "nor" for chunk in denied) or len(denied) == 2
    return len(upper) == len(lower) == 1 and joined


def _lasts(clause: Clause) -> bool:
    """True where something is said of every year of a window."""
    if any(str(chunk.readings["timeword"]).startswith("every") for chunk in clause.of("timeword")):
        return True
    if clause.has("direction", "statistic", "peak", "superlative", "range") or clause.timewords("first"):
        return False
    bounds = any(number.bound in SIDED for number in clause.nums)
    between = len(clause.nums) == 2 and clause.nums[0].prep == "between"
    return (bounds and bool(clause.timewords("since"))) or ((bounds or between) and _spans(clause))


def _spans(clause: Clause) -> bool:
    """True for "from 2013 to 2015", "between 2013 and 2015", "over 2013-2015"."""
    years = clause.of("year")
    if len(years) == 1:
        return span_of(years[0]) is not None
    opens = years[0].prep in ("from", "between", "during", "over the years", "over") if years else False
    return len(years) == 2 and opens and years[1].prep in ("to", "and", "until", "through", "till")


def _names_extreme(clause: Clause) -> bool:
    """True for "the highest"; a bare "the most" does not say of what."""
    bare = all(chunk.key in ("most", "least") for chunk in clause.of("superlative"))
    return clause.has("superlative") and not (bare and not clause.has("ind", "piece", "num", "counted"))


def _crosses(clause: Clause) -> bool:
    first = clause.timewords("first") or any(chunk.key == "first" for chunk in clause.of("ordinal"))
    sided = any(number.bound in SIDED for number in clause.nums)
    return sided and (bool(first) or _until(clause) is not None)


def _until(clause: Clause) -> Chunk | None:
    """Return the negated bound of "did not exceed 50% until 2016", which says the first year beyond it."""
    years = [chunk for chunk in clause.of("year") if chunk.prep in ("until", "till", "before")]
    denied = [number for number in clause.nums if number.bound in (Bound.AT_MOST, Bound.AT_LEAST)]
    if len(years) != 1 or len(clause.of("year")) != 1 or len(denied) != 1 or years[0].prep == "before":
        return None
    before = [chunk for chunk in clause if chunk.kind == "bound" and chunk.end <= denied[0].start]
    return denied[0] if before and {"not", "never", "didn't", "n't"} & set(before[-1].key.split()) else None


def _same_way(clause: Clause, bound: Chunk) -> bool:
    """True where the verbs go the way of the bound: "rose above", "fell below", "went above"."""
    way = "up" if bound.bound in (Bound.MORE, Bound.AT_LEAST) else "down"
    return all(
        str(chunk.readings["direction"]).split()[0] in (way, "none") for chunk in clause.of("direction")
    )


def _is_timed(clause: Clause) -> bool:
    """True where no word of time says more than the first year, or the one that is named."""
    times = [str(chunk.readings["timeword"]) for chunk in clause.of("timeword")]
    return all(time in ("first", "same", "since", "latest", "earliest") or time[:1] in "+-" for time in times)


def _check_before(bound: Chunk, factor: Fraction, cell: Cell, clause: Clause, scene: Scene) -> None:
    """Hold a crossing where a year before was beyond the bound already, or the last one is not known."""
    earlier = [period for period in scene.table.periods(cell.area, cell.measure) if period < cell.period]
    if cell.period.shifted(-1) not in earlier:
        step = STEP_NAMES[cell.period.frequency]
        message = f"The evidence does not hold the {step} before {cell.period.name}."
        raise clause.reject(ProblemCode.BEYOND_EVIDENCE, message)
    for period in earlier:
        if holds(cell_for(cell.area, cell.measure, period, clause, scene).value * factor, bound):
            message = f"It was so in {period.name} already."
            raise clause.reject(ProblemCode.WRONG_PERIOD, message, None, str(period))


def _told(clause: Clause, scene: Scene) -> Cell | None:
    """Return the value that ", the first time above $20 trillion" is said of: the one just told."""
    if clause.has("year", "area", "ind", "piece", "grows") or len(clause.nums) != 1:
        return None
    one = len({(cell.area, cell.measure) for cell in scene.cells}) == 1
    return scene.cells[-1] if one else None


def _read_crossing(clause: Clause, scene: Scene) -> Reading | None:
    """First year beyond a bound.

    Every earlier year of the evidence lies on the other side, the year before among them.
    """
    denied = _until(clause)
    bounds = [number for number in clause.nums if number.bound in SIDED]
    values = [number for number in clause.nums if number.bound not in SIDED]
    told = None if denied is not None else _told(clause, scene)
    subject = subject_of(clause, scene) if told is None else (told.area, told.measure)
    years = named_periods(clause) if told is None else [told.period]
    if (
        len(bounds) != 1
        or len(values) > 1
        or subject is None
        or len(years) != 1
        or clause.has("peak", "superlative")
        or not _is_timed(clause)
        or not _same_way(clause, bounds[0])
    ):
        return None
    if denied is not None:
        bounds = [replace(denied, bound=Bound.MORE if denied.bound is Bound.AT_MOST else Bound.LESS)]
    area, measure = subject
    factor = factor_for(bounds[0], scene.table.measures[measure], clause)
    if factor is None:
        raise clause.reject(
            ProblemCode.WRONG_UNIT, "The bound is not in the unit of this indicator.", bounds[0]
        )
    cell = cell_for(area, measure, years[0], clause, scene)
    _check_before(bounds[0], factor, cell, clause, scene)
    if not holds(cell.value * factor, bounds[0]):
        raise clause.reject(
            ProblemCode.WRONG_PERIOD, f"In {years[0]} it was {shown_fact(cell.fact)}.", bounds[0]
        )
    reading = Reading(cells=[cell], areas=(area,), measure=measure, periods=(years[0],))
    for number in values:
        reading.ties.append(check_value(number, cell, clause, scene))
    return reading
