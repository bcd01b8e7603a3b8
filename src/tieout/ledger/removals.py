"""Retention: old runs and messages exported, the export verified, then removed whole; or not at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tieout.errors import LedgerError, UsageError
from tieout.ledger import removal_tables, removed_chat_tables
from tieout.ledger.contents import Contents, rows_of
from tieout.ledger.export import Export, digest_of, read_export, write_export
from tieout.ledger.storage import Storage, stamp

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Removal", "Removals"]

_REMOVAL: Final = (
    "SELECT number, removed_at, who, asked_before, runs, rows_removed, export, export_sha256 FROM removals"
)

_REMOVED_BY: Final = "(SELECT removal FROM removed_runs WHERE run = :run OR run_number = :number)"
_OF_RUN: Final = "run IN (SELECT run FROM removed_runs WHERE removal = :removal)"
_OF_APPROVAL: Final = (
    "approval IN (SELECT a.number FROM approvals a JOIN removed_runs d ON d.run = a.run"
    " WHERE d.removal = :removal)"
)

_OF_CHAT: Final = "IN (SELECT chat FROM removed_chats WHERE removal = :removal)"

_WHICH: Final = {
    "chat_turns": f"chat {_OF_CHAT}",
    "chat_told": f"chat {_OF_CHAT}",
    "chats": f"number {_OF_CHAT}",
    "approval_uses": _OF_APPROVAL,
    "approval_answers": _OF_APPROVAL,
    "leases": "question IN (SELECT q.number FROM questions q JOIN removed_runs d ON d.run = q.run"
    " WHERE d.removal = :removal)",
    "reviews": "run_number IN (SELECT run_number FROM removed_runs WHERE removal = :removal)",
}
"""Which rows of a table belong to removed runs and chats, where the table does not name the run itself."""

_EMPTIED: Final = (*removed_chat_tables.DELETABLE, *removal_tables.DELETABLE)
"""The tables from which rows go, those that refer to others first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Old:
    """What is to be removed: the id and number of each run, the number of each chat, the rows in all."""

    runs: list[tuple[str, int]]
    chats: list[int]
    rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """What was removed, when, by whom, and which file has it.

    Attributes:
        number: The ledger's number for it, from 1.
        removed_at: When, in UTC.
        who: Who removed it.
        before: Runs asked before this day, in UTC, were removed.
        runs: How many runs.
        rows: How many rows in all tables together.
        export: The name of the file that has them.
        sha256: The SHA-256 of that file in hex.
    """

    number: int
    removed_at: datetime
    who: str
    before: date
    runs: int
    rows: int
    export: str
    sha256: str


