"""The transcript of a run: its trace as one JSON document, and back again.

Everything that passed between application and model is in it: requests, replies as they came (the provider's
own parts too), what became of each call, failures, drafts sent back, settings. A waiting run goes on from it
in another process, so nothing that the loop needs may be lost. The facts stand beside it, as evidence rows.
Secrets never: see `tieout.assistant.scrubbing`.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from tieout.assistant.conversation import Message, Reply, Request, Usage
from tieout.assistant.scrubbing import scrubbed
from tieout.assistant.trace import Failure, RejectedDraft, Step, StopReason, Trace
from tieout.facts.fact import Evidence
from tieout.tools.call import ToolCall

__all__ = ["TRANSCRIPT_FORMAT", "trace_of", "transcript"]

TRANSCRIPT_FORMAT = "tieout-trace/1"
"""The name of the form; a change that a reader would notice gets another number."""


def transcript(trace: Trace) -> dict[str, Any]:
    """Return the JSON document of a trace, without secrets."""
    first = trace.requests[0] if trace.requests else Request(messages=())
    schema = next((one.response_schema for one in trace.requests if one.response_schema is not None), None)
    document = {
        "format": TRANSCRIPT_FORMAT,
        "path": trace.path,
        "settings": dict(trace.settings),
        "tools": [dict(tool) for tool in first.tools],
        "response_schema": schema,
        "messages": [_message(message) for message in trace.messages],
        "requests": [_request(request) for request in trace.requests],
        "replies": [_reply(reply) for reply in trace.replies],
        "calls": [_step(step) for step in trace.steps],
        "failures": [_failure(failure) for failure in trace.failures],
        "rejected": [_rejected(draft) for draft in trace.rejected],
        "draft": trace.draft_text,
        "finish": trace.finish,
        "stop": str(trace.stop),
        "error": trace.error,
        "seconds": trace.seconds,
    }
    clean: dict[str, Any] = scrubbed(document)
    return clean


def trace_of(document: Mapping[str, Any], evidence: Evidence) -> Trace:
    """Return the trace that a transcript was made of.

    Args:
        document: The transcript, read from JSON.
        evidence: The facts of the run.

    Raises:
        ValueError: It is no transcript of this form. A missing or malformed key raises `KeyError` or
            `TypeError`.
    """
    if document.get("format") != TRANSCRIPT_FORMAT:
        raise ValueError(f"not a transcript of the form {TRANSCRIPT_FORMAT}")
    messages = tuple(_read_message(message) for message in document["messages"])
    tools = tuple(document["tools"])
    requests = tuple(
        Request(
            messages=messages[: one["messages"]],
            tools=tools[: one["tools"]],
            tool_choice=one["tool_choice"],
            response_schema=document["response_schema"] if one["structured"] else None,
        )
        for one in document["requests"]
    )
    return Trace(
        path=document["path"],
        messages=messages,
        requests=requests,
        replies=tuple(_read_reply(reply) for reply in document["replies"]),
        steps=tuple(Step(**{**step, "refs": tuple(step["refs"])}) for step in document["calls"]),
        evidence=evidence,
        draft_text=document["draft"],
        finish=document["finish"],
        stop=StopReason(document["stop"]),
        error=document["error"],
        seconds=document["seconds"],
        failures=tuple(Failure(**failure) for failure in document["failures"]),
        rejected=tuple(RejectedDraft(**draft) for draft in document["rejected"]),
        settings=document["settings"],
    )


def _call(call: ToolCall) -> dict[str, Any]:
    arguments = call.arguments
    return {
        "id": call.id,
        "name": call.name,
        "arguments": dict(arguments) if isinstance(arguments, Mapping) else arguments,
    }


def _message(message: Message) -> dict[str, Any]:
    document: dict[str, Any] = {"role": message.role, "text": message.text}
    if message.tool_calls:
        document["tool_calls"] = [_call(call) for call in message.tool_calls]
    if message.call_id:
        document["call_id"] = message.call_id
    if message.raw is not None:
        document["raw"] = message.raw
    return document


def _read_message(document: Mapping[str, Any]) -> Message:
    return Message(
        role=document["role"],
        text=document["text"],
        tool_calls=tuple(ToolCall(**call) for call in document.get("tool_calls", ())),
        call_id=document.get("call_id", ""),
        raw=document.get("raw"),
    )


def _request(request: Request) -> dict[str, Any]:
    # How many of the messages it held: a conversation only grows.
    return {
        "messages": len(request.messages),
        "tools": len(request.tools),
        "tool_choice": request.tool_choice,
        "structured": request.response_schema is not None,
    }


def _reply(reply: Reply) -> dict[str, Any]:
    usage = reply.usage
    return {
        "text": reply.text,
        "tool_calls": [_call(call) for call in reply.tool_calls],
        "finish": reply.finish,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cached_tokens": usage.cached_tokens,
        "cost_usd": None if usage.cost_usd is None else format(usage.cost_usd, "f"),
        "prices": usage.prices,
        "raw": reply.raw,
    }


def _read_reply(document: Mapping[str, Any]) -> Reply:
    cost = document["cost_usd"]
    return Reply(
        text=document["text"],
        tool_calls=tuple(ToolCall(**call) for call in document["tool_calls"]),
        finish=document["finish"],
        usage=Usage(
            input_tokens=document["input_tokens"],
            output_tokens=document["output_tokens"],
            cached_tokens=document["cached_tokens"],
            cost_usd=None if cost is None else Decimal(cost),
            prices=document["prices"],
        ),
        raw=document["raw"],
    )


def _step(step: Step) -> dict[str, Any]:
    arguments = step.arguments
    return {
        "tool": step.tool,
        "arguments": dict(arguments) if isinstance(arguments, Mapping) else arguments,
        "outcome": step.outcome,
        "refs": list(step.refs),
        "call_id": step.call_id,
        "message": step.message,
        "ran": step.ran,
    }


def _failure(failure: Failure) -> dict[str, Any]:
    return {
        "request": failure.request,
        "error": failure.error,
        "waited": failure.waited,
        "may_cost": failure.may_cost,
    }


def _rejected(draft: RejectedDraft) -> dict[str, Any]:
    return {"text": draft.text, "finish": draft.finish, "problems": draft.problems}
