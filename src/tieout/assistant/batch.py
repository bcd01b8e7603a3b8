"""The calls of one reply: are their ids usable, and in which form may they stand in the conversation.

Providers refuse a whole history for one broken call in it (arguments cut off in mid-object, an id used
twice), so what goes back is mended in form only; what the model really sent stays in the trace, and a
mended call has never run.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any

from tieout.assistant.conversation import Message, Reply
from tieout.assistant.trace import Step
from tieout.errors import QueryCode
from tieout.tools.arguments import read_arguments
from tieout.tools.call import BUG, OK, Refusal, ToolCall, ToolResult
from tieout.tools.wording import quoted

__all__ = ["mended", "problem_with_ids", "proposed", "ran", "refused_key"]

_LONGEST_ID = 200
_LONGEST_KEPT = 400
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_-]")
_LONGEST_NAME = 64


def problem_with_ids(calls: Sequence[ToolCall], earlier: Collection[str]) -> Refusal | None:
    """Return why the calls cannot be told apart, or None; one bad id spoils the batch.

    Args:
        calls: The calls of one reply.
        earlier: The ids of all calls before.
    """
    seen: set[object] = set()
    for call in calls:
        if type(call.id) is not str or not call.id.strip() or len(call.id) > _LONGEST_ID:
            return _ids("has no usable id")
        if call.id in seen or call.id in earlier:
            return _ids(f"uses the id {quoted(call.id)} again")
        seen.add(call.id)
    return None


def _ids(what: str) -> Refusal:
    message = f"No call of this reply was run: one of them {what}. Every call needs an id of its own."
    return Refusal(code=QueryCode.INVALID_ID, message=message)


def mended(reply: Reply, earlier: Collection[str], *, anew: bool) -> Message:
    """Return the reply as a message that any provider takes back.

    Args:
        reply: The reply with its calls.
        earlier: The ids of all calls before.
        anew: True to give every call a new id, since its own cannot be used.
    """
    ids = _new_ids(len(reply.tool_calls), earlier) if anew else [call.id for call in reply.tool_calls]
    calls = tuple(_sendable(call, one) for call, one in zip(reply.tool_calls, ids, strict=True))
    # The reasoning before a mended call still goes back: some providers refuse a history without it.
    return Message(role="assistant", text=reply.text or "", tool_calls=calls, raw=reply.raw)


def _new_ids(count: int, earlier: Collection[str]) -> list[str]:
    ids: list[str] = []
    number = len(earlier)
    while len(ids) < count:
        number += 1
        if f"call_{number}" not in earlier:
            ids.append(f"call_{number}")
    return ids


def _sendable(call: ToolCall, one: str) -> ToolCall:
    name = _NOT_IN_A_NAME.sub("_", str(call.name)[:_LONGEST_NAME]) or "unnamed"
    arguments = call.arguments
    if isinstance(read_arguments(name, arguments), Refusal) or not str(arguments).strip():
        arguments = "{}"
    return ToolCall(id=one, name=name, arguments=arguments)


def proposed(call: ToolCall) -> Mapping[str, Any] | str:
    """Return the arguments of a call for the record: the object, or the beginning of a text that is none."""
    read = read_arguments("", call.arguments)
    if not isinstance(read, Refusal):
        return read
    text = call.arguments if isinstance(call.arguments, str) else quoted(call.arguments)
    return text if len(text) <= _LONGEST_KEPT else text[:_LONGEST_KEPT] + "…"


def refused_key(call: ToolCall) -> Hashable:
    """Return a key that is equal for two refused calls made of the same words."""
    return ("refused", str(call.name), str(call.arguments))


def ran(result: ToolResult) -> Step:
    """Return the step of a call that ran, or that nobody approved."""
    return Step(
        tool=result.tool,
        arguments=result.arguments,
        outcome=result.outcome,
        refs=tuple([fact.ref for fact in result.facts]),
        call_id=result.call_id,
        message=result.fault if result.outcome == BUG else "" if result.outcome == OK else result.content,
        ran=not result.outcome.startswith("not approved"),
    )
