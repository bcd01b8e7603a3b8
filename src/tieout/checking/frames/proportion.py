"""Proportions: a value as a part of another: "or 47% of GDP", "about a quarter of Romania's $20,190".

The value is told in the clause or right before it. The other one is of the same year and unit: another series
of the same place, or the same series of another place; where it is written too, it is held to its fact.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tieout.checking.amount import cell_for, check_value, figure, holds, same_release, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene, mention_of
from tieout.checking.frames.value import NAMING, PLAIN, read_values
from tieout.checking.mention import NumberKind
from tieout.checking.series import named_mask
from tieout.checking.verdict import ProblemCode, Reject
from tieout.checking.when import named_periods, period_of, periods_for
from tieout.checking.where import areas_for, named_areas

__all__ = ["read_proportion"]

_PARTS: Final = frozenset({NumberKind.PERCENT, NumberKind.FRACTION})
_SOFT: Final = frozenset({"neutral", "bound", "denominator", "share"})
_JOINS: Final = frozenset({"or", "at", "with", "as", "to"})
_MARKS: Final = frozenset({",", "(", "—", "–", ";"})
_TAIL: Final = PLAIN | NAMING | {"num", "area", "year", "share"}
_NAMES: Final = ("ind", "people", "piece", "counted", "of", "label", "grows", "unit", "basis")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    """A clause taken apart: what comes before, the proportion, and what it is one of."""

    head: tuple[Chunk, ...]
    number: Chunk
    tail: tuple[Chunk, ...]


def read_proportion(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that gives a value as a part of another value."""
    if all(mention_of(number).kind not in _PARTS for number in clause.nums):
        return None
    again = _again(clause, scene)
    if again is not None:
        return again
    second = _second(clause)
    if second:
        first = read_proportion(Clause(clause.chunks[:second]), scene)
        if first is None or first.whole is None:
            return None
        beside = scene.copy()
        beside.follow(first)
        other = _again(Clause(clause.chunks[second + 1 :]), beside)
        return _joined(first, other) if other is not None else None
    parts = _parts(clause)
    own = _own(parts, clause, scene) if parts is not None else None
    if parts is None or own is None or scene.table.measures[own.measure].unit.is_percent:
        return None
    tail = Clause([_bare(chunk) for chunk in parts.tail])
    if len(tail.nums) > 1 or not set(named_periods(tail)) <= {own.period} or not _dated(tail):
        return None
    whole = _whole(tail, own, clause, scene)
    if whole is None:
        return None
    same_release([own, whole], clause)
    reading = Reading(cells=[own], areas=(own.area,), measure=own.measure, periods=(own.period,), subject=own)
    if whole.area == own.area:
        reading.whole = whole.measure
    _check(parts.number, own, whole, clause, reading)
    reading.ties += [check_value(number, whole, tail, scene) for number in tail.nums]
    reading.ties += [check_value(number, own, Clause(parts.head), scene) for number in _written(parts)]
    return reading


def _second(clause: Clause) -> int:
    """Return where "and 47.3% in Liberia" begins at the end of a clause; 0 where it does not."""
    tail = [chunk.kind for chunk in clause.chunks[-4:]]
    joins = len(clause.chunks) > 4 and clause.chunks[-4].key == "and" and len(clause.nums) == 2
    return len(clause.chunks) - 4 if joins and tail[1:] == ["num", "preposition", "area"] else 0


def _joined(first: Reading, other: Reading) -> Reading:
    return replace(
        first, ties=first.ties + other.ties, cells=first.cells + other.cells, areas=first.areas + other.areas
    )


def _check(number: Chunk, own: Cell, whole: Cell, clause: Clause, reading: Reading) -> None:
    true = own.value / whole.value
    true = true if mention_of(number).kind is NumberKind.FRACTION else true * 100
    if not holds(true, number):
        message = f"By the data it is {figure(true)}."
        raise clause.reject(ProblemCode.UNSUPPORTED_NUMBER, message, number, figure(true))
    reading.ties.append(tie(number, (own.fact, whole.fact), "share"))


def _again(clause: Clause, scene: Scene) -> Reading | None:
    """Read "47.3% in Liberia" after "imports were worth 46.6% of GDP in El Salvador"."""
    numbers = clause.nums
    if scene.whole is None or scene.measure is None or len(numbers) != 1 or len(clause.of("area")) != 1:
        return None
    plain = clause.only(PLAIN | {"num", "area"}) and mention_of(numbers[0]).kind in _PARTS
    areas = named_areas(clause, scene) if plain else []
    if not areas or not scene.cells or areas[0] == scene.cells[-1].area or numbers[0].prep == "by":
        return None
    period = scene.cells[-1].period
    own = cell_for(areas[0], scene.measure, period, clause, scene)
    whole = cell_for(areas[0], scene.whole, period, clause, scene)
    same_release([own, whole], clause)
    reading = Reading(
        cells=[own], areas=(own.area,), measure=own.measure, periods=(period,), whole=scene.whole
    )
    _check(numbers[0], own, whole, clause, reading)
    return reading