class Removals:
    """What was removed from one ledger, and the way to remove more."""

    __slots__ = ("_contents", "_storage")

    def __init__(self, storage: Storage, contents: Contents) -> None:
        self._storage = storage
        self._contents = contents

    def listed(self) -> tuple[Removal, ...]:
        """Return what was removed, the first first."""
        return tuple(map(_removal, self._storage.rows(f"{_REMOVAL} ORDER BY number")))

    def of(self, name: str, number: int) -> Removal | None:
        """Return what removed the run of that id or number; None where nothing did."""
        rows = self._storage.rows(
            f"{_REMOVAL} WHERE number = {_REMOVED_BY}",
            run=name,
            number=number,
        )
        return _removal(rows[0]) if rows else None

    def remove(
        self,
        before: date,
        path: Path,
        *,
        who: str,
        at: datetime,
        on_stage: Callable[[str], None] = lambda stage: None,
    ) -> Removal:
        """Export the runs asked before a day to a new file, verify it, and remove them in one transaction.

        Messages in chats go with the runs they asked for; those that came before the day and became no
        question go as well. Held answers that wait for a person, runs that wait for an approval, and what is
        still to be told in a chat stay whatever their age. If anything was added to a run between export and
        removal, nothing is removed.

        Args:
            before: The day, in UTC.
            path: The file.
            who: Who removes; stays on record.
            at: When, in UTC; stays on record.
            on_stage: Called with ``exported``, ``verified`` and ``removed`` as soon as that is so.

        Raises:
            UsageError: There is nothing to remove, nobody removes it, the day is to come, or the file is
                there or cannot be written.
            LedgerError: The ledger cannot be used, or changed meanwhile; nothing was removed.
        """
        if not who.strip():
            raise UsageError("Say who removes: --by NAME.")
        if before > at.date():
            raise UsageError(f"{before} is to come; runs are removed that were asked before a day gone by.")
        last = self._contents.newest()
        if next(self._contents.runs(before, only_ended=True, last=last), None) is None:
            raise UsageError(f"No run that was asked before {before} can be removed.")
        export = write_export(path, self._old(before, last), exported_at=at, before=before)
        on_stage("exported")
        old = self._verified(export, before, last)
        on_stage("verified")
        with self._storage.alone("removals"):
            number = self._recorded(export, before, old, who=who.strip(), at=at)
            gone = sum(self._emptied(table, number) for table in _EMPTIED)
            if gone != old.rows:
                raise LedgerError(
                    f"The ledger changed while its old runs were exported to {path}, so nothing was removed."
                    " Remove the file and try again."
                )
        on_stage("removed")
        return self.listed()[-1]

    def _old(self, before: date, last: int) -> Iterator[dict[str, Any]]:
        return self._contents.lines(before, only_ended=True, last=last)

    def _verified(self, export: Export, before: date, last: int) -> _Old:
        """Read a file back against the ledger; return what it holds."""
        runs: list[tuple[str, int]] = []
        chats: list[int] = []
        rows = 0
        for kept, ours in zip_longest(read_export(export.path), self._old(before, last)):
            if kept is None or kept != ours:
                raise LedgerError(f"{export.path} does not hold what the ledger does; nothing was removed.")
            if kept["kind"] == "run":
                runs.append((str(kept["run"]), int(kept["number"])))
            chat = kept if kept["kind"] == "message" else kept["chat"]
            if chat is not None:
                chats.append(int(chat["number"]))
            rows += rows_of(kept)
        if digest_of(export.path) != export.sha256:
            raise LedgerError(f"{export.path} is not as it was written; nothing was removed.")
        return _Old(runs=runs, chats=chats, rows=rows)

    def _recorded(self, export: Export, before: date, old: _Old, *, who: str, at: datetime) -> int:
        """Append the record of a removal and of each run and chat; return its number."""
        removal = self._storage.append(
            "INSERT INTO removals (removed_at, who, asked_before, runs, rows_removed, export, export_sha256)"
            " VALUES (:at, :who, :before, :runs, :rows, :export, :sha256)",
            at=stamp(at),
            who=who,
            before=before.isoformat(),
            runs=len(old.runs),
            rows=old.rows,
            export=export.path.name,
            sha256=export.sha256,
        )
        for run, number in old.runs:
            self._storage.append(
                "INSERT INTO removed_runs (removal, run, run_number) VALUES (:removal, :run, :number)",
                removal=removal,
                run=run,
                number=number,
            )
        for chat in old.chats:
            self._storage.append(
                "INSERT INTO removed_chats (removal, chat) VALUES (:removal, :chat)",
                removal=removal,
                chat=chat,
            )
        return removal

    def _emptied(self, table: str, removal: int) -> int:
        which = _WHICH.get(table, _OF_RUN)
        return self._storage.remove(f"DELETE FROM {table} WHERE {which}", removal=removal)  # noqa: S608 - names above


def _removal(row: tuple[Any, ...]) -> Removal:
    number, removed_at, who, before, runs, rows, export, sha256 = row
    return Removal(
        number=number,
        removed_at=datetime.fromisoformat(removed_at),
        who=who,
        before=date.fromisoformat(before),
        runs=runs,
        rows=rows,
        export=export,
        sha256=sha256,
    )
