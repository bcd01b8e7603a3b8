"""What stands before every request: the names the door is called by, and who may change something.

Plain ASGI: a guard that wrapped each response in a task and a queue of its own cost more than the request,
and held back event streams.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection

from tieout.interfaces.web.problems import Problem

if TYPE_CHECKING:
    from starlette.responses import JSONResponse
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Guards"]

_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
        " form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Guards:
    """Refuse a foreign host name and a foreign page's request; add the headers that browsers heed.

    Attributes:
        app: What is guarded.
        hosts: The names it may be called by; any other is refused. Empty for any.
    """

    app: ASGIApp
    hosts: tuple[str, ...] = ()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or hand it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await (self._refusal(scope) or self.app)(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> JSONResponse | None:
        asked = HTTPConnection(scope)
        if self.hosts and (asked.url.hostname or "") not in self.hosts:
            return _refused("This server is not called by that name.", 421)
        if scope["method"] not in _SAFE and _is_foreign(asked):
            return _refused("A request that changes something must come from these pages.", 403)
        return None


def _is_foreign(asked: HTTPConnection) -> bool:
    """Tell a request that a browser made for another site's page; programs send neither header."""
    fetched_from = asked.headers.get("sec-fetch-site")
    if fetched_from is not None:
        return fetched_from not in ("same-origin", "none")
    origin = asked.headers.get("origin")
    return origin is not None and origin != f"{asked.url.scheme}://{asked.url.netloc}"


def _refused(detail: str, status: int) -> JSONResponse:
    return Problem("forbidden", status, detail).response()
