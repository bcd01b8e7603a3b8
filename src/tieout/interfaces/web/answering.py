"""Answers to calls that wait for a person: what a page and a program may say, and what they are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import Request

from tieout.assistant.approval import Answer
from tieout.errors import UsageError
from tieout.interfaces.web.asking import asking_of
from tieout.interfaces.web.problems import Problem

if TYPE_CHECKING:
    from tieout.ledger import Approval

__all__ = ["answer_call", "approval_of"]


def approval_of(request: Request, number: int) -> Approval:
    """Return an approval by its number.

    Raises:
        Problem: There is none of that number.
    """
    try:
        return asking_of(request).office.ledger().approvals.get(number)
    except UsageError as error:
        raise Problem("not_found", 404, f"There is no approval no. {number}.") from error


def answer_call(request: Request, number: int, answer: str, *, why: str, digest: str, who: str) -> Approval:
    """Keep a person's answer, and let the run go on where this desk asked it.

    Args:
        request: The request that carries the answer.
        number: The approval's number.
        answer: ``approve`` or ``deny``.
        why: The reason.
        digest: The digest of the call that the person was shown.
        who: The person.

    Raises:
        Problem: It was answered before, came too late, or the call is not the one that was shown.
    """
    asking = asking_of(request)
    approval_of(request, number)
    if not why.strip():
        raise UsageError("Say why: the reason stays in the record, and the model reads it with a no.")
    wanted = Answer.APPROVED if answer == "approve" else Answer.DENIED
    try:
        kept = asking.office.ledger().approvals.answer(
            number, wanted, who=who, at=asking.office.now(), why=why.strip(), digest=digest
        )
    except UsageError as error:
        raise Problem("conflict", 409, error.message) from error
    asking.workers.look()
    asking.feed.tell(kept.run)
    if kept.answer is not wanted:
        until = f"{kept.expires_at:%Y-%m-%d %H:%M} UTC"
        raise Problem(
            "conflict", 409, f"Approval no. {number} could be answered until {until}; the call will not run."
        )
    return kept
