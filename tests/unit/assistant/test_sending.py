"""Requests that fail in passing, limits on tokens and money, and drafts that go back, without any network."""

from __future__ import annotations

from decimal import Decimal

import pytest
from tests.unit.assistant.conftest import ANSWER, Bench, Script

from tieout.assistant.conversation import Reply, ToolCall, Usage
from tieout.assistant.limits import Limits
from tieout.assistant.loop import run_loop
from tieout.assistant.paths import PATH_SETTINGS, Path, get_path
from tieout.assistant.trace import StopReason, Trace
from tieout.errors import DataError, ModelBusy, ModelError, ModelTimeout, UsageError
from tieout.facts.fact import Evidence
from tieout.testing import FixedClock, tiny_snapshot

CALL = Reply(
    tool_calls=(ToolCall(id="a", name="today", arguments={}),),
    finish="tool_calls",
    usage=Usage(input_tokens=90, output_tokens=10, cost_usd=Decimal("0.01")),
)
LAST = Reply(text=ANSWER, usage=Usage(input_tokens=90, output_tokens=10, cost_usd=Decimal("0.01")))


class Waiting:
    """A loop whose clock goes on only by waiting."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.clock = FixedClock()
        self.waits: list[float] = []

    def wait(self, seconds: float) -> None:
        """Note the wait and let the clock go on."""
        self.waits.append(seconds)
        self.clock.advance(seconds)

    def run(self, *replies: Reply | Exception, limits: Limits | None = None, **more: object) -> Trace:
        """Run the loop with a script."""
        path = Path(name="t", system="S", two_phases=False, revise="judge" in more)
        given = {"wait": self.wait} | more
        return run_loop(
            Script(replies),
            self.bench.toolset,
            "Q?",
            path,
            limits or Limits(),
            clock=self.clock,
            **given,  # type: ignore[arg-type]
        )


@pytest.fixture
def waiting(bench: Bench) -> Waiting:
    """Give a loop that can wait."""
    return Waiting(bench)


def test_a_busy_model_is_asked_again(waiting: Waiting) -> None:
    """After the wait that it asks for, or after one that grows; every sending counts."""
    trace = waiting.run(ModelBusy("busy", retry_after=3), CALL, ModelBusy("busy"), LAST)
    assert (trace.stop, trace.draft_text) == (StopReason.FINISHED, ANSWER)
    assert waiting.waits == [3, 2]
    assert (trace.model_calls, len(trace.requests), len(trace.replies)) == (4, 2, 2)
    assert [(each.request, each.waited) for each in trace.failures] == [(1, 3), (2, 2)]


@pytest.mark.parametrize(
    ("error", "stop"),
    [
        (ModelBusy("busy"), StopReason.MAX_RETRIES),
        (ModelTimeout("slow"), StopReason.TIMEOUT),
        (ModelBusy("busy", retry_after=61), StopReason.TIME),
        (ModelError("broken"), StopReason.MODEL_ERROR),
        (RuntimeError("bug"), StopReason.MODEL_ERROR),
    ],
)
def test_every_end_has_its_name(waiting: Waiting, error: Exception, stop: StopReason) -> None:
    """A limit on retries, a request too long, a wait beyond the run, a model that is broken."""
    trace = waiting.run(error, error, error)
    assert trace.stop is stop
    assert str(error) in trace.error
    assert trace.draft_text is None


def test_the_time_left_is_told_with_every_sending(waiting: Waiting) -> None:
    """A repeated request has less of it."""
    script = Script([ModelBusy("busy", retry_after=20), LAST])
    run_loop(
        script,
        waiting.bench.toolset,
        "Q?",
        Path(name="t", system="S", two_phases=False),
        clock=waiting.clock,
        wait=waiting.wait,
    )
    assert [request.seconds_left for request in script.requests] == [60, 40]


def test_without_a_way_to_wait_nothing_is_sent_again(waiting: Waiting) -> None:
    """The loop has no clock of its own to sleep by."""
    trace = waiting.run(ModelBusy("busy"), LAST, wait=None)
    assert (trace.stop, trace.model_calls) == (StopReason.MAX_RETRIES, 1)


def test_an_error_of_the_data_is_never_swallowed(waiting: Waiting) -> None:
    """It reaches the desk, whoever met it."""
    with pytest.raises(DataError):
        waiting.run(DataError("changed"))


def test_limits_on_tokens_and_money_stop_the_next_request(waiting: Waiting) -> None:
    """What was used is counted over all replies; the reply that passed the limit is not thrown away."""
    assert waiting.run(CALL, LAST, limits=Limits(tokens=100)).stop is StopReason.MAX_TOKENS
    assert waiting.run(CALL, LAST, limits=Limits(tokens=101)).stop is StopReason.FINISHED
    assert waiting.run(CALL, LAST, limits=Limits(cost_usd=Decimal("0.01"))).stop is StopReason.BUDGET
    assert waiting.run(CALL, LAST, limits=Limits(cost_usd=Decimal("0.011"))).stop is StopReason.FINISHED
    assert waiting.run(LAST, limits=Limits(tokens=1, cost_usd=Decimal("0.001"))).draft_text == ANSWER


def test_an_unknown_price_cannot_be_limited(waiting: Waiting) -> None:
    """Not by a reply without one, and not after a sending that may have cost something."""
    free = Reply(tool_calls=CALL.tool_calls, finish="tool_calls")
    assert waiting.run(free, LAST, limits=Limits(cost_usd=Decimal(9))).stop is StopReason.BUDGET
    trace = waiting.run(ModelTimeout("slow"), CALL, LAST)
    assert (trace.stop, trace.usage.cost_usd) == (StopReason.FINISHED, None)
    assert waiting.run(ModelTimeout("slow"), CALL, limits=Limits(cost_usd=Decimal(9))).stop is (
        StopReason.BUDGET
    )


def test_a_judge_is_asked_once(waiting: Waiting) -> None:
    """The draft goes back with what is wrong; the second one ends the run, whatever it is."""
    asked: list[str | None] = []

    def judge(text: str | None, finish: str, evidence: Evidence) -> str:
        asked.append(text)
        return f"- {finish}, {len(evidence)} facts"

    trace = waiting.run(Reply(text="first"), Reply(text="second"), Reply(text="third"), judge=judge)
    assert (trace.draft_text, asked) == ("second", ["first"])
    assert [each.problems for each in trace.rejected] == ["- stop, 0 facts"]
    assert trace.requests[1].tool_choice == "none"
    assert trace.requests[1].response_schema is not None
    assert "- stop, 0 facts" in trace.requests[1].messages[-1].text
    trace = waiting.run(Reply(text="first"), limits=Limits(model_calls=1), judge=judge)
    assert (trace.draft_text, trace.rejected) == ("first", ())
    trace = waiting.run(Reply(text=None, finish="refusal"), judge=judge)
    assert trace.rejected == ()


def test_a_draft_that_comes_early_is_not_asked_for_again(bench: Bench, waiting: Waiting) -> None:
    """Two phases are one request shorter where there are facts; from memory there is no short way."""
    fetch = ToolCall(id="a", name="get_value", arguments={"country": "KEN", "year": 2020})
    path = Path(name="t", system="S", two_phases=True)
    for first, requests in ((Reply(tool_calls=(fetch,), finish="tool_calls"), 2), (CALL, 3)):
        script = Script([first, LAST, LAST])
        trace = run_loop(script, bench.toolset, "Q?", path, clock=waiting.clock)
        assert (trace.draft_text, len(script.requests)) == (ANSWER, requests)


def test_words_behind_a_path_set_it() -> None:
    """Each in any order; the name keeps them, so that records tell paths apart."""
    path = get_path("tools:prose+force+single+revise", tiny_snapshot())
    assert (path.force_first_call, path.two_phases, path.revise, path.form) == (True, False, True, "prose")
    assert path.name == "tools:prose+force+single+revise"
    assert get_path("tools+free", tiny_snapshot(), force_first_call=True).force_first_call is False
    assert get_path("closed+revise", tiny_snapshot()).revise
    assert set(PATH_SETTINGS) == {"force", "free", "single", "revise", "bare", "unconstrained"}
    for name in ("tools+", "tools+quick", "+force", "tools+force:prose"):
        with pytest.raises(UsageError, match=r"\+revise"):
            get_path(name, tiny_snapshot())


@pytest.mark.parametrize(
    ("name", "value"), [("retries", -1), ("retries", True), ("tokens", 0), ("cost_usd", 1)]
)
def test_the_new_limits_are_checked(name: str, value: object) -> None:
    """No retries is a limit; no tokens is none."""
    with pytest.raises(UsageError, match=name):
        Limits(**{name: value})  # type: ignore[arg-type]
    assert Limits(retries=0, tokens=None, cost_usd=Decimal("0.5")).retries == 0
