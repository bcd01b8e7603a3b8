"""Snapshots: a dated, hashed, read-only data set that answers for single cells, series and cross-sections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tieout.data.card import AreaCard, DatasetCard, IndicatorCard
from tieout.data.coverage import Coverage, Missing
from tieout.data.library import list_cards, open_holding
from tieout.data.store import Store
from tieout.data.tables import Cell
from tieout.errors import QueryCode, QueryError, SnapshotInvalid
from tieout.facts.area import Area
from tieout.facts.fact import Fact
from tieout.facts.indicator import Indicator
from tieout.facts.observation import Observation, Status
from tieout.facts.period import Period
from tieout.facts.unit import Unit

__all__ = [
    "Coverage",
    "Missing",
    "Snapshot",
    "list_snapshots",
    "load_snapshot",
    "verify_snapshot",
]


class Snapshot:
    """A data set at rest. Read-only, safe to share between threads; everything obeys the card's restrictions.

    Codes outside the data set are never errors here: their cells are missing (``NOT_IN_SNAPSHOT``). Areas
    come in the order of the data set's file, observations in the order each method tells.

    Args:
        card: The card, restrictions included.
        store: The rows of the data set, or of the base it is cut from.
        sha256: The digest that names these very bytes.

    Raises:
        SnapshotInvalid: The card restricts to a code that the store does not have.
    """

    __slots__ = ("_store", "areas", "card", "indicators", "outside_areas", "sha256")

    card: DatasetCard
    areas: Mapping[str, Area]
    indicators: Mapping[str, Indicator]
    outside_areas: Mapping[str, AreaCard]
    sha256: str

    def __init__(self, card: DatasetCard, store: Store, sha256: str) -> None:
        _check_codes("areas", card.areas, store.areas, card.name)
        _check_codes("indicators", card.indicators, store.indicators, card.name)
        for caveat in card.caveats:
            _check_codes("caveats", caveat.areas, store.areas, card.name)
            _check_codes("caveats", caveat.indicators, store.indicators, card.name)
        self.card = card
        self.sha256 = sha256
        self._store = store
        self.areas = {
            code: Area(code=code, name=area.name, is_aggregate=area.is_aggregate, kind=area.kind)
            for code, area in store.areas.items()
            if card.areas is None or code in card.areas
        }
        self.outside_areas = {code: area for code, area in store.areas.items() if code not in self.areas}
        self.indicators = {
            code: Indicator(code=code, name=indicator.name, unit=Unit(indicator.unit))
            for code, indicator in store.indicators.items()
            if card.indicators is None or code in card.indicators
        }

    def __repr__(self) -> str:
        """Return a short form for people."""
        return f"Snapshot({self.card.label}: {len(self.areas)} areas, {len(self.indicators)} indicators)"

    def close(self) -> None:
        """Close the store behind the snapshot."""
        self._store.close()

    @property
    def written_meta(self) -> Mapping[str, str]:
        """What was written beside the rows of a file or database; empty for the tables of a directory."""
        return self._store.meta

    @property
    def years(self) -> tuple[int, int]:
        """First and last year covered; single series may start later and end earlier."""
        return self.card.first_year, self.card.last_year

    def find(self, area: str, indicator: str, period: Period) -> Observation | None:
        """Return the cell (``text`` None for a published gap), or None where there is no such cell."""
        if not self._covers(area, indicator, period.year):
            return None
        found = self._store.cell(indicator, area, str(period))
        return self._observation(area, indicator, period, *found) if found else None

    def get(self, area: str, indicator: str, period: Period) -> Observation:
        """Return the cell, which has a value.

        Raises:
            QueryError: ``no_data``; the message tells which kind of missing it is.
        """
        observation = self.find(area, indicator, period)
        if observation is None or observation.text is None:
            raise QueryError(QueryCode.NO_DATA, self._why_missing(area, indicator, period))
        return observation

    def missing(self, area: str, indicator: str, period: Period) -> Missing | None:
        """Return why the cell has no value, or None when it has one; the years covered count first."""
        if not self.card.first_year <= period.year <= self.card.last_year:
            return Missing.OUTSIDE_YEARS
        observation = self.find(area, indicator, period)
        if observation is None:
            return Missing.NOT_IN_SNAPSHOT
        return Missing.PUBLISHED_GAP if observation.text is None else None

    def series(
        self, area: str, indicator: str, first_year: int | None = None, last_year: int | None = None
    ) -> tuple[Observation, ...]:
        """Return one series by period, published gaps included (``text`` None); empty where there is none.

        Args:
            area: Area code.
            indicator: Indicator code.
            first_year: First year, itself included; the card's when left out.
            last_year: Last year, itself included; the card's when left out.
        """
        if area not in self.areas or indicator not in self.indicators:
            return ()
        first = self.card.first_year if first_year is None else max(first_year, self.card.first_year)
        last = self.card.last_year if last_year is None else min(last_year, self.card.last_year)
        if first > last:
            return ()
        return tuple(
            self._observation(area, indicator, Period.parse(period), text, status)
            for period, text, status in self._store.series(indicator, area, first, last)
        )

    def latest(self, area: str, indicator: str) -> Observation | None:
        """Return the newest cell of the series that has a value, or None."""
        return next((cell for cell in reversed(self.series(area, indicator)) if cell.text is not None), None)

    def cross_section(
        self, indicator: str, period: Period, *, include_aggregates: bool = False
    ) -> tuple[Observation, ...]:
        """Return one indicator and period across areas by area code, published gaps included (``text`` None).

        Args:
            indicator: Indicator code.
            period: The period.
            include_aggregates: Whether the world and regions, which are never countries, come too.
        """
        if indicator not in self.indicators or not self.card.first_year <= period.year <= self.card.last_year:
            return ()
        return tuple(
            self._observation(code, indicator, period, text, status)
            for code, text, status in self._store.cross_section(indicator, str(period))
            if (area := self.areas.get(code)) is not None and (include_aggregates or not area.is_aggregate)
        )

    def coverage(self, indicator: str, period: Period) -> Coverage:
        """Return for how many economies of the data set the value, or its absence, is known."""
        cells = self.cross_section(indicator, period)
        values = sum(cell.text is not None for cell in cells)
        economies = sum(not area.is_aggregate for area in self.areas.values())
        return Coverage(values=values, gaps=len(cells) - values, unknown=economies - len(cells))

    def is_stale(self, indicator: str) -> bool:
        """Return True for an indicator with no value in the newest years of the data set.

        Withdrawn and forgotten series stay in a release for years.
        """
        newest = self._store.newest(indicator)
        return newest is None or int(newest[:4]) < self.card.last_year - _FRESH_YEARS

    def describe(self, indicator: str) -> IndicatorCard:
        """Return unit, source, definition and caveat of an indicator.

        Raises:
            QueryError: ``not_found``; the data set has no such indicator.
        """
        if indicator not in self.indicators:
            allowed = ", ".join(list(self.indicators)[:20])
            message = f"Indicator code '{indicator}' is not in this data set. Available: {allowed}."
            raise QueryError(QueryCode.NOT_FOUND, message)
        return self._store.indicators[indicator]

    def describe_area(self, area: str) -> AreaCard:
        """Return two-letter code, region and income group of an area.

        Raises:
            QueryError: ``not_found``; the data set has no such area.
        """
        if area not in self.areas:
            raise QueryError(
                QueryCode.NOT_FOUND, f"Area code '{area}' is not in this data set ({self.card.name})."
            )
        return self._store.areas[area]

    def caveats(self, facts: Iterable[Fact | Observation]) -> tuple[str, ...]:
        """Return the sentences that must stand beside these facts, each once, those of indicators first.

        A special caveat is told when the facts of one series lie in its years or span them.
        """
        spans: dict[tuple[str, str], tuple[int, int]] = {}
        for fact in facts:
            key, year = (fact.area.code, fact.indicator.code), fact.period.year
            first, last = spans.get(key, (year, year))
            spans[key] = (min(first, year), max(last, year))
        codes = dict.fromkeys(indicator for _, indicator in spans if indicator in self.indicators)
        general = [self._store.indicators[code].caveat for code in codes]
        special = [
            caveat.text
            for caveat in self.card.caveats
            if any(
                caveat.covers(area=area, indicator=indicator, first_year=first, last_year=last)
                for (area, indicator), (first, last) in spans.items()
            )
        ]
        return tuple(dict.fromkeys(text for text in (*general, *special) if text))

    def cells(self, indicator: str) -> Iterator[Cell]:
        """Yield the rows of one indicator as stored, by area and period, cut as the card says."""
        if indicator in self.indicators:
            for cell in self._store.cells(indicator, self.card.first_year, self.card.last_year):
                if cell.area in self.areas:
                    yield cell

    def check_all(self) -> None:
        """Check now what a large file would check at the first use of each indicator.

        Raises:
            SnapshotChanged: A row is not as it was written.
        """
        self._store.check_all()

    def _covers(self, area: str, indicator: str, year: int) -> bool:
        return (
            area in self.areas
            and indicator in self.indicators
            and self.card.first_year <= year <= self.card.last_year
        )

    def _observation(
        self, area: str, indicator: str, period: Period, text: str | None, status: str
    ) -> Observation:
        return Observation(
            area=self.areas[area],
            indicator=self.indicators[indicator],
            period=period,
            text=text,
            status=_STATUS[status],
        )

    def _why_missing(self, area: str, indicator: str, period: Period) -> str:
        where = self.areas[area].name if area in self.areas else area
        what = self.indicators[indicator].name if indicator in self.indicators else indicator
        match self.missing(area, indicator, period):
            case Missing.OUTSIDE_YEARS:
                first, last = self.years
                why = f"{period} is outside the years covered, {first} to {last}"
            case Missing.PUBLISHED_GAP:
                why = f"{self.card.publisher} publishes no value for it (a published gap)"
            case _:
                why = f"it is not in this snapshot ({self.card.label})"
        return f"No value of {what} for {where} in {period}: {why}."


def load_snapshot(name: str | Path) -> Snapshot:
    """Open a data set; nothing is returned from bytes that do not match their checksums.

    Args:
        name: The name of a packaged data set, a data set directory, a ``.sqlite`` or ``.duckdb`` file, or the
            URL of a database: ``postgresql://``, ``duckdb://``, ``clickhouse://``, ``trino://`` or
            ``bigquery://``. A packaged name wins over a directory of that name; write ``./name`` for that.

    Raises:
        UsageError: There is no such data set; the message names the packaged ones.
        SnapshotInvalid: It is no data set, or its format is wrong.
        SnapshotChanged: Its bytes are not those that were published. A ``.sqlite`` file or a database checks
            the observations of an indicator at their first use, and raises then.
        SourceError: A database is away or refuses.
    """
    holding = open_holding(name)
    return Snapshot(holding.card, holding.store, holding.sha256)


def verify_snapshot(name: str | Path) -> Snapshot:
    """Open a data set and check every byte of it now; return it open.

    Raises:
        UsageError: There is no such data set.
        SnapshotInvalid: It is no data set, or its format is wrong.
        SnapshotChanged: Its bytes are not those that were published.
    """
    snapshot = load_snapshot(name)
    snapshot.check_all()
    return snapshot


def list_snapshots() -> tuple[DatasetCard, ...]:
    """Return the cards of the packaged data sets by name, without reading their values."""
    return list_cards()


_FRESH_YEARS = 7
"""A series without a value in as many years before the last of the data set is stale."""

_STATUS = {status.value: status for status in Status}


def _check_codes(key: str, codes: tuple[str, ...] | None, known: Mapping[str, object], name: str) -> None:
    if unknown := [code for code in codes or () if code not in known]:
        raise SnapshotInvalid(
            f"The card of data set '{name}' names {unknown[0]!r} in {key}, which is not in its data."
        )
