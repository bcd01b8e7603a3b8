"""The ask page: the question box, and what was asked before."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tieout.errors import UsageError
from tieout.interfaces.web.asking import asking_of, known_run, newest_of
from tieout.interfaces.web.pages.page import page
from tieout.interfaces.web.persons import person_of
from tieout.interfaces.web.problems import Problem

__all__ = ["ask_pages"]

ask_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@ask_pages.get("/")
def ask_page(request: Request) -> Response:
    """Show the question box, and what was asked last."""
    return _box(request)


@ask_pages.post("/ask")
def ask(
    request: Request, question: Annotated[str, Form()] = "", after: Annotated[str, Form()] = ""
) -> Response:
    """Accept a question from a page, by itself or after another, and go to where it is answered."""
    asking = asking_of(request)
    try:
        if after:
            known_run(request, after)
        accepted = asking.accept(question, asker=person_of(request).name, after=after or None)
    except UsageError as error:
        return _box(request, 422, error=error.message, question=question, after=after)
    except Problem as error:
        response = _box(request, error.status, error=error.detail, question=question, after=after)
        response.headers.update(error.headers)
        return response
    return RedirectResponse(f"/runs/{accepted.run}", status_code=303)


def _box(
    request: Request, status: int = 200, *, error: str = "", question: str = "", after: str = ""
) -> Response:
    recent = newest_of(request, 10)
    office = asking_of(request).office
    left = office.allowance.left(office.ledger(), person_of(request).name, office.now())
    return page(request, "ask", status, error=error, question=question, after=after, recent=recent, left=left)
