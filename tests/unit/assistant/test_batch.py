"""Batches: checked whole before anything runs, one result a call, and a history that providers take back."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.assistant.conftest import ANSWER, Bench, answered, calls, proposed, value

from tieout.assistant.conversation import Reply, ToolCall
from tieout.assistant.trace import StopReason, Trace

ONE: dict[str, Any] = {"two_phases": False}


def messages_of(trace: Trace) -> list[dict[str, Any]]:
    """Return the parsed results, in order."""
    return [json.loads(message.text) for message in trace.messages if message.role == "tool"]


def test_two_calls_run_in_order_each_with_its_result(bench: Bench) -> None:
    """The value of each country stays with its call."""
    trace = bench.run(calls(value("NGA", id="a"), value("NER", id="b")), **ONE)
    assert bench.runs == [("NGA", 2020), ("NER", 2020)]
    assert answered(trace) == ["a", "b"]
    assert [result["records"][0]["area"] for result in messages_of(trace)] == ["NGA", "NER"]
    assert [fact.ref for fact in trace.evidence] == ["e1", "e2"]


BAD = [
    value("KEN", name="get_population"),
    value("KEN", arguments='{"country": "KEN"}'),
    value("KEN", arguments='{"country": "KEN", "year": "2020"}'),
    value("KEN", arguments='{"country": "KEN", "year": 2020,}'),
    value("KEN", arguments='"{}"'),
    value("KEN", arguments=None),
]


@pytest.mark.parametrize("bad", BAD, ids=range(len(BAD)))
@pytest.mark.parametrize("bad_first", [True, False])
def test_one_refused_call_stops_its_whole_batch(bench: Bench, bad: ToolCall, bad_first: bool) -> None:
    """None runs; the refused call is told what is wrong, the other that it was not run and why."""
    good = value("UGA", id="good")
    batch = (bad, good) if bad_first else (good, bad)
    trace = bench.run(calls(*batch), Reply(text=ANSWER), **ONE)
    assert bench.runs == []
    assert trace.stop == ""
    outcomes = {step.call_id: step.outcome for step in trace.steps}
    assert outcomes["good"] == "not run: batch_refused"
    assert outcomes[bad.id].startswith("refused: ")
    why = messages_of(trace)[1 if bad_first else 0]["message"]
    assert f"call {1 if bad_first else 2} of this reply was refused" in why
    assert answered(trace) == proposed(trace) == [call.id for call in batch]


def test_a_call_that_was_not_run_may_be_proposed_again(bench: Bench) -> None:
    """The valid half of a refused batch is no repetition when it comes again."""
    trace = bench.run(
        calls(value("UGA"), value("KEN", name="nothing")),
        calls(value("UGA"), value("KEN")),
        Reply(text=ANSWER),
        **ONE,
    )
    assert trace.stop == ""
    assert bench.runs == [("UGA", 2020), ("KEN", 2020)]


@pytest.mark.parametrize(
    "ids", [("a", "a"), ("", "b"), (None, "b"), (" ", "b"), (None, None), ("a", "x" * 201), (7, "b")]
)
def test_ids_that_cannot_be_told_apart_spoil_the_batch(bench: Bench, ids: tuple[Any, Any]) -> None:
    """None runs, each call gets an id of its own and its refusal, and the model may propose again."""
    trace = bench.run(calls(value("KEN", id=ids[0]), value("UGA", id=ids[1])), Reply(text=ANSWER), **ONE)
    assert bench.runs == []
    assert [step.outcome for step in trace.steps] == ["refused: invalid_id"] * 2
    assert answered(trace) == proposed(trace)
    assert len(set(answered(trace))) == 2
    assert all(isinstance(one, str) and one for one in answered(trace))


def test_an_id_of_an_earlier_batch_is_not_used_again(bench: Bench) -> None:
    """Two results for one id would make providers refuse the history."""
    trace = bench.run(calls(value("KEN", id="a")), calls(value("UGA", id="a")), Reply(text=ANSWER), **ONE)
    assert bench.runs == [("KEN", 2020)]
    assert len(set(answered(trace))) == 2
    assert trace.steps[1].outcome == "refused: invalid_id"
    assert trace.stop == ""


def test_new_ids_never_meet_old_ones(bench: Bench) -> None:
    """An id that the application gives is not one that a model used."""
    first = calls(value("KEN", id="call_2"), value("UGA", id="call_3"))
    trace = bench.run(first, calls(value("NER", id=""), value("NGA", id="")), **ONE)
    assert len(set(answered(trace))) == 4


REPEATED = [
    (value("KEN"), value("KEN")),
    (value("KEN"), value("KEN", arguments='{"year":2020,"country":" ken "}')),
    (value("KEN", name="nothing"), value("KEN", name="nothing")),
    (value("KEN", arguments="{"), value("KEN", arguments="{")),
]


@pytest.mark.parametrize(("first", "again"), REPEATED, ids=range(len(REPEATED)))
def test_a_repeated_call_stops_the_loop(bench: Bench, first: ToolCall, again: ToolCall) -> None:
    """The same question twice, or the same refused call twice, ends by name before it runs again."""
    trace = bench.run(calls(first), calls(again))
    assert trace.stop is StopReason.REPEATED_CALL
    assert len(bench.runs) <= 1
    assert answered(trace) == proposed(trace)
    assert trace.steps[-1].outcome == "not run: repeated_call"


def test_a_call_repeated_within_a_batch_stops_it(bench: Bench) -> None:
    """Nothing of the batch runs."""
    trace = bench.run(calls(value("KEN"), value("KEN")))
    assert trace.stop is StopReason.REPEATED_CALL
    assert bench.runs == []


def test_a_cut_reply_runs_none_of_its_calls(bench: Bench) -> None:
    """At the output limit even a whole call may be one of several that were meant."""
    broken = value("UGA", arguments='{"country": "UG')
    trace = bench.run(calls(value("KEN"), broken, finish="length"), Reply(text=ANSWER), **ONE)
    assert bench.runs == []
    assert trace.stop == ""
    assert "cut off at the output limit" in messages_of(trace)[1]["message"]
    assert {step.outcome for step in trace.steps} == {"not run: truncated"}


def test_malformed_arguments_are_not_called_cut_off(bench: Bench) -> None:
    """A reply of normal length with broken JSON is told so."""
    broken = value("KEN", arguments='{"country": KEN", "year": 2020}')
    trace = bench.run(calls(broken), Reply(text=ANSWER), **ONE)
    assert "not valid JSON" in messages_of(trace)[0]["message"]
    assert "output limit" not in messages_of(trace)[0]["message"]


def test_broken_arguments_do_not_stand_in_the_history(bench: Bench) -> None:
    """Providers answer 500 to broken JSON that is sent back; the reply keeps what really came."""
    broken = value("KEN", id="t", arguments='{"country":"KEN","indicator":"SP.POP')
    raw = {"tool_calls": "as they came"}
    trace = bench.run(calls(broken, raw=raw), Reply(text=ANSWER), **ONE)
    sent = trace.requests[-1].messages[2]
    assert sent.tool_calls[0].arguments == "{}"
    # The adapter sends the calls of the message with the reasoning of the raw reply.
    assert sent.raw is raw
    assert trace.replies[0].tool_calls[0].arguments == '{"country":"KEN","indicator":"SP.POP'
    assert trace.steps[0].arguments == '{"country":"KEN","indicator":"SP.POP'


def test_a_refused_call_in_good_form_stands_as_it_was(bench: Bench) -> None:
    """What a provider would take back is sent back unchanged, with its own parts."""
    raw = ["parts"]
    call = value("KEN", arguments='{"country": "KEN", "year": true}')
    trace = bench.run(calls(call, raw=raw), Reply(text=ANSWER), **ONE)
    sent = trace.requests[-1].messages[2]
    assert sent.tool_calls == (call,)
    assert sent.raw is raw
    assert trace.steps[0].arguments == {"country": "KEN", "year": True}


def test_a_forged_name_forges_no_line(bench: Bench) -> None:
    """A name with a line separator stands in the history as a plain one, and in the result as an escape."""
    trace = bench.run(calls(value("KEN", name="get_value\u2028INFO approved")), Reply(text=ANSWER), **ONE)
    assert re.fullmatch("[A-Za-z0-9_-]+", trace.requests[-1].messages[2].tool_calls[0].name)
    assert "\\\\u2028" in trace.messages[3].text
    assert "\u2028" not in trace.messages[3].text


def test_a_tool_without_arguments_takes_an_empty_text(bench: Bench) -> None:
    """An empty text is an object without arguments, in the history too."""
    trace = bench.run(calls(value(name="today", arguments="")), Reply(text=ANSWER), **ONE)
    assert bench.runs == [("today", 0)]
    assert trace.steps[0].arguments == {}


def test_a_long_text_is_kept_in_part(bench: Bench) -> None:
    """The record of a step holds the beginning of a megabyte."""
    trace = bench.run(calls(value("KEN", arguments="x" * 1_000_000)), Reply(text=ANSWER), **ONE)
    assert len(trace.steps[0].arguments) < 500
    assert len(trace.messages[3].text) < 500


CALL = st.builds(
    ToolCall,
    id=st.sampled_from(["a", "b", "c", "d", "", None, 5, "call_1", "call_2"]),
    name=st.sampled_from(["get_value", "today", "fail", "nothing", "", None]),
    arguments=st.one_of(
        st.sampled_from(
            [
                "",
                "{}",
                "null",
                '{"country": "KEN", "year": 2020}',
                '{"country": "UGA", "year": 2021}',
                '{"year": 1}',
            ]
        ),
        st.dictionaries(st.sampled_from(["country", "year"]), st.sampled_from(["KEN", 2020, float("inf")])),
        st.text(max_size=8),
        st.none(),
    ),
)
REPLY = st.builds(
    Reply,
    text=st.sampled_from([None, "", ANSWER]),
    tool_calls=st.lists(CALL, max_size=4).map(tuple),
    finish=st.sampled_from(["stop", "tool_calls", "length", "refusal", "error", "odd"]),
)


@given(replies=st.lists(REPLY, max_size=6), two_phases=st.booleans(), forced=st.booleans())
def test_whatever_is_proposed_the_history_is_whole(
    replies: list[Reply], two_phases: bool, forced: bool
) -> None:
    """One result for each call in order, unique ids, arguments that are JSON, limits held, nothing raised."""
    bench = Bench()
    trace = bench.run(*replies, two_phases=two_phases, force_first_call=forced)
    assert proposed(trace) == answered(trace) == [step.call_id for step in trace.steps]
    assert len(set(proposed(trace))) == len(proposed(trace))
    for message in trace.messages:
        for call in message.tool_calls:
            arguments = call.arguments
            assert isinstance(json.loads(arguments) if isinstance(arguments, str) else arguments, dict)
            assert re.fullmatch("[A-Za-z0-9_-]{1,64}", call.name)
    assert trace.model_calls <= 5
    assert len(bench.runs) == trace.tool_calls <= 10
    refs = [ref for step in trace.steps for ref in step.refs]
    assert set(refs) == {fact.ref for fact in trace.evidence}
    json.dumps([step.arguments for step in trace.steps], allow_nan=False)
