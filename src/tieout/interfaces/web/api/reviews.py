"""The API of the review queue."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from tieout.errors import UsageError
from tieout.interfaces.web.api.documents import run_document
from tieout.interfaces.web.asking import asking_of, run_of
from tieout.interfaces.web.bodies import DecisionBody
from tieout.interfaces.web.problems import Problem
from tieout.review import DoesNotTieOut, Reviewer

__all__ = ["reviews_api"]

reviews_api = APIRouter()


@reviews_api.get("/reviews")
def list_reviews(request: Request, decided: bool = False) -> list[dict[str, Any]]:
    """Return the held answers that wait for a person, oldest first; with ``decided`` the others too."""
    held = asking_of(request).office.ledger().held(decided=decided)
    return [run_document(run) for run in held]


@reviews_api.post("/reviews/{name}")
def decide(request: Request, name: str, body: DecisionBody) -> dict[str, Any]:
    """Approve, amend or decline a held answer; an amended text must tie out, or be overridden."""
    office = asking_of(request).office
    run = run_of(request, name)
    person = Reviewer(ledger=office.ledger(), names=office.names, who=office.user, at=office.now())
    try:
        if body.action == "approve":
            person.approve(run, body.why)
        elif body.action == "amend":
            person.amend(run, body.text, body.why, override=body.override)
        else:
            person.decline(run, body.why)
    except DoesNotTieOut:
        raise
    except UsageError as error:
        raise Problem("conflict", 409, error.message) from error
    request.app.state.feed.tell(run.run)
    return run_document(run_of(request, name))
