"""Comparisons of two: "higher than", "12.9 times Canada's", "a third lower than", "a gap of 0.5 points"."""

from fractions import Fraction
from typing import Final

from tieout.checking.amount import (
    cell_for,
    check_value,
    factor_for,
    figure,
    holds,
    same_release,
    shown_fact,
    tie,
)
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene, mention_of
from tieout.checking.frames.parts import year_beside
from tieout.checking.frames.roles import RATIO, halves_area, is_verb
from tieout.checking.frames.sides import Sides, sides_of
from tieout.checking.frames.value import NAMING, PLAIN, check_latest, totals_only
from tieout.checking.mention import NumberKind
from tieout.checking.rates import counts_points
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import periods_for
from tieout.checking.where import area_of
from tieout.facts.derivation import percent_change

__all__ = ["COMPARED", "check_side", "check_size", "is_timed", "read_compare"]

COMPARED: Final = (
    PLAIN
    | NAMING
    | {
        "num",
        "year",
        "area",
        "timeword",
        "comparison",
        "statistic",
        "gapword",
        "contrast",
        "both",
        "forecast",
        "multiple",
    }
)
_SIZED: Final = frozenset(
    {
        "neutral",
        "unit",
        "counted",
        "piece",
        "people",
        "per",
        "basis",
        "generic",
        "label",
        "of",
        "bound",
        "ind",
        "preposition",
    }
)


