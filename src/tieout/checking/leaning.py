"""Fragments that lean on what follows, as "It is lower" on "In 2020 it was 39.7%; in 2025 it was 25.7%".

"More than a fifth", "By $11.5bn", "A shade lower": the question asks for a change, and the rest of the answer
states its two ends, of one series of one area. Anything else is not understood.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from tieout.checking.amount import factor_for, holds, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene, mention_of
from tieout.checking.mention import NumberKind
from tieout.facts.derivation import percent_change

__all__ = ["lean"]

_SILENT: Final = frozenset({"neutral", "pronoun", "punct", "bound", "preposition", "yes"})
_SIDES: Final = {"more": 1, "less": -1, "up": 1, "down": -1}


def lean(
    chunks: Sequence[Chunk], asked: Sequence[Chunk], scene: Scene, others: Sequence[Reading]
) -> Reading | None:
    """Read a fragment as the change between the two facts that the rest of the answer states.

    Args:
        chunks: The fragment.
        asked: The question, which must ask for a change or a comparison over time.
        scene: What the answer has said.
        others: Its readings, all true.

    Returns:
        The reading, or None where the fragment is no such thing or is not true.
    """
    ends = _ends(others)
    if any(reading.deficit for reading in others):
        return None
    if ends is None or not any(chunk.kind in ("direction", "comparison", "multiple") for chunk in asked):
        return None
    clause = Clause(chunks)
    sides = [chunk for chunk in chunks if chunk.kind in ("comparison", "direction")]
    if len(sides) + len(clause.nums) != 1 or not clause.only(_SILENT | {"num", "comparison", "direction"}):
        return None
    first, last = ends
    reading = Reading(cells=[first, last], areas=(first.area,), measure=first.measure)
    if sides:
        word = (
            sides[0].readings.get("comparison") or str(sides[0].readings.get("direction", "")).split(" ")[0]
        )
        change = (last.value > first.value) - (last.value < first.value)
        return reading if _SIDES.get(str(word)) == change else None
    number = clause.nums[0]
    true = _size(number, first, last, clause, scene)
    if true is None or mention_of(number).sign or not holds(abs(true), number):
        return None
    reading.ties.append(
        tie(number, (first.fact, last.fact), _RELATIONS.get(mention_of(number).kind, "difference"))
    )
    return reading


def _ends(others: Sequence[Reading]) -> tuple[Cell, Cell] | None:
    """Return the earlier and the later fact where the answer names two of one series, and no more."""
    cells = {cell.fact.ref: cell for reading in others for cell in reading.cells}
    if len(cells) != len({"first", "last"}):
        return None
    first, last = sorted(cells.values(), key=lambda cell: cell.period)
    same = first.area == last.area and first.measure == last.measure and first.period < last.period
    same = same and (first.fact.vintage, first.fact.source) == (last.fact.vintage, last.fact.source)
    return (first, last) if same else None


def _size(number: Chunk, first: Cell, last: Cell, clause: Clause, scene: Scene) -> Fraction | None:
    measure = scene.table.measures[first.measure]
    kind = mention_of(number).kind
    if kind is NumberKind.POINTS:
        return last.value - first.value if measure.unit.is_percent else None
    if kind in (NumberKind.PERCENT, NumberKind.FRACTION):
        # Of a percentage, a percent may be meant as points: two readings, so none.
        if measure.unit.is_percent or first.value == 0:
            return None
        change = percent_change(first.value, last.value)
        return change / 100 if kind is NumberKind.FRACTION else change
    if kind not in (NumberKind.CURRENCY, NumberKind.PLAIN) or number.prep != "by":
        return None
    factor = factor_for(number, measure, clause)
    return (last.value - first.value) * factor if factor is not None else None


_RELATIONS: Final = {
    NumberKind.POINTS: "points",
    NumberKind.PERCENT: "percent_change",
    NumberKind.FRACTION: "percent_change",
}
