"""What a waiting run must know to go on: which calls still wait, and which were made before.

Everything comes from the trace, so the run can go on in another process, days later.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from tieout.assistant.batch import refused_key
from tieout.assistant.conversation import Message
from tieout.assistant.trace import StopReason, Trace
from tieout.errors import UsageError
from tieout.tools.call import Refusal, ToolCall, ValidCall
from tieout.tools.contract import Toolset

__all__ = ["Earlier", "earlier_of", "in_order"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """Where a run stood when it began to wait.

    Attributes:
        pending: The calls that wait for a person, in the order proposed.
        seen: The keys of every call made or refused before, and of those that wait.
        ids: The ids of all calls.
        proposals: How many calls were proposed.
    """

    pending: tuple[ValidCall, ...]
    seen: frozenset[Hashable]
    ids: frozenset[str]
    proposals: int


def earlier_of(trace: Trace, toolset: Toolset) -> Earlier:
    """Return where a waiting run stood.

    Raises:
        UsageError: The run does not wait, or a tool that it used is no longer there.
    """
    answered = {message.call_id for message in trace.messages if message.role == "tool"}
    calls = [call for message in trace.messages for call in message.tool_calls]
    if trace.stop is not StopReason.APPROVAL:
        raise UsageError("This run waits for nobody; ask the question anew.")
    pending = [_checked(call, toolset) for call in calls if call.id not in answered]
    made = [
        _checked(ToolCall(id=step.call_id, name=step.tool, arguments=step.arguments), toolset).key
        for step in trace.steps
        if step.ran or step.outcome.startswith("not approved")
    ]
    proposed = [call for reply in trace.replies for call in reply.tool_calls]
    refused = [refused_key(call) for call in proposed if isinstance(toolset.validate(call), Refusal)]
    return Earlier(
        pending=tuple(pending),
        seen=frozenset((*made, *refused, *(call.key for call in pending))),
        ids=frozenset(call.id for call in calls),
        proposals=len(proposed),
    )


def in_order(messages: list[Message]) -> list[Message]:
    """Return the messages with the results of the last batch in the order of its calls."""
    last = max(place for place, message in enumerate(messages) if message.tool_calls)
    places = {call.id: place for place, call in enumerate(messages[last].tool_calls)}
    results = sorted(messages[last + 1 :], key=lambda message: places[message.call_id])
    return [*messages[: last + 1], *results]


def _checked(call: ToolCall, toolset: Toolset) -> ValidCall:
    checked = toolset.validate(call)
    if isinstance(checked, Refusal):
        raise UsageError(f"The run cannot go on with the tools of this desk: {checked.message}")
    return checked
