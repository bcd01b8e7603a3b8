"""Lists of places: "A came first (84.6), B second (81.7) and C third", "from highest to lowest: A, B, C"."""

from collections.abc import Sequence
from typing import Final

from tieout.checking.amount import cell_for, check_value, same_release
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene, mention_of
from tieout.checking.frames.members import explicit_set, hold_aggregates, members_of, size_of, standing
from tieout.checking.frames.value import NAMING, PLAIN, totals_only
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import periods_for
from tieout.checking.where import area_of

__all__ = ["ranked_of", "read_places"]

_ALLOWED: Final = (
    PLAIN
    | NAMING
    | {"num", "year", "area", "superlative", "peak", "ranking", "ordinal", "setsize", "setnoun"}
    | {"setmember", "follow", "ordering", "statistic"}
)
_Place = tuple[int, bool]
"""The place counted from 1, and whether it is counted from the highest."""


def read_places(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that gives several areas a place each, or lists areas in an order that it names."""
    if not clause.only(_ALLOWED) or not totals_only(clause):
        return None
    _, listed = explicit_set(clause, scene)
    areas = [chunk for chunk in clause.of("area") if chunk not in listed]
    names_set = clause.has("setsize", "setnoun")
    alone = len(areas) == 1 and scene.ranked is not None and clause.has("ordinal") and not names_set
    if (len(areas) < 2 and not alone) or len({area_of(chunk, scene) for chunk in areas}) != len(areas):
        return None
    placed = clause.has("ordinal", "ranking") and clause.has("ordering")
    if (clause.has("ordering") and not placed) or (
        not (names_set or clause.has("topn")) and _down(clause) is not None
    ):
        return _read_order(clause, scene, areas)
    marks = _marks(clause, scene)
    if len(marks) != len(areas) or not _alternate(marks, areas):
        return None
    return _read_marks(clause, scene, areas, [place for _, place in marks])


def ranked_of(sentence: Clause) -> tuple[int, bool] | None:
    """Return the size of the set that a sentence ranks ("highest of the five"), and if from the highest."""
    size = size_of(sentence)
    sides = {str(one.readings[one.kind]).startswith("most") for one in sentence.of("superlative", "peak")}
    sides |= {one.readings["ranking"] == "first" for one in sentence.of("ranking") if one.readings["ranking"]}
    return (size, sides.pop()) if size is not None and len(sides) == 1 else None


def _read_marks(
    clause: Clause, scene: Scene, areas: Sequence[Chunk], places: Sequence[_Place]
) -> Reading | None:
    periods = periods_for(clause, scene)
    if len(periods) != 1:
        return None
    measure = select(clause, scene)
    codes = [area_of(chunk, scene) for chunk in areas]
    hold_aggregates(codes, clause, scene)
    members = members_of(clause, scene, measure, periods)
    values = {code: standing(code, measure, periods, clause, scene).value for code in members}
    for code, (place, most) in zip(codes, places, strict=True):
        if code not in values:
            raise clause.reject(ProblemCode.WRONG_SET, f"{scene.area_name(code)} is not in the set.")
        own = values[code]
        ahead = sum(value > own if most else value < own for value in values.values())
        if ahead + 1 != place or list(values.values()).count(own) > 1:
            raise clause.reject(
                ProblemCode.WRONG_RANK, f"{scene.area_name(code)} is no. {ahead + 1}.", None, str(ahead + 1)
            )
    return _with_values(clause, scene, areas, measure)


def _read_order(clause: Clause, scene: Scene, areas: Sequence[Chunk]) -> Reading | None:
    """Read "from highest to lowest: A 84.6, B 81.7": the areas are the list, each with its value."""
    down = _down(clause)
    if down is None or clause.has("ordinal", "ranking") or len(clause.nums) not in (0, len(areas)):
        return None
    if len(periods_for(clause, scene)) != 1:
        return None
    reading = _with_values(clause, scene, areas, select(clause, scene))
    if clause.has("setsize", "setnoun") and reading.measure is not None:
        _check_listed(clause, scene, reading, down=down)
    values = [cell.value for cell in reading.cells]
    if values != sorted(values, reverse=down) or len(set(values)) < len(values):
        raise clause.reject(ProblemCode.WRONG_RANK, "The values are not in the order that is said.")
    return reading


def _check_listed(clause: Clause, scene: Scene, reading: Reading, *, down: bool) -> None:
    """Hold a list to the set that is named: it is all of it, or the first places of it.

    Raises:
        Reject: A member of the set that is not listed belongs between those that are, or none is left out.
    """
    bare = Clause([chunk for chunk in clause if chunk.kind != "area"])
    measure, period = reading.cells[0].measure, reading.periods[0]
    members = members_of(bare, scene, measure, [period])
    rest = [code for code in members if code not in reading.areas]
    if not set(reading.areas) <= set(members):
        raise clause.reject(ProblemCode.WRONG_SET, "The list is not the set that is named.")
    last = reading.cells[-1].value
    others = [standing(code, measure, [period], clause, scene).value for code in rest]
    if any((value >= last) if down else (value <= last) for value in others):
        raise clause.reject(ProblemCode.WRONG_SET, "Others of the set come before the last of this list.")


def _with_values(clause: Clause, scene: Scene, areas: Sequence[Chunk], measure: int) -> Reading:
    """Tie the numbers, if any, each to the area before it; there is one for each area or for none."""
    period = periods_for(clause, scene)[0]
    codes = [area_of(chunk, scene) for chunk in areas]
    cells = [cell_for(code, measure, period, clause, scene) for code in codes]
    same_release(cells, clause)
    reading = Reading(cells=cells, areas=tuple(codes), measure=measure, periods=(period,))
    if clause.nums and len(clause.nums) != len(areas):
        raise clause.reject(ProblemCode.AMBIGUOUS, "It is not clear whose numbers these are.", clause.nums[0])
    for place, number in enumerate(clause.nums):
        ends = areas[place + 1].start if place + 1 < len(areas) else clause.end
        if not areas[place].start < number.start < ends:
            raise clause.reject(ProblemCode.AMBIGUOUS, "It is not clear whose number this is.", number)
        reading.ties.append(check_value(number, cells[place], clause, scene))
    return reading


def _down(clause: Clause) -> bool | None:
    """Return whether the clause says that its list goes from the highest down; None where it does not say."""
    said = {chunk.readings["ordering"] == "most" for chunk in clause.of("ordering")}
    ends = [(chunk.prep, _is_most(chunk)) for chunk in clause.of("superlative")]
    if len(ends) == 2 and ends[0][0] == "from" and ends[1][0] == "to" and ends[0][1] != ends[1][1]:
        said.add(ends[0][1])
    return said.pop() if len(said) == 1 else None


def _is_most(chunk: Chunk) -> bool:
    return str(chunk.readings[chunk.kind]).startswith("most")


def _marks(clause: Clause, scene: Scene) -> list[tuple[Chunk, _Place]]:
    """Return the words that give a place, in order: "first", "came last", "the second-highest"."""
    found: list[tuple[Chunk, _Place]] = []
    waiting: Chunk | None = None
    sides = {_is_most(chunk) for chunk in clause.of("superlative", "peak")}
    told = scene.ranked is None or scene.ranked[1]
    order = {chunk.readings["ordering"] == "most" for chunk in clause.of("ordering")}
    side = sides.pop() if len(sides) == 1 else order.pop() if len(order) == 1 else told
    for chunk in clause:
        if chunk.kind == "ordinal":
            waiting = chunk
            found.append((chunk, (_number(chunk), side)))
        elif chunk.kind in ("superlative", "peak"):
            if str(chunk.readings[chunk.kind]).split()[1:] not in ([], ["any"]):
                return []
            if waiting is not None:
                found[-1] = (waiting, (_number(waiting), _is_most(chunk)))
            else:
                found.append((chunk, (1, _is_most(chunk))))
            waiting = None
        elif chunk.kind == "ranking" and chunk.readings["ranking"] and waiting is None:
            # "A came first, B second, lowest first": the first place is the lowest.
            first = chunk.readings["ranking"] == "first"
            found.append((chunk, (1, first == side if clause.has("ordering") else first)))
        elif chunk.kind not in ("neutral", "preposition"):
            waiting = None
    return found


def _number(chunk: Chunk) -> int:
    value = mention_of(chunk).value
    return int(value) if value is not None else 0


def _alternate(marks: Sequence[tuple[Chunk, _Place]], areas: Sequence[Chunk]) -> bool:
    """True when marks and areas take turns, from the first to the last."""
    order = sorted([*((chunk.start, "m") for chunk, _ in marks), *((chunk.start, "a") for chunk in areas)])
    kinds = "".join(kind for _, kind in order)
    return kinds in ("ma" * len(marks), "am" * len(marks))
