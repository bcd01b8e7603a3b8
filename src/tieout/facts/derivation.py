"""Derivations: what may be computed from facts; pure and exact.

Every function takes exact numbers (``Decimal`` from published text, or ``Fraction``) and returns an exact
``Fraction``, so that rounding happens once, where a number is written or compared. Only growth per year has
no exact quotient: it is a root, and is given as a ``Decimal`` to 50 significant digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from typing import Literal

__all__ = [
    "Derivation",
    "Operation",
    "Order",
    "difference",
    "exact_text",
    "growth_per_year",
    "mean",
    "median",
    "percent_change",
    "rank",
    "ratio",
    "round_to",
    "share",
    "total",
]

Number = Decimal | Fraction | int
Order = Literal["highest first", "lowest first"]
Operation = Literal[
    "difference",
    "percent_change",
    "points",
    "ratio",
    "share",
    "sum",
    "mean",
    "median",
    "min",
    "max",
    "growth_per_year",
    "rank",
    "calculation",
]

_ROOTS = Context(prec=60)
_FIFTY = Context(prec=50)
_WIDE = Context(prec=500)
_STEPS = tuple(Decimal(1).scaleb(-places) for places in range(20))


@dataclass(frozen=True, slots=True, kw_only=True)
class Derivation:
    """How a derived fact was computed, so that anyone can compute it again.

    Attributes:
        operation: The name of the function.
        operands: The refs of the facts it was computed from, in order: from before to, numerator before
            denominator.
        set: For a rank, the words for the set that was ranked, such as ``economies with a value``.
        size: For a rank, how many areas the set holds; None otherwise.
        position: For a rank, the place, counted from 1; None otherwise.
        order: For a rank, from which end it was counted; empty otherwise.
        complete: For a rank, True when every member of the set with a value took part.
        expression: For a calculation, the sum over refs and unit constants; empty otherwise. By itself it
            supports no number: the check knows the other operations only.
    """

    operation: Operation
    operands: tuple[str, ...]
    set: str = ""
    size: int | None = None
    position: int | None = None
    order: Order | Literal[""] = ""
    complete: bool = False
    expression: str = ""


def difference(earlier: Number, later: Number) -> Fraction:
    """Return ``later - earlier``, in the unit of both (percentage points for percentages)."""
    return Fraction(later) - Fraction(earlier)


def percent_change(earlier: Number, later: Number) -> Fraction:
    """Return the change from ``earlier`` to ``later`` in percent of the size of ``earlier``.

    Raises:
        ZeroDivisionError: ``earlier`` is zero; there is no percent change from nothing.
    """
    base = Fraction(earlier)
    return (Fraction(later) - base) / abs(base) * 100


def ratio(numerator: Number, denominator: Number) -> Fraction:
    """Return how many times ``denominator`` goes into ``numerator``.

    Raises:
        ZeroDivisionError: ``denominator`` is zero.
    """
    return Fraction(numerator) / Fraction(denominator)


def share(part: Number, whole: Number) -> Fraction:
    """Return ``part`` in percent of ``whole``.

    Raises:
        ZeroDivisionError: ``whole`` is zero.
    """
    return ratio(part, whole) * 100


def total(values: Sequence[Number]) -> Fraction:
    """Return the sum; zero for no values."""
    return sum((Fraction(value) for value in values), Fraction(0))


def mean(values: Sequence[Number]) -> Fraction:
    """Return the unweighted arithmetic mean.

    Raises:
        ZeroDivisionError: There are no values.
    """
    return total(values) / len(values)


def median(values: Sequence[Number]) -> Fraction:
    """Return the middle value, or the mean of the two middle values of an even number.

    Raises:
        IndexError: There are no values.
    """
    ordered = sorted(Fraction(value) for value in values)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


def rank(value: Number, values: Sequence[Number], order: Order) -> int:
    """Return the place of ``value`` among ``values``, counted from 1; equal values share the better place."""
    own = Fraction(value)
    ahead = (Fraction(other) > own if order == "highest first" else Fraction(other) < own for other in values)
    return 1 + sum(ahead)


def growth_per_year(earlier: Number, later: Number, years: int) -> Decimal:
    """Return the compound growth a year, ``((later / earlier) ** (1 / years) - 1) * 100``, in percent.

    Args:
        earlier: Value at the start, above zero.
        later: Value at the end, above zero.
        years: How many years lie between the two, at least one.

    Raises:
        ValueError: A value is not above zero, or there is no year between the two.
    """
    if years < 1 or Fraction(earlier) <= 0 or Fraction(later) <= 0:
        raise ValueError("growth per year needs two values above zero and at least one year between them")
    quotient = ratio(later, earlier)
    base = _ROOTS.divide(Decimal(quotient.numerator), Decimal(quotient.denominator))
    root = _ROOTS.exp(_ROOTS.divide(_ROOTS.ln(base), Decimal(years)))
    return _FIFTY.multiply(_ROOTS.subtract(root, Decimal(1)), Decimal(100))


def round_to(value: Number, places: int) -> Decimal:
    """Return ``value`` rounded half away from zero to ``places`` decimals; -1 rounds to tens."""
    if places >= 0 and isinstance(value, Decimal):
        # The same result ten times faster; most numbers written are published decimals.
        step = _STEPS[places] if places < len(_STEPS) else Decimal(1).scaleb(-places)
        rounded = value.quantize(step, ROUND_HALF_UP, _WIDE)
        return rounded or abs(rounded)
    exact = Fraction(value)
    scaled = abs(exact) * Fraction(10) ** places
    digits = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    signed = -digits if exact < 0 else digits
    if places <= 0:
        return Decimal(signed * 10**-places)
    return Decimal(signed).scaleb(-places, Context(prec=len(str(digits)) + 2))


def exact_text(value: Number, digits: int = 15) -> str:
    """Return the plain decimal text of a derived value.

    A value with a finite decimal form of reasonable length is given whole; any other is cut to ``digits``
    significant digits, rounded half up. No exponent, no grouping.
    """
    exact = Fraction(value)
    rest, twos_and_fives = exact.denominator, 0
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
            twos_and_fives += 1
    context = Context(prec=400, rounding=ROUND_HALF_UP)
    if rest != 1 or twos_and_fives > 60:
        context = Context(prec=digits, rounding=ROUND_HALF_UP)
    quotient = context.divide(Decimal(exact.numerator), Decimal(exact.denominator))
    text = f"{quotient:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
