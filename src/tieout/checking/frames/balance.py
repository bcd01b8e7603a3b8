"""What is left of two series: "a deficit of $0.8 billion" behind exports and imports, "leaving $23 billion".

The two are those told just before, of one place and year; a surplus is what comes in less what goes out.
"""

from typing import Final

from tieout.checking.amount import factor_for, figure, holds, same_release, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene, mention_of
from tieout.checking.mention import NumberKind
from tieout.checking.verdict import ProblemCode
from tieout.checking.words import stem

__all__ = ["read_balance"]

_ALLOWED: Final = frozenset("neutral preposition punct bound num unit counted denom balance pronoun".split())
_IN: Final = frozenset(stem(word) for word in ("exports", "receipts", "credits", "inflows"))
_OUT: Final = frozenset(stem(word) for word in ("imports", "payments", "debits", "outflows"))


def read_balance(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that gives the surplus or deficit of the two series just told."""
    words, numbers, pair = clause.of("balance"), clause.nums, scene.pair
    if len(words) != 1 or len(numbers) != 1 or pair is None or not clause.only(_ALLOWED):
        return None
    flows = _flows(pair, scene)
    if flows is None:
        return None
    into, out = flows
    same_release(flows, clause)
    left, number = into.value - out.value, numbers[0]
    if left == 0 or (left > 0) != (words[0].readings["balance"] == "+"):
        message = f"What comes in less what goes out is {figure(left)}."
        raise clause.reject(ProblemCode.WRONG_DIRECTION, message, words[0], figure(left))
    factor = _factor(number, into, clause, scene)
    if factor is None or not holds(abs(left) * factor, number):
        message = f"The difference is {figure(abs(left))}."
        raise clause.reject(ProblemCode.UNSUPPORTED_NUMBER, message, number, figure(abs(left)))
    reading = Reading(cells=[into, out], areas=(into.area,), periods=(into.period,))
    reading.ties.append(tie(number, (into.fact, out.fact), "difference"))
    return reading


def _flows(pair: tuple[Cell, Cell], scene: Scene) -> tuple[Cell, Cell] | None:
    """Return what comes in and what goes out, where the two are such a pair."""
    first, second = (scene.table.measures[cell.measure] for cell in pair)
    if first.unit.text != second.unit.text or not (first.unit.is_percent or first.unit.currency):
        return None
    here, there = first.words - second.words, second.words - first.words
    if len(here) == len(there) == 1 and here <= _IN and there <= _OUT:
        return pair
    return (pair[1], pair[0]) if len(here) == len(there) == 1 and here <= _OUT and there <= _IN else None


def _factor(number: Chunk, cell: Cell, clause: Clause, scene: Scene) -> int | None:
    measure = scene.table.measures[cell.measure]
    if mention_of(number).kind is NumberKind.POINTS:
        return 1 if measure.unit.is_percent else None
    factor = factor_for(number, measure, clause)
    return None if factor is None else int(factor)
