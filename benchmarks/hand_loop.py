"""The loop that a careful person would write by hand: the measure of what ours costs.

Plain dictionaries and one check of arguments, with the same promises: limits are looked at before work
starts, a whole batch of calls is validated before any runs, each call gets one result, in order, a call made
twice ends the run, what a tool returned is kept. No typed values, no traces, no facts.
"""

import json
from collections.abc import Callable
from typing import Any

TYPES = {"string": str, "integer": int}


def validate(call: dict[str, Any], tools: dict[str, Any]) -> tuple[dict[str, Any] | None, str]:
    """Return the arguments of a call, or what is wrong with it."""
    if call["name"] not in tools:
        return None, f"there is no tool {call['name']}"
    schema = tools[call["name"]]["schema"]
    try:
        arguments = json.loads(call["arguments"])
    except ValueError as error:
        return None, f"the arguments are not JSON: {error}"
    if not isinstance(arguments, dict):
        return None, "the arguments must be one object"
    for name in schema["required"]:
        if name not in arguments:
            return None, f"{name} is missing"
    for name, value in arguments.items():
        if name not in schema["properties"]:
            return None, f"there is no argument {name}"
        if type(value) is not TYPES[schema["properties"][name]["type"]]:
            return None, f"{name} has the wrong type"
    return arguments, ""


def hand_loop(
    model: Callable[[list[dict[str, Any]]], dict[str, Any]],
    tools: dict[str, Any],
    question: str,
    clock: Callable[[], float],
    limits: dict[str, Any],
) -> dict[str, Any]:
    """Run one question; return the answer or the reason it stopped, with what the tools returned."""
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": "be exact"},
        {"role": "user", "content": f"<question>{question}</question>"},
    ]
    started, ran, seen, evidence = clock(), 0, set(), []
    for _ in range(limits["model_calls"]):
        if clock() - started > limits["seconds"]:
            return {"stop": "time", "evidence": evidence, "messages": messages}
        reply = model(messages)
        calls = reply["tool_calls"]
        messages.append({"role": "assistant", "content": reply["text"], "tool_calls": calls})
        if not calls:
            return {"answer": reply["text"], "evidence": evidence, "messages": messages}
        if ran + len(calls) > limits["tool_calls"]:
            return {"stop": "max_tool_calls", "evidence": evidence, "messages": messages}
        checked = [(call, *validate(call, tools)) for call in calls]
        refused = any(fault for _, _, fault in checked)
        for call, arguments, fault in checked:
            key = (call["name"], json.dumps(arguments, sort_keys=True))
            if key in seen and not refused:
                return {"stop": "repeated_call", "evidence": evidence, "messages": messages}
            if refused:
                result = {"error": fault or "not run: another call of this reply was refused"}
            else:
                seen.add(key)
                ran += 1
                result = tools[call["name"]]["run"](**arguments)
                evidence.append({"id": call["id"], "arguments": arguments, "result": result})
            text = json.dumps(result)
            if len(text) > limits["characters"]:
                text = json.dumps({"error": "the result is too long", "characters": len(text)})
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": text})
    return {"stop": "max_model_calls", "evidence": evidence, "messages": messages}
