"""Recordings: replies kept by the content of their request, so that a run can be repeated without its model.

A recording is a file of JSON lines, one request each::

    {"key": "<sha256>", "model": "...", "asked": "<start of the last message>", "parts": {"prompt": ..., ...},
     "reply": {"text": ..., ...}}

The key is the SHA-256 of the request's content in canonical JSON: messages, tools, tool choice and schema.
What is not content (time left, a provider's private parts) plays no part in it. The parts are the beginnings
of such sums for each part of the content, so that a request that was not recorded can be told what differs.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from tieout.assistant.conversation import Message, Model, Reply, Request, ToolCall, Usage
from tieout.errors import NoRecording, UsageError

__all__ = ["RecordedModel", "RecordingModel", "json_line", "read_reply", "recording", "request_key"]

_ASKED_CHARACTERS = 120
_SHORT = 10


def request_key(request: Request) -> str:
    """Return the SHA-256, in hex, of the request's content: equal for two requests that ask the same."""
    return _sum(_content(request))


def _content(request: Request) -> dict[str, Any]:
    return {
        "messages": [_message(message) for message in request.messages],
        "tools": list(request.tools),
        "tool_choice": request.tool_choice,
        "response_schema": request.response_schema,
    }


def _sum(content: object) -> str:
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=_plain)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _parts(request: Request) -> dict[str, str]:
    """Return a short sum of each part of the content, by the name that a person gives the part."""
    content = _content(request)
    messages = content["messages"]
    question = next((place for place, each in enumerate(messages) if each["role"] == "user"), len(messages))
    named = {
        "the prompt": messages[:question],
        "the question": messages[question : question + 1],
        "the conversation after the question": messages[question + 1 :],
        "the tools": content["tools"],
        "the tool choice": content["tool_choice"],
        "the form of the answer": content["response_schema"],
    }
    return {name: _sum(part)[:_SHORT] for name, part in named.items()}


class RecordedModel:
    """Replays a recording; a request is found by its content alone.

    Where a request was recorded more than once, its last reply counts.

    Args:
        path: A file of JSON lines written by `RecordingModel`.

    Raises:
        UsageError: The file cannot be read or a line is no recording.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._replies, self._known = _load(path)

    @property
    def name(self) -> str:
        """``recorded``: the replay, whichever model was recorded."""
        return "recorded"

    @property
    def is_local(self) -> bool:
        """True: no provider is asked."""
        return True

    @property
    def is_replay(self) -> bool:
        """True: its replies are at hand."""
        return True

    def reply(self, request: Request) -> Reply:
        """Return the recorded reply.

        Raises:
            NoRecording: Nothing was recorded for this request; says what differs from the nearest one.
        """
        key = request_key(request)
        if key not in self._replies:
            difference = self._difference(request)
            raise NoRecording(
                f"No recording for this request in {self._path.name} (key {key[:12]}){difference}; "
                "record it with its model first."
            )
        return self._replies[key]

    def _difference(self, request: Request) -> str:
        """Return which parts differ from the recorded request that shares most parts, the question first."""
        asked = _parts(request)

        def shared(known: Mapping[str, str]) -> tuple[bool, int]:
            same = [name for name in asked if known.get(name) == asked[name]]
            return "the question" in same, len(same)

        nearest = max(self._known, key=shared, default=None)
        if nearest is None:
            return ""
        differing = [name for name in asked if nearest.get(name) != asked[name]]
        return f": the nearest one differs in {', '.join(differing)}"


class RecordingModel:
    """Passes requests on to a model and appends each reply to a file as soon as it is there.

    Args:
        model: The model that replies.
        path: The file to append to; made when missing.
        name: The name to record; the model's own by default, which may hold the address of a server.
    """

    def __init__(self, model: Model, path: Path, *, name: str = "") -> None:
        self._model = model
        self._path = path
        self._name = name or model.name

    @property
    def name(self) -> str:
        """The name of the model that is recorded."""
        return self._name

    def reply(self, request: Request) -> Reply:
        """Return the model's reply, once it is written to the file.

        Raises:
            ModelError: The model failed; nothing is recorded then.
        """
        reply = self._model.reply(request)
        with self._path.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(json_line(recording(request, reply, self.name)))
        return reply


def recording(request: Request, reply: Reply, model: str) -> dict[str, Any]:
    """Return what a line of a recording holds."""
    return {
        "key": request_key(request),
        "model": model,
        "asked": request.messages[-1].text[:_ASKED_CHARACTERS] if request.messages else "",
        "parts": _parts(request),
        "reply": _reply_document(reply),
    }


def json_line(document: Mapping[str, Any]) -> str:
    """Return a document as a line of a file."""
    return json.dumps(document, ensure_ascii=False, default=_plain) + "\n"


def _message(message: Message) -> dict[str, Any]:
    return {
        "role": message.role,
        "text": message.text,
        "tool_calls": [_call(call) for call in message.tool_calls],
        "call_id": message.call_id,
    }


def _call(call: ToolCall) -> dict[str, Any]:
    return {"id": call.id, "name": call.name, "arguments": call.arguments}


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Decimal):
        return str(value)
    raise TypeError(f"{type(value).__name__} is no JSON value")


def _reply_document(reply: Reply) -> dict[str, Any]:
    usage = reply.usage
    return {
        "text": reply.text,
        "tool_calls": [_call(call) for call in reply.tool_calls],
        "finish": reply.finish,
        "usage": {
            "input_tokens": usage.input_tokens,
            "output_tokens": usage.output_tokens,
            "cached_tokens": usage.cached_tokens,
            "cost_usd": None if usage.cost_usd is None else str(usage.cost_usd),
        },
    }


def _load(path: Path) -> tuple[dict[str, Reply], list[dict[str, str]]]:
    try:
        # Not splitlines: a reply may hold U+2028 and its like inside its text.
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"Recording {path} cannot be read: {error}.") from None
    replies: dict[str, Reply] = {}
    known: list[dict[str, str]] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            document = json.loads(line)
            replies[str(document["key"])] = read_reply(document["reply"])
            known.extend([dict(document["parts"])] if "parts" in document else [])
        except (ValueError, KeyError, TypeError, InvalidOperation):
            raise UsageError(f"Line {number} of {path} is no recording; record it again.") from None
    return replies, known


def read_reply(document: Mapping[str, Any], raw: Any = None) -> Reply:
    """Return a recorded reply, with the provider's own parts where they were kept."""
    usage = document["usage"]
    cost = usage["cost_usd"]
    return Reply(
        text=document["text"],
        tool_calls=tuple(
            ToolCall(id=call["id"], name=call["name"], arguments=call["arguments"])
            for call in document["tool_calls"]
        ),
        finish=document["finish"],
        usage=Usage(
            input_tokens=usage["input_tokens"],
            output_tokens=usage["output_tokens"],
            cached_tokens=usage["cached_tokens"],
            cost_usd=None if cost is None else Decimal(cost),
        ),
        raw=raw,
    )
