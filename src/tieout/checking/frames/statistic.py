"""Means, medians and sums over areas or years, and shares of a sum or of an aggregate."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tieout.checking.amount import cell_for, check_value, factor_for, figure, holds, same_release, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene, mention_of
from tieout.checking.frames.members import explicit_set, hold_aggregates, members_of, size_of
from tieout.checking.frames.value import NAMING, PLAIN
from tieout.checking.mention import NumberKind
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import named_periods, periods_for, span_of
from tieout.checking.where import area_of, areas_for, named_areas
from tieout.facts.derivation import mean, median, share, total
from tieout.facts.period import Period

__all__ = ["read_share", "read_statistic"]

_ALLOWED: Final = (
    PLAIN | NAMING | {"num", "year", "area", "timeword", "statistic", "setsize", "setnoun", "both", "world"}
)
_SHARES: Final = (
    PLAIN
    | NAMING
    | {"num", "year", "area", "timeword", "statistic", "share", "world", "setsize", "setnoun", "both"}
)
_TIMES: Final = frozenset({"same", "period", "both", "every"})
_COMPUTE: Final = {"mean": mean, "median": median, "sum": total}


def read_statistic(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that gives a mean, a median or a sum."""
    words = clause.of("statistic") or [chunk for chunk in clause.of("ind") if "statistic" in chunk.readings]
    if not words or not clause.only(_ALLOWED) or len(clause.nums) != 1:
        return None
    if any(
        chunk.readings["timeword"] not in _TIMES and not _spans(chunk, clause)
        for chunk in clause.of("timeword")
    ):
        return None
    operation = _operation(words)
    if clause.timewords("every") and (
        operation != "mean" or not clause.key_has("year", "annum", "annually", "annual", "yearly")
    ):
        return None
    if words[0].kind == "ind" and not (
        clause.has("setsize", "setnoun") or len(clause.of("area")) > 1 or _span(clause, scene)
    ):
        return None
    areas = named_areas(clause, scene)
    grouped = clause.has("setsize", "setnoun") or clause.has("both")
    if operation == "sum" and len(areas) == 1 and not grouped:
        return None
    measure = select(clause, scene)
    if len(areas) <= 1 and not grouped:
        cells = _over_years(clause, scene, measure, areas)
    else:
        cells = _over_areas(clause, scene, measure, areas)
    if cells is None:
        return None
    same_release(cells, clause)
    if operation == "sum" and not scene.table.measures[measure].unit.is_additive:
        raise clause.reject(
            ProblemCode.WRONG_STATISTIC, "Values of this indicator cannot be added up.", words[0]
        )
    _check(clause.nums[0], operation, cells, clause, scene)
    reading = Reading(
        cells=cells,
        areas=tuple(dict.fromkeys(cell.area for cell in cells)),
        measure=measure,
        periods=tuple(dict.fromkeys(cell.period for cell in cells)),
    )
    reading.ties.append(tie(clause.nums[0], tuple(cell.fact for cell in cells), operation))
    return reading


def _spans(chunk: Chunk, clause: Clause) -> bool:
    """True for "over the five years" beside the two years that make five."""
    payload = str(chunk.readings["timeword"])
    years = sorted(set(named_periods(clause)))
    return (
        payload.startswith("span")
        and len(years) == 2
        and years[1].year - years[0].year + 1 == int(payload[4:])
    )


def _operation(words: Sequence[Chunk]) -> str:
    found = {str(chunk.readings["statistic"]) for chunk in words}
    for operation in ("median", "mean"):
        if operation in found:
            return operation
    return "sum"


def _over_areas(clause: Clause, scene: Scene, measure: int, areas: list[str]) -> list[Cell] | None:
    periods = periods_for(clause, scene)
    if len(periods) != 1:
        return None
    if len(areas) > 1:
        hold_aggregates(areas, clause, scene)
        codes = areas
        size = size_of(clause)
        if size is not None and size != len(areas):
            raise clause.reject(ProblemCode.WRONG_SET, f"{len(areas)} countries are named here, not {size}.")
    elif areas and _operation(clause.of("statistic")) == "median":
        return _middle(clause, scene, measure, areas[0], periods[0])
    elif areas:
        return None
    else:
        codes = members_of(clause, scene, measure, periods)
    return [cell_for(code, measure, periods[0], clause, scene) for code in codes]


