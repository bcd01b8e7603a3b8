"""Questions that came by a chat: where each is answered, and what has been told there.

A message is kept by a row before its chat service is told that it arrived; its question is one of
`tieout.ledger.questions`, called by the id of the chat's event, so that an event that comes twice asks once.
What is told (the outcome, then the decision about a held one) is a row too. Whoever tells it first takes a
turn, which runs out; so of two processes one tells, and what a killed one left untold is told by another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from tieout.ledger.storage import AlreadyThere, Storage, stamp

__all__ = ["Chat", "Chats", "Due", "Earlier", "Stage", "Turn"]

_ROW = """
SELECT c.number, c.event, c.asker, c.channel, c.thread, c.message, c.text, q.run, o.number, o.message
"""
_SETTLED = "SELECT coalesce(min(c.number) - 1, (SELECT coalesce(max(number), 0) FROM chats))"

_STATE = """
FROM chats c
LEFT JOIN questions q ON q.asker = c.asker AND q.key = c.event
LEFT JOIN runs r ON r.run = q.run
LEFT JOIN reviews v ON v.run_number = r.number
LEFT JOIN chat_told o ON o.chat = c.number AND o.stage = 'outcome'
LEFT JOIN chat_told d ON d.chat = c.number AND d.stage = 'decision'
WHERE c.number > :settled AND d.number IS NULL AND (o.number IS NULL OR r.outcome = 'held')
"""
"""The chats of which something is still to be told, now or later."""

_TODO = """AND (
    (o.number IS NULL AND (q.number IS NULL OR r.number IS NOT NULL))
    OR (o.number IS NOT NULL AND v.number IS NOT NULL)
)
AND NOT EXISTS (
    SELECT 1 FROM chat_turns t WHERE t.chat = c.number AND t.until > :now
    AND t.stage = CASE WHEN o.number IS NULL THEN 'outcome' ELSE 'decision' END
    AND t.turn = (SELECT max(turn) FROM chat_turns WHERE chat = t.chat AND stage = t.stage)
)
ORDER BY c.number LIMIT 100
"""
"""Of them those of which something can be done now: accept the question, tell the outcome or the decision."""


_EARLIER = """
SELECT q.run, r.number
FROM chats c
LEFT JOIN questions q ON q.asker = c.asker AND q.key = c.event
LEFT JOIN runs r ON r.run = q.run
WHERE c.channel = :channel AND c.thread = :thread AND c.number < :number
    AND (q.number IS NOT NULL
        OR NOT EXISTS (SELECT 1 FROM chat_told o WHERE o.chat = c.number AND o.stage = 'outcome'))
    AND NOT EXISTS (SELECT 1 FROM removed_chats d WHERE d.chat > c.number AND d.chat < :number)
ORDER BY c.number DESC LIMIT 1
"""
"""The question before, also while it waits to be accepted; not one that was refused and has no run.

Nor one behind which a chat was removed: that may have been the question before.
"""


class Stage(StrEnum):
    """What of a question is told in a chat: how it ended, and what a person decided about a held answer."""

    OUTCOME = "outcome"
    DECISION = "decision"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """A message that asks.

    Attributes:
        number: The ledger's number for it, from 1.
        event: What the chat service calls its coming, with the service and workspace: the question's key.
        asker: Who wrote it, with the service and workspace.
        channel: Where it stands.
        thread: Where it is answered.
        message: The message itself.
        text: The question, as read.
    """

    number: int
    event: str
    asker: str
    channel: str
    thread: str
    message: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """The question before in a thread.

    Attributes:
        run: The id of its run; None while it waits to be accepted.
        has_ended: True when its run has.
    """

    run: str | None
    has_ended: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """Something that is to be done for a chat.

    Attributes:
        chat: The chat.
        run: The run of its question; None while the question is not accepted.
        told: The message that told the outcome; None while nothing did.
    """

    chat: Chat
    run: str | None
    told: str | None

    @property
    def stage(self) -> Stage:
        """What is to be told next."""
        return Stage.OUTCOME if self.told is None else Stage.DECISION


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A turn at telling something, which one process has until its time runs out.

    Attributes:
        chat: The number of the chat.
        stage: What is told.
        turn: Which turn this is, from 1; before a later one somebody may have told it and died.
    """

    chat: int
    stage: Stage
    turn: int


