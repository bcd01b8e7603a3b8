"""The web door as an ASGI application: pages for people, the API for programs, on one office."""

from __future__ import annotations

import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.concurrency import run_in_threadpool

from tieout.interfaces.web.api import api
from tieout.interfaces.web.asking import Asking
from tieout.interfaces.web.feed import Feed
from tieout.interfaces.web.pages import pages
from tieout.interfaces.web.problems import Problem, answer_errors
from tieout.interfaces.web.worker import Workers

if TYPE_CHECKING:
    from tieout.interfaces.office import Office

__all__ = ["make_app"]

_STATIC: Final = Path(__file__).parent / "static"

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


def make_app(office: Office, *, workers: int = 2, hosts: tuple[str, ...] = ()) -> FastAPI:
    """Return the application of one process.

    Args:
        office: The data, the desk, the ledger.
        workers: How many questions it answers at once.
        hosts: The names it may be called by; any other is refused. Empty for any.
    """
    feed = Feed()
    crew = Workers(
        office=office, name=f"{socket.gethostname()}:{os.getpid()}", count=workers, on_news=feed.tell
    )

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        feed.start()
        crew.start()
        yield
        await run_in_threadpool(crew.stop)

    app = FastAPI(title="Tieout", version=version("tieout"), lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.feed = feed
    app.state.asking = Asking(office=office, workers=crew, feed=feed)
    answer_errors(app)
    app.include_router(api)
    app.include_router(pages)
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    _add_health(app, office)
    _add_guards(app, hosts)
    return app


def _add_health(app: FastAPI, office: Office) -> None:
    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> dict[str, str]:
        """Say that the process lives."""
        return {"status": "ok"}

    @app.get("/readyz", include_in_schema=False)
    def readyz() -> dict[str, str]:
        """Say that questions can be answered: the ledger can be read."""
        office.ledger().questions.settled()
        return {"status": "ready"}


def _add_guards(app: FastAPI, hosts: tuple[str, ...]) -> None:
    @app.middleware("http")
    async def guarded(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        """Refuse a foreign host name and a foreign page's request; add the headers that browsers heed."""
        response = (
            _refused("This server is not called by that name.", 421)
            if hosts and (request.url.hostname or "") not in hosts
            else _refused("A request that changes something must come from these pages.", 403)
            if request.method not in _SAFE and _is_foreign(request)
            else await call_next(request)
        )
        response.headers.update(_HEADERS)
        return response


def _is_foreign(request: Request) -> bool:
    """Tell a request that a browser made for another site's page; programs send neither header."""
    fetched_from = request.headers.get("sec-fetch-site")
    if fetched_from is not None:
        return fetched_from not in ("same-origin", "none")
    origin = request.headers.get("origin")
    return origin is not None and origin != f"{request.url.scheme}://{request.url.netloc}"


def _refused(detail: str, status: int) -> JSONResponse:
    found = Problem("forbidden", status, detail)
    return JSONResponse(found.document(), status, media_type="application/problem+json")
