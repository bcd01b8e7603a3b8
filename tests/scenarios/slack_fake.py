"""A workspace of our own on loopback: Slack's Web API and Socket Mode over real HTTP and web sockets.

It holds what is sent to it to Slack's published limits, knows tokens and threads, and can be told to fail.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl

import httpx2
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import Server, ServerConnection, serve

BOT_TOKEN = "xoxb-of-the-tests"
APP_TOKEN = "xapp-of-the-tests"
SIGNING_SECRET = "a secret of the tests"
BOT = "U0BOT"
SECONDS = 30.0


@dataclass
class Workspace:
    """What the workspace holds, and what it was told to do wrong.

    Attributes:
        url: Where its Web API is.
        messages: Every message of the bot, by its time stamp.
        calls: Every method called, in order, refused ones included.
        failing: For a method, what its next calls answer instead: a status, headers, a document.
        hold: Posts are kept, but not answered, while this is set.
    """

    url: str = ""
    socket_url: str = ""
    messages: dict[str, dict[str, Any]] = field(default_factory=dict)
    reactions: list[tuple[str, str]] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    failing: dict[str, list[tuple[int, dict[str, str], dict[str, Any]]]] = field(default_factory=dict)
    hold: threading.Event = field(default_factory=threading.Event)
    news: threading.Condition = field(default_factory=threading.Condition)
    sockets: list[ServerConnection] = field(default_factory=list)
    acknowledged: set[str] = field(default_factory=set)
    _clock: int = 1_790_000_000

    def environment(self) -> dict[str, str]:
        """Return what a door of this workspace is started with."""
        return {
            "TIEOUT_SLACK_URL": self.url,
            "SLACK_BOT_TOKEN": BOT_TOKEN,
            "SLACK_APP_TOKEN": APP_TOKEN,
            "SLACK_SIGNING_SECRET": SIGNING_SECRET,
        }

    def wait(self, ready: Callable[[Workspace], object]) -> None:
        """Wait until the workspace is in a state, or fail."""
        with self.news:
            assert self.news.wait_for(lambda: ready(self), SECONDS), (self.calls, self.messages)

    def thread(self, root: str) -> list[dict[str, Any]]:
        """Return the bot's messages in a thread, oldest first."""
        with self.news:
            return [one for one in self.messages.values() if one["thread_ts"] == root]

    def replied(self, root: str, count: int = 1) -> list[dict[str, Any]]:
        """Wait until the bot has that many messages in a thread, and return them."""
        self.wait(lambda _: sum(one["thread_ts"] == root for one in self.messages.values()) >= count)
        return self.thread(root)

    def stamp(self) -> str:
        """Return a new time stamp, as messages have."""
        with self.news:
            self._clock += 1
            return f"{self._clock}.000100"

    def event(self, text: str, **more: Any) -> dict[str, Any]:
        """Return the body of an event: by default a mention in a channel, by a person."""
        at = self.stamp()
        said = {"type": "app_mention", "user": "U1", "text": text, "ts": at, "channel": "C1", "event_ts": at}
        return {
            "type": "event_callback",
            "team_id": "T1",
            "api_app_id": "A1",
            "event_id": f"Ev{at}",
            "event_time": self._clock,
            "event": {**said, **more},
        }

    def send_over_socket(self, body: dict[str, Any], retry: int = 0) -> None:
        """Send an event to whoever listens in Socket Mode, and wait until it is acknowledged."""
        self.wait(lambda one: one.sockets)
        name = f"{body['event_id']}/{retry}"
        envelope = {
            "envelope_id": name,
            "type": "events_api",
            "accepts_response_payload": False,
            "retry_attempt": retry,
            "payload": body,
        }
        self.sockets[-1].send(json.dumps(envelope))
        self.wait(lambda one: name in one.acknowledged)

    def answer(self, method: str, token: str, said: dict[str, Any]) -> tuple[int, dict[str, str], Any]:
        """Answer one call of the Web API."""
        with self.news:
            self.calls.append(method)
            self.news.notify_all()
            if self.failing.get(method):
                return self.failing[method].pop(0)
        wanted = APP_TOKEN if method.startswith("apps.") else BOT_TOKEN
        if token != wanted:
            return 200, {}, {"ok": False, "error": "invalid_auth"}
        return 200, {}, getattr(self, f"_{method.replace('.', '_').lower()}")(said)

    def _auth_test(self, said: dict[str, Any]) -> dict[str, Any]:
        return {"ok": True, "user_id": BOT, "bot_id": "B1", "team_id": "T1", "url": self.url}

    def _apps_connections_open(self, said: dict[str, Any]) -> dict[str, Any]:
        return {"ok": True, "url": self.socket_url}

    def _reactions_add(self, said: dict[str, Any]) -> dict[str, Any]:
        with self.news:
            self.reactions.append((said["timestamp"], said["name"]))
            self.news.notify_all()
        return {"ok": True}

    def _chat_postmessage(self, said: dict[str, Any]) -> dict[str, Any]:
        if wrong := refusal(said):
            return {"ok": False, "error": wrong}
        at = self.stamp()
        with self.news:
            self.messages[at] = {**said, "ts": at, "user": BOT, "before": []}
            self.news.notify_all()
        if self.hold.is_set():
            threading.Event().wait(SECONDS)  # whoever sent this is killed meanwhile
        return {"ok": True, "ts": at, "channel": said["channel"]}

    def _chat_update(self, said: dict[str, Any]) -> dict[str, Any]:
        if wrong := refusal(said):
            return {"ok": False, "error": wrong}
        with self.news:
            if said["ts"] not in self.messages:
                return {"ok": False, "error": "message_not_found"}
            one = self.messages[said["ts"]]
            one["before"].append(one["text"])
            one.update(text=said["text"], blocks=said["blocks"])
            self.news.notify_all()
        return {"ok": True, "ts": said["ts"], "channel": said["channel"]}

    def _conversations_replies(self, said: dict[str, Any]) -> dict[str, Any]:
        return {"ok": True, "messages": self.thread(said["ts"]), "response_metadata": {"next_cursor": ""}}


