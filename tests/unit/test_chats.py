"""Chats: kept once for each event, told once by one process, taken over from the dead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from tieout.errors import LedgerError
from tieout.ledger import Action, Chat, Earlier, Ledger, Review, Stage
from tieout.outcome import DatasetStamp, Outcome, OutcomeKind

NOON = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
LATER = NOON + timedelta(seconds=12)


@pytest.fixture
def ledger(place: str) -> Iterator[Ledger]:
    """Open a new ledger, in a file and on a server."""
    with Ledger.open(place) as one:
        yield one


def received(ledger: Ledger, event: str) -> bool:
    return ledger.chats.receive(
        event=event, asker="ada", channel="C1", thread="1.0", message="1.1", text="What?", seen_at=NOON
    )


def ended(ledger: Ledger, event: str, kind: OutcomeKind) -> None:
    """Accept the question of an event, and let its run end."""
    ledger.questions.accept("What?", run=f"run of {event}", asked_at=NOON, asker="ada", key=event)
    stamp = DatasetStamp(name="core8", version="2026-07", sha256="0" * 64)
    ledger.append_run(
        Outcome(
            run=f"run of {event}",
            asked_at=NOON,
            question="What?",
            kind=kind,
            model="planner",
            path="tools",
            dataset=stamp,
        )
    )


def due(ledger: Ledger, now: datetime = NOON) -> list[tuple[str, str | None, Stage]]:
    return [(one.chat.event, one.run, one.stage) for one in ledger.chats.due(now=now)]


def only(ledger: Ledger) -> Chat:
    (one,) = ledger.chats.due(now=LATER)
    return one.chat


def test_an_event_is_kept_once(ledger: Ledger) -> None:
    """A service that sends it again is told that it is there."""
    assert received(ledger, "e1")
    assert not received(ledger, "e1")
    assert due(ledger) == [("e1", None, Stage.OUTCOME)]


def test_what_is_due_follows_the_question(ledger: Ledger) -> None:
    """First it is accepted, then its outcome is told, and of a held one the decision."""
    received(ledger, "e1")
    chat = only(ledger)
    ledger.questions.accept("What?", run="run of e1", asked_at=NOON, asker="ada", key="e1")
    assert due(ledger) == []
    assert ledger.chats.settled() == 0
    stamp = DatasetStamp(name="core8", version="2026-07", sha256="0" * 64)
    number = ledger.append_run(
        Outcome(
            run="run of e1",
            asked_at=NOON,
            question="What?",
            kind=OutcomeKind.HELD,
            model="planner",
            path="tools",
            dataset=stamp,
        )
    )
    assert due(ledger) == [("e1", "run of e1", Stage.OUTCOME)]
    ledger.chats.tell(chat, Stage.OUTCOME, message="1.2", at=NOON)
    assert due(ledger) == []
    assert ledger.chats.settled() == 0
    ledger.decide(number, Review(decided_at=NOON, who="ada", action=Action.DECLINE, why="", text=""))
    assert due(ledger) == [("e1", "run of e1", Stage.DECISION)]
    (news,) = ledger.chats.due(now=NOON)
    assert news.told == "1.2"
    ledger.chats.tell(chat, Stage.DECISION, message="1.3", at=NOON)
    assert due(ledger) == []
    assert ledger.chats.settled() == ledger.chats.settled(known=1) == 1


def test_a_refused_question_is_settled_when_that_was_told(ledger: Ledger) -> None:
    """It has no run and never will."""
    received(ledger, "e1")
    ledger.chats.tell(only(ledger), Stage.OUTCOME, message="1.2", at=NOON)
    assert due(ledger) == []
    assert ledger.chats.settled() == 1


def test_the_question_before_is_that_of_the_same_thread(ledger: Ledger) -> None:
    """It is told whether it has ended; a question in another thread counts for none."""
    received(ledger, "e1")
    first = only(ledger)
    assert ledger.chats.earlier(first) is None
    ledger.questions.accept("What?", run="r1", asked_at=NOON, asker="ada", key="e1")
    received(ledger, "e2")
    second = only(ledger)
    assert ledger.chats.earlier(second) == Earlier(run="r1", has_ended=False)
    assert ledger.chats.earlier(replace(second, thread="2.0")) is None


def test_a_question_that_waits_is_the_one_before_and_a_refused_one_is_not(ledger: Ledger) -> None:
    """Three at once follow each other, not all the first; what was refused leaves the one before it."""
    received(ledger, "e1")
    ended(ledger, "e1", OutcomeKind.ANSWERED)
    received(ledger, "e2")
    received(ledger, "e3")
    chats = {one.chat.event: one.chat for one in ledger.chats.due(now=NOON)}
    assert ledger.chats.earlier(chats["e2"]) == Earlier(run="run of e1", has_ended=True)
    assert ledger.chats.earlier(chats["e3"]) == Earlier(run=None, has_ended=False)
    ledger.chats.tell(chats["e2"], Stage.OUTCOME, message="9.1", at=NOON)
    assert ledger.chats.earlier(chats["e3"]) == Earlier(run="run of e1", has_ended=True)


def test_one_tells_and_another_takes_over(ledger: Ledger) -> None:
    """A turn keeps others away until it runs out; the next knows that it is not the first."""
    received(ledger, "e1")
    ended(ledger, "e1", OutcomeKind.ANSWERED)
    chat = only(ledger)
    first = ledger.chats.take(chat, Stage.OUTCOME, now=NOON, until=LATER)
    assert first is not None
    assert first.turn == 1
    assert ledger.chats.take(chat, Stage.OUTCOME, now=NOON, until=LATER) is None
    assert due(ledger) == []
    second = ledger.chats.take(chat, Stage.OUTCOME, now=LATER, until=LATER + timedelta(seconds=12))
    assert second is not None
    assert second.turn == 2
    assert ledger.chats.put_off(first, LATER) is None
    sooner = LATER + timedelta(seconds=1)
    assert ledger.chats.put_off(second, sooner) is not None
    assert due(ledger, sooner) == [("e1", "run of e1", Stage.OUTCOME)]


def test_what_was_told_is_told_no_more(ledger: Ledger) -> None:
    """Of two who say that they told it the first counts, and nobody gets another turn."""
    received(ledger, "e1")
    ended(ledger, "e1", OutcomeKind.ANSWERED)
    chat = only(ledger)
    for message in ("1.2", "1.3"):
        ledger.chats.tell(chat, Stage.OUTCOME, message=message, at=NOON)
    assert ledger.chats.take(chat, Stage.OUTCOME, now=LATER, until=LATER) is None
    with pytest.raises(LedgerError):
        ledger.chats._storage.append("DELETE FROM chat_told WHERE chat > :zero", zero=0)


def answered_and_removed(ledger: Ledger, folder: Path, *names: str) -> None:
    """Answer and tell the questions of events, then remove all that is old."""
    for event in names:
        ended(ledger, event, OutcomeKind.ANSWERED)
        (chat,) = [one.chat for one in ledger.chats.due(now=NOON) if one.chat.event == event]
        ledger.chats.tell(chat, Stage.OUTCOME, message="1.2", at=NOON)
    at = NOON + timedelta(days=30)
    ledger.removals.remove(date(2026, 7, 15), folder / f"{names[0]}.jsonl", who="ada", at=at)


def test_an_older_question_is_not_taken_for_one_that_was_removed(ledger: Ledger, tmp_path: Path) -> None:
    """What follows a removed question in its thread follows nothing, not the one before that."""
    received(ledger, "e1")
    ended(ledger, "e1", OutcomeKind.HELD)  # nobody decides: it stays
    received(ledger, "e2")
    received(ledger, "e3")
    third = next(one.chat for one in ledger.chats.due(now=NOON) if one.chat.event == "e3")
    answered_and_removed(ledger, tmp_path, "e2")
    assert due(ledger) == [("e1", "run of e1", Stage.OUTCOME), ("e3", None, Stage.OUTCOME)]
    assert ledger.chats.earlier(third) is None
    received(ledger, "e4")
    fourth = next(one.chat for one in ledger.chats.due(now=NOON) if one.chat.event == "e4")
    assert ledger.chats.earlier(fourth) == Earlier(run=None, has_ended=False)
    ended(ledger, "e3", OutcomeKind.ANSWERED)
    assert ledger.chats.earlier(fourth) == Earlier(run="run of e3", has_ended=True)


def test_what_is_settled_stays_so_when_the_newest_are_removed(ledger: Ledger, tmp_path: Path) -> None:
    """The numbers of removed chats are not used again, so whoever knows that number sees all that comes."""
    received(ledger, "e1")
    received(ledger, "e2")
    received(ledger, "e3")
    answered_and_removed(ledger, tmp_path, "e2", "e3")
    assert ledger.chats.settled() == 0
    answered_and_removed(ledger, tmp_path, "e1")
    assert ledger.chats.settled(known=3) == 3
    received(ledger, "e4")
    (news,) = ledger.chats.due(now=NOON, settled=3)
    assert (news.chat.event, news.chat.number > 3) == ("e4", True)
    assert ledger.chats.settled(known=3) == news.chat.number - 1


def test_an_event_that_comes_after_its_removal_is_a_new_message(ledger: Ledger, tmp_path: Path) -> None:
    """The ledger has forgotten it; and who was about to tell something of it gets no turn."""
    received(ledger, "e1")
    first = only(ledger)
    answered_and_removed(ledger, tmp_path, "e1")
    assert ledger.chats.take(first, Stage.OUTCOME, now=LATER, until=LATER) is None
    ledger.chats.tell(first, Stage.OUTCOME, message="1.3", at=LATER)
    assert ledger.chats._storage.rows("SELECT count(*) FROM chat_told")[0][0] == 0
    assert received(ledger, "e1")
    assert due(ledger) == [("e1", None, Stage.OUTCOME)]