def _parts(clause: Clause) -> _Parts | None:
    chunks = clause.chunks
    for place, chunk in enumerate(chunks[:-1]):
        if chunk.kind != "num" or mention_of(chunk).kind not in _PARTS or not _takes(chunks[place + 1]):
            continue
        start = place
        while start and (chunks[start - 1].kind in _SOFT or chunks[start - 1].key in _JOINS):
            start -= 1
        tail = chunks[place + (2 if chunks[place + 1].key == "of" else 1) :]
        tail = tail[:-1] if tail and tail[-1].key == ")" else tail
        return _Parts(head=chunks[:start], number=chunk, tail=tail) if Clause(tail).only(_TAIL) else None
    return None


def _takes(chunk: Chunk) -> bool:
    """True for "of", and for "of GDP" where that is one phrase."""
    return chunk.key == "of" or (chunk.kind == "piece" and chunk.key.startswith("of "))


def _own(parts: _Parts, clause: Clause, scene: Scene) -> Cell | None:
    """Return the one value told or named before the proportion, or told right before the clause."""
    if not parts.head or all(chunk.kind in ("punct", "neutral", "pronoun") for chunk in parts.head):
        return scene.cells[0] if len(scene.cells) == 1 else None
    head = parts.head[:-1] if parts.head[-1].kind == "punct" else parts.head
    if not Clause(head).nums:
        return _named(Clause(head), clause, scene)
    try:
        reading = read_values(Clause(head), scene)
    except Reject:
        return None
    return reading.cells[0] if reading is not None and len(reading.cells) == 1 else None


def _named(head: Clause, clause: Clause, scene: Scene) -> Cell | None:
    """Return the value of a clause that names its series and gives only the proportion."""
    if not head.has("ind", "piece") or not head.only(_HEAD) or head.chunks[-1].kind == "punct":
        return None
    mask = named_mask(head, scene)
    found = [
        number
        for number, one in enumerate(scene.table.measures)
        if mask >> number & 1 and one.unit.currency is not None
    ]
    areas, periods = areas_for(clause, scene), periods_for(clause, scene)
    if len(found) != 1 or mask & (mask - 1) or len(areas) != 1 or len(periods) != 1:
        return None
    return cell_for(areas[0], found[0], periods[0], clause, scene)


_HEAD: Final = PLAIN | NAMING | {"area", "year"}


def _written(parts: _Parts) -> Sequence[Chunk]:
    return Clause(parts.head).nums


def _bare(chunk: Chunk) -> Chunk:
    """Return what a share is of as a name, or as the number that it is."""
    if chunk.kind != "denom":
        return chunk
    return replace(chunk, kind="num" if chunk.mention is not None else "ind")


def _dated(tail: Clause) -> bool:
    return all(period_of(chunk) is not None for chunk in tail.of("year"))


def _whole(tail: Clause, own: Cell, clause: Clause, scene: Scene) -> Cell | None:
    """Return the fact that a value is a part of: of another series, or of another place."""
    areas = named_areas(tail, scene)
    if len(areas) > 1:
        return None
    unit = scene.table.measures[own.measure].unit
    if not tail.has(*_NAMES):
        if not areas or areas[0] == own.area:
            return None
        return cell_for(areas[0], own.measure, own.period, clause, scene)
    names = Clause([chunk for chunk in tail if chunk.kind not in ("num", "year", "area")])
    mask = named_mask(names, scene) | _phrased(names, scene)
    if mask >> own.measure & 1 and areas and areas[0] != own.area:
        return cell_for(areas[0], own.measure, own.period, clause, scene)
    found = [
        number
        for number, one in enumerate(scene.table.measures)
        if mask >> number & 1 and number != own.measure and one.unit.text == unit.text
    ]
    if len(found) != 1 or (areas and areas[0] != own.area):
        return None
    if len(names.of("piece")) > 1:
        return None
    whole = cell_for(own.area, found[0], own.period, clause, scene)
    return whole if whole.value > 0 else None


def _phrased(names: Clause, scene: Scene) -> int:
    """Return the series that "of GDP" names where that is one phrase, as bits."""
    mask = 0
    for chunk in names.of("piece"):
        for number in chunk.readings["piece"]:
            core = scene.table.measures[number].core
            mask |= 1 << number if core and core <= set(chunk.stems) else 0
    return mask
