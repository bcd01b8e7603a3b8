"""Extremes of a series over years: "highest in 2024", "ranged from A to B", ", the lowest of the period"."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tieout.checking.amount import cell_for, check_value, shown_fact
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene, mention_of
from tieout.checking.mention import Bound
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import every, period_of, span_of
from tieout.checking.where import areas_for
from tieout.facts.frequency import FREQUENCIES, is_finer
from tieout.facts.period import Period

__all__ = [
    "Window",
    "cells_of",
    "is_appositive",
    "pair_of",
    "read_extreme",
    "read_range",
    "read_within",
    "subject_of",
    "two_extremes",
    "window_of",
]

Window = tuple[Period, Period, Period | None]
"""First and last year, and the year that is singled out, if one."""

_OPENS: Final = frozenset(
    {
        "between",
        "from",
        "over",
        "since",
        "during",
        "across",
        "in the years",
        "for the years",
        "across the years",
        "over the years",
        "during the years",
        "",
    }
)
_CLOSES: Final = frozenset({"and", "to", "until", "through"})


def subject_of(clause: Clause, scene: Scene, *, grew: bool = False) -> tuple[str, int] | None:
    """Return the one area and the measure of a clause; None where it has several areas."""
    areas = areas_for(clause, scene)
    return (areas[0], select(clause, scene, growth_of=grew)) if len(areas) == 1 else None


def _grew_most(clause: Clause, scene: Scene) -> bool:
    """True for "the economy grew fastest in 2017": the highest of the yearly rates of growth."""
    ways = {str(chunk.readings["direction"]) for chunk in clause.of("direction")}
    pace = all(chunk.key in _PACE for chunk in clause.of("superlative")) and clause.has("superlative")
    if ways != {"up level"} or not pace or not clause.has("grows") or clause.has("peak"):
        return False
    return scene.table.measures[select(clause, scene, growth_of=True)].growth


_PACE: Final = frozenset({"fastest", "slowest", "most", "least", "the fastest", "the slowest"})


def is_appositive(clause: Clause, scene: Scene) -> bool:
    """True for ", the lowest of the period": said of the value just named."""
    return (
        clause.has("peak")
        and not clause.has("year", "yearclaim", "area", "ind", "piece")
        and bool(scene.cells)
    )


def window_of(clause: Clause, scene: Scene) -> Window | None:
    """Return the years that a clause is about.

    Its own, or those of the change before, or since the year of the question.
    """
    spans = [span for chunk in clause.of("year") if (span := span_of(chunk)) is not None]
    singles = [chunk for chunk in clause.of("year", "yearclaim") if period_of(chunk) is not None]
    if len(spans) == 1 and len(singles) <= 1:
        return (*spans[0], period_of(singles[0]) if singles else None)
    if spans:
        return None
    frame = _frame(singles)
    if frame is not None:
        return frame
    pair = pair_of(singles)
    if pair is not None:
        return pair
    carried = scene.window or scene.question_window or _framing(singles, scene)
    if carried is None or len(singles) > 1:
        return None
    if singles:
        return (*carried, period_of(singles[0]))
    return (*carried, scene.cells[-1].period) if scene.cells else None


def _frame(singles: list[Chunk]) -> Window | None:
    """Return the window of "In 2024 it was highest in July": the longer period, and the other in it."""
    found = [period for chunk in singles if (period := period_of(chunk)) is not None]
    if len(found) != len(("frame", "at")) or found[0].frequency == found[1].frequency:
        return None
    outer, at = sorted(found, key=lambda period: FREQUENCIES.index(period.frequency))
    return (outer, outer, at) if outer.contains(at) else None


def _framing(singles: list[Chunk], scene: Scene) -> tuple[Period, Period] | None:
    """Return the longer period that the claim before was of, where the one period named lies in it."""
    at = period_of(singles[0]) if len(singles) == 1 else None
    told = scene.periods[0] if len(scene.periods) == 1 else None
    framed = at is not None and told is not None and told != at and told.contains(at)
    return (told, told) if told is not None and framed else None


def pair_of(singles: list[Chunk]) -> Window | None:
    """Return the window of "from March to July", and a third period that is singled out in it."""
    if len(singles) not in (2, 3):
        return None
    for first, last in itertools.pairwise(singles):
        start, end = period_of(first), period_of(last)
        if first.prep in _OPENS and last.prep in _CLOSES and start is not None and end is not None:
            rest = [chunk for chunk in singles if chunk not in (first, last)]
            return start, end, period_of(rest[0]) if rest else None
    return None


def cells_of(
    clause: Clause, scene: Scene, area: str, measure: int, first: Period, last: Period
) -> list[Cell]:
    """Return the cells of every year of the window.

    Raises:
        Reject: A year is missing from the evidence.
    """
    if last < first or (last == first and first.frequency == "A" == scene.table.frequency(area, measure)):
        raise clause.reject(ProblemCode.WRONG_PERIOD, "The years of the period are not in order.")
    periods = every(first, last, scene.table.frequency(area, measure), clause)
    return [cell_for(area, measure, period, clause, scene) for period in periods]


def read_extreme(clause: Clause, scene: Scene) -> Reading | None:
    """Read which year of a window has the highest or lowest value."""
    if len(clause.nums) > 1 or clause.has("range", "multiple") or _says_more(clause):
        return None
    grew = clause.has("direction") and _grew_most(clause, scene)
    if clause.has("direction") and not grew:
        return None
    subject = subject_of(clause, scene, grew=grew)
    if subject is None:
        return None
    window = (
        _only_frame(clause, scene, *subject) or window_of(clause, scene) or _whole(clause, scene, *subject)
    )
    if window is None:
        message = "Say over which years this is the highest or lowest."
        raise clause.reject(ProblemCode.BEYOND_EVIDENCE, message)
    first, last, at = window
    if at is None and not clause.nums:
        several = len(clause.of("peak", "superlative")) != 1 or clause.has("yearclaim")
        own = several or clause.has("area", "ind", "piece", "grows") or not scene.cells
        told = scene.cells[-1] if not own else None
        if told is None or (told.area, told.measure) != subject:
            return None
        at = told.period
    cells = cells_of(clause, scene, *subject, first, last)
    most = _is_most(clause)
    best = _nth(clause, cells, most=most)
    tied = any(cell.value == best.value and cell is not best for cell in cells)
    if at is not None and (at != best.period or tied):
        raise clause.reject(
            ProblemCode.WRONG_PERIOD,
            f"The {'highest' if most else 'lowest'} value is {shown_fact(best.fact)}, in {best.period.name}.",
            None,
            str(best.period),
        )
    if grew and best.value <= 0:
        raise clause.reject(ProblemCode.WRONG_DIRECTION, f"It did not grow: {shown_fact(best.fact)}.")
    reading = Reading(cells=[best], areas=(subject[0],), measure=subject[1], periods=(best.period,))
    reading.window = (first, last)
    for number in clause.nums:
        reading.ties.append(check_value(number, best, clause, scene))
    return reading


def _only_frame(clause: Clause, scene: Scene, area: str, measure: int) -> Window | None:
    """Return the window of "the highest daily count in July 2024": a period that is made of the data's."""
    singles = [period for chunk in clause.of("year", "yearclaim") if (period := period_of(chunk)) is not None]
    if len(singles) != 1 or not is_finer(scene.table.frequency(area, measure), singles[0].frequency):
        return None
    return singles[0], singles[0], None


