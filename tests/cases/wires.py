"""Cases of form ``provider_reply``: what providers really send, over servers on loopback and without."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from tests.unit.models.providers.conftest import DRAFT, VALUES, Room
from tests.unit.models.providers.wires import Answer, anthropic, compatible

from tieout.assistant.conversation import Message, Reply, Request, ToolCall
from tieout.assistant.limits import Limits
from tieout.checking.check import check
from tieout.desk import Outcome
from tieout.errors import NoRecording
from tieout.facts.rows import evidence_from_rows
from tieout.models.providers.pause import asked_pause
from tieout.testing import RecordedModel, RecordingModel, ScriptedModel

__all__ = ["JUDGES"]

Case = Mapping[str, Any]

GOOD = (compatible(None, ("c9", "get_values", VALUES)), compatible("Enough."), compatible(DRAFT))
CALL = {"type": "tool_use", "id": "toolu_9", "name": "get_values", "input": VALUES}
PRICED = {
    ("2.00", "8.00"): ("openai", "gpt-4.1"),
    ("3.00", "15.00"): ("anthropic", "claude-sonnet-4-6"),
}


def whole(response: Mapping[str, Any]) -> tuple[str, Any]:
    """Return the wire of a response, and the response with what its format needs beside it."""
    if "stop_reason" in response:
        return "anthropic", anthropic() | dict(response)
    if "choices" in response or "candidates" in response:
        return "compatible", compatible("x") | dict(response)
    message = {"role": "assistant", **response.get("message", {})}
    for call in message.get("tool_calls") or ():
        # The tool of the case is ours under another name; what is in question is how the reply ended.
        call.update(type="function", function={"name": "get_values", "arguments": json.dumps(VALUES)})
    choice = {"index": 0, "finish_reason": response.get("finish_reason"), "message": message}
    return "compatible", compatible("x") | {"choices": [choice]}


def unanswered(outcome: Outcome) -> None:
    """Assert that nothing is shown, and that what went wrong is said without a traceback's words."""
    assert outcome.kind.value in ("failed", "held")
    assert outcome.answer == ""
    assert "Error" not in outcome.error
    assert outcome.error or outcome.problems


def of_replies(room: Room, case: Case) -> None:
    """A reply ends in one clear way: its calls run, it is a refusal, or it failed."""
    given, expected = case["input"], case["expected"]
    for response in given.get("response_variants") or [given["response"]]:
        provider, reply = whole(json.loads(json.dumps(response)))
        outcome, server = room.ask(reply, *GOOD[1:], provider=provider)
        said = " ".join(expected["must"])
        if "run the call" in said:
            assert (outcome.kind.value, outcome.usage.tool_calls) == ("answered", 1)
            continue
        unanswered(outcome)
        assert len(server.seen) == 1
        if "refus" in said:
            assert [str(problem.code) for problem in outcome.problems] == ["refusal"]
            assert outcome.trace is not None
            assert outcome.trace.finish == "refusal"


def of_streams(room: Room, case: Case) -> None:
    """Nothing is shown of a stream that broke off, or that nobody asked for; a refusal is one."""
    given = case["input"]
    if "chunks" in given:
        arguments = "".join(chunk["arguments"] for chunk in given["chunks"])
        outcome, _ = room.ask(compatible(None, ("c1", "get_values", arguments)), *GOOD)
        assert outcome.trace is not None
        assert [step.outcome for step in outcome.trace.steps] == ["refused: invalid_json", "ok"]
        return
    stops = [each.get("delta", {}).get("stop_reason") for each in given["stream"]]
    events = tuple(f"data: {json.dumps(each)}\n\n" for each in given["stream"])
    for cut in (True, False):
        outcome, _ = room.ask(Answer(pieces=events, cut=cut, kind="text/event-stream"))
        unanswered(outcome)
        assert outcome.kind.value == "failed"
    for stop in filter(None, stops):
        outcome, server = room.ask(anthropic(stop=stop), provider="anthropic")
        unanswered(outcome)
        assert [str(problem.code) for problem in outcome.problems] == ["refusal"]
        assert len(server.seen) == 1


def of_retries(room: Room, case: Case) -> None:
    """The wait that is asked for is kept, never cut, and never read from a header of other meanings."""
    given, expected = case["input"], case["expected"]
    now = datetime.fromisoformat(given["now"]) if "now" in given else None
    now = now or datetime.fromtimestamp(given["now_unix"], UTC)
    headers = {name.lower(): value for name, value in given["headers"].items()}
    wait = asked_pause(headers, now)
    if "wait_seconds" in expected:
        assert wait is not None
        assert expected["wait_seconds"] - 1 < wait <= expected["wait_seconds"]
    outcome, server = room.ask(Answer({"error": {}}, status=given["http"], headers=given["headers"]), *GOOD)
    if wait is None:
        assert sum(room.waits) <= expected["max_wait_seconds"]
        assert outcome.kind.value == "answered"
    assert all(each >= 0 for each in room.waits)
    assert len(server.seen) >= 1


