"""The API of runs that have ended."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import StreamingResponse

from tieout.facts.rows import evidence_from_rows
from tieout.interfaces.proof import proof_document
from tieout.interfaces.runlines import RunForm, run_lines, run_row
from tieout.interfaces.tallies import tally_document
from tieout.interfaces.web.api.documents import run_document
from tieout.interfaces.web.asking import asking_of, run_of
from tieout.interfaces.web.looking import wanting
from tieout.interfaces.web.tallying import RunOutcome, seen, tallied, written_out
from tieout.ledger import Wanted

__all__ = ["runs_api"]

runs_api = APIRouter()

Wanting = Annotated[Wanted, Depends(wanting)]

_MEDIA: Final = {"csv": "text/csv; charset=utf-8", "jsonl": "application/x-ndjson"}
_FILES: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "description": "The file",
        "content": {kind.partition(";")[0]: {"schema": {"type": "string"}} for kind in _MEDIA.values()},
    }
}


@runs_api.get("/runs")
def list_runs(
    request: Request,
    wanted: Wanting,
    outcome: RunOutcome = "",
    before: Annotated[int, Query(ge=1, le=2**53, description="Only those of a lower number.")] = 2**53,
    limit: Annotated[int, Query(ge=1, le=1_000, description="The most that are listed.")] = 100,
) -> list[dict[str, Any]]:
    """Return the runs, newest first, a row each: the own ones, for an editor all."""
    listing = asking_of(request).office.ledger().listing
    return [run_row(run) for run in listing.newest(seen(request, wanted, outcome), limit, before=before)]


@runs_api.get("/tally")
def get_tally(request: Request, wanted: Wanting, outcome: RunOutcome = "") -> dict[str, Any]:
    """Return the newest 5,000 runs summed up: outcomes by day, seconds, cost, problem codes, stop reasons."""
    return tally_document(tallied(request, seen(request, wanted, outcome)))


@runs_api.get("/export/runs", response_class=StreamingResponse, responses=_FILES)
def export_runs(
    request: Request, wanted: Wanting, outcome: RunOutcome = "", form: RunForm = "csv"
) -> StreamingResponse:
    """Write the runs out, oldest first, as CSV or JSON lines; a cell is never a formula."""
    office = asking_of(request).office
    lines = run_lines(written_out(office, seen(request, wanted, outcome)), form)
    return StreamingResponse(
        lines,
        media_type=_MEDIA[form],
        headers={"Content-Disposition": f'attachment; filename="runs.{form}"'},
    )


@runs_api.get("/runs/{name}")
def get_run(request: Request, name: str) -> dict[str, Any]:
    """Return a run by its number or id: the outcome, and the decision about it."""
    return run_document(run_of(request, name))


@runs_api.get("/runs/{name}/nearby")
def get_nearby(request: Request, name: str) -> list[dict[str, str]]:
    """Return what the data have near a declined question, each with the question that asks it."""
    run = run_of(request, name)
    found = asking_of(request).office.nearby.offers(run.document) if run.outcome == "declined" else ()
    return [{"label": offer.label, "question": offer.question} for offer in found]


@runs_api.get("/runs/{name}/trace")
def get_trace(request: Request, name: str) -> dict[str, Any]:
    """Return what passed between application and model in a run."""
    return run_of(request, name).trace


@runs_api.get("/runs/{name}/proof")
def get_proof(request: Request, name: str) -> dict[str, Any]:
    """Return the checked numbers of an answer in the World Bank's proof-carrying form."""
    from tieout.checking.verdict import Tie

    document = run_of(request, name).document
    ties = [Tie(**{**tie, "facts": tuple(tie["facts"])}) for tie in document["ties"]]
    return proof_document(document["answer"], ties, evidence_from_rows(document["evidence"]))
