"""Counts of years: "inflation was above 4% in three of the five years from 2020 to 2024".

The span is named, or it is all the years that the evidence has, and then as many as are said. In how many of
them a value was beyond a bound, below zero, or higher or lower than a year before, is counted.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from tieout.checking.amount import cell_for, factor_for, goes, holds
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene, mention_of
from tieout.checking.frames.value import NAMING, PLAIN
from tieout.checking.mention import Bound
from tieout.checking.rounding import fits
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode, Tie
from tieout.checking.when import named_periods, span_of
from tieout.checking.where import areas_for
from tieout.facts.period import Period

__all__ = ["read_year_count"]

_ALLOWED: Final = PLAIN | NAMING | {"num", "year", "area", "count", "direction", "signword", "setsize"}
_SIDED: Final = frozenset({Bound.MORE, Bound.AT_LEAST, Bound.LESS, Bound.AT_MOST})
_YEARS: Final = frozenset({"years", "year"})
_Test = Callable[[Cell], bool]


def read_year_count(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that says in how many of so many years something was so."""
    found = _count(clause)
    if found is None or not clause.only(_ALLOWED):
        return None
    count, size = found
    rest = Clause([chunk for chunk in clause if chunk not in (count, size)])
    bars = [number for number in rest.nums if number.bound in _SIDED]
    words = [*bars, *rest.of("direction", "signword")]
    if len(words) != 1 or len(rest.nums) != len(bars):
        return None
    areas = areas_for(clause, scene)
    if len(areas) != 1:
        return None
    measure = select(rest, scene, growth_of=clause.has("grows"))
    periods = _periods(clause, areas[0], measure, scene)
    if periods is None or len(periods) != mention_of(size).value:
        message = "These are not so many years."
        raise clause.reject(ProblemCode.WRONG_COUNT, message, size, str(len(periods or ())))
    test = _test(words[0], rest, measure, scene)
    if test is None:
        return None
    cells = [cell_for(areas[0], measure, period, clause, scene) for period in periods]
    inside = [cell for cell in cells if test(cell)]
    if not fits(Fraction(len(inside)), mention_of(count), count.bound):
        told = ", ".join(cell.period.name for cell in inside[:_TOLD]) or "none"
        message = f"It is {len(inside)} of {len(cells)}: {told}."
        raise clause.reject(ProblemCode.WRONG_COUNT, message, count, str(len(inside)))
    facts = tuple(cell.fact.ref for cell in cells)
    mention = mention_of(count)
    tied = Tie(start=count.start, end=count.end, text=mention.text, facts=facts, relation="count")
    window = (periods[0], periods[-1])
    return Reading(ties=[tied], areas=(areas[0],), measure=measure, periods=window, window=window)


_TOLD: Final = 8


def _count(clause: Clause) -> tuple[Chunk, Chunk] | None:
    """Return the two numbers of "three of the five years"."""
    chunks = clause.chunks
    for place, chunk in enumerate(chunks):
        if chunk.kind != "count" or chunk.mention is None:
            continue
        after = [
            one for one in chunks[place + 1 : place + 5] if one.key not in ("of", "the", "out of", "those")
        ]
        sized = len(after) > 1 and after[0].kind in ("num", "setsize") and after[1].key in _YEARS
        if sized and after[0].mention is not None:
            return chunk, after[0]
    return None


def _periods(clause: Clause, area: str, measure: int, scene: Scene) -> list[Period] | None:
    named = sorted(set(named_periods(clause)))
    spans = [span for chunk in clause.of("year") if (span := span_of(chunk)) is not None]
    if len(named) == len(("first", "last")) and not spans:
        return list(named[0].until(named[1]))
    if len(spans) == 1 and not named:
        return list(spans[0][0].until(spans[0][1]))
    if named or spans:
        return None
    own = scene.table.periods(area, measure)
    return list(own[0].until(own[-1])) if own else None


def _test(word: Chunk, rest: Clause, measure: int, scene: Scene) -> _Test | None:
    """Return what is said of a year: beyond a bound, below zero, up or down on the year before."""
    if word.kind == "num":
        factor = factor_for(word, scene.table.measures[measure], rest)
        if factor is None:
            raise rest.reject(ProblemCode.WRONG_UNIT, "The bound is not in the unit of this.", word)
        return lambda cell: holds(cell.value * factor, word)
    if word.kind == "signword":
        positive = word.readings["signword"] == "+"
        return lambda cell: cell.value != 0 and (cell.value > 0) == positive
    way, _, sort = str(word.readings["direction"]).partition(" ")
    if way not in ("up", "down"):
        return None
    if scene.table.measures[measure].growth:
        if rest.has("ind") and not rest.has("grows") and "growth" in rest.words:
            return None  # "growth fell" is of the rate itself
        return lambda cell: goes(way, Fraction(0), cell.value)
    if sort == "rate":
        return None
    return lambda cell: goes(way, _before(cell, rest, scene), cell.value)


def _before(cell: Cell, clause: Clause, scene: Scene) -> Fraction:
    return cell_for(cell.area, cell.measure, cell.period.shifted(-1), clause, scene).value
