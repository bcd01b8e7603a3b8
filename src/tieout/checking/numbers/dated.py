"""A part of a year, such as "Q3", "07-14" or "W07", and the year it is in, or not yet."""

import re
from typing import Final

from tieout.checking.numbers.cursor import Draft
from tieout.facts.period import Period

__all__ = ["DAY", "dated", "part_of_code", "undated"]

DAY: Final = re.compile(r"[1-9]|[12]\d|3[01]")
_CODE: Final = re.compile(r"(?P<quarter>Q[1-4])|[SH](?P<half>[12])|(?P<week>W(?:0[1-9]|[1-4]\d|5[0-3]))")
_LEAP: Final = 2000
"""A year that has a 29 February and, by ISO 8601, 52 weeks; the 53rd is asked of the year itself."""


def part_of_code(written: str) -> str:
    """Return the part of a year that a code names, as SDMX writes it; empty where it names none.

    Examples:
        >>> part_of_code("Q3"), part_of_code("H1"), part_of_code("W07"), part_of_code("Q5")
        ('Q3', 'S1', 'W07', '')
    """
    found = _CODE.fullmatch(written.upper())
    if found is None:
        return ""
    return found["quarter"] or found["week"] or f"S{found['half']}"


def dated(draft: Draft, year: int, part: str, weekday: int | None = None) -> Draft:
    """Return the draft with the period that a part of a year is; unreadable where the calendar has none.

    Args:
        draft: What was written.
        year: The year.
        part: The part, as SDMX writes it behind the year.
        weekday: The day of the week that is said, Monday 0; None where none is.
    """
    try:
        period = Period.parse(f"{year}-{part}")
    except ValueError:
        return draft.refuse("a date that is not in the calendar")
    if weekday is not None and period.first_day.weekday() != weekday:
        return draft.refuse("a date that falls on another day of the week")
    draft.years, draft.period, draft.value = (year,), str(period), None
    return draft


def undated(draft: Draft, part: str, weekday: int | None = None) -> Draft:
    """Return the draft with a part whose year stands elsewhere; unreadable where no year has it."""
    try:
        Period.parse(f"{_LEAP}-{'W52' if part == 'W53' else part}")
    except ValueError:
        return draft.refuse("a date that is not in the calendar")
    draft.undated, draft.weekday = part, weekday
    return draft
