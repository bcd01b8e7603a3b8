"""Periods: the time a value is about (SDMX ``TIME_PERIOD``)."""

from __future__ import annotations

import calendar
import datetime
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tieout.facts.frequency import PER_YEAR, Frequency, is_finer

__all__ = ["MONTH_NAMES", "WEEKDAY_NAMES", "Frequency", "Period"]

_FORM = re.compile(
    r"(?P<year>[0-9]{4})"
    r"(?:-(?:(?P<letter>[SQ])(?P<part>[1-4])|W(?P<week>[0-9]{2})|(?P<month>[0-9]{2})(?:-(?P<day>[0-9]{2}))?))?"
)
_HOW_TO_WRITE = "write 2020, 2020-S1, 2020-Q3, 2020-07, 2020-W07 or 2020-07-15"
_PLACES: Final = ("first", "second", "third", "fourth")
_THURSDAY: Final = 4
_WEEK: Final = datetime.timedelta(days=7)
MONTH_NAMES: Final = tuple(
    "January February March April May June July August September October November December".split()
)
"""Names of the months, January first."""
WEEKDAY_NAMES: Final = tuple("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())
"""Names of the days of the week, Monday first, as ``datetime.date.weekday`` counts."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Period:
    """A year, half year, quarter, month, week or day; ordered by its start, then by frequency.

    Attributes:
        year: Calendar year, four digits; of a week the year of its Thursday, in which ISO 8601 counts it.
        month: First month of the period, 1 to 12; 1 for a year.
        day: First day of the period; 1 unless the period is a day or a week. A week is kept, and ordered, by
            its Thursday, so that its year is the one it is named after.
        frequency: ``A`` a year, ``S`` a half year, ``Q`` a quarter, ``M`` a month, ``W`` an ISO week (from
            Monday to Sunday), ``D`` a day.
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
    def of(frequency: Frequency, year: int, number: int = 1) -> Period:
        """Return the so-many-th step of a year: ``of("Q", 2020, 3)`` is its third quarter.

        Raises:
            ValueError: The year has not so many.
        """
        if (steps := PER_YEAR.get(frequency)) is not None:
            if not 1 <= number <= steps:
                raise ValueError(f"{year} has no step {number} of the frequency {frequency}")
            return Period(year=year, month=12 // steps * (number - 1) + 1, frequency=frequency)
        if frequency == "W":
            return _of_date(datetime.date.fromisocalendar(year, number, _THURSDAY), "W")
        found = datetime.date(year, 1, 1) + datetime.timedelta(days=number - 1)
        if found.year != year:
            raise ValueError(f"{year} has no day {number}")
        return _of_date(found, "D")

    @staticmethod
    def of_date(date: datetime.date, frequency: Frequency = "D") -> Period:
        """Return the period of a frequency that a day lies in."""
        if frequency == "D":
            return _of_date(date, "D")
        if frequency == "W":
            year, week, _ = date.isocalendar()
            return Period.of("W", year, week)
        length = 12 // PER_YEAR[frequency]
        return Period(year=date.year, month=date.month - (date.month - 1) % length, frequency=frequency)

    @staticmethod
    @lru_cache(maxsize=8192)
    def parse(text: str) -> Period:
        """Read ``2020``, ``2020-S1``, ``2020-Q3``, ``2020-07``, ``2020-W07`` or ``2020-07-15``.

        Raises:
            ValueError: The text has another form, or names no week, month or day of the calendar.
        """
        found = _FORM.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} is no period; {_HOW_TO_WRITE}")
        year = int(found["year"])
        try:
            if found["letter"]:
                return Period.of("S" if found["letter"] == "S" else "Q", year, int(found["part"]))
            if found["week"]:
                return Period.of("W", year, int(found["week"]))
            first = datetime.date(year, int(found["month"] or 1), int(found["day"] or 1))
        except ValueError:
            raise ValueError(f"{text!r} names no day of the calendar") from None
        return _of_date(first, "D" if found["day"] else "M" if found["month"] else "A")

    def __str__(self) -> str:
        """Return the SDMX form that :meth:`parse` reads."""
        match self.frequency:
            case "A":
                return f"{self.year:04}"
            case "M":
                return f"{self.year:04}-{self.month:02}"
            case "W":
                return f"{self.year:04}-W{self.number:02}"
            case "D":
                return f"{self.year:04}-{self.month:02}-{self.day:02}"
        return f"{self.year:04}-{self.frequency}{self.number}"

    @property
    def number(self) -> int:
        """Which step of its year it is, counted from 1: the quarter, the month, the week, the day."""
        if (steps := PER_YEAR.get(self.frequency)) is not None:
            return (self.month - 1) * steps // 12 + 1
        date = datetime.date(self.year, self.month, self.day)
        return date.isocalendar().week if self.frequency == "W" else date.timetuple().tm_yday

    @property
    def name(self) -> str:
        """What a reader calls it: "2020", "the third quarter of 2020", "July 2020", "14 July 2020"."""
        match self.frequency:
            case "A":
                return str(self)
            case "M":
                return f"{MONTH_NAMES[self.month - 1]} {self.year}"
            case "D":
                return f"{self.day} {MONTH_NAMES[self.month - 1]} {self.year}"
            case "W":
                return f"week {self.number} of {self.year}"
        return (
            f"the {_PLACES[self.number - 1]} {'half' if self.frequency == 'S' else 'quarter'} of {self.year}"
        )

    @property
    def first_day(self) -> datetime.date:
        """Its first day."""
        date = datetime.date(self.year, self.month, self.day)
        return date - datetime.timedelta(days=_THURSDAY - 1) if self.frequency == "W" else date

    @property
    def last_day(self) -> datetime.date:
        """Its last day."""
        if self.frequency in ("W", "D"):
            return self.first_day + datetime.timedelta(days=6 if self.frequency == "W" else 0)
        month = self.month + 12 // PER_YEAR[self.frequency] - 1
        return datetime.date(self.year, month, calendar.monthrange(self.year, month)[1])

    def shifted(self, count: int) -> Period:
        """Return the period so many steps of its own frequency later; earlier for a negative count.

        Raises:
            ValueError: A week or a day would leave the years 1 to 9999.
        """
        if (steps := PER_YEAR.get(self.frequency)) is not None:
            years, step = divmod(self.number - 1 + count, steps)
            return Period(year=self.year + years, month=12 // steps * step + 1, frequency=self.frequency)
        days = datetime.timedelta(days=count) * (7 if self.frequency == "W" else 1)
        try:
            return _of_date(datetime.date(self.year, self.month, self.day) + days, self.frequency)
        except OverflowError:
            raise ValueError(f"{count} steps from {self} is no day of the calendar") from None

    def in_year(self, year: int) -> Period | None:
        """Return the same step of another year; None for 29 February and week 53 where it has none."""
        if self.frequency == "D":
            last = calendar.monthrange(year, self.month)[1]
            return (
                Period(year=year, month=self.month, day=self.day, frequency="D") if self.day <= last else None
            )
        try:
            return Period.of(self.frequency, year, self.number)
        except ValueError:
            return None

    def until(self, last: Period) -> tuple[Period, ...]:
        """Return every period from this to another of the same frequency, both included.

        Empty when the other is earlier or of another frequency.
        """
        steps = self.steps_to(last) if last.frequency == self.frequency else -1
        return tuple(self.shifted(step) for step in range(steps + 1))

    def steps_to(self, other: Period) -> int:
        """Return how many steps later another period of the same frequency is; negative when it is earlier.

        Raises:
            ValueError: The other is of another frequency.
        """
        if other.frequency != self.frequency:
            raise ValueError(f"{other} is no number of steps from {self}")
        if (steps := PER_YEAR.get(self.frequency)) is not None:
            return (other.year - self.year) * steps + other.number - self.number
        days = other.first_day - self.first_day
        return days // _WEEK if self.frequency == "W" else days.days

    def contains(self, other: Period) -> bool:
        """Return True when every day of the other is a day of this one; a period contains itself."""
        return self.first_day <= other.first_day and other.last_day <= self.last_day

    def parts(self, frequency: Frequency) -> tuple[Period, ...]:
        """Return the periods of a finer frequency that make up this one, in order.

        Empty where they do not: weeks lie across months and years.
        """
        if not is_finer(frequency, self.frequency) or frequency == "W":
            return ()
        first = Period.of_date(self.first_day, frequency)
        return first.until(Period.of_date(self.last_day, frequency))

    def wider(self, frequency: Frequency) -> Period | None:
        """Return the period of a coarser frequency that this one lies in; None where it lies in none."""
        found = Period.of_date(self.first_day, frequency)
        return found if is_finer(self.frequency, frequency) and found.contains(self) else None


def _of_date(date: datetime.date, frequency: Frequency) -> Period:
    return Period(year=date.year, month=date.month, day=date.day, frequency=frequency)
