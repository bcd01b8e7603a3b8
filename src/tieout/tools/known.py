"""Derivations that the check knows, recognised in the tree of a sum.

A model may write a percent change in three ways; each of them is the same derivation, with the same operands
in the same order, as if a statistics tool had computed it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tieout.facts.derivation import Operation
from tieout.tools.expression import Binary, Node, Number, Ref

if TYPE_CHECKING:
    from tieout.facts.fact import Fact

__all__ = ["Known", "known_operation"]

_HUNDRED, _ONE = 100, 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A derivation that was recognised.

    Attributes:
        operation: Its name.
        operands: The refs, in the order of the derivation.
        unit: The unit of the result.
        why_not: Why the result is no evidence all the same; empty when it is.
    """

    operation: Operation
    operands: tuple[str, ...]
    unit: str
    why_not: str = ""


def known_operation(node: Node, facts: Mapping[str, Fact]) -> Known | None:
    """Return the derivation that a tree is, or None for any other sum.

    Args:
        node: The tree.
        facts: The facts that it names, by ref.
    """
    found = _summed(node, facts) or _compared(node, facts)
    if found is None or len(set(found.operands)) != len(found.operands):
        return None
    measures = {(facts[ref].indicator.code, facts[ref].indicator.unit.text) for ref in found.operands}
    return found if len(measures) == 1 else None


def _summed(node: Node, facts: Mapping[str, Fact]) -> Known | None:
    """Recognise ``e1 + e2 + e3`` and ``(e1 + e2 + e3) / 3``."""
    match node:
        case Binary(operator="/", left=left, right=Number(value=count)):
            refs = _terms(left)
            if len(refs) > 1 and len(refs) == count:
                return Known(operation="mean", operands=tuple(refs), unit=_unit(refs[0], facts))
        case Binary(operator="+"):
            refs = _terms(node)
            if refs:
                unit = facts[refs[0]].indicator.unit
                why = "" if unit.is_additive else f"a sum of values in {unit} means nothing"
                return Known(operation="sum", operands=tuple(refs), unit=unit.text, why_not=why)
    return None


def _terms(node: Node) -> Sequence[str]:
    match node:
        case Ref(ref=ref):
            return [ref]
        case Binary(operator="+", left=left, right=Ref(ref=ref)):
            before = _terms(left)
            return [*before, ref] if before else []
    return []


def _compared(node: Node, facts: Mapping[str, Fact]) -> Known | None:
    match node:
        case Binary(operator="-", left=Ref(ref=later), right=Ref(ref=earlier)):
            percent = facts[earlier].indicator.unit.is_percent
            unit = "percentage points" if percent else _unit(earlier, facts)
            return Known(
                operation="points" if percent else "difference", operands=(earlier, later), unit=unit
            )
        case Binary(operator="/", left=Ref(ref=over), right=Ref(ref=under)):
            return Known(operation="ratio", operands=(over, under), unit="times")
    if pair := _changed(node):
        earlier, later = pair
        value = facts[earlier].value
        if value is not None and value > 0 and not facts[earlier].indicator.unit.is_percent_rate:
            return Known(operation="percent_change", operands=pair, unit="%")
        return None
    if (pair := _hundredfold_ratio(node)) and facts[pair[0]].indicator.unit.is_additive:
        return Known(operation="share", operands=pair, unit="%")
    return None


def _changed(node: Node) -> tuple[str, str] | None:
    """Recognise ``(b - a) / a * 100``, ``(b / a - 1) * 100`` and ``b / a * 100 - 100`` as (a, b)."""
    match _hundredfold(node):
        case Binary(
            operator="/",
            left=Binary(operator="-", left=Ref(ref=later), right=Ref(ref=earlier)),
            right=Ref(ref=base),
        ) if base == earlier:
            return earlier, later
        case Binary(
            operator="-",
            left=Binary(operator="/", left=Ref(ref=later), right=Ref(ref=earlier)),
            right=Number(value=one),
        ) if one == _ONE:
            return earlier, later
    match node:
        case Binary(operator="-", left=left, right=Number(value=hundred)) if hundred == _HUNDRED:
            pair = _hundredfold_ratio(left)
            return None if pair is None else (pair[1], pair[0])
    return None


def _hundredfold(node: Node) -> Node | None:
    """Return what is taken a hundred times, or None."""
    match node:
        case Binary(operator="*", left=left, right=Number(value=value)) if value == _HUNDRED:
            return left
        case Binary(operator="*", left=Number(value=value), right=right) if value == _HUNDRED:
            return right
        case Binary(operator="/", left=left, right=Ref() as under):
            if (inner := _hundredfold(left)) is not None:
                return Binary(operator="/", left=inner, right=under)
    return None


def _hundredfold_ratio(node: Node) -> tuple[str, str] | None:
    match _hundredfold(node):
        case Binary(operator="/", left=Ref(ref=over), right=Ref(ref=under)):
            return over, under
    return None


def _unit(ref: str, facts: Mapping[str, Fact]) -> str:
    return facts[ref].indicator.unit.text
