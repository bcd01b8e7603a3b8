"""Shares: the part that one area, several or a set have of a sum or of an aggregate."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tieout.checking.amount import cell_for, check_value, factor_for, figure, holds, same_release, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene, mention_of
from tieout.checking.frames.members import hold_aggregates, members_of
from tieout.checking.frames.value import NAMING, PLAIN
from tieout.checking.frames.wholes import Division, codes_of_side, divided, is_aggregate, names_set
from tieout.checking.mention import NumberKind
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import periods_for
from tieout.facts.derivation import share, total
from tieout.facts.period import Period

__all__ = ["read_share"]

_SHARES: Final = (
    PLAIN
    | NAMING
    | {"num", "year", "area", "timeword", "statistic", "share", "world", "setsize", "setnoun", "both"}
    | {"owned", "only"}
)
_PARTS: Final = frozenset({NumberKind.PERCENT, NumberKind.FRACTION})
_TOGETHER: Final = frozenset({"both", "either", "each"})
_MOST: Final = 3
_OF: Final = frozenset({"of", "out of"})


def read_share(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that gives the part that some areas have of a sum or of an aggregate."""
    numbers = [number for number in clause.nums if mention_of(number).kind in _PARTS]
    if not numbers or len(clause.nums) > _MOST or not clause.only(_SHARES) or _is_apart(clause):
        return None
    if len(numbers) > 1 and not _restates(numbers, clause):
        return None
    sides = divided(clause, numbers[0]) or Division(part=clause, whole=Clause([]))
    found = _areas(sides, clause, scene)
    periods = periods_for(clause, scene) if found is not None else []
    if found is None or len(periods) != 1:
        return None
    measure = _measure(clause, numbers, scene)
    if measure is None:
        return None
    part, whole = (_members(side, codes, measure, periods, scene) for side, codes in found)
    _check_sides(part, whole, clause, scene)
    own, of = (
        [cell_for(code, measure, periods[0], clause, scene) for code in codes] for codes in (part, whole)
    )
    same_release([*own, *of], clause)
    reading = Reading(cells=own, areas=tuple(part), measure=measure, periods=tuple(periods))
    for number in numbers:
        _check(number, own, of, clause, reading)
    for value in clause.nums:
        if value not in numbers:
            inside = value in sides.whole.chunks or value.prep in _OF
            _check_value(value, of if inside else own, _without(clause, numbers), scene, reading)
    return reading


def _is_apart(clause: Clause) -> bool:
    """True where each of several has its own share, or a statistic other than a sum is said."""
    if any(chunk.readings["statistic"] != "sum" for chunk in clause.of("statistic")):
        return True
    return any(chunk.key.split()[0] in _TOGETHER for chunk in clause.of("both"))


def _restates(numbers: Sequence[Chunk], clause: Clause) -> bool:
    """True for "about an eighth (12.2%)": one share said twice, with nothing but marks between."""
    between = [one for one in clause if numbers[0].start < one.start < numbers[-1].start]
    quiet = all(one.kind in ("punct", "bound", "preposition", "neutral") for one in between)
    return len(numbers) == len(("once", "again")) and quiet and any(one.kind == "punct" for one in between)


def _areas(
    sides: Division, clause: Clause, scene: Scene
) -> tuple[tuple[Clause, list[str]], tuple[Clause, list[str]]] | None:
    """Return each side with the areas that it names, carries or is asked about; None where it is no share.

    The whole is an aggregate, a list with a word of a sum, or a set with one.
    """
    part, whole = codes_of_side(sides.part, scene), codes_of_side(sides.whole, scene)
    summed = clause.has("statistic", "both") or clause.key_has("total")
    if not whole and not (names_set(sides.whole) and summed):
        return _asked(sides, part, clause, scene)
    if len(whole) == 1 and not is_aggregate(whole[0], scene):
        if clause.has("owned"):
            raise clause.reject(
                ProblemCode.WRONG_SET, f"No other area is a part of {scene.area_name(whole[0])}."
            )
        return None
    if len(whole) > 1 and not summed:
        return None
    if not part and not names_set(sides.part):
        part = _lent(whole, clause, scene)
        if not part:
            return None
    return (sides.part, part), (sides.whole, whole)


