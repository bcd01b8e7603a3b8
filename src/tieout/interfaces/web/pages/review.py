"""The review pages: the queue of held answers, and what a person decides about one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tieout.errors import UsageError
from tieout.interfaces.web.asking import asking_of, run_of
from tieout.interfaces.web.marking import problem_pieces
from tieout.interfaces.web.pages.page import page
from tieout.review import DoesNotTieOut, Reviewer

if TYPE_CHECKING:
    from tieout.ledger import Run

__all__ = ["review_pages"]

review_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@review_pages.get("/review")
def review_page(request: Request, decided: bool = False) -> Response:
    """Show the queue of held answers."""
    office = asking_of(request).office
    held = office.ledger().held(decided=decided)
    return page(request, "queue", held=held, decided=decided, now=office.now())


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
    person = Reviewer(ledger=office.ledger(), names=office.names, who=office.user, at=office.now())
    try:
        if action == "approve":
            person.approve(run, why)
        elif action == "amend":
            person.amend(run, text.strip(), why, override=override)
        elif action == "decline":
            person.decline(run, why)
        else:
            raise UsageError("Choose to approve, to amend or to decline.")
    except DoesNotTieOut as error:
        from tieout.outcome import problem_document

        wrong = [problem_document(problem) for problem in error.verdict.problems]
        return _held(request, run, 422, error=error.message, text=text.strip(), why=why, wrong=wrong)
    except UsageError as error:
        return _held(request, run, 409, error=error.message, text=text, why=why)
    request.app.state.feed.tell(run.run)
    return RedirectResponse(f"/review/{run.number}", status_code=303)


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
        error=error,
        text=draft if text is None else text,
        why=why,
        wrong=wrong or [],
        wrong_pieces=problem_pieces(text or "", wrong or []),
    )
