"""The API of questions: accepted, looked at, followed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Header, Query, Request, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from tieout.interfaces.web.asking import asking_of, flight_of, known_run
from tieout.interfaces.web.bodies import QuestionBody
from tieout.interfaces.web.persons import person_of
from tieout.ledger.storage import as_json

__all__ = ["questions_api"]

questions_api = APIRouter()

LONGEST_WAIT: Final = 60
"""Seconds that a request may wait for an outcome."""

_KEY = Header(alias="Idempotency-Key", max_length=200, description="The same key again asks once.")
_WAIT = Query(ge=0, le=LONGEST_WAIT, description="Seconds to wait for the outcome.")


@questions_api.post(
    "/questions",
    status_code=202,
    response_model=dict[str, Any],
    responses={200: {"description": "The question with its outcome"}},
)
async def ask(
    request: Request,
    body: QuestionBody,
    key: Annotated[str | None, _KEY] = None,
    wait: Annotated[float, _WAIT] = 0,
) -> Response:
    """Accept a question; 200 with its outcome when it is done within ``wait`` seconds, 202 before."""
    asking = asking_of(request)
    if body.after is not None:
        await run_in_threadpool(known_run, request, body.after)
    found = await asking.ask(
        body.question, asker=person_of(request).name, key=key, after=body.after, seconds=wait
    )
    # it is JSON already: to be checked against a form once more would cost as much as the request
    return Response(
        as_json(found),
        200 if found["status"] == "done" else 202,
        headers={"Location": f"/api/v1/questions/{found['run']}"},
        media_type="application/json",
    )


@questions_api.get("/questions/{run}")
def get_question(request: Request, run: str) -> dict[str, Any]:
    """Return where a question stands: queued, running, waiting or done."""
    return flight_of(request, run).document()


@questions_api.post("/questions/{run}/stop")
def stop(request: Request, run: Annotated[str, Depends(known_run)]) -> dict[str, Any]:
    """Stop a question that has no outcome yet: it ends as ``failed``, with the stop ``stopped``."""
    return asking_of(request).stop(run, who=person_of(request).name).document()


@questions_api.get("/questions/{run}/events", response_class=EventSourceResponse)
async def follow(request: Request, run: Annotated[str, Depends(known_run)]) -> AsyncIterator[ServerSentEvent]:
    """Send where a question stands at every change, as ``steps``, then as ``done`` or ``waiting``."""
    async for flight in asking_of(request).follow(run):
        event = flight.status if flight.status in ("done", "waiting") else "steps"
        yield ServerSentEvent(event=event, data=flight.document(), id=str(flight.seen))
