"""Paths: a change told through several years ("rose to 7.0% in 2024 and 8.0% in 2025", "up from A and B")."""

import itertools
from dataclasses import dataclass, field
from typing import Final

from tieout.checking.amount import cell_for, check_value, factor_for, same_release
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene, is_size
from tieout.checking.frames.change import check_direction
from tieout.checking.frames.direction import is_opposed, is_timed
from tieout.checking.frames.growth import rate_words
from tieout.checking.frames.parts import year_after
from tieout.checking.frames.value import NAMING, PLAIN, totals_only
from tieout.checking.mention import Bound
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import before
from tieout.checking.where import areas_for
from tieout.facts.period import Period

__all__ = ["read_path"]

_ALLOWED: Final = PLAIN | NAMING | {"num", "year", "area", "timeword", "direction", "statistic"}
_TO: Final = frozenset({"to", "into", "toward", "towards"})
_ON: Final = frozenset({"and", "", "then"})
_PLAIN: Final = frozenset({Bound.NONE, Bound.ABOUT})

_Dated = tuple[Chunk, Period]


@dataclass(slots=True)
class _Stops:
    """The values of a path, each with its year, by where they stand in it."""

    starts: list[_Dated] = field(default_factory=list)
    ends: list[_Dated] = field(default_factory=list)


def read_path(clause: Clause, scene: Scene) -> Reading | None:
    """Read a change with more than two values, each with its year, of one series of one area.

    Every step goes the way that is said: from each value that it starts from, and from each that it
    reaches to the next. Where none is named, it starts from the value told before, or the year before.
    """
    if not clause.has("direction") or not clause.only(_ALLOWED) or not totals_only(clause):
        return None
    if not is_timed(clause) or is_opposed(clause) or len(clause.of("direction")) > 1:
        return None
    stops = _stops(clause)
    if stops is None or len(clause.of("year")) != len(clause.nums):
        return None
    areas = areas_for(clause, scene)
    if len(areas) != 1:
        return None
    measure = select(clause, scene, growth_of=rate_words(clause))
    if any(factor_for(number, scene.table.measures[measure], clause) is None for number in clause.nums):
        return None
    ends = [cell_for(areas[0], measure, period, clause, scene) for _, period in stops.ends]
    starts = [cell_for(areas[0], measure, period, clause, scene) for _, period in stops.starts]
    told = list(zip((*stops.starts, *stops.ends), (*starts, *ends), strict=True))
    if not starts:
        starts = [_before(ends[0], clause, scene)]
    same_release([*starts, *ends], clause)
    for pair in (*((start, ends[0]) for start in starts), *itertools.pairwise(ends)):
        if pair[0].period >= pair[1].period:
            raise clause.reject(ProblemCode.WRONG_PERIOD, "The years of these values are not in order.")
        check_direction(clause, scene, Reading(cells=list(pair), measure=measure))
    first = min(starts, key=lambda cell: cell.period)
    reading = Reading(
        cells=[first, ends[-1]],
        areas=(areas[0],),
        measure=measure,
        periods=(first.period, ends[-1].period),
    )
    for (number, _), cell in told:
        reading.ties.append(check_value(number, cell, clause, scene))
    return reading


def _before(end: Cell, clause: Clause, scene: Scene) -> Cell:
    """Return the value that a path starts from which names none."""
    last = scene.cells[-1] if scene.cells else None
    if last is not None and (last.area, last.measure) == (end.area, end.measure) and last.period < end.period:
        return last
    return cell_for(end.area, end.measure, before(end.period, clause), clause, scene)


def _stops(clause: Clause) -> _Stops | None:
    """Return the values by their part in the path; None where one has no year of its own or no part."""
    found = _Stops()
    open_: _Dated | None = None
    part: list[_Dated] | None = None
    for number in clause.nums:
        year = year_after(number, clause)
        if year is None or is_size(number) or number.bound not in _PLAIN:
            return None
        if number.prep in _TO:
            part = found.ends
        elif number.prep == "from":
            part = found.starts
        elif part is None and open_ is None and number.prep in ("", "at"):
            open_ = (number, year)
            continue
        elif part is None or number.prep not in _ON:
            return None
        part.append((number, year))
    if open_ is not None and bool(found.starts) != bool(found.ends):
        (found.starts if found.ends else found.ends).append(open_)
    elif open_ is not None:
        return None
    several = len(found.starts) > 1 or len(found.ends) > 1
    return found if several and found.ends else None
