"""The API of calls with a side effect that wait for a person."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from tieout.interfaces.approvals import approval_document
from tieout.interfaces.web.answering import answer_call, approval_of
from tieout.interfaces.web.asking import asking_of
from tieout.interfaces.web.bodies import ApprovalBody, ApprovalNumber
from tieout.interfaces.web.persons import person_of

__all__ = ["approvals_api"]

approvals_api = APIRouter()


@approvals_api.get("/approvals")
def list_approvals(request: Request, answered: bool = False) -> list[dict[str, Any]]:
    """Return the calls that wait for a person, oldest first; with ``answered`` the others too."""
    listed = asking_of(request).office.ledger().approvals.listed(answered=answered)
    return [approval_document(one) for one in listed]


@approvals_api.get("/approvals/{number}")
def get_approval(request: Request, number: ApprovalNumber) -> dict[str, Any]:
    """Return one call: tool, exact arguments and their digest, until when, and what was answered."""
    return approval_document(approval_of(request, number))


@approvals_api.post("/approvals/{number}")
def answer_approval(request: Request, number: ApprovalNumber, body: ApprovalBody) -> dict[str, Any]:
    """Let exactly this call run, once, or not; its run goes on at this desk."""
    who = person_of(request).name
    return approval_document(
        answer_call(request, number, body.answer, why=body.why, digest=body.digest, who=who)
    )
