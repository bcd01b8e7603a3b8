"""A call with a side effect runs only after a yes to exactly this call, once; everything else is no."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest
from tests.unit.assistant.conftest import ANSWER, Bench, Clock, Script, calls, value

from tieout.assistant.approval import (
    Answer,
    ApprovalRequest,
    Approver,
    AutoApproval,
    Decision,
    Rule,
)
from tieout.assistant.conversation import Reply, ToolCall
from tieout.assistant.limits import Limits
from tieout.assistant.loop import run_loop
from tieout.assistant.paths import Path
from tieout.assistant.trace import StopReason, Trace
from tieout.errors import UsageError
from tieout.tools.contract import Finding, Numbering, Tool, Toolset

PATH = Path(name="tools", system="Be exact.", two_phases=False)


class Press:
    """A tool that publishes, for a run beside tools that only read."""

    def __init__(self, bench: Bench) -> None:
        self.published: list[str] = []
        publish = Tool.of(self.publish, "Publish a text.", side_effect=True)
        self.toolset = Toolset([*bench.toolset.tools, publish])
        self.clock: Clock = bench.clock

    def publish(self, text: str) -> Finding:
        """Stand in for something that cannot be taken back."""
        self.published.append(text)
        return Finding(heading={"published": text})

    def run(self, *replies: Reply, approver: Approver | None = None, earlier: Trace | None = None) -> Trace:
        """Run or go on with a run."""
        self.model = Script(replies)
        return run_loop(
            self.model,
            self.toolset,
            "Publish it.",
            PATH,
            Limits(),
            clock=self.clock,
            approver=approver,
            earlier=earlier,
        )


class Person:
    """Answers from a list, in order, and remembers what was asked."""

    def __init__(self, answers: Iterable[Answer]) -> None:
        self.answers = list(answers)
        self.asked: list[ApprovalRequest] = []

    def decide(self, request: ApprovalRequest) -> Decision:
        """Give the next answer."""
        self.asked.append(request)
        return Decision(answer=self.answers.pop(0), who="ada")


@pytest.fixture
def press(bench: Bench) -> Press:
    """Return a press whose clock is the bench's."""
    return Press(bench)


def publish(text: str = "Kenya: 52.2 million (2020)", **fields: Any) -> ToolCall:
    return ToolCall(**{"id": f"p-{text}", "name": "publish", "arguments": {"text": text}} | fields)


def outcomes(trace: Trace) -> list[tuple[str, str]]:
    return [(step.tool, step.outcome) for step in trace.steps]


def test_a_yes_runs_the_call_once(press: Press) -> None:
    """The person is shown the resolved tool and its arguments; the run goes on with the result."""
    person = Person([Answer.APPROVED])
    trace = press.run(calls(publish("a")), approver=person)
    assert press.published == ["a"]
    assert outcomes(trace) == [("publish", "ok")]
    (asked,) = person.asked
    assert (asked.tool, dict(asked.arguments)) == ("publish", {"text": "a"})
    assert trace.draft_text == ANSWER


NO = [Answer.DENIED, Answer.NO_ANSWER, Answer.TIMED_OUT, Answer.ALREADY_RUN]


@pytest.mark.parametrize("answer", NO)
def test_anything_else_is_no_and_the_model_is_told_not_to_try_again(press: Press, answer: Answer) -> None:
    """Refused and timed out stand apart in the record; nothing runs."""
    trace = press.run(calls(publish("a")), approver=Person([answer]))
    assert press.published == []
    assert outcomes(trace) == [("publish", f"not approved: {answer.value}")]
    assert not trace.steps[0].ran
    told = json.loads(trace.messages[3].text)
    assert told["error"] == "not_approved"
    assert "Do not propose it again" in told["message"]


def test_nobody_to_ask_is_no(press: Press) -> None:
    """The default of a desk is no."""
    assert outcomes(press.run(calls(publish()))) == [("publish", "not approved: no answer")]
    assert press.published == []


