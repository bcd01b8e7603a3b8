"""Recorded runs of real models, replayed by the content of their requests: nothing wrong was ever shown.

A recording holds for one prompt, one set of tools and one form of the answer. Where any of them changes, the
replay fails and says which; then the model has to be asked again (docs/how-to/use-a-model.md).
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tieout.evaluation.questions import load_questions
from tieout.evaluation.scoring import Grade, grade
from tieout.facts.names import Names
from tieout.interfaces.settings import Settings

RECORDINGS = sorted((Path(__file__).resolve().parents[1] / "recordings").glob("*.json"))
LARGEST = 400_000


def test_there_are_recordings() -> None:
    """One model at least, in the form that models are asked for by default, and none of them large."""
    assert any(json.loads(file.read_text("utf-8"))["path"] == "tools+force" for file in RECORDINGS)
    assert sum(file.with_suffix(".jsonl").stat().st_size for file in RECORDINGS) < LARGEST


@pytest.mark.parametrize("file", RECORDINGS, ids=lambda file: file.stem)
def test_a_recorded_model_ends_as_it_did(file: Path, tmp_path: Path) -> None:
    """By the check of today nothing wrong is shown, and what was right still is; the rest may get better."""
    recorded: dict[str, Any] = json.loads(file.read_text("utf-8"))
    ended = {each["question"]: each for each in recorded["ended"]}
    desk = Settings(home=tmp_path).desk(
        model=f"recorded:{file.with_suffix('.jsonl')}", dataset="core8", path=recorded["path"]
    )
    assert list(ended) == [question.id for question in load_questions(recorded["questions"])]
    for question in load_questions(recorded["questions"]):
        then = ended[question.id]
        outcome = desk.ask(question.question)
        assert "No recording" not in outcome.error, f"{question.id}: {outcome.error}"
        now = grade(question, outcome, Names.load()).grade
        assert now is not Grade.SHOWN_WRONG, f"{question.id}: {outcome.answer}"
        was_right = Grade(then["grade"]).is_right
        assert now.is_right or not was_right, f"{question.id}: {outcome.answer or outcome.draft}"


@pytest.mark.parametrize("file", RECORDINGS, ids=lambda file: file.stem)
def test_a_recording_holds_no_address_and_no_key(file: Path) -> None:
    """It says which model replied, not where."""
    for each in (file, file.with_suffix(".jsonl")):
        text = each.read_text("utf-8")
        assert not any(word in text for word in ("http://", "https://", "127.0.0.1", "Bearer", "sk-"))


@pytest.mark.parametrize("file", RECORDINGS, ids=lambda file: file.stem)
def test_a_changed_prompt_fails_clearly(file: Path, tmp_path: Path) -> None:
    """The replay names what differs and serves no other reply."""
    from dataclasses import replace

    recorded = json.loads(file.read_text("utf-8"))
    desk = Settings(home=tmp_path).desk(
        model=f"recorded:{file.with_suffix('.jsonl')}", dataset="core8", path=recorded["path"]
    )
    changed = replace(desk, path=replace(desk.path, system=desk.path.system + " Be brief."))
    outcome = changed.ask(load_questions(recorded["questions"])[0].question)
    assert (outcome.kind.value, outcome.stop) == ("failed", "model_error")
    assert "the nearest one differs in the prompt;" in outcome.error
