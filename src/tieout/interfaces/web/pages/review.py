"""The review pages: the queue of held answers, and what a person decides about one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tieout.checking.verdict import ProblemCode
from tieout.errors import UsageError
from tieout.interfaces.ages import age
from tieout.interfaces.web.asking import asking_of, run_of
from tieout.interfaces.web.looking import query_without, wanting
from tieout.interfaces.web.marking import problem_pieces
from tieout.interfaces.web.pages.page import page, rendered
from tieout.interfaces.web.persons import person_of
from tieout.ledger import AlreadyDecided, Wanted
from tieout.review import DoesNotTieOut, Reviewer

if TYPE_CHECKING:
    from tieout.ledger import Run

__all__ = ["review_pages"]

review_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

SHOWN: Final = 50
"""How many held answers one page lists."""


@review_pages.get("/review")
def review_page(
    request: Request,
    wanted: Annotated[Wanted, Depends(wanting)],
    state: Literal["waiting", "decided", "all"] = "waiting",
    after: int = 0,
    before: int | None = None,
) -> Response:
    """Show the queue of held answers: those that wait oldest first, with others newest first."""
    office = asking_of(request).office
    listing = office.ledger().listing
    decided = {"waiting": False, "decided": True, "all": None}[state]
    held = replace(wanted, outcome="held", decided=decided)
    if state == "waiting":
        found = listing.oldest(held, SHOWN + 1, after=after)
    else:
        found = listing.newest(held, SHOWN + 1, before=before)
    shown, now = found[:SHOWN], office.now()
    return page(
        request,
        "queue",
        held=[(one, age(now, one.asked_at)) for one in shown],
        count=listing.count(held),
        state=state,
        wanted=wanted,
        choices=listing.choices(),
        codes=[str(code) for code in ProblemCode],
        is_narrowed=wanted != Wanted(),
        next=_next(request, state, shown[-1].number) if len(found) > SHOWN else "",
    )


@review_pages.get("/review/count")
def count_waiting(request: Request) -> Response:
    """Give the number beside the page's name, which a page that stands open asks for now and then."""
    return HTMLResponse(rendered(request, "_count", number=asking_of(request).office.ledger().count_held()))


@review_pages.get("/review/{number}")
def held_page(request: Request, number: str) -> Response:
    """Show one held answer: draft, problems, evidence, steps, and the decision or its form."""
    return _held(request, run_of(request, number))


@review_pages.post("/review/{number}")
def decide(
    request: Request,
    number: str,
    action: Annotated[str, Form()],
    text: Annotated[str, Form()] = "",
    why: Annotated[str, Form()] = "",
    override: Annotated[bool, Form()] = False,
) -> Response:
    """Decide about a held answer, or show the amended text with what does not tie out."""
    office = asking_of(request).office
    run = run_of(request, number)
    person = Reviewer(
        ledger=office.ledger(), names=office.names, who=person_of(request).name, at=office.now()
    )
    try:
        if action == "approve":
            person.approve(run, why)
        elif action == "amend":
            person.amend(run, text.strip(), why, override=override)
        elif action == "decline":
            person.decline(run, why)
        else:
            raise UsageError("Choose to approve, to amend or to decline.")
    except AlreadyDecided as error:
        return _held(request, run_of(request, number), 409, error=error.message)
    except DoesNotTieOut as error:
        from tieout.outcome import problem_document

        wrong = [problem_document(problem) for problem in error.verdict.problems]
        return _held(request, run, 422, error=error.message, text=text.strip(), why=why, wrong=wrong)
    except UsageError as error:
        return _held(request, run, 422, error=error.message, text=text, why=why)
    request.app.state.feed.tell(run.run)
    return RedirectResponse(f"/review/{run.number}", status_code=303)


def _next(request: Request, state: str, number: int) -> str:
    """Return the query of the next page of the queue."""
    name = "after" if state == "waiting" else "before"
    return f"?{query_without(request, 'after', 'before')}{name}={number}"


def _held(
    request: Request,
    run: Run,
    status: int = 200,
    *,
    error: str = "",
    text: str | None = None,
    why: str = "",
    wrong: list[dict[str, Any]] | None = None,
) -> Response:
    office = asking_of(request).office
    ledger = office.ledger()
    asked = ledger.questions.find(run.run)
    later = ledger.listing.oldest(Wanted(outcome="held", decided=False), 1, after=run.number)
    draft = (run.document.get("draft") or {}).get("text", "")
    problems = run.document["problems"]
    return page(
        request,
        "held",
        status,
        run=run,
        pieces=problem_pieces(draft, problems),
        problems=problems,
        rows=run.document["evidence"],
        steps=run.document["steps"],
        asker=asked.asker if asked else "",
        age=age(office.now(), run.asked_at),
        later=later[0].number if later else 0,
        error=error,
        text=draft if text is None else text,
        why=why,
        wrong=wrong or [],
        wrong_pieces=problem_pieces(text or "", wrong or []),
    )
