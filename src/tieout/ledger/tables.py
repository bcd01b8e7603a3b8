"""The tables of the ledger, version by version: a file is brought up to date by the scripts it lacks.

A script is never changed once a ledger was written with it; what changes is a new script behind it.
"""

from __future__ import annotations

__all__ = ["APPLICATION_ID", "SCHEMA_VERSION", "SCRIPTS"]

APPLICATION_ID = 0x7469656F  # "tieo": tells a ledger from any other SQLite file

# REPLACE deletes rows without firing delete triggers, hence the guard before insert.
_GUARDS = """
CREATE TRIGGER {table}_keep_update BEFORE UPDATE ON {table}
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER {table}_keep_delete BEFORE DELETE ON {table}
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER {table}_keep_replace BEFORE INSERT ON {table}
WHEN EXISTS (SELECT 1 FROM {table} WHERE number = NEW.number OR ({same}))
BEGIN SELECT RAISE(ABORT, 'the ledger already has this row'); END;
"""

_RUNS = """
CREATE TABLE runs (
    number          INTEGER PRIMARY KEY AUTOINCREMENT,
    run             TEXT NOT NULL UNIQUE,
    asked_at        TEXT NOT NULL,
    question        TEXT NOT NULL,
    outcome         TEXT NOT NULL CHECK (outcome IN ('answered', 'declined', 'held', 'failed')),
    model           TEXT NOT NULL,
    path            TEXT NOT NULL,
    dataset         TEXT NOT NULL,
    dataset_version TEXT NOT NULL,
    dataset_sha256  TEXT NOT NULL,
    document        TEXT NOT NULL CHECK (json_valid(document)),
    trace           TEXT NOT NULL CHECK (json_valid(trace))
);
CREATE INDEX runs_by_outcome ON runs (outcome, number);
CREATE TABLE reviews (
    number     INTEGER PRIMARY KEY AUTOINCREMENT,
    run_number INTEGER NOT NULL UNIQUE REFERENCES runs (number),
    decided_at TEXT NOT NULL,
    who        TEXT NOT NULL CHECK (who <> ''),
    action     TEXT NOT NULL CHECK (action IN ('approve', 'amend', 'decline')),
    why        TEXT NOT NULL,
    text       TEXT NOT NULL
);
CREATE TRIGGER reviews_only_held BEFORE INSERT ON reviews
WHEN NOT EXISTS (SELECT 1 FROM runs WHERE number = NEW.run_number AND outcome = 'held')
BEGIN SELECT RAISE(ABORT, 'only a held run can be decided'); END;
"""

_APPROVALS = """
CREATE TABLE waiting_runs (
    number         INTEGER PRIMARY KEY AUTOINCREMENT,
    run            TEXT NOT NULL,
    turn           INTEGER NOT NULL,
    waits_since    TEXT NOT NULL,
    asked_at       TEXT NOT NULL,
    question       TEXT NOT NULL,
    model          TEXT NOT NULL,
    path           TEXT NOT NULL,
    dataset        TEXT NOT NULL,
    dataset_sha256 TEXT NOT NULL,
    document       TEXT NOT NULL CHECK (json_valid(document)),
    trace          TEXT NOT NULL CHECK (json_valid(trace)),
    UNIQUE (run, turn)
);
CREATE TABLE approvals (
    number     INTEGER PRIMARY KEY AUTOINCREMENT,
    run        TEXT NOT NULL,
    call_id    TEXT NOT NULL,
    tool       TEXT NOT NULL,
    arguments  TEXT NOT NULL CHECK (json_valid(arguments)),
    digest     TEXT NOT NULL,
    asked_at   TEXT NOT NULL,
    expires_at TEXT NOT NULL
);
CREATE INDEX approvals_by_call ON approvals (run, digest);
CREATE TABLE approval_answers (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    approval    INTEGER NOT NULL UNIQUE REFERENCES approvals (number),
    answered_at TEXT NOT NULL,
    who         TEXT NOT NULL,
    answer      TEXT NOT NULL CHECK (answer IN ('approved', 'denied', 'no answer', 'timed out')),
    why         TEXT NOT NULL,
    CHECK (who <> '' OR answer IN ('no answer', 'timed out'))
);
CREATE TABLE approval_uses (
    number   INTEGER PRIMARY KEY AUTOINCREMENT,
    approval INTEGER NOT NULL UNIQUE REFERENCES approvals (number),
    used_at  TEXT NOT NULL
);
CREATE TRIGGER approval_uses_only_approved BEFORE INSERT ON approval_uses
WHEN NOT EXISTS (SELECT 1 FROM approval_answers WHERE approval = NEW.approval AND answer = 'approved')
BEGIN SELECT RAISE(ABORT, 'only an approved call can be run'); END;
CREATE TABLE watches (
    number          INTEGER PRIMARY KEY AUTOINCREMENT,
    made_at         TEXT NOT NULL,
    area            TEXT NOT NULL,
    area_name       TEXT NOT NULL,
    indicator       TEXT NOT NULL,
    indicator_name  TEXT NOT NULL,
    period          TEXT NOT NULL,
    value           TEXT,
    dataset         TEXT NOT NULL,
    dataset_version TEXT NOT NULL
);
"""


def _guarded(tables: str, **same: str) -> str:
    """Return a script with guards for its tables; each names the condition by which two rows are the same."""
    guards = (_GUARDS.format(table=table, same=condition) for table, condition in same.items())
    return tables + "".join(guards)


SCRIPTS = (
    _guarded(_RUNS, runs="run = NEW.run", reviews="run_number = NEW.run_number"),
    _guarded(
        _APPROVALS,
        waiting_runs="run = NEW.run AND turn = NEW.turn",
        approvals="0",
        approval_answers="approval = NEW.approval",
        approval_uses="approval = NEW.approval",
        watches="0",
    ),
)
"""The scripts: the first makes version 1, each further one the next version."""

SCHEMA_VERSION = len(SCRIPTS)
"""Version of the tables; kept in the file as ``PRAGMA user_version``."""
