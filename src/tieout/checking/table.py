"""The evidence as a table: which measures and areas it holds, and the cell of each period."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from tieout.checking.measure import Measure, measure_of
from tieout.facts.fact import Evidence, Fact
from tieout.facts.frequency import FREQUENCIES, Frequency
from tieout.facts.observation import Status
from tieout.facts.period import Period

__all__ = ["Table", "table_of", "within"]

_Series = dict[Period, list[Fact]]


@dataclass(slots=True, kw_only=True)
class Table:
    """Evidence, indexed for the check; the order of the rows plays no part.

    Attributes:
        measures: Every (indicator, unit) of the published rows, in order of first appearance.
        cells: (area code, index of the measure) → period → facts, one for each vintage.
        areas: Area code → True when the area is an aggregate.
        area_names: Area code → the rows' own name.
        kinds: Area code → what such an area is called, of those that are no countries.
        ranks: Facts that the application computed over a whole set.
        facts: Ref → fact, derived ones too.
    """

    measures: list[Measure] = field(default_factory=list)
    cells: dict[tuple[str, int], _Series] = field(default_factory=dict)
    areas: dict[str, bool] = field(default_factory=dict)
    area_names: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    ranks: list[Fact] = field(default_factory=list)
    facts: dict[str, Fact] = field(default_factory=dict)

    @property
    def is_finer(self) -> bool:
        """True when the evidence has a period that is shorter than a year."""
        return any(period.frequency != "A" for series in self.cells.values() for period in series)

    @property
    def all_mask(self) -> int:
        """Bits of every measure."""
        return (1 << len(self.measures)) - 1

    @property
    def additive_mask(self) -> int:
        """Bits of the measures whose values may be added up."""
        return sum(1 << number for number, one in enumerate(self.measures) if one.unit.is_additive)

    def facts_at(self, area: str, measure: int, period: Period) -> list[Fact]:
        """Return the facts of a cell, gaps included; empty when no row was shown."""
        return self.cells.get((area, measure), {}).get(period, [])

    def value(self, area: str, measure: int, period: Period, *, forecast: bool | None = False) -> Fact | None:
        """Return the one fact with a value, or None; of several vintages none is chosen.

        Args:
            area: Area code.
            measure: Index of the measure.
            period: The period.
            forecast: True for a forecast only, False for anything else only, None for either.
        """
        found = [
            fact
            for fact in self.facts_at(area, measure, period)
            if fact.text is not None and (forecast is None or (fact.status is Status.FORECAST) == forecast)
        ]
        if len(found) > 1 and len({fact.text for fact in found}) > 1:
            return None
        return found[0] if found else None

    def periods(self, area: str, measure: int) -> list[Period]:
        """Return the periods with a value that is no forecast, in order."""
        series = self.cells.get((area, measure), {})
        return sorted(
            period
            for period, facts in series.items()
            if any(fact.text is not None and fact.status is not Status.FORECAST for fact in facts)
        )

    def frequency(self, area: str, measure: int) -> Frequency:
        """Return how often a series has a row: the coarsest, where it has several; a year without any."""
        found = {period.frequency for period in self.cells.get((area, measure), {})}
        return next((frequency for frequency in FREQUENCIES if frequency in found), "A")

    def countries(self, measure: int, *periods: Period) -> list[str]:
        """Return the areas that are no aggregate and have a value in each of the periods.

        In order of appearance.
        """
        return [
            code
            for code, aggregate in self.areas.items()
            if not aggregate and all(self.value(code, measure, period, forecast=None) for period in periods)
        ]

    def members(self, measure: int) -> list[str]:
        """Return the areas that are no aggregate and have any row of the measure."""
        return [
            code for code, aggregate in self.areas.items() if not aggregate and (code, measure) in self.cells
        ]


def within(series: Mapping[Period, Sequence[Fact]], periods: Iterable[Period]) -> list[Fact]:
    """Return the facts of a series that are of these periods, or of a part of one: a month of the year."""
    found: list[Fact] = []
    for period in periods:
        for own, facts in series.items():
            if own == period or (own.frequency != period.frequency and period.contains(own)):
                found += facts
    return found


def table_of(evidence: Evidence) -> Table:
    """Return the table of an evidence set."""
    table = Table()
    numbers: dict[tuple[str, str, str], int] = {}
    before: Fact | None = None
    for fact in evidence:
        table.facts[fact.ref] = fact
        if fact.derivation is not None:
            if fact.derivation.operation == "rank":
                table.ranks.append(fact)
            continue
        if before is None or fact.indicator is not before.indicator or fact.area is not before.area:
            series = _series_of(fact, table, numbers)
        series.setdefault(fact.period, []).append(fact)
        before = fact
    return table


def _series_of(fact: Fact, table: Table, numbers: dict[tuple[str, str, str], int]) -> _Series:
    """Return the series of a fact, its measure and its area put down; rows of one mostly stand together."""
    area, indicator = fact.area, fact.indicator
    key = (indicator.code, indicator.name, indicator.unit.text)
    index = numbers.get(key)
    if index is None:
        index = numbers[key] = len(table.measures)
        table.measures.append(measure_of(*key))
    table.areas[area.code] = table.areas.get(area.code, False) or area.is_aggregate
    table.area_names.setdefault(area.code, area.name)
    if area.kind:
        table.kinds[area.code] = area.kind
    return table.cells.setdefault((area.code, index), {})


def exact(fact: Fact) -> Fraction:
    """Return the value of a fact that has one, exactly."""
    return _fraction_of(fact.text or "0")


@lru_cache(maxsize=8192)
def _fraction_of(text: str) -> Fraction:
    """Return what digits say; cached, since a value is set against each number of a sentence."""
    return Fraction(text)
