"""Steps: the year of the largest rise or fall ("the biggest jump came in 2021", "fell fastest in 2020")."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tieout.checking.amount import cell_for
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene
from tieout.checking.frames.change import read_change
from tieout.checking.frames.extreme import cells_of, window_of
from tieout.checking.frames.value import NAMING, PLAIN, totals_only
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import period_of, span_of
from tieout.facts.period import Period

__all__ = ["read_step"]

_ALLOWED: Final = (
    PLAIN
    | NAMING
    | {"num", "year", "yearclaim", "area", "timeword", "direction", "superlative", "statistic", "range"}
)
_LARGE: Final = frozenset(
    "biggest largest greatest steepest sharpest strongest most fastest furthest".split()
)
_WAYS: Final = {"most growth": "up any", "most decline": "down any"}
_YEARLY: Final = frozenset({"every", "yearly"})


def read_step(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that says in which year of a window a series rose or fell the most.

    The step into the first year of the window may be meant or not: either way it must be the largest.
    """
    if not clause.has("superlative") or not clause.only(_ALLOWED) or not totals_only(clause):
        return None
    halves = _halves(clause)
    if halves is not None:
        first, second = (read_step(half, scene) for half in halves)
        if first is None or second is None:
            return None
        first.ties, first.cells = [*first.ties, *second.ties], second.cells
        return first
    moved = _moved(clause)
    at = _year(clause)
    if moved is None or at is None or len(clause.of("area")) > 1:
        return None
    window = window_of(clause, scene)
    if window is None or (window[2] is not None and window[2] != period_of(at)):
        return None
    year = period_of(at)
    own = scene.copy()
    own.periods = own.sentence_periods = ((year or window[0]).shifted(-1),)
    rest = [chunk for chunk in moved if chunk.kind not in ("year", "yearclaim") or chunk.start == at.start]
    reading = read_change(Clause([at if chunk.start == at.start else chunk for chunk in rest]), own)
    if reading is None or reading.measure is None or len({cell.area for cell in reading.cells}) != 1:
        return None
    area, measure = reading.cells[-1].area, reading.measure
    cells = cells_of(clause, scene, area, measure, window[0], window[1])
    before = scene.table.value(area, measure, window[0].shifted(-1), forecast=False)
    if before is not None and before.value is not None:
        cells = [cell_for(area, measure, before.period, clause, scene), *cells]
    up = next(chunk for chunk in moved if chunk.kind == "direction")
    _check(at, cells, str(up.readings["direction"]).startswith("up"), reading, clause, scene)
    reading.window = window[:2]
    return reading


def _halves(clause: Clause) -> tuple[Clause, Clause] | None:
    """Return the two parts of "the biggest rise came in 2021 and the biggest fall in 2020"."""
    words = clause.of("superlative")
    if len(words) != len(("rise", "fall")):
        return None
    for place, chunk in enumerate(clause.chunks):
        if chunk.key == "and" and words[0].start < chunk.start < words[1].start:
            first, second = Clause(clause.chunks[:place]), Clause(clause.chunks[place + 1 :])
            if len(first.of("year", "yearclaim")) == len(second.of("year", "yearclaim")) == 1:
                return first, second
    return None


def _moved(clause: Clause) -> list[Chunk] | None:
    """Return the clause with one direction in the place of "the biggest rise" or "fell fastest"."""
    words, ways = clause.of("superlative"), clause.of("direction")
    if len(words) != 1 or len(ways) > 1:
        return None
    way = _WAYS.get(str(words[0].readings["superlative"]))
    rest = [chunk for chunk in clause if not _says_yearly(chunk)]
    if not ways and way is not None and len(words[0].key.split()) > 1:
        said = replace(words[0], kind="direction", readings={"direction": way})
        return [said if chunk is words[0] else chunk for chunk in rest]
    if len(ways) != 1 or words[0].key.split()[-1] not in _LARGE:
        return None
    if str(ways[0].readings["direction"]).split()[0] not in ("up", "down"):
        return None
    return [chunk for chunk in rest if chunk is not words[0]]


def _says_yearly(chunk: Chunk) -> bool:
    return chunk.kind == "timeword" and chunk.readings["timeword"] in _YEARLY


def _year(clause: Clause) -> Chunk | None:
    """Return the year that is singled out: the one outside a span, or beside a window that is carried."""
    singles = [chunk for chunk in clause.of("year", "yearclaim") if period_of(chunk) is not None]
    spans = [chunk for chunk in clause.of("year") if span_of(chunk) is not None]
    if len(singles) == 1 or spans:
        return replace(singles[0], kind="year") if len(singles) == 1 and len(spans) <= 1 else None
    inner = [chunk for chunk in singles if chunk.prep in ("in", "", "of") and chunk.prep != "between"]
    return inner[0] if len(singles) == len(("first", "last", "at")) and len(inner) == 1 else None


def _check(
    at: Chunk, cells: Sequence[Cell], up: bool, reading: Reading, clause: Clause, scene: Scene
) -> None:
    measure = scene.table.measures[cells[0].measure]
    if measure.growth and not reading.grew:
        message = "Say whether this is of the growth or of what grows."
        raise clause.reject(ProblemCode.AMBIGUOUS, message, at)
    sign = 1 if up else -1
    sizes: dict[Period, list[Fraction]] = {}
    for place, cell in enumerate(cells):
        if reading.grew:
            sizes[cell.period] = [sign * cell.value]
        elif place:
            change = cell.value - cells[place - 1].value
            relative = [change / abs(cells[place - 1].value)] if cells[place - 1].value else []
            by = [change] if measure.unit.is_percent else [change, *relative]
            sizes[cell.period] = [sign * one for one in by]
    period = period_of(at)
    own = sizes.get(period) if period is not None else None
    if own is None or any(
        len(size) != len(own) or any(one >= best for one, best in zip(size, own, strict=True))
        for other, size in sizes.items()
        if other != period
    ):
        best = max(sizes, key=lambda one: sizes[one][0])
        raise clause.reject(ProblemCode.WRONG_PERIOD, f"It was the largest in {best}.", at, str(best))
