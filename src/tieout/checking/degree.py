"""Words of degree: "slightly" and "sharply" must fit the size of what they are said of.

They bind no number, so no frame reads them. The bounds are wide: what an editor may call slight or sharp is
a matter of taste, what nobody would is not.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from tieout.checking.clause import Cell, Clause, Reading, Scene
from tieout.checking.verdict import ProblemCode

__all__ = ["check_degree"]

_SLIGHT: Final = re.compile(
    r"\b(?:just (?:ahead|behind)|"
    r"slightly|marginally|fractionally|minimally|barely|narrowly|a (?:touch|shade|little|bit|fraction)|"
    r"edg(?:e|es|ed|ing)|inch(?:es|ed|ing)?|nudg(?:e|es|ed|ing)|tick(?:s|ed|ing)?)\b"
)
_SHARP: Final = re.compile(
    r"\b(?:sharply|steeply|considerably|substantially|significantly|markedly|greatly|vastly|hugely|massively|"
    r"drastically|far|by far|soar(?:s|ed|ing)?|surg(?:e|es|ed|ing)|plung(?:e|es|ed|ing)|plummet(?:s|ed|ing)?|"
    r"skyrocket(?:s|ed|ing)?|rocket(?:s|ed|ing)?|collaps(?:e|es|ed|ing)|tumbl(?:e|es|ed|ing)|leapt|slump(?:s|ed|ing)?)\b"
)
_NOT: Final = frozenset({"so far", "far and wide", "thus far", "as far", "as far as"})
_MOVES: Final = (
    "direction comparison multiple gapword contrast superlative peak hold range statistic ranking bound "
    "share factor only quantifier timeword shared mark".split()
)
_MOST_SLIGHT: Final = Fraction(15, 100)
"""The most that a slight change or difference may be of the larger value."""
_LEAST_SHARP: Final = Fraction(5, 100)
"""The least that a sharp one may be of it."""
_POINTS: Final = Fraction(3, 2)
"""Percentage points: of a percentage, less than this may be slight and more sharp, whatever part it is."""


def check_degree(clause: Clause, scene: Scene, reading: Reading) -> None:
    """Hold "rose slightly" of a rise that is not slight, and a word of degree that belongs to nothing.

    Raises:
        Reject: A word of degree does not fit, or stands beside a value alone.
    """
    for chunk in clause:
        near = chunk.kind == "comparison" and chunk.readings.get("bound") in ("justover", "nearly")
        slight = near or _SLIGHT.search(chunk.key) is not None
        sharp = _SHARP.search(chunk.key) is not None and chunk.key not in _NOT
        if slight == sharp or chunk.kind in ("bound", "area", "ind", "label", "yes"):
            continue
        if chunk.kind == "neutral" and reading.ties and not clause.has(*_MOVES):
            raise clause.reject(
                ProblemCode.NOT_UNDERSTOOD, "Nothing here changes or compares so much.", chunk
            )
        size = _size(reading.cells, scene)
        if size is None:
            continue
        part, points = size
        small = part <= _MOST_SLIGHT or (points is not None and points <= _POINTS)
        large = part >= _LEAST_SHARP or (points is not None and points > _POINTS)
        if (slight and not small) or (sharp and not large):
            raise clause.reject(
                ProblemCode.WRONG_RELATION, f"{chunk.key!r} does not fit the size of this.", chunk
            )


def _size(cells: Sequence[Cell], scene: Scene) -> tuple[Fraction, Fraction | None] | None:
    """Return the difference of two facts as a part of the larger one, and in percentage points if it is."""
    if len(cells) != len(("one", "other")) or cells[0].measure != cells[1].measure:
        return None
    first, second = cells[0].value, cells[1].value
    larger = max(abs(first), abs(second))
    if larger == 0:
        return None
    unit = scene.table.measures[cells[0].measure].unit
    return abs(first - second) / larger, abs(first - second) if unit.is_percent else None
