"""Values and their changes: ``get_values`` and ``get_change``."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Annotated

from tieout.facts.derivation import Operation, difference, growth_per_year, percent_change
from tieout.facts.indicator import Indicator
from tieout.facts.observation import Observation
from tieout.facts.shown import shown
from tieout.facts.unit import Unit
from tieout.tools.cells import Cells, Hole
from tieout.tools.finding import Derived, Finding, Observed, Record

__all__ = ["Values", "changes", "in_points"]

_PERCENT = Unit("%")
_POINTS = Unit("percentage points")


def in_points(value: Fraction) -> str:
    """Return a difference of percentages as a reader sees it.

    Examples:
        >>> in_points(Fraction(-21, 10))
        '-2.10 percentage points'
    """
    return f"{shown(value, Unit(''))} percentage points"


class Values:
    """The tools that look at one series at a time."""

    __slots__ = ("_cells",)

    def __init__(self, cells: Cells) -> None:
        self._cells = cells

    def get_values(
        self,
        country_codes: Annotated[list[str], "such as CAN; WLD and regions too"],
        indicator_code: Annotated[str, "such as SP.POP.TOTL"],
        from_year: int,
        to_year: int,
    ) -> Finding:
        """Return the values of one or more areas, area by area, each by year, gaps told."""
        found: list[Observation] = []
        holes: list[Hole] = []
        for code in country_codes:
            cells, missing = self._cells.along(code, indicator_code, from_year, to_year)
            found += cells
            holes += missing
        self._cells.some(found, holes, indicator_code)
        return Finding(
            heading=self._cells.heading(indicator_code) | self._cells.missing(holes),
            records=tuple(Observed(observation=cell) for cell in found),
            stamp=self._cells.stamp,
        )

    def get_change(
        self,
        country_code: str,
        indicator_code: str,
        from_year: int,
        to_year: int,
    ) -> Finding:
        """Return two values of one area and what is computed from them."""
        cells, holes = [], []
        for year in (from_year, to_year):
            cell, hole = self._cells.across([country_code], indicator_code, year)
            cells += cell
            holes += hole
        self._cells.some(cells, holes, indicator_code)
        records: list[Record] = [Observed(observation=cell) for cell in cells]
        note = "No change can be computed, because a value is missing."
        if len(cells) == 2 and all(cell.text is not None for cell in cells):
            derived, note = changes(cells)
            records += derived
        return Finding(
            heading=self._cells.heading(indicator_code) | self._cells.missing(holes),
            records=tuple(records),
            note=note,
            stamp=self._cells.stamp,
        )


def changes(cells: Sequence[Observation]) -> tuple[list[Derived], str]:
    """Return the changes from the first cell to the second; the note says which one has no meaning here."""
    earlier, later = (Decimal(cell.text or 0) for cell in cells)
    unit = cells[0].indicator.unit
    gap = difference(earlier, later)
    if unit.is_percent:
        derived = [_change("points", gap, _POINTS, in_points(gap), cells)]
    else:
        derived = [_change("difference", gap, unit, shown(gap, unit), cells)]
    if unit.is_percent_rate:
        return derived, "The unit is a yearly rate: its change is in percentage points only."
    if earlier <= 0:
        return derived, "There is no percent change from a value that is not above zero."
    percent = percent_change(earlier, later)
    derived.append(_change("percent_change", percent, _PERCENT, shown(percent, _PERCENT), cells))
    yearly = cells[1].period.frequency == "A"
    years = cells[1].period.year - cells[0].period.year if yearly else 0
    if later > 0 and years > 1 and not unit.is_percent:
        growth = growth_per_year(earlier, later, years)
        derived.append(_change("growth_per_year", growth, _PERCENT, shown(growth, _PERCENT), cells))
    return derived, ""


def _change(
    operation: Operation, value: Fraction | Decimal, unit: Unit, text: str, cells: Sequence[Observation]
) -> Derived:
    later = cells[1]
    return Derived(
        operation=operation,
        operands=(0, 1),
        value=value,
        area=later.area,
        indicator=Indicator(code=later.indicator.code, name=later.indicator.name, unit=unit),
        period=later.period,
        shown=text,
    )
