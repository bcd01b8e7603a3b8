"""Series that are told together: exports and imports, receipts and payments, women and men.

"Ireland paid $183.2 billion in charges ... and received $18.9 billion" names the second by one word: it is
the series whose label differs from that of the first in this word only.
"""

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Scene
from tieout.checking.measure import Measure

__all__ = ["meant_by", "sibling_mask"]

_WORDS = ("piece", "label", "counted")


def meant_by(chunk: Chunk) -> int:
    """Return the measures that a chunk names or is a part of a name of, as bits."""
    mask = chunk.mask("ind", "label", "counted", "of")
    for number in chunk.readings.get("piece", {}):
        mask |= 1 << number
    return mask


def sibling_mask(clause: Clause, scene: Scene) -> int:
    """Return the siblings of the carried measure that the words of a clause turn to, as bits; 0 without."""
    if scene.measure is None:
        return 0
    turning = [meant_by(chunk) for chunk in clause.of(*_WORDS) if meant_by(chunk)]
    turning = [mask for mask in turning if not mask >> scene.measure & 1]
    if not turning:
        return 0
    own = scene.table.measures[scene.measure]
    found = sum(1 << number for number, one in enumerate(scene.table.measures) if _are_siblings(own, one))
    for mask in turning:
        found &= mask
    return found


def _are_siblings(one: Measure, other: Measure) -> bool:
    here, there = one.words - other.words, other.words - one.words
    return len(here) == len(there) == 1 and one.unit.text == other.unit.text