def test_a_denied_call_proposed_again_stops_the_run(press: Press) -> None:
    """A model that does not take no for an answer is not asked about twice."""
    person = Person([Answer.DENIED])
    trace = press.run(calls(publish("a")), calls(publish("a", id="again")), approver=person)
    assert trace.stop is StopReason.REPEATED_CALL
    assert len(person.asked) == 1


def test_tools_that_read_never_ask(press: Press, bench: Bench) -> None:
    """Of three calls only the one with a side effect waits for an answer (bound to ids, not to places)."""
    person = Person([Answer.APPROVED])
    trace = press.run(calls(value("KEN"), publish("b"), value("UGA")), approver=person)
    assert [request.tool for request in person.asked] == ["publish"]
    assert bench.runs == [("KEN", 2020), ("UGA", 2020)]
    assert [tool for tool, outcome in outcomes(trace) if outcome == "ok"] == [
        "get_value",
        "publish",
        "get_value",
    ]


@pytest.mark.parametrize(
    "name", ["functions.publish", "pub\u200blish", "publish ", "PUBLISH", "publish\u2028"]
)
def test_a_look_alike_name_is_unknown_and_never_asked_about(press: Press, name: str) -> None:
    """Approval is of the registered tool; an unknown name is refused before anyone is asked."""
    person = Person([])
    trace = press.run(calls(publish(name=name)), approver=person)
    assert outcomes(trace) == [(name, "refused: unknown_tool")]
    assert (person.asked, press.published) == ([], [])


def test_what_the_model_says_beside_the_call_is_not_shown(press: Press) -> None:
    """The request holds tool and arguments from the call, and no sentence of the model."""
    person = Person([Answer.DENIED])
    press.run(calls(publish("everything"), text="I will save the table."), approver=person)
    assert "table" not in repr(person.asked[0])


def test_the_time_a_person_takes_is_no_time_of_the_run(press: Press) -> None:
    """Thinking it over for an hour leaves the run its seconds."""

    class Slow:
        def decide(self, request: ApprovalRequest) -> Decision:
            press.clock.now += 3_600
            return Decision(answer=Answer.APPROVED)

    trace = press.run(calls(publish("a")), approver=Slow())
    assert trace.stop is StopReason.FINISHED
    assert trace.seconds < 60


def test_a_waiting_run_goes_on_where_it_stood(press: Press, bench: Bench) -> None:
    """What reads runs at once, what waits runs after the yes, and results stand in the order of the calls."""
    waiting = press.run(calls(value("KEN"), publish("b"), value("UGA")), approver=Person([Answer.PENDING]))
    assert waiting.stop is StopReason.APPROVAL
    assert outcomes(waiting) == [("get_value", "ok"), ("get_value", "ok")]
    assert (press.published, len(waiting.evidence)) == ([], 2)

    done = press.run(Reply(text=ANSWER), approver=Person([Answer.APPROVED]), earlier=waiting)
    assert press.published == ["b"]
    assert bench.runs == [("KEN", 2020), ("UGA", 2020)]
    assert done.stop is StopReason.FINISHED
    assert done.evidence == waiting.evidence
    sent = press.model.requests[0].messages
    called = [call.id for message in sent for call in message.tool_calls]
    assert [message.call_id for message in sent if message.role == "tool"] == called


def test_of_two_waiting_calls_each_has_its_own_answer(press: Press) -> None:
    """A first yes and a second no, in the order of the calls; nothing runs twice on the way."""
    waiting = press.run(calls(publish("a"), publish("b")), approver=Person([Answer.PENDING, Answer.PENDING]))
    half = press.run(approver=Person([Answer.APPROVED, Answer.PENDING]), earlier=waiting)
    assert (press.published, half.stop) == (["a"], StopReason.APPROVAL)
    done = press.run(approver=Person([Answer.DENIED]), earlier=half)
    assert press.published == ["a"]
    assert outcomes(done) == [("publish", "ok"), ("publish", "not approved: denied")]


