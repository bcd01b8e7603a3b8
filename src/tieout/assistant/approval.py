"""Approvals: a call with a side effect runs only after a person said yes to exactly this call, once.

The loop asks an `Approver` when a call has passed every check, so the name is the registered tool's and the
arguments are the typed ones; nothing that the model says takes part. Whoever is asked answers for this one
call: a yes is given out once, and everything else (no, silence, the end of input, a late yes) is no.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from tieout.tools.call import ToolResult, ValidCall
from tieout.tools.rendering import encode

__all__ = ["Answer", "ApprovalRequest", "Approver", "AutoApproval", "Decision", "Rule", "not_approved"]


class Answer(StrEnum):
    """What came of asking; everything but ``APPROVED`` and ``PENDING`` is no."""

    APPROVED = "approved"
    DENIED = "denied"
    NO_ANSWER = "no answer"
    TIMED_OUT = "timed out"
    ALREADY_RUN = "already run"
    PENDING = "pending"


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalRequest:
    """What a person is asked: the resolved tool with its checked arguments, whole, and nothing else.

    Attributes:
        call_id: The id of the call in its run.
        tool: The name of the registered tool.
        arguments: The checked arguments, in the order of the tool's signature.
        digest: SHA-256 of tool and arguments in hex; equal for exactly the same call.
    """

    call_id: str
    tool: str
    arguments: Mapping[str, Any]
    digest: str

    @staticmethod
    def of(call: ValidCall) -> ApprovalRequest:
        """Return the request for a checked call."""
        content = json.dumps([call.name, call.arguments], sort_keys=True, ensure_ascii=True, allow_nan=False)
        digest = hashlib.sha256(content.encode()).hexdigest()
        return ApprovalRequest(call_id=call.id, tool=call.name, arguments=call.arguments, digest=digest)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The answer to one request.

    Attributes:
        answer: What was answered. ``APPROVED`` is given out once: the call must be run now.
        who: The person, or the rule, that answered; may be empty.
        why: The reason given; the model reads it with a no.
    """

    answer: Answer
    who: str = ""
    why: str = ""


class Approver(Protocol):
    """Whoever may be asked: a person at a terminal, a queue in the ledger, a rule of a test."""

    def decide(self, request: ApprovalRequest) -> Decision:
        """Answer a request; ``PENDING`` when nobody can answer now, and the run must wait."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A yes in advance, for tests: one tool, and every argument of it with the value it must have.

    Attributes:
        tool: The exact name of the registered tool.
        arguments: The value of every argument. A text that ends in ``/`` stands for any path below that
            folder, compared after ``.`` and ``..`` are resolved; every other value must be equal.
    """

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)

    def allows(self, request: ApprovalRequest) -> bool:
        """Return True when the request is the rule's tool with the rule's values, and no others."""
        return (
            request.tool == self.tool
            and request.arguments.keys() == self.arguments.keys()
            and all(_fits(value, request.arguments[name]) for name, value in self.arguments.items())
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AutoApproval:
    """Answers by rules, for tests; what no rule allows is handed on, or is no.

    Attributes:
        rules: The rules.
        otherwise: Who is asked about anything else; None for nobody.
    """

    rules: tuple[Rule, ...]
    otherwise: Approver | None = None

    def decide(self, request: ApprovalRequest) -> Decision:
        """Approve what a rule allows."""
        if any(rule.allows(request) for rule in self.rules):
            return Decision(answer=Answer.APPROVED, who="--auto-approve")
        if self.otherwise is not None:
            return self.otherwise.decide(request)
        return Decision(answer=Answer.NO_ANSWER, why="no rule allows it, and nobody is there to ask")


def not_approved(call: ValidCall, decision: Decision) -> ToolResult:
    """Return the result of a call that was not approved; the model is told not to try again."""
    told = {
        Answer.DENIED: f"A person denied this call{f' ({decision.why})' if decision.why else ''}.",
        Answer.TIMED_OUT: "Nobody answered in time, so this call was not run.",
        Answer.ALREADY_RUN: "This call was begun before and may have been carried out; it was not repeated.",
    }.get(decision.answer, "Nobody approved this call, so it was not run.")
    message = f"{told} Do not propose it again, in this form or another; go on without it."
    return ToolResult(
        call_id=call.id,
        tool=call.name,
        content=encode({"error": "not_approved", "message": message}),
        outcome=f"not approved: {decision.answer.value}",
        arguments=call.arguments,
    )


def _fits(wanted: object, given: object) -> bool:
    if isinstance(wanted, str) and isinstance(given, str) and wanted.endswith("/"):
        folder, path = posixpath.normpath(wanted), posixpath.normpath(given)
        return path.startswith(f"{folder}/") and "\\" not in given and "\0" not in given
    return type(wanted) is type(given) and wanted == given
