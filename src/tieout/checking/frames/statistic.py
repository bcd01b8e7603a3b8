"""Means, medians and sums over areas or years, and shares of a sum or of an aggregate."""

from collections.abc import Sequence
from typing import Final

from tieout.checking.amount import cell_for, factor_for, figure, holds, same_release, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Average, Cell, Clause, Reading, Scene, mention_of
from tieout.checking.frames.members import hold_aggregates, members_of, size_of
from tieout.checking.frames.roles import RATIO
from tieout.checking.frames.value import NAMING, PLAIN
from tieout.checking.mention import NumberKind
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import every, named_periods, periods_for, span_of
from tieout.checking.where import areas_for, named_areas
from tieout.facts.derivation import mean, median, total
from tieout.facts.period import Period

__all__ = ["check_statistic", "read_lent", "read_statistic"]

_ALLOWED: Final = (
    PLAIN
    | NAMING
    | {"num", "year", "area", "timeword", "statistic", "setsize", "setnoun", "both", "world"}
    | {"setmember"}
)
_TIMES: Final = frozenset({"same", "period", "both", "every"})
_COMPUTE: Final = {"mean": mean, "median": median, "sum": total}


def read_statistic(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that gives a mean, a median or a sum."""
    clause = _of_years(clause)
    words = clause.of("statistic") or [
        one for one in clause.of("ind", "piece") if "statistic" in one.readings
    ]
    lent = _lent(words, clause, scene)
    if not words or not clause.only(_ALLOWED) or len(clause.nums) != 1 or _barred(clause, scene, words):
        return None
    if mention_of(clause.nums[0]).kind in RATIO:
        return None
    operation = _operation(words)
    areas = named_areas(clause, scene)
    grouped = clause.has("setsize", "setnoun", "both")
    if operation == "sum" and len(areas) == 1 and not grouped:
        return None
    measure = select(clause, scene)
    many = len(areas) > 1 or grouped or bool(lent)
    told = None if (many and not lent) or areas else _told(clause, scene, measure)
    cells = told or (_over_areas if many else _over_years)(clause, scene, measure, lent or areas)
    if cells is None:
        return None
    same_release(cells, clause)
    if operation == "sum" and not scene.table.measures[measure].unit.is_additive:
        if words[0].kind != "statistic":
            return None  # "a total fertility rate of 1.5": no sum, but the name of the series
        message = "Values of this indicator cannot be added up."
        raise clause.reject(ProblemCode.WRONG_STATISTIC, message, words[0])
    check_statistic(clause.nums[0], operation, cells, clause, scene)
    reading = Reading(
        cells=cells,
        areas=tuple(dict.fromkeys(cell.area for cell in cells)),
        measure=measure,
        periods=tuple(dict.fromkeys(cell.period for cell in cells)),
    )
    reading.ties.append(tie(clause.nums[0], tuple(cell.fact for cell in cells), operation))
    _tell(reading, operation)
    return reading


def _of_years(clause: Clause) -> Clause:
    """Return "the five-year average for 2020 to 2024" without the five, where it is five years."""
    years = sorted(set(named_periods(clause)))
    spans = [span for chunk in clause.of("year") if (span := span_of(chunk)) is not None]
    ends = spans[0] if len(spans) == 1 and not years else (years[0], years[-1]) if len(years) == 2 else None
    if ends is None or len(clause.nums) + len(clause.of("setsize")) != 2 or len(clause.of("area")) > 1:
        return clause
    count = len(list(ends[0].until(ends[1])))
    for place, chunk in enumerate(clause.chunks[:-1]):
        after = clause.chunks[place + 1]
        sized = (
            chunk.kind in ("num", "setsize") and chunk.mention is not None and chunk.mention.value == count
        )
        if sized and after.key in ("year", "years", "annual", "yearly"):
            return Clause([*clause.chunks[:place], *clause.chunks[place + 2 :]])
    return clause


def _lent(words: Sequence[Chunk], clause: Clause, scene: Scene) -> list[str]:
    """Return the areas that the question lists, where its statistic is told of none and of no set."""
    asked = scene.asked_statistic
    if asked is None or clause.has("area", "setsize", "setnoun", "both", "world", *_MOVING):
        return []
    years = [span for chunk in clause.of("year") if (span := span_of(chunk)) is not None]
    same = not words or _operation(words) == asked[0]
    return list(asked[1]) if same and not years and len(named_periods(clause)) <= 1 else []


_MOVING: Final = ("comparison", "direction", "superlative", "peak", "ranking", "range", "hold", "multiple")


def read_lent(clause: Clause, scene: Scene) -> Reading | None:
    """Read a bare "72.7 years in 2024" as the statistic that the question asks for, of all that it lists."""
    asked = scene.asked_statistic
    if (
        asked is None
        or not _lent([], clause, scene)
        or scene.cells
        or len(clause.nums) != 1
        or not clause.only(PLAIN | NAMING | {"num", "year"})
    ):
        return None
    if mention_of(clause.nums[0]).kind in RATIO:
        return None
    periods = periods_for(clause, scene)
    if len(periods) != 1:
        return None
    measure = select(clause, scene)
    if asked[0] == "sum" and not scene.table.measures[measure].unit.is_additive:
        return None
    codes = list(asked[1])
    hold_aggregates(codes, clause, scene)
    cells = [cell_for(code, measure, periods[0], clause, scene) for code in codes]
    same_release(cells, clause)
    check_statistic(clause.nums[0], asked[0], cells, clause, scene)
    reading = Reading(cells=cells, areas=tuple(codes), measure=measure, periods=tuple(periods))
    reading.ties.append(tie(clause.nums[0], tuple(cell.fact for cell in cells), asked[0]))
    _tell(reading, asked[0])
    return reading


def _tell(reading: Reading, operation: str) -> None:
    """Note the mean of several areas, or the years that one is of, for what is said of them next."""
    periods, cells = reading.periods, tuple(reading.cells)
    if len(periods) > 1 and len(reading.areas) == 1:
        reading.window = (min(periods), max(periods))
    elif len(periods) == 1 and operation in ("mean", "median") and reading.measure is not None:
        value = _COMPUTE[operation]([cell.value for cell in cells])
        reading.average = Average(
            operation=operation, value=value, measure=reading.measure, period=periods[0], cells=cells
        )


def _told(clause: Clause, scene: Scene, measure: int) -> list[Cell] | None:
    """Return the values just told, of which "the median was 5.1" is said: three at least, of one series."""
    if clause.has("year", "timeword", "world", "area") or len(scene.cells) < _SEVERAL:
        return None
    places = {cell.area for cell in scene.cells}
    periods = {cell.period for cell in scene.cells}
    one = len(places) == 1 or len(periods) == 1
    whole = max(len(places), len(periods)) == len(scene.cells)
    return list(scene.cells) if one and whole and {c.measure for c in scene.cells} == {measure} else None


_SEVERAL: Final = 3


def _barred(clause: Clause, scene: Scene, words: Sequence[Chunk]) -> bool:
    """True where the words of time, or "average" inside a name, make this no statistic."""
    for chunk in clause.of("timeword"):
        if chunk.readings["timeword"] not in _TIMES and not _spans(chunk, clause):
            return True
    yearly = clause.key_has("year", "annum", "annually", "annual", "yearly")
    if clause.timewords("every") and (_operation(words) != "mean" or not yearly):
        return True
    grouped = clause.has("setsize", "setnoun") or len(clause.of("area")) > 1
    if grouped and clause.timewords("every"):
        return True
    return words[0].kind != "statistic" and not grouped and _span(clause, scene) is None


def _spans(chunk: Chunk, clause: Clause) -> bool:
    """True for "over the five years" beside the two years that make five."""
    payload = str(chunk.readings["timeword"])
    years = sorted(set(named_periods(clause)))
    return (
        payload.startswith("span")
        and len(years) == 2
        and {year.frequency for year in years} == {"A"}
        and years[0].steps_to(years[1]) + 1 == int(payload[4:])
    )


def _operation(words: Sequence[Chunk]) -> str:
    found = {str(chunk.readings["statistic"]) for chunk in words}
    for operation in ("median", "mean"):
        if operation in found:
            return operation
    return "sum"


def _over_areas(clause: Clause, scene: Scene, measure: int, areas: list[str]) -> list[Cell] | None:
    periods = periods_for(clause, scene)
    if len(periods) != 1:
        return None
    if len(areas) > 1:
        hold_aggregates(areas, clause, scene)
        codes = areas
        size = size_of(clause)
        if size is not None and size != len(areas):
            raise clause.reject(ProblemCode.WRONG_SET, f"{len(areas)} countries are named here, not {size}.")
    elif areas and _operation(clause.of("statistic")) == "median":
        return _middle(clause, scene, measure, areas[0], periods[0])
    elif areas:
        return None
    else:
        codes = members_of(clause, scene, measure, periods)
    return [cell_for(code, measure, periods[0], clause, scene) for code in codes]


def _middle(clause: Clause, scene: Scene, measure: int, area: str, period: Period) -> list[Cell]:
    """Read "The one in the middle, Kyrgyzstan": the area must hold the middle place itself."""
    codes = members_of(clause, scene, measure, [period])
    cells = sorted(
        (cell_for(code, measure, period, clause, scene) for code in codes), key=lambda cell: cell.value
    )
    if len(cells) % 2 == 0 or cells[len(cells) // 2].area != area:
        raise clause.reject(ProblemCode.WRONG_RANK, f"{scene.area_name(area)} is not in the middle.")
    return cells


def _over_years(clause: Clause, scene: Scene, measure: int, areas: list[str]) -> list[Cell] | None:
    """Return the cells of every year of the span: a mean over years needs them all."""
    span = _span(clause, scene)
    if span is None:
        return None
    areas = areas or areas_for(clause, scene)
    if len(areas) != 1:
        return None
    periods = every(*span, scene.table.frequency(areas[0], measure), clause)
    return [cell_for(areas[0], measure, period, clause, scene) for period in periods]


def _span(clause: Clause, scene: Scene) -> tuple[Period, Period] | None:
    spans = [span for chunk in clause.of("year") if (span := span_of(chunk)) is not None]
    if len(spans) == 1 and not named_periods(clause):
        first, last = spans[0]
        decade = any(mention_of(chunk).kind is NumberKind.DECADE for chunk in clause.of("year"))
        return first, (last.shifted(-1) if decade else last)
    named = sorted(set(named_periods(clause)))
    if len(named) == 2:
        return named[0], named[1]
    if not named and scene.topic is not None:
        return scene.topic
    if not named and len(set(scene.periods)) == 2 and clause.timewords("period"):
        return min(scene.periods), max(scene.periods)
    return None


def check_statistic(
    number: Chunk, operation: str, cells: Sequence[Cell], clause: Clause, scene: Scene
) -> None:
    """Hold a number to the mean, the median or the sum of cells.

    Raises:
        Reject: It is another number, or of another unit.
    """
    measure = scene.table.measures[cells[0].measure]
    factor = factor_for(number, measure, clause)
    if factor is None:
        raise clause.reject(ProblemCode.WRONG_UNIT, f"{measure.label} is given in {measure.unit}.", number)
    values = [cell.value for cell in cells]
    true = _COMPUTE[operation](values)
    if holds(true * factor, number):
        return
    code = ProblemCode.UNSUPPORTED_NUMBER
    for other, compute in _COMPUTE.items():
        if other != operation and holds(compute(values) * factor, number):
            code = ProblemCode.WRONG_STATISTIC
    message = f"The {operation} of the {len(cells)} values is {figure(true)}, not {mention_of(number).text}."
    raise clause.reject(code, message, number, figure(true))
