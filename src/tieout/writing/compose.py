"""Composing: verified claims in, an answer in house style out.

Each claim of a composed draft is verified against the facts it names, recomputed exactly, and written with
the unit, the period and the area of those facts. A claim that the facts do not bear is refused by name, and
then nothing of the draft is shown: an answer without one of its claims is another answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tieout.assistant.claim import Claim
from tieout.assistant.draft import ComposedDraft
from tieout.facts.derivation import Derivation
from tieout.facts.fact import Evidence, Fact
from tieout.facts.names import Names
from tieout.writing.claims_gaps import GAPS
from tieout.writing.claims_series import SERIES
from tieout.writing.claims_sets import SETS
from tieout.writing.given import Given
from tieout.writing.refusal import ClaimRefused, RefusalCode
from tieout.writing.subjects import Subjects

if TYPE_CHECKING:
    from tieout.data.snapshot import Snapshot

__all__ = ["Composed", "RefusedClaim", "compose", "write"]

_WRITERS: Mapping[str, Callable[[Claim, Given], str]] = {**SERIES, **SETS, **GAPS}


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedClaim:
    """A claim that was not written.

    Attributes:
        claim: The claim.
        code: What is wrong with it.
        message: One sentence for a data editor that names the ref.
    """

    claim: Claim
    code: RefusalCode
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Composed:
    """What became of the claims of a draft.

    Attributes:
        text: The sentences with markers, one claim after the other; empty when a claim was refused.
        refused: The claims refused, in order; none when the text was written.
    """

    text: str = ""
    refused: tuple[RefusedClaim, ...] = field(default=())


def compose(
    draft: ComposedDraft,
    evidence: Evidence,
    names: Names,
    *,
    question: str = "",
    snapshot: Snapshot | None = None,
) -> Composed:
    """Verify every claim of a draft and write the answer, or say which claims are refused and why.

    Args:
        draft: The claims, in the right form.
        evidence: Exactly the facts that the model was shown.
        names: What areas and indicators are called.
        question: The question, for statements about what it asks; empty without one.
        snapshot: The data set, for statements about what the data lack and for ties in a ranking.
    """
    given = Given(evidence=evidence, subjects=Subjects(names=names), question=question, snapshot=snapshot)
    written: dict[str, None] = {}
    refused: list[RefusedClaim] = []
    for claim in draft.claims:
        try:
            _fitting(claim, draft)
            sentence = write(claim, given)
            if sentence in written:
                raise ClaimRefused(RefusalCode.REPEATED, f"Two claims say the same{_about(claim)}.")
            written[sentence] = None
        except ClaimRefused as error:
            refused.append(RefusedClaim(claim=claim, code=error.code, message=error.message))
    if not refused and draft.status == "answered" and all(claim.shape.is_gap for claim in draft.claims):
        message = 'The status is "answered", and no claim says more than what cannot be answered.'
        refused = [RefusedClaim(claim=draft.claims[0], code=RefusalCode.WRONG_STATUS, message=message)]
    return Composed(refused=tuple(refused)) if refused else Composed(text=" ".join(written))


def write(claim: Claim, given: Given) -> str:
    """Return the sentence of one claim.

    Raises:
        ClaimRefused: The facts do not bear it.
    """
    if claim.shape.say == "value":
        fact = given.any_fact(claim.single["fact"])
        if fact.derivation is not None:
            claim = _as_computed(fact, fact.derivation, given)
    return _WRITERS[claim.shape.say](claim, given)


def _fitting(claim: Claim, draft: ComposedDraft) -> None:
    if draft.status == "cannot_answer" and not claim.shape.is_gap:
        message = f'The status is "cannot_answer", and a claim gives an answer{_about(claim)}.'
        raise ClaimRefused(RefusalCode.WRONG_STATUS, message)


def _about(claim: Claim) -> str:
    return f" ({', '.join(claim.refs[:3])})" if claim.refs else ""


def _as_computed(fact: Fact, derivation: Derivation, given: Given) -> Claim:
    """Return the claim that says a computed fact as what it is."""
    operands = derivation.operands
    one_place = len({given.any_fact(ref).area.code for ref in operands}) == 1
    try:
        match derivation.operation:
            case "rank":
                return Claim.of("rank", rank=fact.ref)
            case "sum" | "mean" | "median" as operation:
                return Claim.of(operation, facts=operands)
            case "min" | "max" as operation:
                end = "highest" if operation == "max" else "lowest"
                return Claim.of("extreme" if one_place else "superlative", facts=operands, end=end)
            case "ratio":
                return Claim.of("ratio", first=operands[0], second=operands[1])
            case "share":
                return Claim.of("share", part=operands[0], of=operands[1:])
            case "growth_per_year":
                return Claim.of("growth_per_year", from_=operands[0], to=operands[1])
            case "calculation":
                of = " and ".join(operands)
                message = f"{fact.ref} is a sum of its own kind; name the facts it was computed from ({of})."
                raise ClaimRefused(RefusalCode.COMPUTED, message)
            case "difference" | "points" | "percent_change" as operation:
                by = "percent" if operation == "percent_change" else "amount"
                if one_place:
                    return Claim.of("change", from_=operands[0], to=operands[1], in_=by)
                return Claim.of("comparison", first=operands[1], second=operands[0], by=by)
    except (ValueError, IndexError):
        pass  # too many operands for the shape, or too few
    message = f"{fact.ref} is computed from {len(operands)} facts in a way that no claim says."
    raise ClaimRefused(RefusalCode.COMPUTED, message)
