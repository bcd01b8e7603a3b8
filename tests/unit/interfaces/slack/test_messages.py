"""Messages: what Slack is given, whatever words a person, a model or the data chose."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.scenarios.slack_fake import refusal, words

from tieout.facts.names import Names
from tieout.interfaces.slack.messages import Message, decision_message, outcome_message, plain_message
from tieout.interfaces.slack.reading import escaped, question_of
from tieout.ledger import Action, Review, Run

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
NAMES = Names.load()
TIE = {"start": 11, "end": 12, "text": "5", "facts": ["e1"], "relation": "value"}


def run(outcome: str, review: Review | None = None, **more: Any) -> Run:
    document = {
        "answer": "",
        "ties": [],
        "caveats": [],
        "source": "",
        "stop": "",
        "evidence": [],
        "problems": [],
    }
    return Run(
        number=7,
        run="r7",
        asked_at=NOON,
        question="?",
        outcome=outcome,
        document={**document, **more},
        trace={},
        review=review,
    )


def review(action: Action, text: str = "", why: str = "") -> Review:
    return Review(decided_at=NOON, who="Ada <!here>", action=action, why=why, text=text)


def sound(message: Message) -> str:
    """Return the words of a message that Slack takes and that calls nobody."""
    said = {"text": message.text, "blocks": list(message.blocks)}
    assert refusal(said) == ""
    assert "<" not in message.text
    assert ">" not in message.text
    return words(said)


def test_numbers_are_ticked_and_caveats_stand_before_the_source() -> None:
    """The answer, its notes, and the page last."""
    done = run("answered", answer="Canada had 5 < 6.", ties=[TIE], caveats=["A & B"], source="Source: S.")
    assert sound(outcome_message(done, "https://desk.example/runs/r7")).splitlines() == [
        "Canada had 5 ✓ < 6.",
        "A & B / Source: S.",
        "Rows, steps and the whole record",
    ]


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (run("held"), "Held for a person, as no. 7"),
        (run("failed", stop="time"), "No answer, run no. 7: the time for one question was used up."),
        (run("failed"), "No answer, run no. 7: the model's answer could not be used."),
        (run("declined", answer="The data has no such year."), "The data has no such year."),
    ],
)
def test_what_has_no_answer_is_one_sentence(one: Run, said: str) -> None:
    """Held with its number, failed with the reason, declined with what the data has."""
    assert sound(outcome_message(one, "")).startswith(said)


def test_a_decision_says_who_answers_for_it() -> None:
    """Approved without ticks, amended, declined; a run without one has none to tell."""
    approved = run("held", review(Action.APPROVE, "Nothing changed [e1].", "I rang"), source="Source: S.")
    told = sound(decision_message(approved, NAMES, ""))
    assert told.splitlines()[0] == "Nothing changed."
    assert "approved by Ada <!here>: I rang. Not every number of it was ticked" in told
    declined = run("held", review(Action.DECLINE))
    assert sound(decision_message(declined, NAMES, "")) == "No. 7 was declined by Ada <!here>."
    with pytest.raises(ValueError, match="not decided"):
        decision_message(run("held"), NAMES, "")


@given(st.text(max_size=9_000), st.lists(st.text(max_size=4_000), max_size=14), st.text(max_size=80))
def test_no_words_break_a_message(answer: str, notes: list[str], why: str) -> None:
    """However long and whatever they are: within Slack's limits, and nothing in them is a mark."""
    done = run("answered", answer=answer or "-", caveats=notes, source="Source: S.")
    assert "Source: S." in sound(outcome_message(done, ""))
    decided = run("held", review(Action.DECLINE, why=why))
    assert sound(decision_message(decided, NAMES, ""))
    assert sound(plain_message(answer or "-"))


@given(st.text(alphabet="ab<>&@#!| U1", max_size=60))
def test_what_was_read_cannot_call_anybody_when_it_is_told(text: str) -> None:
    """A question goes back escaped, and the bot's own name is no part of it."""
    read = question_of(text, "U1")
    assert not set(escaped(read, 1_000)) & set("<>")
    assert "<@U1>" not in question_of(f"{text} <@U1>", "U1") or "<@U1>" in text.replace("&lt;", "<")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("<@U1> how many in <#C7|africa>?", "how many in #africa?"),
        ("<@U1|tieout> ask <@U2|ada> about &lt;5%", "ask @ada about <5%"),
        ("<!here> what? <https://a.example>", "@here what? https://a.example"),
        ("<!subteam^S1|@desk> &amp;lt;", "@desk &lt;"),
        ("a\n\n b", "a b"),
    ],
)
def test_a_question_is_what_its_writer_saw(text: str, read: str) -> None:
    """Without Slack's marks and escapes."""
    assert question_of(text, "U1") == read
