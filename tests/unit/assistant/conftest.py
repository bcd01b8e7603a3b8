"""A model that follows a script, tools that count their runs, and a clock that is turned by hand."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tieout.assistant.conversation import Reply, Request, ToolCall
from tieout.assistant.limits import Limits
from tieout.assistant.loop import run_loop
from tieout.assistant.paths import Path
from tieout.assistant.trace import Step, Trace
from tieout.facts.area import Area
from tieout.facts.indicator import Indicator
from tieout.facts.observation import Observation
from tieout.facts.period import Period
from tieout.facts.unit import Unit
from tieout.tools.contract import Finding, Observed, Tool, Toolset

ANSWER = '{"status": "answered", "answer": "Done."}'
AREAS = {code: Area(code=code, name=code.title()) for code in ("KEN", "UGA", "NER", "NGA")}
POPULATION = Indicator(code="POP", name="Population", unit=Unit("people"))


class Script:
    """A model that gives listed replies and remembers its requests; then it answers."""

    def __init__(self, replies: Iterable[Reply | Exception | None]) -> None:
        self.replies = list(replies)
        self.requests: list[Request] = []

    @property
    def name(self) -> str:
        """The name of the model."""
        return "script"

    def reply(self, request: Request) -> Reply:
        """Return the next reply of the script."""
        self.requests.append(request)
        if len(self.requests) > len(self.replies):
            return Reply(text=ANSWER)
        reply = self.replies[len(self.requests) - 1]
        if isinstance(reply, Exception):
            raise reply
        return reply  # type: ignore[return-value]


class Clock:
    """Seconds that pass only when a test, or a tool of the test, says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


class Bench:
    """Tools that count their runs, put together with a loop."""

    def __init__(self) -> None:
        self.runs: list[tuple[str, int]] = []
        self.clock = Clock()
        self.slow = 0.0
        self.steps: list[Step] = []
        tools = (self.get_value, self.fail, self.today)
        self.toolset = Toolset([Tool.of(tool, "d") for tool in tools])

    def get_value(self, country: str, year: int) -> Finding:
        """Stand in for a statistics tool."""
        self.runs.append((country, year))
        self.clock.now += self.slow
        cell = Observation(
            area=AREAS[country], indicator=POPULATION, period=Period.of_year(year), text=f"{year}000"
        )
        return Finding(heading={"unit": "people"}, records=(Observed(observation=cell),))

    def fail(self, year: int) -> Finding:
        """Stand in for a tool with a fault."""
        self.runs.append(("fail", year))
        raise RuntimeError("a fault of ours")

    def today(self) -> Finding:
        """Stand in for a tool without arguments."""
        self.runs.append(("today", 0))
        return Finding(heading={"date": "2026-01-02"})

    def run(self, *replies: Reply | Exception | None, limits: Limits | None = None, **path: Any) -> Trace:
        """Run the loop over a script."""
        self.model = Script(replies)
        return run_loop(
            self.model,
            self.toolset,
            "How many people?",
            Path(name="tools", system="Be exact.", **path),
            limits or Limits(),
            clock=self.clock,
            on_step=self.steps.append,
        )


_NUMBERS = itertools.count(1)


def value(country: str = "KEN", year: int = 2020, **fields: Any) -> ToolCall:
    """Return a valid call with an id of its own, unless told otherwise."""
    arguments = f'{{"country": "{country}", "year": {year}}}'
    return ToolCall(**{"id": f"t{next(_NUMBERS)}", "name": "get_value", "arguments": arguments} | fields)


def calls(*proposed: ToolCall, **fields: Any) -> Reply:
    """Return a reply that proposes calls."""
    return Reply(**{"tool_calls": proposed, "finish": "tool_calls"} | fields)


Answers = Callable[[Trace], list[tuple[str, str]]]


def answered(trace: Trace) -> list[str]:
    """Return the ids that tool messages answer, in order."""
    return [message.call_id for message in trace.messages if message.role == "tool"]


def proposed(trace: Trace) -> list[str]:
    """Return the ids of the calls in the conversation, in order."""
    return [call.id for message in trace.messages for call in message.tool_calls]


@pytest.fixture
def bench() -> Bench:
    """Return fresh tools and a fresh clock."""
    return Bench()