def _middle(clause: Clause, scene: Scene, measure: int, area: str, period: Period) -> list[Cell]:
    """ "The one in the middle, Kyrgyzstan": the area must hold the middle place itself."""
    codes = members_of(clause, scene, measure, [period])
    cells = sorted(
        (cell_for(code, measure, period, clause, scene) for code in codes), key=lambda cell: cell.value
    )
    if len(cells) % 2 == 0 or cells[len(cells) // 2].area != area:
        raise clause.reject(ProblemCode.WRONG_RANK, f"{scene.area_name(area)} is not in the middle.")
    return cells


def _over_years(clause: Clause, scene: Scene, measure: int, areas: list[str]) -> list[Cell] | None:
    """Return the cells of every year of the span: a mean over years needs them all."""
    span = _span(clause, scene)
    if span is None:
        return None
    areas = areas or areas_for(clause, scene)
    if len(areas) != 1:
        return None
    years = range(span[0].year, span[1].year + 1)
    return [cell_for(areas[0], measure, Period.of_year(year), clause, scene) for year in years]


def _span(clause: Clause, scene: Scene) -> tuple[Period, Period] | None:
    spans = [span for chunk in clause.of("year") if (span := span_of(chunk)) is not None]
    if len(spans) == 1:
        first, last = spans[0]
        decade = any(mention_of(chunk).kind is NumberKind.DECADE for chunk in clause.of("year"))
        return first, (Period.of_year(last.year - 1) if decade else last)
    named = sorted(set(named_periods(clause)))
    if len(named) == 2:
        return named[0], named[1]
    if not named and len(set(scene.periods)) == 2 and clause.timewords("period"):
        return min(scene.periods), max(scene.periods)
    return None


def _check(number: Chunk, operation: str, cells: Sequence[Cell], clause: Clause, scene: Scene) -> None:
    measure = scene.table.measures[cells[0].measure]
    factor = factor_for(number, measure, clause)
    if factor is None:
        raise clause.reject(ProblemCode.WRONG_UNIT, f"{measure.label} is given in {measure.unit}.", number)
    values = [cell.value for cell in cells]
    true = _COMPUTE[operation](values)
    if holds(true * factor, number):
        return
    code = ProblemCode.UNSUPPORTED_NUMBER
    for other, compute in _COMPUTE.items():
        if other != operation and holds(compute(values) * factor, number):
            code = ProblemCode.WRONG_STATISTIC
    message = f"The {operation} of the {len(cells)} values is {figure(true)}, not {mention_of(number).text}."
    raise clause.reject(code, message, number, figure(true))


def read_share(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that gives one area's part of a sum or of an aggregate."""
    if not clause.only(_SHARES) or len(clause.nums) not in (1, 3) or not _is_share(clause, scene):
        return None
    number = clause.nums[0]
    if mention_of(number).kind not in (NumberKind.PERCENT, NumberKind.FRACTION):
        return None
    chunks = clause.of("area")
    codes = [area_of(chunk, scene) for chunk in chunks]
    part, whole = _sides(clause, scene, codes, chunks, number)
    if part is None:
        if len(scene.areas) != 1:
            return None
        part = scene.areas[0]
    periods = periods_for(clause, scene)
    if len(periods) != 1 or not whole:
        return None
    measure = select(_without(clause, number), scene)
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
    own = cell_for(part, measure, periods[0], clause, scene)
    cells = [cell_for(code, measure, periods[0], clause, scene) for code in whole]
    same_release([own, *cells], clause)
    true = share(own.value, total([cell.value for cell in cells]))
    if mention_of(number).kind is NumberKind.FRACTION:
        true = Fraction(true) / 100
    if not holds(true, number):
        raise clause.reject(
            ProblemCode.UNSUPPORTED_NUMBER, f"The share is {figure(true)}.", number, figure(true)
        )
    reading = Reading(cells=[own], areas=(part,), measure=measure, periods=tuple(periods))
    reading.ties.append(tie(number, (own.fact, *(cell.fact for cell in cells)), "share"))
    for value, cell in zip(clause.nums[1:], (own, *cells), strict=False):
        if len(cells) != 1:
            return None
        reading.ties.append(check_value(value, cell, _without(clause, number), scene))
    return reading


def _is_share(clause: Clause, scene: Scene) -> bool:
    if clause.has("share") and len(clause.of("area")) + len(clause.of("pronoun")) >= 1:
        return True
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


def _sides(
    clause: Clause, scene: Scene, codes: list[str], chunks: list[Chunk], number: Chunk
) -> tuple[str | None, list[str]]:
    """Return the part and the members of the whole: a list is the whole, else what stands after the number."""
    named, listed = explicit_set(clause, scene)
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
