"""What the ledger holds of each run, whole: its review, question, chat, leases, steps and approvals."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from types import MappingProxyType
from typing import Any, Final

from tieout.ledger.storage import Storage, stamp

__all__ = ["PARTS", "Contents", "Part", "rows_of"]

_PAGE: Final = 200
_LAST: Final = 2**62


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A table of which rows belong to a run.

    Attributes:
        table: The table.
        columns: Its columns, all of them.
        join: The table ``p`` that knows its run, where it does not know it itself.
        is_one: True where a run has at most one row.
    """

    table: str
    columns: tuple[str, ...]
    join: str = ""
    is_one: bool = False


_OF_APPROVAL: Final = "JOIN approvals p ON p.number = t.approval"
_OF_CHAT: Final = (
    "JOIN chats c ON c.number = t.chat JOIN questions p ON p.asker = c.asker AND p.key = c.event"
)

PARTS: Final[Mapping[str, Part]] = MappingProxyType(
    {
        "review": Part(
            table="reviews",
            columns=("number", "run_number", "decided_at", "who", "action", "why", "text"),
            join="JOIN runs p ON p.number = t.run_number",
            is_one=True,
        ),
        "question": Part(
            table="questions",
            columns=("number", "run", "asked_at", "asker", "key", "question", "follows"),
            is_one=True,
        ),
        "leases": Part(
            table="leases",
            columns=("number", "question", "turn", "taken", "worker", "until"),
            join="JOIN questions p ON p.number = t.question",
        ),
        "stop": Part(table="stops", columns=("number", "run", "stopped_at", "who"), is_one=True),
        "steps": Part(table="steps", columns=("number", "run", "taken", "place", "document")),
        "waiting": Part(
            table="waiting_runs",
            columns=(
                *("number", "run", "turn", "waits_since", "asked_at", "question", "model", "path"),
                *("dataset", "dataset_sha256", "document", "trace"),
            ),
        ),
        "approvals": Part(
            table="approvals",
            columns=("number", "run", "call_id", "tool", "arguments", "digest", "asked_at", "expires_at"),
        ),
        "answers": Part(
            table="approval_answers",
            columns=("number", "approval", "answered_at", "who", "answer", "why"),
            join=_OF_APPROVAL,
        ),
        "uses": Part(table="approval_uses", columns=("number", "approval", "used_at"), join=_OF_APPROVAL),
        "chat": Part(
            table="chats",
            columns=("number", "event", "asker", "channel", "thread", "message", "text", "seen_at"),
            join="JOIN questions p ON p.asker = t.asker AND p.key = t.event",
            is_one=True,
        ),
        "chat_turns": Part(
            table="chat_turns", columns=("number", "chat", "stage", "turn", "until"), join=_OF_CHAT
        ),
        "chat_told": Part(
            table="chat_told", columns=("number", "chat", "stage", "message", "told_at"), join=_OF_CHAT
        ),
    }
)
"""What belongs to a run, by what it is called in an export."""

_RUN: Final = (
    *("number", "run", "asked_at", "question", "outcome", "model", "path", "dataset", "dataset_version"),
    *("dataset_sha256", "document", "trace"),
)
_JSON: Final = frozenset({"document", "trace", "arguments"})
_BETWEEN: Final = "(SELECT run FROM runs WHERE number BETWEEN :first AND :last)"
_ENDED: Final = """
(t.outcome <> 'held' OR EXISTS (SELECT 1 FROM reviews WHERE reviews.run_number = t.number))
AND NOT EXISTS (
    SELECT 1 FROM questions q JOIN chats c ON c.asker = q.asker AND c.event = q.key
    WHERE q.run = t.run AND NOT EXISTS (
        SELECT 1 FROM chat_told o WHERE o.chat = c.number
        AND o.stage = CASE t.outcome WHEN 'held' THEN 'decision' ELSE 'outcome' END
    )
)
"""
"""The runs that wait neither for a person nor to be told in a chat."""

_UNASKED: Final = """
NOT EXISTS (SELECT 1 FROM questions q WHERE q.asker = t.asker AND q.key = t.event)
AND EXISTS (SELECT 1 FROM chat_told o WHERE o.chat = t.number AND o.stage = 'outcome')
"""
"""The chats that became no question, once that was told."""

_OF_MESSAGE: Final = ("chat_turns", "chat_told")


