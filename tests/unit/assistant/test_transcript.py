"""A trace survives being written as JSON and read again, and holds no secret."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal

import pytest
from tests.unit.assistant.conftest import ANSWER, Bench, calls, value

from tieout.assistant.conversation import Reply, Usage
from tieout.assistant.scrubbing import scrubbed
from tieout.assistant.trace import Failure, RejectedDraft, Trace
from tieout.assistant.transcript import trace_of, transcript

RAW = {"maker": "m", "response": {"parts": [{"signature": "EqQBCgIYAhIkZ=="}]}, "body": "{}"}
USAGE = Usage(input_tokens=7, output_tokens=3, cached_tokens=2, cost_usd=Decimal("0.00027"), prices="2026-11")


@pytest.fixture
def trace(bench: Bench) -> Trace:
    """A run with good, refused and broken calls, reasoning to send back, failures and a draft sent back."""
    made = bench.run(
        calls(value("KEN"), value("UGA"), raw=RAW, usage=USAGE),
        calls(value("NER", year="x"), value("NGA", arguments='{"country": ')),
        Reply(text=ANSWER),
    )
    return replace(
        made,
        failures=(Failure(request=1, error="busy", waited=1.5, may_cost=True),),
        rejected=(RejectedDraft(text=None, finish="stop", problems="- none"),),
        settings={"temperature": 0},
    )


def test_a_trace_comes_back_as_it_was(trace: Trace) -> None:
    """All of it, raw parts too, after JSON; times of requests aside."""
    document = json.loads(json.dumps(transcript(trace), allow_nan=False))
    again = trace_of(document, trace.evidence)
    assert again == trace
    assert [message.raw for message in again.messages] == [message.raw for message in trace.messages]
    assert [reply.raw for reply in again.replies] == [reply.raw for reply in trace.replies]
    assert RAW in [reply.raw for reply in again.replies]


def test_another_form_is_refused(trace: Trace) -> None:
    """A reader of form 1 does not guess at form 2."""
    with pytest.raises(ValueError, match="tieout-trace/1"):
        trace_of(transcript(trace) | {"format": "tieout-trace/2"}, trace.evidence)


SECRETS = [
    "sk-ant-api03-abcdefghijklmnopqrstuvwxyz",
    "sk-proj-abcdefghijklmnop1234",
    "AIza" + "S" * 35,
    "AKIA" + "A" * 16,
    "ghp_" + "a" * 36,
    "hf_" + "a" * 34,
    "xoxb-1234567890-abc",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc",
]


@pytest.mark.parametrize("secret", SECRETS)
def test_secrets_are_known_by_their_form(trace: Trace, secret: str) -> None:
    """Wherever they stand: in a text, an error, a raw part, an argument."""
    leaking = replace(
        trace,
        error=f"401 for key {secret}.",
        replies=(*trace.replies, Reply(text=f"My key is '{secret}'", raw={"body": [f"a {secret} b"]})),
        steps=tuple(replace(step, arguments={"url": f"http://x/?k={secret}"}) for step in trace.steps),
    )
    text = json.dumps(transcript(leaking))
    assert secret not in text
    assert text.count("[hidden]") >= 3


def test_secrets_are_known_by_their_name() -> None:
    """Headers and fields that hold keys are emptied; counts of tokens and empty fields are not."""
    document = {
        "Authorization": "Basic abc",
        "x-api-key": "abc",
        "headers": [{"Set-Cookie": "a=b"}],
        "input_tokens": 5,
        "max_tokens": "100",
        "api_key": "",
        "signature": "sk",
        "text": "Bearer abcdefghijklmnopqrst",
    }
    assert scrubbed(document) == {
        "Authorization": "[hidden]",
        "x-api-key": "[hidden]",
        "headers": [{"Set-Cookie": "[hidden]"}],
        "input_tokens": 5,
        "max_tokens": "100",
        "api_key": "",
        "signature": "sk",
        "text": "Bearer [hidden]",
    }


def test_what_is_no_json_is_kept_as_words(trace: Trace) -> None:
    """Whatever a model hands over beside its reply, the record can be written."""
    deep: list[object] = []
    for _ in range(5_000):
        deep = [deep]
    odd = {
        "object": object(),
        "number": float("nan"),
        "bytes": b"sk-abcdefghijklmnopqrst",
        3: {1},
        "deep": deep,
    }
    text = json.dumps(transcript(replace(trace, replies=(Reply(raw=odd),))), allow_nan=False)
    assert "object object at" in text
    assert "nested too deeply" in text
    assert "sk-abc" not in text
