"""What is left out the second time: "and by 1.4 points in Brazil", "but just 2.4% of Mali's".

The verb, the series and the years are those of the claim right before it; only the place and the number are
said anew. A change goes the same way as the one before it.
"""

from typing import Final

from tieout.checking.amount import cell_for, check_value, figure, holds, same_release, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene, mention_of
from tieout.checking.frames.value import PLAIN
from tieout.checking.mention import NumberKind
from tieout.checking.verdict import ProblemCode
from tieout.checking.where import named_areas
from tieout.facts.derivation import percent_change

__all__ = ["read_elided"]

_ALLOWED: Final = PLAIN | {"num", "area", "contrast"}
_POINTS: Final = frozenset({NumberKind.POINTS})


def read_elided(clause: Clause, scene: Scene) -> Reading | None:
    """Read a number and a place as the same claim of that place."""
    numbers = clause.nums
    if not scene.cells or not clause.only(_ALLOWED) or len(numbers) != 1 or len(clause.of("area")) != 1:
        return None
    told = scene.cells
    if len({(cell.area, cell.measure) for cell in told}) != 1:
        return None
    if len(told) == len(("first", "last")):
        return _read_change(clause, numbers[0], scene)
    return _read_share(clause, numbers[0], scene) if len(told) == 1 else None


def _read_change(clause: Clause, number: Chunk, scene: Scene) -> Reading | None:
    """Read "by 1.4 points in Brazil" of the two years of the change just told."""
    first, last = scene.cells
    points = mention_of(number).kind in _POINTS or _says_points(number, clause)
    percent = mention_of(number).kind is NumberKind.PERCENT
    measure = scene.table.measures[first.measure]
    if first.period >= last.period or not (points or percent) or (number.prep != "by" and not points):
        return None
    if measure.growth or (points and not measure.unit.is_percent) or (percent and measure.unit.is_percent):
        return None
    areas = named_areas(clause, scene)
    if areas[0] == first.area:
        return None
    cells = [cell_for(areas[0], first.measure, cell.period, clause, scene) for cell in (first, last)]
    same_release(cells, clause)
    begin, end = cells[0].value, cells[1].value
    if (end - begin) * (last.value - first.value) <= 0:
        raise clause.reject(ProblemCode.WRONG_DIRECTION, "This went the other way.")
    true = abs(end - begin) if points else abs(percent_change(begin, end)) if begin else None
    if true is None or not holds(true, number):
        said = figure(true) if true is not None else None
        message = f"By the data it is {said}."
        raise clause.reject(ProblemCode.UNSUPPORTED_NUMBER, message, number, said)
    reading = Reading(cells=cells, areas=(areas[0],), measure=first.measure)
    reading.periods = (first.period, last.period)
    relation = "points" if points else "percent_change"
    reading.ties.append(tie(number, (cells[0].fact, cells[1].fact), relation))
    return reading


def _says_points(number: Chunk, clause: Clause) -> bool:
    after = next((chunk for chunk in clause if chunk.start >= number.end), None)
    return mention_of(number).kind is NumberKind.PLAIN and after is not None and after.key == "points"


def _read_share(clause: Clause, number: Chunk, scene: Scene) -> Reading | None:
    """Read "just 2.4% of Mali's" after "23.6% of Finland's population": the same share of the other place."""
    own = scene.cells[0]
    area = clause.of("area")[0]
    measure = scene.table.measures[own.measure]
    plain = mention_of(number).kind is NumberKind.PERCENT and number.prep not in ("by", "to", "from")
    last = [chunk for chunk in clause if chunk.kind != "punct"][-1]
    owned = last.key == "'s" or (last is area and (area.readings.get("peopled") or area.key.endswith("s'")))
    if not plain or area.prep != "of" or not owned or area.start < number.start:
        return None
    if not measure.unit.is_percent or measure.unit.is_percent_rate or not _is_share_of_all(own, scene):
        return None
    codes = named_areas(clause, scene)
    if codes[0] == own.area:
        return None
    cell = cell_for(codes[0], own.measure, own.period, clause, scene)
    reading = Reading(cells=[cell], areas=(cell.area,), measure=cell.measure, periods=(cell.period,))
    reading.ties.append(check_value(number, cell, clause, scene))
    return reading


def _is_share_of_all(cell: Cell, scene: Scene) -> bool:
    """True for a share of the people of a place, or of its land: what "of Mali's" takes up."""
    return bool(scene.table.measures[cell.measure].of_words)
