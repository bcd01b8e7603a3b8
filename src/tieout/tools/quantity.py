"""Exact arithmetic that remembers what a number is made of: facts, unit constants, or anything else.

Rule 3 of the check: the result of a sum is evidence only when all its operands are facts or unit constants.
So every intermediate value keeps its unit and, where it is no evidence, the reason; a number of the model's
own taints whatever it touches. Unit constants are the whole powers of ten from 1 on (100 for percent, 1000
for "per 1,000"); 1 and 100 may also be taken off a ratio, as a percent change does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tieout.errors import QueryCode, QueryError
from tieout.tools.expression import Binary, Negative, Node, Number, Power, Ref, refs_of

if TYPE_CHECKING:
    from tieout.facts.fact import Fact

__all__ = ["MOST_BITS", "Quantity", "quantity_of"]

MOST_BITS = 4096
"""The most bits of numerator and of denominator of any intermediate value."""

_OFF_A_RATIO = (1, 100)

Units = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """An exact value with where it comes from.

    Attributes:
        value: The exact value.
        units: Unit texts with their powers, sorted; empty for a pure number.
        constant: True for a unit constant, such as 100.
        why_not: Why the value is no evidence; empty for what rests on facts and unit constants alone.
    """

    value: Fraction
    units: Units = ()
    constant: bool = False
    why_not: str = ""

    @property
    def unit(self) -> str:
        """The unit in words: ``current US$ per people``; ``number`` for a pure number."""
        over = " × ".join(_powered(text, power) for text, power in self.units if power > 0)
        under = " per ".join(_powered(text, -power) for text, power in self.units if power < 0)
        if not under:
            return over or "number"
        return f"{over or '1'} per {under}"


def quantity_of(node: Node, facts: Mapping[str, Fact]) -> Quantity:
    """Compute a tree.

    Args:
        node: The tree of an expression.
        facts: The facts that may be named, by ref; each has a value.

    Raises:
        QueryError: Zero is divided by, facts of different units are added, or a value grows too long.
    """
    match node:
        case Number():
            return _number(node)
        case Ref(ref=ref):
            fact = facts[ref]
            unit = fact.indicator.unit.text
            return Quantity(value=Fraction(fact.value or 0), units=((unit, 1),))
        case Negative(of=of):
            inner = quantity_of(of, facts)
            why = inner.why_not or ("a unit constant has no sign" if inner.constant else "")
            return Quantity(value=-inner.value, units=inner.units, why_not=why)
        case Power():
            return _power(node, quantity_of(node.base, facts))
        case Binary():
            left, right = quantity_of(node.left, facts), quantity_of(node.right, facts)
            return _within(_binary(node, left, right), node.operator)


def _powered(text: str, power: int) -> str:
    return text if power == 1 else f"({text})^{power}"


def _number(node: Number) -> Quantity:
    digits = node.text
    if digits[0] == "1" and not digits[1:].strip("0"):
        return Quantity(value=node.value, constant=True)
    return Quantity(value=node.value, why_not=f"{digits} is no fact")


def _power(node: Power, base: Quantity) -> Quantity:
    bits = max(abs(base.value.numerator).bit_length(), base.value.denominator.bit_length())
    if bits * abs(node.exponent) > MOST_BITS:
        raise _too_long(f"the power {node.exponent}")
    if node.exponent < 0 and base.value == 0:
        raise _by_zero()
    constant = base.constant and node.exponent >= 0
    why = base.why_not or ("" if constant else "a power is no published figure")
    return Quantity(value=Fraction(base.value**node.exponent), constant=constant, why_not=why)


def _binary(node: Binary, left: Quantity, right: Quantity) -> Quantity:
    why = left.why_not or right.why_not
    if node.operator in "+-":
        value = left.value + right.value if node.operator == "+" else left.value - right.value
        if not why:
            why = _added(node, left, right)
        return Quantity(value=value, units=left.units or right.units, why_not=why)
    if node.operator == "/" and right.value == 0:
        raise _by_zero()
    value = left.value * right.value if node.operator == "*" else left.value / right.value
    if not why and node.left == node.right and refs_of(node.left) and node.operator == "/":
        why = "a fact divided by itself says nothing"
    constant = left.constant and right.constant and value >= 1
    if left.constant and right.constant and not constant:
        why = why or "no fact takes part"
    return Quantity(value=value, units=_combined(left, right, node), constant=constant, why_not=why)


def _added(node: Binary, left: Quantity, right: Quantity) -> str:
    """Return why a sum of facts and constants is no evidence; refuse one that means nothing."""
    if left.constant and right.constant:
        return "no fact takes part"
    if right.constant or left.constant:
        pure = not (left.units or right.units)
        constant = right if right.constant else left
        if pure and constant.value in _OFF_A_RATIO:
            return ""
        return f"{constant.value} is added to a fact or taken from it"
    if left.units != right.units:
        raise QueryError(
            QueryCode.NOT_ALLOWED,
            f"{_words(node.left)} is in {left.unit} and {_words(node.right)} in {right.unit}: "
            "they cannot be added or subtracted.",
        )
    return "a fact less itself says nothing" if node.left == node.right and node.operator == "-" else ""


def _combined(left: Quantity, right: Quantity, node: Binary) -> Units:
    powers = dict(left.units)
    sign = 1 if node.operator == "*" else -1
    for text, power in right.units:
        powers[text] = powers.get(text, 0) + sign * power
    return tuple(sorted((text, power) for text, power in powers.items() if power))


def _within(quantity: Quantity, what: str) -> Quantity:
    value = quantity.value
    if max(abs(value.numerator).bit_length(), value.denominator.bit_length()) > MOST_BITS:
        raise _too_long(f"the result of {what}")
    return quantity


def _words(node: Node) -> str:
    return node.ref if isinstance(node, Ref) else f"the part with {' and '.join(refs_of(node)) or 'numbers'}"


def _too_long(what: str) -> QueryError:
    return QueryError(
        QueryCode.OUT_OF_RANGE, f"The value grows too long at {what}; compute with smaller numbers."
    )


def _by_zero() -> QueryError:
    return QueryError(QueryCode.OUT_OF_RANGE, "The expression divides by zero.")
