"""Half years, quarters, months, weeks and days, with their year or without it."""

import re
from collections.abc import Callable
from typing import Final

from tieout.checking.mention import NumberKind
from tieout.checking.numbers.cursor import Cursor, Draft
from tieout.checking.numbers.dated import DAY, dated, part_of_code, undated
from tieout.checking.numbers.periods import is_quantity, year_at
from tieout.checking.numbers.vocabulary import MONTHS, ORDINAL_ENDINGS, SMALL_ORDINALS, WEEKDAYS
from tieout.checking.tokens import TokenKind

__all__ = ["DATE_STARTERS", "read_code_part", "read_day", "read_months", "read_part_of_year"]

_DASHES: Final = frozenset("-–—/")
_PARTS: Final = {"quarter": ("Q", 4), "quarters": ("Q", 4), "half": ("S", 2)}
_OPEN: Final = frozenset({"may", "march", "mar", "jan", "sat", "sun"})
"""Names of months that are words besides; alone they are read as a month after a preposition only."""
_BEFORE: Final = frozenset(
    "in of to since until till from by during for between and through than before after early mid late last "
    "this every each per".split()
)
_ENDS: Final = frozenset({"to", "ending", "ended", "through", "until"})
_WEEK: Final = re.compile(r"[1-9]|[1-4][0-9]|5[0-3]")


def _year_after(cursor: Cursor, after: int) -> tuple[int, int] | None:
    """Return the year and the next token for the rest of "July 2024", "July of 2024", "July 14, 2024"."""
    place = after + 1 if cursor.key(after) in {"of", "in"} and cursor.joined(after) else after
    place = place + 1 if cursor.key(place) == "," and cursor.gap(place) == "" else place
    year = _year_alone(cursor, place)
    return None if year is None else (year, place + 1)


def _year_alone(cursor: Cursor, place: int) -> int | None:
    """Return the year at a token where it ends a date: nothing touches it, and it is no quantity or range."""
    if not cursor.joined(place) or is_quantity(cursor, place + 1):
        return None
    gap = cursor.gap(place + 1)
    dashed = gap == "-" or (gap == "" and cursor.key(place + 1) in _DASHES)
    return None if dashed else year_at(cursor, place)


def _of_year(cursor: Cursor, draft: Draft, part: str, weekday: int | None = None) -> Draft:
    found = _year_after(cursor, draft.after)
    if found is None:
        return undated(draft, part, weekday)
    draft.after = found[1]
    return dated(draft, found[0], part, weekday)


def _month_name(cursor: Cursor, place: int) -> tuple[int, int] | None:
    """Return the month and the next token, past the point of "Jul."."""
    month = MONTHS.get(cursor.key(place))
    if month is None or not cursor.written(place)[0].isupper():
        return None
    short = len(cursor.key(place)) <= len("sept")
    point = short and cursor.key(place + 1) == "." and cursor.gap(place + 1) == ""
    # The point of "in Jul." may end the sentence as well.
    return month, place + 2 if point and cursor.joined(place + 2) else place + 1


def read_month(
    cursor: Cursor, place: int, first: int | None = None, weekday: int | None = None
) -> Draft | None:
    """Return the month or day in "July 2024", "July 15, 2024", "July 15", "July"."""
    found = _month_name(cursor, place)
    if found is None:
        return None
    month, after = found
    draft = Draft(first=place if first is None else first, after=after, kind=NumberKind.MONTH)
    if weekday is None and (year := _year_after(cursor, after)) is not None:
        draft.after = year[1]
        return dated(draft, year[0], f"{month:02}")
    day = _day_after(cursor, after)
    if day is not None:
        draft.after = day[1]
        return _of_year(cursor, draft, f"{month:02}-{day[0]:02}", weekday)
    if weekday is not None or not _stands_alone(cursor, place, after):
        return None
    return undated(draft, f"{month:02}")


def _day_after(cursor: Cursor, after: int) -> tuple[int, int] | None:
    """Return the day and the next token for the rest of "July 15", "July 15th", "July the 15th"."""
    place = after + 1 if cursor.key(after) == "the" else after
    if not cursor.joined(place) or cursor.kind(place) is not TokenKind.NUMBER:
        return None
    if not DAY.fullmatch(cursor.key(place)):
        return None
    day, place = int(cursor.key(place)), place + 1
    if cursor.gap(place) == "" and cursor.key(place) in ORDINAL_ENDINGS:
        return day, place + 1
    return None if is_quantity(cursor, place) else (day, place)


def _stands_alone(cursor: Cursor, place: int, after: int) -> bool:
    """True where a month without a year is a month: no "May" that is a verb, no "Jan" that is a name."""
    key = cursor.key(place)
    if key not in _OPEN and (len(key) > len("sept") or key in ("may", "june", "july")):
        return True
    owns = cursor.key(after) == "'s" and cursor.gap(after) == ""
    return owns or (cursor.joined(place) and cursor.key(place - 1) in _BEFORE)


