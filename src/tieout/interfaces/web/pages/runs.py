"""The runs page: what was asked, newest first."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from tieout.interfaces.web.asking import newest_of
from tieout.interfaces.web.pages.page import page

__all__ = ["runs_pages"]

runs_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

_SHOWN_RUNS: Final = 50


@runs_pages.get("/runs")
def runs_page(request: Request, before: int | None = None) -> Response:
    """Show the runs, newest first: an asker's own, an editor's all."""
    runs = newest_of(request, _SHOWN_RUNS, before=before)
    return page(request, "runs", runs=runs, more=len(runs) == _SHOWN_RUNS)
