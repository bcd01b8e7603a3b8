"""The year that a question of "when" asks for: the first beyond a bound, which the answer must name."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tieout.checking.amount import factor_for, holds
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene
from tieout.checking.mention import Bound, Mention, NumberKind
from tieout.checking.table import Table, exact
from tieout.checking.verdict import ProblemCode
from tieout.facts.period import Period

__all__ = ["asks_crossing", "check_before", "check_crossed", "crossings"]

_WHEN: Final = ("when", "which year", "what year", "first year", "since when", "how long")
_REACHES: Final = frozenset("pass passed reach reached cross crossed hit top topped exceed exceeded".split())
_SIDED: Final = frozenset({Bound.MORE, Bound.AT_LEAST, Bound.LESS, Bound.AT_MOST})


def asks_crossing(asked: Sequence[Chunk]) -> Chunk | None:
    """Return the bound of "when did it go above 50%", or None where a question asks no such thing."""
    opening = " ".join(chunk.key for chunk in asked[:3])
    if not any(word in opening for word in _WHEN) or any(chunk.kind == "year" for chunk in asked):
        return None
    numbers = [chunk for chunk in asked if chunk.kind == "num"]
    if not numbers:
        return _majority(asked)
    if len(numbers) != 1:
        return None
    bound = numbers[0]
    if bound.bound is Bound.NONE and any(not _REACHES.isdisjoint(chunk.key.split()) for chunk in asked):
        bound = replace(bound, bound=Bound.AT_LEAST)
    return bound if bound.bound in _SIDED else None


def _majority(asked: Sequence[Chunk]) -> Chunk | None:
    """Return "more than half" for a question of when "most" of something came to be so."""
    if any(chunk.kind == "direction" for chunk in asked):
        return None  # "when did it fall most" asks for the largest fall
    for chunk in asked:
        if chunk.key in _MOST and chunk.kind in ("superlative", "quantifier", "unknown", "neutral"):
            half = Mention(
                start=chunk.start,
                end=chunk.end,
                text=chunk.key,
                kind=NumberKind.FRACTION,
                value=Fraction(1, 2),
                step=Fraction(0),
            )
            return Chunk(
                start=chunk.start, end=chunk.end, key=chunk.key, kind="num", mention=half, bound=Bound.MORE
            )
    return None


_MOST: Final = frozenset({"most", "most of", "mostly", "the majority", "a majority", "the majority of"})


def crossings(
    bound: Chunk, asked: Sequence[Chunk], readings: Sequence[Reading], table: Table
) -> set[Period] | None:
    """Return the years that go beyond the bound of a question, the year before not being beyond it.

    Args:
        bound: The number that the question names, with its bound.
        asked: The question.
        readings: The claims of the answer, whose area and series are meant.
        table: The evidence.

    Returns:
        The years: the first of them for "first", the last for "since when". None where the answer is of no
        one series and area, or the bound is not in its unit.
    """
    places = {(cell.area, cell.measure) for reading in readings for cell in reading.cells}
    if len(places) != 1:
        return None
    area, measure = places.pop()
    said = [bound if chunk.start == bound.start else chunk for chunk in asked]
    factor = factor_for(bound, table.measures[measure], Clause(said))
    if factor is None:
        return None
    found: list[Period] = []
    before: bool | None = None
    last: Period | None = None
    for period in table.periods(area, measure):
        fact = table.value(area, measure, period, forecast=False)
        if fact is None or fact.value is None:
            continue
        beyond = holds(Fraction(fact.value) * factor, bound)
        last = period if beyond else last
        if beyond and before is False:
            found.append(period)
        before = beyond
    words = {word for chunk in asked for word in chunk.key.split()}
    if "last" in words and not words & {"first", "since", "long"}:
        return {last} if last is not None else set()
    if "first" in words:
        return set(found[:1])
    return set(found[-1:] if before else ()) if {"since", "long"} & words else set(found)


def check_crossed(clause: Clause, scene: Scene, reading: Reading) -> None:
    """Hold "passed 50% in 2023" where the year before in the evidence was beyond 50% already.

    Raises:
        Reject: It was.
    """
    crossing = [chunk for chunk in clause.of("bound") if chunk.key in _CROSSES]
    years = clause.of("year")
    if (
        not crossing
        or len(reading.cells) != 1
        or len(years) != 1
        or years[0].prep not in ("in", "during", "")
    ):
        return
    if clause.has("negation", "timeword", "quantifier"):
        return
    cell = reading.cells[0]
    number = next((one for one in clause.nums if one.start > crossing[0].start), None)
    if number is None and len(clause.nums) == 1:
        number = clause.nums[0]  # "the 50% mark was passed"
    earlier = [one for one in scene.table.periods(cell.area, cell.measure) if one < cell.period]
    before = scene.table.value(cell.area, cell.measure, earlier[-1]) if earlier else None
    if number is None or before is None:
        return
    factor = factor_for(number, scene.table.measures[cell.measure], clause)
    if factor is not None and holds(exact(before) * factor, number):
        raise clause.reject(ProblemCode.WRONG_PERIOD, f"It was so in {earlier[-1]} already.", years[0])


def check_before(number: Chunk, before: Cell, clause: Clause, scene: Scene) -> None:
    """Hold "fell below 50% in 1988" where the value before was below 50% already.

    Raises:
        Reject: It was.
    """
    factor = factor_for(number, scene.table.measures[before.measure], clause)
    side = _BEYOND.get(number.bound, number.bound)
    if factor is None or holds(before.value * factor, replace(number, bound=side)):
        raise clause.reject(ProblemCode.WRONG_PERIOD, f"It was so in {before.period} already.", number)


_BEYOND: Final = {Bound.NEARLY: Bound.LESS, Bound.JUST_OVER: Bound.MORE}
_CROSSES: Final = frozenset(
    {
        "passed",
        "crossed",
        "went above",
        "went over",
        "went past",
        "went below",
        "went under",
        "broke through",
        "rose above",
        "climbed above",
        "fell below",
        "dropped below",
        "dipped below",
        "sank below",
        "slipped below",
    }
)
