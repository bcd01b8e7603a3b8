"""Products: "1.7 million people were unemployed: 2.451% of a labour force of 69.4 million".

A share of a whole and the size of that whole, both in the evidence for one place and year, give the number of
those it is of. What the share is of must be what is counted.
"""

from fractions import Fraction
from typing import Final

from tieout.checking.amount import cell_for, check_value, figure, holds, same_release, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene, mention_of
from tieout.checking.mention import NumberKind
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import named_periods
from tieout.checking.where import areas_for

__all__ = ["read_product"]

_ALLOWED: Final = frozenset(
    "neutral preposition punct bound num ind piece label of counted people denom area year source".split()
)
_NAMING: Final = ("ind", "piece", "label", "of", "counted", "denom")
_MARKS: Final = frozenset({":", "—", "–", ",", "or"})


def read_product(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that gives a count as a share of a whole, with the share and the whole."""
    numbers = clause.nums
    kinds = [mention_of(number).kind for number in numbers]
    if kinds != [NumberKind.PLAIN, NumberKind.PERCENT, NumberKind.PLAIN] or not clause.only(_ALLOWED):
        return None
    head, middle, joins = _split(clause, numbers)
    if not joins or len(clause.of("area")) > 1 or len(set(named_periods(clause))) != 1:
        return None
    wholes = [
        number for number in _counts(scene) if middle and all(_names(one, number, scene) for one in middle)
    ]
    shares = [number for number in _parts_of(wholes, scene) if _is_of(head, number, scene)]
    if len(wholes) != 1 or len(shares) != 1:
        return None
    areas, period = areas_for(clause, scene), named_periods(clause)[0]
    if len(areas) != 1:
        return None
    share, whole = (cell_for(areas[0], number, period, clause, scene) for number in (shares[0], wholes[0]))
    same_release([share, whole], clause)
    # "How many people were unemployed" counts people, and is answered by a number of people.
    asked = scene.question_names == 1 << shares[0]
    measure = None if asked else shares[0]
    reading = Reading(cells=[share, whole], areas=tuple(areas), periods=(period,), measure=measure)
    reading.ties = [
        check_value(numbers[1], share, clause, scene),
        check_value(numbers[2], whole, clause, scene),
    ]
    true = Fraction(share.value * whole.value / 100)
    if not holds(true, numbers[0]):
        message = f"This share of that number is {figure(true)}."
        raise clause.reject(ProblemCode.UNSUPPORTED_NUMBER, message, numbers[0], figure(true))
    reading.ties.append(tie(numbers[0], (share.fact, whole.fact), "product"))
    return reading


def _split(clause: Clause, numbers: list[Chunk]) -> tuple[list[Chunk], list[Chunk], bool]:
    """Return what names the part, what names the whole, and whether a mark and an "of" join them."""
    first, second, third = (clause.chunks.index(number) for number in numbers)
    head = list(clause.chunks[:second])
    between = clause.chunks[second + 1 : third]
    middle = [chunk for chunk in between if chunk.kind in _NAMING]
    rest = [chunk for chunk in clause.chunks[third:] if chunk.kind in (*_NAMING, "people")]
    marked = any(chunk.key in _MARKS for chunk in clause.chunks[first:second])
    joins = bool(between) and between[0].key == "of" and numbers[2].prep == "of"
    return head, middle, marked and joins and not rest


def _counts(scene: Scene) -> list[int]:
    return [number for number, one in enumerate(scene.table.measures) if one.unit.text == "people"]


def _names(chunk: Chunk, number: int, scene: Scene) -> bool:
    """True where a phrase is a name of the series, by itself or as the whole of its core."""
    measure = scene.table.measures[number]
    return bool(chunk.mask("ind") >> number & 1) or (bool(measure.core) and set(chunk.stems) == measure.core)


def _parts_of(wholes: list[int], scene: Scene) -> list[int]:
    """Return the series that are percentages of the one whole."""
    if len(wholes) != 1:
        return []
    core = scene.table.measures[wholes[0]].core
    return [
        number
        for number, one in enumerate(scene.table.measures)
        if one.unit.is_percent and not one.growth and not one.sex and one.of_words and one.of_words == core
    ]


def _is_of(head: list[Chunk], number: int, scene: Scene) -> bool:
    """True where what is said before the share names its series, or the question does."""
    if not any(chunk.kind in _NAMING for chunk in head):
        if not {chunk.kind for chunk in head} <= _BARE:
            return False
        return scene.question_names == 1 << number and scene.measure in (None, number)
    named = [chunk for chunk in head if chunk.kind in _NAMING]
    return all(
        chunk.mask("ind") >> number & 1 or number in chunk.readings.get("piece", {}) for chunk in named
    )


_BARE: Final = frozenset({"num", "bound", "punct", "area", "year", "preposition"})
"""What may stand before the share where only the question says of what it is."""
