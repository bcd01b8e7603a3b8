"""The course of a run: phases, limits, finishes and failures."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.assistant.conftest import ANSWER, Bench, answered, calls, proposed, value

from tieout.assistant.conversation import Reply, ToolCall, Usage
from tieout.assistant.draft import RESPONSE_SCHEMA
from tieout.assistant.limits import Limits
from tieout.assistant.trace import StopReason
from tieout.errors import DataError, ModelError, NoRecording, SnapshotChanged

ONE: dict[str, Any] = {"two_phases": False}


def test_a_question_is_answered_in_one_phase(bench: Bench) -> None:
    """A call, its result, and the answer; the answer is asked for in its form all along."""
    trace = bench.run(calls(value()), Reply(text=ANSWER), **ONE)
    assert (trace.stop, trace.finish, trace.draft_text) == ("", "stop", ANSWER)
    assert (trace.model_calls, trace.tool_calls) == (2, 1)
    assert [request.tool_choice for request in trace.requests] == ["auto", "auto"]
    assert all(request.response_schema is RESPONSE_SCHEMA for request in trace.requests)
    assert [message.role for message in trace.messages] == [
        "system",
        "user",
        "assistant",
        "tool",
        "assistant",
    ]


def test_two_phases_ask_for_calls_first(bench: Bench) -> None:
    """The schema comes only with the last request, where tools stay declared and no call is allowed."""
    trace = bench.run(calls(value()), Reply(text="I have what I need."), Reply(text=ANSWER))
    first, second, last = trace.requests
    assert first.response_schema is None
    assert second.response_schema is None
    assert last.response_schema is RESPONSE_SCHEMA
    assert [request.tool_choice for request in trace.requests] == ["auto", "auto", "none"]
    assert last.tools == first.tools == bench.toolset.definitions()
    assert last.messages[-1].role == "user"
    assert trace.draft_text == ANSWER
    assert last.messages[: len(first.messages)] == first.messages


def test_text_before_the_last_request_is_no_answer(bench: Bench) -> None:
    """A first-phase text in the right form is not taken for the answer."""
    trace = bench.run(Reply(text='{"status": "answered", "answer": "60 million"}'), Reply(text=ANSWER))
    assert trace.draft_text == ANSWER
    assert trace.model_calls == 2


def test_text_beside_calls_is_no_answer(bench: Bench) -> None:
    """The call is run and the text is not shown as the answer."""
    trace = bench.run(calls(value(), text="About 60 million; let me check."), Reply(text=ANSWER), **ONE)
    assert bench.runs == [("KEN", 2020)]
    assert trace.draft_text == ANSWER


def test_a_call_written_as_text_is_text(bench: Bench) -> None:
    """No call is made out of words."""
    text = '```json\n{"name": "get_value", "arguments": {"country": "KEN", "year": 2020}}\n```'
    trace = bench.run(Reply(text=text), **ONE)
    assert bench.runs == []
    assert trace.draft_text == text


def test_the_first_call_can_be_forced(bench: Bench) -> None:
    """Only the first request demands a call."""
    trace = bench.run(calls(value()), Reply(text=""), force_first_call=True)
    assert [request.tool_choice for request in trace.requests] == ["required", "auto", "none"]


def test_a_path_without_tools_declares_none(bench: Bench) -> None:
    """The closed path asks for the answer at once; a call is not run."""
    trace = bench.run(Reply(text=ANSWER), use_tools=False, **ONE)
    assert trace.requests[0].tools == ()
    assert trace.requests[0].tool_choice == "none"
    assert trace.draft_text == ANSWER


def test_the_question_travels_between_tags(bench: Bench) -> None:
    """The question is user text between tags, after the system text."""
    trace = bench.run()
    assert trace.messages[0].text == "Be exact."
    assert trace.messages[1].text == "<question>How many people?</question>"


@pytest.mark.parametrize("two_phases", [True, False])
def test_requests_are_counted_before_they_are_made(bench: Bench, two_phases: bool) -> None:
    """A model that always calls gets exactly as many requests as allowed; the last allows no call."""
    replies = [calls(value(year=2000 + year)) for year in range(9)]
    trace = bench.run(*replies, limits=Limits(model_calls=2), two_phases=two_phases)
    assert trace.stop is StopReason.MAX_MODEL_CALLS
    assert trace.model_calls == 2
    assert trace.requests[-1].tool_choice == "none"
    assert len(bench.runs) == 1
    assert answered(trace) == proposed(trace)
    assert trace.steps[-1].outcome == "not run: max_model_calls"


def test_the_last_request_is_always_for_the_answer(bench: Bench) -> None:
    """A model that would call on and on is asked for its answer with the last request."""
    replies = [calls(value(year=2000 + year)) for year in range(4)]
    trace = bench.run(*replies, Reply(text=ANSWER))
    assert trace.stop == ""
    assert trace.model_calls == 5
    assert trace.draft_text == ANSWER


def test_a_call_where_none_is_allowed_is_not_run(bench: Bench) -> None:
    """A model that calls in the last phase, though it has requests left, is stopped by that name."""
    trace = bench.run(Reply(text="ready"), calls(value()))
    assert trace.stop is StopReason.UNEXPECTED_CALL
    assert bench.runs == []
    assert answered(trace) == proposed(trace)


def test_calls_are_counted_before_they_run(bench: Bench) -> None:
    """Eight calls where six are allowed: none starts, every one has its result."""
    batch = [value(year=2000 + year) for year in range(8)]
    trace = bench.run(calls(*batch), limits=Limits(tool_calls=6))
    assert trace.stop is StopReason.MAX_TOOL_CALLS
    assert bench.runs == []
    assert answered(trace) == [call.id for call in batch]


@pytest.mark.parametrize(("asked", "ran"), [(6, 6), (7, 0)])
def test_the_limit_of_calls_is_exact(bench: Bench, asked: int, ran: int) -> None:
    """As many calls as allowed run, and not one more."""
    bench.run(calls(*(value(year=2000 + n) for n in range(asked))), limits=Limits(tool_calls=6))
    assert len(bench.runs) == ran


def test_calls_are_counted_over_all_steps(bench: Bench) -> None:
    """Three batches of three run, a fourth would pass ten."""
    batches = [calls(*(value(year=2000 + 3 * batch + n) for n in range(3))) for batch in range(4)]
    trace = bench.run(*batches)
    assert trace.stop is StopReason.MAX_TOOL_CALLS
    assert len(bench.runs) == trace.tool_calls == 9


def test_time_is_checked_before_a_request(bench: Bench) -> None:
    """A slow tool uses the time up; the next request is not made."""
    bench.slow = 61
    trace = bench.run(calls(value()))
    assert trace.stop is StopReason.TIME
    assert trace.model_calls == 1
    assert trace.seconds == 61


def test_time_is_checked_before_each_call(bench: Bench) -> None:
    """In the middle of a batch the rest is not run, and says so."""
    bench.slow = 40
    trace = bench.run(calls(*(value(year=2000 + n) for n in range(4))))
    assert trace.stop is StopReason.TIME
    assert len(bench.runs) == 2
    assert [step.outcome for step in trace.steps] == ["ok", "ok", "not run: time", "not run: time"]
    assert answered(trace) == proposed(trace)
    assert len(trace.evidence) == 2


def test_a_request_knows_what_is_left_of_the_time(bench: Bench) -> None:
    """A provider's own timeout can be set to what is left."""
    bench.slow = 20
    trace = bench.run(calls(value()), Reply(text=ANSWER), **ONE)
    assert [request.seconds_left for request in trace.requests] == [60, 40]


