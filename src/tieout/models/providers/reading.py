"""Reading a provider's reply: its words, its calls, how it ended and what it cost, none of it mended.

How a reply ended is read from the provider's own word by an allow-list; a word that is not in it goes on as
it came, and the loop ends the run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart

from tieout.assistant.conversation import Message, Reply, ToolCall, Usage
from tieout.models.providers.access import Access
from tieout.models.providers.address import Address
from tieout.models.providers.history import stored
from tieout.models.providers.prices import cost, price_table
from tieout.models.providers.wire import Sent

__all__ = ["read_reply"]

_OPENAI = {
    "stop": "stop",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "length": "length",
    "content_filter": "content_filter",
}
_RESPONSES = {
    "completed": "stop",
    "max_output_tokens": "length",
    "content_filter": "content_filter",
}
_ANTHROPIC = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "tool_use": "tool_calls",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refusal",
}
_GOOGLE = {
    "STOP": "stop",
    "MAX_TOKENS": "length",
    "SAFETY": "content_filter",
    "RECITATION": "content_filter",
    "BLOCKLIST": "content_filter",
    "PROHIBITED_CONTENT": "content_filter",
    "SPII": "content_filter",
    "MODEL_ARMOR": "content_filter",
}
_FINISHES: Mapping[str, Mapping[str, str]] = {
    "anthropic": _ANTHROPIC,
    "google": _GOOGLE,
    "openai-responses": _RESPONSES,
}
_PRICED = {"openai-responses": "openai"}
_OWN_ID = "pyd_ai_"
"""How ids begin that the library made because the provider sent none."""


def read_reply(
    response: ModelResponse,
    sent: Sent,
    address: Address,
    access: Access,
    *,
    earlier: Sequence[Message],
    maker: str,
    today: date,
) -> Reply:
    """Return the reply.

    Args:
        response: The reply as the library read it.
        sent: The reply as it came.
        address: Who was asked.
        access: Whose key must not be kept.
        earlier: The conversation before, for ids where the wire format has none.
        maker: The provider and model, for `history`.
        today: For the date of the price table.
    """
    details = response.provider_details or {}
    refused = details.get("refusal")
    text = "".join(part.content for part in response.parts if isinstance(part, TextPart)) or None
    calls = _calls(response, address, earlier)
    return Reply(
        text=text if text or refused is None else str(refused),
        tool_calls=calls,
        finish=_finish(details, address, refused is not None),
        usage=_usage(response, address, today),
        raw={"maker": maker, "response": stored(response), "body": access.scrub(sent.kept)},
    )


def _finish(details: Mapping[str, object], address: Address, refused: bool) -> str:
    if refused:
        return "refusal"
    if details.get("block_reason"):
        return "content_filter"
    said = str(details.get("finish_reason") or "")
    return _FINISHES.get(address.provider, _OPENAI).get(said, said)


def _calls(response: ModelResponse, address: Address, earlier: Sequence[Message]) -> tuple[ToolCall, ...]:
    count = sum(len(message.tool_calls) for message in earlier)
    calls = []
    for part in response.parts:
        if not isinstance(part, ToolCallPart):
            continue
        count += 1
        given: object = part.tool_call_id
        part.tool_call_id = one = given if isinstance(given, str) else ""  # some libraries let null pass
        if one.startswith(_OWN_ID):
            # Google's wire format has no ids, so they are counted; elsewhere one is missing, and the loop
            # refuses the batch.
            one = f"call_{count}" if address.provider == "google" else ""
        calls.append(ToolCall(id=one, name=part.tool_name, arguments=part.args or ""))
    return tuple(calls)


def _usage(response: ModelResponse, address: Address, today: date) -> Usage:
    used = response.usage
    price = None
    if used.input_tokens or used.output_tokens:
        price = cost(
            response.model_name or address.model,
            _PRICED.get(address.provider, address.provider),
            input_tokens=used.input_tokens,
            cached_tokens=used.cache_read_tokens,
            written_tokens=used.cache_write_tokens,
            output_tokens=used.output_tokens,
        )
    return Usage(
        input_tokens=max(used.input_tokens, used.cache_read_tokens + used.cache_write_tokens),
        output_tokens=used.output_tokens,
        cached_tokens=used.cache_read_tokens,
        cost_usd=price,
        prices="" if price is None else price_table(today),
    )
