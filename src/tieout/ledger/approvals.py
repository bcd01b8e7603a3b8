"""Approvals as the ledger keeps them: what was asked, what a person answered, and that it was used, once.

Three tables that only grow. An approval is open until an answer is appended, and an approved one can be taken
once: the row that says so is appended before anything runs, and of two who try, one gets it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tieout.assistant.approval import Answer, ApprovalRequest
from tieout.errors import UsageError
from tieout.ledger.storage import AlreadyThere, Storage, as_json, stamp

__all__ = ["Approval", "Approvals"]

_APPROVAL = """
SELECT a.number, a.run, a.call_id, a.tool, a.arguments, a.digest, a.asked_at, a.expires_at,
       b.answered_at, b.who, b.answer, b.why, c.used_at
FROM approvals a LEFT JOIN approval_answers b ON b.approval = a.number
LEFT JOIN approval_uses c ON c.approval = a.number
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """One call that a person was asked about.

    Attributes:
        number: The ledger's number for it, from 1; what people call it by.
        run: The id of the run.
        call_id: The id of the call in the run.
        tool: The name of the registered tool.
        arguments: Its checked arguments.
        digest: SHA-256 of tool and arguments in hex.
        asked_at: When it was asked, in UTC.
        expires_at: From when on a yes comes too late, in UTC.
        answer: What was answered; None while it is open.
        who: Who answered; may be empty.
        why: The reason given; may be empty.
        answered_at: When it was answered; None while it is open.
        used: True when the call was begun.
    """

    number: int
    run: str
    call_id: str
    tool: str
    arguments: Mapping[str, Any]
    digest: str
    asked_at: datetime
    expires_at: datetime
    answer: Answer | None = None
    who: str = ""
    why: str = ""
    answered_at: datetime | None = None
    used: bool = False


class Approvals:
    """The approvals of one ledger."""

    __slots__ = ("_storage",)

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def ask(
        self, run: str, request: ApprovalRequest, *, asked_at: datetime, expires_at: datetime
    ) -> Approval:
        """Return the approval for a call: the one that was asked for before, or a new one.

        The same call of the same run joins what was asked before, answered or not, until it was used; after
        that another call of the same kind is asked about anew. The used call itself finds that it was used.
        """
        with self._storage.alone(f"approvals of {run}"):
            found = self._storage.rows(
                f"{_APPROVAL} WHERE a.run = :run AND a.digest = :digest ORDER BY a.number DESC LIMIT 1",
                run=run,
                digest=request.digest,
            )
            known = _approval(found[0]) if found else None
            if known is not None and (not known.used or known.call_id == request.call_id):
                return known
            number = self._storage.append(
                "INSERT INTO approvals (run, call_id, tool, arguments, digest, asked_at, expires_at)"
                " VALUES (:run, :call_id, :tool, :arguments, :digest, :asked_at, :expires_at)",
                run=run,
                call_id=request.call_id,
                tool=request.tool,
                arguments=as_json(dict(request.arguments)),
                digest=request.digest,
                asked_at=stamp(asked_at),
                expires_at=stamp(expires_at),
            )
        return self.get(number)

    def get(self, number: int) -> Approval:
        """Return one approval.

        Raises:
            UsageError: There is none of that number.
        """
        found = self._storage.rows(f"{_APPROVAL} WHERE a.number = :number", number=number)
        if not found:
            raise UsageError(
                f"There is no approval no. {number}. `tieout approvals list` shows the open ones."
            )
        return _approval(found[0])

    def listed(self, *, answered: bool = False, run: str | None = None) -> tuple[Approval, ...]:
        """Return the open approvals, oldest first; ``answered`` adds the others, ``run`` keeps one run's."""
        conditions = ["1 = 1"] if answered else ["b.number IS NULL"]
        values = {} if run is None else {"run": run}
        conditions += (f"a.{name} = :{name}" for name in values)
        rows = self._storage.rows(f"{_APPROVAL} WHERE {' AND '.join(conditions)} ORDER BY a.number", **values)
        return tuple(map(_approval, rows))

    def count_open(self) -> int:
        """Return how many approvals nobody has answered."""
        ((count,),) = self._storage.rows(
            "SELECT count(*) FROM approvals a LEFT JOIN approval_answers b ON b.approval = a.number"
            " WHERE b.number IS NULL"
        )
        return int(count)

    def answer(
        self,
        number: int,
        answer: Answer,
        *,
        who: str,
        at: datetime,
        why: str = "",
        digest: str | None = None,
    ) -> Approval:
        """Append an answer; an approval is answered once.

        A yes or no that comes too late is kept as ``timed out``.

        Args:
            number: The approval's number.
            answer: The answer.
            who: Who answers; may be empty for an answer that nobody gave.
            at: When, in UTC.
            why: The reason; the model reads it with a no.
            digest: The digest of the call that the person was shown; not looked at when left out.

        Raises:
            UsageError: There is no such approval, it is for another call than the one shown, it was answered
                before, or nobody says yes or no.
        """
        approval = self.get(number)
        if digest is not None and digest != approval.digest:
            raise UsageError(
                f"Approval no. {number} is for another call than the one you were shown, so nothing was"
                " recorded. Look at it again, then answer."
            )
        if approval.answer is not None:
            raise UsageError(f"Approval no. {number} was answered already: {_told(approval)}.")
        if answer in (Answer.APPROVED, Answer.DENIED) and not who:
            raise UsageError("Say who answers: --by NAME.")
        kept = Answer.TIMED_OUT if at >= approval.expires_at else answer
        try:
            self._storage.append(
                "INSERT INTO approval_answers (approval, answered_at, who, answer, why)"
                " VALUES (:number, :at, :who, :answer, :why)",
                number=number,
                at=stamp(at),
                who=who,
                answer=kept.value,
                why=why,
            )
        except AlreadyThere as error:
            told = _told(self.get(number))
            raise UsageError(f"Approval no. {number} was answered already: {told}.") from error
        return self.get(number)

    def take(self, number: int, at: datetime) -> bool:
        """Use an approved call: True for the one who may run it now, False after that, or before a yes."""
        try:
            self._storage.append(
                "INSERT INTO approval_uses (approval, used_at) VALUES (:number, :at)",
                number=number,
                at=stamp(at),
            )
        except AlreadyThere:
            return False
        return True


def _told(approval: Approval) -> str:
    when = f"{approval.answered_at:%Y-%m-%d %H:%M} UTC" if approval.answered_at else ""
    who = f" by {approval.who}" if approval.who else ""
    return f"{approval.answer}{who}, {when}"


def _approval(row: tuple[Any, ...]) -> Approval:
    number, run, call_id, tool, arguments, digest, asked_at, expires_at, *rest = row
    answered_at, who, answer, why, used_at = rest
    return Approval(
        number=number,
        run=run,
        call_id=call_id,
        tool=tool,
        arguments=json.loads(arguments),
        digest=digest,
        asked_at=datetime.fromisoformat(asked_at),
        expires_at=datetime.fromisoformat(expires_at),
        answer=None if answer is None else Answer(answer),
        who=who or "",
        why=why or "",
        answered_at=None if answered_at is None else datetime.fromisoformat(answered_at),
        used=used_at is not None,
    )
