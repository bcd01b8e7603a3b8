"""A place beside a mean or a median: "Sri Lanka (77.7) is above that mean", "twice the five-country average".

The mean is the one just told, or that of the set that the clause names; a place is compared with it as with
another place. The mean of the same set in another year is compared with the one just told ("down from 70.1").
"""

from fractions import Fraction
from typing import Final

from tieout.checking.amount import cell_for, check_value, factor_for, figure, goes, holds, same_release, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Average, Cell, Clause, Reading, Scene, mention_of
from tieout.checking.frames.members import hold_aggregates, members_of
from tieout.checking.frames.roles import RATIO
from tieout.checking.frames.value import NAMING, PLAIN
from tieout.checking.mention import NumberKind
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import named_periods, periods_for
from tieout.checking.where import areas_for
from tieout.facts.derivation import mean, median, percent_change
from tieout.facts.period import Period

__all__ = ["read_beside_mean", "read_mean_change"]

_ALLOWED: Final = (
    PLAIN
    | NAMING
    | {
        "num",
        "multiple",
        "year",
        "area",
        "comparison",
        "statistic",
        "setsize",
        "setnoun",
        "setmember",
        "contrast",
    }
)
_CHANGE: Final = frozenset(
    {
        "direction",
        "num",
        "year",
        "preposition",
        "neutral",
        "punct",
        "unit",
        "counted",
        "bound",
        "per",
        "timeword",
    }
)
_COMPUTE: Final = {"mean": mean, "median": median}
_SIZES: Final = frozenset({*RATIO, NumberKind.FRACTION, NumberKind.POINTS})