def read_compare(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that compares two values of one series."""
    if not totals_only(clause):
        return None
    if clause.has("denom"):
        clause = Clause([chunk for chunk in clause if chunk.kind != "share"])
    if not _compares(clause, scene) or not clause.only(COMPARED) or not is_timed(clause):
        return None
    if any(chunk.mention is None for chunk in clause.of("multiple")):
        return None
    if len({area_of(chunk, scene) for chunk in clause.of("area")}) > 2:
        return _read_several(clause, scene)
    sides = sides_of(clause, scene)
    if sides is None:
        return None
    sizes, values = _sort(clause, scene)
    if not sizes and not clause.has("comparison"):
        return None
    measure = sides.first.measure
    cells = [sides.first, sides.second]
    same_release(cells, clause)
    reading = Reading(
        cells=cells,
        areas=(cells[0].area,) if cells[0].area == cells[1].area else (cells[0].area, cells[1].area),
        measure=measure,
        periods=tuple(dict.fromkeys(cell.period for cell in cells)),
    )
    reading.subject = sides.first
    for chunk in clause.of("comparison"):
        check_side(chunk, clause, sides, sizes)
    for number in sizes:
        check_size(number, clause, scene, sides, reading)
    _check_values(values, clause, scene, sides, reading)
    check_latest(clause, scene, cells)
    return reading


def _read_several(clause: Clause, scene: Scene) -> Reading | None:
    """Read "lower than both Chile's and Colombia's": the first against each of the others, without sizes."""
    words = clause.of("comparison")
    numbers = clause.nums
    if len(words) != 1 or words[0].readings["comparison"] == "same" or clause.has("gapword", "multiple"):
        return None
    if len(numbers) > 1 or any(one.start > words[0].start or one.prep == "by" for one in numbers):
        return None
    if _sort(clause, scene)[0]:
        return None
    first = [area_of(chunk, scene) for chunk in clause.of("area") if chunk.start < words[0].start]
    others = [area_of(chunk, scene) for chunk in clause.of("area") if chunk.start > words[0].start]
    periods = periods_for(clause, scene)
    first = first or (list(scene.areas) if clause.has("pronoun") or numbers else [])
    if len(first) != 1 or len(periods) != 1 or first[0] in others:
        return None
    measure = select(clause, scene)
    own, *cells = (cell_for(code, measure, periods[0], clause, scene) for code in (*first, *others))
    same_release([own, *cells], clause)
    for cell in cells:
        check_side(words[0], clause, Sides(own, cell), [])
    reading = Reading(cells=[own], areas=(first[0],), measure=measure, periods=tuple(periods))
    reading.ties += [check_value(number, own, clause, scene) for number in numbers]
    return reading


def _compares(clause: Clause, scene: Scene) -> bool:
    if clause.has("comparison", "gapword"):
        return True
    if any(mention_of(number).kind in RATIO for number in clause.nums):
        return True
    return any(
        _before_area(number, clause)
        for number in clause.nums
        if mention_of(number).kind in (NumberKind.PERCENT, NumberKind.FRACTION)
    )


def _before_area(number: Chunk, clause: Clause) -> bool:
    """True for "75% of Canada's": a part of another area's value."""
    if halves_area(number, [chunk for chunk in clause if chunk.start > number.start]):
        return True
    later = [chunk for chunk in clause if chunk.start > number.start and chunk.kind != "neutral"]
    if len(later) < 2 or later[0].key != "of" or later[1].kind != "area" or "adjective" in later[1].readings:
        return False
    return len(later) < 3 or later[2].kind not in ("denom", "ind", "people")


def is_timed(clause: Clause) -> bool:
    """Return True where the time words of a clause do not ask for another frame."""
    for chunk in clause.of("timeword"):
        payload = str(chunk.readings["timeword"])
        if payload not in _TIMES and payload[:1] not in "+-":
            return False
    return True


_TIMES: Final = frozenset({"same", "both", "latest", "period", "rightbefore", "rightafter"})


def _sort(clause: Clause, scene: Scene) -> tuple[list[Chunk], list[Chunk]]:
    sizes: list[Chunk] = []
    values: list[Chunk] = []
    for number in clause.of("num", "multiple"):
        kind = mention_of(number).kind
        if (
            kind in (*RATIO, NumberKind.POINTS, NumberKind.BASIS_POINTS)
            or number.prep == "by"
            or _sized(number, clause)
        ):
            sizes.append(number)
        else:
            values.append(number)
    return sizes, values


def _sized(number: Chunk, clause: Clause) -> bool:
    """True when the number is the size of the comparison.

    Right before it, after "a gap of", or a part of the other side.
    """
    if _before_area(number, clause):
        return True
    for chunk in reversed([chunk for chunk in clause if chunk.start < number.start]):
        if chunk.kind == "gapword" or (chunk.kind == "comparison" and "gapword" in chunk.readings):
            return True
        if chunk.kind not in (
            "neutral",
            "preposition",
            "bound",
            "area",
            "year",
            "punct",
            "ind",
            "grows",
            "piece",
            "label",
            "per",
            "people",
            "of",
            "unit",
            "counted",
            "generic",
            "basis",
        ):
            break
    for chunk in clause:
        if chunk.start <= number.start:
            continue
        if chunk.kind == "comparison":
            return not is_verb(chunk)
        if chunk.kind not in _SIZED or chunk.key in ("in", "than", "and", "was", "were"):
            return False
    return False


def check_side(chunk: Chunk, clause: Clause, sides: Sides, sizes: list[Chunk]) -> None:
    """Hold a word of comparison that does not agree with the two values.

    Raises:
        Reject: The first is not more, less or the same, as it is said.
    """
    side = chunk.readings["comparison"]
    first, second = sides.first.value, sides.second.value
    if side == "same":
        if not _goes_with_size(chunk, clause) and first != second:
            raise _false(clause, chunk, sides)
        return
    if (first > second) != (side == "more") or first == second:
        raise _false(clause, chunk, sides)


def _goes_with_size(word: Chunk, clause: Clause) -> bool:
    """True for "77% of the size of", "as much as": the word says of what the number before it is a part."""
    unlike = any(chunk.readings["comparison"] != "same" for chunk in clause.of("comparison"))
    if unlike and word.key in ("that of", "those of"):
        return True  # "above that of 2011"
    before = [chunk for chunk in clause if chunk.start < word.start and chunk.kind not in _BETWEEN]
    return bool(before) and before[-1].kind in ("num", "multiple")


_BETWEEN: Final = frozenset(
    "neutral preposition unit counted people per of basis ind piece label bound".split()
)


def _false(clause: Clause, chunk: Chunk, sides: Sides) -> Exception:
    return clause.reject(
        ProblemCode.WRONG_DIRECTION, f"{chunk.key!r} does not agree with the data: {_both(sides)}.", chunk
    )


def _both(sides: Sides) -> str:
    return " and ".join(
        f"{shown_fact(cell.fact)} for {cell.fact.area.name} in {cell.period.name}"
        for cell in (sides.first, sides.second)
    )


def check_size(number: Chunk, clause: Clause, scene: Scene, sides: Sides, reading: Reading) -> None:
    """Tie the size of a comparison to its two values.

    Raises:
        Reject: It is another size, or no size of values like these.
    """
    _check_basis(number, clause, scene, sides)
    relation, true = _true_size(number, clause, scene, sides)
    if not holds(true, number):
        raise clause.reject(
            ProblemCode.UNSUPPORTED_NUMBER,
            f"{mention_of(number).text} is not the {relation.replace('_', ' ')} of {_both(sides)}: "
            f"that is {figure(true)}.",
            number,
            figure(true),
        )
    reading.ties.append(tie(number, (sides.first.fact, sides.second.fact), relation))


def _check_basis(number: Chunk, clause: Clause, scene: Scene, sides: Sides) -> None:
    """Hold "48% lower than in 2023" of current dollars that are not said to be so, as a growth is held."""
    measure = scene.table.measures[sides.first.measure]
    over_time = sides.first.area == sides.second.area and sides.first.period != sides.second.period
    current = measure.unit.basis == "current" and measure.has_real_twin
    if over_time and current and not scene.says_basis and mention_of(number).kind in _RELATIVE:
        message = "Say that this is in current US dollars; without it a reader takes it for real growth."
        raise clause.reject(ProblemCode.WRONG_UNIT, message, number)


_RELATIVE: Final = frozenset({*RATIO, NumberKind.PERCENT, NumberKind.FRACTION})


def _true_size(number: Chunk, clause: Clause, scene: Scene, sides: Sides) -> tuple[str, Fraction]:
    first, second = sides.first.value, sides.second.value
    measure = scene.table.measures[sides.first.measure]
    kind = mention_of(number).kind
    unequal = any(chunk.readings["comparison"] != "same" for chunk in clause.of("comparison"))
    part = not unequal and not clause.has("gapword")
    if kind in (NumberKind.POINTS, NumberKind.BASIS_POINTS):
        if counts_points(clause, measure.unit):
            return "difference", abs(first - second)
        if not measure.unit.is_percent:
            raise clause.reject(
                ProblemCode.WRONG_RELATION, "Percentage points are a difference of percentages.", number
            )
        return "points", abs(first - second) * (100 if kind is NumberKind.BASIS_POINTS else 1)
    if kind in RATIO or (part and kind in (NumberKind.PERCENT, NumberKind.FRACTION)):
        if unequal:
            raise clause.reject(
                ProblemCode.WRONG_RELATION, "So many times more or less can be read two ways.", number
            )
        if second <= 0 or first <= 0:
            raise clause.reject(ProblemCode.WRONG_RELATION, "There is no ratio of these values.", number)
        return "ratio", first / second * (100 if kind is NumberKind.PERCENT else 1)
    if kind is NumberKind.PERCENT and measure.unit.is_percent and _of_the_unit(number, clause):
        return "points", abs(first - second)
    if kind in (NumberKind.PERCENT, NumberKind.FRACTION):
        if second == 0 or clause.has("gapword") or measure.unit.is_percent_rate:
            raise clause.reject(ProblemCode.WRONG_RELATION, "This difference is not in percent.", number)
        change = abs(percent_change(second, first))
        return "percent_difference", change / 100 if kind is NumberKind.FRACTION else change
    factor = factor_for(number, measure, clause)
    if factor is None or part:
        raise clause.reject(
            ProblemCode.WRONG_UNIT, f"{measure.label} is given in {measure.unit}; this number is not.", number
        )
    return "difference", abs(first - second) * factor


def _of_the_unit(number: Chunk, clause: Clause) -> bool:
    """True for "exceeded them by 4.1% of GDP": counted in the percentages themselves."""
    after = [chunk for chunk in clause if chunk.start > number.start][:2]
    return len(after) == 2 and after[0].key == "of" and after[1].kind == "denom"


def _check_values(values: list[Chunk], clause: Clause, scene: Scene, sides: Sides, reading: Reading) -> None:
    """Two values stand in the order of the areas; one belongs to the area named last before it."""
    cells = {sides.first.area: sides.first, sides.second.area: sides.second}
    order = [
        cells[code]
        for code in dict.fromkeys(area_of(chunk, scene) for chunk in clause.of("area"))
        if code in cells
    ]
    if len(order) != 2:
        order = [sides.first, sides.second]
    if len(values) > 2:
        raise clause.reject(ProblemCode.AMBIGUOUS, "It is not clear whose value this is.", values[2])
    for place, number in enumerate(values):
        cell = order[place]
        dated = year_beside(number, clause) if len(cells) == 1 else None
        if dated is not None:
            cell = next((one for one in (sides.first, sides.second) if one.period == dated), cell)
        elif len(values) == 1:
            named = None if _is_aside(number, clause) else _area_before(number, clause, scene)
            near = sides.first if named is None else cells.get(named)
            if near is None or len(cells) != 2:
                raise clause.reject(ProblemCode.AMBIGUOUS, "It is not clear whose value this is.", number)
            cell = near
        reading.ties.append(check_value(number, cell, clause, scene))


def _is_aside(number: Chunk, clause: Clause) -> bool:
    """True for "higher than Denmark's in 2024, at $610 billion": after a comma it is told of the subject."""
    before = [chunk for chunk in clause if chunk.start < number.start][-2:]
    return [chunk.key for chunk in before] in ([",", "at"], [",", "with"])


def _area_before(number: Chunk, clause: Clause, scene: Scene) -> str | None:
    found = None
    for chunk in clause.of("area"):
        if chunk.start < number.start:
            found = area_of(chunk, scene)
    return found
