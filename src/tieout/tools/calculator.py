"""The calculator: exact sums over numbers, facts that were shown, and unit constants.

A result is evidence only by rule 3 of the check: when all its operands are facts or unit constants it becomes
a fact of its own, with its operands; otherwise it is a plain result that can support no number. A number
cannot be laundered through it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any

from tieout.errors import QueryCode, QueryError
from tieout.facts.area import Area
from tieout.facts.derivation import Derivation, exact_text
from tieout.facts.fact import Evidence, Fact
from tieout.facts.indicator import Indicator
from tieout.facts.observation import Status
from tieout.facts.shown import shown
from tieout.facts.unit import Unit
from tieout.tools.call import Refusal
from tieout.tools.contract import Tool
from tieout.tools.expression import LONGEST_EXPRESSION, Node, Ref, parse, refs_of
from tieout.tools.finding import Computed, Finding, Plain
from tieout.tools.known import Known, known_operation
from tieout.tools.quantity import Quantity, quantity_of

__all__ = ["calculator_tools"]

_LONGEST_RESULT = 50
_NOTE = "This is no fact and supports no number in an answer: {}."
_PLAIN = Unit("number")


def calculator_tools() -> tuple[Tool, ...]:
    """Return the one tool of the calculator, ``calculate(expression)``."""
    return (
        Tool.of(
            calculate,
            "Exact arithmetic over numbers and facts by ref: (e2 - e1) / e1 * 100.",
            [_is_arithmetic],
        ),
    )


def calculate(
    expression: Annotated[str, f"at most {LONGEST_EXPRESSION} characters"], *, facts: Evidence
) -> Finding:
    """Return the exact result, as a fact where everything that it rests on is one.

    A result with a finite decimal form is whole; any other is cut to 15 significant digits, rounded half up,
    and ``exact`` is false.

    Args:
        expression: The expression, in the grammar of `tieout.tools.expression`.
        facts: The facts of the run so far; the model may name them by ref.

    Raises:
        QueryError: A piece is not understood, a ref names no fact with a value, zero is divided by, or a
            value grows too long.
    """
    node = parse(expression)
    operands = {ref: _operand(ref, facts) for ref in refs_of(node)}
    _one_basis(list(operands.values()))
    quantity = quantity_of(node, operands)
    text = exact_text(quantity.value)
    if len(text.strip("-").replace(".", "")) > _LONGEST_RESULT:
        message = f"The result has more than {_LONGEST_RESULT} digits; compute with smaller numbers."
        raise QueryError(QueryCode.OUT_OF_RANGE, message)
    heading = {"expression": expression, "exact": Fraction(text) == quantity.value}
    known = known_operation(node, operands)
    why = known.why_not if known else quantity.why_not or _idle(node, operands)
    if why:
        record = Plain(fields={"value": text, "shown": shown(quantity.value, _PLAIN)})
        return Finding(heading=heading, records=(record,), note=_NOTE.format(why))
    fact = _derived(quantity, known, expression, list(operands.values()))
    return Finding(heading=heading | {"unit": fact.indicator.unit.text}, records=(Computed(fact=fact),))


def _is_arithmetic(arguments: Mapping[str, Any]) -> Refusal | None:
    try:
        parse(arguments["expression"])
    except QueryError as error:
        return Refusal(code=error.code, message=error.message)
    return None


def _operand(ref: str, facts: Evidence) -> Fact:
    fact = facts.find(ref)
    if fact is None:
        shown_refs = f"The last one shown is {facts.facts[-1].ref}." if len(facts) else "None was shown yet."
        raise QueryError(QueryCode.NOT_FOUND, f"There is no fact {ref}. {shown_refs}")
    if fact.value is None:
        raise QueryError(QueryCode.NO_DATA, f"{ref} is a published gap: it has no value, and is not zero.")
    if fact.derivation is not None and fact.derivation.operation == "rank":
        raise QueryError(QueryCode.NOT_ALLOWED, f"{ref} is a rank, and no quantity to compute with.")
    return fact


def _idle(node: Node, operands: Mapping[str, Fact]) -> str:
    if isinstance(node, Ref):
        return f"nothing was computed, {node.ref} is the fact"
    return "" if operands else "no fact takes part"


def _one_basis(operands: Sequence[Fact]) -> None:
    """Refuse a derivation over two vintages or two price bases (rule 21)."""
    vintages = {(fact.dataset, fact.vintage) for fact in operands}
    units = [fact.indicator.unit for fact in operands]
    bases = {(unit.basis, unit.base_year) for unit in units if unit.basis}
    if len(vintages) > 1 or len(bases) > 1:
        what = "data set versions" if len(vintages) > 1 else "price bases"
        refs = ", ".join(fact.ref for fact in operands)
        raise QueryError(QueryCode.NOT_ALLOWED, f"{refs} are of different {what} and never enter one sum.")


def _derived(quantity: Quantity, known: Known | None, expression: str, operands: Sequence[Fact]) -> Fact:
    first = operands[0]
    areas = {fact.area.code: fact.area for fact in operands}
    codes = {fact.indicator.code for fact in operands}
    area = first.area if len(areas) == 1 else Area(code="", name=f"{len(areas)} areas")
    unit = Unit(known.unit if known else quantity.unit)
    if len(codes) == 1:
        indicator = Indicator(code=first.indicator.code, name=first.indicator.name, unit=unit)
    else:
        names = " and ".join(dict.fromkeys(fact.indicator.name for fact in operands))
        indicator = Indicator(code="", name=names, unit=unit)
    flags = [fact.status for fact in operands if fact.status is not Status.NORMAL]
    derivation = Derivation(
        operation=known.operation if known else "calculation",
        operands=known.operands if known else tuple(fact.ref for fact in operands),
        expression="" if known else " ".join(expression.split()),
    )
    return Fact(
        ref="",
        area=area,
        indicator=indicator,
        period=max(fact.period for fact in operands),
        text=exact_text(quantity.value),
        status=flags[0] if flags else Status.NORMAL,
        source=first.source,
        vintage=first.vintage,
        dataset=first.dataset,
        derivation=derivation,
    )
