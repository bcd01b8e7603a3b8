"""Years, ranges of years and decades; and the base years that are part of a unit."""

import re
from fractions import Fraction

from tieout.checking.mention import NumberKind
from tieout.checking.numbers.cursor import Cursor, Draft
from tieout.checking.numbers.dated import DAY, dated, part_of_code
from tieout.checking.numbers.units import read_unit
from tieout.checking.numbers.vocabulary import (
    DECADES,
    SCALES,
)
from tieout.checking.tokens import TokenKind

FIRST_YEAR, LAST_YEAR = 1800, 2100
_FOUR = re.compile(r"\d{4}")
_FIRST_CLEAR_CENTURY = 2000
_DASHES = frozenset("-–—/")
_MONEY = frozenset({"dollar", "dollars", "euros", "pounds", "prices", "us", "u.s.", "ppp"})
_BASE_BEFORE = frozenset({"constant", "chained", "base"})
_MONTH_LIKE = re.compile(r"0[1-9]|1[0-2]")


def year_at(cursor: Cursor, place: int) -> int | None:
    """Return the year-shaped number at a token, None if it is none."""
    key = cursor.key(place)
    if cursor.kind(place) is TokenKind.NUMBER and _FOUR.fullmatch(key) and key.isascii():
        year = int(key)
        return year if FIRST_YEAR <= year <= LAST_YEAR else None
    return None


def read_year(cursor: Cursor, place: int, year: int) -> Draft | None:
    """Return the period that starts with a year, None if it is a quantity ("2000%", "2017m")."""
    after = place + 1
    gap = cursor.gap(after)
    draft = Draft(first=place, after=after, kind=NumberKind.YEAR, years=(year,), period=str(year))
    draft.value = Fraction(year)
    if gap == "" and cursor.key(after) == "s":
        return _decade(draft, year, after + 1)
    if gap == "" and cursor.key(after) == "'s" and year % 10 == 0 and not cursor.key(after + 1).isalpha():
        return _decade(draft, year, after + 1)
    part = _part_after(cursor, after)
    if part is not None:
        return dated(Draft(first=place, after=part[1], kind=NumberKind.QUARTER), year, part[0])
    if cursor.key(after) in _DASHES and gap in {"", " "}:
        ranged = _read_range(cursor, draft, year)
        if ranged is not None:
            return ranged
    if is_quantity(cursor, after):
        return None
    return _base_year(cursor, draft)


def _decade(draft: Draft, year: int, after: int) -> Draft | None:
    draft.after = after
    if year % 10:
        return draft.refuse("a decade that does not start with a zero")
    if year % 100 == 0 and year < _FIRST_CLEAR_CENTURY:
        return draft.refuse("a decade or a century")
    draft.kind, draft.years, draft.period, draft.value = NumberKind.DECADE, (year, year + 9), "", None
    return draft


def _part_after(cursor: Cursor, after: int) -> tuple[str, int] | None:
    """Return part and next token for the rest of "2024-Q3", "2024Q3", "2024 Q3", "2024-S1", "2024-W07"."""
    place = after + 1 if cursor.key(after) in {"-", "–"} and cursor.gap(after) == "" else after
    if cursor.kind(place) is TokenKind.CODE and cursor.joined(place):
        part = part_of_code(cursor.written(place))
        return (part, place + 1) if part else None
    return None


def _read_range(cursor: Cursor, draft: Draft, year: int) -> Draft | None:
    """Read "2000–2024", "1990–95", "2019/20", "2024-07-15"; None if no year or month follows the dash."""
    dash = cursor.key(draft.after)
    place = draft.after + 1
    spaced = cursor.gap(draft.after) == " "
    if cursor.kind(place) is not TokenKind.NUMBER or cursor.gap(place) != cursor.gap(draft.after):
        return None
    written = cursor.key(place)
    if spaced and (year_at(cursor, place) is None or dash == "/"):
        return None
    draft.after = place + 1
    if cursor.key(place + 1) in {"-", "/"} and cursor.gap(place + 1) == "" and cursor.gap(place + 2) == "":
        return _read_day(cursor, draft, written)
    if is_quantity(cursor, place + 1):
        both_years = year_at(cursor, place) is not None
        return None if both_years else draft.refuse("a year and a quantity joined by a dash")
    last = _last_year(year, written, dash)
    if last == "month":
        draft.kind, draft.period, draft.value = NumberKind.MONTH, f"{year}-{written}", None
        return draft
    if not isinstance(last, int) or last <= year:
        return draft.refuse("a range of years that cannot be read")
    draft.kind, draft.years, draft.period, draft.value = NumberKind.YEAR_RANGE, (year, last), "", None
    return _base_year(cursor, draft)


