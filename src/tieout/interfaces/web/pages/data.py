"""The data pages: what each data set has, found in plain words, one indicator, and what was revised."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from tieout.data.diff import ChangeKind
from tieout.errors import UsageError
from tieout.interfaces.cards import card_document
from tieout.interfaces.coverage import coverage_document
from tieout.interfaces.web.asking import asking_of
from tieout.interfaces.web.pages.page import page
from tieout.interfaces.web.shelves import Code, Label, Words, changes_of, indicator_of

__all__ = ["data_pages"]

data_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

_SHOWN: Final = 50
_FOUND: Final = 20
_CHANGES: Final = 100


@data_pages.get("/data")
def data_page(
    request: Request,
    dataset: Label = "",
    words: Words = "",
    start: Annotated[int, Query(alias="from", ge=0, le=10**9)] = 0,
) -> Response:
    """Show a data set: its card, what of each indicator it has, and what plain words find in it."""
    shelf = asking_of(request).office.shelf
    snapshot = shelf.get(dataset)
    codes = list(snapshot.indicators)
    shown = codes[start : start + _SHOWN]
    found = shelf.catalogue(dataset).find_indicators(words, _FOUND) if words.strip() else ()
    aggregates = sum(area.is_aggregate for area in snapshot.areas.values())
    return page(
        request,
        "data",
        label=dataset or shelf.served,
        labels=shelf.labels,
        data=card_document(snapshot.card),
        sha256=snapshot.sha256,
        areas=(len(snapshot.areas) - aggregates, aggregates),
        words=words,
        found=found,
        indicators=[(snapshot.describe(code), shelf.coverage(snapshot, code)) for code in shown],
        count=len(codes),
        start=start,
        later=start + _SHOWN if start + _SHOWN < len(codes) else 0,
        earlier=max(0, start - _SHOWN),
    )


@data_pages.get("/data/indicator")
def indicator_page(request: Request, code: Code, dataset: Label = "") -> Response:
    """Show an indicator: definition, unit, source, coverage year by year, and some values."""
    shelf = asking_of(request).office.shelf
    snapshot = shelf.get(dataset)
    found = indicator_of(snapshot, code)
    document = coverage_document(snapshot, found, shelf.coverage(snapshot, found))
    label = dataset or shelf.served
    return page(request, "indicator", one=document, label=label, data=card_document(snapshot.card))


@data_pages.get("/data/revisions")
def revisions_page(
    request: Request,
    old: Label = "",
    new: Label = "",
    indicator: Annotated[str, Query(max_length=200)] = "",
    kind: Annotated[str, Query(max_length=20)] = "",
) -> Response:
    """Show what changed from one data set to another, the largest revisions first."""
    shelf = asking_of(request).office.shelf
    error, status, counts = "", 200, Counter[str]()
    rows: list[dict[str, str | None]] = []
    if old and new:
        try:
            rows, counts = changes_of(shelf, old, new, indicator.strip(), kind)
        except UsageError as refused:
            error, status = refused.message, 422
    return page(
        request,
        "revisions",
        status,
        labels=shelf.labels,
        old=old,
        new=new or shelf.served,
        indicator=indicator,
        kind=kind,
        kinds=[str(one) for one in ChangeKind],
        rows=rows[:_CHANGES],
        more=max(0, len(rows) - _CHANGES),
        counts=counts,
        is_compared=bool(old and new and not error),
        error=error,
    )
