"""Recordings: found by content alone, written as soon as they are there."""

import json
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from tieout.assistant.conversation import Message, Reply, Request, ToolCall, Usage
from tieout.errors import ModelError, NoRecording, UsageError
from tieout.models.recorded import RecordedModel, RecordingModel, request_key
from tieout.testing import ScriptedModel

REQUEST = Request(
    messages=(
        Message(role="user", text="<question>What is it? 𝔘\u2028</question>"),
        Message(
            role="assistant",
            text="",
            tool_calls=(ToolCall(id="call-1", name="find_areas", arguments={"query": "x"}),),
        ),
        Message(role="tool", text="{}", call_id="call-1"),
    ),
    tools=({"name": "find_areas", "parameters": {}},),
)
REPLY = Reply(
    text="It is\u2028so",
    tool_calls=(ToolCall(id="call-2", name="find_areas", arguments='{"query": "y"}'),),
    finish="tool_calls",
    usage=Usage(input_tokens=7, output_tokens=3, cached_tokens=1, cost_usd=Decimal("0.00027")),
)


def test_what_was_recorded_is_replayed_whole(tmp_path: Path) -> None:
    """Text, calls, finish and usage come back as they were."""
    path = tmp_path / "replies.jsonl"
    recorder = RecordingModel(ScriptedModel([REPLY, "later"]), path)
    assert recorder.name == "scripted"
    assert recorder.reply(REQUEST) == REPLY
    replayed = RecordedModel(path)
    assert replayed.name == "recorded"
    assert replayed.reply(REQUEST) == REPLY
    recorder.reply(REQUEST)
    assert RecordedModel(path).reply(REQUEST).text == "later"


def test_a_request_is_found_by_content_alone() -> None:
    """Time left and a provider's private parts are no content; everything else is."""
    same = replace(REQUEST, seconds_left=3.5)
    private = replace(REQUEST, messages=(replace(REQUEST.messages[0], raw={"x": 1}), *REQUEST.messages[1:]))
    assert request_key(same) == request_key(private) == request_key(REQUEST)
    others = [
        replace(REQUEST, messages=REQUEST.messages[:2]),
        replace(REQUEST, tools=()),
        replace(REQUEST, tool_choice="none"),
        replace(REQUEST, response_schema={}),
    ]
    assert len({request_key(other) for other in [REQUEST, *others]}) == 5


def test_an_unknown_request_is_a_model_error_with_a_way_out(tmp_path: Path) -> None:
    """Nothing is made up for a request that was not recorded."""
    path = tmp_path / "replies.jsonl"
    path.write_text("\n", encoding="utf-8")
    with pytest.raises(NoRecording, match="No recording for this request in replies"):
        RecordedModel(path).reply(REQUEST)


@pytest.mark.parametrize("line", ["{", "[]", '{"key": "k"}', '{"key": "k", "reply": {"text": 1}}'])
def test_a_broken_recording_names_its_line(tmp_path: Path, line: str) -> None:
    """Malformed input is a usage error, never a traceback."""
    path = tmp_path / "replies.jsonl"
    path.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(UsageError, match="Line 1 of"):
        RecordedModel(path)


def test_a_missing_file_is_a_usage_error(tmp_path: Path) -> None:
    """The sentence names the file."""
    with pytest.raises(UsageError, match="cannot be read"):
        RecordedModel(tmp_path / "nowhere.jsonl")


def test_a_failure_is_not_recorded(tmp_path: Path) -> None:
    """Only replies are kept."""
    path = tmp_path / "replies.jsonl"
    with pytest.raises(ModelError):
        RecordingModel(ScriptedModel([ModelError("down")]), path).reply(REQUEST)
    assert not path.exists()


def test_a_lone_surrogate_is_kept(tmp_path: Path) -> None:
    """A model may send what is no character; the file stays readable."""
    path = tmp_path / "replies.jsonl"
    RecordingModel(ScriptedModel([Reply(text="a\ud800b")]), path).reply(REQUEST)
    assert RecordedModel(path).reply(REQUEST).text == "a\ud800b"
    assert json.loads(path.read_text(encoding="utf-8"))["model"] == "scripted"
