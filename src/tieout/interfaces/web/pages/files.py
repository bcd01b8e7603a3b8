"""What a run's page has to take away: the chart, the rows, the citation. Each at an address of its own."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from tieout.charts.plot import plot_of
from tieout.interfaces.citing import citation_of
from tieout.interfaces.sheet import rows_csv
from tieout.interfaces.web.asking import asking_of, run_of
from tieout.interfaces.web.problems import Problem

if TYPE_CHECKING:
    from tieout.charts.plot import Plot
    from tieout.interfaces.citing import Citation
    from tieout.ledger import Run

__all__ = ["citation_for", "file_pages", "plot_for"]

file_pages = APIRouter(include_in_schema=False)

SchemeQuery = Annotated[Literal["light", "dark"], Query()]

_KEPT: Final = {"Cache-Control": "private, max-age=3600"}
"""A run never changes; how it is drawn may, with another Tieout."""


@file_pages.get("/runs/{name}/chart.svg")
def chart_svg(request: Request, name: str, scheme: SchemeQuery = "light") -> Response:
    """Draw what the answer rests on, as SVG."""
    return Response(_drawn(_spec(request, name, scheme), "svg"), media_type="image/svg+xml", headers=_KEPT)


@file_pages.get("/runs/{name}/chart.png")
def chart_png(request: Request, name: str, scheme: SchemeQuery = "light") -> Response:
    """Draw what the answer rests on, as PNG."""
    return Response(_drawn(_spec(request, name, scheme), "png"), media_type="image/png", headers=_KEPT)


@file_pages.get("/runs/{name}/chart.json")
def chart_json(request: Request, name: str, scheme: SchemeQuery = "light") -> Response:
    """Give the chart as Vega-Lite, its data inside."""
    return Response(_spec(request, name, scheme), media_type="application/json", headers=_KEPT)


@file_pages.get("/runs/{name}/rows.csv")
def rows(request: Request, name: str) -> Response:
    """Give the rows that were read, as CSV."""
    run = _shown(request, name)
    headers = {"Content-Disposition": f'attachment; filename="tieout-{run.number}.csv"'}
    return Response(rows_csv(run.document), media_type="text/csv; charset=utf-8", headers=headers)


@file_pages.get("/runs/{name}/citation.bib")
def citation_bibtex(request: Request, name: str) -> Response:
    """Give the citation as BibTeX."""
    found = citation_for(request, _shown(request, name)).bibtex
    return Response(found, media_type="application/x-bibtex; charset=utf-8")


@file_pages.get("/runs/{name}/citation.json")
def citation_csl(request: Request, name: str) -> Response:
    """Give the citation as CSL-JSON."""
    items = [citation_for(request, _shown(request, name)).csl()]
    text = json.dumps(items, ensure_ascii=False, indent=2)
    return Response(text, media_type="application/vnd.citationstyles.csl+json; charset=utf-8")


def citation_for(request: Request, run: Run) -> Citation:
    """Return the citation of a run, by the address under which this desk was called."""
    office = asking_of(request).office
    address = f"{request.base_url}runs/{run.run}"
    return citation_of(run, office.snapshot.card, address=address, accessed=office.now().date())


def plot_for(run: Run) -> Plot | None:
    """Return what there is to draw of an answer that is shown; None for any other run."""
    if run.outcome != "answered":
        return None
    used = {ref for tie in run.document["ties"] for ref in tie["facts"]}
    return plot_of(run.document["evidence"], used)


def _shown(request: Request, name: str) -> Run:
    """Return a run whose rows stand on its page: a held draft's do not, until a person decided."""
    run = run_of(request, name)
    if run.outcome == "held" and run.review is None:
        raise Problem("not_found", 404, f"Nothing of no. {run.number} is shown before a person decided.")
    return run


def _spec(request: Request, name: str, scheme: Literal["light", "dark"]) -> str:
    """Return the chart of a run as JSON.

    Raises:
        Problem: There is no such run, or nothing in it to draw.
    """
    run = _shown(request, name)
    plot = plot_for(run)
    if plot is None:
        raise Problem("not_found", 404, f"There is nothing to draw of run {run.run}.")
    from tieout.charts.vegalite import vegalite_of

    spec: dict[str, Any] = vegalite_of(plot, source=run.document["source"], scheme=scheme)
    return json.dumps(spec, ensure_ascii=False, sort_keys=True)


@lru_cache(maxsize=64)
def _drawn(spec: str, form: Literal["svg", "png"]) -> bytes:
    """Return the picture of a chart; drawing takes a tenth of a second, and pages are looked at again."""
    from tieout.charts.theme import drawn_png, drawn_svg

    chart = json.loads(spec)
    return drawn_svg(chart).encode() if form == "svg" else drawn_png(chart)