@pytest.mark.parametrize("finish", ["refusal", "content_filter"])
def test_a_refusal_ends_the_run_and_runs_nothing(bench: Bench, finish: str) -> None:
    """A model that declines is not asked again, and calls beside the refusal do not run."""
    trace = bench.run(calls(value(), finish=finish, text="No."))
    assert (trace.stop, trace.finish) == ("", finish)
    assert bench.runs == []
    assert proposed(trace) == []


def test_a_cut_answer_keeps_its_finish(bench: Bench) -> None:
    """The form gate learns that the reply was cut off."""
    trace = bench.run(Reply(text='{"status": "ans', finish="length"), **ONE)
    assert (trace.stop, trace.finish, trace.draft_text) == ("", "length", '{"status": "ans')


@pytest.mark.parametrize("finish", ["pause_turn", "error", "", "STOP", "end_turn"])
def test_only_known_ends_are_ends(bench: Bench, finish: str) -> None:
    """The list of good ends is short; any other word is a failure, and its text is no draft."""
    trace = bench.run(Reply(text="Looking up", finish=finish), **ONE)
    assert trace.stop is StopReason.MODEL_ERROR
    assert trace.draft_text is None
    assert repr(finish) in trace.error


def test_calls_run_though_the_reply_says_stop(bench: Bench) -> None:
    """Servers differ in the word; the calls count."""
    trace = bench.run(calls(value(), finish="stop", text=None), Reply(text=ANSWER), **ONE)
    assert bench.runs == [("KEN", 2020)]
    assert trace.draft_text == ANSWER


