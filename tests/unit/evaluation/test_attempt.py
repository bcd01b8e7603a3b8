"""The record of an attempt gives back the outcome that it was made of."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tieout.errors import UsageError
from tieout.evaluation.attempt import Attempt
from tieout.evaluation.questions import Question, load_questions
from tieout.interfaces.settings import Settings
from tieout.models.scripted import ScriptedModel, answer
from tieout.outcome import Outcome

QUESTIONS = load_questions("core8-v1")


def attempt(home: Path, question: str, model: ScriptedModel | str = "planner") -> tuple[Attempt, Outcome]:
    """Ask a question and return its record beside the outcome, with the time that a record does not keep."""
    desk = Settings(home=home).desk(model=model, dataset="core8", path="tools")
    outcome = desk.ask(question)
    record = Attempt(
        question_id="one",
        kind="lookup",
        model="planner",
        path="tools",
        repeat=1,
        digest="0",
        document=outcome.document(),
        trace=outcome.trace_document(),
    )
    kept = Attempt.model_validate_json(record.model_dump_json())
    return kept, replace(outcome, asked_at=datetime.fromtimestamp(0, UTC), seconds=round(outcome.seconds, 6))


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_an_outcome_is_kept_whole(question: Question, tmp_path: Path) -> None:
    """Answers, refusals, evidence, ties, steps and the trace come back equal, through JSON."""
    kept, outcome = attempt(tmp_path, question.question)
    assert kept.outcome == outcome


def test_held_and_failed_drafts_are_kept(tmp_path: Path) -> None:
    """What was not shown can be graded later, with its problems."""
    held, outcome = attempt(tmp_path, "?", ScriptedModel([answer("Canada had 5 people."), answer("No.")]))
    assert held.outcome == outcome
    assert held.outcome.problems
    failed, outcome = attempt(tmp_path, "?", ScriptedModel([]))
    assert failed.outcome == outcome
    assert failed.outcome.stop == "model_error"


def test_what_was_not_run_has_no_outcome() -> None:
    """It is neither right nor wrong, and says why."""
    not_run = Attempt(
        question_id="one",
        kind="lookup",
        model="planner",
        path="closed",
        repeat=1,
        digest="0",
        not_run="The planner reads tools.",
    )
    with pytest.raises(UsageError, match="The planner reads tools"):
        _ = not_run.outcome
    broken = not_run.model_copy(update={"not_run": "", "document": {"evidence": []}})
    with pytest.raises(UsageError, match="cannot be read"):
        _ = broken.outcome