def _says_more(clause: Clause) -> bool:
    """True where a bound is said first ("stayed above 3%, the highest"), or two sides, or how many years."""
    words = clause.of("peak", "superlative")
    sided = [number for number in clause.nums if number.bound in _SIDED]
    if any(words and number.start < words[0].start for number in sided):
        return True
    if len({str(word.readings[word.kind]).split()[0] for word in words}) > 1:
        return True
    return any(
        chunk.key.endswith(" time") or str(chunk.readings["timeword"]).startswith(_UNREAD)
        for chunk in clause.of("timeword")
    )


_SIDED: Final = frozenset({Bound.MORE, Bound.AT_LEAST, Bound.LESS, Bound.AT_MOST})
_UNREAD: Final = ("every", "run", "prior", "uneven", "except")


def _whole(clause: Clause, scene: Scene, area: str, measure: int) -> Window | None:
    """Return the years of the evidence for "the highest value in the series", which must have no hole."""
    singles = [period for chunk in clause.of("year", "yearclaim") if (period := period_of(chunk)) is not None]
    periods = scene.table.periods(area, measure)
    if not clause.key_has("series") or len(clause.of("year", "yearclaim")) != 1 or len(singles) != 1:
        return None
    return (min(periods), max(periods), singles[0]) if len(periods) > 1 else None


