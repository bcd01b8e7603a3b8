"""Answers handed to other questions: the scorer takes each for right where it belongs, and nowhere else."""

from __future__ import annotations

import pytest

from tieout.data.snapshot import load_snapshot
from tieout.evaluation.generating import KINDS, generate
from tieout.evaluation.question import Question
from tieout.evaluation.scorer import Standing, expected_of, read_draft
from tieout.facts.names import Names
from tieout.interfaces.settings import Settings

NAMES = Names.load()
RIGHT = (Standing.RIGHT, Standing.DECLINES)


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Question, str]]:
    """Questions of all kinds that no rule was made for, and the planner's answers."""
    desk = Settings(home=tmp_path_factory.mktemp("home")).desk(dataset="wdi-starter", ledger=None)
    questions = generate(load_snapshot("wdi-starter"), NAMES, count=5 * len(KINDS), seed=2611)
    return [(question, desk.ask(question.question).answer) for question in questions]


def test_an_answer_is_right_where_it_belongs(answered: list[tuple[Question, str]]) -> None:
    """Of every kind of question, refusals included."""
    wrong = [
        (question.question, answer, reading.reason)
        for question, answer in answered
        if (reading := read_draft(expected_of(question, NAMES), answer, NAMES)).standing not in RIGHT
    ]
    assert wrong == []


def is_same(question: Question, other: Question) -> bool:
    """Tell whether two questions may have one answer: the scorer reads no measures."""
    if question.operation in ("highest", "lowest", "top", "bottom"):
        return question.areas[:1] == other.areas[:1]
    if question.years:
        return question.years == other.years and question.areas == other.areas
    if question.position is not None:
        return question.position == other.position
    return question.values == other.values


def test_an_answer_is_right_nowhere_else(answered: list[tuple[Question, str]]) -> None:
    """Handed to another question of its kind, which has another answer."""
    passed = [
        (question.question, answer)
        for question, _ in answered
        for other, answer in answered
        if not question.decline and question.kind == other.kind and not is_same(question, other)
        if read_draft(expected_of(question, NAMES), answer, NAMES).standing in RIGHT
    ]
    assert passed == []
