"""Approvals in their JSON form, the same for every door."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tieout.ledger import Approval

__all__ = ["approval_document"]


def approval_document(approval: Approval) -> dict[str, Any]:
    """Return a call that a person is asked about: what exactly, until when, and what was answered."""
    answered = approval.answered_at
    return {
        "number": approval.number,
        "run": approval.run,
        "tool": approval.tool,
        "arguments": dict(approval.arguments),
        "digest": approval.digest,
        "asked_at": approval.asked_at.isoformat(),
        "expires_at": approval.expires_at.isoformat(),
        "answer": None if approval.answer is None else str(approval.answer),
        "answered_at": None if answered is None else answered.isoformat(),
        "who": approval.who,
        "why": approval.why,
        "used": approval.used,
    }