def read_beside_mean(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that says where one area lies beside a mean or a median."""
    words = [chunk for chunk in clause.of("statistic") if chunk.readings["statistic"] in _COMPUTE]
    sides = clause.of("comparison")
    mark = (words or clause.of("pronoun") or _that(sides, clause))[-1:]
    if (
        len(words) > 1
        or len(sides) > 1
        or not mark
        or not clause.only(_ALLOWED)
        or len(clause.of("area")) > 1
    ):
        return None
    if not words and (scene.average is None or not sides or mark[0].start < sides[0].start):
        return None
    opener = sides[0] if sides else next(iter(_ratios(clause)), None)
    if (
        opener is None
        or not opener.start < mark[0].start
        or (sides and sides[0].readings["comparison"] == "same")
    ):
        return None
    head = Clause([chunk for chunk in clause if chunk.start < opener.start])
    areas = areas_for(head, scene)
    average = _average(clause, scene, words)
    if len(areas) != 1 or average is None:
        return None
    hold_aggregates(areas, clause, scene)
    own = cell_for(areas[0], average.measure, average.period, clause, scene)
    same_release([own, *average.cells], clause)
    reading = Reading(cells=[own], areas=(own.area,), measure=own.measure, periods=(own.period,))
    reading.average = average
    for side in sides:
        _check_side(side, own, average, clause)
    for number in clause.of("num", "multiple"):
        _check_number(number, opener, mark[0], own, average, clause, scene, reading)
    return reading


def _that(sides: list[Chunk], clause: Clause) -> list[Chunk]:
    """Return the word of "was well above that": right behind the comparison, and nothing behind it."""
    after = [chunk for chunk in clause if sides and chunk.start > sides[0].start][:2]
    ends = len(after) == 1 or (len(after) > 1 and after[1].kind in ("punct", "preposition"))
    return after[:1] if after and after[0].key in ("that", "this") and ends else []


def _ratios(clause: Clause) -> list[Chunk]:
    return [
        number
        for number in clause.of("num", "multiple")
        if number.mention is not None and number.mention.kind in (*RATIO, NumberKind.FRACTION)
    ]


def _average(clause: Clause, scene: Scene, words: list[Chunk]) -> Average | None:
    """Return the mean that is spoken of: the one just told, or that of the set that is named here."""
    told = scene.average
    said = str(words[0].readings["statistic"]) if words else None
    named = clause.has("setsize", "setnoun")
    if told is not None and not named and said in (None, told.operation):
        years = named_periods(clause) or scene.periods
        other = clause.has("ind", "piece", "grows") and select(clause, scene) != told.measure
        return None if other or (years and set(years) != {told.period}) else told
    if not named or said is None:
        return None
    periods = periods_for(clause, scene)
    if len(periods) != 1:
        return None
    measure = select(clause, scene)
    bare = Clause([chunk for chunk in clause if chunk.kind != "area"])
    codes = members_of(bare, scene, measure, periods)
    return average_of(said, codes, measure, periods[0], clause, scene)


def average_of(
    operation: str, codes: list[str], measure: int, period: Period, clause: Clause, scene: Scene
) -> Average:
    """Return the mean or median of the values of some areas in one year."""
    cells = [cell_for(code, measure, period, clause, scene) for code in codes]
    same_release(cells, clause)
    value = _COMPUTE[operation]([cell.value for cell in cells])
    return Average(operation=operation, value=value, measure=measure, period=period, cells=tuple(cells))


def _check_side(side: Chunk, own: Cell, average: Average, clause: Clause) -> None:
    more = side.readings["comparison"] == "more"
    if own.value == average.value or (own.value > average.value) != more:
        message = f"It has {figure(own.value)}, and the {average.operation} is {figure(average.value)}."
        raise clause.reject(ProblemCode.WRONG_DIRECTION, message, side)


def _check_number(
    number: Chunk,
    opener: Chunk,
    mark: Chunk,
    own: Cell,
    average: Average,
    clause: Clause,
    scene: Scene,
    reading: Reading,
) -> None:
    """Tie a number: the size where it stands right before the comparison, else a value of its side."""
    facts = tuple(cell.fact for cell in average.cells)
    if number is opener or _is_size(number, opener, clause):
        true = _size(number, own, average, clause, scene)
        relation, ties = "difference", (own.fact, *facts)
    elif number.start > mark.start:
        factor = factor_for(number, scene.table.measures[average.measure], clause)
        true = None if factor is None else average.value * factor
        relation, ties = average.operation, facts
    else:
        reading.ties.append(check_value(number, own, clause, scene))
        return
    if true is None:
        raise clause.reject(ProblemCode.WRONG_UNIT, "This number is not in the unit of the values.", number)
    if not holds(true, number):
        message = f"It is {figure(true)}."
        raise clause.reject(ProblemCode.UNSUPPORTED_NUMBER, message, number, figure(true))
    reading.ties.append(tie(number, ties, relation))


def _is_size(number: Chunk, opener: Chunk, clause: Clause) -> bool:
    between = [chunk for chunk in clause if number.start < chunk.start < opener.start]
    quiet = all(chunk.kind in ("unit", "counted", "people", "generic", "neutral") for chunk in between)
    return (number.start < opener.start and quiet and not number.prep) or number.prep == "by"


def _size(number: Chunk, own: Cell, average: Average, clause: Clause, scene: Scene) -> Fraction | None:
    measure, kind = scene.table.measures[own.measure], mention_of(number).kind
    if kind in (*RATIO, NumberKind.FRACTION):
        if clause.has("comparison") or own.value <= 0 or average.value <= 0:
            return None
        return own.value / average.value
    if kind is NumberKind.POINTS:
        return abs(own.value - average.value) if measure.unit.is_percent else None
    if kind is NumberKind.PERCENT:
        if measure.unit.is_percent or average.value == 0:
            return None
        return abs(percent_change(average.value, own.value))
    factor = factor_for(number, measure, clause)
    return None if factor is None else abs(own.value - average.value) * factor


def read_mean_change(clause: Clause, scene: Scene) -> Reading | None:
    """Read "down from 70.1 in 2020" behind the mean of a set: that of the same set in another year."""
    told, words = scene.average, clause.of("direction")
    if told is None or len(words) != 1 or len(clause.nums) != 1 or not clause.only(_CHANGE):
        return None
    years = named_periods(clause)
    if len(years) != 1:
        return None
    number, way = clause.nums[0], str(words[0].readings["direction"]).split()[0]
    if number.prep not in ("from", "to", "against") or way not in ("up", "down") or len(told.cells) < 2:
        return None
    codes = [cell.area for cell in told.cells]
    if len(set(codes)) != len(codes) or years[0] == told.period:
        return None
    other = average_of(told.operation, codes, told.measure, years[0], clause, scene)
    same_release([*told.cells, *other.cells], clause)
    first, last = (other, told) if number.prep != "to" else (told, other)
    if first.period > last.period or not goes(way, first.value, last.value):
        message = f"It is {figure(first.value)} in {first.period} and {figure(last.value)} in {last.period}."
        raise clause.reject(ProblemCode.WRONG_DIRECTION, message, words[0])
    factor = factor_for(number, scene.table.measures[told.measure], clause)
    if factor is None or not holds(other.value * factor, number):
        message = f"The {told.operation} is {figure(other.value)} in {other.period}."
        raise clause.reject(ProblemCode.UNSUPPORTED_NUMBER, message, number, figure(other.value))
    reading = Reading(areas=tuple(codes), measure=told.measure, periods=(other.period,), average=other)
    reading.ties.append(tie(number, tuple(cell.fact for cell in other.cells), told.operation))
    return reading
