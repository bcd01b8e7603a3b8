"""Gists of pace: "Very fast:", "Slowly.", "Close to zero:", held to each rate or change told after them.

What is fast is a matter of taste, what nobody would call so is not: the bounds leave what lies between open,
and that is held.
"""

import itertools
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from tieout.checking.clause import Cell, Scene

__all__ = ["are_rates"]

_FAST: Final = Fraction(5)
"""Percent a year from which growth may be called fast."""
_SLOW: Final = Fraction(2)
"""Percent a year up to which it may be called slow."""
_ZERO: Final = Fraction(1, 2)
"""Percent, or points, that are close to none."""


def are_rates(sort: str, cells: Sequence[Cell], scene: Scene) -> bool:
    """Return whether every rate told, or every change between values told, is fast, slow or close to zero.

    Args:
        sort: ``fast``, ``slow`` or ``zero``.
        cells: The facts told after it, at least one.
        scene: The evidence.
    """
    if sort == "zero":
        percent = all(scene.table.measures[cell.measure].unit.is_percent for cell in cells)
        return percent and all(abs(cell.value) <= _ZERO for cell in cells)
    if all(scene.table.measures[cell.measure].unit.is_percent_rate for cell in cells):
        rates = [cell.value for cell in cells]
        return min(rates) >= _FAST if sort == "fast" else min(rates) > 0 and max(rates) <= _SLOW
    courses: dict[tuple[str, int], list[Cell]] = {}
    for cell in cells:
        courses.setdefault((cell.area, cell.measure), []).append(cell)
    return all(_runs(sort, course) for course in courses.values())


def _runs(sort: str, course: Sequence[Cell]) -> bool:
    """True where the first value told and the last are so far apart, by the year."""
    ordered = sorted(course, key=lambda cell: cell.period)
    first, last = ordered[0], ordered[-1]
    years = last.period.year - first.period.year
    if years < 1 or first.value <= 0 or last.value <= 0 or not _goes_one_way(ordered):
        return False
    ratio = max(first.value, last.value) / min(first.value, last.value)
    bound = (1 + (_FAST if sort == "fast" else _SLOW) / 100) ** years
    return ratio >= bound if sort == "fast" else 1 < ratio <= bound


def _goes_one_way(ordered: Sequence[Cell]) -> bool:
    steps = [after.value - before.value for before, after in itertools.pairwise(ordered)]
    return all(step >= 0 for step in steps) or all(step <= 0 for step in steps)