def _last_year(year: int, written: str, dash: str) -> int | str | None:
    """Return the year that "95" in "1990–95" means, "month" for "2024-07", None where both could be meant."""
    if not written.isdigit() or not written.isascii():
        return None
    if len(written) == 4:
        last = int(written)
        return last if last <= LAST_YEAR and (dash != "/" or last == year + 1) else None
    if len(written) == 1:
        return year - year % 10 + int(written) if dash in "-–" else None
    if len(written) != 2:
        return None
    last = year - year % 100 + int(written)
    if last < year and last + 100 - year <= 10 and not (_MONTH_LIKE.fullmatch(written) and dash == "-"):
        last += 100
    if last == year + 1 or (dash in "-–" and not _MONTH_LIKE.fullmatch(written) and last > year):
        return last
    if _MONTH_LIKE.fullmatch(written):
        if dash == "-":
            return "month" if last < year else None
        return last if dash == "–" and last > year else None
    return last if dash == "/" and last > year else None


def _read_day(cursor: Cursor, draft: Draft, month: str) -> Draft:
    day = cursor.key(draft.after + 1)
    separator = cursor.key(draft.after)
    draft.after += 2
    is_date = _MONTH_LIKE.fullmatch(month) and len(day) == 2 and DAY.fullmatch(day.lstrip("0"))
    if separator == "-" and is_date:
        draft.kind, draft.value = NumberKind.MONTH, None
        return dated(draft, draft.years[0], f"{month}-{day}")
    return draft.refuse("a date that cannot be read")


def is_quantity(cursor: Cursor, after: int) -> bool:
    """Tell whether a scale, a percent sign or touching letters follow, so that the digits are no year."""
    if cursor.gap(after) == "":
        kind = cursor.kind(after)
        if kind is TokenKind.WORD and cursor.key(after) != "'s":
            return True
        if kind in {TokenKind.NUMBER, TokenKind.CODE, TokenKind.SCIENTIFIC} or cursor.key(after) in {
            "_",
            "^",
        }:
            return True
    if not cursor.joined(after):
        return False
    key = cursor.key(after)
    return key in SCALES or key in {"hundred", "times"} or key == "‰" or read_unit(cursor, after) is not None


def _base_year(cursor: Cursor, draft: Draft) -> Draft:
    """Make the year an identifier in a unit: "constant 2015 US$", "2021 PPP", "2010 = 100"."""
    after, before = draft.after, cursor.key(draft.first - 1)
    if before in _BASE_BEFORE or (before == "year" and cursor.key(draft.first - 2) == "base"):
        return draft.name()
    following = cursor.key(after)
    if following == "=" and cursor.key(after + 1) == "100" and cursor.gap(after) in {"", " "}:
        draft.after = after + 2
        return draft.name()
    if not cursor.joined(after):
        return draft
    return draft.name() if _unit_follows(cursor, after, before) else draft


def _unit_follows(cursor: Cursor, after: int, before: str) -> bool:
    """Tell "2015 US dollars" and "at 2015 prices" from "in 2015 US GDP" and "in 2015 prices rose"."""
    key, second = cursor.key(after), cursor.key(after + 1)
    if key in {"us", "u.s.", "international", "constant", "ppp"}:
        if second == "$" or cursor.kind(after + 1) is TokenKind.CURRENCY:
            return not _digit_after(cursor, after + 1)
        ends = cursor.kind(after + 1) in {TokenKind.SYMBOL, None}
        return second in _MONEY or (key == "ppp" and (ends or second == "international"))
    if key == "local":
        return second == "currency"
    if key in {"price", "prices"}:
        return before in {"at", "("} or cursor.kind(after + 1) in {TokenKind.SYMBOL, None}
    if cursor.kind(after) is TokenKind.CURRENCY:
        return not _digit_after(cursor, after)
    return key in _MONEY


def _digit_after(cursor: Cursor, place: int) -> bool:
    following = cursor.kind(place + 1)
    return following is not None and following <= TokenKind.NUMBER and cursor.gap(place + 1) in {"", " "}


def read_short_decade(cursor: Cursor, place: int) -> Draft | None:
    """Return the decade in "the '90s"; "in her 90s" is none."""
    key = cursor.key(place)
    if len(key) != 2 or key[1] != "0" or not key.isascii() or cursor.key(place - 1) != "'":
        return None
    if cursor.gap(place) != "" or cursor.gap(place + 1) != "" or cursor.key(place + 1) != "s":
        return None
    decade = int(key) + (2000 if key in {"00", "10"} else 1900)
    return Draft(first=place - 1, after=place + 2, kind=NumberKind.DECADE, years=(decade, decade + 9))


def read_decade_word(cursor: Cursor, place: int) -> Draft | None:
    """Return the decade in "the nineties"; not in "in his nineties"."""
    decade = DECADES.get(cursor.key(place))
    before = cursor.key(place - 1)
    if decade is None or before not in {"the", "early", "mid", "late"}:
        return None
    return Draft(first=place, after=place + 1, kind=NumberKind.DECADE, years=(decade, decade + 9))
