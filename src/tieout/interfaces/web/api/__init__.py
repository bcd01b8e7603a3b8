"""The HTTP API, version 1: questions, runs, reviews, checks, data; JSON in and out, problem documents."""

from __future__ import annotations

from fastapi import APIRouter

from tieout.interfaces.web.api.approvals import approvals_api
from tieout.interfaces.web.api.data import data_api
from tieout.interfaces.web.api.questions import questions_api
from tieout.interfaces.web.api.reviews import reviews_api
from tieout.interfaces.web.api.runs import runs_api
from tieout.interfaces.web.api.texts import texts_api
from tieout.interfaces.web.problems import RESPONSES

__all__ = ["api"]

api = APIRouter(prefix="/api/v1", tags=["v1"], responses=RESPONSES)
for part in (questions_api, runs_api, reviews_api, approvals_api, texts_api, data_api):
    api.include_router(part)
