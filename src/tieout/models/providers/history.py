"""The conversation in the form of pydantic-ai: plain messages in, its messages out, reasoning unchanged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    ModelResponsePart,
    SystemPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from tieout.assistant.conversation import Message, ToolCall

__all__ = ["history", "stored"]


def stored(response: ModelResponse) -> Any:
    """Return a response as JSON values from which `history` can make it again, part for part."""
    return ModelMessagesTypeAdapter.dump_python([response], mode="json")[0]


def history(messages: Sequence[Message], maker: str) -> list[ModelMessage]:
    """Return the conversation for a request.

    Args:
        messages: The conversation so far.
        maker: The provider and model that is asked; the private parts of another one's replies (reasoning
            and its signature) mean nothing to it and stay out.
    """
    found: list[ModelMessage] = []
    waiting: list[ModelRequestPart] = []
    names: dict[str, str] = {}
    for message in messages:
        if message.role != "assistant":
            waiting.append(_request_part(message, names))
            continue
        if waiting:
            found.append(ModelRequest(parts=waiting))
            waiting = []
        names.update({call.id: call.name for call in message.tool_calls})
        if parts := _response_parts(message, maker):
            found.append(parts)
    if waiting:
        found.append(ModelRequest(parts=waiting))
    return found


def _request_part(message: Message, names: Mapping[str, str]) -> ModelRequestPart:
    if message.role == "system":
        return SystemPromptPart(message.text)
    if message.role == "user":
        return UserPromptPart(message.text)
    name = names.get(message.call_id, "unknown")
    return ToolReturnPart(tool_name=name, content=message.text, tool_call_id=message.call_id)


def _response_parts(message: Message, maker: str) -> ModelResponse | None:
    raw = message.raw
    if isinstance(raw, Mapping) and raw.get("maker") == maker:
        response = ModelMessagesTypeAdapter.validate_python([raw["response"]])[0]
        if isinstance(response, ModelResponse) and response.parts:
            return replace(response, parts=list(_with_calls(response.parts, message.tool_calls)))
    parts: list[ModelResponsePart] = [TextPart(message.text)] if message.text else []
    parts.extend(
        ToolCallPart(call.name, _arguments(call), tool_call_id=call.id) for call in message.tool_calls
    )
    return ModelResponse(parts=parts) if parts else None


def _with_calls(parts: Iterable[ModelResponsePart], calls: Sequence[ToolCall]) -> Iterable[ModelResponsePart]:
    """Yield the parts with the calls of the conversation in the place of those proposed."""
    left = iter(calls)
    for part in parts:
        if not isinstance(part, ToolCallPart):
            yield part
        elif (call := next(left, None)) is not None:
            same = call.name == part.tool_name and _arguments(call) == (part.args or "")
            # The provider's own reading of the arguments is kept where nothing had to be mended.
            arguments: Any = part.args if same else _arguments(call)
            yield ToolCallPart(
                call.name,
                arguments,
                tool_call_id=call.id,
                id=part.id,
                provider_name=part.provider_name,
                provider_details=part.provider_details,
            )


def _arguments(call: ToolCall) -> str | dict[str, Any]:
    return dict(call.arguments) if isinstance(call.arguments, Mapping) else str(call.arguments)