def refusal(said: dict[str, Any]) -> str:
    """Return the error that Slack gives for a message, or nothing: its published limits of block and text."""
    blocks = said["blocks"]
    blocks = json.loads(blocks) if isinstance(blocks, str) else blocks
    if len(said["text"]) > 40_000:
        return "msg_too_long"
    for block in blocks:
        if block["type"] == "context":
            texts = [element["text"] for element in block["elements"]]
            if len(texts) > 10 or not all(1 <= len(text) <= 3_000 for text in texts):
                return "invalid_blocks"
        elif block["type"] != "rich_text" or not all(one["elements"] for one in block["elements"]):
            return "invalid_blocks"
    return "" if len(blocks) <= 50 else "invalid_blocks"


def words(message: dict[str, Any]) -> str:
    """Return the words that a message shows, a line for each block."""
    lines = []
    for block in message["blocks"]:
        parts = block["elements"] if block["type"] == "context" else block["elements"][0]["elements"]
        lines.append((" / " if block["type"] == "context" else "").join(part["text"] for part in parts))
    return "\n".join(lines)


def signed(body: dict[str, Any], secret: str = SIGNING_SECRET, age: int = 0) -> tuple[bytes, dict[str, str]]:
    """Return an event as Slack sends it over HTTP, with its signature.

    Args:
        body: The event.
        secret: What it is signed with.
        age: How many seconds ago it was.
    """
    content = json.dumps(body).encode()
    at = str(int(time.time()) - age)
    digest = hmac.new(secret.encode(), f"v0:{at}:".encode() + content, hashlib.sha256).hexdigest()
    headers = {
        "Content-Type": "application/json",
        "X-Slack-Request-Timestamp": at,
        "X-Slack-Signature": f"v0={digest}",
    }
    return content, headers


def send_over_http(address: str, body: dict[str, Any], **how: Any) -> int:
    """Send an event to a door, and return the status of its answer."""
    content, headers = signed(body, **how)
    return httpx2.post(address, content=content, headers=headers, timeout=SECONDS).status_code


class _Api(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    workspace: Workspace

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        is_json = self.headers.get("Content-Type", "").startswith("application/json")
        said = json.loads(content) if is_json else dict(parse_qsl(content))
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        method = self.path.rpartition("/")[2]
        status, headers, document = self.workspace.answer(method, token, said)
        told = json.dumps(document).encode()
        self.send_response(status)
        for name, value in {**headers, "Content-Type": "application/json"}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def _listening(workspace: Workspace) -> Server:
    def talk(connection: ServerConnection) -> None:
        connection.send(json.dumps({"type": "hello", "num_connections": 1}))
        with workspace.news:
            workspace.sockets.append(connection)
            workspace.news.notify_all()
        try:
            for message in connection:
                with workspace.news:
                    workspace.acknowledged.add(json.loads(message)["envelope_id"])
                    workspace.news.notify_all()
        except ConnectionClosed:
            pass
        finally:
            with workspace.news:
                workspace.sockets.remove(connection)

    return serve(talk, "127.0.0.1", 0)


@contextmanager
def workspace() -> Iterator[Workspace]:
    """Open a workspace until the block ends."""
    one = Workspace()
    api = ThreadingHTTPServer(("127.0.0.1", 0), type("Api", (_Api,), {"workspace": one}))
    api.daemon_threads = True
    with _listening(one) as socket:
        one.url = f"http://127.0.0.1:{api.server_port}/api"
        one.socket_url = f"ws://127.0.0.1:{socket.socket.getsockname()[1]}/link"
        threads = [threading.Thread(target=server.serve_forever) for server in (api, socket)]
        for thread in threads:
            thread.start()
        try:
            yield one
        finally:
            api.shutdown()
            api.server_close()
            socket.shutdown()
            for thread in threads:
                thread.join()
