"""What a snapshot asks of the place where its rows are kept, wherever that is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from tieout.data.card import AreaCard, IndicatorCard
from tieout.data.tables import Cell

__all__ = ["Store"]


class Store(Protocol):
    """Areas, indicators and cells, read-only; safe to share between threads.

    Rows come in the order of the code points of their texts, whatever the engine sorts by. A value is the
    published text, or None for a published gap. Nothing is handed out of an indicator whose rows are not as
    they were written: the methods that read cells raise :class:`~tieout.errors.SnapshotChanged`.
    """

    @property
    def areas(self) -> Mapping[str, AreaCard]:
        """The areas by code, in the order of the data set."""

    @property
    def indicators(self) -> Mapping[str, IndicatorCard]:
        """The indicators by code, in the order of the data set."""

    @property
    def meta(self) -> Mapping[str, str]:
        """What was written beside the rows: card, format and digest; empty for rows that came from tables."""

    def close(self) -> None:
        """Give back what is open; the store cannot be asked any more."""

    def check_all(self) -> None:
        """Check the observations of every indicator now."""

    def cell(self, indicator: str, area: str, period: str) -> tuple[str | None, str] | None:
        """Return value and status of one cell, or None where there is no row."""

    def series(
        self, indicator: str, area: str, first_year: int, last_year: int
    ) -> list[tuple[str, str | None, str]]:
        """Return period, value and status of the cells of one series in a range of years, by period text."""

    def cross_section(self, indicator: str, period: str) -> list[tuple[str, str | None, str]]:
        """Return area, value and status of the cells of one indicator and period, by area code."""

    def cells(self, indicator: str, first_year: int, last_year: int) -> Iterator[Cell]:
        """Yield the cells of one indicator in a range of years, by area and period."""

    def newest(self, indicator: str) -> str | None:
        """Return the newest period in which any area has a value of the indicator, or None.

        For lists of names only: the observations are not checked for it, or a list would read them all.
        """
