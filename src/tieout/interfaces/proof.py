"""Checked numbers in the form of the World Bank's Proof-Carrying Numbers.

The form (https://arxiv.org/abs/2509.06902, and the project's integration guide) has two halves: a text in
which a number stands inside ``<claim id="..." policy="...">``, and data points with ``claim_id``,
``OBS_VALUE``, ``REF_AREA`` and ``TIME_PERIOD`` that a renderer compares it with. There the model tags its own
numbers; here only numbers that tied out to one published value are tagged, and the policy says how they were
rounded. A number that was derived from several values has no data point of its own, so it stays untagged.

Signs stay outside the tags, as prose writes them ("fell by 4.2"); ``OBS_VALUE`` is then the size, and
``PUBLISHED`` the value as it was published.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from tieout.facts.derivation import round_to

if TYPE_CHECKING:
    from tieout.checking.verdict import Tie
    from tieout.facts.fact import Evidence, Fact

__all__ = ["proof_document"]

_DIGITS: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")
_MULTIPLIERS: Final = (0, 3, 6, 9, 12)
"""Powers of ten by which a text may shorten a number (UNIT_MULT in SDMX)."""


def proof_document(text: str, ties: Iterable[Tie], evidence: Evidence) -> dict[str, Any]:
    """Return ``text`` with its published values tagged, and the data points that they are held to.

    Args:
        text: A text that tied out, without markers.
        ties: Its ties, with offsets into it.
        evidence: The facts that the ties name.
    """
    points: dict[str, dict[str, Any]] = {}
    parts: list[str] = []
    last = 0
    for tie in ties:
        fact = _published(tie, evidence)
        found = _DIGITS.search(text, tie.start, tie.end)
        if fact is None or found is None or (fitted := _fitted(found.group(), fact)) is None:
            continue
        multiplier, decimals, is_exact = fitted
        claim = _claim_id(fact, multiplier)
        points.setdefault(claim, _point(fact, claim, multiplier))
        policy = 'policy="exact"' if is_exact else f'policy="rounded" decimals="{decimals}"'
        parts += (
            html.escape(text[last : found.start()], quote=False),
            f'<claim id="{html.escape(claim)}" {policy}>{found.group()}</claim>',
        )
        last = found.end()
    parts.append(html.escape(text[last:], quote=False))
    return {"text": "".join(parts), "data": list(points.values())}


def _published(tie: Tie, evidence: Evidence) -> Fact | None:
    """Return the one published value that a number states; None for what was derived."""
    if tie.relation != "value" or len(tie.facts) != 1:
        return None
    fact = evidence.find(tie.facts[0])
    return fact if fact is not None and fact.derivation is None else None


def _fitted(digits: str, fact: Fact) -> tuple[int, int, bool] | None:
    """Return the multiplier and decimals at which the digits are the value, and if it is exact."""
    if fact.value is None:
        return None
    written = Decimal(digits.replace(",", ""))
    decimals = len(digits.partition(".")[2])
    size = abs(fact.value)
    for multiplier in _MULTIPLIERS:
        scaled = size.scaleb(-multiplier)
        if round_to(scaled, decimals) == written:
            return multiplier, decimals, scaled == written
    return None


def _claim_id(fact: Fact, multiplier: int) -> str:
    name = f"{fact.area.code}_{fact.indicator.code}_{fact.period}"
    return f"{name}_E{multiplier}" if multiplier else name


def _point(fact: Fact, claim: str, multiplier: int) -> dict[str, Any]:
    size = abs(Decimal(fact.text or 0)).scaleb(-multiplier)
    return {
        "claim_id": claim,
        "OBS_VALUE": f"{size:f}",
        "UNIT_MULT": multiplier,
        "REF_AREA": fact.area.code,
        "REF_AREA_NAME": fact.area.name,
        "INDICATOR": fact.indicator.code,
        "INDICATOR_NAME": fact.indicator.name,
        "TIME_PERIOD": str(fact.period),
        "UNIT_MEASURE": fact.indicator.unit.text,
        "PUBLISHED": fact.text,
        "DATASET": fact.dataset,
        "VINTAGE": fact.vintage,
    }
