"""A home of its own for every scenario, and recordings to ask without a network."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from tests.scenarios.program import QUESTION, Done, run

from tieout.assistant.conversation import Reply
from tieout.interfaces.settings import Settings
from tieout.models.recorded import RecordingModel
from tieout.models.scripted import ScriptedModel


@pytest.fixture
def tieout(own_home: Path) -> Callable[..., Done]:
    """Return what runs the program in a process of its own."""
    return partial(run, own_home)


@pytest.fixture
def recording(tmp_path: Path) -> Callable[..., Path]:
    """Return what records the replies to a question, for ``--model recorded:FILE``."""

    def record(*replies: Reply | str, question: str = QUESTION, dataset: str = "core8") -> Path:
        file = tmp_path / "recording.jsonl"
        desk = Settings(home=tmp_path).desk(dataset=dataset)
        replace(desk, model=RecordingModel(ScriptedModel(replies), file)).ask(question)
        return file

    return record
