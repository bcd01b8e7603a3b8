"""The built-in model on a thousand generated questions over the full-size data: nothing wrong is shown."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.full import written

from tieout.evaluation.expected import computed
from tieout.evaluation.generating import generate
from tieout.evaluation.questions import load_questions
from tieout.evaluation.scoring import Grade, grade
from tieout.facts.names import Names
from tieout.interfaces.settings import Settings

COUNT, SEED = 1000, 1
LEAST_RIGHT = 950


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The snapshot."""
    return written(tmp_path_factory.mktemp("full"))


def test_the_planner_shows_nothing_wrong(full: Path, tmp_path: Path) -> None:
    """Every kind of question; what is held, or declined without need, counts as not right."""
    settings = Settings(home=tmp_path)
    snapshot, catalogue = settings.load(str(full))
    desk = settings.desk_over(snapshot, catalogue, model="planner")
    grades: Counter[Grade] = Counter()
    wrong: list[str] = []
    for question in generate(snapshot, Names.load(), count=COUNT, seed=SEED):
        outcome = desk.ask(question.question)
        graded = grade(question, outcome, catalogue.names)
        grades[graded.grade] += 1
        if graded.grade is Grade.SHOWN_WRONG:
            wrong.append(f"{question.question} {outcome.answer} ({graded.reason})")
    assert not wrong, "\n".join(wrong)
    right = sum(count for each, count in grades.items() if each.is_right)
    assert right >= LEAST_RIGHT, grades


def test_the_packaged_questions_can_be_computed(full: Path, tmp_path: Path) -> None:
    """Each of the 150 has a right answer in the data, or a reason why there is none."""
    snapshot, _ = Settings(home=tmp_path).load(str(full))
    questions = [computed(question, snapshot) for question in load_questions("wdi-full-v1")]
    assert all(question.is_computed for question in questions)
