"""Places beside a value told before: "Both Italy ($726 billion) and South Korea were below that"."""

from typing import Final

from tieout.checking.amount import cell_for, check_value, same_release
from tieout.checking.clause import Cell, Clause, Reading, Scene
from tieout.checking.frames.compare import check_side
from tieout.checking.frames.members import hold_aggregates
from tieout.checking.frames.sides import Sides
from tieout.checking.frames.value import NAMING, PLAIN
from tieout.checking.series import select
from tieout.checking.when import named_periods
from tieout.checking.where import area_of, named_areas

__all__ = ["read_beside_told"]

_ALLOWED: Final = PLAIN | NAMING | {"num", "year", "area", "comparison", "both"}
_THAT: Final = frozenset({"that", "this", "it", "that figure", "that value", "that level", "that total"})


def read_beside_told(clause: Clause, scene: Scene) -> Reading | None:
    """Read areas, each with its value or none, as more or less than the one value told of another."""
    sides, areas = clause.of("comparison"), clause.of("area")
    if len(sides) != 1 or not areas or not clause.only(_ALLOWED) or not _says_that(clause):
        return None
    codes = named_areas(clause, scene)
    bar = _bar(codes, clause, scene)
    years = set(named_periods(clause))
    if bar is None or (years and years != {bar.period}) or len(clause.nums) not in (0, len(codes)):
        return None
    hold_aggregates(codes, clause, scene)
    cells = [cell_for(code, bar.measure, bar.period, clause, scene) for code in codes]
    same_release([bar, *cells], clause)
    for cell in cells:
        check_side(sides[0], clause, Sides(cell, bar), [])
    reading = Reading(cells=cells, areas=tuple(codes), measure=bar.measure, periods=(bar.period,))
    for place, number in enumerate(clause.nums):
        before = [area_of(chunk, scene) for chunk in areas if chunk.start < number.start]
        if before[-1:] != [codes[place]]:
            return None
        reading.ties.append(check_value(number, cells[place], clause, scene))
    return reading


def _says_that(clause: Clause) -> bool:
    """True where the areas are named before the comparison, and nothing but "that" behind it."""
    side = clause.of("comparison")[0]
    after = [chunk for chunk in clause if chunk.start > side.start]
    if not after or after[0].key not in _THAT or side.readings["comparison"] == "same":
        return False
    quiet = all(chunk.kind in ("year", "preposition", "generic") for chunk in after[1:])
    return quiet and clause.of("area")[-1].start < side.start


def _bar(codes: list[str], clause: Clause, scene: Scene) -> Cell | None:
    """Return the one value told of an area that is not named here, of the series spoken of."""
    told = list(dict.fromkeys(cell for cell in (*scene.trail, *scene.cells) if cell.area not in codes))
    if len(told) != 1 or (clause.has("ind", "piece", "grows") and select(clause, scene) != told[0].measure):
        return None
    return told[0]
