"""Summaries: what sums up the facts just told ("so slightly lower", "By 17.7 points: 29.2%, then 11.5%").

They name no area, no series and no year of their own. The facts told are of one series of one area, in order
of time; or one fact, which the question sets against the only other one there is.
"""

import itertools
from fractions import Fraction
from typing import Final

from tieout.checking.amount import factor_for, figure, goes, holds, shown_fact, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene, mention_of
from tieout.checking.measure import Measure
from tieout.checking.mention import NumberKind
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import named_periods
from tieout.facts.derivation import percent_change

__all__ = ["is_head", "read_summary"]

_SILENT: Final = frozenset({"neutral", "pronoun", "punct", "preposition", "bound", "hold", "unit", "counted"})
_ALLOWED: Final = _SILENT | {"num", "direction", "comparison", "people", "year", "gapword"}
_NAMES: Final = frozenset({"ind", "grows", "generic", "label"})
_HEADING: Final = _NAMES | {"multiple", "timeword", "of", "people", "per", "area", "piece"}
_WAYS: Final = {"more": "up", "less": "down", "up": "up", "down": "down"}
_STEADY: Final = frozenset(
    "steady steadily kept keeps keep keeping continuous continuously constantly uninterrupted always".split()
)
_ONCE: Final = frozenset({"used"})
_PAIR: Final = 2


def read_summary(clause: Clause, scene: Scene) -> Reading | None:
    """Read a direction, a comparison or the size of a change, of the facts that were told last.

    Raises:
        Reject: It does not agree with them.
    """
    words = [chunk for chunk in clause.of("direction", "comparison") if chunk.key not in _STEADY]
    if not clause.only(_ALLOWED) or scene.deficit or len(words) > 1 or len(clause.nums) > 1:
        return None
    if not words and not (clause.nums and (scene.asks_change or _is_change(clause.nums[0]))):
        return None
    cells = _told(clause, scene)
    if cells is None or not set(named_periods(clause)) <= {cell.period for cell in cells}:
        return None
    if clause.of("year") and len({cell.period for cell in cells}) > 1:
        return None
    measure = scene.table.measures[cells[0].measure]
    if words and not _says_way(words[0], cells, measure, clause):
        return None
    reading = Reading(
        cells=list(cells),
        areas=tuple(dict.fromkeys(cell.area for cell in cells)),
        measure=cells[0].measure,
        periods=tuple(dict.fromkeys(cell.period for cell in cells)),
    )
    for number in clause.nums:
        if not _says_size(number, cells, measure, clause, reading):
            return None
    return reading


def is_head(clause: Clause, scene: Scene) -> bool:
    """True for what may stand before a colon, to be borne out by what follows it."""
    words = len(clause.of("direction", "comparison", "multiple"))
    if words == 0:
        asked = scene.asks_change or (len(clause.nums) == 1 and _is_change(clause.nums[0]))
        return len(clause.nums) == 1 and asked and clause.only(_ALLOWED)
    return clause.only(_ALLOWED | _HEADING) and words <= _PAIR and len(clause.nums) <= 1


def _is_change(number: Chunk) -> bool:
    mention = mention_of(number)
    return number.prep == "by" or mention.kind in (NumberKind.POINTS, NumberKind.BASIS_POINTS)


def _told(clause: Clause, scene: Scene) -> list[Cell] | None:
    """Return the facts that are summed up, the earlier (or the other) first."""
    cells = _twins(clause, scene) or scene.cells
    if len(cells) == 1 and len(scene.trail) == _PAIR and scene.trail[1] == cells[0] and clause.nums:
        # "189.9 in 2000; 73.0 in 2024. That is a reduction of 62%": of the two values that the answer gives.
        cells = list(scene.trail)
    if len(cells) >= _PAIR and cells[0].measure != cells[-1].measure:
        return list(cells) if clause.nums and not clause.has("direction", "comparison") else None
    if len(cells) >= _PAIR:
        same = len({(cell.area, cell.measure, cell.fact.vintage, cell.fact.source) for cell in cells}) == 1
        if len(cells) == _PAIR and (cells[0].area, cells[1].area) == scene.question_areas:
            # "It is larger: ..." is said of the place that the question names first.
            at_once = cells[0].period == cells[1].period and cells[0].measure == cells[1].measure
            return [cells[1], cells[0]] if at_once else None
        later = all(before.period < after.period for before, after in itertools.pairwise(cells))
        if same and not later and clause.nums and len({cell.period for cell in cells}) == _PAIR == len(cells):
            return sorted(cells, key=lambda cell: cell.period)
        return list(cells) if same and later else None
    if len(cells) != 1 or clause.nums:
        return None
    own = cells[0]
    if clause.key_has(*_ONCE):
        periods = scene.table.periods(own.area, own.measure)
        fact = scene.table.value(own.area, own.measure, periods[-1]) if periods else None
        if fact is None or periods[-1] <= own.period:
            return None
        return [Cell(area=own.area, measure=own.measure, period=periods[-1], fact=fact), own]
    others = [code for code in scene.table.areas if code != own.area]
    if len(others) != 1 or scene.question_areas != (own.area,):
        return None
    fact = scene.table.value(others[0], own.measure, own.period)
    return [Cell(area=others[0], measure=own.measure, period=own.period, fact=fact), own] if fact else None


