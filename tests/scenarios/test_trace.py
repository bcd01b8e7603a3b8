"""A trace is one JSON document in the published form, without secrets, and readable by a person."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

from tests.scenarios.program import QUESTION, Done, valid

from tieout.assistant.conversation import Reply, ToolCall, Usage
from tieout.errors import ModelBusy
from tieout.interfaces.settings import Settings
from tieout.models.scripted import ScriptedModel, answer, calls
from tieout.outcome import Outcome

Tieout = Callable[..., Done]
LOOKUP = {"country_codes": ["CAN"], "indicator_code": "SP.POP.TOTL", "from_year": 2024, "to_year": 2024}
SECRET = "sk-ant-api03-abcdefghijklmnop"
RAW = {"maker": "m", "response": {"headers": {"Authorization": "Bearer abc"}, "signature": "EqQB=="}}


def a_run(home: Path, path: str = "tools:prose+revise") -> Outcome:
    """Run a question with all that a trace can hold: a wait, a broken call, a draft that goes back."""
    used = Usage(input_tokens=120, output_tokens=30, cost_usd=Decimal("0.00027"), prices="2026-11-01")
    settings = Settings(home=home, wait=lambda _: None)
    broken = ToolCall(id="b1", name="get_values", arguments='{"country_codes": [')
    replies = (
        ModelBusy(f"busy, key {SECRET}", retry_after=1.0),
        Reply(tool_calls=(broken,), finish="tool_calls", raw=RAW, usage=used),
        replace(calls(("get_values", LOOKUP)), raw=RAW, usage=used),
        Reply(text=f"I saw {SECRET}."),
        answer("The population of Canada was 42,262,329 in 2024."),
        answer("The population of Canada was 41,262,329 in 2024."),
    )
    with settings.open_ledger() as book:
        desk = settings.desk(dataset="core8", path=path, ledger=book)
        return replace(desk, model=ScriptedModel(replies)).ask(f"{QUESTION} {SECRET}")


def test_a_trace_has_the_published_form(own_home: Path, tieout: Tieout) -> None:
    """With failures, refusals, raw parts and a draft sent back; a plain run of the planner too."""
    a_run(own_home)
    document = tieout("trace", "show", "1", "--json").document
    valid(document, "trace")
    trace = document["trace"]
    assert [call["outcome"] for call in trace["calls"]] == ["refused: invalid_json", "ok"]
    assert (len(trace["failures"]), len(trace["rejected"])) == (1, 1)
    assert trace["replies"][1]["raw"]["response"]["signature"] == "EqQB=="
    tieout("ask", QUESTION, "--dataset", "core8")
    valid(tieout("trace", "show", "2", "--json").document, "trace")


def test_no_secret_is_in_a_trace(own_home: Path, tieout: Tieout, tmp_path: Path) -> None:
    """Not in what the model said, not in an error, not in a header, not in the question of a file."""
    a_run(own_home)
    text = json.dumps(tieout("trace", "show", "1", "--json").document["trace"])
    assert SECRET not in text
    assert "Bearer abc" not in text
    assert "[hidden]" in text
    file = tmp_path / "trace.json"
    tieout("ask", f"{QUESTION} {SECRET}", "--dataset", "core8", "--trace", file)
    assert SECRET not in file.read_text(encoding="utf-8")


def test_a_trace_is_readable(own_home: Path, tieout: Tieout) -> None:
    """Requests with how they ended and what they used, calls, the draft that went back and why."""
    a_run(own_home)
    shown = tieout("trace", "show", "1").out
    for words in (
        "Requests to the model",
        "1 2 messages, 8 tools, calls auto",
        "tool_calls, 120 tokens in, 30 out, $0.00027",
        "Sent again after 1.0 s.",
        "refused: invalid_json",
        "Draft that went back to the model",
        "42,262,329",
    ):
        assert words in shown, shown
