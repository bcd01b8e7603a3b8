"""A question over each wire: calls, reasoning unchanged, tools declared, keys where they belong."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.unit.models.providers.conftest import DRAFT, KEY, VALUES, Room
from tests.unit.models.providers.wires import Server, anthropic, compatible, google

from tieout.desk import Outcome

THINKING = {"type": "thinking", "thinking": "Canada — look it up.\n", "signature": "EqQBCk\u00e9+/=="}
REDACTED = {"type": "redacted_thinking", "data": "EmwKAhgB+/=="}


def one_call(provider: str) -> tuple[Any, Any, Any]:
    """Return the replies of a run with one call: the call, words, the answer."""
    if provider == "anthropic":
        use = {"type": "tool_use", "id": "toolu_1", "name": "get_values", "input": VALUES}
        return (
            anthropic(use, stop="tool_use"),
            anthropic({"type": "text", "text": "Enough."}),
            anthropic({"type": "text", "text": DRAFT}),
        )
    if provider == "google":
        call = {"functionCall": {"name": "get_values", "args": VALUES}}
        return google(call), google({"text": "Enough."}), google({"text": DRAFT})
    return compatible(None, ("c1", "get_values", VALUES)), compatible("Enough."), compatible(DRAFT)


def is_right(outcome: Outcome) -> None:
    """Assert that the outcome is the answer."""
    assert (outcome.kind.value, outcome.stop, outcome.error) == ("answered", "", "")
    assert outcome.answer == "Canada's population was 40,000,000 in 2022."


@pytest.mark.parametrize("provider", ["openai", "compatible", "ollama", "anthropic", "google"])
def test_a_question_with_one_call(room: Room, provider: str) -> None:
    """The call runs, its result goes back, the claim is written out, and its cost is recorded."""
    outcome, server = room.ask(*one_call(provider), provider=provider)
    is_right(outcome)
    assert len(server.seen) == 3
    assert (outcome.usage.model_calls, outcome.usage.tool_calls) == (3, 1)
    assert (outcome.usage.input_tokens, outcome.usage.output_tokens) == (300, 30)
    assert (outcome.usage.cost_usd is None) == (provider in ("compatible", "ollama"))
    assert '"value":"40000000"' in server.seen[1].text.replace("\\", "").replace(" ", "")


@pytest.mark.parametrize("provider", ["openai", "compatible", "anthropic", "google"])
def test_tools_stay_declared_to_the_end(room: Room, provider: str) -> None:
    """A history with calls is refused by some providers unless the tools are declared; no call is allowed."""
    _, server = room.ask(*one_call(provider), provider=provider, path="tools+force")
    first, last = server.seen[0].body, server.seen[-1].body
    names = {"google": lambda tools: [each["name"] for each in tools[0]["functionDeclarations"]]}
    listed = names.get(provider, lambda tools: [(each.get("function") or each)["name"] for each in tools])
    assert listed(first["tools"]) == listed(last["tools"])
    assert "get_values" in listed(first["tools"])
    said = {
        "anthropic": lambda body: body["tool_choice"]["type"],
        "google": lambda body: body["toolConfig"]["functionCallingConfig"]["mode"],
    }.get(provider, lambda body: body["tool_choice"])
    expected = {"anthropic": ("any", "none"), "google": ("ANY", "NONE")}
    assert (said(first), said(last)) == expected.get(provider, ("required", "none"))


@pytest.mark.parametrize("provider", ["openai", "compatible", "anthropic"])
def test_schemas_are_strict(room: Room, provider: str) -> None:
    """Tools and the answer are asked for under strict schemas; a small server gets no references."""
    _, server = room.ask(*one_call(provider), provider=provider)
    first, last = server.seen[0].body, server.seen[-1].body
    tool = first["tools"][0].get("function", first["tools"][0])
    assert tool["strict"] is True
    assert "response_format" not in first
    assert "output_config" not in first
    if provider == "anthropic":
        assert last["output_config"]["format"]["type"] == "json_schema"
        return
    form = last["response_format"]["json_schema"]
    assert form["strict"] is True
    assert ("$ref" in json.dumps(form)) == (provider == "openai")


def test_parallel_calls_keep_their_ids(room: Room) -> None:
    """Two calls of one reply both run, and each result goes back to its own."""
    other = VALUES | {"country_codes": ["MEX"]}
    calls = compatible(None, ("a", "get_values", VALUES), ("b", "get_values", other))
    outcome, server = room.ask(calls, compatible("Enough."), compatible(DRAFT))
    is_right(outcome)
    results = [each for each in server.seen[1].body["messages"] if each["role"] == "tool"]
    assert [each["tool_call_id"] for each in results] == ["a", "b"]
    assert "40000000" in results[0]["content"]
    assert "128000000" in results[1]["content"]


def test_calls_without_ids_get_one_where_the_format_has_none(room: Room) -> None:
    """Google's calls are counted, the same way in every run, and results go back under their names."""
    call = {"functionCall": {"name": "get_values", "args": VALUES}}
    other = {"functionCall": {"name": "find_areas", "args": {"query": "Mexico"}}}
    outcome, server = room.ask(
        google(call, other), google({"text": "Enough."}), google({"text": DRAFT}), provider="google"
    )
    is_right(outcome)
    assert outcome.trace is not None
    assert [step.call_id for step in outcome.trace.steps] == ["call_1", "call_2"]
    back = [part for each in server.seen[1].body["contents"] for part in each["parts"]]
    assert [part["functionResponse"]["name"] for part in back if "functionResponse" in part] == [
        "get_values",
        "find_areas",
    ]


