"""Values beside others: "the closest readings are 59.6 for 2014 and 54.1 for 2022", "the reading before".

Both say that no value lies between.
"""

import re
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene
from tieout.checking.verdict import ProblemCode
from tieout.facts.period import Period

__all__ = ["check_beside", "check_nearest"]

_NEAR: Final = re.compile(r"\b(?:nearest|closest|adjacent|adjoining|surrounding|neighbou?ring|either side)\b")


def check_nearest(clause: Clause, scene: Scene, reading: Reading) -> None:
    """Hold the values nearest to a year to be those: none lies between.

    Raises:
        Reject: A year between has a value.
    """
    words = [chunk for chunk in clause if chunk.kind == "neutral" and _NEAR.search(chunk.key)]
    anchors = set(scene.periods)
    if not words or len(anchors) != 1:
        return
    anchor = anchors.pop()
    for cell in reading.cells:
        _hold_between(cell, anchor, words[0], clause, scene)


def _hold_between(cell: Cell, anchor: Period, chunk: Chunk, clause: Clause, scene: Scene) -> None:
    low, high = sorted((anchor, cell.period))
    between = [period for period in scene.table.periods(cell.area, cell.measure) if low < period < high]
    if between:
        message = f"{between[0]} has a value, and is nearer."
        raise clause.reject(ProblemCode.WRONG_PERIOD, message, chunk, str(between[0]))


def check_beside(clause: Clause, scene: Scene, reading: Reading) -> None:
    """Hold "the reading before that" and "the next survey" to the value right before, or right after.

    Where the claim is of two years, the words are of the one against the other; else against the one year
    that was spoken of last.

    Raises:
        Reject: It lies on the other side, a year between has a value, or it is not clear of what it is said.
    """
    for chunk in clause.timewords("rightbefore", "rightafter"):
        told = {cell.period for cell in reading.cells}
        anchors = told if len(told) > 1 else set(scene.periods)
        if len(told) > len(("one", "other")) or not told or (len(told) == 1 and len(anchors) != 1):
            message = "It is not clear which reading this is before or after."
            raise clause.reject(ProblemCode.NO_PERIOD, message, chunk)
        back = chunk.readings["timeword"] == "rightbefore"
        anchor = max(anchors) if back else min(anchors)
        for cell in [cell for cell in reading.cells if cell.period != anchor or len(told) == 1]:
            if cell.period == anchor or (cell.period < anchor) is not back:
                message = f"{cell.period.name} is not {'before' if back else 'after'} {anchor.name}."
                raise clause.reject(ProblemCode.WRONG_PERIOD, message, chunk)
            _hold_between(cell, anchor, chunk, clause, scene)