def test_a_reply_that_contradicts_itself_is_a_failure(bench: Bench) -> None:
    """A reply that announces calls and holds none is no answer."""
    trace = bench.run(Reply(text=ANSWER, finish="tool_calls"), **ONE)
    assert trace.stop is StopReason.MODEL_ERROR
    assert trace.draft_text is None


@pytest.mark.parametrize("text", [None, ""])
def test_an_empty_reply_is_a_draft_without_text(bench: Bench, text: str | None) -> None:
    """The form gate says that it was empty; nothing crashes."""
    trace = bench.run(Reply(text=text), **ONE)
    assert trace.stop == ""
    assert not trace.draft_text


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (ModelError("The provider is overloaded."), "The provider is overloaded."),
        (NoRecording("No recording for this request."), "No recording for this request."),
        (KeyError("choices"), "The model failed: KeyError: 'choices'"),
        (IndexError("list index out of range"), "The model failed: IndexError"),
        (None, "The model gave no reply."),
    ],
)
def test_a_model_that_fails_is_a_stop_reason(bench: Bench, fault: Exception | None, told: str) -> None:
    """Whatever a model or its adapter raises ends the run by name, with what was gathered before."""
    trace = bench.run(calls(value()), fault)
    assert trace.stop is StopReason.MODEL_ERROR
    assert told in trace.error
    assert len(trace.evidence) == 1
    assert trace.model_calls == 2
    assert len(trace.replies) == 1


def test_data_that_cannot_be_trusted_ends_everything(bench: Bench) -> None:
    """A changed file is no failure of the model; it reaches the door."""
    with pytest.raises(DataError):
        bench.run(SnapshotChanged("A file changed."))


def test_usage_is_summed(bench: Bench) -> None:
    """Every reply counts."""
    used = Usage(input_tokens=100, output_tokens=10)
    trace = bench.run(calls(value(), usage=used), Reply(text=ANSWER, usage=used), **ONE)
    assert (trace.usage.input_tokens, trace.usage.output_tokens) == (200, 20)
    assert trace.usage.cost_usd is None


def test_what_a_provider_sent_goes_back_unchanged(bench: Bench) -> None:
    """Reasoning parts stand in the history as the very same object."""
    raw = [{"type": "thinking", "signature": "s1"}]
    trace = bench.run(calls(value(), raw=raw), Reply(text="ok", raw=raw), Reply(text=ANSWER))
    kept = [message.raw for message in trace.requests[-1].messages if message.role == "assistant"]
    assert kept[0] is raw
    assert kept[1] is raw


def test_steps_are_told_as_they_happen(bench: Bench) -> None:
    """The caller sees each step, in order, with what became of it."""
    trace = bench.run(calls(value(), ToolCall(id="x", name="fail", arguments='{"year": 1}')))
    assert bench.steps == list(trace.steps)
    assert [(step.tool, step.outcome, step.ran) for step in trace.steps] == [
        ("get_value", "ok", True),
        ("fail", "error: bug", True),
    ]
    assert trace.steps[0].refs == ("e1",)
    assert "RuntimeError" in trace.steps[1].message


def test_a_bug_in_a_tool_does_not_end_the_run(bench: Bench) -> None:
    """The model reads that the program failed, and goes on."""
    trace = bench.run(
        calls(ToolCall(id="x", name="fail", arguments='{"year": 1}')), Reply(text=ANSWER), **ONE
    )
    assert trace.stop == ""
    assert '"error":"bug"' in trace.messages[3].text
    assert "a fault of ours" not in trace.messages[3].text