def sent_back(server: Server, request: int) -> list[dict[str, Any]]:
    """Return the blocks of the assistant in a request to Anthropic's wire."""
    messages = server.seen[request].body["messages"]
    return [block for each in messages if each["role"] == "assistant" for block in each["content"]]


def test_thinking_goes_back_byte_for_byte(room: Room) -> None:
    """Thinking, redacted thinking and signatures are in the next requests exactly as they came."""
    use = {"type": "tool_use", "id": "toolu_1", "name": "get_values", "input": VALUES}
    outcome, server = room.ask(
        anthropic(THINKING, REDACTED, use, stop="tool_use"),
        anthropic(THINKING | {"signature": "s2"}, {"type": "text", "text": "Enough."}),
        anthropic(THINKING | {"signature": "s3"}, {"type": "text", "text": DRAFT}),
        provider="anthropic",
        effort="low",
    )
    is_right(outcome)
    assert sent_back(server, 1)[:2] == [THINKING, REDACTED]
    assert sent_back(server, 1)[2]["input"] == VALUES
    second = sent_back(server, 2)
    assert [block for block in second if block.get("signature") == "s2"] == [THINKING | {"signature": "s2"}]


def test_thinking_before_a_refused_call_goes_back_too(room: Room) -> None:
    """The call is mended for sending; the reasoning before it is not touched."""
    use = {"type": "tool_use", "id": "toolu_1", "name": "get_value", "input": VALUES}
    good = {"type": "tool_use", "id": "toolu_2", "name": "get_values", "input": VALUES}
    outcome, server = room.ask(
        anthropic(THINKING, use, stop="tool_use"),
        anthropic(THINKING | {"signature": "s2"}, good, stop="tool_use"),
        anthropic({"type": "text", "text": "Enough."}),
        anthropic({"type": "text", "text": DRAFT}),
        provider="anthropic",
    )
    is_right(outcome)
    assert outcome.trace is not None
    assert [step.outcome for step in outcome.trace.steps] == ["refused: unknown_tool", "ok"]
    assert sent_back(server, 1)[0] == THINKING