def test_a_repeated_call_after_the_wait_is_still_a_repeated_call(press: Press) -> None:
    """What was seen before the wait is remembered over it."""
    waiting = press.run(calls(publish("a")), approver=Person([Answer.PENDING]))
    done = press.run(calls(publish("a", id="again")), approver=Person([Answer.APPROVED]), earlier=waiting)
    assert (done.stop, press.published) == (StopReason.REPEATED_CALL, ["a"])


def test_a_run_that_waits_for_nobody_cannot_go_on(press: Press, bench: Bench) -> None:
    """A finished run is not resumed, nor one whose tool is gone."""
    finished = press.run()
    with pytest.raises(UsageError, match="waits for nobody"):
        press.run(earlier=finished)
    waiting = press.run(calls(publish("a")), approver=Person([Answer.PENDING]))
    press.toolset = bench.toolset
    with pytest.raises(UsageError, match="no tool 'publish'"):
        press.run(earlier=waiting)


def test_a_digest_is_of_exactly_this_call(press: Press) -> None:
    """One other digit is another call; the id of the call is not part of it."""

    def digest(text: str, id_: str) -> str:
        checked = press.toolset.validate(publish(text, id=id_))
        return ApprovalRequest.of(checked).digest  # type: ignore[arg-type]

    assert digest("52.2", "1") == digest("52.2", "2")
    assert digest("52.2", "1") != digest("62.2", "1")


def test_no_door_runs_a_side_effect_without_an_approval(press: Press) -> None:
    """A call made by hand is refused, as is a run of a checked call that nobody approved."""
    result = press.toolset.call(publish("a"))
    assert (result.outcome, press.published) == ("refused: not_allowed", [])
    checked = press.toolset.validate(publish("a"))
    assert press.toolset.run(checked, Numbering()).outcome == "refused: not_allowed"  # type: ignore[arg-type]


RULE = Rule(tool="save_file", arguments={"path": "reports/"})
PATHS = {
    "reports/2024.csv": True,
    "reports/a/../b.csv": True,
    "reports/../config.toml": False,
    "reports": False,
    "reports/": False,
    "reports-old/x.csv": False,
    "/reports/x.csv": False,
    "./reports/x.csv": True,
    "reports\\..\\x": False,
    "reports/\0": False,
}


@pytest.mark.parametrize("path", PATHS)
def test_a_rule_compares_resolved_paths(path: str) -> None:
    """A rule for a folder is no rule for what only begins with its name."""
    request = ApprovalRequest(call_id="c", tool="save_file", arguments={"path": path}, digest="")
    assert RULE.allows(request) is PATHS[path]


def test_a_rule_names_every_argument_and_its_value() -> None:
    """More arguments, fewer, another type or another tool are no match; the rest is asked or is no."""
    rule = Rule(tool="order", arguments={"part": "tube", "count": 2})
    asked = [
        ("order", {"part": "tube", "count": 2}),
        ("order", {"part": "tube", "count": 3}),
        ("order", {"part": "tube", "count": True}),
        ("order", {"part": "tube"}),
        ("order", {"part": "tube", "count": 2, "gift": "yes"}),
        ("orders", {"part": "tube", "count": 2}),
    ]
    requests = [ApprovalRequest(call_id="", tool=tool, arguments=args, digest="") for tool, args in asked]
    answers = [AutoApproval(rules=(rule,)).decide(request).answer for request in requests]
    assert answers == [Answer.APPROVED, *[Answer.NO_ANSWER] * 5]
    person = Person([Answer.DENIED])
    assert AutoApproval(rules=(rule,), otherwise=person).decide(requests[1]).answer is Answer.DENIED


def test_a_run_that_is_out_of_time_asks_nobody_and_leaves_no_call_without_a_result(
    press: Press, bench: Bench
) -> None:
    """What waited and what was not begun both get a result that says why, and the run does not wait."""
    bench.slow = 100
    replies = calls(publish("a"), value("KEN"), publish("b"))
    trace = press.run(replies, approver=Person([Answer.PENDING]))
    assert trace.stop is StopReason.TIME
    answered = {message.call_id for message in trace.messages if message.role == "tool"}
    assert answered == {call.id for call in replies.tool_calls}
    assert press.published == []
