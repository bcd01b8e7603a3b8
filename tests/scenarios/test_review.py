"""The queue of held answers: listed, looked at, and decided by a person, once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.scenarios.program import FALSE, QUESTION, TRUE, Done
from tests.scenarios.test_ask import DONE_CALLING, LOOKUP, WRONG

from tieout.models.scripted import answer

Tieout = Callable[..., Done]


@pytest.fixture
def held(tieout: Tieout, recording: Callable[..., Path]) -> Tieout:
    """Return the program with one held answer in its queue, no. 1."""
    model = f"recorded:{recording(LOOKUP, DONE_CALLING, answer(WRONG))}"
    assert (
        tieout("ask", QUESTION, "--dataset", "core8", "--model", model, "--path", "tools:prose").status == 4
    )
    return tieout


def test_an_empty_queue_says_so_and_makes_no_ledger(tieout: Tieout, own_home: Path) -> None:
    """Looking leaves no trace."""
    done = tieout("review", "list")
    assert (done.status, done.out) == (0, "")
    assert "No held answers" in done.err
    assert tieout("review", "list", "--json").document == []
    assert not (own_home / "ledger.sqlite3").exists()


def test_the_queue_shows_number_age_and_question(held: Tieout) -> None:
    """And the whole run with the problem marked in the draft and the evidence beside it."""
    listed = held("review", "list")
    assert listed.status == 0
    assert QUESTION in listed.out
    (entry,) = held("review", "list", "--json").document
    assert (entry["number"], entry["outcome"], entry["review"]) == (1, "held", None)
    assert entry["problems"]
    shown = held("review", "show", "1")
    assert shown.status == 0
    assert WRONG in shown.out
    assert "^^^" in shown.out
    assert "41262329" in shown.out


def test_an_approved_answer_leaves_the_queue(held: Tieout) -> None:
    """Who approved, when and why is kept; a second decision is refused."""
    done = held("review", "approve", "1", "--by", "ada", "--why", "checked by hand")
    assert (done.status, done.err) == (0, "No. 1: approved by ada.\n")
    assert held("review", "list", "--json").document == []
    (entry,) = held("review", "list", "--all", "--json").document
    review = entry["review"]
    assert (review["who"], review["action"], review["why"], review["text"]) == (
        "ada",
        "approve",
        "checked by hand",
        WRONG,
    )
    again = held("review", "decline", "1", "--by", "bob")
    assert again.status == 2
    assert "decided already (approve by ada" in again.err


def test_an_amended_text_must_tie_out(held: Tieout) -> None:
    """A wrong amendment is rejected with its problem marked and records nothing; a right one is recorded."""
    wrong = held("review", "amend", "1", FALSE, "--by", "ada")
    assert wrong.status == 4
    assert "nothing was recorded" in wrong.err
    assert len(held("review", "list", "--json").document) == 1
    right = held("review", "amend", "1", "-", "--by", "ada", feed=TRUE + "\n")
    assert (right.status, right.err) == (0, "No. 1: amended by ada.\n")
    assert "Decision: amend by ada" in held("review", "show", "1").out
    assert TRUE in held("review", "show", "1").out


def test_declining_needs_a_held_run(held: Tieout) -> None:
    """A run that was answered has nothing to decide, and an unknown number says where to look."""
    assert held("ask", QUESTION).status == 0
    done = held("review", "decline", "2", "--by", "ada")
    assert (done.status, "was answered, not held" in done.err) == (2, True)
    assert held("review", "decline", "9", "--by", "ada").status == 2
    assert held("review", "decline", "1", "--by", "ada").status == 0
    assert held("review", "list", "--json").document == []


def test_a_draft_that_is_no_text_cannot_be_approved(tieout: Tieout, recording: Callable[..., Path]) -> None:
    """Claims in JSON are no answer; they can be replaced by one, or declined."""
    broken = replace(answer(WRONG), text='{"status": "answered"')
    model = f"recorded:{recording(LOOKUP, DONE_CALLING, broken)}"
    asked = tieout("ask", QUESTION, "--dataset", "core8", "--model", model, "--path", "tools:prose")
    assert asked.status == 4
    done = tieout("review", "approve", "1", "--by", "ada")
    assert (done.status, done.err) == (2, "tieout: The draft of no. 1 is no text; amend it or decline it.\n")
    assert tieout("review", "decline", "1", "--by", "ada").status == 0
