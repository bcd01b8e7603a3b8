"""A part of a whole, both written: "16% ($137.7 billion of $856.6 billion)", "8.2 million of 11.0 million".

The two values say which is the part and which the whole; each must be the value of one fact that the clause,
the sentence before it or the question names, of one year. The percentage is then theirs.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tieout.checking.amount import factor_for, figure, holds, same_release, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene, mention_of
from tieout.checking.frames.value import NAMING, PLAIN
from tieout.checking.mention import NumberKind
from tieout.checking.series import check_people
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import periods_for
from tieout.checking.where import area_of, named_areas
from tieout.facts.period import Period

__all__ = ["read_part"]

_ALLOWED: Final = PLAIN | NAMING | {"num", "year", "area", "timeword", "share", "statistic"}
_PARTS: Final = frozenset({NumberKind.PERCENT, NumberKind.FRACTION})
_OF: Final = frozenset({"of", "out of"})


def read_part(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that gives a part, its whole and the percentage of one in the other."""
    parts = [number for number in clause.nums if mention_of(number).kind in _PARTS]
    values = [number for number in clause.nums if number not in parts]
    if not len(parts) <= _TWICE or len(values) != _TWICE or not clause.only(_ALLOWED):
        return None
    if not parts and not _counts_out(clause, values):
        return None
    if not _joined(clause, values[0], values[1]) or _sums(clause) != clause.has("statistic"):
        return None
    periods = periods_for(clause, scene)
    if len(periods) != 1:
        return None
    cells = list(_cells(clause, scene, periods[0]))
    own = _matching(_scaled(values[0], values[1]), cells, clause, scene)
    whole = _matching(values[1], cells, clause, scene)
    if len(own) != 1 or len(whole) != 1 or not _contains(whole[0], own[0], scene):
        return None
    pieces = _pieces(clause)
    if pieces and not pieces >> own[0].measure & 1:
        return None
    named = named_areas(clause, scene)
    if not set(named) <= {own[0].area, whole[0].area}:
        return None
    if whole[0].area != own[0].area and _says_one(clause, own[0].area, whole[0].area, scene):
        raise clause.reject(ProblemCode.WRONG_SET, "This is said of the whole, and is only a part of it.")
    if own[0].measure == whole[0].measure:
        check_people(clause, scene, 1 << own[0].measure)
    same_release([own[0], whole[0]], clause)
    reading = Reading(cells=[own[0]], areas=(own[0].area,), measure=own[0].measure, periods=tuple(periods))
    true = own[0].value / whole[0].value * 100
    for number in parts:
        said = true / 100 if mention_of(number).kind is NumberKind.FRACTION else true
        if not holds(said, number):
            raise clause.reject(
                ProblemCode.UNSUPPORTED_NUMBER, f"The share is {figure(true)}.", number, figure(true)
            )
        reading.ties.append(tie(number, (own[0].fact, whole[0].fact), "share"))
    reading.ties.append(tie(values[0], (own[0].fact,), "value"))
    reading.ties.append(tie(values[1], (whole[0].fact,), "value"))
    return reading


_TWICE: Final = 2


def _says_one(clause: Clause, own: str, whole: str, scene: Scene) -> bool:
    """True for "the world took 3.0% of the world's imports", "Peru took 3.0% of Peru's": a part of itself."""
    areas = [(chunk, area_of(chunk, scene)) for chunk in clause.of("area")]
    subject = [code for chunk, code in areas if chunk.start < clause.nums[0].start and not chunk.prep]
    return whole in subject or (len(areas) > 1 and {code for _, code in areas} in ({whole}, {own}))


def _sums(clause: Clause) -> bool:
    words = clause.of("statistic")
    return bool(words) and all(chunk.readings["statistic"] == "sum" for chunk in words)


def _joined(clause: Clause, first: Chunk, second: Chunk) -> bool:
    between = [chunk for chunk in clause if first.start < chunk.start < second.start]
    return any(chunk.key in _OF for chunk in between) and not any(chunk.kind == "num" for chunk in between)


def _cells(clause: Clause, scene: Scene, period: Period) -> Iterator[Cell]:
    """Return the facts of one year that the clause may speak of."""
    areas = dict.fromkeys((*named_areas(clause, scene), *scene.areas, *scene.question_areas))
    mask = scene.question_mask | (1 << scene.measure if scene.measure is not None else 0)
    mask |= _pieces(clause)
    for chunk in clause:
        mask |= chunk.mask("ind")
    for number in range(len(scene.table.measures)):
        for area in areas if mask >> number & 1 else ():
            fact = scene.table.value(area, number, period)
            if fact is not None:
                yield Cell(area=area, measure=number, period=period, fact=fact)


def _pieces(clause: Clause) -> int:
    """Return the measures that the verbs of the clause name, as bits: "lived in urban areas"."""
    mask = 0
    for chunk in clause.of("piece"):
        for number in chunk.readings["piece"]:
            mask |= 1 << number
    return mask


def _counts_out(clause: Clause, values: list[Chunk]) -> bool:
    """True for "924 million of China's 1.41 billion people lived in urban areas"."""
    after = [chunk.kind for chunk in clause if chunk.start > values[1].start]
    return after[:1] == ["people"] and "piece" in after


def _scaled(first: Chunk, second: Chunk) -> Chunk:
    """Read "4.93 of 40.35 million" as 4.93 million."""
    mine, scale = mention_of(first), mention_of(second).scale
    if mine.scale != 1 or scale == 1 or mine.value is None or mine.kind is not NumberKind.PLAIN:
        return first
    if mine.value >= 1000:
        return first
    mention = replace(mine, value=mine.value * int(scale), step=mine.step * int(scale), scale=scale)
    return replace(first, mention=mention)


def _matching(number: Chunk, cells: list[Cell], clause: Clause, scene: Scene) -> list[Cell]:
    found = []
    for cell in cells:
        factor = factor_for(number, scene.table.measures[cell.measure], clause)
        if factor is not None and holds(cell.value * factor, number):
            found.append(cell)
    return found


def _contains(whole: Cell, part: Cell, scene: Scene) -> bool:
    """True for an aggregate and a member of it, or for two counts of one area in one unit."""
    first, second = scene.table.measures[part.measure], scene.table.measures[whole.measure]
    if whole.value <= part.value or part.value < 0 or not first.unit.is_additive:
        return False
    if part.measure == whole.measure:
        return part.area != whole.area and scene.table.areas[whole.area] and not scene.table.areas[part.area]
    return part.area == whole.area and first.unit.text == second.unit.text
