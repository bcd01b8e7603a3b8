"""The tables of the ledger, version by version, for SQLite and for PostgreSQL.

A version is never changed once a ledger was written with it; what changes is a new version behind it. A file
keeps its version in ``PRAGMA user_version``, a server in the table of Alembic, whose revisions stand in
`tieout.ledger.migrations` and run the statements of this module.

Every table only grows. Triggers forbid updates, deletes (but of runs that were exported and removed, see
`tieout.ledger.removal_tables` and
`tieout.ledger.removed_chat_tables`) and, on a server, truncation; in SQLite ``REPLACE``
deletes rows without firing delete triggers, hence the guard before insert there.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from tieout.ledger import (
    account_tables,
    budget_tables,
    chat_tables,
    identity_tables,
    news_tables,
    removal_tables,
    removed_chat_tables,
)

__all__ = ["APPLICATION_ID", "SCHEMA_VERSION", "Dialect", "statements"]

Dialect = Literal["sqlite", "postgresql"]

APPLICATION_ID: Final = 0x7469656F  # "tieo": tells a ledger from any other SQLite file

_TYPES: Final[Mapping[Dialect, Mapping[str, str]]] = MappingProxyType(
    {
        "sqlite": {
            "NUMBER": "INTEGER PRIMARY KEY AUTOINCREMENT",
            "REF": "INTEGER",
            "JSON({})": "json_valid({})",
        },
        "postgresql": {
            "NUMBER": "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
            "REF": "BIGINT",
            "JSON({})": "{}::json IS NOT NULL",
        },
    }
)
"""What the words in capitals below stand for."""

_RUNS: Final = (
    """
    CREATE TABLE runs (
        number          {NUMBER},
        run             TEXT NOT NULL UNIQUE,
        asked_at        TEXT NOT NULL,
        question        TEXT NOT NULL,
        outcome         TEXT NOT NULL CHECK (outcome IN ('answered', 'declined', 'held', 'failed')),
        model           TEXT NOT NULL,
        path            TEXT NOT NULL,
        dataset         TEXT NOT NULL,
        dataset_version TEXT NOT NULL,
        dataset_sha256  TEXT NOT NULL,
        document        TEXT NOT NULL CHECK ({JSON(document)}),
        trace           TEXT NOT NULL CHECK ({JSON(trace)})
    )
    """,
    "CREATE INDEX runs_by_outcome ON runs (outcome, number)",
    """
    CREATE TABLE reviews (
        number     {NUMBER},
        run_number {REF} NOT NULL UNIQUE REFERENCES runs (number),
        decided_at TEXT NOT NULL,
        who        TEXT NOT NULL CHECK (who <> ''),
        action     TEXT NOT NULL CHECK (action IN ('approve', 'amend', 'decline')),
        why        TEXT NOT NULL,
        text       TEXT NOT NULL
    )
    """,
)

_APPROVALS: Final = (
    """
    CREATE TABLE waiting_runs (
        number         {NUMBER},
        run            TEXT NOT NULL,
        turn           {REF} NOT NULL,
        waits_since    TEXT NOT NULL,
        asked_at       TEXT NOT NULL,
        question       TEXT NOT NULL,
        model          TEXT NOT NULL,
        path           TEXT NOT NULL,
        dataset        TEXT NOT NULL,
        dataset_sha256 TEXT NOT NULL,
        document       TEXT NOT NULL CHECK ({JSON(document)}),
        trace          TEXT NOT NULL CHECK ({JSON(trace)}),
        UNIQUE (run, turn)
    )
    """,
    """
    CREATE TABLE approvals (
        number     {NUMBER},
        run        TEXT NOT NULL,
        call_id    TEXT NOT NULL,
        tool       TEXT NOT NULL,
        arguments  TEXT NOT NULL CHECK ({JSON(arguments)}),
        digest     TEXT NOT NULL,
        asked_at   TEXT NOT NULL,
        expires_at TEXT NOT NULL
    )
    """,
    "CREATE INDEX approvals_by_call ON approvals (run, digest)",
    """
    CREATE TABLE approval_answers (
        number      {NUMBER},
        approval    {REF} NOT NULL UNIQUE REFERENCES approvals (number),
        answered_at TEXT NOT NULL,
        who         TEXT NOT NULL,
        answer      TEXT NOT NULL CHECK (answer IN ('approved', 'denied', 'no answer', 'timed out')),
        why         TEXT NOT NULL,
        CHECK (who <> '' OR answer IN ('no answer', 'timed out'))
    )
    """,
    """
    CREATE TABLE approval_uses (
        number   {NUMBER},
        approval {REF} NOT NULL UNIQUE REFERENCES approvals (number),
        used_at  TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE watches (
        number          {NUMBER},
        made_at         TEXT NOT NULL,
        area            TEXT NOT NULL,
        area_name       TEXT NOT NULL,
        indicator       TEXT NOT NULL,
        indicator_name  TEXT NOT NULL,
        period          TEXT NOT NULL,
        value           TEXT,
        dataset         TEXT NOT NULL,
        dataset_version TEXT NOT NULL
    )
    """,
)

_QUESTIONS: Final = (
    """
    CREATE TABLE questions (
        number      {NUMBER},
        run         TEXT NOT NULL UNIQUE,
        asked_at    TEXT NOT NULL,
        asker       TEXT NOT NULL,
        key         TEXT,
        question    TEXT NOT NULL,
        UNIQUE (asker, key)
    )
    """,
    """
    CREATE TABLE leases (
        number   {NUMBER},
        question {REF} NOT NULL REFERENCES questions (number),
        turn     {REF} NOT NULL,
        taken    {REF} NOT NULL,
        worker   TEXT NOT NULL,
        until    TEXT NOT NULL,
        UNIQUE (question, turn)
    )
    """,
    """
    CREATE TABLE steps (
        number   {NUMBER},
        run      TEXT NOT NULL,
        taken    {REF} NOT NULL,
        place    {REF} NOT NULL,
        document TEXT NOT NULL CHECK ({JSON(document)}),
        UNIQUE (run, taken, place)
    )
    """,
)

_TURNS: Final = (
    "ALTER TABLE questions ADD COLUMN follows TEXT",
    """
    CREATE TABLE stops (
        number     {NUMBER},
        run        TEXT NOT NULL UNIQUE,
        stopped_at TEXT NOT NULL,
        who        TEXT NOT NULL
    )
    """,
)

_KEPT: Final = {
    1: {"runs": "run = NEW.run", "reviews": "run_number = NEW.run_number"},
    2: {
        "waiting_runs": "run = NEW.run AND turn = NEW.turn",
        "approvals": "0",
        "approval_answers": "approval = NEW.approval",
        "approval_uses": "approval = NEW.approval",
        "watches": "0",
    },
    3: {
        "questions": "run = NEW.run OR (asker = NEW.asker AND key = NEW.key)",
        "leases": "question = NEW.question AND turn = NEW.turn",
        "steps": "run = NEW.run AND taken = NEW.taken AND place = NEW.place",
    },
    4: account_tables.KEPT,
    6: {"stops": "run = NEW.run"},
    7: removal_tables.KEPT,
    8: chat_tables.KEPT,
    9: identity_tables.KEPT,
    10: budget_tables.KEPT,
    11: removed_chat_tables.KEPT,
}
"""The tables of each version that only grow, with the condition by which two rows are the same."""

_ONLY: Final = {
    1: (
        "reviews_only_held",
        "reviews",
        "EXISTS (SELECT 1 FROM runs WHERE number = NEW.run_number AND outcome = 'held')",
        "only a held run can be decided",
    ),
    2: (
        "approval_uses_only_approved",
        "approval_uses",
        "EXISTS (SELECT 1 FROM approval_answers WHERE approval = NEW.approval AND answer = 'approved')",
        "only an approved call can be run",
    ),
    3: (
        "leases_only_open",
        "leases",
        "NOT EXISTS (SELECT 1 FROM runs JOIN questions q ON q.run = runs.run WHERE q.number = NEW.question)",
        "the question has its outcome",
    ),
    4: account_tables.ONLY,
    6: (
        "stops_only_open",
        "stops",
        "NOT EXISTS (SELECT 1 FROM runs WHERE runs.run = NEW.run)",
        "the question has its outcome",
    ),
    7: removal_tables.ONLY,
    8: chat_tables.ONLY,
    9: identity_tables.ONLY,
    10: budget_tables.ONLY,
    11: removed_chat_tables.ONLY,
}
"""For each version a trigger, its table, a condition for new rows, and what is said when it does not hold."""

_TABLES: Final = {
    1: _RUNS,
    2: _APPROVALS,
    3: _QUESTIONS,
    4: account_tables.TABLES,
    5: (),
    6: _TURNS,
    7: removal_tables.TABLES,
    8: chat_tables.TABLES,
    9: identity_tables.TABLES,
    10: budget_tables.TABLES,
    11: removed_chat_tables.TABLES,
}

_SERVER: Final = {5: news_tables.TRIGGERS}
"""What a version adds on a server alone."""

_RUNS_GO: Final = 7
_CHATS_GO: Final = 11
"""The versions from which on rows of runs, and of chats, may go where a removal has them."""

SCHEMA_VERSION: Final = len(_TABLES)
"""The newest version of the tables."""


def statements(version: int, dialect: Dialect) -> tuple[str, ...]:
    """Return the statements that bring a ledger from the version before to this one, in order."""
    made = tuple(_typed(statement, dialect) for statement in _TABLES[version])
    if version not in _ONLY:
        return made if dialect == "sqlite" else (*made, *_SERVER.get(version, ()))
    guards = _sqlite_guards(version) if dialect == "sqlite" else _server_guards(version)
    return (*made, *guards, *_exceptions(version, dialect))


def _exceptions(version: int, dialect: Dialect) -> tuple[str, ...]:
    """Return what lets the rows of a run, or of a chat, go where it stands among those removed."""
    is_file = dialect == "sqlite"
    if version == _RUNS_GO:
        made = removal_tables.sqlite_exceptions() if is_file else removal_tables.server_exceptions(_REFUSAL)
    elif version == _CHATS_GO:
        tables = removed_chat_tables
        made = tables.sqlite_exceptions() if is_file else tables.server_exceptions(_REFUSAL)
    else:
        made = ()
    return made


def _typed(statement: str, dialect: Dialect) -> str:
    types = _TYPES[dialect]
    for word in ("NUMBER", "REF"):
        statement = statement.replace(f"{{{word}}}", types[word])
    for column in ("document", "trace", "arguments"):
        statement = statement.replace(f"{{JSON({column})}}", types["JSON({})"].format(column))
    return statement


_REPLACED: Final = """
CREATE TRIGGER {table}_keep_replace BEFORE INSERT ON {table}
WHEN EXISTS (SELECT 1 FROM {table} WHERE number = NEW.number OR ({same}))
BEGIN SELECT RAISE(ABORT, 'the ledger already has this row'); END
"""


def _sqlite_guards(version: int) -> tuple[str, ...]:
    name, table, condition, message = _ONLY[version]
    guards = [
        f"CREATE TRIGGER {name} BEFORE INSERT ON {table} WHEN NOT {condition}"
        f" BEGIN SELECT RAISE(ABORT, '{message}'); END"
    ]
    for table, same in _KEPT[version].items():
        guards += (
            *(
                f"CREATE TRIGGER {table}_keep_{word.lower()} BEFORE {word} ON {table}"
                " BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END"
                for word in ("UPDATE", "DELETE")
            ),
            _REPLACED.format(table=table, same=same),
        )
    return tuple(guards)


_REFUSAL: Final = """
CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    {condition}
    RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation';
END $$
"""


def _server_guards(version: int) -> tuple[str, ...]:
    name, table, condition, message = _ONLY[version]
    only = f"IF {condition} THEN RETURN NEW; END IF;"
    guards = [
        _REFUSAL.format(name=name, condition=only, message=message),
        f"CREATE TRIGGER {name} BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()",
    ]
    if version == 1:
        refusal = {"name": "ledger_keep", "condition": "", "message": "the ledger is append-only"}
        guards.append(_REFUSAL.format(**refusal))
    guards += (
        f"CREATE TRIGGER {table}_keep BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}"
        " FOR EACH STATEMENT EXECUTE FUNCTION ledger_keep()"
        for table in _KEPT[version]
    )
    return tuple(guards)
