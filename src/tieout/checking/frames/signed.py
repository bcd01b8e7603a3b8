"""Signs: "a current account deficit of $5 billion", "net outflow", "lost a net 5.7 million people".

Such a word gives the sign that the number after it is written without: the value must have that sign, and the
size is compared without it. A number in brackets after it may give the value again, with its sign.
"""

from dataclasses import replace
from typing import Final

from tieout.checking.amount import cell_for, factor_for, figure, shown_fact, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene, mention_of
from tieout.checking.frames.value import NAMING, PLAIN, check_latest
from tieout.checking.rounding import fits
from tieout.checking.series import named_mask, select
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import periods_for
from tieout.checking.where import areas_for

__all__ = ["read_signed"]

_ALLOWED: Final = PLAIN | NAMING | {"num", "year", "area", "timeword", "forecast", "provisional"}
_NAMES: Final = ("surplus", "deficit")
_VERBS: Final = {"lose": "deficit", "gain": "surplus"}
_FORMS: Final = {
    "lost": "lose",
    "loses": "lose",
    "gained": "gain",
    "gains": "gain",
    "lose": "lose",
    "gain": "gain",
}
_TIMES: Final = frozenset({"same", "latest"})


def read_signed(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause whose one word of a surplus or a deficit gives the sign of its value."""
    named = clause.of(*_NAMES)
    verbs = [chunk for chunk in clause.of("direction") if chunk.key in _FORMS]
    if len(named) + len(verbs) != 1:
        return None
    plain = _plain(clause, named, verbs)
    if not plain.only(_ALLOWED) or not _timed(plain) or any(number.prep == "by" for number in plain.nums):
        return None
    if verbs and not plain.nums and not _moves_people(plain, scene):
        return None
    side = named[0].kind if named else _VERBS[_FORMS[verbs[0].key]]
    areas, measure = areas_for(plain, scene), select(plain, scene)
    if verbs and not (
        scene.table.measures[measure].signed and scene.table.measures[measure].unit.text == "people"
    ):
        return None
    periods = periods_for(plain, scene)
    if len(areas) != 1 or len(periods) != 1 or len(plain.nums) > _TWICE:
        raise clause.reject(ProblemCode.AMBIGUOUS, "It is not clear which value this gives the sign of.")
    cell = cell_for(areas[0], measure, periods[0], plain, scene)
    if cell.value == 0 or (cell.value > 0) != (side == "surplus"):
        said = f"In {cell.period.name} it was {shown_fact(cell.fact)}."
        raise clause.reject(ProblemCode.WRONG_DIRECTION, said, (named or verbs)[0])
    reading = Reading(
        cells=[cell], areas=tuple(areas), periods=tuple(periods), measure=measure, deficit=side == "deficit"
    )
    for place, number in enumerate(plain.nums):
        _check_size(number, cell, plain, scene, bracketed=place > 0)
        reading.ties.append(tie(number, (cell.fact,), "value"))
    check_latest(plain, scene, [cell])
    return reading


_TWICE: Final = 2
"""Numbers of one value: as it reads, and once more in brackets."""


def _plain(clause: Clause, named: list[Chunk], verbs: list[Chunk]) -> Clause:
    """Return the clause with the word as a name of its series, or without the verb."""
    kept = [chunk for chunk in clause if chunk not in verbs]
    return Clause(
        [
            replace(chunk, kind="ind", readings={"ind": chunk.mask(chunk.kind)}) if chunk in named else chunk
            for chunk in kept
        ]
    )


def _moves_people(clause: Clause, scene: Scene) -> bool:
    """True for "lost people through migration": the sign of a balance of people, not its change."""
    mask, measures = named_mask(clause, scene), scene.table.measures
    return any(
        mask >> number & 1 and one.signed and one.unit.text == "people" for number, one in enumerate(measures)
    )


def _timed(clause: Clause) -> bool:
    words = [str(chunk.readings["timeword"]) for chunk in clause.of("timeword")]
    return all(word in _TIMES or word[:1] in "+-" for word in words)


def _check_size(number: Chunk, cell: Cell, clause: Clause, scene: Scene, *, bracketed: bool) -> None:
    measure = scene.table.measures[cell.measure]
    factor = factor_for(number, measure, clause)
    if factor is None:
        message = f"{measure.label} is given in {measure.unit}; this number is not written so."
        raise clause.reject(ProblemCode.WRONG_UNIT, message, number)
    at = clause.chunks.index(number)
    signed = bool(mention_of(number).sign)
    inside = any(chunk.key == "(" for chunk in clause.chunks[max(0, at - 4) : at])
    if bracketed != inside or (signed and not bracketed):
        message = "A sign beside a word of surplus or deficit can be read two ways."
        raise clause.reject(ProblemCode.UNREADABLE_NUMBER, message, number)
    true = cell.value * factor
    if not fits(true if signed else abs(true), mention_of(number), number.bound):
        message = f"For {cell.period.name} the data says {shown_fact(cell.fact)}."
        raise clause.reject(ProblemCode.UNSUPPORTED_NUMBER, message, number, figure(true))
