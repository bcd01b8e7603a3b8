"""The ledger keeps every run, lets nobody change one, and survives a killed process."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tieout.errors import LedgerError, UsageError
from tieout.ledger import Action, Ledger, Review
from tieout.outcome import DatasetStamp, Outcome, OutcomeKind

MOMENT = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


def an_outcome(run: str, kind: OutcomeKind = OutcomeKind.ANSWERED) -> Outcome:
    return Outcome(
        run=run,
        asked_at=MOMENT,
        question="What was the population of Canada in 2024?",
        kind=kind,
        model="planner",
        path="tools",
        dataset=DatasetStamp(name="core8", version="2026-07", sha256="0" * 64),
        answer="" if kind is OutcomeKind.HELD else "Canada – 41,262,329.",
        draft="Canada had 5." if kind is OutcomeKind.HELD else "",
    )


def a_review(action: Action = Action.APPROVE, who: str = "ada") -> Review:
    return Review(decided_at=MOMENT, who=who, action=action, why="checked by hand", text="Canada had 5.")


def test_a_run_comes_back_as_it_was_appended(place: str) -> None:
    """Number, run id, moment and document are read back whole, by number and by run id."""
    with Ledger.open(place) as ledger:
        outcome = an_outcome("r1")
        number = ledger.append_run(outcome)
        run = ledger.get(str(number))
        assert (run.number, run.run, run.asked_at, run.outcome) == (1, "r1", MOMENT, "answered")
        assert run.document == outcome.document()
        assert run.trace == outcome.trace_document()
        assert ledger.get("r1") == run == ledger.get("#1")


def test_an_unknown_run_is_a_usage_error(place: str) -> None:
    """Absurd names are refused in the same words as unknown ones."""
    with Ledger.open(place) as ledger:
        for name in ("1", "", "r9", "9" * 40, "'; DROP TABLE runs; --", "²"):
            with pytest.raises(UsageError, match="has no run"):
                ledger.get(name)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE runs SET question = 'x'",
        "DELETE FROM runs",
        "UPDATE reviews SET who = 'x'",
        "DELETE FROM reviews",
        (
            "REPLACE INTO reviews (run_number, decided_at, who, action, why, text)"
            " SELECT run_number, decided_at, 'mallory', action, why, text FROM reviews"
        ),
        "REPLACE INTO runs SELECT * FROM runs",
        (
            "REPLACE INTO runs SELECT 99, run, asked_at, 'x', outcome, model, path, dataset, dataset_version,"
            " dataset_sha256, document, trace FROM runs"
        ),
    ],
)
def test_no_row_is_ever_changed(tmp_path: Path, statement: str) -> None:
    """Update, delete and replace are refused by the file itself, whichever tool opens it."""
    path = tmp_path / "ledger.sqlite3"
    with Ledger.open(path) as ledger:
        ledger.append_run(an_outcome("r1", OutcomeKind.HELD))
        ledger.decide(1, a_review())
    other_tool = sqlite3.connect(path)
    before = [other_tool.execute(f"SELECT * FROM {table}").fetchall() for table in ("runs", "reviews")]
    with pytest.raises(sqlite3.IntegrityError, match=r"append-only|already has"):
        other_tool.execute(statement)
    after = [other_tool.execute(f"SELECT * FROM {table}").fetchall() for table in ("runs", "reviews")]
    other_tool.close()
    assert after == before


def test_held_runs_wait_until_a_person_decides(place: str) -> None:
    """The queue holds the held runs, oldest first, and a decided one leaves it."""
    with Ledger.open(place) as ledger:
        ledger.append_run(an_outcome("r1", OutcomeKind.HELD))
        ledger.append_run(an_outcome("r2"))
        ledger.append_run(an_outcome("r3", OutcomeKind.HELD))
        assert [run.number for run in ledger.held()] == [1, 3]
        assert ledger.count_held() == 2
        ledger.decide(1, a_review())
        assert [run.number for run in ledger.held()] == [3]
        assert [run.number for run in ledger.held(decided=True)] == [1, 3]
        assert ledger.get("1").review == a_review()


def test_a_run_is_decided_once_and_only_when_held(place: str) -> None:
    """A second decision names the first; an answered run has nothing to decide."""
    with Ledger.open(place) as ledger:
        ledger.append_run(an_outcome("r1", OutcomeKind.HELD))
        ledger.append_run(an_outcome("r2"))
        ledger.decide(1, a_review())
        with pytest.raises(UsageError, match="decided already \\(approve by ada"):
            ledger.decide(1, a_review(Action.DECLINE, who="bob"))
        with pytest.raises(UsageError, match="was answered, not held"):
            ledger.decide(2, a_review())
        with pytest.raises(UsageError, match="has no run"):
            ledger.decide(7, a_review())


def test_a_decision_needs_a_name(place: str) -> None:
    """A decision of nobody is not a decision."""
    with Ledger.open(place) as ledger:
        ledger.append_run(an_outcome("r1", OutcomeKind.HELD))
        with pytest.raises(UsageError, match="name who decides"):
            ledger.decide(1, a_review(who=""))


def test_the_same_run_is_not_appended_twice(place: str) -> None:
    """A run id stands for one run."""
    with Ledger.open(place) as ledger:
        ledger.append_run(an_outcome("r1"))
        with pytest.raises(LedgerError, match="refused a row"):
            ledger.append_run(replace(an_outcome("r1"), question="another"))
        assert len(ledger) == 1


def test_full_synchronisation_and_write_ahead_log(tmp_path: Path) -> None:
    """The two settings that durability rests on are those of the open connection."""
    with Ledger.open(tmp_path / "ledger.sqlite3") as ledger:
        connection = ledger.storage._connection
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_files_that_are_no_ledger_are_refused(tmp_path: Path) -> None:
    """Another program's file is left alone, and a newer ledger is not written to."""
    text = tmp_path / "text"
    text.write_text("this is a page of prose, longer than a header of SQLite needs " * 20)
    other = tmp_path / "other.sqlite3"
    for path, statement in (
        (other, "CREATE TABLE t (a)"),
        (tmp_path / "versioned", "PRAGMA user_version = 3"),
    ):
        connection = sqlite3.connect(path)
        connection.execute(statement)
        connection.close()
    newer = tmp_path / "newer.sqlite3"
    Ledger.open(newer).close()
    connection = sqlite3.connect(newer)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    for path, words in (
        (text, "not a database"),
        (other, "no Tieout ledger"),
        (tmp_path / "versioned", "no Tieout ledger"),
        (newer, "newer Tieout"),
        (tmp_path, "cannot be used"),
        (text / "below a file" / "ledger", "cannot be made"),
    ):
        with pytest.raises(LedgerError, match=words):
            Ledger.open(path)
    connection = sqlite3.connect(other)
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("t",)]
    connection.close()


