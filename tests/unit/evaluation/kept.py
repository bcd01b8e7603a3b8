"""Folders of results for the tests: real desks asked, and the attempts kept as a run keeps them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tieout.evaluation.attempt import Attempt
from tieout.evaluation.manifest import DatasetUsed, Manifest, ModelUsed, QuestionsUsed
from tieout.evaluation.question import Question
from tieout.evaluation.questions import load_questions, read_set
from tieout.evaluation.results import Results
from tieout.interfaces.settings import Settings
from tieout.outcome import Outcome

RECORDED = Path(__file__).resolve().parents[2] / "recordings" / "qwen2.5-coder-1.5b.prose.jsonl"
SETS = "core8-v1"


def attempt_of(question: Question, outcome: Outcome, **more: Any) -> Attempt:
    """Return an outcome as it is kept."""
    told: dict[str, Any] = {
        "question_id": question.id,
        "kind": question.kind,
        "model": outcome.model,
        "path": outcome.path,
        "repeat": 1,
        "digest": question.digest,
        "document": outcome.document(),
        "trace": outcome.trace_document(),
        "paid_usd": "0",
        "seconds": 0.25,
    }
    return Attempt(**{**told, **more})


def asked(home: Path, model: str, path: str, questions: Sequence[Question]) -> list[Attempt]:
    """Ask a real desk each question once."""
    desk = Settings(home=home).desk(model=model, path=path, dataset="core8", ledger=None)
    return [
        attempt_of(question, desk.ask(question.question), model=model, path=path) for question in questions
    ]


def manifest(**more: Any) -> Manifest:
    """Return a manifest of the packaged set."""
    told: dict[str, Any] = {
        "begun": "2026-11-30T21:00:00+00:00",
        "questions": QuestionsUsed(
            name=SETS, sha256=hashlib.sha256(read_set(SETS).encode()).hexdigest(), size=27
        ),
        "datasets": (DatasetUsed(name="core8", version="2026-07", sha256="0" * 64),),
        "models": (ModelUsed(name="planner", settings={"temperature": 0.0}),),
        "paths": ("tools",),
        "repeat": 1,
        "prices": "genai-prices 0.2.1 of 2026-11-02",
        "finished": True,
    }
    return Manifest(**{**told, **more})


def folder(place: Path, attempts: Sequence[Attempt], **more: Any) -> Path:
    """Write attempts and a manifest as a run does."""
    results = Results(place)
    for attempt in attempts:
        results.append(attempt)
    results.write_questions(QUESTIONS)
    results.write_manifest(manifest(**more))
    return place


QUESTIONS = load_questions(SETS)
