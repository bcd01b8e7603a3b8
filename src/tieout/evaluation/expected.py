"""Expected values: computed from a snapshot by the same derivations as everything else, never typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from tieout.data.snapshot import Snapshot
from tieout.errors import UsageError
from tieout.evaluation.question import Operation, Question
from tieout.facts import derivation
from tieout.facts.observation import Observation
from tieout.facts.period import Period

__all__ = ["computed", "facts_of"]

EVERY_AREA = "*"
LATEST = "latest"
_DIGITS = 20

Cells = list[Observation]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Expected:
    values: tuple[Fraction | Decimal, ...] = ()
    areas: tuple[str, ...] = ()
    position: int | None = None
    years: tuple[int, ...] = ()


def computed(question: Question, snapshot: Snapshot) -> Question:
    """Return the question with its expected values, computed now.

    Args:
        question: Its operation and facts count; values that it has are replaced.
        snapshot: Where every value comes from.

    Raises:
        QueryError: A fact is not in the snapshot.
        UsageError: A fact is malformed, there are too few or too many of them for the operation, or nothing
            single is right: two areas or years share the place asked for.
    """
    if question.operation is None:
        return question
    operands = [facts_of(text, snapshot) for text in question.facts]
    try:
        expected = _OPERATIONS[question.operation](operands, question)
    except (ValueError, ArithmeticError, IndexError) as error:
        raise UsageError(f"{question.id}: {question.operation} of {question.facts}: {error}.") from None
    return question.model_copy(
        update={
            "values": tuple(derivation.exact_text(value, digits=_DIGITS) for value in expected.values),
            "areas": expected.areas,
            "position": expected.position,
            "years": expected.years,
        }
    )


def facts_of(text: str, snapshot: Snapshot) -> Cells:
    """Return the cells that a fact of a question names: one, a cross-section or a series, with values only.

    Raises:
        QueryError: A single cell is not in the snapshot.
        UsageError: The text is no fact.
    """
    parts = text.split()
    if len(parts) != 3:
        raise UsageError(f'{text!r} is no fact; write area, indicator and time: "CAN SP.POP.TOTL 2024".')
    area, indicator, when = parts
    if when == LATEST:
        newest = snapshot.latest(area, indicator)
        return [snapshot.get(area, indicator, newest.period if newest else Period.of_year(snapshot.years[1]))]
    first, ranged, last = when.partition(":")
    try:
        if ranged:
            series = snapshot.series(area, indicator, int(first), int(last))
            return [cell for cell in series if cell.value is not None]
        period = Period.parse(when)
    except ValueError:
        raise UsageError(f"{text!r}: {when!r} is no time; write 2024, 2000:2024 or latest.") from None
    if area == EVERY_AREA:
        return [cell for cell in snapshot.cross_section(indicator, period) if cell.value is not None]
    return [snapshot.get(area, indicator, period)]


def _number(cell: Observation) -> Decimal:
    if cell.value is None:
        raise ValueError(f"{cell.area.code} {cell.indicator.code} {cell.period} has no value")
    return cell.value


def _all(operands: list[Cells]) -> Cells:
    cells = [cell for operand in operands for cell in operand]
    if not cells:
        raise ValueError("there is no value")
    return cells


def _winners(*, highest: bool) -> Callable[[list[Cells], Question], _Expected]:
    def expected(operands: list[Cells], question: Question) -> _Expected:
        ordered = sorted(_all(operands), key=_number, reverse=highest)
        best = ordered[: question.count]
        places = [_number(cell) for cell in ordered[: question.count + 1]]
        if len(best) < question.count or len(set(places)) < len(places):
            raise ValueError("two areas share a place, or there are too few")
        return _Expected(values=tuple(map(_number, best)), areas=tuple(cell.area.code for cell in best))

    return expected


def _values(operands: list[Cells], _question: Question) -> _Expected:
    cells = _all(operands)
    areas = dict.fromkeys(cell.area.code for cell in cells)
    return _Expected(values=tuple(map(_number, cells)), areas=tuple(areas))


def _place(operands: list[Cells], _question: Question) -> _Expected:
    (own,), others = operands
    place = derivation.rank(_number(own), [_number(cell) for cell in others], "highest first")
    return _Expected(areas=(own.area.code,), position=place)


def _of_two(
    function: Callable[[Decimal, Decimal], Fraction],
) -> Callable[[list[Cells], Question], _Expected]:
    def expected(operands: list[Cells], _question: Question) -> _Expected:
        (first,), (second,) = operands
        areas = dict.fromkeys((first.area.code, second.area.code))
        return _Expected(values=(function(_number(first), _number(second)),), areas=tuple(areas))

    return expected


def _over_all(
    function: Callable[[Sequence[Decimal]], Fraction],
) -> Callable[[list[Cells], Question], _Expected]:
    def expected(operands: list[Cells], _question: Question) -> _Expected:
        return _Expected(values=(function([_number(cell) for cell in _all(operands)]),))

    return expected


def _growth(operands: list[Cells], _question: Question) -> _Expected:
    (first,), (second,) = operands
    years = second.period.year - first.period.year
    growth = derivation.growth_per_year(_number(first), _number(second), years)
    return _Expected(values=(growth,), areas=(first.area.code,))


def _extreme_year(*, highest: bool) -> Callable[[list[Cells], Question], _Expected]:
    def expected(operands: list[Cells], _question: Question) -> _Expected:
        ordered = sorted(_all(operands), key=_number, reverse=highest)
        if len(ordered) > 1 and _number(ordered[0]) == _number(ordered[1]):
            raise ValueError("two years share the extreme")
        return _Expected(areas=(ordered[0].area.code,), years=(ordered[0].period.year,))

    return expected


def _first_above(operands: list[Cells], question: Question) -> _Expected:
    if not question.bound:
        raise ValueError("there is no bound")
    bound, cells = Decimal(question.bound), _all(operands)
    above = [cell for cell in cells if _number(cell) > bound]
    if not above:
        raise ValueError("no year is above the bound")
    first = min(above, key=lambda cell: cell.period)
    return _Expected(areas=(first.area.code,), years=(first.period.year,))


_OPERATIONS: Mapping[Operation, Callable[[list[Cells], Question], _Expected]] = {
    "value": _values,
    "highest": _winners(highest=True),
    "lowest": _winners(highest=False),
    "top": _winners(highest=True),
    "bottom": _winners(highest=False),
    "rank": _place,
    "difference": _of_two(derivation.difference),
    "percent_change": _of_two(derivation.percent_change),
    "ratio": _of_two(derivation.ratio),
    "share": _of_two(derivation.share),
    "sum": _over_all(derivation.total),
    "mean": _over_all(derivation.mean),
    "median": _over_all(derivation.median),
    "growth_per_year": _growth,
    "highest_year": _extreme_year(highest=True),
    "lowest_year": _extreme_year(highest=False),
    "first_year_above": _first_above,
}
