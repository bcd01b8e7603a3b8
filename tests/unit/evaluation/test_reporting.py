"""The report counts every attempt with its denominator, and tells what someone else needs to repeat it."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from tests.unit.evaluation.kept import QUESTIONS, RECORDED, asked, folder, manifest

from tieout.errors import UsageError
from tieout.evaluation.attempt import Attempt
from tieout.evaluation.comparing import compared
from tieout.evaluation.folder import read_folder
from tieout.evaluation.judging import judge_figures
from tieout.evaluation.reported import Report
from tieout.evaluation.reporting import Judged, expected_text, judged, report_of
from tieout.facts.names import Names

PATH = "tools:prose+force"


@pytest.fixture(scope="module")
def attempts(tmp_path_factory: pytest.TempPathFactory) -> list[Attempt]:
    """Attempts of the planner and of a small real model that was recorded."""
    home = tmp_path_factory.mktemp("home")
    return [
        *asked(home, "planner", "tools", QUESTIONS),
        *asked(home, f"recorded:{RECORDED}", PATH, QUESTIONS),
    ]


@pytest.fixture(scope="module")
def found(attempts: list[Attempt]) -> tuple[Judged, ...]:
    """The same, graded."""
    return judged(attempts, QUESTIONS, Names.load())


@pytest.fixture(scope="module")
def report(found: tuple[Judged, ...]) -> Report:
    """The report of both."""
    return report_of(manifest(), found, judge_figures("none", (), {}))


def test_every_attempt_stands_in_one_grade_of_its_run(report: Report) -> None:
    """Counts add up to the attempts, and every share has them as its whole."""
    assert [run.attempts for run in report.runs] == [27, 27]
    for run in report.runs:
        assert sum(share.part for share in run.grades.values()) == run.attempts
        assert {share.whole for share in run.grades.values()} == {run.attempts}
        assert sum(kind.right.whole for kind in run.kinds) == run.attempts
        assert sum(kind.right.part for kind in run.kinds) == run.right.part
        assert run.right_by_question is None


def test_every_attempt_that_is_not_right_broke_at_one_layer(report: Report) -> None:
    """And the right ones at none."""
    for run in report.runs:
        assert sum(layer.count for layer in run.layers) == run.attempts - run.right.part
    planner, small = report.runs
    assert (planner.right.part, planner.grades["shown wrong"].part) == (27, 0)
    assert small.grades["shown wrong"].part == 0
    broken = {layer.name: layer.count for layer in small.layers}
    assert broken["check"] == small.grades["held, was right"].part > 0
    assert broken["retrieval"] > 0


def test_the_second_run_is_paired_with_the_first(report: Report) -> None:
    """By question, with the exact probability and an interval that holds the difference."""
    (pair,) = report.pairs
    assert (pair.of, pair.questions, pair.second_only) == ("right", 27, 0)
    assert pair.first_only + pair.both == 27
    assert pair.p == pytest.approx(2 / 2**pair.first_only, abs=1e-6)
    assert pair.low is not None
    assert pair.high is not None
    assert pair.low < pair.difference < pair.high < 0


def test_the_grid_and_the_examples_tell_what_happened(report: Report) -> None:
    """Each question with its expected answer, each grade that occurs with calls and problems."""
    assert len(report.grid) == 27
    assert all(len(row.cells) == 2 for row in report.grid)
    grades = {example.grade for example in report.examples}
    assert {"shown right", "declined rightly", "held, was wrong"} <= grades
    shown = next(example for example in report.examples if example.grade == "shown right")
    assert shown.steps[0].startswith("get_values(")
    assert "→ ok, 1 fact" in shown.steps[0]
    held = next(example for example in report.examples if example.grade.startswith("held"))
    assert held.problems
    assert held.text


def test_the_report_is_the_same_from_the_same_attempts(found: tuple[Judged, ...], report: Report) -> None:
    """Byte for byte, the bootstrap included."""
    again = report_of(manifest(), found, judge_figures("none", (), {}))
    assert again.model_dump_json() == report.model_dump_json()


def test_repeats_of_a_question_are_one_question(attempts: list[Attempt]) -> None:
    """The interval over questions is then there, and wider than Wilson's over attempts."""
    small = [each for each in attempts if each.path == PATH]
    repeated = [each.model_copy(update={"repeat": number}) for number in (1, 2, 3) for each in small]
    (run,) = report_of(manifest(repeat=3), judged(repeated, QUESTIONS, Names.load())).runs
    assert (run.attempts, run.questions) == (81, 27)
    by_question = run.right_by_question
    assert by_question is not None
    assert by_question.by == "bootstrap"
    assert by_question.high - by_question.low > run.right.high - run.right.low


def test_a_path_that_cannot_be_run_is_neither_right_nor_wrong(attempts: list[Attempt]) -> None:
    """It is counted apart, with the reason."""
    blank = attempts[0].model_copy(update={"not_run": "It calls no tools.", "document": {}, "trace": {}})
    (run,) = report_of(manifest(), judged([blank, attempts[1]], QUESTIONS, Names.load())).runs
    assert (run.attempts, run.right.whole) == (1, 1)
    assert [(each.name, each.count) for each in run.not_run] == [("It calls no tools.", 1)]


