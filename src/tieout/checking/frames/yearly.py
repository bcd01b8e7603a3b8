"""Growth per year between two years: "grew by an average of 1.3% a year from 2000 to 2024"."""

from fractions import Fraction
from typing import Final

from tieout.checking.amount import cell_for, check_value, figure, holds, same_release, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene, mention_of
from tieout.checking.frames.ends import ends_of
from tieout.checking.frames.value import NAMING, PLAIN
from tieout.checking.mention import NumberKind
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode
from tieout.checking.where import areas_for
from tieout.facts.derivation import growth_per_year

__all__ = ["read_yearly"]

_ALLOWED: Final = PLAIN | NAMING | {"num", "year", "area", "timeword", "direction", "statistic"}
_YEARLY: Final = frozenset(
    {"a year", "per year", "annually", "per annum", "each year", "yearly", "every year"}
)


def read_yearly(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that gives compound growth per year."""
    rates = [number for number in clause.nums if mention_of(number).kind is NumberKind.PERCENT]
    if not clause.has("direction") or not clause.has("statistic") or not clause.only(_ALLOWED) or not rates:
        return None
    if any(chunk.key.endswith((" time", " running", " row")) for chunk in clause.of("timeword")):
        return None
    yearly = any(chunk.key in _YEARLY for chunk in clause.of("timeword"))
    averaged = any(chunk.key.endswith("year on average") for chunk in clause.of("statistic"))
    if not yearly and not averaged and not clause.key_has("annual", "yearly"):
        return None
    if any(chunk.readings["statistic"] != "mean" for chunk in clause.of("statistic")):
        return None
    areas = areas_for(clause, scene)
    measure = select(Clause([chunk for chunk in clause if chunk.kind not in ("generic", "statistic")]), scene)
    if len(areas) != 1 or scene.table.measures[measure].unit.is_percent_rate:
        return None
    rate = _rate(rates, clause)
    first, last = ends_of(clause, scene, has_start=True)
    cells = [cell_for(areas[0], measure, period, clause, scene) for period in (first, last)]
    same_release(cells, clause)
    true = _growth(cells[0], cells[1], clause, rate)
    _check_way(clause, true)
    if not holds(abs(true), rate):
        raise clause.reject(
            ProblemCode.UNSUPPORTED_NUMBER, f"It is {figure(true)}% a year.", rate, figure(true)
        )
    if scene.table.measures[measure].has_real_twin and not scene.says_basis:
        raise clause.reject(ProblemCode.WRONG_UNIT, "Say in which prices this growth is.", rate)
    reading = Reading(cells=cells, areas=tuple(areas), measure=measure, periods=(first, last))
    reading.ties.append(tie(rate, tuple(cell.fact for cell in cells), "growth_per_year"))
    for number in clause.nums:
        if number is not rate:
            if number.prep not in ("from", "to"):
                raise clause.reject(
                    ProblemCode.NOT_UNDERSTOOD, "It is not clear what this number says.", number
                )
            reading.ties.append(check_value(number, cells[number.prep == "to"], clause, scene))
    return reading


def _growth(start: Cell, end: Cell, clause: Clause, rate: Chunk) -> Fraction:
    before, after = start.fact.value, end.fact.value
    if before is None or after is None or before <= 0 or after <= 0:
        message = "There is no growth per year between these values."
        raise clause.reject(ProblemCode.WRONG_RELATION, message, rate)
    if start.period.frequency != "A" or end.period.frequency != "A":
        raise clause.reject(ProblemCode.WRONG_PERIOD, "Growth per year is between two years.", rate)
    return Fraction(growth_per_year(before, after, start.period.steps_to(end.period)))


def _rate(rates: list[Chunk], clause: Clause) -> Chunk:
    """Return the percentage that a yearly word follows, else the first."""
    for number in rates:
        following = [chunk for chunk in clause if chunk.start > number.start]
        if following and following[0].key in _YEARLY:
            return number
    return rates[0]


def _check_way(clause: Clause, true: Fraction) -> None:
    for chunk in clause.of("direction"):
        way = str(chunk.readings["direction"]).split()[0]
        if (way == "up" and true <= 0) or (way == "down" and true >= 0) or (way == "flat" and true != 0):
            raise clause.reject(ProblemCode.WRONG_DIRECTION, f"It is {figure(true)}% a year.", chunk)
