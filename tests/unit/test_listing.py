"""Runs looked for by people: filtered by what they know of them, a page at a time, on file and server."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from tests.unit.test_ledger import an_outcome

from tieout.checking.verdict import Problem, ProblemCode
from tieout.ledger import Action, Ledger, Review, Wanted
from tieout.outcome import OutcomeKind

FIRST = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
WRONG = Problem(
    code=ProblemCode.WRONG_PERIOD, start=0, end=1, text="x", message="It is of 2023.", expected="5"
)


@pytest.fixture
def ledger(place: str) -> Iterator[Ledger]:
    """A ledger of six runs, a day apart: held ones are nos. 2, 4 and 6, of which no. 4 is decided."""
    with Ledger.open(place) as opened:
        for number in range(1, 7):
            outcome = replace(
                an_outcome(f"r{number}"),
                kind=OutcomeKind.ANSWERED if number % 2 else OutcomeKind.HELD,
                asked_at=FIRST + timedelta(days=number),
                question='50% of "code":"no_area" in_Peru' if number == 2 else f"Question {number}?",
                model="planner" if number < 5 else "other",
                problems=(WRONG,) if number == 6 else (),
            )
            opened.append_run(outcome)
        opened.questions.accept("Question 3?", run="r3", asked_at=FIRST, asker="ada")
        opened.decide(4, Review(decided_at=FIRST, who="bob", action=Action.DECLINE, why="stale", text=""))
        yield opened


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        (Wanted(), [1, 2, 3, 4, 5, 6]),
        (Wanted(outcome="held"), [2, 4, 6]),
        (Wanted(outcome="held", decided=False), [2, 6]),
        (Wanted(decided=True), [4]),
        (Wanted(model="other"), [5, 6]),
        (Wanted(dataset="nowhere"), []),
        (Wanted(asker="ada"), [3]),
        (Wanted(problem="wrong_period"), [6]),
        (Wanted(problem="no_area"), []),
        (Wanted(problem="wrong%period"), []),
        (Wanted(text="50%"), [2]),
        (Wanted(text="IN_p"), [2]),
        (Wanted(text="n_3"), []),
        (Wanted(first=date(2026, 7, 3), last=date(2026, 7, 5)), [2, 3, 4]),
        (Wanted(last=date(2026, 7, 1)), []),
    ],
)
def test_what_is_looked_for_is_found(ledger: Ledger, wanted: Wanted, numbers: list[int]) -> None:
    """Each filter alone, signs that SQL reads as others included; both orders and the count agree."""
    assert [one.number for one in ledger.listing.oldest(wanted, 10)] == numbers
    assert [one.number for one in ledger.listing.newest(wanted, 10)] == numbers[::-1]
    assert ledger.listing.count(wanted) == len(numbers)


def test_pages_follow_one_another(ledger: Ledger) -> None:
    """Forwards after a number and backwards before one, with what a list shows."""
    listing = ledger.listing
    assert [one.number for one in listing.oldest(Wanted(), 2, after=2)] == [3, 4]
    assert [one.number for one in listing.newest(Wanted(), 2, before=3)] == [2, 1]
    (six,) = listing.newest(Wanted(), 1)
    assert (six.codes, six.asker, six.action, six.model) == (("wrong_period",), "", "", "other")
    (four,) = listing.oldest(Wanted(decided=True), 1)
    assert (four.who, four.action, four.why, four.decided_at) == ("bob", "decline", "stale", FIRST)


def test_names_are_there_to_choose_from(ledger: Ledger) -> None:
    """Each once, by name, without the empty one."""
    found = ledger.listing.choices()
    assert (found.models, found.askers) == (("other", "planner"), ("ada",))
    assert len(found.datasets) == 1
