"""The desk shows what ties out, holds what does not, and records every run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from tieout.assistant.conversation import Reply
from tieout.assistant.draft import FormCode
from tieout.assistant.limits import Limits
from tieout.assistant.paths import get_path
from tieout.assistant.trace import Step
from tieout.checking.verdict import ProblemCode, Tie
from tieout.data.catalogue import Catalogue
from tieout.data.snapshot import Snapshot, load_snapshot
from tieout.desk import Desk, RunNotRecorded, source_line, without_markers
from tieout.errors import LedgerError, SnapshotChanged, UsageError
from tieout.facts.names import Names
from tieout.ledger import Ledger
from tieout.models.scripted import ScriptedModel, answer, calls
from tieout.outcome import OutcomeKind
from tieout.tools.contract import Toolset
from tieout.tools.statistics import statistics_tools

QUESTION = "What was the population of Canada in 2024?"
LOOKUP = calls(
    (
        "get_values",
        {"country_codes": ["CAN"], "indicator_code": "SP.POP.TOTL", "from_year": 2024, "to_year": 2024},
    )
)
RIGHT = "The population of Canada was 41,262,329 [e1] in 2024."
WRONG = "The population of Canada was 42,262,329 [e1] in 2024."


@pytest.fixture(scope="module")
def snapshot() -> Iterator[Snapshot]:
    opened = load_snapshot("core8")
    yield opened
    opened.close()


def a_desk(snapshot: Snapshot, *replies: Reply | str | Exception, ledger: Ledger | None = None) -> Desk:
    numbers = count(1)
    return Desk(
        model=ScriptedModel(replies),
        snapshot=snapshot,
        toolset=Toolset(statistics_tools(snapshot, Catalogue(snapshot, Names.load()))),
        names=Names.load(),
        path=get_path("tools", snapshot, form="prose", two_phases=False),
        clock=lambda: 100.0,
        now=lambda: datetime(2026, 7, 1, tzinfo=UTC),
        new_id=lambda: f"run-{next(numbers)}",
        ledger=ledger,
    )


def test_an_answer_that_ties_out_is_shown_with_its_source(snapshot: Snapshot) -> None:
    """Markers are gone, the tie points at the number as shown, and the application wrote the source line."""
    outcome = a_desk(snapshot, LOOKUP, answer(RIGHT)).ask(QUESTION)
    assert outcome.kind is OutcomeKind.ANSWERED
    assert outcome.answer == "The population of Canada was 41,262,329 in 2024."
    (tie,) = outcome.ties
    assert (outcome.answer[tie.start : tie.end], tie.facts) == ("41,262,329", ("e1",))
    assert outcome.source == (
        "Source: World Bank, World Development Indicators (CC BY 4.0), snapshot of 2026-07; "
        "series SP.POP.TOTL. Check the official figure before publishing."
    )
    assert (outcome.draft, outcome.problems, outcome.stop) == ("", (), "")
    assert (outcome.usage.model_calls, outcome.usage.tool_calls) == (2, 1)


def test_a_wrong_answer_is_held_and_never_stands_where_an_answer_belongs(snapshot: Snapshot) -> None:
    """The draft is kept as proposed, markers included, marked as not checked."""
    outcome = a_desk(snapshot, LOOKUP, answer(WRONG)).ask(QUESTION)
    assert outcome.kind is OutcomeKind.HELD
    assert (outcome.answer, outcome.ties, outcome.draft) == ("", (), WRONG)
    problem = outcome.problems[0]
    assert WRONG[problem.start : problem.end] == problem.text
    assert outcome.document()["answer"] == ""
    assert outcome.document()["draft"] == {"text": WRONG, "checked": False}


def test_a_declining_text_is_checked_too(snapshot: Snapshot) -> None:
    """A true statement of what is missing is shown; a number smuggled into a refusal is held."""
    true = "The data provided do not include the population of France."
    elsewhere = "What was the population of France in 2024?"
    declined = a_desk(snapshot, LOOKUP, answer(true, status="cannot_answer")).ask(elsewhere)
    assert (declined.kind, declined.answer) == (OutcomeKind.DECLINED, true)
    smuggled = "The data do not say, but the population of Canada was 52,000,000 in 2024."
    held = a_desk(snapshot, LOOKUP, answer(smuggled, status="cannot_answer")).ask(QUESTION)
    assert held.kind is OutcomeKind.HELD


def test_an_answer_without_a_data_call_is_held(snapshot: Snapshot) -> None:
    """A number from memory is not evidence, however true, and no source is named for it."""
    outcome = a_desk(snapshot, answer("The population of Canada was 41,262,329 in 2024.")).ask(QUESTION)
    assert outcome.kind is OutcomeKind.HELD
    assert outcome.source == ""


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (Reply(text="41,262,329"), "malformed_json"),
        (Reply(text='{"status": "answered"}'), "schema"),
        (Reply(text='{"status": "answered", "ans', finish="length"), "truncated"),
        (Reply(text="I cannot help with that.", finish="refusal"), "refusal"),
    ],
)
def test_a_reply_of_the_wrong_form_is_held(snapshot: Snapshot, reply: Reply, code: str) -> None:
    """The form gate stands before the check, and its codes are problem codes."""
    outcome = a_desk(snapshot, reply).ask(QUESTION)
    assert (outcome.kind, outcome.problems[0].code.value) == (OutcomeKind.HELD, code)
    assert outcome.draft == reply.text


def test_every_code_of_the_form_gate_is_a_problem_code() -> None:
    """Otherwise a badly formed reply would be a bug of ours instead of a held draft."""
    assert {code.value for code in FormCode} <= {code.value for code in ProblemCode}


def test_a_limit_or_a_failing_model_is_a_failed_run(snapshot: Snapshot) -> None:
    """The stop is named, what went wrong is kept, and nothing stands where an answer belongs."""
    stopped = replace(a_desk(snapshot, LOOKUP, LOOKUP), limits=Limits(tool_calls=1)).ask(QUESTION)
    assert (stopped.kind, stopped.stop, stopped.answer) == (OutcomeKind.FAILED, "max_tool_calls", "")
    failed = a_desk(snapshot, RuntimeError("no line")).ask(QUESTION)
    assert (failed.kind, failed.stop) == (OutcomeKind.FAILED, "model_error")
    assert "no line" in failed.error


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ("x" * 2_001, "2,001 characters"),
        ("half \ud83d", "not valid UTF-8"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused_first(
    snapshot: Snapshot, question: str, words: str
) -> None:
    """Nothing is sent to a model and nothing is recorded."""
    desk = a_desk(snapshot)
    with pytest.raises(UsageError, match=words):
        desk.ask(question)
    assert isinstance(desk.model, ScriptedModel)
    assert desk.model.requests == []


def test_two_thousand_characters_may_be_asked(snapshot: Snapshot) -> None:
    """The limit counts code points and is itself allowed."""
    question = QUESTION + "?" * (2_000 - len(QUESTION))
    assert a_desk(snapshot, LOOKUP, answer(RIGHT)).ask(question).kind is OutcomeKind.ANSWERED


def test_caveats_follow_the_indicators_used(snapshot: Snapshot) -> None:
    """Current US dollars move with exchange rates, and the reader is told so; people do not."""
    lookup = calls(
        (
            "get_values",
            {
                "country_codes": ["CAN"],
                "indicator_code": "NY.GDP.MKTP.CD",
                "from_year": 2024,
                "to_year": 2024,
            },
        )
    )
    outcome = a_desk(snapshot, lookup, answer("no number here")).ask("What was Canada's GDP in 2024?")
    assert any("exchange rate" in caveat for caveat in outcome.caveats)
    assert outcome.source.count("NY.GDP.MKTP.CD") == 1
    people = a_desk(snapshot, LOOKUP, answer(RIGHT)).ask(QUESTION)
    assert people.caveats == (snapshot.describe("SP.POP.TOTL").caveat,)


def test_every_run_is_recorded_whole(snapshot: Snapshot, tmp_path: Path) -> None:
    """Answered, held and failed alike, with draft, evidence, steps, problems and conversation."""
    with Ledger.open(tmp_path / "ledger.sqlite3") as ledger:
        for replies in ((LOOKUP, answer(RIGHT)), (LOOKUP, answer(WRONG)), (RuntimeError("x"),)):
            desk = a_desk(snapshot, *replies, ledger=ledger)
            outcome = replace(desk, new_id=lambda: f"run-{len(ledger)}").ask(QUESTION)
            run = ledger.get(str(outcome.number))
            assert json.loads(json.dumps(outcome.document())) == run.document
            assert json.loads(json.dumps(outcome.trace_document())) == run.trace
            assert run.outcome == outcome.kind
        assert [run.number for run in ledger.held()] == [2]


def test_half_a_character_in_a_reply_does_not_lose_the_run(snapshot: Snapshot, tmp_path: Path) -> None:
    """What a model sends is recorded as it came, even where it is no text."""
    with Ledger.open(tmp_path / "ledger.sqlite3") as ledger:
        outcome = a_desk(snapshot, '{"status": "\ud800"', ledger=ledger).ask(QUESTION)
        assert outcome.kind is OutcomeKind.HELD
        assert ledger.get("1").document["draft"]["text"] == '{"status": "\ud800"'


def _interrupt(step: Step) -> None:
    raise KeyboardInterrupt


def _break(step: Step) -> None:
    raise ZeroDivisionError


def test_a_run_that_an_exception_ended_is_recorded(snapshot: Snapshot, tmp_path: Path) -> None:
    """Data that changed, Ctrl-C and bugs end a run without an answer; that it was asked is kept."""
    with Ledger.open(tmp_path / "ledger.sqlite3") as ledger:
        with pytest.raises(SnapshotChanged):
            a_desk(snapshot, SnapshotChanged("A byte differs."), ledger=ledger).ask(QUESTION)
        for number, on_step, kind in ((2, _interrupt, KeyboardInterrupt), (3, _break, ZeroDivisionError)):
            desk = replace(a_desk(snapshot, LOOKUP, ledger=ledger), new_id=f"run-{number}".format)
            with pytest.raises(kind):
                desk.ask(QUESTION, on_step)
        stops = [ledger.get(number).document["stop"] for number in "123"]
        assert stops == ["untrusted_data", "interrupted", "bug"]
        assert {ledger.get(number).outcome for number in "123"} == {"failed"}


def test_an_unrecorded_run_is_an_error_that_carries_what_was_found(
    snapshot: Snapshot, tmp_path: Path
) -> None:
    """The ledger closed under the desk: the run fails clearly and its outcome is not lost."""
    ledger = Ledger.open(tmp_path / "ledger.sqlite3")
    ledger.close()
    with pytest.raises(LedgerError, match="not recorded") as caught:
        a_desk(snapshot, LOOKUP, answer(RIGHT), ledger=ledger).ask(QUESTION)
    assert isinstance(caught.value, RunNotRecorded)
    assert caught.value.outcome.kind is OutcomeKind.ANSWERED
    assert caught.value.outcome.number is None


def test_each_step_is_told_as_it_happens(snapshot: Snapshot) -> None:
    """A door may show a person what is being looked up."""
    steps: list[Step] = []
    a_desk(snapshot, LOOKUP, answer(RIGHT)).ask(QUESTION, on_step=steps.append)
    assert [(step.tool, step.outcome, step.refs) for step in steps] == [("get_values", "ok", ("e1",))]


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("It was 5 [e1].", "It was 5."),
        ("It was 5[e1] in 2020 [e2, e3].", "It was 5 in 2020."),
        ("It rose from 5 [e1] to 7 [e2], by 2 [e3][e4].", "It rose from 5 to 7, by 2."),
        ("The set [2, 3] and [note] stay.", "The set [2, 3] and [note] stay."),
        ("No markers – none.", "No markers – none."),
        ("[e1]", ""),
    ],
)
def test_markers_are_removed(marked: str, plain: str) -> None:
    """Only what has the form of a ref goes, with the space before it."""
    assert without_markers(marked, ())[0] == plain


def test_ties_move_with_their_text() -> None:
    """Every tie still stands on its own number after the markers before it are gone."""
    text = "It rose from 5 [e1] to 7 [e2], by 40% [e3]."
    ties = [
        Tie(
            start=text.index(number), end=text.index(number) + len(number), text=number, facts=(), relation=""
        )
        for number in ("5", "7", "40%")
    ]
    plain, moved = without_markers(text, ties)
    assert [plain[tie.start : tie.end] for tie in moved] == ["5", "7", "40%"] == [tie.text for tie in moved]


def test_no_facts_no_source(snapshot: Snapshot) -> None:
    """A source is named only for values that were read."""
    assert source_line(snapshot.card, ()) == ""


def a_composing_desk(snapshot: Snapshot, *replies: Reply | str | Exception) -> Desk:
    return replace(a_desk(snapshot, *replies), path=get_path("tools", snapshot, two_phases=False))


def test_claims_are_composed_checked_and_shown(snapshot: Snapshot) -> None:
    """The model names a fact; the application writes the sentence and ties it out."""
    draft = '{"status": "answered", "claims": [{"say": "value", "fact": "e1"}]}'
    outcome = a_composing_desk(snapshot, LOOKUP, draft).ask(QUESTION)
    assert outcome.kind is OutcomeKind.ANSWERED
    assert outcome.answer == "Canada's population was 41,262,329 in 2024."
    assert [tie.facts for tie in outcome.ties] == [("e1",)]


def test_a_refused_claim_is_held_where_it_stands(snapshot: Snapshot) -> None:
    """With a code of the check, a message that names the ref, and its place in what the model sent."""
    draft = (
        '{"status": "answered", "claims": [{"say": "value", "fact": "e1"}, {"say": "value", "fact": "e9"}]}'
    )
    outcome = a_composing_desk(snapshot, LOOKUP, draft).ask(QUESTION)
    assert (outcome.kind, outcome.answer, outcome.draft) == (OutcomeKind.HELD, "", draft)
    (problem,) = outcome.problems
    assert problem.code is ProblemCode.BEYOND_EVIDENCE
    assert problem.message == "The evidence holds no fact e9."
    assert draft[problem.start : problem.end] == problem.text == '{"say": "value", "fact": "e9"}'


def test_prose_is_held_where_claims_were_asked_for(snapshot: Snapshot) -> None:
    """A model that writes its own sentence has not the form asked for."""
    outcome = a_composing_desk(snapshot, LOOKUP, answer(RIGHT)).ask(QUESTION)
    assert outcome.kind is OutcomeKind.HELD
    assert [problem.code for problem in outcome.problems] == [ProblemCode.SCHEMA]


def test_a_composed_refusal_to_answer_is_declined(snapshot: Snapshot) -> None:
    """What the data lack is verified against the data set, and said."""
    draft = (
        '{"status": "cannot_answer", "claims": '
        '[{"say": "not_in_data", "area": "FRA", "indicator": "SP.POP.TOTL"}]}'
    )
    outcome = a_composing_desk(snapshot, draft).ask("What was the population of France in 2024?")
    assert (outcome.kind, outcome.answer) == (
        OutcomeKind.DECLINED,
        "The data do not include France's population.",
    )


@pytest.mark.parametrize("form", ["composed", "prose"])
def test_an_answer_to_another_question_is_held_in_either_form(form: str, snapshot: Snapshot) -> None:
    """True of Canada is no answer about Mexico."""
    composed = '{"status": "answered", "claims": [{"say": "value", "fact": "e1"}]}'
    make, draft = (a_composing_desk, composed) if form == "composed" else (a_desk, answer(RIGHT))
    outcome = make(snapshot, LOOKUP, draft).ask("What was the population of Mexico in 2024?")
    assert outcome.kind is OutcomeKind.HELD
    assert [problem.code for problem in outcome.problems] == [ProblemCode.OFF_QUESTION]
