"""The wire: a client that keeps what a provider really sent, before any library reads it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from http import HTTPStatus
from ssl import SSLContext
from typing import Any

import httpx2

__all__ = ["Sent", "client", "fault"]

_LONGEST_KEPT = 400_000
_CONNECT_SECONDS = 10.0


@dataclass(slots=True)
class Sent:
    """What came back for one request.

    Attributes:
        status: The HTTP status; 0 before there was a reply.
        headers: The headers, with names in lower case.
        body: The body as text, and "" for one that never came whole.
        requests: How many requests were really sent.
    """

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: str = ""
    requests: int = 0

    @property
    def came(self) -> bool:
        """True when a reply came that says of itself that all went well."""
        return HTTPStatus.OK <= self.status < HTTPStatus.MULTIPLE_CHOICES

    @property
    def kept(self) -> str:
        """The body for the trace, cut where it is very long."""
        if len(self.body) <= _LONGEST_KEPT:
            return self.body
        return f"{self.body[:_LONGEST_KEPT]}… [{len(self.body)} characters]"


def client(sent: Sent, seconds: float, *, trust_environment: bool) -> httpx2.AsyncClient:
    """Return a client that writes each reply into ``sent``.

    Args:
        sent: Where the reply goes.
        seconds: The longest pause between two pieces of a reply.
        trust_environment: False to ignore proxy settings, as a server on this machine needs.
    """

    async def count(_: httpx2.Request) -> None:
        sent.requests += 1

    async def keep(response: httpx2.Response) -> None:
        sent.status = response.status_code
        sent.headers = {name.lower(): value for name, value in response.headers.items()}
        sent.body = ""
        await response.aread()
        sent.body = response.text

    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(seconds, connect=min(seconds, _CONNECT_SECONDS)),
        event_hooks={"request": [count], "response": [keep]},
        follow_redirects=False,
        trust_env=trust_environment,
        verify=_trusted(),
    )


@cache
def _trusted() -> SSLContext:
    """Return the trusted certificates; reading them takes longer than everything else about a client."""
    return httpx2.create_ssl_context()


def fault(body: str) -> str | None:
    """Return why a body is no strict JSON object, or None; libraries read some of these as something else."""
    try:
        read: Any = json.loads(body, object_pairs_hook=_once, parse_constant=_number)
    except RecursionError:
        return "is nested too deeply"
    except ValueError as error:
        if isinstance(error, json.JSONDecodeError):
            return "is no JSON"
        return str(error)
    return None if isinstance(read, dict) else "is no JSON object"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("names a key twice")
    return found


def _number(word: str) -> Any:
    raise ValueError(f"holds {word}, which is no JSON number")
