"""The runs page: what was asked, how it ended over time, what it took and cost, and why answers were held."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response

from tieout.charts.outcomes import DayCount, outcomes_chart
from tieout.charts.theme import drawn_svg
from tieout.checking.verdict import ProblemCode
from tieout.interfaces.tallies import MOST_TALLIED
from tieout.interfaces.web.asking import asking_of
from tieout.interfaces.web.looking import query_without, wanting
from tieout.interfaces.web.pages.page import page
from tieout.interfaces.web.tallying import RunOutcome, seen, tallied
from tieout.ledger import Wanted

__all__ = ["runs_pages"]

runs_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

_SHOWN_RUNS: Final = 50

Wanting = Annotated[Wanted, Depends(wanting)]


@runs_pages.get("/runs")
def runs_page(
    request: Request, wanted: Wanting, outcome: RunOutcome = "", before: int | None = None
) -> Response:
    """Show the runs, newest first, and what they come to: an asker's own, an editor's all."""
    listing = asking_of(request).office.ledger().listing
    looked = seen(request, wanted, outcome)
    found = listing.newest(looked, _SHOWN_RUNS + 1, before=before)
    query = query_without(request, "before")
    return page(
        request,
        "runs",
        runs=found[:_SHOWN_RUNS],
        tally=tallied(request, looked),
        most=MOST_TALLIED,
        wanted=wanted,
        outcome=outcome,
        is_narrowed=wanted != Wanted() or bool(outcome),
        choices=listing.choices(),
        codes=[str(code) for code in ProblemCode],
        query=query,
        earlier=f"?{query}before={found[_SHOWN_RUNS - 1].number}" if len(found) > _SHOWN_RUNS else "",
    )


@runs_pages.get("/runs/outcomes.svg")
def outcomes_picture(
    request: Request, wanted: Wanting, outcome: RunOutcome = "", scheme: Literal["light", "dark"] = "light"
) -> Response:
    """Draw how the runs ended, by the day on which they were asked."""
    tally = tallied(request, seen(request, wanted, outcome))
    counts = [
        DayCount(day, kind, count) for day, kinds in tally.days.items() for kind, count in kinds.items()
    ]
    return Response(drawn_svg(outcomes_chart(counts, scheme=scheme)), media_type="image/svg+xml")
