"""Headers of tables: "| Country | Cereal yield, 2019 |" says of what series and year the rows below are."""

from typing import Final

from tieout.checking.clause import Clause, Scene
from tieout.checking.series import select
from tieout.checking.verdict import Reject
from tieout.checking.when import named_periods

__all__ = ["read_header"]

_HEADING: Final = frozenset(
    "punct setmember setnoun ind piece label generic of denom denominator counted unit per people sex basis "
    "currency year preposition neutral statistic grows".split()
)
_BARS: Final = 3
"""Marks of a row with two cells."""


def read_header(row: Clause, scene: Scene) -> bool:
    """Note in the scene the series and the year of a table; False for what is no header of one series.

    The first cell must say that the rows are places; a second year would need a column of its own.
    """
    bars = [chunk for chunk in row if chunk.key == "|"]
    if len(bars) != _BARS or row.chunks[0] is not bars[0] or not row.only(_HEADING):
        return False
    first = [chunk for chunk in row if bars[0].start < chunk.start < bars[1].start]
    if not first or any(chunk.kind not in ("setmember", "setnoun", "punct") for chunk in first):
        return False
    periods = set(named_periods(row))
    try:
        measure = select(Clause([chunk for chunk in row if chunk not in first]), scene)
    except Reject:
        return False
    if len(periods) > 1:
        return False
    scene.measure, scene.periods = measure, tuple(periods) or scene.periods
    return True
