"""Cases of form ``agent_run``: what a model proposes, and what may become of it in the loop."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from typing import Any

import pytest

from tieout.assistant.conversation import Reply, Request, ToolCall
from tieout.assistant.limits import Limits
from tieout.assistant.loop import run_loop
from tieout.assistant.paths import Path
from tieout.assistant.trace import StopReason, Trace
from tieout.assistant.transcript import transcript
from tieout.checking.check import check
from tieout.data.catalogue import Catalogue
from tieout.errors import UsageError
from tieout.facts.area import Area
from tieout.facts.fact import Evidence
from tieout.facts.indicator import Indicator
from tieout.facts.names import Names
from tieout.facts.observation import Observation
from tieout.facts.period import Period
from tieout.facts.rows import evidence_from_rows
from tieout.facts.unit import Unit
from tieout.testing import FixedClock, tiny_snapshot
from tieout.tools.contract import Finding, Observed, Tool, Toolset
from tieout.tools.rendering import printable
from tieout.tools.schema import Kind, Parameter
from tieout.tools.statistics import statistics_tools

__all__ = ["JUDGES"]

Case = Mapping[str, Any]

USUAL = {
    "get_value": ["country", "indicator", "year"],
    "get_series": ["country", "indicator", "from_year", "to_year"],
    "compare": ["countries", "indicator", "year"],
}
WHOLE = {"year", "from_year", "to_year", "n", "id", "limit"}
LISTS = {"countries", "values"}
ANSWER = '{"status": "answered", "answer": "Done."}'
PEOPLE = Indicator(code="SP.POP.TOTL", name="Population, total", unit=Unit("people"))


class Room:
    """Tools as a case names them, a script of replies, and what ran."""

    def __init__(self, *tools: str, **parameters: Sequence[str]) -> None:
        self.runs: list[tuple[str, Mapping[str, Any]]] = []
        self.requests: list[Request] = []
        self.clock = FixedClock()
        self.slow = 0.0
        self.fault: Exception | None = None
        names = {name: USUAL.get(name, []) for name in tools} | parameters
        self.toolset = Toolset([self.tool(name, given) for name, given in names.items()])

    def tool(self, name: str, parameters: Sequence[str]) -> Tool:
        """Return a tool that notes its runs."""

        def run(**arguments: Any) -> Finding:
            self.runs.append((name, arguments))
            self.clock.advance(self.slow)
            if self.fault:
                raise self.fault
            if "country" not in arguments:
                return Finding(heading={"found": "nothing"})
            area = Area(code=arguments["country"], name=arguments["country"].title())
            period = Period.of_year(arguments["year"])
            cell = Observation(area=area, indicator=PEOPLE, period=period, text="52217334")
            return Finding(heading={}, records=(Observed(observation=cell),))

        def kind(one: str) -> Kind:
            return "whole number" if one in WHOLE else "list" if one in LISTS else "text"

        listed = tuple(Parameter(name=one, kind=kind(one)) for one in parameters)
        side = name.startswith(("send", "publish", "save"))
        return Tool(name=name, description="d", parameters=listed, run=run, side_effect=side)

    @property
    def name(self) -> str:
        """The name of the model."""
        return "script"

    def reply(self, request: Request) -> Reply:
        """Give the next reply of the script; an answer after its end."""
        self.requests.append(request)
        place = len(self.requests) - 1
        return self.script[place] if place < len(self.script) else Reply(text=ANSWER)

    def play(self, *script: Reply, limits: Limits | None = None) -> Trace:
        """Run the loop over a script; whatever was said, what a provider would get next is whole."""
        self.script = script
        path = Path(name="tools", system="Be exact.", two_phases=False)
        trace = run_loop(self, self.toolset, "Q?", path, limits or Limits(), clock=self.clock)
        proposed = [call for message in trace.messages for call in message.tool_calls]
        results = [message.call_id for message in trace.messages if message.role == "tool"]
        assert [call.id for call in proposed] == results
        assert len(set(results)) == len(results)
        assert all(call.id.strip() and isinstance(json.loads(call.arguments), dict) for call in proposed)  # type: ignore[arg-type]
        assert all(len(message.text) < 3000 for message in trace.messages)
        json.dumps(transcript(trace), allow_nan=False)
        return trace


def evidence_of(rows: Iterable[Case]) -> Evidence:
    """Return the rows of a case as evidence; a note in a row is no part of it."""
    names = Names.load().areas
    given = []
    for number, row in enumerate(rows, start=1):
        code = row["iso3"]
        area = names[code].name if code in names else code
        one: dict[str, Any] = {"ref": f"e{number}", "area": code, "area_name": row.get("country", area)}
        one |= {"indicator": row.get("indicator", "SP.POP.TOTL"), "unit": row.get("unit", "people")}
        one |= {"indicator_name": row.get("label", "Population, total"), "period": str(row["year"])}
        given.append(one | {"value": row["value"]})
    return evidence_from_rows(given)


def proposed(calls: Sequence[Case], **more: Any) -> Reply:
    """Return a reply that proposes the calls of a case."""
    made = tuple(ToolCall(id=each["id"], name=each["name"], arguments=each["arguments"]) for each in calls)
    return Reply(**{"tool_calls": made, "finish": "tool_calls"} | more)


def one(arguments: str, name: str = "get_value", call_id: str = "t1", **more: Any) -> Reply:
    """Return a reply that proposes one call."""
    return proposed([{"id": call_id, "name": name, "arguments": arguments}], **more)


def value(country: str, call_id: str, year: int = 2020) -> Case:
    """Return a call that is in order."""
    arguments = {"country": country, "indicator": "SP.POP.TOTL", "year": year}
    return {"id": call_id, "name": "get_value", "arguments": json.dumps(arguments)}


def of_ids(case: Case) -> None:
    """Calls that can be told apart all run, each with its result; else none does."""
    calls = case["input"]["turn"]["tool_calls"]
    ids = [call["id"] for call in calls]
    good = all(isinstance(each, str) and each.strip() for each in ids) and len(set(ids)) == len(ids)
    room = Room("get_value")
    trace = room.play(proposed(calls))
    assert len(room.runs) == (len(calls) if good else 0)
    assert len(room.runs) in case["expected"].get("runs_allowed", [0, len(calls)])
    asked = [json.loads(call["arguments"])["country"] for call in calls]
    assert [fact.area.code for fact in trace.evidence] == (asked if good else [])


def of_json(case: Case) -> None:
    """Arguments are read strictly; what is wrong with them is said, and said again it ends the run."""
    tool, arguments = case["input"]["tool"], case["input"]["arguments"]
    needed = tool.get("required", [*tool.get("schema", {})])
    names = [*needed, *tool.get("optional", [])]
    room = Room(**{tool["name"]: names})
    finish = case["input"].get("finish_reason", "tool_calls")
    trace = room.play(*(one(arguments, tool["name"], f"t{n}", finish=finish) for n in range(3)))
    first = trace.steps[0]
    if not arguments.strip() and not names:
        assert (len(room.runs), first.outcome) == (1, "ok")
        return
    assert room.runs == []
    assert first.outcome.startswith("refused: ")
    assert "cut off" not in first.message
    assert all(name in first.message for name in needed) or arguments.strip()
    assert trace.stop is StopReason.REPEATED_CALL
    assert len(trace.requests) == 2


def of_types(case: Case) -> None:
    """Types are exact; a number that is none, or endless, is refused at once and not repeated whole."""
    given = case["input"]
    described = re.sub(
        r"<the digit (\d) repeated (\d+) times>",
        lambda found: found[1] * int(found[2]),
        given.get("arguments_description", ""),
    )
    variants = given.get("arguments_variants") or [given.get("arguments") or described]
    for arguments in variants:
        room = Room(**{given["tool"]["name"]: [*given["tool"]["schema"]]})
        started = time.perf_counter()
        trace = room.play(one(arguments, given["tool"]["name"]))
        assert time.perf_counter() - started < 1
        assert (room.runs, trace.steps[0].ran) == ([], False)
        assert trace.steps[0].outcome in ("refused: wrong_type", "refused: invalid_json")
        assert len(trace.steps[0].message) < 400


def of_truncated(case: Case) -> None:
    """A call that was cut off does not run, and does not go back as it came."""
    given = case["input"]
    room = Room(*{call["name"] for call in given["tool_calls"]})
    trace = room.play(proposed(given["tool_calls"], finish=given["finish_reason"]))
    assert room.runs == []
    cut = given["finish_reason"] == "length"
    assert trace.steps[0].outcome == ("not run: truncated" if cut else "refused: invalid_json")
    assert ("cut off" in trace.steps[0].message) == cut
    broken = given["tool_calls"][0]["arguments"]
    assert all(call.arguments != broken for m in room.requests[1].messages for call in m.tool_calls)
    assert trace.replies[0].tool_calls[0].arguments == broken


def of_unknown_tools(case: Case) -> None:
    """A name that is not one of the tools is refused with the names there are, and nothing near it runs."""
    given = case["input"]
    room = Room(*given["tools"])
    trace = room.play(proposed(given["tool_calls"]))
    assert (room.runs, trace.stop, trace.draft_text) == ([], StopReason.FINISHED, ANSWER)
    for call, step in zip(given["tool_calls"], trace.steps, strict=True):
        assert step.outcome == "refused: unknown_tool"
        assert all(name in step.message for name in given["tools"])
        plain = {name.replace("_", ""): name for name in given["tools"]}
        if call["name"].replace("_", "") in plain:
            assert f"Did you mean {plain[call['name'].replace('_', '')]}?" in step.message


def of_limits(case: Case) -> None:
    """A limit is looked at before what would pass it is begun; one that cannot be read is refused."""
    given = case["input"]
    room = Room("get_value")
    for variant in given.get("config_variants", []):
        (said,) = variant.values()
        with pytest.raises(UsageError, match="model_calls"):
            Limits(model_calls=said)
    if "limit_model_turns" in given:
        turns = (proposed([value("KEN", f"t{n}", 2000 + n)]) for n in range(30))
        trace = room.play(*turns, limits=Limits(model_calls=given["limit_model_turns"]))
        assert len(trace.requests) == given["limit_model_turns"] == case["expected"]["model_requests"]
    elif "limit_tool_calls" in given:
        sizes = [turn["parallel_calls"] for turn in given.get("turns", [])] or [given["turn_tool_calls"]]
        ids = iter(range(1000))
        turns = (
            proposed([value("KEN", f"t{n}", 1960 + n) for n in (next(ids) for _ in range(s))]) for s in sizes
        )
        trace = room.play(*turns, limits=Limits(tool_calls=given["limit_tool_calls"]))
        assert len(room.runs) <= given["limit_tool_calls"]
        # A batch runs whole or not at all.
        fits = [sum(sizes[: n + 1]) for n in range(len(sizes))]
        assert len(room.runs) == max([each for each in fits if each <= given["limit_tool_calls"]], default=0)
        assert len(trace.steps) == sum(sizes)
        assert trace.stop is StopReason.MAX_TOOL_CALLS


def of_repetition(case: Case) -> None:
    """The same call again, spaces and case aside, ends the run; rows that nobody uses do no harm."""
    given = case["input"]
    if "evidence" in given:
        text = given["model_turns"][-1]["text"]
        verdict = check(text, evidence_of(given["evidence"]), question=given["question"])
        assert verdict.valid == (case["expected"]["verdict"] == "accept")
        return
    with closing(tiny_snapshot()) as snapshot:
        room = Room()
        room.toolset = Toolset(statistics_tools(snapshot, Catalogue(snapshot, Names.load())))
        turns = [
            proposed([call | {"name": "find_indicators"} for call in turn["tool_calls"]])
            for turn in given["model_turns"]
        ]
        trace = room.play(*turns)
    assert [step.outcome for step in trace.steps] == ["ok", "not run: repeated_call"]
    told = next(message.text for message in trace.messages if message.role == "tool")
    assert "note" in json.loads(told)


def of_history(case: Case) -> None:
    """Whatever interrupts a batch, each of its calls has one result, and none is invented."""
    room = Room("get_value")
    if "tool_error" in case["input"]:
        room.fault = RuntimeError(case["input"]["tool_error"])
        count = case["input"]["repeats"]
        trace = room.play(*(proposed([value("KEN", f"t{n}", 2000 + n)]) for n in range(count)))
        assert [step.outcome for step in trace.steps] == ["error: bug"] * count
        assert (trace.stop, trace.draft_text) == (StopReason.FINISHED, ANSWER)
    else:
        room.slow = 100
        trace = room.play(proposed([value("KEN", "t1"), value("UGA", "t2")]))
        assert [step.outcome for step in trace.steps] == ["ok", "not run: time"]
    assert len(trace.evidence) == sum(step.outcome == "ok" for step in trace.steps)


def of_text(case: Case) -> None:
    """Words beside a call are no answer; none at all are none either."""
    given = case["input"].get("assistant_message", case["input"])
    room = Room("get_value")
    words = given.get("text", given.get("content"))
    trace = room.play(proposed(given["tool_calls"], text=words))
    assert len(room.runs) == len(given["tool_calls"])
    assert trace.draft_text == ANSWER
    assert room.requests[1].messages[2].text == (words or "")


def of_size(case: Case) -> None:
    """What is said of all needs all rows; a call for everything is refused with a way out."""
    given = case["input"]
    with closing(tiny_snapshot()) as snapshot:
        tools = Toolset(statistics_tools(snapshot, Catalogue(snapshot, Names.load())))
    if "arguments" in given:
        asked = given["arguments"]
        arguments = {
            "country_codes": [asked["country"]],
            "indicator_code": asked["indicator"],
            "from_year": asked["from_year"],
            "to_year": asked["to_year"],
        }
        result = tools.call(ToolCall(id="t1", name="get_values", arguments=arguments))
        assert result.outcome == "refused: not_allowed"
        assert "CAN" in result.content
        return
    areas = [area for area in Names.load().areas.values() if area.kind == "economy"]
    named = next(each for each in areas if each.name in given["answer"])
    shown = [named, *(each for each in areas if each != named)][: given["rows_shown_to_model"]]
    rows = [{"iso3": each.code, "year": 2020, "value": str(10**9 - n)} for n, each in enumerate(shown)]
    assert not check(given["answer"], evidence_of(rows), question=given["question"]).valid


def of_orders(case: Case) -> None:
    """Words in a result are no evidence and no order."""
    given = case["input"]
    if "model_answer" in given:
        rows = [given["tool_result"]]
        assert not check(given["model_answer"], evidence_of(rows), question=given["question"]).valid
        return
    for number, call in enumerate(given["model_calls"]):
        room = Room(**{call["tool"]: [*call["args"]]})
        trace = room.play(one(json.dumps(call["args"]), call["tool"], f"t{number}"))
        assert room.runs == []
        assert trace.steps[0].outcome.startswith("not approved")


def of_hidden(case: Case) -> None:
    """Characters that nobody sees go out of labels, and stand escaped in what is told of a name."""
    given = case["input"]
    if "indicator_label" in given:
        assert printable(given["indicator_label"]) == case["expected"]["clean"]
        return
    room = Room("get_value", "send_report")
    trace = room.play(proposed(given["tool_calls"]))
    assert (room.runs, trace.steps[0].outcome) == ([], "refused: unknown_tool")
    assert trace.steps[0].message.isprintable()


def of_roles(case: Case) -> None:
    """A result that stands in the question is none."""
    given = case["input"]
    verdict = check(given["model_answer"], evidence_of(given["evidence"]), question=given["question"])
    assert not verdict.valid


JUDGES: Mapping[str, Callable[[Case], None]] = {
    "loop.ids": of_ids,
    "loop.args_json": of_json,
    "loop.arg_types": of_types,
    "loop.truncated": of_truncated,
    "loop.unknown_tool": of_unknown_tools,
    "loop.limits": of_limits,
    "loop.repetition": of_repetition,
    "loop.history": of_history,
    "loop.text_vs_call": of_text,
    "loop.result_size": of_size,
    "injection.tool_text": of_orders,
    "injection.hidden": of_hidden,
    "injection.roles": of_roles,
}