class Contents:
    """The runs of one ledger, whole, to be written out."""

    __slots__ = ("_storage",)

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def runs(
        self, before: date | None = None, *, only_ended: bool = False, last: int = _LAST
    ) -> Iterator[dict[str, Any]]:
        """Yield the runs that have an outcome, in their order, each with all that belongs to it.

        Args:
            before: Only those that were asked before this day, in UTC.
            only_ended: Leave out held answers that wait for a person, and what is still to be told in a chat.
            last: The highest number.

        Raises:
            LedgerError: The ledger cannot be read.
        """
        conditions = ["t.number > :after", "t.number <= :last"]
        values: dict[str, object] = {"last": last, "count": _PAGE}
        if before is not None:
            conditions.append("t.asked_at < :before")
            values["before"] = _start(before)
        if only_ended:
            conditions.append(_ENDED)
        statement = f"{_select('runs', _RUN)} WHERE {' AND '.join(conditions)} ORDER BY t.number LIMIT :count"
        after = 0
        while rows := self._storage.rows(statement, after=after, **values):
            runs = {row[1]: _document(_RUN, row) for row in rows}
            self._complete(runs, rows[0][0], rows[-1][0])
            yield from runs.values()
            after = rows[-1][0]

    def messages(self, before: date | None = None) -> Iterator[dict[str, Any]]:
        """Yield the messages in chats that became no question (refused as empty, too long, over a budget).

        Those of which it is still to be told are left out. Each has its ``chat_turns`` and ``chat_told``.

        Args:
            before: Only those that came before this day, in UTC.

        Raises:
            LedgerError: The ledger cannot be read.
        """
        columns = PARTS["chat"].columns
        conditions, values = [f"t.number > :after AND {_UNASKED}"], dict[str, object](count=_PAGE)
        if before is not None:
            conditions.append("t.seen_at < :before")
            values["before"] = _start(before)
        statement = (
            f"{_select('chats', columns)} WHERE {' AND '.join(conditions)} ORDER BY t.number LIMIT :count"
        )
        after = 0
        while rows := self._storage.rows(statement, after=after, **values):
            found: dict[int, dict[str, Any]] = {row[0]: _document(columns, row) for row in rows}
            for name in _OF_MESSAGE:
                for one in found.values():
                    one[name] = []
                for row in self._storage.rows(_of_chats(PARTS[name]), first=rows[0][0], last=rows[-1][0]):
                    document = _document(PARTS[name].columns, row)
                    if document["chat"] in found:
                        found[document["chat"]][name].append(document)
            yield from found.values()
            after = rows[-1][0]

    def lines(
        self, before: date | None = None, *, only_ended: bool = False, last: int = _LAST
    ) -> Iterator[dict[str, Any]]:
        """Yield what an export holds: the runs, then the messages, each with its ``kind``; see there."""
        for run in self.runs(before, only_ended=only_ended, last=last):
            yield {"kind": "run", **run}
        for message in self.messages(before):
            yield {"kind": "message", **message}

    def newest(self) -> int:
        """Return the highest number of a run; 0 where there is none."""
        ((number,),) = self._storage.rows("SELECT coalesce(max(number), 0) FROM runs")
        return int(number)

    def _complete(self, runs: dict[str, dict[str, Any]], first: int, last: int) -> None:
        """Put what belongs to the runs, whose numbers lie between two, into their documents."""
        for name, part in PARTS.items():
            for run in runs.values():
                run[name] = None if part.is_one else []
            rows = self._storage.rows(_of_runs(part), first=first, last=last)
            for *row, run in rows:
                if run not in runs:
                    continue
                document = _document(part.columns, row)
                if part.is_one:
                    runs[run][name] = document
                else:
                    runs[run][name].append(document)


def rows_of(document: Mapping[str, Any]) -> int:
    """Return how many rows of the ledger a run's document, or a message's, holds.

    Examples:
        >>> rows_of({"review": {"who": "ada"}, "steps": [{}, {}]})
        4
    """
    belonging = (document.get(name) for name in PARTS)
    return 1 + sum(len(one) if isinstance(one, list) else one is not None for one in belonging)


def _of_runs(part: Part) -> str:
    """Return the statement for the rows of runs between two numbers, each followed by its run."""
    run = "p.run" if part.join else "t.run"
    return f"{_select(part.table, part.columns, run)} {part.join} WHERE {run} IN {_BETWEEN} ORDER BY t.number"


def _of_chats(part: Part) -> str:
    """Return the statement for the rows of chats between two numbers."""
    return f"{_select(part.table, part.columns)} WHERE t.chat BETWEEN :first AND :last ORDER BY t.number"


def _start(day: date) -> str:
    return stamp(datetime.combine(day, time(), UTC))


def _select(table: str, columns: Sequence[str], *others: str) -> str:
    listed = ", ".join((*(f"t.{column}" for column in columns), *others))
    return f"SELECT {listed} FROM {table} t"  # noqa: S608 - names of this module


def _document(columns: Sequence[str], row: Sequence[Any]) -> dict[str, Any]:
    return {
        column: json.loads(value) if column in _JSON else value
        for column, value in zip(columns, row, strict=False)
    }
