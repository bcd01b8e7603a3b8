"""What stands after a number and belongs to it: scale, percent, points, currency, times."""

from fractions import Fraction

from tieout.checking.mention import Bound, NumberKind
from tieout.checking.numbers import currencies
from tieout.checking.numbers.cursor import Cursor, Draft
from tieout.checking.numbers.touching import take_glued
from tieout.checking.numbers.vocabulary import (
    GLUED_SCALES,
    LARGEST_SCALE,
    MONEY_SCALES,
    SCALES,
)
from tieout.checking.numbers.words import read_part_after_and
from tieout.checking.tokens import TokenKind

_HUNDREDTH = Fraction(1, 100)
_POINT = frozenset({"point", "points"})
_POINTS = frozenset({"pp", "pps", "ppt", "ppts", "p.p."})
_BASIS = frozenset({"bp", "bps"})
_PERCENT = frozenset({"%", "percent", "pct", "pc"})


def read_after(cursor: Cursor, draft: Draft, *, scaled: bool = False) -> Draft:
    """Take scale, unit, currency and a closing plus after the draft into it.

    Args:
        cursor: The tokens.
        draft: A number with its prefix read, so that "$2.6T" is known for money.
        scaled: The scale words were read already, as part of number words.
    """
    if not scaled and draft.value is not None:
        _read_scale(cursor, draft)
    if draft.kind is NumberKind.UNREADABLE:
        return _span_of_unreadable(cursor, take_glued(cursor, draft))
    if draft.scale > 1:
        _read_half_more(cursor, draft)
    of_a = cursor.follows(draft.after, "of", "a") or cursor.follows(draft.after, "of", "one")
    unit = read_unit(cursor, draft.after + 2 if of_a and not draft.whole else draft.after)
    if unit is not None:
        draft.kind, draft.after = unit
        draft.zeros = 0
        if draft.currency is not None:
            return draft.refuse("a currency and a percent sign on one number")
        if read_unit(cursor, draft.after) is not None and cursor.key(draft.after) in {"%", "percent"}:
            return draft.refuse("a doubled percent sign")
    elif cursor.key(draft.after) == "‰" and cursor.joined(draft.after):
        draft.per, draft.after = 1000, draft.after + 1
    else:
        _read_currency(cursor, draft)
    if draft.currency is not None and draft.kind is NumberKind.PLAIN:
        draft.kind = NumberKind.CURRENCY
    if draft.kind is NumberKind.PLAIN:
        _read_times(cursor, draft)
    _read_plus(cursor, draft)
    draft = take_glued(cursor, draft)
    return _span_of_unreadable(cursor, draft) if draft.kind is NumberKind.UNREADABLE else draft


def _span_of_unreadable(cursor: Cursor, draft: Draft) -> Draft:
    """Put scale and percent into the span of what cannot be read, so that it is one problem and not three."""
    while cursor.key(draft.after) in SCALES and cursor.joined(draft.after):
        draft.after += 1
    unit = read_unit(cursor, draft.after)
    draft.after = unit[1] if unit else draft.after
    return draft


def _read_scale(cursor: Cursor, draft: Draft) -> None:
    last = 1
    while True:
        place = draft.after
        gap = cursor.gap(place)
        factor = _scale_at(cursor, place, gap, money=draft.currency is not None)
        if factor is None:
            return
        draft.after = place + 1
        if factor < last or draft.scale * factor > LARGEST_SCALE:
            draft.refuse("scale words that do not go together")
            return
        last = factor
        draft.scale *= factor
        draft.multiply(factor)


def _read_half_more(cursor: Cursor, draft: Draft) -> None:
    """Read on in "a million and a half"."""
    part = read_part_after_and(cursor, draft.after)
    if part is None or draft.value is None:
        return
    more = part[0] * draft.scale
    draft.value += -more if draft.sign == "-" else more
    draft.step, draft.after = Fraction(draft.scale, 10), part[1]


def _scale_at(cursor: Cursor, place: int, gap: str, *, money: bool) -> int | None:
    if gap not in {"", " ", "-"}:
        return None
    key = cursor.key(place)
    if key == "hundred":
        return 100
    if key in SCALES:
        return SCALES[key]
    if cursor.kind(place) is not TokenKind.WORD:
        return None
    written = cursor.written(place)
    # "$3 m" is money; "3 m" may be three metres.
    if gap == "" or (money and gap == " "):
        factor = GLUED_SCALES.get(written)
        if factor is None and money:
            factor = MONEY_SCALES.get(written)
        return factor
    return None


