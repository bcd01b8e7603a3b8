"""A person stops a question: in the queue, and while it is answered; in a file's ledger and on a server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.scenarios.program import QUESTION
from tests.scenarios.slow import Slow, slow_desk

from tieout.ledger import Ledger

pytest.importorskip("pydantic_ai", reason="the extra models is not installed")

API = "/api/v1/questions"


def asked(slow: Slow, question: str = QUESTION) -> str:
    run: str = slow.desk.client.post(API, json={"question": question}).json()["run"]
    return run


def stop(slow: Slow, run: str) -> dict[str, Any]:
    response = slow.desk.client.post(f"{API}/{run}/stop")
    assert response.status_code == 200, response.text
    document: dict[str, Any] = response.json()
    return document


def events(slow: Slow, run: str, until: str) -> dict[str, Any]:
    """Return the first event of a run whose text holds a word, or the last one."""
    document: dict[str, Any] = {}
    with slow.desk.client.stream("GET", f"{API}/{run}/events") as stream:
        for line in stream.iter_lines():
            if line.startswith("data: "):
                document = json.loads(line[6:])
                if until in line:
                    break
    return document


def test_queued_it_ends_at_once_and_running_before_the_next_request(own_home: Path, place: str) -> None:
    """The one in the queue is asked of nobody; the other keeps its steps; a third is answered as ever."""
    with slow_desk(own_home, "--ledger", place) as slow:
        first, second, third = asked(slow), asked(slow, "What was the GDP of Canada in 2024?"), asked(slow)
        assert events(slow, first, "get_values")["status"] == "running"
        assert stop(slow, second)["outcome"]["stop"] == "stopped"
        for _ in range(2):
            stopping = stop(slow, first)
            assert (stopping["status"], stopping["stopping"]) == ("running", True)
        slow.go.set()
        ended = events(slow, first, "never")["outcome"]
        assert (ended["outcome"], ended["stop"]) == ("failed", "stopped")
        assert [step["tool"] for step in ended["steps"]] == ["get_values"]
        assert ended["usage"]["model_calls"] == 2
        assert stop(slow, first)["outcome"] == ended
        assert events(slow, third, "never")["outcome"]["outcome"] == "held"  # the script has no call for it
    with Ledger.open(place) as ledger:
        assert {run.run for run in ledger.runs()} == {first, second, third}


def test_another_process_on_the_ledger_may_stop_it(own_home: Path, place: str) -> None:
    """What stops a question is a row of the ledger, whoever writes it."""
    with slow_desk(own_home, "--ledger", place) as slow:
        run = asked(slow)
        events(slow, run, "get_values")
        with Ledger.open(place) as ledger:
            question = ledger.questions.find(run)
            assert question is not None
            ledger.questions.stop(run, at=question.asked_at, who="ada")
        slow.go.set()
        assert events(slow, run, "never")["outcome"]["stop"] == "stopped"
