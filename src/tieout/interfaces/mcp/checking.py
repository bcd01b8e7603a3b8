"""A draft of a host's own model, checked against calls that are run again here.

The host names the calls that it made, never the rows: rows that a model hands over could be made up, and a
number must not be called checked against those.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tieout.checking.check import check
from tieout.desk import without_markers
from tieout.errors import UsageError
from tieout.facts.fact import Evidence
from tieout.facts.row import row_from_fact
from tieout.interfaces.mcp.requests import LONGEST_ANSWER, CheckRequest
from tieout.interfaces.proof import proof_document
from tieout.outcome import verdict_document
from tieout.tools.contract import OK, Numbering, ToolCall
from tieout.writing.absences import find_held

if TYPE_CHECKING:
    from tieout.interfaces.office import Office
    from tieout.tools.contract import Toolset

__all__ = ["check_draft"]


def check_draft(request: CheckRequest, office: Office) -> dict[str, Any]:
    """Return verdict, problems, ties, evidence, and for a valid text its numbers in proof-carrying form.

    Raises:
        UsageError: A call that the draft rests on is refused; nothing was checked.
        DataError: The data cannot be trusted.
    """
    evidence = _evidence(request, office.toolset)
    verdict = check(
        request.answer,
        evidence,
        question=request.question or None,
        names=office.names,
        max_characters=LONGEST_ANSWER,
    )
    if verdict.valid and (held := find_held(verdict, office.snapshot)):
        verdict = replace(verdict, valid=False, problems=held, ties=())
    document = verdict_document(verdict)
    document["evidence"] = [row_from_fact(fact) for fact in evidence]
    if verdict.valid:
        text, ties = without_markers(request.answer, verdict.ties)
        document["proof"] = proof_document(text, ties, evidence)
    return document


def _evidence(request: CheckRequest, toolset: Toolset) -> Evidence:
    numbering = Numbering()
    for number, made in enumerate(request.calls, start=1):
        result = toolset.call(
            ToolCall(id=f"call_{number}", name=made.tool, arguments=made.arguments), numbering
        )
        if result.outcome != OK:
            raise UsageError(f"Call {number}, {made.tool[:60]}, is {result.outcome}: {result.content[:400]}")
    return Evidence(numbering.facts)
