"""A run of digits with its separators → exact value, or why it cannot be read (rules 8 and 10)."""

import re
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

LONGEST = 40
"""No statistic has more digits, and arithmetic on longer ones would cost time in the square of their
number."""

_PLAIN = re.compile(r"(?:[1-9]\d*|0)?(?:\.\d+)?")
_GROUPED = re.compile(
    r"""(?: [1-9]\d{0,2} (?:,\d{3})+ | [1-9]\d? (?:,\d\d)+ ,\d{3} | [1-9]\d{0,2} (?P<mark>['\ ]) \d{3}
        (?: (?P=mark) \d{3})* ) (?:\.\d+)?""",
    re.VERBOSE,
)
_MARKS = str.maketrans("", "", ",' ")
_POWER = re.compile(r"(?P<base>[\d.]+)(?:[eE]|\ ?[x×*]\ ?10\^?)(?P<power>[-+−⁻]?[\d⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_PLAIN_POWER = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")
_LARGEST_POWER = 30


class Digits(NamedTuple):
    """What digits say.

    Attributes:
        value: Exact.
        step: One unit of the last digit written.
        zeros: Zeros at the end of a whole number; 0 if there is a decimal point.
        grouped: Whether thousands are set apart.
        whole: No decimal point.
    """

    value: Fraction
    step: Fraction
    zeros: int
    grouped: bool
    whole: bool


@lru_cache(maxsize=8192)
def read_digits(written: str) -> Digits | str:
    """Return the value of digits with their separators, or one phrase that says why they cannot be read.

    Thousands are set apart by commas, spaces or apostrophes (one kind in a number), also in the Indian way;
    the decimal sign is a point. A decimal comma is never guessed.

    Args:
        written: Digits with points, commas, apostrophes and plain spaces between them; no sign, no unit.

    Examples:
        >>> read_digits("41,262,329").value, read_digits("3.50").step
        (Fraction(41262329, 1), Fraction(1, 100))
        >>> read_digits("7,8")
        'a comma that sets no three digits apart'
    """
    if not written.isascii():
        return "digits of another script"
    if len(written) > LONGEST:
        return "more digits than any statistic has"
    grouped = False
    if not _PLAIN.fullmatch(written):
        if not _GROUPED.fullmatch(written):
            return _refusal(written)
        grouped = True
    whole, _, decimals = written.translate(_MARKS).partition(".")
    places = 10 ** len(decimals)
    zeros = len(whole) - len(whole.rstrip("0")) if not decimals and whole != "0" else 0
    return Digits(Fraction(int(whole + decimals), places), Fraction(1, places), zeros, grouped, not decimals)


def _refusal(written: str) -> str:
    if written.count(".") > 1:
        return "several decimal points"
    if written[0] == "0":
        return "a number that starts with zero"
    return "a comma that sets no three digits apart" if "," in written else "separators that do not agree"


@lru_cache(maxsize=1024)
def read_scientific(written: str) -> Digits | str:
    """Return the value of "8.3 × 10⁷", "8.3x10^7" or "1e6", or why it cannot be read.

    Examples:
        >>> read_scientific("8.3 × 10⁷")[:2]
        (Fraction(83000000, 1), Fraction(1000000, 1))
    """
    match = _POWER.fullmatch(written)
    base = read_digits(match["base"]) if match else "a power that cannot be read"
    if match is None or isinstance(base, str):
        return str(base)
    power = match["power"].translate(_PLAIN_POWER)
    if len(power) > 4 or abs(int(power)) > _LARGEST_POWER:
        return "a power of ten that no statistic has"
    factor = Fraction(10) ** int(power)
    return Digits(base.value * factor, base.step * factor, 0, False, False)
