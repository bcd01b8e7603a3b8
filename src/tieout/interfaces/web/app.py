"""The web door as an ASGI application: pages for people, the API for programs, on one office."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final

from anyio import CapacityLimiter
from anyio.to_thread import current_default_thread_limiter
from fastapi import Depends, FastAPI, Response
from fastapi.staticfiles import StaticFiles

from tieout.accounts.password import PASSWORDS_AT_ONCE
from tieout.interfaces.web.api import api
from tieout.interfaces.web.asking import Asking
from tieout.interfaces.web.gate import Gate
from tieout.interfaces.web.guards import Guards
from tieout.interfaces.web.observed import Observed
from tieout.interfaces.web.pages import pages
from tieout.interfaces.web.persons import check_form
from tieout.interfaces.web.problems import Problem, answer_errors
from tieout.interfaces.web.works import Works

if TYPE_CHECKING:
    from tieout.interfaces.office import Office
    from tieout.interfaces.web.crew import Crew
    from tieout.interfaces.web.metrics import Metrics
    from tieout.interfaces.web.signon import SignOn

__all__ = ["make_app"]

_STATIC: Final = Path(__file__).parent / "static"

_REQUEST_THREADS: Final = 12
"""How many requests are worked on at the same moment; each such thread has a connection to the ledger."""


def make_app(
    office: Office,
    *,
    workers: int = 2,
    hosts: tuple[str, ...] = (),
    single_user: bool = False,
    sign_on: SignOn | None = None,
) -> FastAPI:
    """Return the application of one process.

    Args:
        office: The data, the desk, the ledger.
        workers: How many questions it answers at once.
        hosts: The names it may be called by; any other is refused. Empty for any.
        single_user: Let in whoever is on this machine, as long as there are no users.
        sign_on: The login server; None for a desk that has none.
    """
    works = Works.of(office, workers)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = _REQUEST_THREADS
        await works.start()
        yield
        await works.stop()

    app = FastAPI(
        title="Tieout",
        version=version("tieout"),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        dependencies=[Depends(check_form)],
    )
    app.state.feed = works.feed
    app.state.turns = CapacityLimiter(PASSWORDS_AT_ONCE)
    app.state.asking = Asking(office=office, scribe=works.scribe, workers=works.crew, feed=works.feed)
    app.state.sign_on = sign_on
    answer_errors(app, on_ledger_error=works.metrics.ledger_error)
    app.include_router(api)
    app.include_router(pages)
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    _add_health(app, office, works.crew, works.metrics)
    app.add_middleware(Gate, office=office, single_user=single_user)
    app.add_middleware(Guards, hosts=hosts)
    app.add_middleware(Observed, metrics=works.metrics)
    return app


def _add_health(app: FastAPI, office: Office, crew: Crew, metrics: Metrics) -> None:
    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> dict[str, str]:
        """Say that the process lives."""
        return {"status": "ok"}

    @app.get("/readyz", include_in_schema=False)
    def readyz() -> dict[str, str]:
        """Say that questions can be answered: the ledger can be read, and the workers work."""
        office.ledger().questions.queued(now=office.now())
        if trouble := crew.trouble():
            raise Problem("unready", 503, trouble)
        return {"status": "ready"}

    @app.get("/metrics", include_in_schema=False)
    def show_metrics() -> Response:
        """Show what was counted."""
        return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
