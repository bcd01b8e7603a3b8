"""What touches the digits and is no part of a number: the number is refused, since it may be another one."""

from tieout.checking.numbers.cursor import Cursor, Draft
from tieout.checking.numbers.digits import read_scientific
from tieout.checking.numbers.vocabulary import PHYSICAL
from tieout.checking.tokens import TokenKind

# "2.59T" may be trillions or tonnes.
_NO_UNITS = frozenset("TGL")
# These may stand between digits and part two numbers; of the others ("41·3", "12_345") nobody can tell.
_PARTING = frozenset("-–—−/:+×*=<>()[]{}|;&~≈,.\"'!?…#@%‰")
# Signs of other alphabets and fonts that may stand right before digits; the rest may be a minus in disguise.
_LEADING = frozenset("≈≃≅≥≤−–—±×…•·→")


def refuse_touching_before(cursor: Cursor, draft: Draft) -> None:
    """Refuse "%5", "'08" and digits behind a sign that is not known; called before anything else is taken."""
    place = draft.first - 1
    if cursor.gap(draft.first) != "" or cursor.kind(place) is not TokenKind.SYMBOL:
        return
    key, written = cursor.key(place), cursor.key(draft.first)
    if key == "%":
        reason = "a percent sign before the digits"
    elif key == "'" and len(written) == 2 and written.isdigit():
        reason = "a shortened year"
    elif not key.isascii() and key not in _LEADING:
        reason = "a sign that is not known before the digits"
    else:
        return
    draft.first = place
    draft.refuse(reason)


def take_glued(cursor: Cursor, draft: Draft) -> Draft:
    """Refuse letters and signs that touch the end of the digits and are no unit: "41O", "5²", "41·3"."""
    place = draft.after
    if place >= cursor.size or cursor.tokens[place].start > cursor.tokens[place - 1].end:
        return draft
    if not _touches(cursor, place):
        return draft
    power = _read_power(cursor, draft)
    if power is not None:
        return power
    while place < cursor.size and cursor.gap(place) == "" and _goes_on(cursor, place):
        place += 1
    draft.after = place
    return draft.refuse("letters or signs that touch the digits")


def _touches(cursor: Cursor, place: int) -> bool:
    kind, key = cursor.kind(place), cursor.key(place)
    if kind is TokenKind.SYMBOL:
        return _goes_on(cursor, place)
    if kind is TokenKind.CURRENCY or key == "'s":
        return False
    if key == "s":
        return cursor.key(place - 2) not in {"under", "over"}  # "under-5s", "over-65s"
    return key not in PHYSICAL or cursor.written(place) in _NO_UNITS


def _goes_on(cursor: Cursor, place: int) -> bool:
    """Tell whether a token that touches the one before it makes one string with the next."""
    if cursor.kind(place) is not TokenKind.SYMBOL:
        return True
    key = cursor.key(place)
    if key in _PARTING or cursor.gap(place + 1) != "":
        return False
    return key in {"_", "^"} or cursor.kind(place + 1) is TokenKind.NUMBER


def _read_power(cursor: Cursor, draft: Draft) -> Draft | None:
    """Read on in "10⁷" and "10^7", which no multiplier starts."""
    place = draft.after
    if cursor.key(place) == "^" and cursor.gap(place + 1) == "":
        place += 1
    power = read_scientific(f"1e{cursor.key(place)}")
    ends = cursor.gap(place + 1) != "" or cursor.kind(place + 1) is TokenKind.SYMBOL
    if draft.value != 10 or not draft.bare or isinstance(power, str) or not ends:
        return None
    draft.value, draft.step, draft.zeros, draft.after, draft.whole = (
        power.value,
        power.step,
        0,
        place + 1,
        False,
    )
    return draft
