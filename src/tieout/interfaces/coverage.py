"""How much of an indicator a data set has: values, gaps, areas, first and last period, year by year."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tieout.data.snapshot import Snapshot

__all__ = ["IndicatorCoverage", "YearCoverage", "coverage_document", "coverage_of"]

_SAMPLE = 12


class YearCoverage(NamedTuple):
    """One year of an indicator.

    Attributes:
        year: The year.
        areas: How many countries and other areas that are no aggregates have a value in it.
        gaps: For how many cells the publisher says that there is no value.
    """

    year: int
    areas: int
    gaps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class IndicatorCoverage:
    """How much of an indicator a data set has; aggregates such as the world are not counted as areas.

    Attributes:
        values: Cells with a value.
        gaps: Cells that the publisher has without a value.
        areas: Areas with a value in any year.
        economies: Areas of the data set that are no aggregates.
        first: The first period with a value, as text; empty without any.
        last: The last such period.
        years: Year by year, the first first.
        sample: Area code and published text of some areas in the last period, by code.
    """

    values: int
    gaps: int
    areas: int
    economies: int
    first: str
    last: str
    years: tuple[YearCoverage, ...]
    sample: tuple[tuple[str, str], ...]


def coverage_of(snapshot: Snapshot, indicator: str) -> IndicatorCoverage:
    """Count the cells of an indicator.

    Raises:
        SnapshotChanged: A row is not as it was written.
    """
    gaps: Counter[int] = Counter()
    with_value: dict[int, set[str]] = {}
    periods: set[str] = set()
    values = 0
    latest: dict[str, dict[str, str]] = {}
    for cell in snapshot.cells(indicator):
        year = int(cell.period[:4])
        if snapshot.areas[cell.area].is_aggregate:
            continue
        if cell.value is None:
            gaps[year] += 1
            continue
        values += 1
        periods.add(cell.period)
        with_value.setdefault(year, set()).add(cell.area)
        latest.setdefault(cell.period, {})[cell.area] = cell.value
    last = max(periods, default="")
    return IndicatorCoverage(
        values=values,
        gaps=gaps.total(),
        areas=len(set().union(*with_value.values())),
        economies=sum(not area.is_aggregate for area in snapshot.areas.values()),
        first=min(periods, default=""),
        last=last,
        years=tuple(
            YearCoverage(year, len(with_value.get(year, ())), gaps[year])
            for year in sorted({*with_value, *gaps})
        ),
        sample=tuple(sorted(latest.get(last, {}).items())[:_SAMPLE]),
    )


def coverage_document(snapshot: Snapshot, indicator: str, found: IndicatorCoverage) -> dict[str, Any]:
    """Return an indicator with its coverage in its JSON form."""
    card = snapshot.describe(indicator)
    return {
        "code": card.code,
        "name": card.name,
        "unit": card.unit,
        "topic": card.topic,
        "source": card.source,
        "definition": card.definition,
        "caveat": card.caveat,
        "frequency": card.frequency,
        "values": found.values,
        "gaps": found.gaps,
        "areas": found.areas,
        "economies": found.economies,
        "first": found.first,
        "last": found.last,
        "years": [year._asdict() for year in found.years],
        "sample": [
            {"area": code, "area_name": snapshot.areas[code].name, "period": found.last, "value": text}
            for code, text in found.sample
        ],
    }
