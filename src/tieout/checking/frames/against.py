"""Comparisons with their values: "4,850.9 kg in 2024, 1.1% more than the 4,797 kg of 2023".

Each number belongs to the side of the comparison that it stands on; place, year and series that one side does
not name are those of the other.
"""

import itertools
from dataclasses import dataclass
from typing import Final

from tieout.checking.amount import cell_for, check_value, same_release
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene, mention_of
from tieout.checking.frames.compare import COMPARED, check_side, check_size, is_timed
from tieout.checking.frames.roles import RATIO, Roles, roles_of
from tieout.checking.frames.sides import Sides
from tieout.checking.frames.value import check_latest
from tieout.checking.mention import NumberKind
from tieout.checking.series import named_mask, select
from tieout.checking.when import named_periods, periods_for, span_of
from tieout.checking.where import areas_for, named_areas
from tieout.facts.period import Period

__all__ = ["read_against"]

_NAMES: Final = ("ind", "piece", "grows", "people")
_SIZES: Final = frozenset({*RATIO, NumberKind.PERCENT, NumberKind.FRACTION, NumberKind.POINTS})
_TWICE: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class _Side:
    """One side as it is written: its words, and the numbers that say its value."""

    clause: Clause
    values: list[Chunk]


def read_against(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that compares two values and writes one of them, or both."""
    if not clause.has("comparison", "multiple", "num") or not clause.only(COMPARED):
        return None
    roles = roles_of(clause)
    if roles is None or not is_timed(clause) or clause.has("statistic", "gapword", "forecast", "both"):
        return None
    written = _written(roles)
    if written is None or not (written[0].values or written[1].values or _names_two(roles)):
        return None
    places = _places(written, clause, scene)
    years = _years(written, places, scene) if places is not None else None
    if places is None or years is None:
        return None
    measures = _measures(roles, scene)
    cells = [
        cell_for(area, measure, year, clause, scene)
        for area, measure, year in zip(places, measures, years, strict=True)
    ]
    first, second = cells
    if first == second or (measures[0] == measures[1] and not (written[0].values or written[1].values)):
        return None
    if not _alike(measures, scene):
        return None
    same_release(cells, clause)
    reading = Reading(
        cells=cells,
        areas=tuple(dict.fromkeys(places)),
        measure=measures[0] if measures[0] == measures[1] else None,
        periods=tuple(dict.fromkeys(years)),
        subject=first,
    )
    _check(roles, Sides(first, second), clause, scene, reading)
    for side, cell in zip(written, cells, strict=True):
        for number in side.values:
            reading.ties.append(check_value(number, cell, _without(clause, roles.size), scene))
    check_latest(clause, scene, cells)
    return reading


def _check(roles: Roles, sides: Sides, clause: Clause, scene: Scene, reading: Reading) -> None:
    sizes = [roles.size] if roles.size is not None else []
    for word in clause.of("comparison"):
        check_side(word, clause, sides, sizes)
    for size in sizes:
        check_size(size, clause, scene, sides, reading)


def _written(roles: Roles) -> tuple[_Side, _Side] | None:
    """Return both sides; ", at 982,865" behind all of it says the value that is not yet said."""
    subject, behind = roles.subject, list(roles.object.chunks)
    values, tail = list(subject.nums), _tail(behind)
    if tail and not values:
        if len(named_periods(Clause(behind[:tail]))) != 1 or roles.object.has("area"):
            return None
        last = Clause(behind[tail:])
        if len(last.nums) != 1 or last.has("area", "year", *_NAMES):
            return None
        values, behind = list(last.nums), behind[:tail]
    other = Clause(behind)
    if len(values) > _TWICE or len(other.nums) > 1:
        return None
    if any(mention_of(one).kind in RATIO for one in (*values, *other.nums)):
        return None
    if len(values) == _TWICE and not _is_restated(subject, values):
        return None
    return _Side(clause=subject, values=values), _Side(clause=other, values=list(other.nums))


def _is_restated(subject: Clause, values: list[Chunk]) -> bool:
    """True for "4,850.9 kg (call it 4.85 tonnes)": nothing but a mark and units between them."""
    between = [one for one in subject if values[0].start < one.start < values[1].start]
    return any(one.kind == "punct" for one in between) and not any(
        one.kind in ("year", "area", *_NAMES) for one in between
    )


def _tail(behind: list[Chunk]) -> int:
    for place, chunk in enumerate(behind[:-1]):
        if place and chunk.key == "," and behind[place + 1].key in ("at", "on", "with"):
            return place + 1
    return 0


def _places(written: tuple[_Side, _Side], clause: Clause, scene: Scene) -> tuple[str, str] | None:
    named = [named_areas(side.clause, scene) for side in written]
    if any(len(areas) > 1 for areas in named):
        return None
    first, second = named
    if first:
        return (first[0], second[0]) if second else (first[0], first[0])
    if not second:
        lent = areas_for(clause, scene)
        return (lent[0], lent[0]) if len(lent) == 1 else None
    before = [scene.subject.area] if scene.subject is not None else list(scene.areas)
    return (before[0], second[0]) if len(before) == 1 and before[0] != second[0] else None


def _years(
    written: tuple[_Side, _Side], places: tuple[str, str], scene: Scene
) -> tuple[Period, Period] | None:
    named = [list(dict.fromkeys(named_periods(side.clause))) for side in written]
    spans = any(span_of(chunk) is not None for side in written for chunk in side.clause.of("year"))
    if spans or any(len(periods) > 1 for periods in named):
        return None
    first, second = named
    if first and second:
        return first[0], second[0]
    if first:
        return first[0], first[0]
    if second and places[0] != places[1]:
        return second[0], second[0]
    if not second:
        lent = periods_for(written[0].clause, scene)
        return (lent[0], lent[0]) if len(lent) == 1 else None
    told = [cell for cell in scene.cells if cell.area == places[0]]
    one = len({cell.measure for cell in told}) == 1 and all(
        before.period < after.period for before, after in itertools.pairwise(told)
    )
    own = one and len(told) == len(scene.cells) and told[-1].period != second[0]
    return (told[-1].period, second[0]) if own else None


def _measures(roles: Roles, scene: Scene) -> tuple[int, int]:
    """Return the series of each side; a side that names none has that of the other."""
    head = [*roles.subject, *roles.shared]
    sexes = (Clause(head).of("sex"), roles.object.of("sex"))
    if all(len(said) == 1 for said in sexes):
        other = [chunk for chunk in head if chunk not in sexes[0] and chunk.kind != "num"]
        return select(Clause(head), scene), select(Clause([*other, *roles.object]), scene)
    if Clause(head).has(*_NAMES) and roles.object.has(*_NAMES):
        first = select(Clause(head), scene)
        mask = named_mask(roles.object, scene)
        return first, first if mask >> first & 1 else select(roles.object, scene)
    both = select(Clause([*head, *roles.object]), scene)
    return both, both


def _names_two(roles: Roles) -> bool:
    head = Clause([*roles.subject, *roles.shared])
    return head.has("ind", "piece") and roles.object.has("ind", "piece")


def _alike(measures: tuple[int, int], scene: Scene) -> bool:
    """True for one series, and for two in one unit ("exports of $5 billion exceeded imports of ...")."""
    first, second = (scene.table.measures[number].unit for number in measures)
    return measures[0] == measures[1] or first.text == second.text


def _without(clause: Clause, size: Chunk | None) -> Clause:
    return Clause([chunk for chunk in clause if chunk is not size])
