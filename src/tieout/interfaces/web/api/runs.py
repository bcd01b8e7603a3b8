"""The API of runs that have ended."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from tieout.facts.rows import evidence_from_rows
from tieout.interfaces.proof import proof_document
from tieout.interfaces.web.api.documents import run_document
from tieout.interfaces.web.asking import asking_of, run_of

__all__ = ["runs_api"]

runs_api = APIRouter()


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
