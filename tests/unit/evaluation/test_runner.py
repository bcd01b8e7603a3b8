"""The runner asks everything once, keeps every attempt, and goes on where a killed run stopped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tieout.desk import Desk
from tieout.errors import UsageError
from tieout.evaluation.questions import load_questions
from tieout.evaluation.report import marked, summaries, summary_document
from tieout.evaluation.results import Results
from tieout.evaluation.runner import Plan, run
from tieout.evaluation.scoring import Grade
from tieout.facts.names import Names
from tieout.interfaces.settings import Settings

QUESTIONS = load_questions("core8-v1")[:3]


@dataclass
class Desks:
    """Real desks over the planner, with a count of how many were asked for."""

    home: Path
    built: list[tuple[str, str, str]] = field(default_factory=list)

    def __call__(self, model: str, path: str, dataset: str) -> Desk:
        """Build a desk without a ledger."""
        self.built.append((model, path, dataset))
        settings = Settings(home=self.home)
        return settings.desk(dataset=dataset, model=model, path=path, ledger=None)


@pytest.fixture
def desks(tmp_path: Path) -> Desks:
    """Desks whose home is a fresh folder."""
    return Desks(home=tmp_path)


def plan(repeat: int = 1) -> Plan:
    """Three questions for the planner."""
    return Plan(questions=QUESTIONS, models=("planner",), paths=("tools",), repeat=repeat)


def test_every_question_is_asked_as_often_as_planned(desks: Desks) -> None:
    """Attempts come in the order of the plan, each graded."""
    attempts = list(run(plan(repeat=2), desks))
    assert len(attempts) == plan(repeat=2).size == 6
    assert [attempt.question_id for attempt in attempts[:3]] == [question.id for question in QUESTIONS]
    assert {attempt.repeat for attempt in attempts} == {1, 2}
    grades = [each.graded and each.graded.grade for each in marked(attempts, QUESTIONS, Names.load())]
    assert grades == [Grade.SHOWN_RIGHT] * 6


def test_a_killed_run_goes_on_where_it_stopped(desks: Desks, tmp_path: Path) -> None:
    """What was kept is not asked again; half a line at the end is."""
    folder = tmp_path / "results"
    log = Results(folder)
    for attempt in list(run(plan(), desks))[:2]:
        log.append(attempt)
    with (folder / "attempts.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"question_id": "core8-v1-')
    again = Results(folder)
    assert len(again.attempts) == 2
    desks.built.clear()
    attempts = list(run(plan(), desks, again.attempts))
    assert len(attempts) == 3
    assert len(desks.built) == 1


def test_a_changed_question_is_asked_again(desks: Desks) -> None:
    """An attempt belongs to the question as it was asked."""
    done = list(run(plan(), desks))
    changed = QUESTIONS[0].model_copy(
        update={"question": "What was Canada's population in 2023?", "values": ("1",)}
    )
    desks.built.clear()
    list(run(Plan(questions=(changed,), models=("planner",), paths=("tools",)), desks, done))
    assert len(desks.built) == 1


@pytest.mark.parametrize("prepare", [lambda file: file.write_text("no attempt\n"), lambda file: file.mkdir()])
def test_a_folder_that_holds_something_else_is_refused(
    tmp_path: Path, prepare: Callable[[Path], object]
) -> None:
    """Nothing of the person's is overwritten."""
    prepare(tmp_path / "attempts.jsonl")
    with pytest.raises(UsageError):
        Results(tmp_path)


def test_the_summary_counts_every_attempt(desks: Desks) -> None:
    """Every grade stands in the summary, also with zero, and the counts add up."""
    (summary,) = summaries(marked(run(plan(), desks), QUESTIONS, Names.load()))
    assert summary.attempts == 3 == sum(summary.grades.values()) == summary.right
    assert set(summary.grades) == set(Grade)
    document = summary_document(summary)
    assert document["kinds"] == {"lookup": {"right": 3, "asked": 3}}
    assert document["right"] == 3
