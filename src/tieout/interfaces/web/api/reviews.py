"""The API of the review queue."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request

from tieout.interfaces.web.api.documents import run_document
from tieout.interfaces.web.asking import asking_of, run_of
from tieout.interfaces.web.bodies import DecisionBody
from tieout.interfaces.web.looking import wanting
from tieout.interfaces.web.persons import person_of
from tieout.interfaces.web.problems import Problem
from tieout.ledger import AlreadyDecided, Wanted
from tieout.review import Reviewer

__all__ = ["reviews_api"]

reviews_api = APIRouter()


@reviews_api.get("/reviews")
def list_reviews(
    request: Request,
    wanted: Annotated[Wanted, Depends(wanting)],
    decided: bool = False,
    after: Annotated[int, Query(ge=0, le=2**53, description="Only those of a higher number.")] = 0,
    limit: Annotated[int, Query(ge=1, le=1_000, description="The most that are listed.")] = 1_000,
) -> list[dict[str, Any]]:
    """Return the held answers that wait for a person, oldest first; with ``decided`` the others too."""
    ledger = asking_of(request).office.ledger()
    held = replace(wanted, outcome="held", decided=None if decided else False)
    found = ledger.listing.oldest(held, limit, after=after)
    return [run_document(ledger.get(one.run)) for one in found]


@reviews_api.post("/reviews/{name}")
def decide(request: Request, name: str, body: DecisionBody) -> dict[str, Any]:
    """Approve, amend or decline a held answer; an amended text must tie out, or be overridden."""
    office = asking_of(request).office
    run = run_of(request, name)
    person = Reviewer(
        ledger=office.ledger(), names=office.names, who=person_of(request).name, at=office.now()
    )
    try:
        if body.action == "approve":
            person.approve(run, body.why)
        elif body.action == "amend":
            person.amend(run, body.text, body.why, override=body.override)
        else:
            person.decline(run, body.why)
    except AlreadyDecided as error:
        raise Problem("conflict", 409, error.message) from error
    request.app.state.feed.tell(run.run)
    return run_document(run_of(request, name))
