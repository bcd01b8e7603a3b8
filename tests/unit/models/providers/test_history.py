"""The conversation on its way out, prices, and drafts that go back to the model once."""

from __future__ import annotations

import json
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pytest
from tests.unit.models.providers.conftest import DRAFT, QUESTION, VALUES, Room
from tests.unit.models.providers.wires import anthropic, compatible, google, responses, said

from tieout.assistant.conversation import Message, Request, ToolCall
from tieout.models.providers.schema import inlined

THINKING = {"type": "thinking", "thinking": "Canada.", "signature": "s1"}
WRONG = json.dumps({"status": "answered", "claims": [{"say": "value", "fact": "e7"}]})
GOOD = (compatible(None, ("c9", "get_values", VALUES)), compatible("Enough."))


def test_another_model_gets_no_private_parts(room: Room) -> None:
    """A conversation begun with one provider goes on with another: calls and results, no signed reasoning."""
    use = {"type": "tool_use", "id": "toolu_1", "name": "get_values", "input": VALUES}
    first, _ = room.ask(
        anthropic(THINKING, use, stop="tool_use"),
        anthropic({"type": "text", "text": "Enough."}),
        anthropic({"type": "text", "text": DRAFT}),
        provider="anthropic",
    )
    assert first.trace is not None
    asked = first.trace.requests[-1]
    for provider, reply in (("openai", compatible(DRAFT)), ("google", google({"text": DRAFT}))):
        server = room.server(reply)
        assert room.model(server, provider).reply(asked).text == DRAFT
        assert "Canada." not in server.seen[0].text
        assert "s1" not in server.seen[0].text
        assert "40000000" in server.seen[0].text
        assert "get_values" in server.seen[0].text


def test_a_history_may_hold_any_finished_turn(room: Room) -> None:
    """Empty words are not sent as a message, and a result always follows its call."""
    messages = (
        Message(role="system", text="S"),
        Message(role="user", text="Q"),
        Message(role="assistant", text=""),
        Message(role="assistant", text="", tool_calls=(ToolCall(id="a", name="f", arguments={"x": 1}),)),
        Message(role="tool", text="{}", call_id="a"),
        Message(role="user", text="Now"),
    )
    server = room.server(compatible("x"))
    room.model(server).reply(Request(messages=messages))
    sent = server.seen[0].body["messages"]
    assert [each["role"] for each in sent] == ["system", "user", "assistant", "tool", "user"]
    assert "tools" not in server.seen[0].body


def test_references_are_replaced_for_small_servers() -> None:
    """Nested definitions too; everything else is left as it is."""
    schema = {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/list"}, "b": {"enum": ["$ref"]}},
        "$defs": {"list": {"type": "array", "items": {"$ref": "#/$defs/one"}}, "one": {"type": "string"}},
    }
    assert inlined(schema) == {
        "type": "object",
        "properties": {"a": {"type": "array", "items": {"type": "string"}}, "b": {"enum": ["$ref"]}},
    }


@pytest.mark.parametrize(
    ("provider", "reply", "tokens", "cached", "cost"),
    [
        (
            "openai",
            compatible(
                "x",
                usage={
                    "prompt_tokens": 5000,
                    "completion_tokens": 200,
                    "total_tokens": 5200,
                    "prompt_tokens_details": {"cached_tokens": 4000},
                },
            ),
            5000,
            4000,
            "0.0056",
        ),
        (
            "anthropic",
            anthropic(
                {"type": "text", "text": "x"},
                usage={
                    "input_tokens": 300,
                    "cache_read_input_tokens": 4000,
                    "cache_creation_input_tokens": 1000,
                    "output_tokens": 200,
                },
            ),
            5300,
            4000,
            "0.00885",
        ),
        (
            "openai",
            compatible(
                "x",
                usage={
                    "prompt_tokens": 900,
                    "completion_tokens": 0,
                    "total_tokens": 900,
                    "prompt_tokens_details": {"cached_tokens": 1000},
                },
            ),
            1000,
            1000,
            "0.0005",
        ),
        ("openai", compatible("x", model="gpt-of-tomorrow"), 100, 0, None),
        ("compatible", compatible("x", model="gpt-4.1"), 100, 0, None),
    ],
)
def test_cached_tokens_are_counted_once(
    room: Room, provider: str, reply: dict[str, Any], tokens: int, cached: int, cost: str | None
) -> None:
    """Providers count them in different ways; the price is one, never below zero, and unknown is unknown."""
    server = room.server(reply)
    usage = room.model(server, provider).reply(Request(messages=(Message(role="user", text="x"),))).usage
    assert (usage.input_tokens, usage.cached_tokens) == (tokens, cached)
    assert usage.cost_usd == (None if cost is None else Decimal(cost))
    assert usage.prices.startswith("genai-prices ") == (cost is not None)


