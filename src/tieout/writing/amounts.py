"""Amounts: how house style writes a number with its unit.

Every amount is rounded once, half away from zero, from the exact value, so that the true value lies within
half a unit of the last digit written (rule 6 of the check).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tieout.facts.derivation import Number, round_to
from tieout.facts.shown import shown
from tieout.facts.unit import Unit

__all__ = [
    "Amount",
    "amount",
    "bound",
    "cited",
    "multiple",
    "percent",
    "points",
    "says_exactly",
    "written_alike",
]

_SCALES = ((12, "trillion"), (9, "billion"), (6, "million"))
_WHOLE_FROM = 1000
_UNIT_SIGN = Unit("%")
_CURRENCIES = {"USD": ("US$", ""), "INT": ("", "international dollars"), "LCU": ("", "local currency units")}
# Counts of people need no word: "Canada's population was 41,262,329".
_WORDLESS = ("people", "persons", "inhabitants", "number", "ratio", "index")


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A number as written, and the unit words that follow it.

    Attributes:
        number: Digits with grouping, currency sign, scale word or percent sign: ``US$2.24 trillion``.
        unit: Words after the number, such as ``years``; empty where the number says all.
    """

    number: str
    unit: str = ""

    def __str__(self) -> str:
        """Return number and unit."""
        return f"{self.number} {self.unit}".rstrip()


def cited(written: Amount, ref: str = "") -> str:
    """Return the amount followed by the marker of its fact; no marker for an empty ref.

    Examples:
        >>> cited(Amount(number="84.04", unit="years"), "e1")
        '84.04 years [e1]'
    """
    return f"{written} [{ref}]" if ref else str(written)


def amount(value: Number, unit: Unit) -> Amount:
    """Return a level (or the size of a difference) in the words of its unit.

    Whole values are written whole; money from a million up takes a scale word and two decimals; other
    values of a thousand or more are rounded to whole ones, smaller ones as `tieout.facts.shown.shown`
    does. Zeros at the end of a fraction are left out.

    Args:
        value: The exact value.
        unit: The unit of the fact.

    Examples:
        >>> str(amount(41262329, Unit("people")))
        '41,262,329'
        >>> str(amount(2241253230822, Unit("current US$")))
        'US$2.24 trillion'
        >>> str(amount(Fraction(16808, 200), Unit("years")))
        '84.04 years'
    """
    if unit.is_percent:
        return percent(value)
    if unit.currency is None:
        return Amount(number=_digits(value), unit=_words(unit))
    sign, words = _CURRENCIES.get(unit.currency, ("", unit.currency))
    minus = "-" if value < 0 else ""
    return Amount(number=f"{minus}{sign}{_scaled(abs(Fraction(value)))}", unit=words)


def bound(value: Number, unit: Unit) -> Amount:
    """Return a bound as people say it: ``40 million``, where its digits allow, else as any amount."""
    exact = Fraction(value)
    if unit.is_percent or unit.currency or exact < 10 ** _SCALES[-1][0] or exact % 10**4:
        return amount(value, unit)
    return Amount(number=_scaled(exact), unit=_words(unit))


def says_exactly(value: Number, unit: Unit) -> bool:
    """Return whether `bound` writes the value without rounding it.

    Examples:
        >>> says_exactly(40_000_000, Unit("people")), says_exactly(1_234_567_890, Unit("current US$"))
        (True, False)
    """
    digits, _, word = bound(value, unit).number.replace("US$", "").rstrip("%").partition(" ")
    power = next((power for power, scale in _SCALES if scale == word), 0)
    return Fraction(digits.replace(",", "")) * Fraction(10) ** power == Fraction(value)


def written_alike(one: Number, other: Number, unit: Unit) -> bool:
    """Return whether two values are written the same, so that a reader cannot tell them apart."""
    return amount(one, unit) == amount(other, unit)


def percent(value: Number) -> Amount:
    """Return a percentage to two decimals at most: ``37.15%``."""
    return Amount(number=f"{_trimmed(shown(value, _UNIT_SIGN).removesuffix('%'))}%")


def points(value: Number) -> Amount:
    """Return a difference of two percentages: ``15.2 percentage points``."""
    digits = _trimmed(shown(value, Unit("")))
    return Amount(number=digits, unit="percentage point" if digits == "1" else "percentage points")


def multiple(value: Number) -> Amount:
    """Return a quotient as a multiple: one decimal from ten up, two from one up, below one three digits."""
    exact = Fraction(value)
    if abs(exact) >= 10:
        places = 1
    elif abs(exact) >= 1 or exact == 0:
        places = 2
    else:
        places = 2 - round_to(exact, 12).adjusted()
    return Amount(number=_trimmed(f"{round_to(exact, places):,f}"), unit="times")


def _digits(value: Number) -> str:
    exact = Fraction(value)
    if exact.denominator == 1 or abs(exact) >= _WHOLE_FROM:
        return f"{round_to(exact, 0):,f}"
    return _trimmed(shown(exact, Unit("")))


def _scaled(exact: Fraction) -> str:
    for power, word in _SCALES:
        rounded = round_to(exact / 10**power, 2)
        if rounded >= 1:
            return f"{_trimmed(f'{rounded:,f}')} {word}"
    return _digits(exact)


def _words(unit: Unit) -> str:
    words = unit.text.strip().partition(" ages ")[0]
    # A scale ("1=low to 6=high") or a quotient with money in it is no word that follows a number.
    return "" if words.lower().startswith(_WORDLESS) or any(sign in words for sign in "=$(") else words


def _trimmed(digits: str) -> str:
    return digits.rstrip("0").rstrip(".") if "." in digits else digits
