"""Whether a true value may be written so: rounding, bounds, fractions and multiples (rules 6, 7, 11).

    fits(Fraction(41262329), mention)                # "41.3 million" → Fit.OK
    fits(Fraction(1450000000), mention)              # "1 billion" → Fit.TOO_COARSE
    fits(Fraction(205, 100), mention, Bound.MORE)    # more than "doubled" → Fit.OK

The true value comes in the unit of `Mention.value`: percent for PERCENT, points for POINTS, hundredths of a
point for BASIS_POINTS, the major currency unit for CURRENCY, a ratio for MULTIPLE, FRACTION and RATIO. Signs
are compared as given: for "shrank by 9.0%" and -8.95 hand in 8.95. Everything is exact, nothing a float.
"""

from collections.abc import Callable
from enum import StrEnum
from fractions import Fraction
from typing import Final

from tieout.checking.mention import Bound, Mention, NumberKind

COARSEST: Final = Fraction(1, 10)
"""How far a number rounded by a scale word or trailing zeros may miss the true value, as a share of that."""
RATIO_WIDTH: Final = Fraction(1, 20)
"""How far "a third", "doubled", "1 in 5" may be from the exact ratio, as a share of what is said."""
NEAR: Final = Fraction(1, 20)
"""How far "nearly" and "just over" reach, as a share of what is said."""
NEAR_RATIO: Final = Fraction(1, 10)
"""The same before a fraction or a multiple."""
ROUND_FROM: Final = 1000
"""From here up "about" makes the zeros at the end of a plain whole number rounding."""

_RATIOS = frozenset({NumberKind.FRACTION, NumberKind.MULTIPLE, NumberKind.RATIO})


class Fit(StrEnum):
    """How a written number stands to the true value."""

    OK = "ok"
    TOO_COARSE = "too_coarse"
    """Rounded correctly, but so coarsely that it misleads: "1 billion" for 1.45 billion."""
    NO = "no"

    def __bool__(self) -> bool:
        """Only OK is true."""
        return self is Fit.OK


def fits(true: Fraction, mention: Mention, bound: Bound = Bound.NONE) -> Fit:
    """Return whether the true value may be written as the mention says, with the words of bound before it.

    Without a bound the true value must be within half a unit of the last digit written, both edges included.
    A sign that belongs to the number (``~``, ``>``) counts where no bound is given.

    Args:
        true: The exact value in the unit of the mention.
        mention: A quantity that was read; one without a value fits nothing.
        bound: What the words before (or after: "or more") say.
    """
    if mention.value is None:
        return Fit.NO
    if bound is Bound.NONE:
        bound = mention.bound
    check = _BOUNDED.get(bound)
    if check is not None:
        return Fit.OK if check(true, mention.value, _reach(mention)) else Fit.NO
    if mention.step == 0:
        return Fit.OK if abs(true - mention.value) <= abs(mention.value) * RATIO_WIDTH else Fit.NO
    if _is_apart(true, mention.value, rounding_step(mention, bound)):
        return Fit.NO
    coarsest = max(abs(true), abs(mention.value)) * COARSEST if is_rounded(mention, bound) else None
    if coarsest is not None and abs(true - mention.value) > coarsest:
        return Fit.TOO_COARSE
    return Fit.OK


def _is_apart(true: Fraction, written: Fraction, step: Fraction) -> bool:
    """Return whether two values lie more than half a step apart.

    In whole numbers, without a fraction made on the way: a value is held to many numbers that it is not.
    """
    wide, deep = true.denominator, written.denominator
    gap = abs(true.numerator * deep - written.numerator * wide)
    return 2 * gap * step.denominator > step.numerator * wide * deep


def rounding_step(mention: Mention, bound: Bound = Bound.NONE) -> Fraction:
    """Return the unit to which the number is rounded: its last digit, or more under "about".

    "about 64,000" is to the thousand; "about 70" is 70, and "about 64.0" keeps its decimal.
    """
    if bound is Bound.ABOUT and _zeros_are_rounding(mention):
        return mention.step * int(10**mention.zeros)
    return mention.step


def is_rounded(mention: Mention, bound: Bound = Bound.NONE) -> bool:
    """Return whether a scale word, or zeros under "about", show that the number is not to the unit."""
    return mention.scale > 1 or (bound is Bound.ABOUT and _zeros_are_rounding(mention))


def _zeros_are_rounding(mention: Mention) -> bool:
    return mention.zeros > 0 and mention.value is not None and abs(mention.value) >= ROUND_FROM


def _reach(mention: Mention) -> Fraction:
    return NEAR_RATIO if mention.kind in _RATIOS else NEAR


def _nearly(true: Fraction, written: Fraction, reach: Fraction) -> bool:
    gap = written - true if written >= 0 else true - written
    return 0 < gap <= abs(written) * reach


def _just_over(true: Fraction, written: Fraction, reach: Fraction) -> bool:
    gap = true - written if written >= 0 else written - true
    return 0 < gap <= abs(written) * reach


_BOUNDED: Final[dict[Bound, Callable[[Fraction, Fraction, Fraction], bool]]] = {
    Bound.MORE: lambda true, written, _: true > written,
    Bound.AT_LEAST: lambda true, written, _: true >= written,
    Bound.LESS: lambda true, written, _: true < written,
    Bound.AT_MOST: lambda true, written, _: true <= written,
    Bound.NEARLY: _nearly,
    Bound.JUST_OVER: _just_over,
}