def read_day(cursor: Cursor, place: int, after: int, day: int, first: int | None = None) -> Draft | None:
    """Return the day in "15 July 2024"; `after` is the token after the number and its ending."""
    return _read_day(cursor, place if first is None else first, after, day, None)


def _read_day(cursor: Cursor, first: int, after: int, day: int, weekday: int | None) -> Draft | None:
    if cursor.key(after) == "of" and cursor.joined(after):
        after += 1
    found = _month_name(cursor, after) if cursor.joined(after) else None
    if found is None or not 1 <= day <= 31:
        return None
    draft = Draft(first=first, after=found[1], kind=NumberKind.MONTH)
    return _of_year(cursor, draft, f"{found[0]:02}-{day:02}", weekday)


def _read_weekday(cursor: Cursor, place: int) -> Draft | None:
    """Return the day in "Sunday, 14 July 2024" and "Sunday, July 14"; the day of the week must be right."""
    weekday = WEEKDAYS[cursor.key(place)]
    after = place + 2 if cursor.key(place + 1) == "," and cursor.gap(place + 1) == "" else place + 1
    after = after + 1 if cursor.key(after) == "the" else after
    if not cursor.written(place)[0].isupper() or not cursor.joined(after):
        return None
    if cursor.kind(after) is not TokenKind.NUMBER or not DAY.fullmatch(cursor.key(after)):
        return read_month(cursor, after, place, weekday)
    ends = cursor.gap(after + 1) == "" and cursor.key(after + 1) in ORDINAL_ENDINGS
    return _read_day(cursor, place, after + 2 if ends else after + 1, int(cursor.key(after)), weekday)


def _read_week(cursor: Cursor, place: int) -> Draft | None:
    """Return the ISO week in "week 7 of 2024"."""
    key = cursor.key(place + 1)
    if not cursor.joined(place + 1) or not _WEEK.fullmatch(key) or is_quantity(cursor, place + 2):
        return None
    found = _year_after(cursor, place + 2)
    if found is None:
        return None
    return dated(Draft(first=place, after=found[1], kind=NumberKind.QUARTER), found[0], f"W{int(key):02}")


def read_part_of_year(cursor: Cursor, place: int, number: int, at: int) -> Draft | None:
    """Return the quarter or half in "third quarter of 2024", "first half of 2024"; `at` is its noun."""
    letter, most = _PARTS.get(cursor.key(at), ("", 0))
    if not 1 <= number <= most or not cursor.joined(at):
        return None
    draft = Draft(first=place, after=at + 1, kind=NumberKind.QUARTER)
    found = _of_year(cursor, draft, f"{letter}{number}")
    if not found.undated or (letter == "Q" and cursor.key(found.after) != "of"):
        return found
    # "the first half of the decade" and "the first quarter of the day" are no parts of a year.
    return None if cursor.key(found.after) == "of" or letter == "S" else found


def part_of_ordinal(cursor: Cursor, place: int) -> Draft | None:
    """Return the part of a year that an ordinal word opens."""
    return read_part_of_year(cursor, place, SMALL_ORDINALS.get(cursor.key(place), 9), place + 1)


def read_code_part(cursor: Cursor, place: int) -> Draft | None:
    """Return the part of a year in "Q3 2024", "H1 2024", "W07 2024", "Q3"."""
    part = part_of_code(cursor.written(place))
    if not part:
        return None
    draft = Draft(first=place, after=place + 1, kind=NumberKind.QUARTER)
    found = _of_year(cursor, draft, part)
    return found if part[0] == "Q" or not found.undated else None


def read_months(cursor: Cursor, place: int) -> Draft | None:
    """Return the quarter in "the three months to September 2024", which it is by another name."""
    three = cursor.key(place) in {"three", "3"} and cursor.joined(place + 1)
    if not three or cursor.key(place + 1) != "months" or cursor.key(place + 2) not in _ENDS:
        return None
    at = place + 3
    if [cursor.key(at + step) for step in range(3)] == ["the", "end", "of"]:
        at += 3
    found = _month_name(cursor, at)
    if found is None:
        return None
    draft = Draft(first=place, after=found[1], kind=NumberKind.QUARTER)
    if found[0] % 3:
        return draft.refuse("three months that are no quarter")
    return _of_year(cursor, draft, f"Q{found[0] // 3}")


DATE_STARTERS: Final[dict[str, Callable[[Cursor, int], Draft | None]]] = {
    **dict.fromkeys(WEEKDAYS, _read_weekday),
    **dict.fromkeys(MONTHS, read_month),
    "week": _read_week,
}
"""What reads a date that starts with a word, by the word."""