def _twins(clause: Clause, scene: Scene) -> list[Cell]:
    """Return the values of women and men told last: one place, one year, one measure but for the sex."""
    cells = scene.cells if len(scene.cells) == _PAIR else list(scene.trail)
    if len(cells) != _PAIR:
        return []
    first, last = (scene.table.measures[cell.measure] for cell in cells)
    same = (cells[0].area, cells[0].period) == (cells[1].area, cells[1].period)
    sexes = {first.sex, last.sex} == {"female", "male"} and first.words - _SEXED == last.words - _SEXED
    return list(cells) if same and sexes else []


_SEXED: Final = frozenset({"female", "male", "woman", "man", "women", "men"})


def _says_way(chunk: Chunk, cells: list[Cell], measure: Measure, clause: Clause) -> bool:
    """Return False for a word that says no way of these facts; hold one that says the wrong one."""
    said, _, sort = str(chunk.readings.get(chunk.kind, "")).partition(" ")
    if said not in _WAYS or (measure.growth and chunk.kind == "direction"):
        return False
    if chunk.kind == "direction" and (sort == "rate" or len({cell.area for cell in cells}) > 1):
        return False
    ends = [cells[0], cells[-1]]
    every = clause.has("hold") or clause.key_has(*_STEADY)
    for before, after in itertools.pairwise(cells if every else ends):
        if not goes(_WAYS[said], before.value, after.value):
            raise clause.reject(
                ProblemCode.WRONG_DIRECTION,
                f"{chunk.key!r} does not agree with the data: {shown_fact(before.fact)} and then "
                f"{shown_fact(after.fact)}.",
                chunk,
            )
    return True


def _says_size(number: Chunk, cells: list[Cell], measure: Measure, clause: Clause, reading: Reading) -> bool:
    if len(cells) != _PAIR or mention_of(number).sign:
        return False
    first, last = cells
    found = _size(number, first.value, last.value, measure, clause)
    if found is None:
        return False
    relation, true = found
    if not holds(abs(true), number):
        raise clause.reject(
            ProblemCode.UNSUPPORTED_NUMBER,
            f"{mention_of(number).text} is not the {relation.replace('_', ' ')}: it is {figure(abs(true))}.",
            number,
            figure(abs(true)),
        )
    reading.ties.append(tie(number, (first.fact, last.fact), relation))
    return True


def _size(
    number: Chunk, first: Fraction, last: Fraction, measure: Measure, clause: Clause
) -> tuple[str, Fraction] | None:
    kind = mention_of(number).kind
    if kind in (NumberKind.POINTS, NumberKind.BASIS_POINTS):
        scale = 100 if kind is NumberKind.BASIS_POINTS else 1
        return ("points", (last - first) * scale) if measure.unit.is_percent else None
    if kind in (NumberKind.PERCENT, NumberKind.FRACTION):
        # Of a percentage, a percent may be meant as points: two readings, so none.
        if (measure.unit.is_percent and kind is not NumberKind.FRACTION) or first == 0:
            return None
        change = percent_change(first, last)
        return "percent_change", change / 100 if kind is NumberKind.FRACTION else change
    if kind not in (NumberKind.CURRENCY, NumberKind.PLAIN):
        return None
    factor = factor_for(number, measure, clause)
    return ("difference", (last - first) * factor) if factor is not None else None