def read_unit(cursor: Cursor, place: int) -> tuple[NumberKind, int] | None:
    """Return percent, points or basis points that stand at a token, and the token after them."""
    key = cursor.key(place)
    if not key or not cursor.joined(place):
        return None
    following = cursor.key(place + 1) if cursor.joined(place + 1) else ""
    if key in _PERCENT:
        if following in _POINT and key != "pc":
            return NumberKind.POINTS, place + 2
        if key == "%" and following == "-" and cursor.key(place + 2) in _POINT:
            return NumberKind.POINTS, place + 3
        return NumberKind.PERCENT, place + 1
    if key == "per" and following == "cent":
        return NumberKind.PERCENT, place + 2
    if key == "percentage" and following in _POINT:
        return NumberKind.POINTS, place + 2
    if key in _POINTS:
        return NumberKind.POINTS, place + 1
    if key == "basis" and following in _POINT:
        return NumberKind.BASIS_POINTS, place + 2
    if key in _BASIS:
        return NumberKind.BASIS_POINTS, place + 1
    return None


def _read_currency(cursor: Cursor, draft: Draft) -> None:
    found = read_currency(cursor, draft.after)
    if found is None:
        return
    currency, after, minor = found
    draft.after = after
    if minor:
        if draft.scale != 1 or draft.currency is not None:
            draft.refuse("cents and a currency sign on one number")
            return
        draft.currency = currency
        draft.multiply(_HUNDREDTH)
        return
    agreed = currency if draft.currency is None else currencies.agree(draft.currency, currency)
    if agreed is None:
        draft.refuse("two currencies")
        return
    draft.currency = agreed


def read_currency(cursor: Cursor, place: int) -> tuple[str, int, bool] | None:
    """Return the currency that stands at a token, the token after it, and whether it is cents."""
    key = cursor.key(place)
    if not key or not cursor.joined(place):
        return None
    if key in currencies.MINOR:
        return currencies.MINOR[key], place + 1, True
    if key == "p" and cursor.gap(place) == "" and cursor.kind(place) is TokenKind.WORD:
        return "GBP", place + 1, True
    following = cursor.key(place + 1)
    if cursor.joined(place + 1):
        pair = currencies.ADJECTIVES.get((key, following))
        if pair is not None:
            return pair, place + 2, False
        named = currencies.ADJECTIVES.get((following, cursor.key(place + 2)))
        if named is not None and key in {"new", "hong", "sri"} and cursor.joined(place + 2):
            return named, place + 3, False
        if (
            following == "$"
            and key in {"us", "u.s.", "international"}
            and not _digit_follows(cursor, place + 1)
        ):
            return ("INT" if key == "international" else "USD"), place + 2, False
    if key in currencies.NOUNS:
        return currencies.NOUNS[key], place + 1, False
    if cursor.kind(place) is TokenKind.CURRENCY and not _digit_follows(cursor, place):
        return currencies.of_sign(cursor.written(place)), place + 1, False
    if cursor.written(place).isupper() and not _digit_follows(cursor, place):
        code = currencies.CODES.get(key)
        return (code, place + 1, False) if code else None
    return None


def _digit_follows(cursor: Cursor, place: int) -> bool:
    """Tell whether the currency sign at a token belongs to the number after it ("in 2019 US$5")."""
    following = cursor.kind(place + 1)
    return following is not None and following <= TokenKind.NUMBER and cursor.gap(place + 1) in {"", " "}


def _read_times(cursor: Cursor, draft: Draft) -> None:
    place = draft.after
    key = cursor.key(place)
    gap = cursor.gap(place)
    if (
        (key == "times" and gap in {" ", "-"})
        or (key in {"x", "×"} and gap == "" and _ends_word(cursor, place))
        or (key in {"fold", "folds"} and gap in {"", "-"})
    ):
        draft.kind, draft.after = NumberKind.MULTIPLE, place + 1
    if draft.kind is NumberKind.MULTIPLE:
        draft.zeros = 0
        if draft.words:
            draft.step = Fraction(0)


def _ends_word(cursor: Cursor, place: int) -> bool:
    return cursor.gap(place + 1) != "" or cursor.kind(place + 1) is TokenKind.SYMBOL


def _read_plus(cursor: Cursor, draft: Draft) -> None:
    place = draft.after
    if cursor.key(place) == "+" and cursor.gap(place) == "":
        following = cursor.kind(place + 1)
        if cursor.gap(place + 1) != "" or following is TokenKind.SYMBOL:
            draft.bound, draft.after = Bound.AT_LEAST, place + 1
    elif cursor.key(place) == "plus" and cursor.gap(place) == "-":
        draft.bound, draft.after = Bound.AT_LEAST, place + 1
