"""The ask page: the question box, and what was asked before."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tieout.errors import UsageError
from tieout.interfaces.web.asking import asking_of, newest_of
from tieout.interfaces.web.pages.page import page
from tieout.interfaces.web.persons import person_of

__all__ = ["ask_pages"]

ask_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@ask_pages.get("/")
def ask_page(request: Request) -> Response:
    """Show the question box, and what was asked last."""
    return page(request, "ask", error="", question="", recent=newest_of(request, 10))


@ask_pages.post("/ask")
def ask(request: Request, question: Annotated[str, Form()] = "") -> Response:
    """Accept a question from the page, and go to where it is answered."""
    asking = asking_of(request)
    try:
        accepted = asking.accept(question, asker=person_of(request).name)
    except UsageError as error:
        recent = newest_of(request, 10)
        return page(request, "ask", 422, error=error.message, question=question, recent=recent)
    return RedirectResponse(f"/runs/{accepted.run}", status_code=303)
