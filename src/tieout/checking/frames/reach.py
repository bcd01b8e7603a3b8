"""How far a change goes: to a high or a low, and the bounds of "more than halved"."""

from dataclasses import replace
from typing import Final

from tieout.checking.amount import cell_for
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene, mention_of
from tieout.checking.mention import Bound
from tieout.checking.verdict import ProblemCode

__all__ = ["check_peak", "turned"]

_TURNED: Final = {
    Bound.MORE: Bound.LESS,
    Bound.LESS: Bound.MORE,
    Bound.AT_LEAST: Bound.AT_MOST,
    Bound.AT_MOST: Bound.AT_LEAST,
    Bound.NEARLY: Bound.JUST_OVER,
    Bound.JUST_OVER: Bound.NEARLY,
}


def turned(chunk: Chunk) -> Chunk:
    """Turn the bound of a part: "more than halved" is less than a half."""
    value = mention_of(chunk).value
    return (
        replace(chunk, bound=_TURNED.get(chunk.bound, chunk.bound))
        if value is not None and value < 1
        else chunk
    )


def check_peak(clause: Clause, scene: Scene, reading: Reading) -> None:
    """Read "rose to a high of 11,001 in 2013": no year of the evidence after the start is beyond it."""
    for chunk in clause.of("peak"):
        most = str(chunk.readings["peak"]).startswith("most")
        start, end = reading.cells
        for period in scene.table.periods(end.area, end.measure):
            if period >= start.period and period != end.period:
                value = cell_for(end.area, end.measure, period, clause, scene).value
                if value >= end.value if most else value <= end.value:
                    raise clause.reject(
                        ProblemCode.WRONG_PERIOD, f"It was as far in {period.name}.", chunk, str(period)
                    )
