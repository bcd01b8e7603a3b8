"""Highs and lows since a year: "the fastest since 2022", "has not been as high since"."""

from fractions import Fraction
from typing import Final

from tieout.checking.amount import cell_for, check_value, goes, shown_fact
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene
from tieout.checking.frames.ends import since_chunk
from tieout.checking.frames.extreme import subject_of
from tieout.checking.frames.value import NAMING, PLAIN, totals_only
from tieout.checking.measure import Measure
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import period_of
from tieout.facts.period import Period

__all__ = ["read_lately"]

_ALLOWED: Final = PLAIN | NAMING | {"num", "year", "area", "timeword", "peak", "superlative", "statistic"}
_MOVING: Final = frozenset({"neutral", "pronoun", "punct", "timeword", "ordinal", "direction", "year"})
_PACE: Final = frozenset({"fastest", "slowest", "strongest", "weakest"})


def read_lately(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that says that a value is the highest or lowest since a year.

    Every year between lies on the other side. In the year that it is since the value was last so high, or
    there the evidence, or what is asked for, begins.
    """
    words, since = clause.of("peak", "superlative"), since_chunk(clause)
    if since is not None and not words and (first := _first_move(clause, since, scene)) is not None:
        return first
    if len(words) != 1 or since is None or not clause.only(_ALLOWED) or not totals_only(clause):
        return None
    if len(clause.nums) > 1 or len(clause.of("timeword")) != 1 or any(n.prep == "by" for n in clause.nums):
        return None
    best, start = _cell(clause, since, scene), period_of(since)
    if best is None or start is None:
        return None
    side, _, sort = str(words[0].readings[words[0].kind]).partition(" ")
    if side not in ("most", "least") or not _speaks_of(words[0], sort, scene.table.measures[best.measure]):
        return None
    if start >= best.period:
        raise clause.reject(ProblemCode.WRONG_PERIOD, f"{start} is not before {best.period.name}.", since)
    _check_between(best, start, clause, scene, most=side == "most")
    reading = Reading(cells=[best], areas=(best.area,), measure=best.measure, periods=(best.period,))
    for number in clause.nums:
        reading.ties.append(check_value(number, best, clause, scene))
    return reading


def _first_move(clause: Clause, since: Chunk, scene: Scene) -> Reading | None:
    """Read ", its first decline since 2012" of the value just told: none between, and one in that year."""
    moves, start = clause.of("direction"), period_of(since)
    first = any(chunk.key == "first" for chunk in clause.of("ordinal")) or bool(clause.timewords("first"))
    told = scene.cells[-1:] if len({(cell.area, cell.measure) for cell in scene.cells}) == 1 else []
    if not first or len(moves) != 1 or not told or start is None or not clause.only(_MOVING):
        return None
    way = str(moves[0].readings["direction"]).split()[0]
    own = told[0]
    if way not in ("up", "down") or len(clause.of("year")) != 1 or start >= own.period:
        return None
    grows = scene.table.measures[own.measure].growth
    for period in start.until(own.period):
        cell = cell_for(own.area, own.measure, period, clause, scene)
        before = None if grows else cell_for(own.area, own.measure, period.shifted(-1), clause, scene)
        if goes(way, before.value if before else Fraction(0), cell.value) != (period in (start, own.period)):
            raise clause.reject(ProblemCode.WRONG_PERIOD, f"That is not so of {period}.", None, str(period))
    return Reading(cells=[own], areas=(own.area,), measure=own.measure, periods=(own.period,))


def _cell(clause: Clause, since: Chunk, scene: Scene) -> Cell | None:
    """Return the value that is spoken of: of the one year named, or the one just told."""
    years = [chunk for chunk in clause.of("year") if chunk is not since]
    if clause.has("area", "ind", "piece", "grows") or years:
        period = period_of(years[0]) if len(years) == 1 else None
        subject = subject_of(clause, scene) if period is not None and not clause.has("grows") else None
        return None if subject is None or period is None else cell_for(*subject, period, clause, scene)
    told = scene.cells[-1:] if len({(cell.area, cell.measure) for cell in scene.cells}) == 1 else []
    return told[0] if told else None


def _speaks_of(word: Chunk, sort: str, measure: Measure) -> bool:
    """True unless the pace of something is said of its level."""
    pace = sort not in ("", "any") or any(one in word.key.split() for one in _PACE)
    return measure.growth if pace else True


def _check_between(best: Cell, start: Period, clause: Clause, scene: Scene, *, most: bool) -> None:
    then = cell_for(best.area, best.measure, start, clause, scene)
    window = scene.question_window
    begins = {scene.table.periods(best.area, best.measure)[0], *(window[:1] if window is not None else ())}
    passed = then.value >= best.value if most else then.value <= best.value
    if not passed and start not in begins:
        message = f"In {start} it was {shown_fact(then.fact)}."
        raise clause.reject(ProblemCode.WRONG_PERIOD, message, None, str(start))
    for period in start.until(best.period)[1:-1]:
        cell = cell_for(best.area, best.measure, period, clause, scene)
        if cell.value >= best.value if most else cell.value <= best.value:
            message = f"In {cell.period.name} it was {shown_fact(cell.fact)}."
            raise clause.reject(ProblemCode.WRONG_PERIOD, message, None, str(cell.period))
