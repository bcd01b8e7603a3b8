"""The approver that goes through the ledger: every question and answer is kept, and a yes is used once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from tieout.assistant.approval import Answer, ApprovalRequest, Approver, Decision
from tieout.ledger.approvals import Approval, Approvals

__all__ = ["LedgerApprover"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerApprover:
    """Answers with what the ledger holds, asks a person who is there, or lets the run wait.

    Attributes:
        approvals: The approvals of the ledger.
        run: The id of the run.
        person: Who can be asked now; None when nobody is there.
        now: The wall clock, in UTC.
        lifetime: How long an approval stays open.
    """

    approvals: Approvals
    run: str
    person: Approver | None
    now: Callable[[], datetime]
    lifetime: timedelta

    def decide(self, request: ApprovalRequest) -> Decision:
        """Answer a request; ``APPROVED`` once, after the ledger keeps that the call was begun.

        Raises:
            LedgerError: The ledger cannot be read or written; nothing may run then.
        """
        asked_at = self.now()
        approval = self.approvals.ask(
            self.run, request, asked_at=asked_at, expires_at=asked_at + self.lifetime
        )
        if approval.used:
            return Decision(answer=Answer.ALREADY_RUN)
        if approval.answer is None:
            approval = self._answered(approval, request)
        if approval.answer is None:
            return Decision(answer=Answer.PENDING)
        answer = approval.answer
        if answer is Answer.APPROVED and not self.approvals.take(approval.number, self.now()):
            answer = Answer.ALREADY_RUN
        return Decision(answer=answer, who=approval.who, why=approval.why)

    def _answered(self, approval: Approval, request: ApprovalRequest) -> Approval:
        if self.now() >= approval.expires_at:
            return self.approvals.answer(approval.number, Answer.TIMED_OUT, who="", at=self.now())
        decision = Decision(answer=Answer.PENDING) if self.person is None else self.person.decide(request)
        if decision.answer is Answer.PENDING:
            return approval
        return self.approvals.answer(
            approval.number, decision.answer, who=decision.who, at=self.now(), why=decision.why
        )
