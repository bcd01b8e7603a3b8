"""Two series of the next place: "Saudi Arabia 7.3% of GDP, or 22.3% of government expenditure".

Where two series of one place were just told, two numbers of another place are of the same series, in that
order; what the clause says of each number must be so of its series.
"""

from typing import Final

from tieout.checking.amount import cell_for, check_value
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene
from tieout.checking.frames.value import NAMING, PLAIN
from tieout.checking.sibling import meant_by
from tieout.checking.when import named_periods
from tieout.checking.where import named_areas

__all__ = ["read_ditto"]

_ALLOWED: Final = PLAIN | NAMING | {"num", "year", "area", "contrast"}
_BEHIND: Final = frozenset({"denom", "unit", "counted", "of", "per", "currency", "people", "basis"})
_TWICE: Final = 2


def read_ditto(clause: Clause, scene: Scene) -> Reading | None:
    """Read two numbers of another place as of the two series just told."""
    pair, numbers = scene.pair, clause.nums
    if pair is None or pair[0].measure == pair[1].measure or not clause.only(_ALLOWED):
        return None
    areas, periods = named_areas(clause, scene), list(dict.fromkeys(named_periods(clause)))
    if len(numbers) != _TWICE or len(areas) != 1 or areas[0] == pair[0].area or len(periods) > 1:
        return None
    parts = _parts(clause)
    if not all(_fits(part, cell, scene) for part, cell in zip(parts, pair, strict=True)):
        return None
    year = periods[0] if periods else pair[0].period
    cells = [cell_for(areas[0], cell.measure, year, clause, scene) for cell in pair]
    reading = Reading(cells=cells, areas=(areas[0],), periods=(year,))
    for number, part, cell in zip(numbers, parts, cells, strict=True):
        reading.ties.append(check_value(number, cell, part, scene))
    return reading


def _parts(clause: Clause) -> tuple[Clause, Clause]:
    """Return what goes with each number: its unit stands behind it, its name before."""
    first, second = clause.nums
    chunks = list(clause)
    place = chunks.index(second)
    while chunks[place - 1] is not first and chunks[place - 1].kind not in _BEHIND:
        place -= 1
    return Clause(chunks[:place]), Clause(chunks[place:])


def _fits(part: Clause, cell: Cell, scene: Scene) -> bool:
    return all(
        _says(chunk, cell, scene) for chunk in part if chunk.kind in NAMING and chunk.kind != "generic"
    )


def _says(chunk: Chunk, cell: Cell, scene: Scene) -> bool:
    measure = scene.table.measures[cell.measure]
    of_it = bool(chunk.stems) and set(chunk.stems) <= (measure.of_words | measure.words)
    return of_it or bool(meant_by(chunk) >> cell.measure & 1)