def test_a_signature_on_a_call_goes_back(room: Room) -> None:
    """Google signs the call itself."""
    call = {"functionCall": {"name": "get_values", "args": VALUES}, "thoughtSignature": "c2lnbmF0dXJl"}
    outcome, server = room.ask(
        google(call), google({"text": "Enough."}), google({"text": DRAFT}), provider="google"
    )
    is_right(outcome)
    parts = [part for each in server.seen[1].body["contents"] for part in each["parts"]]
    assert [part["thoughtSignature"] for part in parts if "functionCall" in part] == ["c2lnbmF0dXJl"]


def test_reasoning_of_a_server_goes_back_where_it_came_from(room: Room) -> None:
    """Servers such as vLLM and llama.cpp send reasoning in a field of its own; no reader ever sees it."""
    call = compatible(None, ("c1", "get_values", VALUES), reasoning_content="99 million, I guess")
    outcome, server = room.ask(call, compatible("Enough."), compatible(DRAFT, reasoning_content="99!"))
    is_right(outcome)
    assistant = next(each for each in server.seen[1].body["messages"] if each["role"] == "assistant")
    assert assistant["reasoning_content"] == "99 million, I guess"
    assert "99" not in outcome.answer


def test_a_model_that_reasons_is_asked_instead_of_forced(room: Room) -> None:
    """Anthropic refuses a forced call while thinking is on; that is known before the first question."""
    said = {"provider": "anthropic", "model": "claude-haiku-4-5", "effort": "low"}
    outcome, server = room.ask(*one_call("anthropic"), path="tools+force", **said)
    is_right(outcome)
    assert server.seen[0].body["thinking"]["type"] == "enabled"
    assert server.seen[0].body["tool_choice"]["type"] == "auto"


def test_the_reply_is_kept_as_it_came(room: Room) -> None:
    """The trace holds the body of every reply and the settings that the model was asked with."""
    outcome, _ = room.ask(*one_call("openai"), provider="openai", temperature=0.5, effort="low")
    assert outcome.trace is not None
    assert json.loads(outcome.trace.replies[0].raw["body"]) == one_call("openai")[0]
    assert outcome.trace.settings == {
        "provider": "openai",
        "model": "gpt-4.1",
        "temperature": 0.5,
        "effort": "low",
        "max_tokens": 8192,
        "seconds": 120,
    }


def test_a_key_goes_to_its_provider_and_nowhere_else(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys that libraries would find in the environment by themselves are not sent to another server."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_AUTH_TOKEN", "GOOGLE_API_KEY"):
        monkeypatch.setenv(name, "of-somebody-else")
    for provider in ("compatible", "openai", "anthropic", "google"):
        outcome, server = room.ask(*one_call(provider), provider=provider)
        is_right(outcome)
        assert all("of-somebody-else" not in str(each.headers) for each in server.seen)
        assert all(KEY in str(each.headers) for each in server.seen)


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google"])
def test_a_key_that_a_provider_repeats_is_not_kept(room: Room, provider: str) -> None:
    """Neither the error nor the trace, nor the reply that is kept, holds the key."""
    from tests.unit.models.providers.wires import Answer

    body = {"error": {"message": f"Incorrect API key provided: {KEY}", "type": "x", "code": 401}}
    for status in (400, 401, 500):
        outcome, _ = room.ask(Answer(body, status=status), provider=provider)
        assert outcome.kind.value == "failed"
        assert KEY not in str(outcome.document())
        assert KEY not in str(outcome.trace_document())
        assert KEY not in repr(outcome.trace)
    outcome, _ = room.ask(compatible(f"Your key is {KEY}."), provider="openai")
    assert outcome.trace is not None
    assert KEY not in outcome.trace.replies[0].raw["body"]


def test_it_can_be_asked_where_a_loop_already_runs(room: Room) -> None:
    """A notebook, or a web door, has an event loop of its own."""
    import asyncio

    async def ask() -> Outcome:
        return room.ask(*one_call("compatible"))[0]

    is_right(asyncio.run(ask()))