def test_a_reply_without_usage_costs_what_is_not_known(room: Room) -> None:
    """Nothing used is not the same as nothing said about it."""
    reply = compatible("x")
    del reply["usage"]
    server = room.server(reply)
    usage = room.model(server, "openai").reply(Request(messages=(Message(role="user", text="x"),))).usage
    assert usage.cost_usd is None


def test_the_price_table_has_its_date() -> None:
    """Its version, and the newest price in force on the day."""
    from tieout.models.providers.prices import price_table

    said = price_table(date(2026, 7, 1))
    assert said.startswith("genai-prices 0.2")
    day = datetime.strptime(said.rsplit(" ", 1)[1], "%Y-%m-%d").date()  # noqa: DTZ007
    assert date(2025, 1, 1) < day <= date(2026, 7, 1)


def test_a_draft_goes_back_once_with_its_problems(room: Room) -> None:
    """Only where the path says so; the record keeps both drafts."""
    outcome, server = room.ask(*GOOD, compatible(WRONG), compatible(DRAFT), path="tools+revise")
    assert outcome.answer == "Canada's population was 40,000,000 in 2022."
    assert outcome.trace is not None
    (rejected,) = outcome.trace.rejected
    assert rejected.text == WRONG
    assert "e7" in rejected.problems
    assert rejected.problems in server.seen[3].body["messages"][-1]["content"]
    assert server.seen[3].body["messages"][-2]["content"] == WRONG
    assert server.seen[3].body["tool_choice"] == "none"
    assert "response_format" in server.seen[3].body


def test_a_draft_does_not_go_back_by_default(room: Room) -> None:
    """It is held, and the model is not asked again."""
    outcome, server = room.ask(*GOOD, compatible(WRONG), compatible(DRAFT))
    assert (outcome.kind.value, len(server.seen)) == ("held", 3)


def test_a_draft_goes_back_once_only(room: Room) -> None:
    """The second draft is the last; a person gets it."""
    outcome, server = room.ask(*GOOD, compatible(WRONG), compatible(WRONG), path="tools+revise")
    assert (outcome.kind.value, outcome.draft, len(server.seen)) == ("held", WRONG, 4)


def test_a_second_try_that_fails_leaves_the_first(room: Room) -> None:
    """A limit met while revising does not lose the draft that a person could decide on."""
    calls = compatible(DRAFT, ("c10", "find_areas", {"query": "x"}))
    outcome, _ = room.ask(*GOOD, compatible(WRONG), calls, path="tools+revise")
    assert (outcome.kind.value, outcome.draft, outcome.stop) == ("held", WRONG, "unexpected_call")


def test_reasoning_stays_when_a_draft_goes_back(room: Room) -> None:
    """Blocks before words are kept as much as blocks before calls."""
    use = {"type": "tool_use", "id": "toolu_1", "name": "get_values", "input": VALUES}
    outcome, server = room.ask(
        anthropic(use, stop="tool_use"),
        anthropic({"type": "text", "text": "Enough."}),
        anthropic(THINKING, {"type": "text", "text": WRONG}),
        anthropic({"type": "text", "text": DRAFT}),
        provider="anthropic",
        path="tools+revise",
        effort="low",
    )
    assert outcome.kind.value == "answered"
    blocks = [
        block
        for each in server.seen[3].body["messages"]
        if each["role"] == "assistant"
        for block in each["content"]
    ]
    assert THINKING in blocks


def test_the_responses_interface_of_openai(room: Room) -> None:
    """Reasoning items, encrypted, go back with the next request there."""
    reasoning = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAAA+/=="}
    call = {
        "type": "function_call",
        "id": "fc_1",
        "call_id": "call_a",
        "name": "get_values",
        "arguments": json.dumps(VALUES),
        "status": "completed",
    }
    server = room.server(responses(reasoning, call), responses(said("Enough.")), responses(said(DRAFT)))
    outcome = room.desk(room.model(server, "openai-responses", effort="low")).ask(QUESTION)
    assert (outcome.kind.value, outcome.error) == ("answered", "")
    back = [each for each in server.seen[1].body["input"] if each.get("type") == "reasoning"]
    assert [each["encrypted_content"] for each in back] == ["gAAAA+/=="]
    assert outcome.usage.cost_usd is not None


def test_azure_is_asked_by_deployment(room: Room) -> None:
    """Its key travels in its own header."""
    outcome, server = room.ask(*GOOD, compatible(DRAFT), provider="azure")
    assert outcome.kind.value == "answered"
    assert "api-key" in server.seen[0].headers or "authorization" in server.seen[0].headers
