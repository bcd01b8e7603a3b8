"""The nearest values to a gap: "the closest readings are 59.6 for 2014 and 54.1 for 2022"."""

import re
from typing import Final

from tieout.checking.clause import Clause, Reading, Scene
from tieout.checking.verdict import ProblemCode

__all__ = ["check_nearest"]

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
        low, high = sorted((anchor, cell.period))
        between = [period for period in scene.table.periods(cell.area, cell.measure) if low < period < high]
        if between:
            message = f"{between[0]} has a value, and is nearer."
            raise clause.reject(ProblemCode.WRONG_PERIOD, message, words[0], str(between[0]))
