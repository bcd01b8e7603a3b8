"""Numbers written in words: cardinals, ordinals, and the fractions built from them."""

from fractions import Fraction
from typing import NamedTuple

from tieout.checking.numbers.cursor import Cursor
from tieout.checking.numbers.vocabulary import (
    DENOMINATORS,
    DENOMINATORS_PLURAL,
    LARGE_ORDINALS,
    LARGEST_SCALE,
    SCALE_WORDS,
    SCALES,
    SMALL,
    SMALL_ORDINALS,
    TENS,
    TENS_ORDINALS,
)

_LEAST_WITHOUT_AND = 100
_QUARTER = 4
ARTICLES = frozenset({"a", "an"})


class Words(NamedTuple):
    """What number words say.

    Attributes:
        value: Exact.
        step: One unit of the last place named: 10**6 for "forty million", 1 for "a hundred and twenty".
        after: The token after the last word.
        ordinal: An order ("hundred and first"), not an amount.
        scale: The last scale word, 1 without any.
    """

    value: Fraction
    step: Fraction
    after: int
    ordinal: bool = False
    scale: int = 1


def read_words(cursor: Cursor, index: int) -> Words | str | None:
    """Return the cardinal or ordinal at a token, a reason if it is no number, None if none starts.

    Reads "forty-one", "a hundred and twenty", "two and a half million", "two point five", "fifteen
    hundred", "three lakh crore", "one million two hundred thousand", "one hundred and first", "twenty-first".
    """
    total = Fraction(0)
    last = 10**18
    place = index
    while True:
        group = _read_group(cursor, place, first=place == index)
        if group is None:
            break
        if group.ordinal:
            return Words(total + group.value, Fraction(1), group.after, ordinal=True)
        scale, after = _read_scales(cursor, group.after)
        if scale < 1:
            return "scale words that do not go together"
        value = group.value * scale
        if place != index and (value >= last or not _may_continue(cursor, place, value, after)):
            break
        total += value
        place, last = after, scale
        if scale == 1 or group.value.denominator > 1:
            step = group.step * scale
            return Words(total, step, place, scale=scale)
        if cursor.key(index - 1) != "between":
            place = _continuation(cursor, place)
    if total == 0 and place == index:
        return None
    return Words(total, Fraction(last), _back_over_and(cursor, place), scale=last)


def _may_continue(cursor: Cursor, place: int, value: Fraction, after: int) -> bool:
    """Tell "two million five hundred" from "two million five years later" and "a thousand ten-year bonds"."""
    return (value >= _LEAST_WITHOUT_AND or cursor.key(place - 1) == "and") and cursor.gap(after) != "-"


def _continuation(cursor: Cursor, place: int) -> int:
    """Step over the "and" in "one million and forty"; not in "between one million and forty million"."""
    return place + 1 if cursor.follows(place, "and") and cursor.joined(place + 1) else place


def _back_over_and(cursor: Cursor, place: int) -> int:
    return place - 1 if cursor.key(place - 1) == "and" else place


def _read_scales(cursor: Cursor, place: int) -> tuple[int, int]:
    """Return what the scale words multiply by and the token after them; 0 if "million thousand"."""
    scale, last = 1, 1
    while cursor.key(place) in SCALE_WORDS and cursor.joined(place):
        factor = SCALES[cursor.key(place)]
        if factor < last or scale * factor > LARGEST_SCALE:
            return 0, place
        scale, last, place = scale * factor, factor, place + 1
    return scale, place


def _read_group(cursor: Cursor, place: int, *, first: bool) -> Words | None:
    """Read what stands before one scale word: "a", "forty-one", "a hundred and twenty", "two and a half"."""
    if not first and not cursor.joined(place):
        return None
    if first and cursor.key(place) in ARTICLES:
        if cursor.joined(place + 1) and cursor.key(place + 1) in SCALE_WORDS:
            return Words(Fraction(1), Fraction(1), place + 1)
        group = _hundreds(cursor, place + 1, 1) if cursor.joined(place + 1) else None
        return group or _dozen(cursor, place + 1, 1)
    if first and cursor.key(place) in LARGE_ORDINALS:
        return Words(Fraction(LARGE_ORDINALS[cursor.key(place)]), Fraction(1), place + 1, ordinal=True)
    small = _below_hundred(cursor, place)
    if small is None:
        return _hundreds(cursor, place, 1) if first else None
    if small.ordinal:
        return small
    if cursor.joined(small.after):
        number = int(small.value)
        group = _hundreds(cursor, small.after, number) or _dozen(cursor, small.after, number)
        if group:
            return group
    return _with_fraction(cursor, small)


def _dozen(cursor: Cursor, place: int, number: int) -> Words | None:
    if cursor.key(place) == "dozen" and cursor.joined(place):
        return Words(Fraction(12 * number), Fraction(1), place + 1)
    return None


