"""Runs leave spans in the GenAI conventions, without content unless it is asked for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from opentelemetry import trace as otel
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from tieout.assistant.conversation import Reply, Usage
from tieout.errors import ModelError
from tieout.evaluation.questions import load_questions
from tieout.interfaces.settings import Settings
from tieout.interfaces.telemetry import TracedDesk, traced
from tieout.models.scripted import ScriptedModel, answer, calls

QUESTION = "What was the population of Canada in 2024?"
LOOKUP = {"country_codes": ["CAN"], "indicator_code": "SP.POP.TOTL", "from_year": 2024, "to_year": 2024}
RIGHT = answer("The population of Canada was 41,262,329 in 2024.")


class Spans:
    """The spans of the tests, kept in memory by the SDK itself."""

    def __init__(self) -> None:
        self.exporter = InMemorySpanExporter()
        provider = TracerProvider()
        provider.add_span_processor(SimpleSpanProcessor(self.exporter))
        self.provider = provider
        self.tracer = provider.get_tracer("test")

    @property
    def ended(self) -> tuple[ReadableSpan, ...]:
        """The spans, in the order in which they ended."""
        return self.exporter.get_finished_spans()

    def named(self, start: str) -> list[dict[str, Any]]:
        """Return the attributes of the spans whose name begins so."""
        return [dict(span.attributes or {}) for span in self.ended if span.name.startswith(start)]


@pytest.fixture
def spans() -> Spans:
    """Return fresh spans."""
    return Spans()


def a_desk(spans: Spans, tmp_path: Path, *replies: Reply | Exception, content: bool = False) -> TracedDesk:
    desk = Settings(home=tmp_path).desk(dataset="core8", path="tools:prose+single")
    model = ScriptedModel(replies, name="openai:gpt-test")
    return traced(replace(desk, model=model), tracer=spans.tracer, is_content_kept=content)


def test_a_run_is_one_tree_of_spans(spans: Spans, tmp_path: Path) -> None:
    """The run above, a span for each request and each call below it, with usage and outcome."""
    used = Usage(input_tokens=120, output_tokens=30, cached_tokens=100)
    outcome = a_desk(spans, tmp_path, replace(calls(("get_values", LOOKUP)), usage=used), RIGHT).ask(QUESTION)
    assert outcome.answer == "The population of Canada was 41,262,329 in 2024."
    names = [span.name for span in spans.ended]
    assert names == ["chat gpt-test", "execute_tool get_values", "chat gpt-test", "invoke_agent tieout"]
    top = spans.ended[-1]
    assert {span.parent.span_id for span in spans.ended[:-1] if span.parent} == {top.context.span_id}
    (run,) = spans.named("invoke_agent")
    assert run["gen_ai.operation.name"] == "invoke_agent"
    assert run["gen_ai.conversation.id"] == outcome.run
    assert (run["tieout.outcome"], run["tieout.facts"]) == ("answered", 1)
    chat = spans.named("chat")[0]
    assert (chat["gen_ai.provider.name"], chat["gen_ai.request.model"]) == ("openai", "gpt-test")
    assert (chat["gen_ai.usage.input_tokens"], chat["gen_ai.usage.output_tokens"]) == (120, 30)
    assert chat["gen_ai.response.finish_reasons"] == ("tool_calls",)
    (tool,) = spans.named("execute_tool")
    assert (tool["gen_ai.tool.name"], tool["tieout.tool.outcome"]) == ("get_values", "ok")


def test_content_is_off_unless_asked_for(spans: Spans, tmp_path: Path) -> None:
    """No question, argument, result or answer is in any span."""
    a_desk(spans, tmp_path, calls(("get_values", LOOKUP)), RIGHT).ask(QUESTION)
    text = repr([dict(span.attributes or {}) for span in spans.ended])
    assert all(word not in text for word in ("Canada", "CAN", "41262329", "41,262", "population"))


def test_content_is_there_when_asked_for_without_secrets(spans: Spans, tmp_path: Path) -> None:
    """Messages, arguments and results; a key that strayed into a question is hidden."""
    secret = "sk-abcdefghijklmnopqrst"
    desk = a_desk(spans, tmp_path, calls(("get_values", LOOKUP)), RIGHT, content=True)
    desk.ask(f"{QUESTION} {secret}")
    (tool,) = spans.named("execute_tool")
    assert '"CAN"' in tool["gen_ai.tool.call.arguments"]
    assert "41262329" in tool["gen_ai.tool.call.result"]
    assert "Canada" in spans.named("chat")[0]["gen_ai.input.messages"]
    text = repr([dict(span.attributes or {}) for span in spans.ended])
    assert secret not in text
    assert "[hidden]" in text


@pytest.mark.parametrize("word", ["", "spans", "content"])
def test_every_door_that_runs_leaves_spans(
    spans: Spans, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    """`tieout ask` and `tieout eval` ask the same desk; the setting alone says what its spans hold."""
    from tieout.interfaces.cli.app import main

    monkeypatch.setenv("TIEOUT_HOME", str(tmp_path))
    monkeypatch.setenv("TIEOUT_OTEL", word)
    monkeypatch.setattr(otel, "get_tracer_provider", lambda: spans.provider)
    monkeypatch.setattr(otel, "get_tracer", spans.provider.get_tracer)
    asked = tmp_path / "two.jsonl"
    asked.write_text(
        "".join(f"{each.model_dump_json()}\n" for each in load_questions("core8-v1")[:2]), encoding="utf-8"
    )
    for words in (["ask", QUESTION, "--dataset", "core8"], ["eval", "--questions", str(asked)]):
        assert main(words) == 0
    runs = spans.named("invoke_agent")
    assert len(runs) == (3 if word else 0)
    assert any("gen_ai.input.messages" in each for each in runs) == (word == "content")


def test_failures_are_errors_of_their_span(spans: Spans, tmp_path: Path) -> None:
    """A model that fails ends the run as failed; a held answer is no error."""
    a_desk(spans, tmp_path, ModelError("down, said Canada")).ask(QUESTION)
    (run,) = spans.named("invoke_agent")
    assert spans.named("chat")[0]["error.type"] == "ModelError"
    assert "Canada" not in "".join(span.to_json() for span in spans.ended)
    assert (run["tieout.outcome"], run["error.type"]) == ("failed", "model_error")
    assert not spans.ended[0].status.is_ok
    wrong = answer("The population of Canada was 42,262,329 in 2024.")
    a_desk(spans, tmp_path, calls(("get_values", LOOKUP)), wrong).ask(QUESTION)
    held = spans.named("invoke_agent")[1]
    assert (held["tieout.outcome"], held["tieout.problems"]) == ("held", ("unsupported_number",))
    assert "error.type" not in held


@pytest.mark.parametrize(
    ("name", "provider", "model"),
    [
        ("planner", "tieout", "planner"),
        ("google:gemini-3", "gcp.gemini", "gemini-3"),
        ("ollama:qwen3:4b", "ollama", "qwen3:4b"),
        ("http://127.0.0.1:8080/v1#m", "openai", "http://127.0.0.1:8080/v1#m"),
    ],
)
def test_a_model_is_named_as_the_conventions_say(
    spans: Spans, tmp_path: Path, name: str, provider: str, model: str
) -> None:
    """Provider and model apart; a server by its address speaks the wire format of OpenAI."""
    desk = a_desk(spans, tmp_path, Reply(text="no")).desk
    watched = traced(replace(desk, model=ScriptedModel([Reply(text="no")], name=name)), tracer=spans.tracer)
    watched.ask(QUESTION)
    (chat,) = spans.named("chat")
    assert (chat["gen_ai.provider.name"], chat["gen_ai.request.model"]) == (provider, model)
