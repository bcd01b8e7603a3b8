"""The evidence row of a fact, as it is written; reading rows stands apart in `tieout.facts.rows`.

Writing needs no validation library, and loading one is felt at every start.
"""

from __future__ import annotations

from typing import Any

from tieout.facts.derivation import Derivation
from tieout.facts.fact import Fact

__all__ = ["row_from_fact"]


def row_from_fact(fact: Fact) -> dict[str, Any]:
    """Return the evidence row of a fact; empty source, vintage and dataset are left out."""
    row: dict[str, Any] = {
        "ref": fact.ref,
        "area": fact.area.code,
        "area_name": fact.area.name,
        "is_aggregate": fact.area.is_aggregate,
        "indicator": fact.indicator.code,
        "indicator_name": fact.indicator.name,
        "unit": fact.indicator.unit.text,
        "period": str(fact.period),
        "value": fact.text,
        "status": fact.status.value,
    }
    if fact.area.kind:
        row["area_kind"] = fact.area.kind
    row |= {key: text for key in ("source", "vintage", "dataset") if (text := getattr(fact, key))}
    if (derivation := fact.derivation) is not None:
        row["derived"] = _derived_row(derivation)
    return row


def _derived_row(derivation: Derivation) -> dict[str, Any]:
    row: dict[str, Any] = {"operation": derivation.operation, "operands": list(derivation.operands)}
    if derivation.operation == "calculation":
        row["expression"] = derivation.expression
    if derivation.operation == "rank":
        row |= {
            "set": derivation.set,
            "size": derivation.size,
            "position": derivation.position,
            "order": derivation.order,
            "complete": derivation.complete,
        }
    return row
