"""Runs of years: "rose for the third year running in 2022", "grew by 0.2% after two years of contraction"."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tieout.checking.amount import cell_for
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene
from tieout.checking.frames.change import read_change
from tieout.checking.frames.value import read_values
from tieout.checking.verdict import ProblemCode
from tieout.facts.period import Period

__all__ = ["read_run"]

_READERS: Final[tuple[Callable[[Clause, Scene], Reading | None], ...]] = (read_change, read_values)
_JOINING: Final = frozenset({"of", "in", "with", "and", "after"})
_WAYS: Final = {"up": 1, "down": -1}
_SIGNS: Final = {"+": 1, "-": -1}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """A number of years that went one way: to the year of the claim, or up to the year before it."""

    word: Chunk
    rest: Clause
    way: int
    sort: str
    years: int
    before: bool


def read_run(clause: Clause, scene: Scene) -> Reading | None:
    """Read a claim of one year with the number of years that went the same way, or went before it.

    Neither more nor fewer, as far as the evidence goes.
    """
    run = _after(clause) or _running(clause)
    if run is None:
        return None
    for read in _READERS:
        reading = read(run.rest, scene)
        if reading is not None:
            break
    else:
        return None
    cells = reading.cells[-1:]
    if not cells or reading.measure is None or len({(cell.area, cell.measure) for cell in reading.cells}) > 1:
        return None
    _check(run, cells[0], reading, clause, scene)
    return reading


def _running(clause: Clause) -> _Run | None:
    """Return the run of "for the third year running", whose way is that of the claim itself."""
    words = [chunk for chunk in clause.of("timeword") if _length(chunk, ("run", "everyof"))]
    ways = clause.of("direction", "signword")
    if len(words) != 1 or len(ways) != 1 or len(clause.of("year")) > 1:
        return None
    if str(words[0].readings["timeword"]).startswith("everyof") and len(clause.of("year")) != 1:
        return None
    way, sort = _way(ways[0])
    rest = Clause([chunk for chunk in clause if chunk is not words[0]])
    years = _length(words[0], ("run", "everyof"))
    return _Run(word=words[0], rest=rest, way=way, sort=sort, years=years, before=False) if way else None


def _after(clause: Clause) -> _Run | None:
    """Return the run of "after two years of contraction", which is told beside a claim of its own."""
    chunks = clause.chunks
    places = [place for place, chunk in enumerate(chunks) if _length(chunk, ("prior",))]
    if len(places) != 1 or places[0] + 1 >= len(chunks):
        return None
    at = places[0]
    word, said = chunks[at], chunks[at + 1]
    way, sort = (1, "level") if said.key == "growth" else _way(said)
    rest = [chunk for place, chunk in enumerate(chunks) if place not in (at, at + 1)]
    if not way or not any(chunk.kind in ("num", "direction", "signword") for chunk in rest):
        return None
    years = _length(word, ("prior",))
    return _Run(word=word, rest=Clause(_bare(rest)), way=way, sort=sort, years=years, before=True)


def _bare(chunks: list[Chunk]) -> list[Chunk]:
    while chunks and chunks[0].kind == "punct":
        chunks = chunks[1:]
    while chunks and (chunks[-1].kind == "punct" or chunks[-1].key in _JOINING):
        chunks = chunks[:-1]
    return chunks


def _length(chunk: Chunk, names: tuple[str, ...]) -> int:
    payload = str(chunk.readings.get("timeword", "")) if chunk.kind == "timeword" else ""
    name = payload.rstrip("0123456789")
    return int(payload[len(name) :]) if name in names else 0


def _way(chunk: Chunk) -> tuple[int, str]:
    if chunk.kind == "signword":
        return _SIGNS.get(str(chunk.readings["signword"]), 0), "level"
    way, _, sort = str(chunk.readings.get("direction", "")).partition(" ")
    return (_WAYS.get(way, 0), sort) if chunk.kind == "direction" else (0, "")


def _check(run: _Run, cell: Cell, reading: Reading, clause: Clause, scene: Scene) -> None:
    growth = scene.table.measures[cell.measure].growth
    signed = growth and (reading.grew or run.sort == "level")
    if growth and not signed and run.sort != "rate":
        message = "Say whether this is of the growth or of what grows."
        raise clause.reject(ProblemCode.AMBIGUOUS, message, run.word)
    last = cell.period.shifted(-run.before)
    first = last.shifted(-run.years)
    for year in reversed(first.until(last)[1:]):
        if _went(cell, year, clause, scene, signed=signed) != run.way:
            message = f"It was not so in {year}."
            raise clause.reject(ProblemCode.WRONG_DIRECTION, message, run.word)
    if (
        _known(cell, first, scene, signed=signed)
        and _went(cell, first, clause, scene, signed=signed) == run.way
    ):
        raise clause.reject(ProblemCode.WRONG_COUNT, f"It was so in {first} already.", run.word, str(first))


def _went(cell: Cell, period: Period, clause: Clause, scene: Scene, *, signed: bool) -> int:
    """Return the way of a year: the sign of its growth, or of the step from the year before."""
    after = cell_for(cell.area, cell.measure, period, clause, scene).value
    if signed:
        return (after > 0) - (after < 0)
    before = cell_for(cell.area, cell.measure, period.shifted(-1), clause, scene).value
    return (after > before) - (after < before)


def _known(cell: Cell, period: Period, scene: Scene, *, signed: bool) -> bool:
    for one in (period,) if signed else (period, period.shifted(-1)):
        fact = scene.table.value(cell.area, cell.measure, one, forecast=False)
        if fact is None or fact.value is None:
            return False
    return True