@pytest.mark.skipif(
    os.name == "nt" or os.geteuid() == 0, reason="file permissions bind neither root nor Windows"
)
def test_a_read_only_ledger_is_one_sentence(tmp_path: Path) -> None:
    """A ledger that cannot be written says so when appending, with the way out."""
    path = tmp_path / "ledger.sqlite3"
    Ledger.open(path).close()
    path.chmod(0o400)
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(LedgerError, match="TIEOUT_HOME"), Ledger.open(path) as ledger:
            ledger.append_run(an_outcome("r1"))
    finally:
        tmp_path.chmod(0o700)


_APPENDER = """
import sys
from dataclasses import replace
from pathlib import Path
sys.path.insert(0, {tests!r})
from test_ledger import an_outcome
from tieout.ledger import Ledger
ledger = Ledger.open({path!r}, busy_seconds=60)
for turn in range({rows}):
    number = ledger.append_run(an_outcome(f"{name}-{{turn}}"))
    print(number, flush=True)
{after}
"""


def _appender(path: str | Path, name: str, rows: int, after: str = "") -> subprocess.Popen[str]:
    code = _APPENDER.format(
        tests=str(Path(__file__).parent), path=str(path), rows=rows, name=name, after=after
    )
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)


def test_processes_append_at_once(place: str) -> None:
    """Three processes that create and fill one new ledger at once lose nothing and never share a number."""
    processes = [_appender(place, name, rows=15) for name in "abc"]
    numbers = [int(line) for process in processes for line in process.communicate(timeout=60)[0].split()]
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert sorted(numbers) == list(range(1, 46))
    with Ledger.open(place) as ledger:
        assert len(ledger) == 45
        assert {ledger.get(str(number)).run[0] for number in numbers} == set("abc")


