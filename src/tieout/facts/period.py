"""Periods: the time a value is about (SDMX ``TIME_PERIOD``)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

__all__ = ["Frequency", "Period"]

Frequency = Literal["A", "Q", "M", "D"]

_FORM = re.compile(
    r"(?P<year>[0-9]{4})(?:-(?:Q(?P<quarter>[1-4])|(?P<month>[0-9]{2})(?:-(?P<day>[0-9]{2}))?))?"
)
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Period:
    """A year, quarter, month or day; ordered by its start, then by frequency.

    Attributes:
        year: Calendar year, four digits.
        month: First month of the period, 1 to 12; 1 for a year.
        day: First day of the period; 1 unless the period is a day.
        frequency: ``A`` a year, ``Q`` a quarter, ``M`` a month, ``D`` a day.
    """

    year: int
    month: int = 1
    day: int = 1
    frequency: Frequency = "A"

    @staticmethod
    def of_year(year: int) -> Period:
        """Return the calendar year as a period."""
        return Period(year=year)

    @staticmethod
    @lru_cache(maxsize=4096)
    def parse(text: str) -> Period:
        """Read ``2020``, ``2020-Q3``, ``2020-07`` or ``2020-07-15``.

        Raises:
            ValueError: The text has another form, or names no month or day of the calendar.
        """
        found = _FORM.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} is no period; write 2020, 2020-Q3, 2020-07 or 2020-07-15")
        year = int(found["year"])
        if found["quarter"]:
            return Period(year=year, month=3 * int(found["quarter"]) - 2, frequency="Q")
        if found["month"] is None:
            return Period(year=year)
        month = int(found["month"])
        day = int(found["day"] or 1)
        if not 1 <= month <= 12 or not 1 <= day <= _DAYS[month - 1]:
            raise ValueError(f"{text!r} names no day of the calendar")
        return Period(year=year, month=month, day=day, frequency="D" if found["day"] else "M")

    def __str__(self) -> str:
        """Return the SDMX form that :meth:`parse` reads."""
        match self.frequency:
            case "A":
                return f"{self.year:04}"
            case "Q":
                return f"{self.year:04}-Q{(self.month + 2) // 3}"
            case "M":
                return f"{self.year:04}-{self.month:02}"
            case "D":
                return f"{self.year:04}-{self.month:02}-{self.day:02}"
