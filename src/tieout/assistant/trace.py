"""What happened in a loop: every request, reply and call, and why it ended; plain values, for records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tieout.assistant.conversation import Message, Model, Reply, Request, Usage
from tieout.facts.fact import Evidence

__all__ = ["Failure", "RejectedDraft", "Step", "StopReason", "Trace", "settings_of", "usage_of"]


class StopReason(StrEnum):
    """Why a loop ended; empty when the model finished by itself."""

    FINISHED = ""
    MAX_MODEL_CALLS = "max_model_calls"
    MAX_TOOL_CALLS = "max_tool_calls"
    REPEATED_CALL = "repeated_call"
    TIME = "time"
    MAX_RETRIES = "max_retries"
    TIMEOUT = "timeout"
    MAX_TOKENS = "max_tokens"
    BUDGET = "budget"
    UNEXPECTED_CALL = "unexpected_call"
    APPROVAL = "approval"
    STOPPED = "stopped"
    MODEL_ERROR = "model_error"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One call that the model proposed, and what became of it.

    Attributes:
        tool: The tool's name, as proposed.
        arguments: The arguments; the text as proposed (its beginning, when long) where it was no JSON object.
        outcome: ``ok``, ``refused: CODE``, ``error: bug``, ``not approved: WHY``, or ``not run: WHY``.
        refs: The refs of the facts that its result shows.
        call_id: The id by which the conversation knows the call.
        message: For a refusal the sentence that the model read, for a bug the exception; else empty.
        ran: True when the tool's function was called.
    """

    tool: str
    arguments: Mapping[str, Any] | str
    outcome: str
    refs: tuple[str, ...] = ()
    call_id: str = ""
    message: str = ""
    ran: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """One sending of a request that failed in a way that may pass.

    Attributes:
        request: Which request of the run, counted from 1.
        error: What happened, in one sentence.
        waited: The seconds waited before the request was sent again; None when it was not.
        may_cost: True when the provider may have charged for it.
    """

    request: int
    error: str
    waited: float | None = None
    may_cost: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectedDraft:
    """A draft that did not pass and went back to the model once.

    Attributes:
        text: The text of the reply.
        finish: How the reply ended.
        problems: What the model was told about it.
    """

    text: str | None
    finish: str
    problems: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """One run of the loop.

    Attributes:
        path: The name of the information path.
        messages: The conversation, in a form that a provider would take back: every call has its one result.
        requests: What was asked of the model, in order.
        replies: What the model sent, exactly as it came, in order.
        steps: The calls proposed, in order.
        evidence: Exactly the facts that the model was shown.
        draft_text: The text of the reply that ended the run; None when none did.
        finish: How that reply ended, or how the last one ended where a stop came first.
        stop: Why the loop ended.
        error: Where the model or a limit on it ended the run, what went wrong, in one sentence.
        seconds: Seconds from the start to the end, by the clock handed in.
        failures: Sendings that failed in passing, in order, whether or not they were repeated.
        rejected: Drafts that went back to the model, in order.
        settings: How the model was asked (temperature, effort, longest reply), as it says itself.
    """

    path: str
    messages: tuple[Message, ...]
    requests: tuple[Request, ...]
    replies: tuple[Reply, ...]
    steps: tuple[Step, ...]
    evidence: Evidence
    draft_text: str | None
    finish: str
    stop: StopReason
    error: str
    seconds: float
    failures: tuple[Failure, ...] = ()
    rejected: tuple[RejectedDraft, ...] = ()
    settings: Mapping[str, object] = field(default_factory=dict)

    @property
    def model_calls(self) -> int:
        """How many requests were sent to the model, failed and repeated ones included."""
        return len(self.requests) + sum(failure.waited is not None for failure in self.failures)

    @property
    def tool_calls(self) -> int:
        """How many calls ran."""
        return sum(step.ran for step in self.steps)

    @property
    def usage(self) -> Usage:
        """Tokens and money of all replies; the money is not known where a reply that failed may have cost."""
        return usage_of(self.replies, self.failures)


def usage_of(replies: Iterable[Reply], failures: Iterable[Failure]) -> Usage:
    """Return what replies used together with failures; see `Trace.usage`."""
    unknown = (Usage() for failure in failures if failure.may_cost)
    return Usage.total((*(reply.usage for reply in replies), *unknown))


def settings_of(model: Model) -> Mapping[str, object]:
    """Return how a model is asked, as it says itself; empty for one that says nothing."""
    # Asking whether it meets the protocol would take a tenth of the whole loop.
    settings = getattr(model, "settings", None)
    return settings if settings is not None and isinstance(settings, Mapping) else {}
