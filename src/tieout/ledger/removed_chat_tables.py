"""The table of chats that were removed, and the one case in which rows of chats may go (version 11).

A chat may be deleted only if it stands in ``removed_chats``, and can stand there only under a removal: with
its run, when that stands in ``removed_runs``, or, when it never became a question, once that was told and it
came before the day of the removal. A run can be removed only when its chat was told all there is to tell, so
a chat that still waits keeps its run, and is never asked again for want of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tieout.ledger.removal_tables import server_deletes, sqlite_deletes

__all__ = ["DELETABLE", "KEPT", "ONLY", "TABLES", "server_exceptions", "sqlite_exceptions"]

TABLES: Final = (
    """
    CREATE TABLE removed_chats (
        number  {NUMBER},
        removal {REF} NOT NULL REFERENCES removals (number),
        chat    {REF} NOT NULL UNIQUE
    )
    """,
    "CREATE INDEX removed_chats_by_removal ON removed_chats (removal)",
)

KEPT: Final = {"removed_chats": "chat = NEW.chat"}

ONLY: Final = (
    "removed_chats_only_settled",
    "removed_chats",
    "EXISTS (SELECT 1 FROM chats c JOIN removals m ON m.number = NEW.removal"
    " LEFT JOIN questions q ON q.asker = c.asker AND q.key = c.event"
    " WHERE c.number = NEW.chat AND ("
    "EXISTS (SELECT 1 FROM removed_runs d WHERE d.run = q.run AND d.removal = m.number)"
    " OR (q.number IS NULL AND c.seen_at < m.asked_before"
    " AND EXISTS (SELECT 1 FROM chat_told o WHERE o.chat = c.number AND o.stage = 'outcome'))))",
    "only a chat that is settled can be removed",
)

_BY_CHAT: Final = "EXISTS (SELECT 1 FROM removed_chats d WHERE d.chat = OLD.{})"

DELETABLE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "chat_turns": _BY_CHAT.format("chat"),
        "chat_told": _BY_CHAT.format("chat"),
        "chats": _BY_CHAT.format("number"),
    }
)
"""The tables of chats, those that refer to others first, each with the condition under which a row may go."""

_UNTOLD: Final = (
    "EXISTS (SELECT 1 FROM runs r JOIN questions q ON q.run = r.run"
    " JOIN chats c ON c.asker = q.asker AND c.event = q.key"
    " WHERE r.run = NEW.run AND NOT EXISTS (SELECT 1 FROM chat_told o WHERE o.chat = c.number"
    " AND o.stage = CASE r.outcome WHEN 'held' THEN 'decision' ELSE 'outcome' END))"
)
_REFUSED: Final = "what became of the run is still to be told in a chat"


def sqlite_exceptions() -> tuple[str, ...]:
    """Return the statements that let removed chats go, and that keep the run of one that waits."""
    return (
        *sqlite_deletes(DELETABLE),
        f"CREATE TRIGGER removed_runs_only_told BEFORE INSERT ON removed_runs WHEN {_UNTOLD}"
        f" BEGIN SELECT RAISE(ABORT, '{_REFUSED}'); END",
    )


def server_exceptions(refusal: str) -> tuple[str, ...]:
    """Return the same for PostgreSQL.

    Args:
        refusal: A function that refuses, with places for ``name``, ``condition`` and ``message``.
    """
    only = f"IF NOT {_UNTOLD} THEN RETURN NEW; END IF;"
    return (
        *server_deletes(DELETABLE, refusal),
        refusal.format(name="removed_runs_only_told", condition=only, message=_REFUSED),
        "CREATE TRIGGER removed_runs_only_told BEFORE INSERT ON removed_runs"
        " FOR EACH ROW EXECUTE FUNCTION removed_runs_only_told()",
    )
