"""A store over a server or a warehouse: an indicator is fetched whole at its first use, checked, and held.

To know that the rows of an indicator are as they were written, all of them must be read. So they are read
once and answered from after that: a cell then costs a microsecond and no round trip, a warehouse that counts
bytes is asked once, and nothing that changes behind our back can be answered from. When another data set
takes the place of the one that was opened, what is fetched later no longer matches and is refused.
"""

from __future__ import annotations

import operator
import sys
import threading
import weakref
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

from tieout.data.card import AreaCard, IndicatorCard
from tieout.data.stores.form import (
    FORMAT,
    area_cards,
    digest_of_rows,
    indicator_cards,
    root_digest,
    sentence_of_change,
    year_bounds,
)
from tieout.data.tables import Cell
from tieout.errors import SnapshotChanged, SnapshotInvalid

__all__ = ["MOST_ROWS", "HeldStore", "Source"]

MOST_ROWS: Final = 1_000_000
"""The rows that are held before the indicator that was longest unused is let go: some 150 MB."""

_Row = tuple[str, str, str | None, str, str]


class Source(Protocol):
    """The four tables of a data set, wherever they are."""

    @property
    def where(self) -> str:
        """What it is called in messages, without any password."""

    def lists(self) -> tuple[dict[str, str], list[Sequence[Any]], list[Sequence[Any]]]:
        """Return ``meta``, and the rows of areas and of indicators with their digests, each by position."""

    def observations(self, indicator: str) -> list[_Row]:
        """Return area, period, value, status and origin of all rows of an indicator, in any order."""

    def newest(self) -> Mapping[str, str]:
        """Return the newest period with a value of each indicator that has one."""

    def close(self) -> None:
        """Give back what is open."""


class HeldStore:
    """Areas, indicators and cells of a source; safe to share between threads.

    Args:
        source: The tables.
        most_rows: The rows that are held; one indicator is always.

    Raises:
        SnapshotInvalid: They are no data set of this format.
        SnapshotChanged: Card, areas or indicators are not as they were written.
    """

    __slots__ = (
        "__weakref__",
        "_close",
        "_digests",
        "_held",
        "_lock",
        "_most_rows",
        "_newest",
        "_rows",
        "_source",
        "areas",
        "indicators",
        "meta",
    )

    def __init__(self, source: Source, *, most_rows: int = MOST_ROWS) -> None:
        meta, areas, indicators = source.lists()
        if meta.get("format") != FORMAT:
            raise SnapshotInvalid(
                f"'{source.where}' holds no data set of the format {FORMAT}; copy it again."
            )
        try:
            digest = root_digest(meta, areas, indicators)
        except (TypeError, ValueError):  # an empty cell where none may be
            digest = ""
        if meta.get("sha256") != digest:
            raise SnapshotChanged(sentence_of_change(source.where, "its card, areas or indicators"))
        self.meta = meta
        self.areas: dict[str, AreaCard] = area_cards(areas)
        self.indicators: dict[str, IndicatorCard] = indicator_cards(indicators)
        self._source = source
        self._close = weakref.finalize(self, source.close)
        self._most_rows = most_rows
        self._lock = threading.RLock()
        self._held: OrderedDict[str, _Held] = OrderedDict()
        self._rows = 0
        self._newest: Mapping[str, str] | None = None
        self._digests = {row[0]: row[-1] for row in indicators}

    def close(self) -> None:
        """Give back the connection; what is not held cannot be asked any more."""
        self._close()

    def check_all(self) -> None:
        """Check the observations of every indicator now, without holding more of them.

        Raises:
            SnapshotChanged: Some are not as they were written.
        """
        for code in self.indicators:
            with self._lock:
                if code not in self._held:
                    self._fetched(code)

    def cell(self, indicator: str, area: str, period: str) -> tuple[str | None, str] | None:
        """Return value and status of one cell, or None where there is no row."""
        found = self._of(indicator).areas.get(area, {}).get(period)
        return found[:2] if found else None

    def series(
        self, indicator: str, area: str, first_year: int, last_year: int
    ) -> list[tuple[str, str | None, str]]:
        """Return period, value and status of the cells of one series in a range of years, by period text."""
        first, end = year_bounds(first_year, last_year)
        cells = self._of(indicator).areas.get(area, {})
        return [
            (period, value, status) for period, (value, status, _) in cells.items() if first <= period < end
        ]

    def cross_section(self, indicator: str, period: str) -> list[tuple[str, str | None, str]]:
        """Return area, value and status of the cells of one indicator and period, by area code."""
        found = ((area, cells.get(period)) for area, cells in self._of(indicator).areas.items())
        return [(area, cell[0], cell[1]) for area, cell in found if cell]

    def cells(self, indicator: str, first_year: int, last_year: int) -> Iterator[Cell]:
        """Yield the cells of one indicator in a range of years, by area and period."""
        first, end = year_bounds(first_year, last_year)
        for area, cells in self._of(indicator).areas.items():
            for period, cell in cells.items():
                if first <= period < end:
                    yield Cell(indicator, area, period, *cell)

    def newest(self, indicator: str) -> str | None:
        """Return the newest period in which any area has a value of the indicator, or None."""
        with self._lock:
            if self._newest is None:
                self._newest = self._source.newest()
            return self._newest.get(indicator)

    def _of(self, indicator: str) -> _Held:
        with self._lock:
            held = self._held.get(indicator)
            if held is not None:
                self._held.move_to_end(indicator)
                return held
            held = _Held(self._fetched(indicator) if indicator in self._digests else [])
            self._held[indicator] = held
            self._rows += held.rows
            while self._rows > self._most_rows and len(self._held) > 1:
                self._rows -= self._held.popitem(last=False)[1].rows
            return held

    def _fetched(self, indicator: str) -> list[_Row]:
        rows = self._source.observations(indicator)
        try:
            rows.sort(key=_AREA_AND_PERIOD)
            digest = digest_of_rows(indicator, rows)
        except TypeError:  # an empty cell where none may be
            digest = ""
        if digest != self._digests[indicator]:
            raise SnapshotChanged(sentence_of_change(self._source.where, f"the observations of {indicator}"))
        return rows


class _Held:
    """The rows of one indicator: value, status and origin by area and period."""

    __slots__ = ("areas", "rows")

    def __init__(self, rows: list[_Row]) -> None:
        self.rows = len(rows)
        self.areas: dict[str, dict[str, tuple[str | None, str, str]]] = {}
        for area, period, value, status, origin in rows:
            cell = (value, sys.intern(status), sys.intern(origin))
            self.areas.setdefault(area, {})[sys.intern(period)] = cell


_AREA_AND_PERIOD: Final = operator.itemgetter(0, 1)
