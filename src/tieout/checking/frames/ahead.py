"""A place with those before or after it: "third, behind Germany and France", "second, ahead of Panama's".

And what goes on with a ranking just told: "Next came Rwanda with 29.4", "followed by Kenya (34.2)".
"""

from collections.abc import Sequence
from typing import Final

from tieout.checking.amount import cell_for, check_value, same_release
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene
from tieout.checking.frames.members import hold_aggregates, members_of, standing
from tieout.checking.frames.places import read_places
from tieout.checking.frames.rank import read_rank
from tieout.checking.frames.value import NAMING, PLAIN
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import named_periods, periods_for
from tieout.checking.where import area_of, named_areas

__all__ = ["read_any_other", "read_next", "read_place_beside"]

_BESIDE: Final = frozenset({"behind", "ahead of", "ahead"})
_TAIL: Final = frozenset(
    {"area", "num", "neutral", "preposition", "punct", "unit", "counted", "per", "bound"}
)
_NEXT: Final = PLAIN | NAMING | {"num", "area", "follow", "year", "timeword"}
_OTHER: Final = (
    PLAIN | NAMING | {"year", "area", "comparison", "quantifier", "setsize", "setnoun", "setmember", "rest"}
)


def read_place_beside(clause: Clause, scene: Scene) -> Reading | None:
    """Read a place in a set, with areas that it is said to be ahead of or behind."""
    sides = [chunk for chunk in clause.of("comparison") if chunk.key.split()[-1] in ("behind", "of", "ahead")]
    if (
        len(sides) != 1
        or len(clause.of("comparison")) != 1
        or not clause.has("ordinal", "ranking", "superlative")
    ):
        return None
    behind = sides[0].key.endswith("behind")
    if not behind and not (sides[0].key.endswith(("ahead of", "ahead")) and clause.has("ordinal")):
        return None
    tail = _tail(sides[0], clause)
    others = [chunk for chunk in tail if chunk.kind == "area"]
    rest = [chunk for chunk in clause if chunk is not sides[0] and chunk not in tail]
    while rest and rest[-1].kind == "punct":
        rest = rest[:-1]
    head = Clause(rest)
    if not others or not head.has("area", "pronoun") or not rest:
        return None
    reading = read_places(head, scene) or read_rank(head, scene)
    if reading is None or len(reading.cells) != 1:
        return None
    own, least = reading.cells[0], _counts_up(head, scene)
    for chunk in others:
        cell = cell_for(area_of(chunk, scene), own.measure, own.period, clause, scene)
        same_release([own, cell], clause)
        higher = cell.value > own.value
        if cell.value == own.value or higher == (behind == least):
            raise clause.reject(
                ProblemCode.WRONG_RANK, f"It does not stand so to {cell.fact.area.name}.", chunk
            )
        for number in _numbers_of(chunk, tail):
            reading.ties.append(check_value(number, cell, clause, scene))
    return reading


def _tail(side: Chunk, clause: Clause) -> list[Chunk]:
    """Return the list behind "behind": up to what no longer belongs to an area of it."""
    found: list[Chunk] = []
    for chunk in clause:
        if chunk.start <= side.start:
            continue
        if chunk.kind not in _TAIL or chunk.key in ("in", "of", "by", "among", "for"):
            break
        found.append(chunk)
    return found


def _numbers_of(area: Chunk, tail: Sequence[Chunk]) -> list[Chunk]:
    """Return the numbers between an area and the next one."""
    later = [chunk for chunk in tail if chunk.start > area.start]
    ends = next((chunk.start for chunk in later if chunk.kind == "area"), None)
    return [chunk for chunk in later if chunk.kind == "num" and (ends is None or chunk.start < ends)]


def _counts_up(clause: Clause, scene: Scene) -> bool:
    """True where places are counted from the lowest, by the clause or by the ranking told before."""
    said = [str(chunk.readings[chunk.kind]) for chunk in clause.of("superlative", "peak", "ordering")]
    last = any(chunk.readings["ranking"] == "last" for chunk in clause.of("ranking"))
    return any(one.startswith("least") for one in said) != last if said else _told_up(scene)


def _told_up(scene: Scene) -> bool:
    return scene.ranked is not None and not scene.ranked[1]


def read_next(clause: Clause, scene: Scene) -> Reading | None:
    """Read "Next came Rwanda with 29.4" of the places right behind the last one told."""
    told, areas = scene.placed, clause.of("area")
    if told is None or not areas or len(clause.of("follow")) != 1 or not clause.only(_NEXT):
        return None
    cell = told.cells[-1]
    years = set(named_periods(clause))
    if years and years != {cell.period}:
        return None
    if clause.has("ind", "piece", "grows") and select(clause, scene) != cell.measure:
        return None
    codes = [area_of(chunk, scene) for chunk in areas]
    at = told.order.index(cell.area) + 1
    wanted = list(told.order[at : at + len(codes)])
    if codes != wanted:
        names = ", ".join(scene.area_name(code) for code in wanted) or "none"
        raise clause.reject(ProblemCode.WRONG_RANK, f"Next come: {names}.", None, names)
    cells = [cell_for(code, cell.measure, cell.period, clause, scene) for code in codes]
    values = {one.value for one in cells}
    if len(values) < len(cells) or cell.value in values:
        raise clause.reject(ProblemCode.WRONG_RANK, "Two countries share this place; say so.")
    reading = Reading(cells=cells, areas=tuple(codes), measure=cell.measure, periods=(cell.period,))
    reading.placed = told.order
    for chunk, one in zip(areas, cells, strict=True):
        for number in _numbers_of(chunk, clause.chunks):
            reading.ties.append(check_value(number, one, clause, scene))
    return reading if len(reading.ties) == len(clause.nums) else None


def read_any_other(clause: Clause, scene: Scene) -> Reading | None:
    """Read "more people than any other of the six": the first or the last of the set that is named."""
    sides = clause.of("comparison")
    if len(sides) != 1 or sides[0].readings["comparison"] == "same" or not clause.only(_OTHER):
        return None
    mark = next((chunk for chunk in clause if chunk.key == "than"), sides[0])
    after = Clause([chunk for chunk in clause if chunk.start > mark.start])
    others = [chunk for chunk in after.of("setsize") if chunk.readings.get("others")]
    beyond = [chunk for chunk in after.of("quantifier") if chunk.readings["quantifier"] in ("beyond", "all")]
    if not (others or beyond or after.has("rest")) or after.has("area") or clause.nums:
        return None
    codes, periods = named_areas(clause, scene), periods_for(clause, scene)
    if len(codes) != 1 or len(periods) != 1:
        return None
    measure = select(clause, scene)
    hold_aggregates(codes, clause, scene)
    bare = Clause([chunk for chunk in clause if chunk.kind != "area"])
    members = members_of(bare, scene, measure, periods)
    stood = {code: standing(code, measure, periods, clause, scene).cells[0] for code in members}
    if codes[0] not in stood:
        raise clause.reject(ProblemCode.WRONG_SET, f"{scene.area_name(codes[0])} is not in the set.")
    own: Cell = stood.pop(codes[0])
    same_release([own, *stood.values()], clause)
    more = sides[0].readings["comparison"] == "more"
    if any(cell.value == own.value or (own.value > cell.value) != more for cell in stood.values()):
        raise clause.reject(ProblemCode.WRONG_RANK, "This is not so of all the others.", sides[0])
    return Reading(cells=[own], areas=(own.area,), measure=measure, periods=tuple(periods))
