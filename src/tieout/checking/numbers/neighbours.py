"""What neighbouring numbers lend each other, and numbers that stand too close to be told apart."""

from fractions import Fraction

from tieout.checking.mention import NumberKind
from tieout.checking.numbers.cursor import Cursor, Draft
from tieout.checking.numbers.vocabulary import TIME_NOUNS

_ZERO = Fraction(0)
_RANGE = frozenset({"-", "–"})
_OPEN = frozenset(
    {NumberKind.PLAIN, NumberKind.PERCENT, NumberKind.POINTS, NumberKind.BASIS_POINTS, NumberKind.CURRENCY}
)
_AMOUNTS = frozenset({NumberKind.PLAIN, NumberKind.CURRENCY})
_UNITS = frozenset({NumberKind.PERCENT, NumberKind.POINTS, NumberKind.BASIS_POINTS, NumberKind.MULTIPLE})
_LENDERS = _OPEN | {NumberKind.MULTIPLE}
_WIDEST = 100
"""How many times larger the second bare number of a range may be before "1 to 250 million" is two scales."""

_LEAST_AFTER_COMMA = 100
"""From here up "one million, two hundred" may be one number."""
_WRITTEN_OUT = 1000
"""From here up the first number is more likely written out: "900,000 to 1.2 million"."""


def link(cursor: Cursor, drafts: list[Draft]) -> None:
    """Let neighbours lend each other their unit, and refuse what runs together; changes the drafts.

    Pairs are "7.1–7.6%", "20 to 25 percent", "between 2 and 3 million", "5 or 6 percent", "$1–2 billion";
    in a list that ends in "and 51.6 percent" the earlier bare numbers inherit the percent sign too.
    """
    for second_at in range(len(drafts) - 1, 0, -1):
        first, second = drafts[second_at - 1], drafts[second_at]
        if _run_together(cursor, first, second):
            _refuse_both(first, second)
        elif _is_pair(cursor, first, second):
            dashed = cursor.key(first.after) in _RANGE or first.after == second.first
            _inherit(first, second, ranged=_is_ranged(cursor, first, second), dashed=dashed)
        elif _is_loose_range(cursor, first, second):
            first.refuse("a dash that may make a range")
        elif first.after == second.first - 1 and cursor.key(first.after) == "," and second.inherited:
            _inherit(first, second, ranged=False)
    for draft in drafts:
        if draft.kind is NumberKind.ORDINAL and draft.value is not None and draft.value > 10**6:
            draft.refuse("an order that no list has")


def _run_together(cursor: Cursor, first: Draft, second: Draft) -> bool:
    """Tell "12 34", "nineteen ninety", "1 million 200 thousand" and "one million, two thousand"."""
    if first.kind not in _AMOUNTS or second.kind not in _LENDERS or first.words != second.words:
        return False
    if first.after == second.first:
        later = cursor.joined(second.after) and cursor.key(second.after) in TIME_NOUNS
        return cursor.gap(second.first) in {"", " "} and not (later and first.scale > 1)
    in_one = second.first == first.after + 1 and cursor.key(first.after) == "," and first.words
    return in_one and second.kind in _AMOUNTS and first.scale > (second.value or _ZERO) >= _LEAST_AFTER_COMMA


def _refuse_both(first: Draft, second: Draft) -> None:
    first.refuse("two numbers with nothing between them")
    second.refuse("two numbers with nothing between them")


def _is_pair(cursor: Cursor, first: Draft, second: Draft) -> bool:
    if first.kind not in _OPEN or second.kind not in _LENDERS:
        return False
    if second.kind is NumberKind.MULTIPLE and cursor.key(second.after - 1) not in {"times", "x", "×"}:
        return False  # "5 and doubled"
    if second.first == first.after:
        return cursor.gap(second.first) == "-"
    if second.first != first.after + 1:
        return False
    key = cursor.key(first.after)
    if key in _RANGE:
        return cursor.gap(first.after) == "" and cursor.gap(second.first) == ""
    return key in {"to", "and", "or"} and cursor.joined(first.after) and cursor.joined(second.first)


def _is_loose_range(cursor: Cursor, first: Draft, second: Draft) -> bool:
    """Tell "5 – 7%", where the dash may join or part; "in 2023 – 7%" and "5% – 7%" are clear."""
    if second.first != first.after + 1 or not first.bare or second.bare or second.kind not in _LENDERS:
        return False
    return cursor.key(first.after) in _RANGE and cursor.gap(first.after) == " " == cursor.gap(second.first)


def _is_ranged(cursor: Cursor, first: Draft, second: Draft) -> bool:
    """Tell a range from a list: dashes, "to", "or", and "and" after "between"."""
    key = cursor.key(first.after) if second.first > first.after else "-"
    return key != "and" or cursor.key(first.first - 1) == "between"


def _inherit(first: Draft, second: Draft, *, ranged: bool, dashed: bool = False) -> None:
    """Give the first number the unit, scale and currency of the second; give the second the currency."""
    lends_currency = ranged and first.currency is not None and (dashed or first.scale == second.scale > 1)
    if lends_currency and second.currency is None and second.kind is NumberKind.PLAIN:
        second.currency, second.kind, second.inherited = first.currency, NumberKind.CURRENCY, True
    if second.kind in _UNITS:
        if first.bare and not first.grouped and second.scale == 1:
            first.kind, first.inherited, first.zeros = second.kind, True, 0
            if first.words and second.kind is NumberKind.MULTIPLE:
                first.step = Fraction(0)
        return
    if first.kind not in {NumberKind.PLAIN, NumberKind.CURRENCY} or first.value is None:
        return
    if ranged and first.scale == 1 < second.scale and second.value is not None:
        _inherit_scale(first, abs(first.value), abs(second.value / second.scale), second.scale)
    if (first.bare or (ranged and first.kind is NumberKind.PLAIN)) and second.currency is not None:
        first.currency, first.kind, first.inherited = second.currency, NumberKind.CURRENCY, True


def _inherit_scale(first: Draft, own: Fraction, other: Fraction, scale: int) -> None:
    """Apply the scale of the second number, unless the first may well be written out or have another one."""
    written_out = first.grouped or own >= _WRITTEN_OUT
    if (written_out and other < _WRITTEN_OUT) or first.step > 1:
        return
    if written_out or own * _WIDEST < other or own > other * _WIDEST:
        first.refuse("a range whose first number may have another scale")
        return
    first.multiply(scale)
    first.scale, first.inherited = scale, True