def test_costs_are_exact_and_only_said_where_all_are_known(attempts: list[Attempt]) -> None:
    """In dollars for one right answer, right ones only in the divisor."""

    def priced(each: Attempt, cost: str | None) -> Attempt:
        usage = {**each.document["usage"], "cost_usd": cost}
        return each.model_copy(update={"document": {**each.document, "usage": usage}, "paid_usd": cost})

    chosen = [each for each in attempts if each.path == PATH]
    known = [priced(each, "0.0001") for each in chosen]
    (run,) = report_of(manifest(), judged(known, QUESTIONS, Names.load())).runs
    assert (run.cost.known, run.cost.total_usd, run.cost.paid_usd) == (27, "0.0027", "0.0027")
    assert run.cost.per_right_usd is not None
    assert Decimal(run.cost.per_right_usd) == round(Decimal("0.0027") / run.right.part, 6)
    unknown = [*known[1:], priced(chosen[0], None)]
    (run,) = report_of(manifest(), judged(unknown, QUESTIONS, Names.load())).runs
    assert (run.cost.known, run.cost.per_right_usd, run.cost.paid_usd) == (26, None, None)


def test_what_is_right_stands_in_one_line() -> None:
    """For a ranking, a place, and a refusal."""
    told = {question.id[-2:]: expected_text(question) for question in QUESTIONS}
    assert told["01"] == "value: CAN, 41262329"
    assert told["14"] == "rank: CAN, place 2"
    assert told["22"] == "decline: France is not in this data set"


def test_a_folder_is_read_again_with_the_grades_of_today(tmp_path: Path, attempts: list[Attempt]) -> None:
    """Attempts, manifest and questions come back."""
    kept = read_folder(folder(tmp_path / "run", attempts))
    assert len(kept.attempts) == 54
    assert kept.manifest == manifest()


def test_a_folder_without_attempts_at_its_questions_is_refused(
    tmp_path: Path, attempts: list[Attempt]
) -> None:
    """An attempt at another question grades nothing."""
    other = folder(tmp_path / "other", [attempts[0].model_copy(update={"digest": "0"})])
    with pytest.raises(UsageError, match="holds no attempt"):
        read_folder(other)
    (other / "questions.jsonl").unlink()
    with pytest.raises(UsageError, match="cannot be read"):
        read_folder(other)


def test_two_folders_are_compared_question_by_question(
    tmp_path: Path, attempts: list[Attempt], found: tuple[Judged, ...]
) -> None:
    """What changed, from what to what, with the drafts; other settings are named."""
    planner = [each for each in found if each.attempt.path == "tools"]
    small = [each for each in found if each.attempt.path == PATH]
    later = manifest(limits={"model_calls": 3}, repeat=2)
    comparison = compared(("a", "b"), (manifest(), later), (small, planner))
    assert comparison.differs == ("Limits: model_calls None and 3.", "Repeats: 1 and 2.")
    (pair,) = comparison.pairs
    right = pair.figures[0]
    assert (right.of, right.first_only, right.second_only) == ("right", 0, len(pair.changed))
    changed = {each.question_id[-2:]: each for each in pair.changed}
    assert changed["14"].before == ("held, was wrong",)
    assert changed["14"].after == ("shown right",)
    assert "1st" in changed["14"].text_before
    assert "second-highest" in changed["14"].text_after


def test_runs_of_the_same_name_are_paired(found: tuple[Judged, ...]) -> None:
    """A run beside itself changed nothing, and says so with certainty."""
    comparison = compared(("a", "b"), (manifest(), manifest()), (found, found))
    assert [pair.first for pair in comparison.pairs] == [pair.second for pair in comparison.pairs]
    for pair in comparison.pairs:
        assert pair.changed == ()
        assert {(each.p, each.difference) for each in pair.figures} == {(1.0, 0.0)}


def test_other_questions_or_data_are_not_compared(found: tuple[Judged, ...]) -> None:
    """Unless it is said that they shall be, and then it is said what differs."""
    from tieout.evaluation.manifest import DatasetUsed

    other = manifest(datasets=(DatasetUsed(name="core8", version="2026-08", sha256="2" * 64),))
    with pytest.raises(UsageError, match="The data differ: core8 2026-07 and 2026-08"):
        compared(("a", "b"), (manifest(), other), (found, found))
    anyway = compared(("a", "b"), (manifest(), other), (found, found), anyway=True)
    assert anyway.differs[0] == "The data differ: core8 2026-07 and 2026-08."
    names = manifest(datasets=())
    with pytest.raises(UsageError, match="Only the first was asked of core8"):
        compared(("a", "b"), (manifest(), names), (found, found))


def test_runs_that_have_nothing_in_common_are_refused(found: tuple[Judged, ...]) -> None:
    """In one sentence."""
    planner = [each for each in found if each.attempt.path == "tools"]
    renamed = [
        Judged(
            question=each.question,
            attempt=each.attempt.model_copy(update={"model": f"x{number % 2}"}),
            outcome=each.outcome,
            graded=each.graded,
        )
        for number, each in enumerate(planner)
    ]
    with pytest.raises(UsageError, match="no model and path in common"):
        compared(("a", "b"), (manifest(), manifest()), (found, renamed))
    with pytest.raises(UsageError, match="No question was asked in both"):
        compared(("a", "b"), (manifest(), manifest()), (planner[:3], planner[5:8]))
