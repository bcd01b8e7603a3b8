"""An evaluation from the command line: killed and resumed, capped, replayed, counted."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.unit.models.providers.wires import Answer, Seen, Server, compatible

from tieout.evaluation.manifest import read_manifest
from tieout.evaluation.questions import load_questions, question_line
from tieout.evaluation.results import read_attempts

pytest.importorskip("pydantic_ai", reason="the extra `models` is not installed")

RECORDINGS = Path(__file__).resolve().parents[1] / "recordings"
QWEN = [RECORDINGS / f"qwen2.5-coder-1.5b.{path}.jsonl" for path in ("composed", "closed", "table")]
DECLINED = json.dumps({"status": "cannot_answer", "answer": "The data do not include it."})
TIMES = re.compile(r'"(?:seconds|waited|begun)":\s*(?:[0-9.e-]+|"[^"]*")')


class Noticed(list[Seen]):
    """Requests seen, and a bell for the one that a test waits for."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number, self.bell = number, threading.Event()

    def append(self, seen: Seen) -> None:
        """Note a request."""
        super().append(seen)
        if len(self) == self._number:
            self.bell.set()


@pytest.fixture
def servers() -> Iterator[list[Server]]:
    """Servers of a test, closed at its end."""
    made: list[Server] = []
    yield made
    for server in made:
        server.close()


