"""A ledger of a version before lets the rows of chats go as a new one does, also those it left behind."""

from __future__ import annotations

import sqlite3
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tieout.errors import LedgerError
from tieout.ledger import Ledger, read_export
from tieout.ledger.storage import is_address
from tieout.ledger.tables import APPLICATION_ID, statements

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
OLD = "'2025-07-01T12:00:00.000+00:00'"

_RUN = (
    "INSERT INTO runs (run, asked_at, question, outcome, model, path, dataset, dataset_version,"
    " dataset_sha256, document, trace)"
    f" VALUES ('{{}}', {OLD}, '', 'answered', '', '', '', '', '', '{{{{}}}}', '{{{{}}}}')"
)
_CHAT = (
    "INSERT INTO chats (event, asker, channel, thread, message, text, seen_at)"
    f" VALUES ('{{}}', 'ada', 'C1', '1.0', '1.1', 'What?', {OLD})"
)
_TOLD = "INSERT INTO chat_told (chat, stage, message, told_at) VALUES ({}, 'outcome', '1.2', '')"
_ROWS = (
    _RUN.format("gone"),
    _CHAT.format("gone"),
    _TOLD.format(1),
    "INSERT INTO removals (removed_at, who, asked_before, runs, rows_removed, export, export_sha256)"
    f" VALUES ({OLD}, 'ada', '2026-01-01', 1, 1, 'x.jsonl', '{'0' * 64}')",
    "INSERT INTO removed_runs (removal, run, run_number) VALUES (1, 'gone', 1)",
    "DELETE FROM runs WHERE run = 'gone'",
    _RUN.format("r2"),
    "INSERT INTO questions (run, asked_at, asker, key, question) VALUES ('r2', '', 'ada', 'e2', '')",
    _CHAT.format("e2"),
    _TOLD.format(2),
    _CHAT.format("e3"),
)


def fill_file(path: str, version: int) -> None:
    """Make a file of a version, with a removed run whose chat it left, and another run."""
    old = sqlite3.connect(path)
    for number in range(1, version + 1):
        for statement in statements(number, "sqlite"):
            old.execute(statement)
    for statement in _ROWS:
        old.execute(statement)
    old.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    old.execute(f"PRAGMA user_version = {version}")
    old.commit()
    old.close()


def fill_server(address: str, version: int) -> None:
    """Make the same in a database."""
    import sqlalchemy
    from alembic import command
    from alembic.config import Config

    engine = sqlalchemy.create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection, connection.begin():
        config = Config()
        config.set_main_option("script_location", "tieout.ledger:migrations")
        config.attributes["connection"] = connection
        command.upgrade(config, f"{version:04}")
        for statement in _ROWS:
            connection.exec_driver_sql(statement)
    engine.dispose()


@pytest.mark.parametrize("version", [8, 10])
def test_a_ledger_of_a_version_before_removes_chats(place: str, tmp_path: Path, version: int) -> None:
    """What an earlier removal left behind goes with the next one; what was not told yet stays."""
    fill = fill_server if is_address(place) else fill_file
    fill(place, version)
    with Ledger.open(place) as ledger:
        with pytest.raises(LedgerError, match="append-only"):
            ledger.storage.remove("DELETE FROM chat_told")
        file = tmp_path / "old.jsonl"
        removal = ledger.removals.remove(date(2026, 1, 1), file, who="ada", at=NOW)
        assert (removal.runs, removal.rows) == (1, 6)
        run, message = read_export(file)
        assert (run["run"], run["chat"]["text"], message["event"]) == ("r2", "What?", "gone")
        assert ledger.storage.rows("SELECT event FROM chats") == [("e3",)]
        assert ledger.storage.rows("SELECT count(*) FROM chat_told") == [(0,)]
        assert [one.chat.event for one in ledger.chats.due(now=NOW)] == ["e3"]
