"""The loop that a careful person would write by hand: the measure of what ours costs.

Plain dictionaries, one function, the same promises: limits checked before work starts, a whole batch of
calls validated before any runs, one result for each call in order, a repeated call stops. No traces, no
typed values, no facts.
"""

import json
from collections.abc import Callable
from typing import Any

Call = dict[str, Any]
Answer = dict[str, Any]


def hand_loop(
    model: Callable[[list[dict[str, Any]]], Answer],
    tools: dict[str, tuple[frozenset[str], Callable[..., Any]]],
    question: str,
    clock: Callable[[], float],
    model_calls: int = 5,
    tool_calls: int = 10,
    seconds: float = 60.0,
    characters: int = 3000,
) -> tuple[str, str]:
    """Run one question; return the text of the draft and the reason it stopped ("" when it finished)."""
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": "Use the tools; answer from their results only."},
        {"role": "user", "content": f"<question>{question}</question>"},
    ]
    started, ran, seen = clock(), 0, set()
    for _ in range(model_calls):
        if clock() - started > seconds:
            return "", "time"
        reply = model(messages)
        calls: list[Call] = reply["tool_calls"]
        if not calls:
            return reply["text"], ""
        if ran + len(calls) > tool_calls:
            return "", "max_tool_calls"
        messages.append({"role": "assistant", "content": reply["text"], "tool_calls": calls})
        checked: list[tuple[Call, Callable[..., Any] | None, dict[str, Any]]] = []
        for call in calls:
            wanted, function = tools.get(call["name"], (frozenset(), None))
            arguments = json.loads(call["arguments"])
            key = (call["name"], call["arguments"])
            if key in seen:
                return "", "repeated_call"
            seen.add(key)
            checked.append((call, function if wanted == arguments.keys() else None, arguments))
        for call, checked_function, arguments in checked:
            result = checked_function(**arguments) if checked_function else {"error": "not allowed"}
            ran += 1
            text = json.dumps(result)[:characters]
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": text})
    return "", "max_model_calls"
