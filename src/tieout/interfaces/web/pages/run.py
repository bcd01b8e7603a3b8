"""The page of a run: live while it goes on, then the answer with its rows."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

from tieout.interfaces.web.asking import asking_of, flight_of, known_run
from tieout.interfaces.web.marking import tied_pieces
from tieout.interfaces.web.pages.page import page, rendered

if TYPE_CHECKING:
    from tieout.ledger import Run

__all__ = ["run_pages"]

run_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@run_pages.get("/runs/{name}")
def run_page(request: Request, name: str) -> Response:
    """Show a run: live while it goes on, then the answer with its rows, or why there is none."""
    flight = flight_of(request, name)
    if flight.run is not None and flight.run.run != name:
        return RedirectResponse(f"/runs/{quote(flight.run.run)}", status_code=303)
    return page(request, "run", flight=flight, run=name, **_answer_values(flight.run))


@run_pages.get("/runs/{run}/live", response_class=EventSourceResponse)
async def run_live(
    request: Request, run: Annotated[str, Depends(known_run)]
) -> AsyncIterator[ServerSentEvent]:
    """Send the middle of a run's page at every change, until it is done."""
    async for flight in asking_of(request).follow(run, until_decided=True):
        html = rendered(request, "_flight", flight=flight, run=run, **_answer_values(flight.run))
        yield ServerSentEvent(raw_data=html, id=str(flight.seen))
    yield ServerSentEvent(raw_data="", event="done")


def _answer_values(run: Run | None) -> dict[str, Any]:
    """Return what a page shows of a run that is done."""
    if run is None:
        return {"pieces": [], "used": frozenset()}
    ties = run.document["ties"]
    return {
        "pieces": tied_pieces(run.document["answer"], ties),
        "used": frozenset(ref for tie in ties for ref in tie["facts"]),
    }