def begun(home: Path, *words: str, **more: str) -> subprocess.Popen[str]:
    """Begin a program in a folder of its own."""
    environment = {
        **{key: value for key, value in os.environ.items() if not key.startswith("TIEOUT_")},
        "TIEOUT_HOME": str(home / "home"),
        **more,
    }
    return subprocess.Popen(
        [sys.executable, "-m", "tieout", "eval", *words],
        cwd=home,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ran(home: Path, *words: str, **more: str) -> tuple[int, str, str]:
    """Run a program to its end; return status, output and messages."""
    with begun(home, *words, **more) as process:
        output, messages = process.communicate(timeout=120)
    return process.returncode, output, messages


def questions(folder: Path, number: int = 6, **changes: object) -> Path:
    """Write the first questions of the packaged set to a file."""
    file = folder / "questions.jsonl"
    some = [question.model_copy(update=changes) for question in load_questions("core8-v1")[:number]]
    file.write_text("".join(map(question_line, some)), encoding="utf-8")
    return file


def test_a_run_killed_in_the_middle_goes_on_without_paying_twice(
    tmp_path: Path, servers: list[Server]
) -> None:
    """Three requests are answered and a fourth is on its way when the process is killed."""
    held = threading.Event()
    answers: list[Answer | Mapping[str, Any]] = [compatible(DECLINED)] * 3
    server = Server([*answers, Answer(compatible(DECLINED), after=held), compatible(DECLINED)])
    servers.append(server)
    server.seen = seen = Noticed(4)
    words = (
        "--questions", str(questions(tmp_path)), "--model", f"{server.url}/v1#m", "--path", "closed",
        "--out", "results",
    )  # fmt: skip
    with begun(tmp_path, *words) as process:
        assert seen.bell.wait(60)
        process.kill()
        process.communicate()
    held.set()
    assert len(read_attempts(tmp_path / "results")) == 3
    assert not read_manifest(tmp_path / "results").finished
    status, _, messages = ran(tmp_path, *words)
    assert status == 0, messages
    attempts = read_attempts(tmp_path / "results")
    assert [each.question_id for each in attempts] == [f"core8-v1-0{number}" for number in range(1, 7)]
    assert read_manifest(tmp_path / "results").finished
    sent = [each.body["messages"][-1]["content"] for each in seen]
    assert len(sent) == 7
    assert len(set(sent)) == 6
    assert len(set(sent[:3]) & set(sent[3:])) == 0
    assert ran(tmp_path, *words)[0] == 0
    assert len(seen) == 7


def test_too_many_requests_are_waited_out_and_counted(tmp_path: Path, servers: list[Server]) -> None:
    """A server on loopback refuses the first with 429 and says how long to wait."""
    refused = Answer({"error": {"message": "slow down"}}, status=429, headers={"retry-after": "0.01"})
    server = Server([refused, refused, compatible(DECLINED)])
    servers.append(server)
    status, _, messages = ran(
        tmp_path, "--questions", str(questions(tmp_path, 2)), "--model", f"{server.url}/v1#m",
        "--path", "closed", "--out", "results",
    )  # fmt: skip
    assert status == 0, messages
    first, second = read_attempts(tmp_path / "results")
    assert (first.busy, first.waits, first.sent) == (2, 2, 3)
    assert first.waited > 0
    assert (second.busy, second.sent) == (0, 1)


def test_a_cost_cap_ends_the_run_with_a_sentence(tmp_path: Path, servers: list[Server]) -> None:
    """Exit status 5, what was made is kept, and a higher cap goes on."""
    usage = {"prompt_tokens": 100_000, "completion_tokens": 10, "total_tokens": 100_010}
    server = Server([compatible(DECLINED, usage=usage)])
    servers.append(server)
    words = ("--questions", str(questions(tmp_path)), "--model", "openai:gpt-4.1", "--path", "closed")
    access = {"OPENAI_BASE_URL": f"{server.url}/v1", "OPENAI_API_KEY": "made-up"}
    status, output, messages = ran(tmp_path, *words, "--out", "r", "--cost-cap", "0.5", **access)
    assert status == 5
    assert "The cost cap is reached: US$0.6" in messages
    assert "3 of 6 attempts are made. Run it again with a higher --cost-cap to go on." in messages
    assert "openai:gpt-4.1 on path closed" in output
    assert len(read_attempts(tmp_path / "r")) == len(server.seen) == 3
    status, _, messages = ran(tmp_path, *words, "--out", "r", "--cost-cap", "9", **access)
    assert status == 0, messages
    assert len(server.seen) == 6
    assert ran(tmp_path, *words, "--cost-cap", "nothing")[0] == 2


SECONDS = {
    "report.html": re.compile(
        r'<section aria-labelledby="seconds">.*?</section>|\d{4}-\d\d-\d\dT[\d:+]+', re.DOTALL
    ),
    "report.json": re.compile(r'"seconds": \{.*?\}|"begun": "[^"]+"', re.DOTALL),
    "report.md": re.compile(r"## Seconds from question to outcome.*?(?=\n## )|\| begun \|[^\n]*", re.DOTALL),
    "runs.csv": re.compile(r"(?m)^.*,seconds,.*\n"),
}
"""Where a report tells times."""


def timeless(name: str, text: str) -> str:
    """Take the times out of a file of results."""
    return SECONDS.get(name, TIMES).sub("", text)


def test_a_recorded_model_and_the_planner_are_replayed_byte_for_byte(tmp_path: Path) -> None:
    """Two runs without a network leave the same files but for times; a path not run is told, not graded."""
    model = tmp_path / "qwen.jsonl"
    model.write_text("".join(file.read_text("utf-8") for file in QWEN), encoding="utf-8")
    words = (
        "--path", "tools+force", "--path", "closed", "--path", "table", "--model", f"recorded:{model}",
        "--model", "planner",
    )  # fmt: skip
    kept: list[dict[str, str]] = []
    for folder in ("one", "two"):
        status, output, messages = ran(tmp_path, *words, "--out", folder)
        assert status == 0, messages
        files = sorted((tmp_path / folder).iterdir())
        kept.append({file.name: timeless(file.name, file.read_text("utf-8")) for file in files})
        kept[-1]["output"] = output
    assert kept[0] == kept[1]
    assert (
        "planner on path table: 0 of 0 right\nnot run, 27 times: The planner reads data" in kept[0]["output"]
    )
    assert "planner on path tools+force: 25 of 27 right" in kept[0]["output"]
    assert "qwen.jsonl on path tools+force: 10 of 27 right" in kept[0]["output"]
    replayed = [each for each in read_attempts(tmp_path / "one") if each.model == f"recorded:{model}"]
    assert len(replayed) == 3 * 27
    assert all(each.is_replay for each in replayed)
    shown = {
        path: [each.document["answer"] for each in replayed
               if (each.path, each.document["outcome"]) == (path, "answered")]
        for path in ("closed", "table")
    }  # fmt: skip
    assert shown == {"closed": [], "table": ["The United Kingdom's population was 58,892,514 in 2000."]}


def test_a_look_at_held_out_questions_is_counted(tmp_path: Path) -> None:
    """Once a run, beside the set; a run that goes on is the same run, and others do not look."""
    file = questions(tmp_path, 2, split="held_out")
    counted = tmp_path / "questions.held-out.jsonl"
    assert ran(tmp_path, "--questions", str(file))[0] == 2
    assert not counted.exists()
    for _ in range(2):
        assert ran(tmp_path, "--questions", str(file), "--split", "held_out", "--out", "r")[0] == 0
    assert len(counted.read_text("utf-8").splitlines()) == 1
    assert ran(tmp_path, "--questions", str(file), "--split", "all", "--out", "other")[0] == 0
    looks = [json.loads(line) for line in counted.read_text("utf-8").splitlines()]
    assert [look["questions"] for look in looks] == [2, 2]
    assert read_manifest(tmp_path / "other").questions.held_out_runs == 2
