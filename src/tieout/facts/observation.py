"""Observations: single published values, exactly as published."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from tieout.facts.area import Area
from tieout.facts.indicator import Indicator
from tieout.facts.period import Period

__all__ = ["Observation", "SeriesKey", "Status"]


class Status(StrEnum):
    """The publisher's flag on a value (SDMX ``OBS_STATUS``); it travels with the fact and must be said."""

    NORMAL = ""
    FORECAST = "forecast"
    PROVISIONAL = "provisional"
    ESTIMATED = "estimated"
    BREAK = "break"


class SeriesKey(NamedTuple):
    """The codes that name one series: one indicator of one area."""

    area: str
    indicator: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """One cell of a data set.

    Attributes:
        area: The place.
        indicator: The measure, with its unit.
        period: The time.
        text: The published digits, never reformatted; None is a published gap (not zero, not unknown to us).
        status: The publisher's flag.
    """

    area: Area
    indicator: Indicator
    period: Period
    text: str | None
    status: Status = Status.NORMAL

    @property
    def value(self) -> Decimal | None:
        """The exact value of the published text, or None for a published gap."""
        return None if self.text is None else Decimal(self.text)

    @property
    def key(self) -> SeriesKey:
        """The series that this observation belongs to."""
        return SeriesKey(self.area.code, self.indicator.code)
