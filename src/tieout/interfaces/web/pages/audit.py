"""The audit page: each sentence of a finished text, ticked, contradicted or not checked."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response

from tieout.errors import UsageError
from tieout.interfaces.web.asking import asking_of
from tieout.interfaces.web.bodies import LONGEST_ARTICLE
from tieout.interfaces.web.marking import Piece, problem_pieces, tied_pieces
from tieout.interfaces.web.pages.page import page

__all__ = ["audit_pages"]

audit_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@audit_pages.get("/audit")
def audit_page(request: Request) -> Response:
    """Show the box for a draft article."""
    return page(request, "audit", text="", form="text", error="", found=None)


@audit_pages.post("/audit")
def audit_text(
    request: Request, text: Annotated[str, Form()] = "", form: Annotated[str, Form()] = "text"
) -> Response:
    """Show each sentence of a text as ticked, contradicted or not checked."""
    from tieout.audit import audit
    from tieout.interfaces.auditing import audit_document
    from tieout.interfaces.documents import passages_of

    office = asking_of(request).office
    if len(text) > LONGEST_ARTICLE:
        error = f"The text has {len(text):,} characters; audit one of at most {LONGEST_ARTICLE:,}."
        return page(request, "audit", 422, text="", form=form, error=error, found=None)
    try:
        findings = list(audit(passages_of(text, form), office.snapshot, office.names))
    except UsageError as error:
        return page(request, "audit", 422, text=text, form=form, error=error.message, found=None)
    found = audit_document(findings, office.snapshot)
    for one in found["findings"]:
        one["pieces"] = _found_pieces(one)
    return page(request, "audit", text=text, form=form, error="", found=found)


def _found_pieces(one: dict[str, Any]) -> list[Piece]:
    """Return a sentence of an audit, cut at its numbers or at its problem."""
    start = one["start"]
    marks = one["ties"] or ([one["problem"]] if one["finding"] == "contradicted" else [])
    moved = [{**mark, "start": mark["start"] - start, "end": mark["end"] - start} for mark in marks]
    return tied_pieces(one["text"], moved) if one["ties"] else problem_pieces(one["text"], moved)
