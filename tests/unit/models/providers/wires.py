"""Servers on loopback that speak the wire formats of providers, and say what a test tells them to."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

__all__ = ["Answer", "Seen", "Server", "anthropic", "compatible", "google", "responses", "said"]


@dataclass
class Answer:
    """One answer of a server.

    Attributes:
        body: What it sends; a mapping is sent as JSON.
        status: The HTTP status.
        headers: Headers beside the usual ones.
        cut: True to promise more bytes than are sent, and then close.
        stall: True to send nothing until the server is closed.
        after: Nothing is sent before this is set.
        pieces: What it streams, in chunks; with ``cut`` the connection closes before the last one.
        kind: The content type.
    """

    body: Any = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: bool = False
    stall: bool = False
    after: threading.Event | None = None
    pieces: tuple[str, ...] = ()
    kind: str = "application/json"

    @property
    def payload(self) -> bytes:
        """The bytes of the body."""
        return (self.body if isinstance(self.body, str) else json.dumps(self.body)).encode()


@dataclass
class Seen:
    """One request as it arrived."""

    path: str
    headers: dict[str, str]
    text: str

    @property
    def body(self) -> dict[str, Any]:
        """The JSON of the request."""
        read: dict[str, Any] = json.loads(self.text)
        return read


class Server:
    """A server that gives listed answers in order, the last one again and again."""

    def __init__(self, answers: Iterable[Answer | Mapping[str, Any]]) -> None:
        self.answers = [each if isinstance(each, Answer) else Answer(each) for each in answers]
        self.seen: list[Seen] = []
        self.closing = threading.Event()
        outer = self

        class Talk(BaseHTTPRequestHandler):
            """Answers one connection."""

            protocol_version = "HTTP/1.1"

            def log_message(self, *_: object) -> None:
                """Say nothing."""

            def do_POST(self) -> None:
                """Note the request and give the next answer."""
                length = int(self.headers.get("content-length", 0))
                text = self.rfile.read(length).decode()
                outer.seen.append(Seen(self.path, {k.lower(): v for k, v in self.headers.items()}, text))
                self.give(outer.answers[min(len(outer.seen), len(outer.answers)) - 1])

            def give(self, answer: Answer) -> None:
                if answer.stall:
                    outer.closing.wait(30)
                    self.close_connection = True
                    return
                if answer.after is not None:
                    answer.after.wait(30)
                send(self, answer)
                self.close_connection = self.close_connection or answer.cut

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Talk)
        self.http.daemon_threads = True
        self.thread = threading.Thread(target=lambda: self.http.serve_forever(poll_interval=0.01))
        self.thread.start()

    @property
    def url(self) -> str:
        """The address of the server."""
        return f"http://127.0.0.1:{self.http.server_address[1]}"

    def close(self) -> None:
        """End the server and whatever it still holds open."""
        self.closing.set()
        self.http.shutdown()
        self.http.server_close()
        self.thread.join()


def send(talk: BaseHTTPRequestHandler, answer: Answer) -> None:
    """Send an answer whole, in pieces, or cut off."""
    payload = answer.payload
    talk.send_response(answer.status)
    talk.send_header("content-type", answer.kind)
    if answer.pieces:
        talk.send_header("transfer-encoding", "chunked")
    else:
        talk.send_header("content-length", str(len(payload) + (50 if answer.cut else 0)))
    for name, said in answer.headers.items():
        talk.send_header(name, said)
    talk.end_headers()
    talk.wfile.write(payload)
    for piece in answer.pieces:
        data = piece.encode()
        talk.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
    if answer.pieces and not answer.cut:
        talk.wfile.write(b"0\r\n\r\n")


def compatible(
    text: str | None = None,
    *calls: tuple[str | None, str, object],
    finish: str | None = "",
    model: str = "gpt-4.1",
    usage: Mapping[str, Any] | None = None,
    **message: Any,
) -> dict[str, Any]:
    """Return a reply in OpenAI's wire format; a call is its id, its tool and its arguments."""
    said: dict[str, Any] = {"role": "assistant", "content": text, **message}
    if calls:
        said["tool_calls"] = [
            {
                "id": one,
                "type": "function",
                "function": {
                    "name": name,
                    "arguments": given if isinstance(given, str) else json.dumps(given),
                },
            }
            for one, name, given in calls
        ]
    why = ("tool_calls" if calls else "stop") if finish == "" else finish
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_780_000_000,
        "model": model,
        "choices": [{"index": 0, "message": said, "finish_reason": why}],
        "usage": usage or {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }


def anthropic(
    *blocks: Mapping[str, Any], stop: str = "end_turn", usage: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """Return a reply in Anthropic's wire format."""
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-sonnet-4-6",
        "content": list(blocks),
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": usage or {"input_tokens": 100, "output_tokens": 10},
    }


def google(
    *parts: Mapping[str, Any], finish: str = "STOP", model: str = "gemini-2.5-flash"
) -> dict[str, Any]:
    """Return a reply in Google's wire format."""
    return {
        "candidates": [
            {"content": {"role": "model", "parts": list(parts)}, "finishReason": finish, "index": 0}
        ],
        "usageMetadata": {"promptTokenCount": 100, "candidatesTokenCount": 10, "totalTokenCount": 110},
        "modelVersion": model,
        "responseId": "r1",
    }


def said(text: str) -> dict[str, Any]:
    """Return words as an item of OpenAI's Responses format."""
    part = {"type": "output_text", "text": text, "annotations": []}
    return {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": [part]}


def responses(*output: Mapping[str, Any]) -> dict[str, Any]:
    """Return a reply in OpenAI's Responses format."""
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1_780_000_000,
        "status": "completed",
        "model": "gpt-5",
        "output": list(output),
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": 100,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": 10,
            "output_tokens_details": {"reasoning_tokens": 5},
            "total_tokens": 110,
        },
    }
