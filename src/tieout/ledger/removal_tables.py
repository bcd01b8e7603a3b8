"""Tables of what was removed from the ledger, and the one case in which rows of a run may go (version 7).

Rows may be deleted only for a run that stands in ``removed_runs``, and a run can stand there only when it has
ended and waits for nobody, under a row of ``removals`` that says who removed it, when, and which export has
it. Both tables only grow, so a removal can neither be hidden nor undone, and a run that is gone cannot be
written again.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

__all__ = [
    "DELETABLE",
    "KEPT",
    "ONLY",
    "TABLES",
    "server_deletes",
    "server_exceptions",
    "sqlite_deletes",
    "sqlite_exceptions",
]

TABLES: Final = (
    """
    CREATE TABLE removals (
        number        {NUMBER},
        removed_at    TEXT NOT NULL,
        who           TEXT NOT NULL CHECK (who <> ''),
        asked_before  TEXT NOT NULL,
        runs          {REF} NOT NULL CHECK (runs > 0),
        rows_removed  {REF} NOT NULL,
        export        TEXT NOT NULL CHECK (export <> ''),
        export_sha256 TEXT NOT NULL CHECK (length(export_sha256) = 64)
    )
    """,
    """
    CREATE TABLE removed_runs (
        number     {NUMBER},
        removal    {REF} NOT NULL REFERENCES removals (number),
        run        TEXT NOT NULL UNIQUE,
        run_number {REF} NOT NULL UNIQUE
    )
    """,
    "CREATE INDEX removed_runs_by_removal ON removed_runs (removal)",
)

KEPT: Final = {"removals": "0", "removed_runs": "run = NEW.run OR run_number = NEW.run_number"}

ONLY: Final = (
    "removed_runs_only_ended",
    "removed_runs",
    "EXISTS (SELECT 1 FROM runs LEFT JOIN reviews ON reviews.run_number = runs.number"
    " WHERE runs.run = NEW.run AND runs.number = NEW.run_number"
    " AND (runs.outcome <> 'held' OR reviews.number IS NOT NULL))",
    "only a run that has ended and waits for nobody can be removed",
)

_BY_RUN: Final = "EXISTS (SELECT 1 FROM removed_runs d WHERE d.run = OLD.run)"
_BY_APPROVAL: Final = (
    "EXISTS (SELECT 1 FROM removed_runs d JOIN approvals a ON a.run = d.run WHERE a.number = OLD.approval)"
)

DELETABLE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "approval_uses": _BY_APPROVAL,
        "approval_answers": _BY_APPROVAL,
        "approvals": _BY_RUN,
        "leases": "EXISTS (SELECT 1 FROM removed_runs d JOIN questions q ON q.run = d.run"
        " WHERE q.number = OLD.question)",
        "steps": _BY_RUN,
        "stops": _BY_RUN,
        "questions": _BY_RUN,
        "waiting_runs": _BY_RUN,
        "reviews": "EXISTS (SELECT 1 FROM removed_runs d WHERE d.run_number = OLD.run_number)",
        "runs": _BY_RUN,
    }
)
"""The tables of a run, those that refer to others first, each with the condition under which a row may go."""

_GONE: Final = "EXISTS (SELECT 1 FROM removed_runs WHERE run = NEW.run)"


def sqlite_deletes(deletable: Mapping[str, str]) -> tuple[str, ...]:
    """Return the statements that let rows of tables go under their conditions, where none could."""
    found = []
    for table, condition in deletable.items():
        found.append(f"DROP TRIGGER {table}_keep_delete")
        found.append(
            f"CREATE TRIGGER {table}_keep_delete BEFORE DELETE ON {table} WHEN NOT {condition}"
            " BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END"
        )
    return tuple(found)


def server_deletes(deletable: Mapping[str, str], refusal: str) -> tuple[str, ...]:
    """Return the same for PostgreSQL.

    Args:
        deletable: The tables, each with its condition.
        refusal: A function that refuses, with places for ``name``, ``condition`` and ``message``.
    """
    found = []
    for table, condition in deletable.items():
        allowed = f"IF {condition} THEN RETURN OLD; END IF;"
        name = f"{table}_keep_row"
        found += [
            f"DROP TRIGGER {table}_keep ON {table}",
            f"CREATE TRIGGER {table}_keep BEFORE UPDATE OR TRUNCATE ON {table}"
            " FOR EACH STATEMENT EXECUTE FUNCTION ledger_keep()",
            refusal.format(name=name, condition=allowed, message="the ledger is append-only"),
            f"CREATE TRIGGER {name} BEFORE DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()",
        ]
    return tuple(found)


def sqlite_exceptions() -> tuple[str, ...]:
    """Return the statements that let rows of removed runs go, and that keep such a run from coming back."""
    return (
        *sqlite_deletes(DELETABLE),
        f"CREATE TRIGGER runs_not_again BEFORE INSERT ON runs WHEN {_GONE}"
        " BEGIN SELECT RAISE(ABORT, 'the run was removed'); END",
    )


def server_exceptions(refusal: str) -> tuple[str, ...]:
    """Return the same for PostgreSQL.

    Args:
        refusal: A function that refuses, with places for ``name``, ``condition`` and ``message``.
    """
    only = f"IF NOT {_GONE} THEN RETURN NEW; END IF;"
    return (
        *server_deletes(DELETABLE, refusal),
        refusal.format(name="runs_not_again", condition=only, message="the run was removed"),
        "CREATE TRIGGER runs_not_again BEFORE INSERT ON runs FOR EACH ROW EXECUTE FUNCTION runs_not_again()",
    )
