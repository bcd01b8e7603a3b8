"""The web door as an ASGI application: pages for people, the API for programs, on one office."""

from __future__ import annotations

import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from starlette.concurrency import run_in_threadpool

from tieout.interfaces.web.api import api
from tieout.interfaces.web.asking import Asking
from tieout.interfaces.web.feed import Feed
from tieout.interfaces.web.guards import Guards
from tieout.interfaces.web.pages import pages
from tieout.interfaces.web.problems import answer_errors
from tieout.interfaces.web.worker import Workers

if TYPE_CHECKING:
    from tieout.interfaces.office import Office

__all__ = ["make_app"]

_STATIC: Final = Path(__file__).parent / "static"


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
    app.add_middleware(Guards, hosts=hosts)
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
