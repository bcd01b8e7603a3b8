"""What stands beside a value inside a sentence: ", the lowest of the period," and "again".

Neither is a claim of its own there. Both are taken out, the sentence is read without them, and what they
say is then held to the fact that the number before (or after) them was tied to.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from tieout.checking.amount import cell_for
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene
from tieout.checking.frames.extreme import cells_of
from tieout.checking.verdict import ProblemCode, Reject, Tie
from tieout.checking.when import span_of

__all__ = ["Aside", "check_asides", "lift_asides"]

_SETS: Final = ("setsize", "setnoun", "setmember", "ranking", "count", "world")
_MOVES: Final = frozenset({"direction", "range", "multiple"})
_TURNS: Final = frozenset({"turned", "picked", "turning", "picking", "recovered", "rebounded"})
_SILENT: Final = frozenset({"neutral", "preposition"})


@dataclass(frozen=True, slots=True)
class Aside:
    """A word or a phrase taken out of a sentence.

    Attributes:
        chunk: The peak, the superlative or "again".
        at: Where the number that it speaks of ends, or where the one behind "again" begins at the earliest.
        turns: The verb before "again" says itself that it turns ("turned up again").
        whole: It names no years: no value of the evidence lies as far.
    """

    chunk: Chunk
    at: int
    turns: bool = False
    whole: bool = False


def lift_asides(chunks: list[Chunk]) -> tuple[list[Chunk], list[Aside]]:
    """Return a sentence without what stands beside its values, and that."""
    moves = any(chunk.kind in _MOVES for chunk in chunks)
    if not moves or not any(chunk.kind in ("peak", "again") for chunk in chunks):
        return chunks, []
    rest: list[Chunk] = []
    found: list[Aside] = []
    place, inner = 0, False
    while place < len(chunks):
        chunk = chunks[place]
        if chunk.kind == "again" and rest and rest[-1].kind == "direction":
            found.append(Aside(chunk, chunk.end, rest[-1].key.split()[0] in _TURNS))
            place += 1
            continue
        if (start := _start(chunks, place)) is not None:
            found.append(Aside(chunk, chunks[start].start, whole=True))
            rest.append(replace(chunks[start], prep="from"))
            place = start + 1
            continue
        end = _phrase(chunks, place) if rest and rest[-1].kind in ("num", "year", "unit", "denom") else place
        if end > place and (end < len(chunks) - 1 or inner):
            said = next(one for one in chunks[place:end] if one.kind in ("peak", "superlative"))
            number = next((one for one in reversed(rest) if one.kind == "num"), None)
            if number is not None:
                found.append(Aside(said, number.start))
                place, inner = end, True
                continue
        rest.append(chunk)
        place += 1
    return rest, found


def _start(chunks: Sequence[Chunk], place: int) -> int | None:
    """Return where the number of a peak is that a change starts from.

    "down from a peak of 79.3% in 2022", "after peaking at 79.3%", "peaked at 79.3% in 2022 and fell to".
    """
    peak = chunks[place]
    if peak.kind != "peak" or any(chunk.kind == "year" and span_of(chunk) for chunk in chunks):
        return None
    number = place + 1
    while number < len(chunks) and chunks[number].kind in ("preposition", "bound"):
        number += 1
    if number == len(chunks) or chunks[number].kind != "num" or chunks[number].prep not in ("of", "at", ""):
        return None
    moves = [(at, chunk) for at, chunk in enumerate(chunks) if chunk.kind == "direction"]
    back = "down" if str(peak.readings["peak"]).startswith("most") else "up"
    away = len(moves) == 1 and str(moves[0][1].readings["direction"]).startswith(back)
    opens = peak.prep in ("from", "after") or (place and chunks[place - 1].key == "after")
    ends = away and moves[0][0] > number and peak.prep == "" and peak.key.split()[0] in _REACHED
    return number if (away and opens) or ends else None


_REACHED: Final = frozenset("peaked hit reached bottomed topped troughed crested".split())


def _phrase(chunks: Sequence[Chunk], place: int) -> int:
    """Return where ", the lowest of the period" ends that opens here; the place itself where none does."""
    if chunks[place].key != ",":
        return place
    end = place + 1
    while end < len(chunks) and chunks[end].kind != "punct":
        end += 1
    words = [chunk for chunk in chunks[place + 1 : end] if chunk.kind not in _SILENT]
    one = len(words) == 1 and (words[0].kind == "peak" or words[0].key in ("highest", "lowest"))
    return end if one and (end == len(chunks) or chunks[end].key == ",") else place


def check_asides(
    asides: Sequence[Aside], readings: Sequence[Reading], told: Sequence[Cell], clause: Clause, scene: Scene
) -> None:
    """Hold each aside to the fact of its number.

    Args:
        asides: What was taken out.
        readings: The readings of the rest.
        told: The facts of the claim before this sentence.
        clause: The sentence, for its span.
        scene: The scene.

    Raises:
        Reject: What one says is not so, or is of no number.
    """
    for aside in asides:
        if aside.chunk.kind == "again":
            _check_again(aside, readings, told, scene)
        else:
            _check_peak(aside, readings, clause, scene)


def _lost(aside: Aside) -> Reject:
    chunk = aside.chunk
    return Reject(ProblemCode.NOT_UNDERSTOOD, chunk.start, chunk.end, "It is not clear what this is said of.")


def _check_peak(aside: Aside, readings: Sequence[Reading], clause: Clause, scene: Scene) -> None:
    own = [(tie, one) for one in readings for tie in one.ties if tie.start <= aside.at < tie.end]
    cells = {cell.fact.ref: cell for one in readings for cell in one.cells}
    series = {(cell.area, cell.measure) for cell in cells.values()}
    cell = _cell(own[0][0], cells) if len(own) == 1 else None
    if cell is None or len(series) != 1 or clause.has(*_SETS):
        raise _lost(aside)
    if aside.whole:
        _check_whole(aside, cell, clause, scene)
        return
    first, last = min(scene.sentence_periods), max(scene.sentence_periods)
    if scene.question_window is not None and scene.question_window[0] == first:
        last = max(last, scene.question_window[1])
    most = str(aside.chunk.readings[aside.chunk.kind]).startswith("most")
    for one in cells_of(clause, scene, cell.area, cell.measure, first, last):
        beyond = one.value >= cell.value if most else one.value <= cell.value
        if one.period != cell.period and beyond:
            message = f"It was as {'high' if most else 'low'} in {one.period.name}."
            start, end = aside.chunk.start, aside.chunk.end
            raise Reject(ProblemCode.WRONG_PERIOD, start, end, message, str(one.period))


def _check_whole(aside: Aside, cell: Cell, clause: Clause, scene: Scene) -> None:
    most = str(aside.chunk.readings["peak"]).startswith("most")
    for period in scene.table.periods(cell.area, cell.measure):
        if period == cell.period:
            continue
        value = cell_for(cell.area, cell.measure, period, clause, scene).value
        if value >= cell.value if most else value <= cell.value:
            start, end = aside.chunk.start, aside.chunk.end
            message = f"It was as {'high' if most else 'low'} in {period.name}."
            raise Reject(ProblemCode.WRONG_PERIOD, start, end, message, str(period))


def _cell(tie: Tie, cells: dict[str, Cell]) -> Cell | None:
    refs = [ref for ref in tie.facts if ref in cells]
    return cells[refs[0]] if len(refs) == len(tie.facts) == 1 else None


def _check_again(aside: Aside, readings: Sequence[Reading], told: Sequence[Cell], scene: Scene) -> None:
    """Hold "rose again" where it goes on from a change of the same series told before, or turns it."""
    after = [
        (min(tie.start for tie in one.ties), place)
        for place, one in enumerate(readings)
        if one.ties and max(tie.start for tie in one.ties) >= aside.at
    ]
    if not after:
        raise _lost(aside)
    place = min(after)[1]
    own = readings[place].cells
    if readings[place].grew and len(own) == 1 and _grew_before(own[0], [*readings[:place]], told, scene):
        return
    if len(own) != len(("first", "last")):
        raise _lost(aside)
    for before in (*(one.cells for one in readings[:place]), told):
        told_of = len(before) == len(own) and all(_same(cell, own[0]) for cell in (*before, own[1]))
        told_of = told_of and before[0].period < before[1].period <= own[0].period < own[1].period
        if told_of and (aside.turns or _went_before(own, scene)):
            return
    raise _lost(aside)


def _grew_before(own: Cell, before: Sequence[Reading], told: Sequence[Cell], scene: Scene) -> bool:
    """True for "it grew again in 2024" after a fall that was told of, where it had grown before that."""
    falls = [
        cell
        for cell in (*(cell for one in before for cell in one.cells), *told)
        if _same(cell, own) and cell.period < own.period and cell.value * own.value < 0
    ]
    if not falls:
        return False
    first = min(cell.period for cell in falls)
    for period in scene.table.periods(own.area, own.measure):
        fact = scene.table.value(own.area, own.measure, period, forecast=False)
        if (
            period < first
            and fact is not None
            and fact.value is not None
            and Fraction(fact.value) * own.value > 0
        ):
            return True
    return False


def _went_before(own: Sequence[Cell], scene: Scene) -> bool:
    """Return True where a step of the evidence before a change goes the same way as it."""
    first, last = own
    periods = [one for one in scene.table.periods(first.area, first.measure) if one <= first.period]
    facts = [scene.table.value(first.area, first.measure, one, forecast=False) for one in sorted(periods)]
    values = [Fraction(fact.value) for fact in facts if fact is not None and fact.value is not None]
    up = last.value > first.value
    return any(after != before and (after > before) == up for before, after in itertools.pairwise(values))


def _same(one: Cell, other: Cell) -> bool:
    return (one.area, one.measure) == (other.area, other.measure)
