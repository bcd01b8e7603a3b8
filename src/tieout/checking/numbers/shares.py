"""Parts, ratios, rates and multiples: "a third", "1 in 5", "37 to 1", "per 1,000", "doubled", "3/4"."""

from fractions import Fraction

from tieout.checking.mention import NumberKind
from tieout.checking.numbers.cursor import Cursor, Draft
from tieout.checking.numbers.digits import Digits, read_digits
from tieout.checking.numbers.periods import year_at
from tieout.checking.numbers.units import read_after, read_currency, read_unit
from tieout.checking.numbers.vocabulary import (
    MULTIPLES,
    NOT_MULTIPLE_BEFORE,
    RANK_WORDS,
    SCALE_WORDS,
    SCALES,
    SHARERS,
    TIME_NOUNS,
)
from tieout.checking.numbers.words import ARTICLES, Words, read_part, read_words
from tieout.checking.tokens import TokenKind

_ZERO = Fraction(0)
_MOST_SHARED = 10**4
_TENTH = Fraction(1, 10)
_IDIOMS = frozenset({("9", "11"), ("24", "7"), ("50", "50")})
_ROUND = frozenset({100, 1000, 10**4, 10**5, 10**6})
_NOUNS_OF_THIRD = TIME_NOUNS | frozenset(
    "time times country term straight consecutive successive party".split()
)


def read_multiple(cursor: Cursor, place: int) -> Draft:
    """Return the multiple in "doubled", "threefold"; an identifier in "double-digit growth"."""
    draft = Draft(first=place, after=place + 1, words=True, kind=NumberKind.MULTIPLE)
    draft.value = MULTIPLES[cursor.key(place)]
    following = cursor.key(place + 1)
    if following in NOT_MULTIPLE_BEFORE and cursor.joined(place + 1):
        draft.after = place + 2
        return draft.name()
    return draft


def read_fraction(cursor: Cursor, place: int) -> Draft | None:
    """Return the fraction in words at a token: "a third", "two-thirds", "half", "half a million"."""
    if cursor.key(place) == "half":
        return _read_half(cursor, place)
    part = read_part(cursor, place)
    if part is None or _is_third_in_order(cursor, place, part[1]):
        return None
    draft = Draft(first=place, after=part[1], words=True, whole=False, kind=NumberKind.FRACTION)
    draft.value = part[0]
    return _of_a_unit(cursor, draft)


def _read_half(cursor: Cursor, place: int) -> Draft:
    draft = Draft(first=place, after=place + 1, words=True, whole=False, kind=NumberKind.FRACTION)
    draft.value = Fraction(1, 2)
    if cursor.follows(place + 1, "as") and cursor.key(place + 3) == "again":
        draft.after = place + 4
        return draft.refuse("half as much again")
    if cursor.follows(place + 1, "again"):
        draft.after = place + 2
        return draft.refuse("half again")
    if cursor.follows(place + 1, "a", "dozen"):
        draft.after, draft.kind = place + 3, NumberKind.PLAIN
        draft.value, draft.step = Fraction(6), Fraction(1)
        return draft
    return _of_a_unit(cursor, draft)


def _is_third_in_order(cursor: Cursor, place: int, after: int) -> bool:
    """Tell "a third country" and "a third straight year" from "a third of the seats"."""
    if cursor.key(place) not in ARTICLES:
        return False
    return cursor.joined(after) and cursor.key(after) in _NOUNS_OF_THIRD


def _of_a_unit(cursor: Cursor, draft: Draft) -> Draft:
    """Read on in "half a million", "a quarter of a percentage point", "half of one percent"."""
    place = draft.after
    if cursor.key(place) == "of" and cursor.joined(place):
        place += 1
    if cursor.key(place) not in {"a", "one"} or not cursor.joined(place):
        if cursor.key(draft.after) in SCALE_WORDS and cursor.joined(draft.after):
            place = draft.after - 1
        elif draft.after == place and read_unit(cursor, place) is not None:
            place -= 1
        else:
            return draft
    place += 1
    is_scale = cursor.key(place) in SCALE_WORDS and cursor.joined(place)
    if not is_scale and read_unit(cursor, place) is None:
        return draft
    draft.after, draft.kind = place, NumberKind.PLAIN
    draft.step = (draft.value or _ZERO) * _TENTH
    return draft


