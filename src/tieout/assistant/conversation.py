"""The conversation with a model: plain values, and the one protocol that every model meets.

A model proposes and is never trusted: what it sends arrives here as it came; the loop and the tools check it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal, Protocol, runtime_checkable

from tieout.tools.call import ToolCall

__all__ = [
    "FINISHES",
    "Message",
    "Model",
    "Reply",
    "Request",
    "Role",
    "ToolCall",
    "ToolChoice",
    "Tuned",
    "Usage",
]

Role = Literal["system", "user", "assistant", "tool"]
ToolChoice = Literal["auto", "required", "none"]

FINISHES = frozenset({"stop", "tool_calls", "length", "refusal", "content_filter", "error"})
"""The ways a reply may end that we know; any other word is a failure, never a success."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of the conversation.

    Attributes:
        role: Who speaks; a ``tool`` message is the result of one call.
        text: The words; empty where an assistant only proposed calls.
        tool_calls: The calls an assistant proposed. Broken arguments and ids never stand here (a provider
            would refuse the whole history): the reply of the trace keeps them as they came.
        call_id: For a ``tool`` message, the id of the call that it answers.
        raw: For an assistant message, the provider's own parts (reasoning with its signature), to be sent
            back exactly as they came; None when there are none. Where its calls differ from ``tool_calls``,
            those had to be mended, and ``tool_calls`` are the ones to send.
    """

    role: Role
    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    call_id: str = ""
    raw: Any = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a model is asked for.

    Attributes:
        messages: The whole conversation so far, oldest first.
        tools: The definitions of the tools (name, description, parameters), declared also when no call is
            wanted.
        tool_choice: ``auto``, ``required`` (at least one call) or ``none`` (no calls).
        response_schema: The JSON schema that the text of the reply must meet, or None for free text.
        seconds_left: What is left of the run's time, for the provider's own timeout; not part of the content.
    """

    messages: tuple[Message, ...]
    tools: tuple[Mapping[str, Any], ...] = ()
    tool_choice: ToolChoice = "auto"
    response_schema: Mapping[str, Any] | None = None
    seconds_left: float | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens and money of one or more replies.

    Attributes:
        input_tokens: Tokens of the requests, cached ones included once.
        output_tokens: Tokens of the replies.
        cached_tokens: How many of ``input_tokens`` the provider read from its cache.
        cost_usd: US dollars, or None when the price is not known (unknown is not zero).
        prices: Which price table the cost comes from, with its date; empty when the cost is not known.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cost_usd: Decimal | None = None
    prices: str = ""

    @staticmethod
    def total(usages: Iterable[Usage]) -> Usage:
        """Return the sum; its cost is None unless every part's cost is known (and there is a part)."""
        parts = tuple(usages)
        if len(parts) == 1:
            return parts[0]
        costs = [part.cost_usd for part in parts]
        known = [cost for cost in costs if cost is not None]
        return Usage(
            input_tokens=sum(part.input_tokens for part in parts),
            output_tokens=sum(part.output_tokens for part in parts),
            cached_tokens=sum(part.cached_tokens for part in parts),
            cost_usd=sum(known, Decimal(0)) if known and len(known) == len(costs) else None,
            prices="; ".join(dict.fromkeys(part.prices for part in parts if part.prices)),
        )


_NOTHING_USED = Usage()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One reply of a model, as it came.

    Attributes:
        text: The words, or None when the provider sent none. Calls written as text are text.
        tool_calls: The calls proposed, in the order proposed.
        finish: Why the reply ended, one of `FINISHES`; an adapter passes an unknown word on as it came.
        usage: What the reply cost.
        raw: The provider's own parts, which go back unchanged with the conversation.
    """

    text: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    finish: str = "stop"
    usage: Usage = _NOTHING_USED
    raw: Any = field(default=None, repr=False, compare=False)


class Model(Protocol):
    """Whatever proposes calls and drafts: a provider's model, a recording, a planner or a test double."""

    @property
    def name(self) -> str:
        """The name that records and reports give it, such as ``planner``."""
        ...

    def reply(self, request: Request) -> Reply:
        """Return the reply to the request.

        Raises:
            ModelError: The model or its provider failed.
        """
        ...


@runtime_checkable
class Tuned(Protocol):
    """A model that can say how it is asked, for the record."""

    @property
    def settings(self) -> Mapping[str, object]:
        """Temperature, effort, longest reply and the like, as JSON values; never a key."""
        ...