def test_a_killed_process_loses_no_appended_row(tmp_path: Path) -> None:
    """Rows whose append was reported are there after kill -9, and the next process goes on."""
    path = tmp_path / "ledger.sqlite3"
    process = _appender(path, "a", rows=100_000)
    assert process.stdout is not None
    reported = [int(process.stdout.readline()) for _ in range(20)]
    process.kill()
    rest = process.stdout.read().rpartition("\n")[0].split()
    process.stdout.close()
    assert process.wait(timeout=60) != 0
    reported += [int(line) for line in rest]
    with Ledger.open(path) as ledger:
        assert len(ledger) >= len(reported) >= 20
        for number in reported:
            assert ledger.get(str(number)).run == f"a-{number - 1}"
        assert ledger.append_run(an_outcome("after")) == len(ledger)


def test_a_server_refuses_changes_whoever_asks(own_database: str) -> None:
    """Update, delete and truncation are refused by the tables themselves."""
    import psycopg

    with Ledger.open(own_database) as ledger:
        ledger.append_run(an_outcome("r1", OutcomeKind.HELD))
        ledger.decide(1, a_review())
    for statement in ("UPDATE runs SET question = 'x'", "DELETE FROM reviews", "TRUNCATE runs CASCADE"):
        with (
            psycopg.connect(own_database) as other,
            pytest.raises(psycopg.errors.IntegrityConstraintViolation, match="append-only"),
        ):
            other.execute(statement)
    with Ledger.open(own_database) as ledger:
        assert ledger.get("1").review == a_review()


def test_a_newer_ledger_on_a_server_is_refused(own_database: str) -> None:
    """What a newer Tieout made is not written to."""
    import psycopg

    from tieout.ledger.server import close_pools

    Ledger.open(own_database).close()
    close_pools()
    with psycopg.connect(own_database) as other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(LedgerError, match="newer Tieout"):
        Ledger.open(own_database)


@pytest.mark.parametrize(
    ("address", "error", "words"),
    [
        ("postgresql://desk:secret@127.0.0.1:1/x", LedgerError, "Check the server"),
        ("postgresql://desk:secret@127.0.0.1:port/x", UsageError, "cannot be read"),
        ("mysql://desk:secret@127.0.0.1/x", UsageError, "postgresql://"),
    ],
)
def test_an_address_that_does_not_work_is_one_sentence_without_its_password(
    address: str, error: type[Exception], words: str
) -> None:
    """Nothing that was typed as a password comes back."""
    with pytest.raises(error, match=words) as raised:
        Ledger.open(address)
    assert "secret" not in str(raised.value)


def test_a_null_character_is_kept_by_its_symbol_on_a_server(own_database: str) -> None:
    """PostgreSQL's texts cannot hold it; the document keeps the escape."""
    with Ledger.open(own_database) as ledger:
        ledger.append_run(replace(an_outcome("r1"), question="a\x00b"))
        run = ledger.get("r1")
    assert (run.question, run.document["question"]) == ("a\u2400b", "a\x00b")


def test_file_and_server_have_the_same_tables(own_database: str, tmp_path: Path) -> None:
    """Names, order and nullability of the columns agree, so the same statements hold for both."""
    import sqlalchemy

    Ledger.open(own_database).close()
    Ledger.open(tmp_path / "ledger.sqlite3").close()
    shapes = []
    for url in (
        own_database.replace("postgresql://", "postgresql+psycopg://"),
        f"sqlite:///{tmp_path}/ledger.sqlite3",
    ):
        engine = sqlalchemy.create_engine(url)
        inspector = sqlalchemy.inspect(engine)
        names = set(inspector.get_table_names()) - {"alembic_version"}
        # the engine that brings questions to workers has tables of its own, and none in a file
        tables = sorted(name for name in names if not name.startswith("procrastinate_"))
        shapes.append(
            {
                table: [
                    (column["name"], column["nullable"])
                    for column in inspector.get_columns(table)
                    if column["name"] != "number"
                ]
                for table in tables
            }
        )
        engine.dispose()
    assert shapes[0] == shapes[1]
    assert {"runs", "reviews", "questions", "leases", "steps", "watches"} <= set(shapes[0])
