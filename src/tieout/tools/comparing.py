"""Several areas or years at once: ``compare`` and ``aggregate``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from tieout.errors import QueryCode, QueryError
from tieout.facts.area import Area
from tieout.facts.derivation import Operation, difference, mean, median, ratio, total
from tieout.facts.indicator import Indicator
from tieout.facts.observation import Observation
from tieout.facts.shown import shown
from tieout.facts.unit import Unit
from tieout.tools.cells import Cells
from tieout.tools.finding import Derived, Finding, Observed, Record
from tieout.tools.values import in_points

__all__ = ["Comparing", "Statistic", "statistic_of"]

Statistic = Literal["sum", "mean", "median", "min", "max"]

_RATIO = Unit("times")
_POINTS = Unit("percentage points")
_STATISTICS: Mapping[str, Callable[[Sequence[Decimal]], Fraction | Decimal]] = {
    "sum": total,
    "mean": mean,
    "median": median,
    "min": min,
    "max": max,
}


class Comparing:
    """The tools that look at several cells of one indicator."""

    __slots__ = ("_cells",)

    def __init__(self, cells: Cells) -> None:
        self._cells = cells

    def compare(self, country_codes: list[str], indicator_code: str, year: int) -> Finding:
        """Return the values of several countries in one year, and how far the highest is from the lowest."""
        cells, holes = self._cells.across(country_codes, indicator_code, year)
        self._cells.some(cells, holes, indicator_code)
        derived, note = self.apart(cells)
        return Finding(
            heading=self._cells.heading(indicator_code) | self._cells.missing(holes),
            records=(*(Observed(observation=cell) for cell in cells), *derived),
            note=note,
            stamp=self._cells.stamp,
        )

    @staticmethod
    def apart(cells: Sequence[Observation]) -> tuple[list[Derived], str]:
        """Return what is computed of the values of several areas, with a note on it."""
        places = [place for place, cell in enumerate(cells) if cell.text is not None]
        if len(places) < len(("one", "other")):
            return [], "Nothing can be compared, because values are missing."
        note = "difference and ratio are the highest value against the lowest."
        return [*_extremes(cells, places), *_apart(cells, places)], note

    def aggregate(
        self,
        operation: Statistic,
        country_codes: list[str],
        indicator_code: str,
        from_year: int,
        to_year: int,
    ) -> Finding:
        """Return one statistic over several countries of one year, or several years of one country."""
        over_years = from_year != to_year
        indicator = self._cells.indicator(indicator_code)
        if operation == "sum":
            _check_additive(indicator, over_years=over_years)
        if over_years:
            cells, holes = self._cells.along(country_codes[0], indicator_code, from_year, to_year)
        else:
            cells, holes = self._cells.across(country_codes, indicator_code, from_year)
        self._cells.some(cells, holes, indicator_code)
        places = [place for place, cell in enumerate(cells) if cell.text is not None]
        records: list[Record] = [Observed(observation=cell) for cell in cells]
        if places:
            records.append(statistic_of(operation, cells, places))
        asked = to_year - from_year + 1 if over_years else len(country_codes)
        return Finding(
            heading=self._cells.heading(indicator_code) | self._cells.missing(holes),
            records=tuple(records),
            note=_note(operation, len(places), asked, over_years=over_years),
            stamp=self._cells.stamp,
        )


def _check_additive(indicator: Indicator, *, over_years: bool) -> None:
    unit = indicator.unit
    if not unit.is_additive:
        raise QueryError(
            QueryCode.NOT_ADDITIVE,
            f"A sum of {indicator.name} ({unit}) means nothing; mean, median, min and max are allowed.",
        )
    if over_years and unit.currency is None:
        raise QueryError(
            QueryCode.NOT_ADDITIVE,
            f"A sum of {indicator.name} over years would count the same {unit} again and again; "
            "mean, median, min and max are allowed.",
        )


def _number(cell: Observation) -> Decimal:
    return Decimal(cell.text or 0)


def statistic_of(operation: Statistic, cells: Sequence[Observation], places: Sequence[int]) -> Derived:
    """Return a statistic of the cells at some places; the lowest and highest are of their own period."""
    values = [_number(cells[place]) for place in places]
    value = _STATISTICS[operation](values)
    used = [cells[place] for place in places]
    last = used[-1]
    area, period = last.area, last.period
    if operation in ("min", "max"):
        at = next(cell for cell in used if _number(cell) == value)
        area, period = at.area, at.period
    elif len({cell.area.code for cell in used}) > 1:
        area = Area(code="", name=f"{len(used)} countries")
    return Derived(
        operation=operation,
        operands=tuple(places),
        value=value,
        area=area,
        indicator=last.indicator,
        period=period,
        shown=shown(value, last.indicator.unit),
    )


def _note(operation: Statistic, used: int, asked: int, *, over_years: bool) -> str:
    what = "years" if over_years else "countries"
    if not used:
        return f"No {operation} can be computed: none of the {what} has a value."
    if used < asked:
        return f"The {operation} is of the {used} {what} with a value, not of all {asked}."
    if operation in ("mean", "median") and not over_years:
        return f"The {operation} is unweighted: each country counts once."
    return ""


def _extremes(cells: Sequence[Observation], places: Sequence[int]) -> list[Derived]:
    return [statistic_of("max", cells, places), statistic_of("min", cells, places)] if len(places) > 2 else []


def _apart(cells: Sequence[Observation], places: Sequence[int]) -> list[Derived]:
    """Return how far the highest value is from the lowest; no ratio unless both are above zero."""
    high = max(places, key=lambda place: _number(cells[place]))
    low = min(places, key=lambda place: _number(cells[place]))
    if high == low:
        low = next(place for place in places if place != high)
    more, less = _number(cells[high]), _number(cells[low])
    unit = cells[high].indicator.unit
    gap = difference(less, more)
    if unit.is_percent:
        apart = [_between("points", (low, high), gap, _POINTS, in_points(gap), cells[high])]
    else:
        apart = [_between("difference", (low, high), gap, unit, shown(gap, unit), cells[high])]
    if less > 0:
        times = ratio(more, less)
        apart.append(_between("ratio", (high, low), times, _RATIO, shown(times, _RATIO), cells[high]))
    return apart


def _between(
    operation: Operation,
    operands: tuple[int, int],
    value: Fraction,
    unit: Unit,
    text: str,
    subject: Observation,
) -> Derived:
    measure = subject.indicator
    return Derived(
        operation=operation,
        operands=operands,
        value=value,
        area=subject.area,
        indicator=Indicator(code=measure.code, name=measure.name, unit=unit),
        period=subject.period,
        shown=text,
    )
