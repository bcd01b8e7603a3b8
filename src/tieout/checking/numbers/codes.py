"""Digits that name something: codes, names with a hyphen, and the numbers of pages and tables."""

from tieout.checking.numbers import periods
from tieout.checking.numbers.cursor import Cursor, Draft
from tieout.checking.numbers.dates import read_code_part
from tieout.checking.numbers.units import read_after, read_unit
from tieout.checking.numbers.vocabulary import (
    LABELS,
    MULTIPLES,
    PREFIXES,
    SCALE_WORDS,
    SCALES,
    SMALL,
    TENS,
)
from tieout.checking.tokens import TokenKind

_LONGEST_LABEL = 4
_PAGES = frozenset({"page", "pages", "p", "pp"})


def is_named(cursor: Cursor, index: int) -> bool:
    """Tell whether digits belong to a name ("COVID-19", "G-7") or number a thing ("page 12")."""
    if index == cursor.used:
        return False
    before = index - 1
    gap = cursor.gap(index)
    if gap == "-" and cursor.kind(before) is TokenKind.WORD:
        key = cursor.key(before)
        return key not in PREFIXES and key not in SMALL and key not in TENS
    if cursor.key(before) == "." and cursor.gap(before) == "":
        before -= 1
    return (
        gap == " "
        and before >= cursor.used
        and cursor.key(before) in LABELS
        and (cursor.key(before) in _PAGES or periods.year_at(cursor, index) is None)
    )


def read_named(cursor: Cursor, index: int) -> Draft:
    """Name the number of a thing; what carries a scale, a unit or decimals is a quantity and unclear."""
    draft = Draft(first=index, after=index + 1)
    after = draft.after
    says_more = cursor.joined(after) and (
        cursor.key(after) in SCALES or read_unit(cursor, after) is not None or cursor.key(after) in MULTIPLES
    )
    if says_more or not cursor.key(index).isdigit() or len(cursor.key(index)) > _LONGEST_LABEL:
        return read_after(cursor, draft.refuse("a number that may be a name or a quantity"))
    if (
        cursor.gap(after) == ""
        and cursor.kind(after) not in {TokenKind.SYMBOL, None}
        and cursor.key(after) != "'s"
    ):
        return read_after(cursor, draft.refuse("letters among the digits"))
    return draft.name()


def read_code(cursor: Cursor, index: int) -> Draft | None:
    """Name a code with digits in it; "Q3" is a quarter; "l0%" and "l0 million" are no names."""
    written = cursor.written(index)
    if not any(character.isdigit() for character in written):
        return None
    if not (cursor.key(index + 1) == "'" and cursor.gap(index + 1) == ""):
        part = read_code_part(cursor, index)
        if part is not None:
            return part
    draft = Draft(first=index, after=index + 1)
    unit = read_unit(cursor, index + 1) if cursor.gap(index + 1) == "" else None
    if unit is not None or (cursor.key(index + 1) in SCALE_WORDS and cursor.joined(index + 1)):
        draft.after = unit[1] if unit else index + 2
        return draft.refuse("letters among the digits")
    if (
        cursor.kind(index + 1) is TokenKind.WORD
        and cursor.gap(index + 1) == ""
        and cursor.key(index + 1) != "'s"
    ):
        draft.after = index + 2
        return draft.refuse("letters among the digits")
    while cursor.key(draft.after) in {"-", "–", "/", "."} and cursor.gap(draft.after) == "":
        if cursor.kind(draft.after + 1) is not TokenKind.NUMBER or cursor.gap(draft.after + 1) != "":
            break
        draft.after += 2  # "FY2019-20", "ISO3166/1"
    return draft.name()
