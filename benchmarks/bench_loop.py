"""What a loop costs when the model answers at once: ours, one written by hand, and those of our peers.

    python benchmarks/bench_loop.py              a table
    python benchmarks/bench_loop.py NAME COUNT   one contender alone, as JSON (what the table is made of)

Everyone answers the same question: the model proposes one call, ``get_value(economy="KEN", year=2020)``, the
tool returns one exact text, the model answers with it. What is timed is that whole question; what can be made
once (the agent, the toolset) is made before. Tools are coroutines where a framework would else take a thread.
What a stub says is made before, too, where it cannot be changed.
Each contender runs in a process of its own, with the hand-written loop beside it, in random order over the
rounds. A framework that is not installed is named as left out: pip install '.[peers]'.
"""

import asyncio
import contextlib
import gc
import importlib.util
import json
import logging
import os
import random
import statistics
import subprocess
import sys
import time
import warnings
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

Once = Callable[[], str | Awaitable[str]]

EXACT = "5.10"
QUESTION = "What was the inflation of Kenya in 2020?"
ARGUMENTS = {"economy": "KEN", "year": 2020}
PROPOSED = json.dumps(ARGUMENTS)
SCHEMA = {
    "type": "object",
    "properties": {"economy": {"type": "string"}, "year": {"type": "integer"}},
    "required": ["economy", "year"],
    "additionalProperties": False,
}
RUNS: list[int] = []
TURN = 20


def value_of(economy: str, year: int) -> str:
    """Do the work of the tool, which everyone calls."""
    assert economy == "KEN"
    RUNS.append(year)
    return EXACT


def ours(*, with_fact: bool = False) -> Once:
    """Make our loop over a tool that returns one plain record or, as our own tools do, one fact."""
    from tieout.assistant.conversation import Reply, Request, ToolCall
    from tieout.assistant.loop import run_loop
    from tieout.assistant.paths import Path as InformationPath
    from tieout.tools.contract import Tool, Toolset

    call = ToolCall(id="c1", name="get_value", arguments=PROPOSED)
    first, second = Reply(tool_calls=(call,), finish="tool_calls"), Reply(text=EXACT)

    class Stub:
        name = "stub"

        def reply(self, request: Request) -> Reply:
            last = request.messages[-1]
            if last.role == "tool":
                assert EXACT in last.text
                return second
            return first

    model = Stub()
    toolset = Toolset([Tool.of(_tool_of_ours(with_fact=with_fact), "d")])
    path = InformationPath(name="tools", system="be exact", two_phases=False)

    def once() -> str:
        trace = run_loop(model, toolset, QUESTION, path, clock=time.monotonic)
        assert len(trace.evidence) == with_fact
        return str(trace.draft_text)

    return once


def _tool_of_ours(*, with_fact: bool) -> Any:
    from tieout.facts.area import Area
    from tieout.facts.indicator import Indicator
    from tieout.facts.observation import Observation
    from tieout.facts.period import Period
    from tieout.facts.unit import Unit
    from tieout.tools.contract import Finding, Observed

    kenya, inflation = Area(code="KEN", name="Kenya"), Indicator(code="X", name="Inflation", unit=Unit("%"))

    def get_value(economy: str, year: int) -> Finding:
        text = value_of(economy, year)
        if not with_fact:
            return Finding(heading={"value": text})
        seen = Observation(area=kenya, indicator=inflation, period=Period.of_year(year), text=text)
        return Finding(heading={}, records=(Observed(observation=seen),))

    return get_value


def by_hand() -> Once:
    """Make the hand-written loop over plain dictionaries."""
    from hand_loop import hand_loop

    limits = {"model_calls": 5, "tool_calls": 10, "seconds": 60.0, "characters": 3000}
    tools = {"get_value": {"schema": SCHEMA, "run": value_of}}

    first = {"text": "", "tool_calls": [{"id": "c1", "name": "get_value", "arguments": PROPOSED}]}
    second: dict[str, object] = {"text": EXACT, "tool_calls": []}

    def model(messages: list[dict[str, object]]) -> dict[str, object]:
        last = messages[-1]
        if last["role"] == "tool":
            assert EXACT in str(last["content"])
            return second
        return first

    def once() -> str:
        ended = hand_loop(model, tools, QUESTION, time.monotonic, limits)
        assert ended["evidence"][0]["result"] == EXACT
        return str(ended["answer"])

    return once


def simonw_llm() -> Once:
    """Make a conversation of simonw/llm with one tool."""
    import llm

    class Stub(llm.Model):
        model_id, can_stream, supports_tools = "stub", False, True

        def execute(self, prompt, stream, response, conversation=None, **_):  # type: ignore[no-untyped-def]
            if prompt.tool_results:
                yield prompt.tool_results[-1].output
                return
            response.add_tool_call(llm.ToolCall(name="get_value", arguments=ARGUMENTS, tool_call_id="c1"))
            yield ""

    def get_value(economy: str, year: int) -> str:
        """Return a value."""
        return value_of(economy, year)

    model, tool = Stub(), llm.Tool.function(get_value)
    return lambda: model.conversation(tools=[tool]).chain(QUESTION, system="be exact", stream=False).text()


def pydantic_ai_agent() -> Once:
    """Make an Agent of pydantic-ai over a function model."""
    from pydantic_ai import Agent
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
    from pydantic_ai.models.function import FunctionModel

    async def reply(messages, _):  # type: ignore[no-untyped-def]
        for part in messages[-1].parts:
            if isinstance(part, ToolReturnPart):
                return ModelResponse(parts=[TextPart(part.content)])
        return ModelResponse(parts=[ToolCallPart("get_value", ARGUMENTS, tool_call_id="c1")])

    agent = Agent(FunctionModel(reply), instructions="be exact")

    @agent.tool_plain
    async def get_value(economy: str, year: int) -> str:
        return value_of(economy, year)

    async def once() -> str:
        return (await agent.run(QUESTION)).output

    return once


