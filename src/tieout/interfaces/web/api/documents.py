"""What the API says of a run, in JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tieout.review import review_document

if TYPE_CHECKING:
    from tieout.ledger import Run

__all__ = ["run_document"]


def run_document(run: Run) -> dict[str, Any]:
    """Return a run that has ended: its number, its outcome, and the decision about it."""
    return {
        "number": run.number,
        "asked_at": run.asked_at.isoformat(),
        "outcome": run.document,
        "review": review_document(run),
    }
