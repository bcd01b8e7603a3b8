"""The approvals page: calls with a side effect, each with its exact arguments, for a person's yes or no."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tieout.errors import UsageError
from tieout.interfaces.web.answering import answer_call
from tieout.interfaces.web.asking import asking_of
from tieout.interfaces.web.bodies import ApprovalNumber
from tieout.interfaces.web.pages.page import page
from tieout.interfaces.web.persons import person_of
from tieout.interfaces.web.problems import Problem

__all__ = ["approvals_pages"]

approvals_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@approvals_pages.get("/approvals")
def approvals_page(request: Request, answered: bool = False) -> Response:
    """Show the calls that wait for a person; with ``answered`` the others too."""
    return _listed(request, answered=answered)


@approvals_pages.post("/approvals/{number}")
def answer_approval(
    request: Request,
    number: ApprovalNumber,
    answer: Annotated[str, Form()],
    digest: Annotated[str, Form()],
    why: Annotated[str, Form()] = "",
) -> Response:
    """Keep a yes or no, or show why it cannot be kept."""
    who = person_of(request).name
    try:
        if answer not in ("approve", "deny"):
            raise UsageError("Choose to approve or to deny.")
        answer_call(request, number, answer, why=why, digest=digest, who=who)
    except UsageError as error:
        return _listed(request, 422, told={number: error.message}, why=why)
    except Problem as error:
        if error.status != 409:
            raise
        return _listed(request, 409, told={number: error.detail}, answered=True)
    return RedirectResponse(f"/approvals?answered=true#no-{number}", status_code=303)


def _listed(
    request: Request,
    status: int = 200,
    *,
    answered: bool = False,
    told: dict[int, str] | None = None,
    why: str = "",
) -> Response:
    office = asking_of(request).office
    ledger = office.ledger()
    found = ledger.approvals.listed(answered=answered)
    shown = reversed(found) if answered else found
    values: dict[str, Any] = {
        "approvals": [(one, ledger.questions.find(one.run)) for one in shown],
        "answered": answered,
        "told": told or {},
        "why": why,
        "now": office.now(),
    }
    return page(request, "approvals", status, **values)