def of_reasoning(room: Room, case: Case) -> None:
    """Reasoning goes back as it came, and nobody reads it as an answer."""
    if "config" in case["input"]:
        use = (
            anthropic(CALL, stop="tool_use"),
            anthropic({"type": "text", "text": "Enough."}),
            anthropic({"type": "text", "text": DRAFT}),
        )
        model = {"provider": "anthropic", "model": "claude-haiku-4-5", "effort": "low"}
        outcome, server = room.ask(*use, path="tools+force", **model)
        assert outcome.kind.value == "answered"
        assert server.seen[0].body["tool_choice"]["type"] == "auto"
        return
    thinking = [block for block in case["input"]["turn1"]["content"] if block["type"] == "thinking"]
    wrong = json.dumps({"status": "answered", "claims": [{"say": "value", "fact": "e9"}]})
    outcome, server = room.ask(
        anthropic(CALL, stop="tool_use"),
        anthropic(*thinking, {"type": "text", "text": wrong}),
        anthropic({"type": "text", "text": DRAFT}),
        anthropic({"type": "text", "text": DRAFT}),
        provider="anthropic",
        path="tools+revise",
        effort="low",
    )
    assert outcome.kind.value == "answered"
    back = [b for m in server.seen[-1].body["messages"] if m["role"] == "assistant" for b in m["content"]]
    assert all(block in back for block in thinking)
    assert all(block["thinking"] not in outcome.answer for block in thinking)


def of_costs(room: Room, case: Case) -> None:
    """Cached tokens are counted once, and no cost is below zero."""
    given = case["input"]
    prices, usage = given["usd_per_million"], dict(given["usage"])
    provider, model = PRICED.get((prices["input"], prices["output"]), ("", ""))
    if not provider:
        pytest.skip(f"no model of the price table costs {prices}")
    if provider == "openai":
        usage["prompt_tokens_details"] = {"cached_tokens": usage.pop("cached_tokens", 0)}
        usage["total_tokens"] = usage["prompt_tokens"] + usage["completion_tokens"]
        reply = compatible("x", model=model, usage=usage)
    else:
        reply = anthropic({"type": "text", "text": "x"}, usage=usage) | {"model": model}
    server = room.server(reply)
    request = Request(messages=(Message(role="user", text="x"),))
    used = room.model(server, provider, model).reply(request).usage
    assert used.cost_usd is not None
    assert f"{used.cost_usd.normalize():f}" == case["expected"]["value"]
    assert used.input_tokens >= used.cached_tokens
    assert "genai-prices" in used.prices


def of_recordings(_: Room, case: Case) -> None:
    """A request is known by its content, in any order of keys; another one is refused and named."""
    given = case["input"]
    if "edited_reply" in given:
        year, value = given["recorded_reply"]["year"], given["edited_reply"]["value"]
        row = {"ref": "e1", "area": "KEN", "area_name": "Kenya", "indicator": "SP.POP.TOTL", "unit": "people"}
        row |= {"indicator_name": "Population, total", "value": value}
        row["period"] = str(given["edited_reply"]["year"])
        text = f"Kenya's population was {int(value):,} in {year}."
        assert not check(text, evidence_from_rows([row]), question=given["question"]).valid
        assert check(text, evidence_from_rows([row | {"period": str(year)}])).valid
        return
    if "recorded_body" in given:
        recorded = _asking(given["recorded_body"])
        same, other = (_asking(each) for each in given["sent_variants"])
    else:
        recorded = same = _asking(given["recorded"]["body"])
        other = _asking(given["sent"]["body"])
    with TemporaryDirectory() as folder:
        file = Path(folder) / "replies.jsonl"
        RecordingModel(ScriptedModel([Reply(text="kept")]), file).reply(recorded)
        replayed = RecordedModel(file)
        assert replayed.reply(same).text == "kept"
        with pytest.raises(NoRecording, match="the nearest one differs in "):
            RecordedModel(file).reply(other)


def _asking(body: Mapping[str, Any]) -> Request:
    call = ToolCall(id="t1", name="get_values", arguments=dict(body))
    said = Message(role="assistant", text="", tool_calls=(call,))
    return Request(messages=(Message(role="user", text="x"), said))


def of_declared_tools(room: Room, case: Case) -> None:
    """The last request still declares the tools, and what was found before it still counts."""
    for provider in ("compatible", "anthropic"):
        replies = {
            "compatible": GOOD,
            "anthropic": (
                anthropic(CALL, stop="tool_use"),
                anthropic({"type": "text", "text": "Enough."}),
                anthropic({"type": "text", "text": DRAFT}),
            ),
        }
        outcome, server = room.ask(*replies[provider], provider=provider)
        last = server.seen[-1].body
        assert last["tools"]
        assert last["tool_choice"] in ("none", {"type": "none"})
        assert outcome.kind.value == "answered"
    # Another provider takes over in the middle: it gets what its own format can hold, and the facts stay.
    first = room.model(
        room.server(
            anthropic({"type": "thinking", "thinking": "…", "signature": "s"}, CALL, stop="tool_use")
        ),
        "anthropic",
    )
    second = room.model(room.server(*GOOD[1:]), "compatible")
    desk = room.desk(_Fallback(first, second), limits=Limits())
    outcome = replace(desk).ask("What was the population of Canada in 2022?")
    assert outcome.kind.value == "answered"
    assert [fact.ref for fact in outcome.evidence] == ["e1"]


class _Fallback:
    """A model whose first request goes to one provider, and all others to another."""

    name = "fallback"

    def __init__(self, first: Any, second: Any) -> None:
        self._first, self._second = first, second

    def reply(self, request: Request) -> Reply:
        """Ask whoever's turn it is."""
        asked: Reply = (self._first if len(request.messages) == 2 else self._second).reply(request)
        return asked


JUDGES: Mapping[str, Callable[[Room, Case], None]] = {
    "provider.finish_reason": of_replies,
    "provider.empty_reply": of_replies,
    "provider.refusal": lambda room, case: (of_streams if "stream" in case["input"] else of_replies)(
        room, case
    ),
    "provider.stream": of_streams,
    "provider.retry": of_retries,
    "provider.reasoning_blocks": of_reasoning,
    "provider.cost": of_costs,
    "provider.recording": of_recordings,
    "provider.tools_declared": of_declared_tools,
}
