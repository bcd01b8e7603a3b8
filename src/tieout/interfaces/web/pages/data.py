"""The data page: the data set that is asked."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from tieout.interfaces.cards import snapshot_document
from tieout.interfaces.web.asking import asking_of
from tieout.interfaces.web.pages.page import page

__all__ = ["data_pages"]

data_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@data_pages.get("/data")
def data_page(request: Request) -> Response:
    """Show the data set that is asked: release, licence, indicators, areas."""
    return page(request, "data", data=snapshot_document(asking_of(request).office.snapshot))
