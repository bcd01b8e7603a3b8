"""The page of a run: live while it goes on, then the answer with its rows; stopped, followed, taken away."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

from tieout.interfaces.web.asking import asking_of, flight_of, known_run
from tieout.interfaces.web.marking import tied_pieces
from tieout.interfaces.web.pages.files import citation_for, plot_for
from tieout.interfaces.web.pages.page import page, rendered
from tieout.interfaces.web.pages.turns import asked_words, earlier_turns
from tieout.interfaces.web.persons import person_of

if TYPE_CHECKING:
    from tieout.interfaces.web.asking import Flight

__all__ = ["run_pages"]

run_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@run_pages.get("/runs/{name}")
def run_page(request: Request, name: str) -> Response:
    """Show a run: live while it goes on, then the answer with its rows, or why there is none."""
    flight = flight_of(request, name)
    if flight.run is not None and flight.run.run != name:
        return RedirectResponse(f"/runs/{quote(flight.run.run)}", status_code=303)
    asked = flight.asked.question if flight.run is None else asked_words(flight.run)
    turns = earlier_turns(request, flight)
    return page(request, "run", run=name, asked=asked, turns=turns, **_values(request, flight))


@run_pages.get("/runs/{run}/live", response_class=EventSourceResponse)
async def run_live(
    request: Request, run: Annotated[str, Depends(known_run)]
) -> AsyncIterator[ServerSentEvent]:
    """Send the middle of a run's page at every change, until it is done."""
    async for flight in asking_of(request).follow(run, until_decided=True):
        html = rendered(request, "_flight", run=run, **_values(request, flight))
        yield ServerSentEvent(raw_data=html, id=str(flight.seen))
    yield ServerSentEvent(raw_data="", event="done")


@run_pages.post("/runs/{run}/stop")
def stop(request: Request, run: Annotated[str, Depends(known_run)]) -> Response:
    """Stop a question from its page, and go back there."""
    asking = asking_of(request)
    asking.stop(run, who=person_of(request).name)
    return RedirectResponse(f"/runs/{quote(run)}", status_code=303)


def _values(request: Request, flight: Flight) -> dict[str, Any]:
    """Return what the middle of the page shows."""
    run = flight.run
    if run is None:
        return {"flight": flight}
    ties = run.document["ties"]
    is_declined = run.outcome == "declined"
    return {
        "flight": flight,
        "pieces": tied_pieces(run.document["answer"], ties),
        "used": frozenset(ref for tie in ties for ref in tie["facts"]),
        "plot": plot_for(run),
        "offers": asking_of(request).office.nearby.offers(run.document) if is_declined else (),
        "citation": citation_for(request, run),
    }
