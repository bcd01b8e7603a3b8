"""Near misses: "in 2021 it was just short, at 49.3%", of the bound that a question of when asks about.

The phrase is taken out, the sentence is read without it, and the value beside it is then held to the bound:
not beyond it, and at most 5% away (rule 7).
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from tieout.checking.amount import factor_for, holds
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene, mention_of
from tieout.checking.verdict import ProblemCode, Reject

__all__ = ["check_nearly", "lift_nearly"]

_IT: Final = r"(?: (?:it|that|the (?:mark|line|threshold|target)))?"
_NEAR: Final = re.compile(
    rf"(?:(?:it |had |has |still |fell |came |come |only |very )*)"
    rf"(?:(?:just|narrowly|a (?:touch|little|shade)|slightly|marginally) short(?: of{_IT})?"
    rf"|fell (?:just )?short(?: of{_IT})?|not quite there(?: yet)?|(?:nearly|almost) there"
    rf"|missed{_IT} (?:by a (?:hair|whisker|fraction|sliver|nose|hair 's breadth)|narrowly)"
    rf"|(?:narrowly|just|only just) missed{_IT}"
    rf"|(?:came|come) within a (?:whisker|hair)(?: of{_IT})?|(?:came|come) (?:very )?close(?: to{_IT})?)"
)
_LONGEST: Final = 9
_REACH: Final = Fraction(5, 100)


def lift_nearly(chunks: list[Chunk], bound: Chunk | None) -> tuple[list[Chunk], Chunk | None]:
    """Return a sentence without its first near miss, and the chunk that opens it; None where it has none."""
    if bound is None:
        return chunks, None
    for place in range(len(chunks)):
        for end in range(min(len(chunks), place + _LONGEST), place, -1):
            if _NEAR.fullmatch(" ".join(chunk.key for chunk in chunks[place:end])):
                opens = chunks[place].kind == "pronoun"
                return [*chunks[: place + opens], *chunks[end:]], chunks[end - 1]
    return chunks, None


def check_nearly(near: Chunk | None, bound: Chunk | None, readings: Sequence[Reading], scene: Scene) -> None:
    """Hold the value beside a near miss to the bound.

    Raises:
        Reject: It is beyond the bound, or far from it, or no value stands beside the phrase.
    """
    if near is None or bound is None:
        return
    cell = _beside(near, readings)
    if cell is None:
        raise Reject(
            ProblemCode.NOT_UNDERSTOOD, near.start, near.end, "It is not clear what this is said of."
        )
    factor = factor_for(bound, scene.table.measures[cell.measure], Clause([bound]))
    asked = mention_of(bound).value
    if factor is None or not asked:
        raise Reject(ProblemCode.NOT_UNDERSTOOD, near.start, near.end, "The bound is in another unit.")
    value = cell.value * factor
    if holds(value, bound) or abs(value - asked) > abs(asked) * _REACH:
        message = f"In {cell.period.name} it was {cell.fact.text}, which is no near miss."
        raise Reject(ProblemCode.UNSUPPORTED_NUMBER, near.start, near.end, message)


def _beside(near: Chunk, readings: Sequence[Reading]) -> Cell | None:
    """Return the fact of the first value after the phrase, else of the last before it."""
    cells = {cell.fact.ref: cell for one in readings for cell in one.cells}
    ties = sorted(
        (tie.start, tie.facts[0])
        for one in readings
        for tie in one.ties
        if tie.relation == "value" and len(tie.facts) == 1
    )
    after = [ref for start, ref in ties if start >= near.end]
    before = [ref for start, ref in ties if start < near.end]
    ref = after[0] if after else before[-1] if before else None
    return cells.get(ref) if ref is not None else None