def _asked(
    sides: Division, part: list[str], clause: Clause, scene: Scene
) -> tuple[tuple[Clause, list[str]], tuple[Clause, list[str]]] | None:
    """Return the sides that the question names, where the clause leaves them open ("About 12.2% in 2023")."""
    asked, whole = scene.question_share
    if not whole or sides.whole.has(*_NAMES) or names_set(sides.part) or not set(part) <= set(asked):
        return None
    if part and not _says_share(clause):
        return None
    return (sides.part, part or list(asked)), (sides.whole, list(whole))


_NAMES: Final = ("ind", "denom", "piece", "grows", "counted", "people", "unit", "setsize", "setnoun")


def _lent(whole: Sequence[str], clause: Clause, scene: Scene) -> list[str]:
    """Return the part from before, where one area was named; a bare noun of people lends none."""
    if len(scene.areas) == 1 and scene.areas[0] not in whole and _says_share(clause):
        return [scene.areas[0]]
    return []


def _says_share(clause: Clause) -> bool:
    words = clause.has("share", "owned", "pronoun")
    return words or any(chunk.readings["generic"] == "share" for chunk in clause.of("generic"))


def _measure(clause: Clause, numbers: Sequence[Chunk], scene: Scene) -> int | None:
    """Return the series whose values are added up; None where only others are named, and no share is said."""
    adds = scene.table.additive_mask
    bare = _without(clause, numbers)
    measure = select(bare, scene, among=adds)
    if adds >> measure & 1:
        return measure
    if not clause.has("share", "owned"):
        return None
    raise clause.reject(ProblemCode.WRONG_STATISTIC, "Values of this indicator have no sum to be a share of.")


def _members(
    side: Clause, codes: list[str], measure: int, periods: Sequence[Period], scene: Scene
) -> list[str]:
    return members_of(side, scene, measure, periods) if names_set(side) else codes


def _check_sides(part: Sequence[str], whole: Sequence[str], clause: Clause, scene: Scene) -> None:
    """Hold a share of the same area, of a sum that the part is not in, or of aggregates that overlap.

    Raises:
        Reject: The part is not one of the whole.
    """
    if len(part) > 1:
        hold_aggregates(part, clause, scene)
    if len(whole) > 1:
        hold_aggregates(whole, clause, scene)
    within = set(part) < set(whole) if len(whole) > 1 else whole[0] not in part
    if not within or "WLD" in part:
        names = ", ".join(scene.area_name(code) for code in part)
        raise clause.reject(ProblemCode.WRONG_SET, f"{names} is not a part of what it is a share of.")


def _check(
    number: Chunk, own: Sequence[Cell], cells: Sequence[Cell], clause: Clause, reading: Reading
) -> None:
    parts, whole = total([cell.value for cell in own]), total([cell.value for cell in cells])
    if not 0 <= parts <= whole:
        raise clause.reject(ProblemCode.WRONG_RELATION, "This is no part of that.", number)
    true = Fraction(share(parts, whole))
    if mention_of(number).kind is NumberKind.FRACTION:
        true /= 100
    if not holds(true, number):
        raise clause.reject(
            ProblemCode.UNSUPPORTED_NUMBER, f"The share is {figure(true)}.", number, figure(true)
        )
    reading.ties.append(tie(number, (*(cell.fact for cell in own), *(cell.fact for cell in cells)), "share"))


def _check_value(
    number: Chunk, cells: Sequence[Cell], clause: Clause, scene: Scene, reading: Reading
) -> None:
    """Tie the value of the part or of the whole that is told beside the share."""
    if len(cells) == 1:
        reading.ties.append(check_value(number, cells[0], clause, scene))
        return
    measure = scene.table.measures[cells[0].measure]
    factor = factor_for(number, measure, clause)
    true = total([cell.value for cell in cells])
    if factor is None:
        raise clause.reject(ProblemCode.WRONG_UNIT, f"{measure.label} is given in {measure.unit}.", number)
    if not holds(true * factor, number):
        message = f"By the data it is {figure(true)}."
        raise clause.reject(ProblemCode.UNSUPPORTED_NUMBER, message, number, figure(true))
    reading.ties.append(tie(number, tuple(cell.fact for cell in cells), "sum"))


def _without(clause: Clause, numbers: Sequence[Chunk]) -> Clause:
    """Return the clause without the share itself, whose percent is not that of the series."""
    kept = [chunk for chunk in clause if chunk not in numbers and chunk.kind not in ("generic", "share")]
    return Clause([replace(chunk, kind="ind") if chunk.kind == "denom" else chunk for chunk in kept])
