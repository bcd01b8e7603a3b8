"""The HTTP API, version 1: questions, runs, reviews, checks, data; JSON in and out, problem documents."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Request, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

from tieout.checking.check import check
from tieout.errors import UsageError
from tieout.facts.rows import evidence_from_rows
from tieout.interfaces.cards import card_document, snapshot_document
from tieout.interfaces.proof import proof_document
from tieout.interfaces.web.bodies import AuditBody, CheckBody, DecisionBody, QuestionBody, ToolBody
from tieout.interfaces.web.problems import RESPONSES, Problem
from tieout.outcome import verdict_document
from tieout.review import DoesNotTieOut, Reviewer, review_document
from tieout.tools.contract import ToolCall

if TYPE_CHECKING:
    from tieout.interfaces.web.asking import Asking
    from tieout.ledger import Run

__all__ = ["api"]

api = APIRouter(prefix="/api/v1", tags=["v1"], responses=RESPONSES)

LONGEST_WAIT = 60
"""Seconds that a request may wait for an outcome."""

_KEY = Header(alias="Idempotency-Key", max_length=200, description="The same key again asks once.")
_WAIT = Query(ge=0, le=LONGEST_WAIT, description="Seconds to wait for the outcome.")


def _asking(request: Request) -> Asking:
    asking: Asking = request.app.state.asking
    return asking


@api.post(
    "/questions",
    status_code=202,
    responses={200: {"description": "The question with its outcome"}},
)
async def ask(
    request: Request,
    response: Response,
    body: QuestionBody,
    key: Annotated[str | None, _KEY] = None,
    wait: Annotated[float, _WAIT] = 0,
) -> dict[str, Any]:
    """Accept a question; 200 with its outcome when it is done within ``wait`` seconds, 202 before."""
    from starlette.concurrency import run_in_threadpool

    asking = _asking(request)
    question = await run_in_threadpool(asking.accept, body.question, asker=asking.office.user, key=key)
    flight = await asking.outcome(question.run, wait)
    response.headers["Location"] = f"/api/v1/questions/{question.run}"
    if flight.status == "done":
        response.status_code = 200
    return flight.document()


@api.get("/questions/{run}")
def get_question(request: Request, run: str) -> dict[str, Any]:
    """Return where a question stands: queued, running, waiting or done."""
    return _asking(request).look(run).document()


def known_run(request: Request, run: str) -> str:
    """Return the id of a run that is there; a stream that has begun could not say that it is not."""
    flight = _asking(request).look(run)
    return flight.run.run if flight.run is not None else run


@api.get("/questions/{run}/events", response_class=EventSourceResponse)
async def follow(request: Request, run: Annotated[str, Depends(known_run)]) -> AsyncIterator[ServerSentEvent]:
    """Send where a question stands at every change, as ``steps``, then as ``done`` or ``waiting``."""
    async for flight in _asking(request).follow(run):
        event = flight.status if flight.status in ("done", "waiting") else "steps"
        yield ServerSentEvent(event=event, data=flight.document(), id=str(flight.seen))


@api.get("/runs/{name}")
def get_run(request: Request, name: str) -> dict[str, Any]:
    """Return a run by its number or id: the outcome, and the decision about it."""
    return _run_document(_run(request, name))


@api.get("/runs/{name}/trace")
def get_trace(request: Request, name: str) -> dict[str, Any]:
    """Return what passed between application and model in a run."""
    return _run(request, name).trace


@api.get("/runs/{name}/proof")
def get_proof(request: Request, name: str) -> dict[str, Any]:
    """Return the checked numbers of an answer in the World Bank's proof-carrying form."""
    from tieout.checking.verdict import Tie

    document = _run(request, name).document
    ties = [Tie(**{**tie, "facts": tuple(tie["facts"])}) for tie in document["ties"]]
    return proof_document(document["answer"], ties, evidence_from_rows(document["evidence"]))


@api.get("/reviews")
def list_reviews(request: Request, decided: bool = False) -> list[dict[str, Any]]:
    """Return the held answers that wait for a person, oldest first; with ``decided`` the others too."""
    held = _asking(request).office.ledger().held(decided=decided)
    return [_run_document(run) for run in held]


@api.post("/reviews/{name}")
def decide(request: Request, name: str, body: DecisionBody) -> dict[str, Any]:
    """Approve, amend or decline a held answer; an amended text must tie out, or be overridden."""
    office = _asking(request).office
    run = _run(request, name)
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
    return _run_document(_run(request, name))


@api.post("/check")
def check_text(request: Request, body: CheckBody) -> dict[str, Any]:
    """Check a text against rows: verdict, problems, ties."""
    evidence = evidence_from_rows(body.evidence)
    names = _asking(request).office.names
    return verdict_document(check(body.answer, evidence, question=body.question, names=names))


@api.post("/audit")
def audit_text(request: Request, body: AuditBody) -> dict[str, Any]:
    """Look up every claim of a finished text: ticked, contradicted, or not checked."""
    from tieout.audit import audit
    from tieout.interfaces.auditing import audit_document
    from tieout.interfaces.documents import passages_of

    office = _asking(request).office
    passages = passages_of(body.text, body.form)
    findings = list(audit(passages, office.snapshot, office.names))
    return audit_document(findings, office.snapshot)


@api.get("/tools")
def list_tools(request: Request) -> list[dict[str, Any]]:
    """Return the tools that a model may call, with their schemas."""
    return list(_asking(request).office.toolset.definitions())


@api.post("/tools/{name}")
def call_tool(request: Request, name: str, body: ToolBody) -> dict[str, Any]:
    """Make one data call by hand: what a model would see, and how it went."""
    from tieout.facts.row import row_from_fact

    made = ToolCall(id="http", name=name, arguments=body.arguments)
    result = _asking(request).office.toolset.call(made)
    return {
        "outcome": result.outcome,
        "content": result.content,
        "evidence": [row_from_fact(fact) for fact in result.facts],
    }


@api.get("/datasets")
def list_datasets(request: Request) -> list[dict[str, Any]]:
    """Return the card of the data set that is asked, then those of the packaged ones."""
    from tieout.data.snapshot import list_snapshots

    served = _asking(request).office.snapshot.card
    return [card_document(card) for card in {one.name: one for one in (served, *list_snapshots())}.values()]


@api.get("/datasets/served")
def get_dataset(request: Request) -> dict[str, Any]:
    """Return the data set that is asked, with its indicators and areas."""
    return snapshot_document(_asking(request).office.snapshot)


def _run(request: Request, name: str) -> Run:
    try:
        return _asking(request).office.ledger().get(name)
    except UsageError as error:
        raise Problem("not_found", 404, f"There is no run {name[:64]!r}.") from error


def _run_document(run: Run) -> dict[str, Any]:
    return {
        "number": run.number,
        "asked_at": run.asked_at.isoformat(),
        "outcome": run.document,
        "review": review_document(run),
    }
