"""An audit's findings counted and in their JSON form, the same for every door."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from tieout.audit import FindingKind
from tieout.facts.row import row_from_fact
from tieout.outcome import problem_document, tie_document

if TYPE_CHECKING:
    from tieout.audit import Finding
    from tieout.data.snapshot import Snapshot

__all__ = ["CALLED", "SIGNS", "audit_document", "counts_of", "report_values"]

SIGNS: Final = {"ticked": "✓", "contradicted": "✗", "not_checked": "?", "no_figure": " "}
CALLED: Final = {"ticked": "ticked", "contradicted": "contradicted", "not_checked": "not checked"}


def counts_of(findings: Sequence[Finding]) -> Counter[str]:
    """Return how many sentences became what."""
    return Counter(str(one.kind) for one in findings)


def audit_document(findings: Sequence[Finding], snapshot: Snapshot) -> dict[str, Any]:
    """Return the findings with their counts and the data they were looked up in."""
    counts = counts_of(findings)
    return {
        "dataset": {
            "name": snapshot.card.name,
            "version": snapshot.card.version,
            "sha256": snapshot.sha256,
        },
        "counts": {str(kind): counts[kind] for kind in FindingKind},
        "findings": [
            {
                "passage": one.passage.number,
                "line": one.passage.line,
                "start": one.start,
                "end": one.end,
                "text": one.text,
                "finding": str(one.kind),
                "ties": [tie_document(tie) for tie in one.ties],
                "problem": None if one.problem is None else problem_document(one.problem),
                "evidence": [row_from_fact(fact) for fact in one.facts],
            }
            for one in findings
        ],
    }


def report_values(name: str, findings: Sequence[Finding], snapshot: Snapshot) -> dict[str, Any]:
    """Return what the page of an audit is filled with.

    Args:
        name: What the text is called.
        findings: What was found.
        snapshot: The data it was looked up in.
    """
    counts = counts_of(findings)
    return {
        "file": name,
        "dataset": snapshot.card.label,
        "counts": [(called, counts[kind]) for kind, called in CALLED.items()],
        "findings": findings,
        "signs": SIGNS,
        "called": CALLED,
    }
