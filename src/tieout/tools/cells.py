"""Reading cells for a tool: observations, and a plain account of what is missing and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tieout.errors import QueryCode, QueryError
from tieout.facts.observation import Observation
from tieout.facts.period import Period
from tieout.tools.finding import Stamp

if TYPE_CHECKING:
    from tieout.data.snapshot import Snapshot
    from tieout.facts.indicator import Indicator

__all__ = ["Cells", "Hole"]

_MOST_HOLES = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Hole:
    """A stretch of years in which the snapshot holds nothing of a series; says nothing about the publisher.

    Attributes:
        area: Area code.
        first: First year without a cell.
        last: Last year without a cell.
    """

    area: str
    first: int
    last: int

    @property
    def years(self) -> str:
        """The years as text: ``2005`` or ``2000-2009``."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


class Cells:
    """The cells of a snapshot, as tools read them. Codes and years must have been checked."""

    __slots__ = ("snapshot", "stamp")

    def __init__(self, snapshot: Snapshot) -> None:
        card = snapshot.card
        self.snapshot = snapshot
        self.stamp = Stamp(
            source=f"{card.publisher}, {card.source_name}", vintage=card.version, dataset=card.label
        )

    def indicator(self, code: str) -> Indicator:
        """Return the indicator of an allowed code."""
        return self.snapshot.indicators[code]

    def heading(self, indicator: str) -> dict[str, object]:
        """Return what every result about an indicator says first."""
        measure = self.snapshot.indicators[indicator]
        return {
            "indicator": measure.code,
            "indicator_name": measure.name,
            "unit": measure.unit.text,
            "dataset": self.stamp.dataset,
        }

    def cell(self, area: str, indicator: str, year: int) -> Observation | None:
        """Return a cell, which may be a published gap; None where the snapshot holds none."""
        return self.snapshot.find(area, indicator, Period.of_year(year))

    def across(self, areas: Sequence[str], indicator: str, year: int) -> tuple[list[Observation], list[Hole]]:
        """Return the cells of several areas in one year, in the order asked, and the holes."""
        found: list[Observation] = []
        holes: list[Hole] = []
        for area in areas:
            if (cell := self.cell(area, indicator, year)) is None:
                holes.append(Hole(area=area, first=year, last=year))
            else:
                found.append(cell)
        return found, holes

    def along(self, area: str, indicator: str, first: int, last: int) -> tuple[list[Observation], list[Hole]]:
        """Return the cells of one series by year, and the holes."""
        found = list(self.snapshot.series(area, indicator, first, last))
        held = {cell.period.year for cell in found}
        missing = [year for year in range(first, last + 1) if year not in held]
        return found, [Hole(area=area, first=start, last=end) for start, end in _runs(missing)]

    def missing(self, holes: Sequence[Hole]) -> dict[str, object]:
        """Return the part of a heading that tells the holes; empty without any."""
        if not holes:
            return {}
        told: list[dict[str, object]] = [
            {"area": hole.area, "years": hole.years, "why": "not in this snapshot"}
            for hole in holes[:_MOST_HOLES]
        ]
        if len(holes) > _MOST_HOLES:
            told.append({"and_more": len(holes) - _MOST_HOLES})
        return {"missing": told}

    def some(self, found: Iterable[Observation], holes: Sequence[Hole], indicator: str) -> None:
        """Refuse a question about which the snapshot holds nothing, not even a published gap.

        Raises:
            QueryError: ``no_data``; names the series and years.
        """
        if any(True for _ in found):
            return
        where = ", ".join(f"{hole.area} {hole.years}" for hole in holes[:_MOST_HOLES])
        measure = self.snapshot.indicators[indicator]
        message = f"{measure.name} ({indicator}) is not in this snapshot ({self.stamp.dataset}) for {where}."
        raise QueryError(QueryCode.NO_DATA, message)


def _runs(years: Sequence[int]) -> Iterator[tuple[int, int]]:
    start = previous = None
    for year in years:
        if start is None or previous is None:
            start = year
        elif year != previous + 1:
            yield start, previous
            start = year
        previous = year
    if start is not None and previous is not None:
        yield start, previous
