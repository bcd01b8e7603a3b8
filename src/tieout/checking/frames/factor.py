"""Ratios in other words: "by a factor of 4.5", "multiplied by 4.5", "for every dollar"; and "the larger"."""

from fractions import Fraction
from typing import Final

from tieout.checking.amount import cell_for, check_value, figure, holds, same_release, shown_fact, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene, mention_of
from tieout.checking.frames.members import explicit_set, hold_aggregates, members_of, size_of
from tieout.checking.frames.value import NAMING, PLAIN, totals_only
from tieout.checking.mention import NumberKind
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import named_periods, periods_for
from tieout.checking.where import area_of

__all__ = ["read_factor", "read_larger"]

_ALLOWED: Final = PLAIN | NAMING | {"num", "year", "area", "comparison", "factor"}
_LARGER: Final = (
    PLAIN | NAMING | {"num", "year", "area", "comparison", "setsize", "setnoun", "both", "contrast"}
)


def read_factor(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that gives the ratio of two areas' values by a factor, or by what one has per dollar."""
    words, areas = clause.of("factor"), clause.of("area")
    if len(words) != 1 or len(areas) != 2 or len(clause.nums) != 1 or not clause.only(_ALLOWED):
        return None
    number, codes = clause.nums[0], [area_of(chunk, scene) for chunk in areas]
    periods = periods_for(clause, scene)
    if len(set(codes)) != 2 or len(periods) != 1:
        return None
    order = _order(words[0], number, areas, clause)
    if order is None:
        return None
    measure = select(_bare(clause, number), scene)
    first, second = (cell_for(codes[place], measure, periods[0], clause, scene) for place in order)
    same_release([first, second], clause)
    if first.value <= 0 or second.value <= 0:
        raise clause.reject(ProblemCode.WRONG_RELATION, "There is no ratio of these values.", number)
    true = Fraction(first.value / second.value)
    if not holds(true, number):
        message = f"The ratio is {figure(true)}."
        raise clause.reject(ProblemCode.UNSUPPORTED_NUMBER, message, number, figure(true))
    reading = Reading(cells=[first, second], areas=tuple(codes), measure=measure, periods=tuple(periods))
    reading.ties.append(tie(number, (first.fact, second.fact), "ratio"))
    return reading


def _order(word: Chunk, number: Chunk, areas: list[Chunk], clause: Clause) -> tuple[int, int] | None:
    """Return which area is the numerator and which the denominator; None where it is not said."""
    kind, sides = mention_of(number).kind, clause.of("comparison")
    payload = word.readings["factor"]
    if payload == "every":
        after = [place for place, chunk in enumerate(areas) if chunk.start > word.start]
        if kind is not NumberKind.CURRENCY or sides or not after:
            return None
        base = after[0]
        return (1 - base, base)
    if kind is not NumberKind.PLAIN or number.start < word.start or number.place - word.place > _NEAR:
        return None
    if payload == "times":
        return (1, 0) if not sides and areas[0].start < word.start < areas[1].start else None
    if len(sides) != 1 or sides[0].readings["comparison"] == "same":
        return None
    if not areas[0].start < sides[0].start < areas[1].start:
        return None
    return (0, 1) if sides[0].readings["comparison"] == "more" else (1, 0)


_NEAR: Final = 3
"""How far behind the word its number may stand, past a bound and an article."""


def _bare(clause: Clause, number: Chunk) -> Clause:
    """Return the clause without the factor, whose number is in no unit of the series."""
    return Clause([chunk for chunk in clause if chunk is not number and chunk.kind != "factor"])


def read_larger(clause: Clause, scene: Scene) -> Reading | None:
    """Read which of two areas, named as a pair or just before, has the larger or the smaller value."""
    sides = clause.of("comparison")
    if len(sides) != 1 or not clause.only(_LARGER) or not totals_only(clause):
        return None
    if sides[0].readings["comparison"] == "same" or any(chunk.prep == "than" for chunk in clause):
        return None
    pair, own = _pair(clause, scene)
    if len(pair) != 2 or own not in [cell.area for cell in pair] or len({cell.measure for cell in pair}) > 1:
        return None
    same_release(pair, clause)
    first, second = pair if pair[0].area == own else pair[::-1]
    if first.value == second.value or (first.value > second.value) != (
        sides[0].readings["comparison"] == "more"
    ):
        both = f"{shown_fact(first.fact)} and {shown_fact(second.fact)}"
        raise clause.reject(ProblemCode.WRONG_DIRECTION, f"The values are {both}.", sides[0])
    reading = Reading(cells=[first], areas=(own,), measure=first.measure, periods=(first.period,))
    for number in clause.nums:
        if number.prep == "by" or len(clause.nums) > 1:
            raise clause.reject(ProblemCode.AMBIGUOUS, "It is not clear what this number says.", number)
        reading.ties.append(check_value(number, first, clause, scene))
    return reading


def _of_two(clause: Clause, scene: Scene) -> list[Cell]:
    """Return the facts of "of the two countries", where the evidence holds no more of one year."""
    periods = periods_for(clause, scene)
    if len(periods) != 1:
        return []
    measure = select(clause, scene)
    bare = Clause([chunk for chunk in clause if chunk.kind != "area"])
    codes = members_of(bare, scene, measure, periods)
    return [cell_for(code, measure, periods[0], clause, scene) for code in codes]


def _pair(clause: Clause, scene: Scene) -> tuple[list[Cell], str]:
    """Return the two facts and the area that is spoken of."""
    named, listed = explicit_set(clause, scene)
    rest = list(dict.fromkeys(area_of(chunk, scene) for chunk in clause.of("area") if chunk not in listed))
    if len(named) == 2 and len(rest) == 1:
        periods = periods_for(clause, scene)
        if len(periods) != 1:
            return [], ""
        measure = select(clause, scene)
        hold_aggregates(named, clause, scene)
        return [cell_for(code, measure, periods[0], clause, scene) for code in named], rest[0]
    if named or len(rest) != 1 or clause.nums or clause.has("contrast"):
        return [], ""
    cells = scene.cells
    if clause.has("setsize", "both") and size_of(clause) == len(("one", "other")) and len(cells) < 2:
        return _of_two(clause, scene), rest[0]
    told = len(cells) == 2 and cells[0].period == cells[1].period and cells[0].area != cells[1].area
    if not told or not set(named_periods(clause)) <= {cells[0].period}:
        return [], ""
    if clause.has("ind", "piece", "grows") and select(clause, scene) != cells[0].measure:
        return [], ""
    return list(cells), rest[0]
