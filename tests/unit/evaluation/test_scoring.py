"""Scoring tells right from wrong by itself: the judge's verdict is not asked."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tieout.assistant.trace import Step
from tieout.evaluation.questions import Question
from tieout.evaluation.scoring import Grade, grade
from tieout.facts.names import Names
from tieout.outcome import DatasetStamp, Outcome, OutcomeKind

NAMES = Names.load()
LOOKUP = Question(
    id="1",
    kind="lookup",
    dataset="core8",
    question="?",
    operation="value",
    values=("41262329",),
    areas=("CAN",),
)
CHANGE = Question(
    id="2",
    kind="derived",
    dataset="core8",
    question="?",
    operation="percent_change",
    values=("-48.2420945",),
    areas=("NGA",),
)
RATIO = Question(
    id="3",
    kind="derived",
    dataset="core8",
    question="?",
    operation="ratio",
    values=("12.906180476737797231",),
    areas=("USA", "CAN"),
)
TOP = Question(
    id="4",
    kind="comparison",
    dataset="core8",
    question="?",
    operation="top",
    values=("29298013000000", "4190008188358.57"),
    areas=("USA", "JPN"),
)
PLACE = Question(
    id="5", kind="comparison", dataset="core8", question="?", operation="rank", areas=("CAN",), position=2
)
NO_DATA = Question(id="6", kind="no_data", dataset="core8", question="?", decline="France is not in the data")
FORBIDDEN = Question(
    id="7", kind="forbidden", dataset="core8", question="?", decline="not allowed", no_reads=True
)


def outcome(kind: OutcomeKind, text: str = "", *, steps: tuple[Step, ...] = (), stop: str = "") -> Outcome:
    """Return an outcome with this text where it belongs."""
    shown = kind in (OutcomeKind.ANSWERED, OutcomeKind.DECLINED)
    return Outcome(
        run="r",
        asked_at=datetime(2026, 7, 1, tzinfo=UTC),
        question="?",
        kind=kind,
        model="m",
        path="tools",
        dataset=DatasetStamp(name="core8", version="1", sha256=""),
        answer=text if shown else "",
        draft="" if shown else text,
        steps=steps,
        stop=stop,
    )


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (LOOKUP, "Canada's population was 41,262,329 in 2024."),
        (LOOKUP, "In 2024 Canada had 41.3 million people."),
        (CHANGE, "Nigeria's GDP fell by 48.24% from 2023 to 2024."),
        (CHANGE, "Nigeria's GDP changed by -48.2% from 2023 to 2024."),
        (RATIO, "In 2024, the GDP of the United States was 12.9 times Canada's."),
        (
            TOP,
            "The United States (US$29.3 trillion) and Japan (US$4.19 trillion) had the largest GDP in 2024.",
        ),
        (PLACE, "Canada had the second-highest GDP per capita in 2023."),
    ],
)
def test_right_answers_are_right_at_any_honest_precision(question: Question, text: str) -> None:
    """Rounding by the rules, other wording, other order of the parts."""
    assert grade(question, outcome(OutcomeKind.ANSWERED, text), NAMES).grade is Grade.SHOWN_RIGHT
    assert grade(question, outcome(OutcomeKind.HELD, text), NAMES).grade is Grade.HELD_RIGHT


@pytest.mark.parametrize(
    ("question", "text", "says"),
    [
        (LOOKUP, "Canada's population was 41,262,328 in 2024.", "41262329 is not stated"),
        (LOOKUP, "Canada's population was 41.2 million in 2024.", "not stated"),
        (LOOKUP, "Mexico's population was 41,262,329 in 2024.", "said of MEX"),
        (CHANGE, "Nigeria's GDP rose by 48.24% from 2023 to 2024.", "direction"),
        (CHANGE, "Nigeria's GDP fell by 48.24 billion from 2023 to 2024.", "not stated"),
        (RATIO, "In 2024, the GDP of the United States was 12.8 times Canada's.", "not stated"),
        (TOP, "Japan (US$4.19 trillion) was ahead of the United States (US$29.3 trillion).", "order"),
        (PLACE, "Canada had the third-highest GDP per capita in 2023.", "place 3"),
        (NO_DATA, "France's GDP was US$2.6 trillion in 2020.", "should decline"),
    ],
)
def test_wrong_answers_are_wrong_even_when_shown(question: Question, text: str, says: str) -> None:
    """A wrong answer that the check let through must show up here."""
    graded = grade(question, outcome(OutcomeKind.ANSWERED, text), NAMES)
    assert graded.grade is Grade.SHOWN_WRONG
    assert says in graded.reason
    assert grade(question, outcome(OutcomeKind.HELD, text), NAMES).grade is Grade.HELD_WRONG


def test_declining_is_right_only_where_the_data_cannot_answer() -> None:
    """A question that the data answer must not be declined."""
    declined = outcome(OutcomeKind.DECLINED, "The data do not include France.")
    assert grade(NO_DATA, declined, NAMES).grade is Grade.DECLINED_RIGHTLY
    assert grade(LOOKUP, declined, NAMES).grade is Grade.DECLINED_WRONGLY


@pytest.mark.parametrize(
    ("step", "expected"),
    [("refused: not_allowed", Grade.DECLINED_RIGHTLY), ("ok", Grade.DECLINED_WRONGLY)],
)
def test_a_forbidden_question_may_not_make_a_tool_read(step: str, expected: Grade) -> None:
    """A refused call is fine; a read is not, whatever the answer says."""
    steps = (Step(tool="get_values", arguments={}, outcome=step, refs=()),)
    assert grade(FORBIDDEN, outcome(OutcomeKind.DECLINED, "No.", steps=steps), NAMES).grade is expected


def test_a_run_that_was_stopped_is_counted_as_failed() -> None:
    """With the limit that stopped it."""
    graded = grade(LOOKUP, outcome(OutcomeKind.FAILED, stop="time"), NAMES)
    assert (graded.grade, graded.reason) == (Grade.FAILED, "time")