def read_slash(cursor: Cursor, place: int) -> Draft | None:
    """Return the fraction "3/4", a refusal ("7.7/10", "3/4/2020"), None without a slash."""
    if cursor.key(place + 1) != "/" or cursor.gap(place + 1) != "" or cursor.gap(place + 2) != "":
        return None
    if cursor.kind(place + 2) is not TokenKind.NUMBER:
        return None
    top, bottom = cursor.key(place), cursor.key(place + 2)
    after = place + 3
    draft = Draft(first=place, after=after, whole=False, kind=NumberKind.FRACTION)
    if cursor.gap(after) == "" and cursor.key(after) in {"th", "ths", "rd", "rds"}:
        draft.after = after + 1
        return _slashed(draft, top, bottom)
    while cursor.key(after) == "/" and cursor.gap(after) == "" and cursor.kind(after + 1) is TokenKind.NUMBER:
        after = draft.after = after + 2
    if (top, bottom) in _IDIOMS and draft.after == place + 3:
        return draft.name()
    if draft.after > place + 3:
        return draft.refuse("digits with a slash between them")
    return _slashed(draft, top, bottom)


def _slashed(draft: Draft, top: str, bottom: str) -> Draft:
    both = top + bottom
    small = both.isdigit() and both.isascii() and len(both) <= 4
    if not small or not 0 < int(top) < int(bottom) <= 20:
        return draft.refuse("digits with a slash between them")
    draft.value = Fraction(int(top), int(bottom))
    draft.parts = (int(top), int(bottom))
    return draft


def read_share(cursor: Cursor, draft: Draft) -> Draft:
    """Read on in "1 in 5", "two out of five", "three of every ten", "37 to 1", "3:1"."""
    value = draft.value or _ZERO
    if not draft.bare or draft.sign or draft.grouped or not 0 < value <= _MOST_SHARED:
        return draft
    place = draft.after
    key = cursor.key(place)
    if key == ":" and cursor.gap(place) == "":
        return _read_colon(cursor, draft)
    if not cursor.joined(place) or cursor.key(draft.first - 1) in RANK_WORDS:
        return draft
    if key == "to":
        return _read_to_one(cursor, draft)
    if not draft.whole:
        return draft
    if key in SHARERS and cursor.key(place + 1) in {"in", "out"} and value <= 10:
        place += 1
        key = cursor.key(place)
    return _read_in(cursor, draft, place, key)


def _read_in(cursor: Cursor, draft: Draft, place: int, key: str) -> Draft:
    every = False
    if key == "out" and cursor.follows(place + 1, "of"):
        place += 2
    elif key in {"in", "of"}:
        place += 1
        every = key == "of"
    else:
        return draft
    if cursor.key(place) in {"every", "each"} and cursor.joined(place):
        place += 1
    elif every:
        return draft
    bottom = _whole_number(cursor, place)
    if bottom is None or draft.value is None:
        return draft
    number, after = bottom
    strict = key == "in" and cursor.key(place - 1) == "in"
    if not draft.value < number or (strict and not _may_be_share(cursor, int(draft.value), number, after)):
        return draft
    draft.kind, draft.step, draft.after = NumberKind.FRACTION, _ZERO, after
    draft.parts = (int(draft.value), number)
    draft.value, draft.zeros = Fraction(int(draft.value), number), 0
    return draft


def _may_be_share(cursor: Cursor, top: int, bottom: int, after: int) -> bool:
    """Tell "one in five" from "5 in 12 months" and "7 in 12 countries"."""
    if bottom > 100 and not (bottom in _ROUND and top < 100):
        return False
    return not (cursor.joined(after) and cursor.key(after) in TIME_NOUNS)


