"""Accepted questions: kept once for each key, worked on by one at a time, taken over from the dead."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tieout.errors import UsageError
from tieout.ledger import Ledger, NewStep
from tieout.ledger.storage import is_address
from tieout.ledger.tables import APPLICATION_ID, SCHEMA_VERSION, statements
from tieout.outcome import DatasetStamp, Outcome, OutcomeKind

NOON = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
LATER = NOON + timedelta(seconds=6)


@pytest.fixture
def ledger(place: str) -> Iterator[Ledger]:
    """Open a new ledger, in a file and on a server."""
    with Ledger.open(place) as one:
        yield one


def accepted(ledger: Ledger, run: str, **more: str) -> None:
    ledger.questions.accept(f"What about {run}?", run=run, asked_at=NOON, **more)


def answered(ledger: Ledger, run: str) -> int:
    stamp = DatasetStamp(name="core8", version="2026-07", sha256="0" * 64)
    return ledger.append_run(
        Outcome(
            run=run,
            asked_at=NOON,
            question="?",
            kind=OutcomeKind.ANSWERED,
            model="planner",
            path="tools",
            dataset=stamp,
        )
    )


def test_the_oldest_open_question_is_taken_by_one(ledger: Ledger) -> None:
    """A question that somebody works on is not taken again while the lease lasts."""
    accepted(ledger, "r1")
    accepted(ledger, "r2")
    taken = [ledger.questions.take(name, now=NOON, until=LATER) for name in ("a", "b", "c")]
    assert [one and (one.question.run, one.taken) for one in taken] == [("r1", 1), ("r2", 1), None]


def test_a_question_of_a_dead_worker_is_taken_over(ledger: Ledger) -> None:
    """Once its lease ran out another may take it, and the first finds that it lost it."""
    accepted(ledger, "r1")
    first = ledger.questions.take("a", now=NOON, until=LATER)
    assert first is not None
    second = ledger.questions.take("b", now=LATER, until=LATER + timedelta(seconds=6))
    assert second is not None
    assert (second.question.run, second.taken) == ("r1", 2)
    assert ledger.questions.renew(first, LATER + timedelta(seconds=60)) is None


def test_a_living_worker_holds_on(ledger: Ledger) -> None:
    """A renewed lease keeps others away, and counts as the same worker's."""
    accepted(ledger, "r1")
    lease = ledger.questions.take("a", now=NOON, until=LATER)
    assert lease is not None
    renewed = ledger.questions.renew(lease, LATER + timedelta(seconds=6))
    assert renewed is not None
    assert renewed.taken == 1
    assert ledger.questions.take("b", now=LATER, until=LATER + timedelta(seconds=9)) is None


def test_an_answered_question_is_settled(ledger: Ledger) -> None:
    """It is taken no more, held no longer, and everything up to it need not be looked at."""
    accepted(ledger, "r1")
    accepted(ledger, "r2")
    lease = ledger.questions.take("a", now=NOON, until=LATER)
    assert lease is not None
    assert ledger.questions.settled() == 0
    answered(ledger, "r1")
    assert ledger.questions.settled() == 1
    assert ledger.questions.renew(lease, LATER) is None
    answered(ledger, "r2")
    assert ledger.questions.settled() == ledger.questions.settled(known=1) == 2
    assert ledger.questions.take("b", now=LATER, until=LATER) is None


def test_the_same_key_asks_once(ledger: Ledger) -> None:
    """A program that sends its request again gets the question it sent; with other words it is told."""
    first = ledger.questions.accept("What?", run="r1", asked_at=NOON, asker="ada", key="k")
    again = ledger.questions.accept("What?", run="r2", asked_at=LATER, asker="ada", key="k")
    assert again == first
    with pytest.raises(UsageError, match="idempotency key"):
        ledger.questions.accept("Who?", run="r3", asked_at=NOON, asker="ada", key="k")
    other = ledger.questions.accept("Who?", run="r4", asked_at=NOON, asker="bob", key="k")
    assert other.run == "r4"


def test_steps_are_read_from_where_one_stopped(ledger: Ledger) -> None:
    """Whoever watches from another process reads what is new, and sees whose worker's step it is."""
    accepted(ledger, "r1")
    made = [
        NewStep(run="r1", taken=1, place=place, document={"tool": tool})
        for place, tool in ((1, "get_values"), (2, "compare"))
    ]
    ledger.questions.append_steps(made)
    first, second = ledger.questions.steps("r1")
    assert (first.document, first.taken) == ({"tool": "get_values"}, 1)
    assert ledger.questions.steps("r1", after=first.number) == (second,)
    assert ledger.questions.steps("r2") == ()


@pytest.mark.parametrize("version", range(1, SCHEMA_VERSION))
def test_a_ledger_of_a_version_before_gains_the_tables(tmp_path: Path, version: int) -> None:
    """Opening an older file brings it up to date and keeps its runs."""
    import sqlite3

    path = tmp_path / "old.sqlite3"
    old = sqlite3.connect(path)
    for number in range(1, version + 1):
        for statement in statements(number, "sqlite"):
            old.execute(statement)
    old.execute(
        "INSERT INTO runs (run, asked_at, question, outcome, model, path, dataset, dataset_version,"
        " dataset_sha256, document, trace) VALUES ('r1', '', '', 'answered', '', '', '', '', '', '{}', '{}')"
    )
    old.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    old.execute(f"PRAGMA user_version = {version}")
    old.commit()
    old.close()
    with Ledger.open(path) as ledger:
        assert len(ledger) == 1
        accepted(ledger, "r2", follows="r1")
        found = ledger.questions.find("r2")
        assert found is not None
        assert found.follows == "r1"


def test_a_question_is_stopped_once_and_whoever_takes_it_knows(ledger: Ledger) -> None:
    """Stopping it again, or after its end, changes nothing."""
    accepted(ledger, "r1")
    assert not ledger.questions.is_stopped("r1")
    for who in ("ada", "bob"):
        ledger.questions.stop("r1", at=NOON, who=who)
    assert ledger.questions.is_stopped("r1")
    assert not ledger.questions.is_held("r1", now=NOON)
    lease = ledger.questions.take("a", now=NOON, until=LATER)
    assert lease is not None
    assert lease.is_stopped
    assert ledger.questions.is_held("r1", now=NOON) is not is_address(ledger.place)  # there, by a job
    assert not ledger.questions.is_held("r1", now=LATER)
    accepted(ledger, "r2")
    answered(ledger, "r2")
    ledger.questions.stop("r2", at=NOON, who="ada")
    assert not ledger.questions.is_stopped("r2")


def test_a_key_stands_for_one_question_after_one_run(ledger: Ledger) -> None:
    """The same words after another run are another question."""
    accepted(ledger, "r1", key="k", follows="r0")
    again = ledger.questions.accept("What about r1?", run="r2", asked_at=NOON, key="k", follows="r0")
    assert again.run == "r1"
    with pytest.raises(UsageError, match="another question"):
        ledger.questions.accept("What about r1?", run="r3", asked_at=NOON, key="k")