def _nth(clause: Clause, cells: Sequence[Cell], *, most: bool) -> Cell:
    """Return the cell that is highest or lowest, or in the place named ("the second-fastest year")."""
    places = [chunk for chunk in clause.of("ordinal") if chunk.key != "first"]
    value = mention_of(places[0]).value if len(places) == 1 else 1
    if len(places) > 1 or value is None or not 1 <= value <= len(cells):
        raise clause.reject(ProblemCode.NOT_UNDERSTOOD, "It is not clear which place is meant.")
    return sorted(cells, key=lambda cell: cell.value, reverse=most)[int(value) - 1]


def _is_most(clause: Clause) -> bool:
    for chunk in clause.of("peak", "superlative"):
        return str(chunk.readings.get(chunk.kind, "most")).startswith("most")
    return True


def two_extremes(clause: Clause) -> bool:
    """True for "the lowest figure was A and the highest B"."""
    sides = [str(chunk.readings[chunk.kind]).split()[0] for chunk in clause.of("superlative", "peak")]
    return len(sides) == 2 and len(set(sides)) == 2 and len(clause.nums) == 2


def read_range(clause: Clause, scene: Scene) -> Reading | None:
    """Read the lowest and the highest value of a window, each with its year where one is named beside it."""
    if len(clause.nums) != 2 or clause.has("direction"):
        return None
    if clause.has("peak", "superlative") and (not two_extremes(clause) or clause.has("range")):
        return None
    subject = subject_of(clause, scene)
    years = _years_beside(clause)
    bare = clause if years is None else Clause([chunk for chunk in clause if chunk.kind != "year"])
    window = window_of(bare, scene)
    if subject is None or window is None or (window[2] is not None and years is None and clause.of("year")):
        return None
    cells = cells_of(clause, scene, *subject, window[0], window[1])
    low, high = min(cells, key=lambda cell: cell.value), max(cells, key=lambda cell: cell.value)
    order = (low, high)
    if clause.has("peak", "superlative"):
        first = clause.of("superlative", "peak")[0]
        order = (high, low) if str(first.readings[first.kind]).startswith("most") else order
    reading = Reading(cells=[low, high], areas=(subject[0],), measure=subject[1], periods=window[:2])
    for place, (number, cell) in enumerate(zip(clause.nums, order, strict=True)):
        if years is not None and years[place] != cell.period:
            raise clause.reject(ProblemCode.WRONG_PERIOD, f"That value is of {cell.period.name}.", number)
        reading.ties.append(check_value(number, cell, clause, scene))
    return reading


def read_within(clause: Clause, scene: Scene) -> Reading | None:
    """Read "never went above 61.2% nor below 36%": the highest and the lowest value of the window."""
    subject, window = subject_of(clause, scene), window_of(clause, scene)
    if subject is None or window is None or window[2] is not None:
        return None
    cells = cells_of(clause, scene, *subject, window[0], window[1])
    low, high = min(cells, key=lambda cell: cell.value), max(cells, key=lambda cell: cell.value)
    reading = Reading(cells=[low, high], areas=(subject[0],), measure=subject[1], periods=window[:2])
    for number in clause.nums:
        cell = high if number.bound in (Bound.MORE, Bound.AT_MOST) else low
        reading.ties.append(check_value(replace(number, bound=Bound.NONE), cell, clause, scene))
    return reading


def _years_beside(clause: Clause) -> list[Period] | None:
    """Return the years of "11.6% in 2016 and 13.7% in 2020" or "in 2016, at 11.6%, and in 2020, at 13.7%".

    One beside each number; None for any other order.
    """
    found: list[Period] = []
    kinds = [chunk.kind for chunk in clause.of("num", "year")]
    if kinds not in (["num", "year"] * 2, ["year", "num"] * 2):
        return None
    for chunk in clause.of("year"):
        period = period_of(chunk)
        bracketed = clause.chunks[clause.chunks.index(chunk) - 1].key == "("
        if period is None or (chunk.prep not in ("in", "for") and not bracketed):
            return None
        found.append(period)
    return found