def openai_agents() -> Once:
    """Make an Agent of openai-agents over a model without a network."""
    os.environ["OPENAI_AGENTS_DISABLE_TRACING"] = "1"
    from agents import Agent, Runner, function_tool, set_tracing_disabled

    set_tracing_disabled(True)

    @function_tool
    async def get_value(economy: str, year: int) -> str:
        """Return a value."""
        return value_of(economy, year)

    agent = Agent(name="a", instructions="be exact", tools=[get_value], model=_stub_of_openai_agents())

    async def once() -> str:
        return str((await Runner.run(agent, QUESTION)).final_output)

    return once


def _stub_of_openai_agents() -> Any:
    from agents.items import ModelResponse
    from agents.models.interface import Model
    from agents.usage import Usage
    from openai.types.responses import ResponseFunctionToolCall as Call
    from openai.types.responses import ResponseOutputMessage as Said
    from openai.types.responses import ResponseOutputText as Text

    class Stub(Model):
        calls = 0

        async def get_response(self, system_instructions, input, *_, **__):  # type: ignore[no-untyped-def] # noqa: A002
            last = input[-1] if isinstance(input, list) else {}
            put: Any
            if last.get("type") == "function_call_output":
                text = Text(type="output_text", text=last["output"], annotations=[])
                put = Said(id="m", type="message", role="assistant", status="completed", content=[text])
            else:
                # An id that was used before would be taken for a call that has its result.
                self.calls += 1
                put = Call(
                    type="function_call", call_id=f"c{self.calls}", name="get_value", arguments=PROPOSED
                )
            return ModelResponse(output=[put], usage=Usage(), response_id=None)

        def stream_response(self, *_, **__):  # type: ignore[no-untyped-def]
            raise NotImplementedError

    return Stub()


CONTENDERS: Mapping[str, tuple[str, str, Callable[[], Once], int]] = {
    "ours": ("our loop", "tieout", ours, 3000),
    "with_fact": ("our loop, the result a fact", "tieout", lambda: ours(with_fact=True), 3000),
    "hand": ("hand-written loop", "hand_loop", by_hand, 3000),
    "llm": ("simonw/llm chain", "llm", simonw_llm, 500),
    "openai_agents": ("openai-agents Runner", "agents", openai_agents, 100),
    "pydantic_ai": ("pydantic-ai Agent", "pydantic_ai", pydantic_ai_agent, 100),
}
"""Of each: its name in the table, the module it needs, how it is made, and how often it is asked a round."""


def timed(name: str, count: int) -> dict[str, float]:
    """Ask one contender that often; return its median in us, and as a multiple of the loop by hand.

    The loop by hand is asked in between, twenty questions in turn, so that both meet the machine in the same
    moods, and neither a cold cache each time.
    """
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    once, hand = CONTENDERS[name][2](), by_hand()
    taken: list[float] = []
    beside: list[float] = []

    async def ask(one: Once, times: list[float]) -> None:
        started = time.perf_counter_ns()
        given = one()
        text = given if isinstance(given, str) else await given
        times.append((time.perf_counter_ns() - started) / 1000)
        assert text == EXACT, text

    async def all_of_them() -> None:
        for number in range(-TURN * max(1, count // (10 * TURN)), count, TURN):
            if number == 0:
                gc.collect()
                for kept in (RUNS, taken, beside):
                    kept.clear()
            for one, times in ((once, taken), (hand, beside)):
                for _ in range(TURN):
                    await ask(one, times)

    if name in ("openai_agents", "pydantic_ai"):
        asyncio.run(all_of_them())
    else:
        # What is synchronous must not find an event loop: nothing here then suspends.
        with contextlib.suppress(StopIteration):
            all_of_them().send(None)
    assert len(RUNS) == 2 * count, (len(RUNS), count)
    median = statistics.median(taken)
    return {"us": median, "times by hand": median / statistics.median(beside)}


def measure(rounds: int = 7) -> tuple[dict[str, dict[str, float]], list[str]]:
    """Return what `timed` gives of each contender, and who was left out.

    Of the microseconds the quietest round counts, since other work on the machine doubles some of them; the
    multiple is the median over the rounds.
    """
    present = [name for name, one in CONTENDERS.items() if importlib.util.find_spec(one[1]) is not None]
    taken: dict[str, list[dict[str, float]]] = {name: [] for name in present}
    for _ in range(rounds):
        for name in random.sample(present, len(present)):
            command = [sys.executable, __file__, name, str(CONTENDERS[name][3])]
            ended = subprocess.run(command, capture_output=True, text=True, check=False)
            if ended.returncode != 0:
                raise SystemExit(f"{CONTENDERS[name][0]} failed:\n{ended.stderr}")
            taken[name].append(json.loads(ended.stdout.splitlines()[-1]))
    figures = {
        CONTENDERS[name][0]: {
            "us": min(each["us"] for each in taken[name]),
            "times by hand": statistics.median(each["times by hand"] for each in taken[name]),
        }
        for name in present
    }
    return figures, [one[0] for name, one in CONTENDERS.items() if name not in present]


def main() -> None:
    """Measure everyone and print a table."""
    figures, left_out = measure()
    for name, found in figures.items():
        print(f"  {name:<36} {found['us']:>12,.1f} us {found['times by hand']:>8,.1f} x by hand")
    if left_out:
        print(f"  left out, not installed: {', '.join(left_out)}")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(json.dumps(timed(sys.argv[1], int(sys.argv[2]))))
    else:
        main()
