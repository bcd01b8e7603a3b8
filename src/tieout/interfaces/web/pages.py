"""The pages: ask, see why, review; each works without scripts, and live with them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import quote

import jinja2
from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

from tieout.errors import UsageError
from tieout.interfaces.cards import snapshot_document
from tieout.interfaces.web.api import known_run
from tieout.interfaces.web.bodies import LONGEST_ARTICLE
from tieout.interfaces.web.marking import Piece, problem_pieces, tied_pieces
from tieout.interfaces.web.problems import Problem
from tieout.review import DoesNotTieOut, Reviewer

if TYPE_CHECKING:
    from tieout.interfaces.web.asking import Asking
    from tieout.ledger import Run

__all__ = ["pages"]

pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

_SHOWN_RUNS: Final = 50

_TEMPLATES: Final = jinja2.Environment(
    loader=jinja2.PackageLoader("tieout.interfaces.web", "templates"),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def _asking(request: Request) -> Asking:
    asking: Asking = request.app.state.asking
    return asking


def _rendered(name: str, **values: Any) -> str:
    return _TEMPLATES.get_template(f"{name}.html.j2").render(values)


def _page(request: Request, name: str, status: int = 200, **values: Any) -> HTMLResponse:
    office = _asking(request).office
    waiting = office.ledger().count_held()
    card = office.snapshot.card
    return HTMLResponse(
        _rendered(name, here=request.url.path, waiting=waiting, card=card, **values), status_code=status
    )


@pages.get("/")
def ask_page(request: Request) -> Response:
    """Show the question box, and what was asked last."""
    office = _asking(request).office
    return _page(request, "ask", error="", question="", recent=office.ledger().newest(10))


@pages.post("/ask")
def ask(request: Request, question: Annotated[str, Form()] = "") -> Response:
    """Accept a question from the page, and go to where it is answered."""
    asking = _asking(request)
    try:
        accepted = asking.accept(question, asker=asking.office.user)
    except UsageError as error:
        recent = asking.office.ledger().newest(10)
        return _page(request, "ask", 422, error=error.message, question=question, recent=recent)
    return RedirectResponse(f"/runs/{accepted.run}", status_code=303)


@pages.get("/runs/{name}")
def run_page(request: Request, name: str) -> Response:
    """Show a run: live while it goes on, then the answer with its rows, or why there is none."""
    flight = _asking(request).look(name)
    if flight.run is not None and flight.run.run != name:
        return RedirectResponse(f"/runs/{quote(flight.run.run)}", status_code=303)
    return _page(request, "run", flight=flight, run=name, **_answer_values(flight.run))


@pages.get("/runs/{run}/live", response_class=EventSourceResponse)
async def run_live(
    request: Request, run: Annotated[str, Depends(known_run)]
) -> AsyncIterator[ServerSentEvent]:
    """Send the middle of a run's page at every change, until it is done."""
    async for flight in _asking(request).follow(run, until_decided=True):
        html = _rendered("_flight", flight=flight, run=run, **_answer_values(flight.run))
        yield ServerSentEvent(raw_data=html, id=str(flight.seen))
    yield ServerSentEvent(raw_data="", event="done")


@pages.get("/review")
def review_page(request: Request, decided: bool = False) -> Response:
    """Show the queue of held answers."""
    office = _asking(request).office
    held = office.ledger().held(decided=decided)
    return _page(request, "queue", held=held, decided=decided, now=office.now())


@pages.get("/review/{number}")
def held_page(request: Request, number: str) -> Response:
    """Show one held answer: draft, problems, evidence, steps, and the decision or its form."""
    return _held(request, _run(request, number))


@pages.post("/review/{number}")
def decide(
    request: Request,
    number: str,
    action: Annotated[str, Form()],
    text: Annotated[str, Form()] = "",
    why: Annotated[str, Form()] = "",
    override: Annotated[bool, Form()] = False,
) -> Response:
    """Decide about a held answer, or show the amended text with what does not tie out."""
    office = _asking(request).office
    run = _run(request, number)
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


@pages.get("/audit")
def audit_page(request: Request) -> Response:
    """Show the box for a draft article."""
    return _page(request, "audit", text="", form="text", error="", found=None)


@pages.post("/audit")
def audit_text(
    request: Request, text: Annotated[str, Form()] = "", form: Annotated[str, Form()] = "text"
) -> Response:
    """Show each sentence of a text as ticked, contradicted or not checked."""
    from tieout.audit import audit
    from tieout.interfaces.auditing import audit_document
    from tieout.interfaces.documents import passages_of

    office = _asking(request).office
    if len(text) > LONGEST_ARTICLE:
        error = f"The text has {len(text):,} characters; audit one of at most {LONGEST_ARTICLE:,}."
        return _page(request, "audit", 422, text="", form=form, error=error, found=None)
    try:
        findings = list(audit(passages_of(text, form), office.snapshot, office.names))
    except UsageError as error:
        return _page(request, "audit", 422, text=text, form=form, error=error.message, found=None)
    found = audit_document(findings, office.snapshot)
    for one in found["findings"]:
        one["pieces"] = _found_pieces(one)
    return _page(request, "audit", text=text, form=form, error="", found=found)


@pages.get("/data")
def data_page(request: Request) -> Response:
    """Show the data set that is asked: release, licence, indicators, areas."""
    return _page(request, "data", data=snapshot_document(_asking(request).office.snapshot))


@pages.get("/runs")
def runs_page(request: Request, before: int | None = None) -> Response:
    """Show the runs, newest first."""
    runs = _asking(request).office.ledger().newest(_SHOWN_RUNS, before=before)
    return _page(request, "runs", runs=runs, more=len(runs) == _SHOWN_RUNS)


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
    return _page(
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


def _found_pieces(one: dict[str, Any]) -> list[Piece]:
    """Return a sentence of an audit, cut at its numbers or at its problem."""
    start = one["start"]
    marks = one["ties"] or ([one["problem"]] if one["finding"] == "contradicted" else [])
    moved = [{**mark, "start": mark["start"] - start, "end": mark["end"] - start} for mark in marks]
    return tied_pieces(one["text"], moved) if one["ties"] else problem_pieces(one["text"], moved)


def _run(request: Request, name: str) -> Run:
    try:
        return _asking(request).office.ledger().get(name)
    except UsageError as error:
        raise Problem("not_found", 404, f"There is no run {name[:64]!r}.") from error


def _answer_values(run: Run | None) -> dict[str, Any]:
    """Return what a page shows of a run that is done."""
    if run is None:
        return {"pieces": [], "used": frozenset()}
    ties = run.document["ties"]
    return {
        "pieces": tied_pieces(run.document["answer"], ties),
        "used": frozenset(ref for tie in ties for ref in tie["facts"]),
    }
