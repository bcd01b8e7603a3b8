"""The one that a question of "which" asks for: where an answer opens with an area, it must be that one.

"Hong Kong, with 0.841 births per woman" may be true of Hong Kong and still be no answer to "which of the
three is lowest". Held to the values of the same year, of the areas that the question names, or of all that
the evidence has.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Reading, Scene
from tieout.checking.opener import Opener
from tieout.checking.verdict import Reject
from tieout.checking.where import area_of

__all__ = ["fits_margin", "is_picked"]

_ASKS: Final = frozenset({"which", "who", "whose", "where", "what", "name"})
_CLOSE: Final = Fraction(15, 100)
"""The most that "narrowly" may be of the larger value."""
_WIDE: Final = Fraction(10, 100)
"""The least that "by some distance" may be of it."""
_PAIR: Final = 2


def is_picked(
    area: Chunk, asked: Sequence[Chunk], named: Sequence[str], readings: Sequence[Reading], scene: Scene
) -> bool | None:
    """Return whether an area is the one that the question asks for; None where it does not ask for one.

    Args:
        area: The chunk of the area that the answer opens with.
        asked: The question.
        named: The areas that the question names.
        readings: The claims of the answer, all true.
        scene: Holds the evidence.
    """
    try:
        code = area_of(area, scene)
    except Reject:
        return None
    own = next((cell for one in readings for cell in one.cells if cell.area == code), None)
    if own is None:
        return None
    way = _way(asked, growth=scene.table.measures[own.measure].growth)
    rivals = _rivals(own, named, scene)
    if way == 0 or not rivals:
        return None
    return all((own.value - rival) * way > 0 for rival in rivals)


def fits_margin(opener: Opener, readings: Sequence[Reading], scene: Scene) -> bool:
    """Return False where "narrowly" or "by far" is not so of the two values nearest each other."""
    if not opener.margin or opener.area is None:
        return True
    code = area_of(opener.area, scene)
    own = next((cell for one in readings for cell in one.cells if cell.area == code), None)
    if own is None:
        return False
    rivals = [
        cell.value
        for one in readings
        for cell in one.cells
        if cell.area != code and (cell.measure, cell.period) == (own.measure, own.period)
    ] or _rivals(own, (), scene)
    if not rivals or own.value == 0:
        return False
    gap = min(abs(own.value - rival) / max(abs(own.value), abs(rival)) for rival in rivals)
    return gap <= _CLOSE if opener.margin == "close" else gap >= _WIDE


def _way(asked: Sequence[Chunk], *, growth: bool) -> int:
    """Return 1 where the question asks for the most, -1 for the least, 0 where it asks for neither."""
    names = sum(chunk.kind == "area" for chunk in asked)
    opens = any(set(chunk.key.split()) & _ASKS for chunk in asked[:3])
    either = names >= _PAIR and any(chunk.key == "or" for chunk in asked)
    best = [chunk for chunk in asked if chunk.kind in ("superlative", "comparison")]
    if len(best) != 1 or not (opens or either or best[0].kind == "superlative"):
        return 0
    if any(chunk.kind in ("direction", "multiple", "judgement") for chunk in asked):
        return 0
    if best[0].kind == "comparison":
        return {"more": 1, "less": -1}.get(str(best[0].readings["comparison"]), 0)
    said, _, sort = str(best[0].readings["superlative"]).partition(" ")
    if sort != "any" and not growth:
        return 0
    way = 1 if said == "most" else -1
    return -way if sort == "decline" else way


def _rivals(own: Cell, named: Sequence[str], scene: Scene) -> list[Fraction]:
    """Return the values of the others, of the same measure and year."""
    codes = named if len(named) >= _PAIR else scene.table.countries(own.measure, own.period)
    if own.area not in codes:
        return []
    facts = [
        scene.table.value(code, own.measure, own.period, forecast=None) for code in codes if code != own.area
    ]
    return [Fraction(fact.text) for fact in facts if fact is not None and fact.text is not None]
