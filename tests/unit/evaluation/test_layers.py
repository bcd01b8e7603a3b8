"""A failure is counted at the layer that broke first, by what the trace shows."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from tieout.assistant.trace import Step
from tieout.checking.verdict import Problem, ProblemCode
from tieout.evaluation.layers import Layer, broken_layer
from tieout.evaluation.question import Question
from tieout.evaluation.scoring import Grade, Graded
from tieout.facts.rows import evidence_from_rows
from tieout.outcome import DatasetStamp, Outcome, OutcomeKind

QUESTION = Question(
    id="1",
    kind="lookup",
    dataset="core8",
    question="What was the population of Canada in 2024?",
    operation="value",
    facts=("CAN SP.POP.TOTL 2024",),
    values=("41262329",),
    areas=("CAN",),
)
RANK = QUESTION.model_copy(
    update={"operation": "rank", "facts": ("CAN SP.POP.TOTL 2024", "* SP.POP.TOTL 2024"), "position": 8}
)
DECLINE = Question(id="2", kind="no_data", dataset="core8", question="?", decline="France is not in the data")


def row(area: str = "CAN", period: str = "2024") -> dict[str, Any]:
    return {
        "ref": "e1",
        "area": area,
        "area_name": area,
        "indicator": "SP.POP.TOTL",
        "indicator_name": "Population, total",
        "unit": "people",
        "period": period,
        "value": "1",
    }


def step(outcome: str = "ok", arguments: Any = None) -> Step:
    return Step(tool="get_values", arguments={} if arguments is None else arguments, outcome=outcome)


def ended(
    kind: OutcomeKind = OutcomeKind.ANSWERED,
    *,
    rows: tuple[dict[str, Any], ...] = (),
    steps: tuple[Step, ...] = (),
    stop: str = "",
    code: ProblemCode | None = None,
    path: str = "tools",
) -> Outcome:
    problems = () if code is None else (Problem(code=code, start=0, end=1, text="x", message="m"),)
    return Outcome(
        run="r",
        asked_at=datetime(2026, 7, 1, tzinfo=UTC),
        question="?",
        kind=kind,
        model="m",
        path=path,
        dataset=DatasetStamp(name="core8", version="1", sha256=""),
        draft="x",
        evidence=evidence_from_rows(rows),
        steps=steps,
        stop=stop,
        problems=problems,
    )


WRONG = Graded(grade=Grade.SHOWN_WRONG, reason="x")
HELD = OutcomeKind.HELD


@pytest.mark.parametrize(
    ("question", "outcome", "layer"),
    [
        (QUESTION, ended(OutcomeKind.FAILED, stop="model_error"), Layer.REQUEST),
        (QUESTION, ended(OutcomeKind.FAILED, stop="time"), Layer.REQUEST),
        (QUESTION, ended(OutcomeKind.FAILED, stop="max_tokens"), Layer.STRUCTURE),
        (QUESTION, ended(HELD, code=ProblemCode.SCHEMA, rows=(row(),)), Layer.STRUCTURE),
        (QUESTION, ended(HELD, steps=(step("refused: not_json", '{"cut'),)), Layer.STRUCTURE),
        (QUESTION, ended(), Layer.RETRIEVAL),
        (QUESTION, ended(steps=(step(),), rows=(row(period="2023"),)), Layer.RETRIEVAL),
        (QUESTION, ended(steps=(step(),), rows=(row("MEX"),)), Layer.RETRIEVAL),
        (QUESTION, ended(steps=(step("error: bug"),)), Layer.TOOLS),
        (QUESTION, ended(OutcomeKind.FAILED, stop="max_tool_calls"), Layer.TOOLS),
        (RANK, ended(steps=(step(), step("refused: not_allowed")), rows=(row(),)), Layer.TOOLS),
        (RANK, ended(steps=(step(),), rows=(row(),)), Layer.ANSWER),
        (QUESTION, ended(steps=(step(),), rows=(row(),)), Layer.ANSWER),
        (QUESTION, ended(path="closed"), Layer.ANSWER),
        (QUESTION, ended(path="supplied", rows=(row(),)), Layer.ANSWER),
        (DECLINE, ended(), Layer.ANSWER),
    ],
)
def test_the_first_layer_that_broke_is_named(question: Question, outcome: Outcome, layer: Layer) -> None:
    """What is counted at a layer held at every layer before it."""
    assert broken_layer(question, outcome, WRONG) is layer


def test_a_right_draft_that_was_held_is_the_checks_failure() -> None:
    """The model did its part."""
    held = ended(HELD, rows=(row(),), code=ProblemCode.NOT_UNDERSTOOD)
    assert broken_layer(QUESTION, held, Graded(grade=Grade.HELD_RIGHT)) is Layer.CHECK


def test_what_ended_as_it_should_broke_nowhere() -> None:
    """Neither a right answer nor a right refusal."""
    for grade in (Grade.SHOWN_RIGHT, Grade.DECLINED_RIGHTLY):
        assert broken_layer(QUESTION, ended(), Graded(grade=grade)) is None
