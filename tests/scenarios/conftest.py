"""A home of its own for every scenario, and recordings to ask without a network."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from tests.scenarios.people import newsroom
from tests.scenarios.program import QUESTION, TRUE, WATCH, Done, run

from tieout.assistant.approval import Answer, ApprovalRequest, Decision
from tieout.assistant.conversation import Reply
from tieout.interfaces.settings import Settings
from tieout.models.recorded import RecordingModel
from tieout.models.scripted import ScriptedModel, answer, calls

__all__ = ["newsroom", "recording", "tieout"]


@pytest.fixture
def tieout(own_home: Path) -> Callable[..., Done]:
    """Return what runs the program in a process of its own."""
    return partial(run, own_home)


@pytest.fixture
def recording(tmp_path: Path) -> Callable[..., Path]:
    """Return what records the replies to a question, for ``--model recorded:FILE``."""

    def record(
        *replies: Reply | str, question: str = QUESTION, dataset: str = "core8", prose: bool = True
    ) -> Path:
        file = tmp_path / "recording.jsonl"
        model = RecordingModel(ScriptedModel(replies), file)
        # the planner's desk asks for prose, that of any other model for claims
        desk = Settings(home=tmp_path).desk(dataset=dataset, model=None if prose else model)
        replace(desk, model=model).ask(question)
        return file

    return record


class Always:
    """Answers every request in the same way."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def decide(self, request: ApprovalRequest) -> Decision:
        """Give the answer."""
        return Decision(answer=self.answer, who="ada", why="it matters")


@pytest.fixture
def watching(tmp_path: Path) -> list[str]:
    """Options of a recorded run that looks a value up and wants to watch it, whatever a person answers."""
    file = tmp_path / "recording.jsonl"
    lookup = {"country_codes": ["CAN"], "indicator_code": "SP.POP.TOTL", "from_year": 2024, "to_year": 2024}
    replies = (calls(("get_values", lookup), ("watch_value", WATCH)), Reply(text="Enough."), answer(TRUE))
    settings = Settings(home=tmp_path)
    for number, given in enumerate((Answer.APPROVED, Answer.DENIED, Answer.NO_ANSWER)):
        with settings.open_ledger(tmp_path / f"{number}.sqlite3") as book:
            desk = settings.desk(
                dataset="core8", path="tools:prose", ledger=book, added=["watch"], approver=Always(given)
            )
            replace(desk, model=RecordingModel(ScriptedModel(replies), file)).ask(QUESTION)
    return ["--path", "tools:prose", "--with", "watch", "--model", f"recorded:{file}"]
