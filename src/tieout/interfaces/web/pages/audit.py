"""The audit page: each sentence of a finished text, ticked, contradicted or not checked; and the report."""

from __future__ import annotations

import base64
from pathlib import PurePath
from typing import Annotated, Any, Final

from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import HTMLResponse, Response

from tieout.errors import UsageError
from tieout.interfaces.web.auditing import audited_file, audited_text
from tieout.interfaces.web.bodies import LONGEST_ARTICLE, LONGEST_FILE
from tieout.interfaces.web.marking import Piece, problem_pieces, tied_pieces
from tieout.interfaces.web.pages.page import page

__all__ = ["audit_pages"]

audit_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

_MOST_SENT: Final = LONGEST_FILE + 8 * LONGEST_ARTICLE


@audit_pages.get("/audit")
def audit_page(request: Request) -> Response:
    """Show the box for a draft article."""
    return _audit(request)


@audit_pages.post("/audit", max_body_size=_MOST_SENT)
def audit_text(
    request: Request,
    text: Annotated[str, Form()] = "",
    form: Annotated[str, Form()] = "text",
    file: Annotated[UploadFile | None, File()] = None,
) -> Response:
    """Show each sentence of a text or file as ticked, contradicted or not checked."""
    try:
        if file is not None and file.filename:
            audited = audited_file(request, file.filename, file.file)
        else:
            audited = audited_text(request, text, form)
    except UsageError as error:
        kept = text if len(text) <= LONGEST_ARTICLE else ""
        return _audit(request, 422, text=kept, form=form, error=error.message)
    found = audited.document()
    for one in found["findings"]:
        one["pieces"] = _found_pieces(one)
    report = base64.b64encode(audited.report().encode()).decode()
    saved = f"{PurePath(audited.name).stem}-audit.html"
    return _audit(request, text=text, form=form, found=found, name=audited.name, report=report, saved=saved)


def _audit(request: Request, status: int = 200, /, **values: Any) -> Response:
    shown = {"text": "", "form": "text", "error": "", "found": None, "name": "", "report": "", "saved": ""}
    return page(request, "audit", status, most=LONGEST_FILE, **{**shown, **values})


def _found_pieces(one: dict[str, Any]) -> list[Piece]:
    """Return a sentence of an audit, cut at its numbers or at its problem."""
    start = one["start"]
    marks = one["ties"] or ([one["problem"]] if one["finding"] == "contradicted" else [])
    moved = [{**mark, "start": mark["start"] - start, "end": mark["end"] - start} for mark in marks]
    return tied_pieces(one["text"], moved) if one["ties"] else problem_pieces(one["text"], moved)
