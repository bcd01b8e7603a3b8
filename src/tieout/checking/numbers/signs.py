"""What stands before a number and belongs to it: sign, currency, and the signs for about, more and less."""

from tieout.checking.mention import Bound, NumberKind
from tieout.checking.numbers import currencies
from tieout.checking.numbers.cursor import Cursor, Draft
from tieout.checking.numbers.touching import refuse_touching_before
from tieout.checking.numbers.vocabulary import SCALES
from tieout.checking.tokens import TokenKind

_BOUNDS = {
    "~": Bound.ABOUT,
    "≈": Bound.ABOUT,
    "≃": Bound.ABOUT,
    "≅": Bound.ABOUT,
    ">": Bound.MORE,
    "≥": Bound.AT_LEAST,
    "<": Bound.LESS,
    "≤": Bound.AT_MOST,
}
_SIGNS = frozenset("-−–—+±")
_MINUS = frozenset({"minus", "negative"})
_LEADS = frozenset({*currencies.CODES, *_BOUNDS, *_SIGNS, *_MINUS, "(", "=", ".", "%", "'"})
_BEFORE_A_SIGN = frozenset(" \t\n\r([{\"'*|:~≈<>≤≥=,;/")
_WHOSE_DOLLAR = {"US": "USD", "U.S.": "USD", "international": "INT"}


def may_lead(cursor: Cursor, first: int) -> bool:
    """Tell whether the token before a number can belong to it at all; most are plain words, and cannot."""
    place = first - 1
    if place < cursor.used:
        return False
    key = cursor.key(place)
    return key in _LEADS or cursor.kind(place) is TokenKind.CURRENCY or not key.isascii()


def read_before(cursor: Cursor, draft: Draft) -> Draft:
    """Take sign, currency and bound signs before the draft into it, never past an earlier number."""
    if not may_lead(cursor, draft.first):
        return draft
    refuse_touching_before(cursor, draft)
    if draft.reason:
        return draft
    _read_currency(cursor, draft)
    _read_sign(cursor, draft)
    if draft.sign and draft.currency is None:
        _read_currency(cursor, draft)
    if draft.sign and draft.first > cursor.used and cursor.key(draft.first - 1) in _MINUS:
        draft.first -= 1
        draft.refuse("a doubled sign")
    _read_bound(cursor, draft)
    if cursor.key(draft.first - 1) == "(":
        _read_brackets(cursor, draft)
    return draft


def _read_currency(cursor: Cursor, draft: Draft) -> None:
    """Take "US$", "€", "USD", "Rs." before the number; two of them must agree."""
    while draft.first - 1 >= cursor.used and cursor.gap(draft.first) in {"", " "}:
        place = draft.first - 1
        found = _currency_at(cursor, place)
        if found is None and cursor.key(place) == "." and cursor.key(place - 1) in {"rs", "sh"}:
            place -= 1
            found = "INR?" if cursor.key(place) == "rs" else "KES?"
        if found is None and draft.currency == "USD?" and cursor.written(place) in _WHOSE_DOLLAR:
            draft.first, draft.currency = place, _WHOSE_DOLLAR[cursor.written(place)]
            return
        if (
            found is None
            and draft.currency
            and cursor.gap(draft.first) == ""
            and cursor.kind(place) is TokenKind.WORD
        ):
            draft.first = place
            draft.refuse("letters that touch a currency sign")
            return
        if found is None or place < cursor.used:
            return
        draft.first = place
        if draft.currency is not None and cursor.kind(place) is TokenKind.CURRENCY:
            draft.refuse("two currency signs")
            return
        agreed = found if draft.currency is None else currencies.agree(found, draft.currency)
        if agreed is None:
            draft.refuse("two currencies")
            return
        draft.currency = agreed


def _currency_at(cursor: Cursor, place: int) -> str | None:
    kind = cursor.kind(place)
    if kind is TokenKind.CURRENCY:
        return currencies.of_sign(cursor.written(place))
    if kind is TokenKind.WORD:
        written = cursor.written(place)
        if written.isupper() or written in {"Rs", "Ksh", "KSh", "TSh", "USh"}:
            return currencies.CODES.get(written.lower())
    return None


def _read_sign(cursor: Cursor, draft: Draft) -> None:
    place = draft.first - 1
    if place < cursor.used:
        return
    key = cursor.key(place)
    gap = cursor.gap(draft.first)
    if key in _MINUS and gap == " " and draft.value is not None:
        draft.first = place
        _set_sign(draft, "-")
        return
    if key not in _SIGNS:
        return
    if gap != "":
        if key in "−±":
            draft.first = place
            draft.refuse("a sign that stands apart from its number")
        return
    if place == cursor.used > 0 and cursor.gap(place) == "":
        return  # the dash of a range: "$5bn–$7bn"
    start = cursor.tokens[place].start
    previous = cursor.text[start - 1] if start else " "
    if previous in _SIGNS or key == "±":
        draft.first = place - 1 if previous in _SIGNS and place > cursor.used else place
        draft.refuse("a doubled sign")
    elif previous in _BEFORE_A_SIGN or cursor.kind(place - 1) is TokenKind.CURRENCY:
        draft.first = place
        if key == "—":
            draft.refuse("a long dash where a minus would stand")
        else:
            _set_sign(draft, "+" if key == "+" else "-")
    elif not (key == "—" or previous.isdigit() or previous in "%‰"):
        draft.first = place
        draft.refuse("a dash that may be a minus")


def _set_sign(draft: Draft, sign: str) -> None:
    draft.sign = sign
    if sign == "-" and draft.value is not None:
        draft.value = -draft.value


def _read_bound(cursor: Cursor, draft: Draft) -> None:
    place = draft.first - 1
    if place < cursor.used or cursor.gap(draft.first) not in {"", " "}:
        return
    key = cursor.key(place)
    if key == "=" and cursor.gap(place) == "" and cursor.key(place - 1) in {"<", ">"} and place > cursor.used:
        draft.bound = Bound.AT_LEAST if cursor.key(place - 1) == ">" else Bound.AT_MOST
        draft.first = place - 1
    elif key == ">" and cursor.gap(draft.first) == " " and (place == 0 or "\n" in cursor.gap(place)):
        return  # a quoted line
    elif key in _BOUNDS:
        start = cursor.tokens[place].start
        previous = cursor.text[start - 1] if start else " "
        draft.bound, draft.first = _BOUNDS[key], place
        if previous == "~" or (key in "<>" and (previous.isalnum() or previous in "-=/\"'")):
            draft.refuse("a sign that may be markup")


def _read_brackets(cursor: Cursor, draft: Draft) -> None:
    """Refuse "(53,180) million"; read "| (48.24) |" in a table as minus (rule 8)."""
    if cursor.key(draft.after) != ")" or draft.kind is NumberKind.UNREADABLE:
        return
    closing = draft.after
    following = cursor.key(closing + 1)
    if cursor.joined(closing + 1) and (following in SCALES or following in {"%", "percent"}):
        if draft.bare:
            draft.first -= 1
            draft.after = closing + 2
            draft.refuse("brackets between a number and its unit")
        return
    in_cell = cursor.key(draft.first - 2) == "|" and following == "|"
    if in_cell and not draft.sign and draft.value is not None:
        draft.first -= 1
        draft.after = closing + 1
        _set_sign(draft, "-")
