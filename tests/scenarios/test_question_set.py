"""The built-in model answers the whole question set: what the README says of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tieout.evaluation.questions import Question, load_questions
from tieout.evaluation.scoring import grade
from tieout.facts.names import Names
from tieout.interfaces.settings import Settings

QUESTIONS = load_questions("core8-v1")


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_the_planner_is_right_on_every_question(question: Question, tmp_path: Path) -> None:
    """Shown right, or rightly declined: a check that holds one of its answers has lost something."""
    outcome = Settings(home=tmp_path).desk(dataset="core8").ask(question.question)
    assert grade(question, outcome, Names.load()).grade.is_right, outcome.draft or outcome.answer


def test_the_set_is_the_one_that_is_told_of() -> None:
    """27 questions, each of its own."""
    assert len({question.id for question in QUESTIONS}) == 27