def _whole_number(cursor: Cursor, place: int) -> tuple[int, int] | None:
    """Return a plain whole number that starts at a token and says nothing else, and the token after it."""
    if not cursor.joined(place):
        return None
    if cursor.kind(place) is TokenKind.NUMBER:
        if year_at(cursor, place) is not None:
            return None
        digits = read_digits(cursor.key(place))
        if not isinstance(digits, Digits) or not digits.whole:
            return None
        number, after = int(digits.value), place + 1
    else:
        words = read_words(cursor, place)
        if not isinstance(words, Words) or words.ordinal or words.value.denominator != 1:
            return None
        number, after = int(words.value), words.after
    says_more = cursor.gap(after) == "" and cursor.kind(after) not in {TokenKind.SYMBOL, None}
    if says_more or cursor.key(after) in SCALES or read_unit(cursor, after) or read_currency(cursor, after):
        return None
    if cursor.key(after) in {"-", "–", "/"} and cursor.gap(after) == "":
        return None
    return number, after


def _read_to_one(cursor: Cursor, draft: Draft) -> Draft:
    place = draft.after + 1
    before = cursor.key(draft.first - 1)
    if before in {"from", "between", "by"} or cursor.key(draft.first - 2) == "from":
        return draft
    bottom = _whole_number(cursor, place)
    if bottom is None or bottom[0] != 1 or draft.value is None or draft.value <= 1:
        return draft
    return _ratio(draft, bottom[1])


def _read_colon(cursor: Cursor, draft: Draft) -> Draft:
    place = draft.after + 1
    if cursor.kind(place) is not TokenKind.NUMBER or cursor.gap(place) != "":
        return draft
    draft.after = place + 1
    if cursor.key(place) != "1" or draft.value is None or draft.value <= 1:
        return draft.refuse("digits with a colon between them")
    return _ratio(draft, place + 1)


def _ratio(draft: Draft, after: int) -> Draft:
    draft.kind, draft.after, draft.zeros = NumberKind.RATIO, after, 0
    if draft.whole:
        draft.parts = (int(draft.value or 0), 1)
    return draft


def is_denominator(cursor: Cursor, draft: Draft) -> bool:
    """Tell whether a number stands after "per", "every" or a slash, so that it is the base of a rate."""
    place = draft.first - 1
    if place < cursor.used or not cursor.joined(draft.first):
        return False
    key = cursor.key(place)
    if key in {"per", "every"}:
        return True
    if key == "of" and cursor.key(place - 1) == "out" and draft.value in _ROUND:
        return place - 1 >= cursor.used
    return key == "/" and cursor.kind(place - 1) is TokenKind.WORD and cursor.gap(place) == ""


def take_denominator(cursor: Cursor, draft: Draft) -> Draft:
    """Make a bare number after "per" the base of a rate, with "per", "for every", "out of" in its span."""
    if draft.kind is not NumberKind.PLAIN or draft.sign or draft.value is None or draft.value <= 0:
        return draft
    draft.first -= 1
    if cursor.key(draft.first) == "every" and cursor.key(draft.first - 1) in {"for", "in"}:
        draft.first = max(draft.first - 1, cursor.used)
    elif cursor.key(draft.first) == "of":
        draft.first -= 1
    draft.kind, draft.zeros = NumberKind.PER_N, 0
    return draft


def denominator_scale(cursor: Cursor, place: int) -> Draft | None:
    """Return the base in "per million", "per hundred", whose scale word has no number."""
    key = cursor.key(place)
    number = SCALES.get(key) if key in SCALE_WORDS else 100 if key == "hundred" else None
    if number is None or cursor.key(place - 1) not in {"per", "every"} or not cursor.joined(place):
        return None
    draft = Draft(first=place, after=place + 1, words=True, value=Fraction(number), step=Fraction(number))
    return read_after(cursor, draft)
