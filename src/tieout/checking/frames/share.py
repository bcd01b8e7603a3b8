"""Shares: one area's part of a sum or of an aggregate."""

from dataclasses import replace
from fractions import Fraction
from typing import Final

from tieout.checking.amount import cell_for, check_value, figure, holds, same_release, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene, mention_of
from tieout.checking.frames.members import explicit_set, hold_aggregates
from tieout.checking.frames.value import NAMING, PLAIN
from tieout.checking.mention import NumberKind
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import periods_for
from tieout.checking.where import area_of, named_areas
from tieout.facts.derivation import share, total

__all__ = ["read_share"]

_SHARES: Final = (
    PLAIN
    | NAMING
    | {
        "num",
        "year",
        "area",
        "timeword",
        "statistic",
        "share",
        "world",
        "setsize",
        "setnoun",
        "both",
        "owned",
    }
)


def read_share(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that gives one area's part of a sum or of an aggregate."""
    if not clause.only(_SHARES) or len(clause.nums) not in (1, 3) or not _is_share(clause, scene):
        return None
    number = clause.nums[0]
    if any(chunk.readings["statistic"] != "sum" for chunk in clause.of("statistic")):
        return None
    if mention_of(number).kind not in (NumberKind.PERCENT, NumberKind.FRACTION):
        return None
    part, whole = _named(clause, scene, number)
    if part is None or not whole:
        return None
    periods = periods_for(clause, scene)
    if len(periods) != 1 or (len(clause.nums) > 1 and len(whole) != 1):
        return None
    measure = select(_without(clause, number), scene)
    _check_parts(part, whole, measure, clause, scene)
    own = cell_for(part, measure, periods[0], clause, scene)
    cells = [cell_for(code, measure, periods[0], clause, scene) for code in whole]
    same_release([own, *cells], clause)
    reading = Reading(cells=[own], areas=(part,), measure=measure, periods=tuple(periods))
    _check(number, own, cells, clause, reading)
    for value, cell in zip(clause.nums[1:], (own, *cells), strict=False):
        reading.ties.append(check_value(value, cell, _without(clause, number), scene))
    return reading


def _named(clause: Clause, scene: Scene, number: Chunk) -> tuple[str | None, list[str]]:
    chunks = clause.of("area")
    part, whole = _sides(clause, scene, [area_of(chunk, scene) for chunk in chunks], chunks, number)
    if part is None and len(scene.areas) == 1:
        part = scene.areas[0]
    if _of_values(clause) and not (part and whole):
        return _asked(clause, scene)
    return part, whole


def _of_values(clause: Clause) -> bool:
    """True for "16% ($137.7 billion of $856.6 billion)": the part and the whole are written out."""
    numbers = clause.nums
    return len(numbers) == 3 and numbers[2].prep in ("of", "out of") and numbers[1].end <= numbers[2].start


def _asked(clause: Clause, scene: Scene) -> tuple[str | None, list[str]]:
    """Return part and whole from the question: a country and the one aggregate that it is a part of."""
    codes = list(dict.fromkeys([*named_areas(clause, scene), *scene.question_areas]))
    wholes = [code for code in codes if scene.table.areas.get(code, False)]
    parts = [code for code in codes if code not in wholes]
    return (parts[0], wholes) if len(parts) == len(wholes) == 1 else (None, [])


def _check_parts(part: str, whole: list[str], measure: int, clause: Clause, scene: Scene) -> None:
    if not scene.table.measures[measure].unit.is_additive:
        raise clause.reject(
            ProblemCode.WRONG_STATISTIC, "Values of this indicator have no sum to be a share of."
        )
    if len(whole) > 1:
        hold_aggregates(whole, clause, scene)
        if part not in whole:
            raise clause.reject(
                ProblemCode.WRONG_SET, f"{scene.area_name(part)} is not among the areas added up."
            )


def _check(number: Chunk, own: Cell, cells: list[Cell], clause: Clause, reading: Reading) -> None:
    true = Fraction(share(own.value, total([cell.value for cell in cells])))
    if mention_of(number).kind is NumberKind.FRACTION:
        true /= 100
    if not holds(true, number):
        raise clause.reject(
            ProblemCode.UNSUPPORTED_NUMBER, f"The share is {figure(true)}.", number, figure(true)
        )
    reading.ties.append(tie(number, (own.fact, *(cell.fact for cell in cells)), "share"))


def _is_share(clause: Clause, scene: Scene) -> bool:
    if clause.has("share") and len(clause.of("area")) + len(clause.of("pronoun")) >= 1:
        return True
    if _of_values(clause):
        return True
    if clause.has("owned") or _of_a_sum(clause, scene):
        return len(named_areas(clause, scene)) >= 2
    if clause.has("denom") and len(named_areas(clause, scene)) >= 2 and len(clause.nums) in (1, 3):
        return any(
            after.kind == "area"
            for number in clause.nums[:1]
            for after in [
                chunk
                for chunk in clause
                if chunk.start > number.start and chunk.kind not in ("neutral", "preposition")
            ][:1]
        )
    return (
        clause.has("generic")
        and any(chunk.readings["generic"] == "share" for chunk in clause.of("generic"))
        and (len(named_areas(clause, scene)) >= 2)
    )


def _of_a_sum(clause: Clause, scene: Scene) -> bool:
    """True for "39% of the GDP of A, B and C combined was A's"."""
    _, listed = explicit_set(clause, scene)
    rest = [chunk for chunk in clause.of("area") if chunk not in listed]
    return bool(listed) and clause.has("statistic") and clause.has("denom") and len(rest) == 1


def _sides(
    clause: Clause, scene: Scene, codes: list[str], chunks: list[Chunk], number: Chunk
) -> tuple[str | None, list[str]]:
    """Return the part and the members of the whole.

    A list is the whole, else what stands after the number.
    """
    named, listed = explicit_set(clause, scene)
    owned = clause.of("owned")
    if owned:
        own = [code for code, chunk in zip(codes, chunks, strict=True) if chunk.start > owned[0].start]
        rest = [code for code, chunk in zip(codes, chunks, strict=True) if chunk.start < owned[0].start]
        return (own[0] if len(own) == 1 else None), named or list(dict.fromkeys(rest))
    outside = list(
        dict.fromkeys(code for code, chunk in zip(codes, chunks, strict=True) if chunk not in listed)
    )
    if named:
        return (outside[0] if len(outside) == 1 else None), named if len(outside) <= 1 else []
    after = [code for code, chunk in zip(codes, chunks, strict=True) if chunk.start > number.start]
    before = [code for code, chunk in zip(codes, chunks, strict=True) if chunk.start < number.start]
    if after and len(before) == 1:
        return before[0], list(dict.fromkeys(after))
    if after and not before:
        return None, list(dict.fromkeys(after))
    if len(before) >= 2:
        return before[0], list(dict.fromkeys(before[1:]))
    return None, []


def _without(clause: Clause, number: Chunk) -> Clause:
    """Return the clause without the share itself, whose percent is not that of the series."""
    kept = [chunk for chunk in clause if chunk is not number and chunk.kind not in ("generic", "share")]
    return Clause([replace(chunk, kind="ind") if chunk.kind == "denom" else chunk for chunk in kept])