class Chats:
    """The chats of one ledger."""

    __slots__ = ("_storage",)

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def receive(
        self, *, event: str, asker: str, channel: str, thread: str, message: str, text: str, seen_at: datetime
    ) -> bool:
        """Keep a message; False when its event came before.

        Raises:
            LedgerError: The row could not be written; the chat service must send it again.
        """
        try:
            self._storage.append(
                "INSERT INTO chats (event, asker, channel, thread, message, text, seen_at)"
                " VALUES (:event, :asker, :channel, :thread, :message, :text, :seen_at)",
                event=event,
                asker=asker,
                channel=channel,
                thread=thread,
                message=message,
                text=text,
                seen_at=stamp(seen_at),
            )
        except AlreadyThere:
            return False
        return True

    def due(self, *, now: datetime, settled: int = 0) -> tuple[Due, ...]:
        """Return what is to be done by whoever comes, oldest message first: accept its question, or tell.

        Args:
            now: The time; what somebody is telling, or is put off to later, is left out.
            settled: Chats up to this number need not be looked at.
        """
        return tuple(
            map(_news, self._storage.rows(f"{_ROW} {_STATE} {_TODO}", settled=settled, now=stamp(now)))
        )

    def settled(self, *, known: int = 0) -> int:
        """Return the number up to which nothing is left to tell.

        Args:
            known: A number of which that is known; only later chats are looked at, and it is never less.
        """
        ((number,),) = self._storage.rows(f"{_SETTLED} {_STATE}", settled=known)
        return max(known, int(number))  # the newest chats may have been removed

    def earlier(self, chat: Chat) -> Earlier | None:
        """Return the question before in the same thread, whoever asked it; None where there is none.

        None as well where it may have been removed from the ledger: an older one is not taken for it.
        """
        rows = self._storage.rows(_EARLIER, channel=chat.channel, thread=chat.thread, number=chat.number)
        return Earlier(run=rows[0][0], has_ended=rows[0][1] is not None) if rows else None

    def take(self, chat: Chat, stage: Stage, *, now: datetime, until: datetime) -> Turn | None:
        """Take a turn at telling something; None when another has it, or it is told.

        Args:
            chat: Where.
            stage: What.
            now: The time; a turn that ran out by then counts no more.
            until: When this one runs out.
        """
        rows = self._storage.rows(
            "SELECT turn, until FROM chat_turns WHERE chat = :chat AND stage = :stage"
            " ORDER BY turn DESC LIMIT 1",
            chat=chat.number,
            stage=str(stage),
        )
        last, held = rows[0] if rows else (0, "")
        if held > stamp(now):
            return None
        return self.put_off(Turn(chat=chat.number, stage=stage, turn=last), until)

    def put_off(self, turn: Turn, until: datetime) -> Turn | None:
        """Keep others, and oneself, from telling something before a time; None when another has it."""
        later = replace(turn, turn=turn.turn + 1)
        try:
            self._storage.append(
                "INSERT INTO chat_turns (chat, stage, turn, until) VALUES (:chat, :stage, :turn, :until)",
                chat=later.chat,
                stage=str(later.stage),
                turn=later.turn,
                until=stamp(until),
            )
        except AlreadyThere:
            return None
        return later

    def tell(self, chat: Chat, stage: Stage, *, message: str, at: datetime) -> None:
        """Keep that something was told, by which message; an empty one when it never can be.

        Telling it twice is no error: the first counts.
        """
        try:
            self._storage.append(
                "INSERT INTO chat_told (chat, stage, message, told_at)"
                " VALUES (:chat, :stage, :message, :told_at)",
                chat=chat.number,
                stage=str(stage),
                message=message,
                told_at=stamp(at),
            )
        except AlreadyThere:
            return


def _news(row: Sequence[Any]) -> Due:
    number, event, asker, channel, thread, message, text, run, told, told_by = row
    chat = Chat(
        number=number,
        event=event,
        asker=asker,
        channel=channel,
        thread=thread,
        message=message,
        text=text,
    )
    return Due(chat=chat, run=run, told=None if told is None else told_by)
