"""The figures of a snapshot as a generator of questions draws from them: whole series, by area and year."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache

from tieout.data.snapshot import Snapshot
from tieout.facts.indicator import Indicator
from tieout.facts.names import Names, fold

__all__ = ["Figures"]

Series = Mapping[int, Decimal]

_ENOUGH_NUMERATOR, _ENOUGH_DENOMINATOR = 3, 4
_MOST_NAMES = 6
_STATISTICS = frozenset("average combined mean median sum total".split())
"""Words that would make a question ask for a statistic, not for the measure of that name."""
_PEOPLE = frozenset("citizens individuals inhabitants people persons residents users".split())
_SHARES = frozenset("percent percentage proportion rate share".split())
_LONGEST_NAME = 9


class Figures:
    """A snapshot, read an indicator at a time.

    Args:
        snapshot: The data; of values by year only.
        names: What areas and indicators are called.
    """

    def __init__(self, snapshot: Snapshot, names: Names) -> None:
        self.snapshot, self.names = snapshot, names
        self.series_of = lru_cache(maxsize=64)(self._series_of)
        self.called = lru_cache(maxsize=None)(self._called)

    @property
    def indicators(self) -> tuple[Indicator, ...]:
        """The indicators that a question can name without a doubt, in the order of the data set."""
        return tuple(one for one in self.snapshot.indicators.values() if self.called(one.code))

    def countries(self, indicator: str) -> tuple[str, ...]:
        """Return the codes of the economies that have values, by code."""
        areas = self.snapshot.areas
        return tuple(sorted(code for code in self.series_of(indicator) if not areas[code].is_aggregate))

    def section(self, indicator: str, year: int) -> Mapping[str, Decimal]:
        """Return the values of the economies in one year, by code."""
        return {
            code: series[year]
            for code in self.countries(indicator)
            if year in (series := self.series_of(indicator)[code])
        }

    def is_broad(self, indicator: str, year: int) -> bool:
        """True when three quarters of the economies have a value, so that a ranking says something."""
        economies = sum(not area.is_aggregate for area in self.snapshot.areas.values())
        found = len(self.section(indicator, year))
        return found * _ENOUGH_DENOMINATOR >= economies * _ENOUGH_NUMERATOR

    def _series_of(self, indicator: str) -> Mapping[str, Series]:
        found: dict[str, dict[int, Decimal]] = {}
        for cell in self.snapshot.cells(indicator):
            if cell.value is not None and len(cell.period) == 4:
                found.setdefault(cell.area, {})[int(cell.period)] = Decimal(cell.value)
        return found

    def _called(self, code: str) -> tuple[str, ...]:
        """Return noun phrases that name the indicator and no other of the data set, the plainest first."""
        known = self.names.indicators.get(code)
        if known is None:
            return ()
        inside = self.snapshot.indicators
        alone = [
            name
            for name in dict.fromkeys((known.name, *known.phrases))
            if len(fold(name).split()) <= _LONGEST_NAME
            and _STATISTICS.isdisjoint(fold(name).split())
            and not (inside[code].unit.is_percent and _counts_people(name))
            and {each for each in self.names.indicator_codes(fold(name)) if each in inside} == {code}
        ]
        # A display name has its capitals; the same words folded would only repeat it.
        own = fold(known.name)
        kept = [name for name in alone if name == known.name or name != own]
        return tuple(kept[:_MOST_NAMES])


def _counts_people(name: str) -> bool:
    """True for "people without a job", which asks for a number where the values are shares."""
    words = set(fold(name).split())
    return not _PEOPLE.isdisjoint(words) and _SHARES.isdisjoint(words)
