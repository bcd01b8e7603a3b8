"""Exchange rates: a currency that strengthens costs fewer of its units a dollar, so its numbers fall."""

import re
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene
from tieout.checking.measure import Measure
from tieout.checking.verdict import ProblemCode

__all__ = ["check_exchange", "is_turned"]

_PER_FOREIGN: Final = re.compile(r"\bper (?:us\$|us dollar|dollar|euro|sdr)", re.IGNORECASE)
_STRENGTH: Final = ("strength", "weak", "apprec", "deprec", "firm", "devalu", "strong")
_RATE: Final = frozenset({"rate", "rates", "price", "cost", "costs", "dollar", "dollars", "greenback"})
_MONEY: Final = frozenset({"currency", "unit", "counted"})


def is_turned(chunk: Chunk, clause: Clause, measure: Measure) -> bool:
    """Return True for "the naira fell" and "strengthened" of units per dollar: up is down in the numbers."""
    if not _PER_FOREIGN.search(measure.unit.text):
        return False
    before = [one for one in clause if one.start < chunk.start]
    words = {word for one in before for word in one.key.split()}
    if chunk.key.startswith(_STRENGTH):
        return not words & {"dollar", "dollars", "greenback"}
    money = any(one.kind in _MONEY or "currency" in one.key.split() for one in before)
    return money and not words & _RATE


def check_exchange(clause: Clause, scene: Scene, reading: Reading) -> None:
    """Hold "the cedi strengthened" to fewer cedis a dollar in the later of two years.

    Raises:
        Reject: It went the other way, or there are no two values that could say so.
    """
    measures = {cell.measure for cell in reading.cells}
    for chunk in clause.of("direction", "comparison", "superlative", "peak"):
        turned = [one for one in measures if is_turned(chunk, clause, scene.table.measures[one])]
        if not turned or (chunk.kind != "direction" and not chunk.key.startswith(_STRENGTH)):
            continue
        way = str(chunk.readings[chunk.kind]).split()[0]
        if chunk.kind != "direction" or len(reading.cells) < len(("first", "last")):
            message = "Say this of the rate: a currency that gains costs fewer of its units a dollar."
            raise clause.reject(ProblemCode.AMBIGUOUS, message, chunk)
        before, after = reading.cells[0].value, reading.cells[-1].value
        if way in ("up", "down") and (after == before or (after < before) != (way == "up")):
            message = f"{chunk.key!r} is not so: a dollar cost {'more' if after > before else 'less'} of it."
            raise clause.reject(ProblemCode.WRONG_DIRECTION, message, chunk)