def _below_hundred(cursor: Cursor, place: int) -> Words | None:
    """Read zero to ninety-nine and first to ninety-ninth."""
    key = cursor.key(place)
    if key in SMALL:
        return Words(Fraction(SMALL[key]), Fraction(1), place + 1)
    if key in SMALL_ORDINALS:
        return Words(Fraction(SMALL_ORDINALS[key]), Fraction(1), place + 1, ordinal=True)
    if key in TENS_ORDINALS:
        return Words(Fraction(TENS_ORDINALS[key]), Fraction(1), place + 1, ordinal=True)
    if key not in TENS:
        return None
    tens = TENS[key]
    if cursor.joined(place + 1):
        one = cursor.key(place + 1)
        # "twenty five-year plans" are twenty.
        apart = cursor.gap(place + 1) == " " and cursor.gap(place + 2) == "-"
        if 0 < SMALL.get(one, 0) < 10 and not apart:
            return Words(Fraction(tens + SMALL[one]), Fraction(1), place + 2)
        # "twenty second" with a space may be twenty of something; the hyphen makes it an order.
        if SMALL_ORDINALS.get(one, 10) < 10 and cursor.gap(place + 1) == "-":
            return Words(Fraction(tens + SMALL_ORDINALS[one]), Fraction(1), place + 2, ordinal=True)
    return Words(Fraction(tens), Fraction(1), place + 1)


def _hundreds(cursor: Cursor, place: int, number: int) -> Words | None:
    """Read on from "hundred" after its multiplier: "two | hundred and seventeen"."""
    if cursor.key(place) == "hundredth" and cursor.joined(place):
        return Words(Fraction(100 * number), Fraction(1), place + 1, ordinal=True)
    if cursor.key(place) != "hundred":
        return None
    value, after = Fraction(100 * number), place + 1
    rest_at = after + 1 if cursor.follows(after, "and") else after
    rest = _below_hundred(cursor, rest_at) if cursor.joined(rest_at) else None
    # "between two hundred and three hundred" are two numbers; so are "between one hundred and five".
    ends = rest and cursor.joined(rest.after) and cursor.key(rest.after) in {"hundred", "hundredth"}
    if rest is None or ends or rest.value == 0:
        return Words(value, Fraction(1), after)
    apart = _between(cursor, place) if rest_at > after else cursor.gap(rest.after) == "-"
    if apart:
        return Words(value, Fraction(1), after)
    return Words(value + rest.value, Fraction(1), rest.after, ordinal=rest.ordinal)


def _between(cursor: Cursor, place: int) -> bool:
    return "between" in {cursor.key(place - 1), cursor.key(place - 2), cursor.key(place - 3)}


def _with_fraction(cursor: Cursor, words: Words) -> Words:
    """Add "and a half", "and three-quarters", "point five" to a number."""
    place = words.after
    if cursor.follows(place, "point"):
        return _with_decimals(cursor, words)
    part = read_part_after_and(cursor, place)
    if part is None:
        return words
    return Words(words.value + part[0], Fraction(1, 10), part[1])


def _with_decimals(cursor: Cursor, words: Words) -> Words:
    digits, place = "", words.after + 1
    while cursor.joined(place) and 0 <= SMALL.get(cursor.key(place), 10) < 10:
        digits += str(SMALL[cursor.key(place)])
        place += 1
    if not digits or len(digits) > 12:
        return words
    step = Fraction(1, 10 ** len(digits))
    return Words(words.value + int(digits) * step, step, place)


def read_part_after_and(cursor: Cursor, place: int) -> tuple[Fraction, int] | None:
    """Return the fraction in "and a half", "and three-quarters" and the token after it."""
    if not (cursor.follows(place, "and") and cursor.joined(place + 1)):
        return None
    part = read_part(cursor, place + 1)
    # "one and a third of the seats" would be one and then a third; a half is safe.
    return part if part and cursor.key(part[1]) != "of" else None


def read_part(cursor: Cursor, place: int) -> tuple[Fraction, int] | None:
    """Return the fraction at a token ("a third", "two-thirds") and the token after it."""
    key = cursor.key(place)
    if not cursor.joined(place + 1):
        return None
    if key in ARTICLES or key == "one":
        bottom = DENOMINATORS.get(cursor.key(place + 1))
        if bottom is None or (bottom == 2 and key == "an"):
            return None
        return Fraction(1, bottom), place + 2
    number = SMALL.get(key) or TENS.get(key, 0)
    after = place + 1
    if key in TENS and 0 < SMALL.get(cursor.key(after), 0) < 10 and cursor.joined(after):
        number, after = TENS[key] + SMALL[cursor.key(after)], after + 1
    bottom = DENOMINATORS_PLURAL.get(cursor.key(after)) if cursor.joined(after) else None
    if bottom == _QUARTER and number != _QUARTER - 1:
        return None  # "two quarters" are half a year
    if bottom is None and number in {2, 3} and cursor.gap(after) == "-":
        bottom = {(2, "third"): 3, (3, "quarter"): 4}.get((number, cursor.key(after)))
    if not number or bottom is None:
        return None
    return Fraction(number, bottom), after + 1
