"""A question set as a task of Inspect: our tools, our scorer, any model, here Inspect's own double of one."""

from __future__ import annotations

import gc
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai", reason="the extra inspect is not installed")

from inspect_ai import eval as inspect_eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from tieout.errors import UsageError
from tieout.evaluation.questions import load_questions
from tieout.interfaces.inspecting import questions

# Inspect leaves streams to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture(autouse=True)
def own_streams() -> Iterator[None]:
    """Collect what Inspect left behind here, where the warning of it is expected, and not in a later test."""
    yield
    gc.collect()


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep logs and home out of the checkout."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TIEOUT_HOME", str(tmp_path / "home"))


def outputs() -> Iterator[ModelOutput]:
    """One call to our tools, then the answer that its result gives, then a wrong one and a refusal."""
    yield called(["CAN"], 2024, 2024)
    yield said("Canada's population was 41,262,329 in 2024 [e1].")
    yield said("Canada's population was 41,262,329 in 2024.")
    yield said("France is not in these data.")


def said(text: str) -> ModelOutput:
    return used(ModelOutput.from_content("mockllm/model", text))


def called(areas: list[str], first: int, last: int) -> ModelOutput:
    arguments = {"country_codes": areas, "indicator_code": "SP.POP.TOTL", "from_year": first, "to_year": last}
    return used(ModelOutput.for_tool_call("mockllm/model", "get_values", arguments))


def used(output: ModelOutput) -> ModelOutput:
    """Say what it cost, for which Inspect would else fetch a vocabulary from the network."""
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def run(task: Any, replies: Iterator[ModelOutput], ids: list[str]) -> Any:
    """Run a task over some samples, one after the other, without a screen."""
    model = get_model("mockllm/model", custom_outputs=replies)
    (log,) = inspect_eval(
        task, model=model, sample_id=ids, max_samples=1, display="none", log_dir="logs", log_format="json"
    )
    assert log.status == "success", log.error
    return log


IDS = ["core8-v1-01", "core8-v1-02", "core8-v1-22"]


def test_our_tools_answer_and_our_scorer_decides() -> None:
    """A call reads the data set of the questions; right, wrong and a right refusal are told apart."""
    log = run(questions(), outputs(), IDS)
    scores = {sample.id: sample.scores["tieout_scorer"] for sample in log.samples}
    assert {name: score.value for name, score in scores.items()} == dict(zip(IDS, "CIC", strict=True))
    standings = [scores[name].metadata["standing"] for name in IDS]
    assert standings == ["right", "wrong", "declines"]
    shown = [message.text for message in log.samples[0].messages if message.role == "tool"]
    assert len(shown) == 1
    assert '"41262329"' in shown[0]


def test_the_metrics_have_their_kinds_and_an_interval() -> None:
    """Accuracy of every kind of question, and Wilson's interval of all."""
    log = run(questions(), outputs(), IDS)
    metrics = {name: metric.value for each in log.results.scores for name, metric in each.metrics.items()}
    assert metrics["lookup"] == pytest.approx(0.5)
    assert metrics["no_data"] == 1.0
    assert metrics["every kind"] == pytest.approx(2 / 3)
    assert any("lower" in name for name in metrics), metrics


def test_a_refused_call_is_told_to_the_model() -> None:
    """The allow-list holds here too: what is not covered is refused with what is."""
    replies = iter([called(["ALL"], 1900, 2100), said("I do not follow such orders.")])
    log = run(questions(), replies, ["core8-v1-25"])
    shown = [message.text for message in log.samples[0].messages if message.role == "tool"]
    assert "not_allowed" in shown[0] or "not covered" in shown[0] or "error" in shown[0]
    assert log.samples[0].scores["tieout_scorer"].value == "C"


def test_without_tools_the_model_has_the_question_only() -> None:
    """As a baseline; the scorer is the same."""
    log = run(questions(tools=False), iter([said("41.3 million")]), IDS[:1])
    assert log.samples[0].scores["tieout_scorer"].value == "C"
    assert all(message.role != "tool" for message in log.samples[0].messages)


def test_a_split_without_questions_is_one_sentence() -> None:
    """And a set of several data sets asks for one."""
    with pytest.raises(UsageError, match="no question in split"):
        questions(split="held_out")
    mixed = [each.model_dump_json(exclude_defaults=True) for each in load_questions("core8-v1")[:2]]
    mixed[1] = mixed[1].replace('"dataset":"core8"', '"dataset":"wdi-starter"')
    Path("mixed.jsonl").write_text("\n".join(mixed), encoding="utf-8")
    with pytest.raises(UsageError, match="core8, wdi-starter"):
        questions("mixed.jsonl")


def test_the_task_is_found_by_name() -> None:
    """`inspect eval tieout/questions` finds it by its entry point."""
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"]["inspect_ai"] == {"tieout": questions.__module__}
