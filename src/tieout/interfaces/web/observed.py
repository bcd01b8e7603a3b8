"""What is told of every request: a count, and a line in the log. Plain ASGI, around everything else."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tieout.interfaces.web.access import route_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from tieout.interfaces.web.metrics import Metrics

__all__ = ["Observed"]

_LOG: Final = logging.getLogger("tieout.request")

_STREAM: Final = b"text/event-stream"
_RUN_PLACES: Final = (b"/api/v1/questions/", b"/api/v1/runs/", b"/runs/")


@dataclass(frozen=True, slots=True)
class Observed:
    """Count and log the requests of an application.

    Attributes:
        app: The application.
        metrics: Where they are counted.
    """

    app: ASGIApp
    metrics: Metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on, and tell of it when it is answered."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status, headers = 500, {}

        async def send_observed(message: Message) -> None:
            nonlocal status, headers
            if message["type"] == "http.response.start":
                status, headers = message["status"], dict(message.get("headers", ()))
            await send(message)

        try:
            await self.app(scope, receive, send_observed)
        finally:
            self._tell(scope, status, headers, time.perf_counter() - began)

    def _tell(self, scope: Scope, status: int, headers: dict[bytes, bytes], seconds: float) -> None:
        method, route = route_of(scope["method"], scope["path"])
        is_stream = headers.get(b"content-type", b"").startswith(_STREAM)
        self.metrics.request(method, route, status, None if is_stream else seconds)
        if not _LOG.isEnabledFor(logging.INFO):
            return
        caller = scope.get("state", {}).get("caller")
        person = getattr(caller, "person", None)
        _LOG.info(
            "request",
            extra={
                "run": _run(scope, route, headers),
                "person": getattr(person, "name", None),
                "method": method,
                "route": route,
                "status": status,
                "milliseconds": round(seconds * 1e3, 1),
            },
        )


def _run(scope: Scope, route: str, headers: dict[bytes, bytes]) -> str | None:
    """Return the id of the run that a request was about: named in its path, or made by it."""
    if any(route.startswith(start.decode()) for start in _RUN_PLACES):
        named = scope.get("path_params", {})
        return str(named.get("run") or named.get("name"))[:64]
    place = headers.get(b"location", b"")
    return next(
        (place.removeprefix(start).decode() for start in _RUN_PLACES if place.startswith(start)), None
    )
