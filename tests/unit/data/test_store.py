"""A snapshot as one SQLite file: same answers, opened read-only, checked before use, readable by any tool."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.unit.data.conftest import Writer

from tieout.data.copying import write_sqlite
from tieout.data.snapshot import Missing, Snapshot, load_snapshot, verify_snapshot
from tieout.errors import SnapshotChanged, SnapshotInvalid, UsageError
from tieout.facts.period import Period

YEAR = Period.of_year(2024)


@pytest.fixture
def written(starter: Snapshot, tmp_path: Path) -> Path:
    """The starter set as a file."""
    return write_sqlite(starter, tmp_path / "starter.sqlite")


def change(path: Path, statement: str) -> None:
    """Change a file behind tieout's back."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


def test_the_file_answers_as_the_directory_does(starter: Snapshot, written: Path) -> None:
    """Every cell, area, indicator and caveat is the same."""
    snapshot = verify_snapshot(written)
    assert snapshot.card == starter.card
    assert (snapshot.areas, snapshot.indicators) == (starter.areas, starter.indicators)
    for code in starter.indicators:
        assert snapshot.describe(code) == starter.describe(code)
        assert list(snapshot.cells(code)) == list(starter.cells(code))
        assert snapshot.cross_section(code, YEAR) == starter.cross_section(code, YEAR)
        assert snapshot.series("CAN", code) == starter.series("CAN", code)


def test_any_sqlite_tool_can_open_it(written: Path) -> None:
    """Plain SQL over plain tables gives the published text and NULL for a published gap."""
    with closing(sqlite3.connect(written)) as connection:
        where = "WHERE indicator = 'SP.DYN.LE00.IN' AND area = 'CAN' AND period >= '2023'"
        rows = connection.execute(f"SELECT period, value, typeof(value) FROM observation {where}").fetchall()
        assert [(row[0], row[2]) for row in rows] == [("2023", "text"), ("2024", "text"), ("2025", "null")]
        assert connection.execute("SELECT count(*) FROM observation WHERE value IS NOT NULL").fetchone() == (
            3966,
        )
        assert connection.execute("SELECT name FROM area WHERE code = 'CIV'").fetchone() == ("Côte d'Ivoire",)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_the_file_is_opened_read_only(written: Path) -> None:
    """Reading leaves no trace: same bytes, no journal beside it, and a write is refused."""
    before = written.read_bytes()
    written.chmod(0o444)
    snapshot = load_snapshot(written)
    snapshot.get("CAN", "SP.POP.TOTL", YEAR)
    with pytest.raises(SnapshotChanged, match="readonly"):
        snapshot._store.rows("DELETE FROM observation")
    assert written.read_bytes() == before
    assert [path.name for path in written.parent.iterdir()] == ["starter.sqlite"]


def test_a_cut_set_is_written_cut(core8: Snapshot, tmp_path: Path) -> None:
    """The file holds the eight countries and nothing else."""
    snapshot = load_snapshot(write_sqlite(core8, tmp_path / "eight.sqlite"))
    assert list(snapshot.areas) == list(core8.areas)
    assert snapshot.card.name == "core8"
    assert snapshot.missing("FRA", "SP.POP.TOTL", YEAR) is Missing.NOT_IN_SNAPSHOT
    with closing(sqlite3.connect(tmp_path / "eight.sqlite")) as connection:
        assert connection.execute("SELECT count(DISTINCT area) FROM observation").fetchone() == (8,)


def test_flags_gaps_and_origins_survive(tiny: Writer, tmp_path: Path) -> None:
    """A file of another data set is no poorer than its directory."""
    directory = load_snapshot(tiny())
    file = load_snapshot(write_sqlite(directory, tmp_path / "tiny.sqlite"))
    for code in directory.indicators:
        assert list(file.cells(code)) == list(directory.cells(code))
    assert file.series("AAA", "POP") == directory.series("AAA", "POP")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE observation SET value = '41262328' WHERE value = '41262329'",
        "UPDATE observation SET value = NULL WHERE value = '41262329'",
        "UPDATE observation SET status = 'forecast' WHERE value = '41262329'",
        "UPDATE observation SET area = 'ZZZ' WHERE value = '41262329'",
        "DELETE FROM observation WHERE value = '41262329'",
        "INSERT INTO observation VALUES ('SP.POP.TOTL', 'CAN', '2019-Q1', '1', '', '')",
    ],
)
def test_a_changed_cell_is_never_read(written: Path, statement: str) -> None:
    """The indicator's rows are checked before the first of them is used."""
    change(written, statement)
    snapshot = load_snapshot(written)
    with pytest.raises(SnapshotChanged, match=r"starter\.sqlite.*SP\.POP\.TOTL"):
        snapshot.get("USA", "SP.POP.TOTL", YEAR)
    with pytest.raises(SnapshotChanged):
        snapshot.cross_section("SP.POP.TOTL", YEAR)
    with pytest.raises(SnapshotChanged):
        verify_snapshot(written)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE area SET name = 'Kanada' WHERE code = 'CAN'",
        "UPDATE area SET is_aggregate = 0 WHERE code = 'WLD'",
        "UPDATE indicator SET unit = 'people' WHERE code = 'NY.GDP.MKTP.CD'",
        "UPDATE indicator SET sha256 = 'x'",
        "UPDATE meta SET value = replace(value, '2026-07', '2026-08') WHERE key = 'card'",
        "UPDATE meta SET value = 'x' WHERE key = 'sha256'",
        "DELETE FROM meta WHERE key = 'sha256'",
    ],
)
def test_a_changed_card_area_or_indicator_stops_the_load(written: Path, statement: str) -> None:
    """Everything but the observations is checked when the file is opened."""
    change(written, statement)
    with pytest.raises(SnapshotChanged, match=r"starter\.sqlite"):
        load_snapshot(written)


def test_damage_is_told_as_damage(written: Path) -> None:
    """Torn pages never surface as a crash."""
    content = bytearray(written.read_bytes())
    content[8192:] = b"\xff" * (len(content) - 8192)
    written.write_bytes(content)
    with pytest.raises((SnapshotChanged, SnapshotInvalid), match=r"starter\.sqlite"):
        verify_snapshot(written)


@pytest.mark.parametrize("content", [b"", b"not a database, but long enough to be looked at" * 30])
def test_a_file_that_is_no_data_set(tmp_path: Path, content: bytes) -> None:
    """Any other file is refused in a sentence."""
    path = tmp_path / "other.sqlite"
    path.write_bytes(content)
    with pytest.raises(SnapshotInvalid, match=r"other\.sqlite.*no data set file"):
        load_snapshot(path)


def test_another_database_is_no_data_set(tmp_path: Path) -> None:
    """A database of another program is refused, and so is another format of ours."""
    path = tmp_path / "other.sqlite"
    change(path, "CREATE TABLE meta (key TEXT, value TEXT)")
    with pytest.raises(SnapshotInvalid, match="no data set file"):
        load_snapshot(path)


def test_another_format_is_refused(written: Path) -> None:
    """A file of a later version of tieout is not half-read."""
    change(written, "UPDATE meta SET value = 'tieout-snapshot-9' WHERE key = 'format'")
    with pytest.raises(SnapshotInvalid, match="tieout-snapshot-2"):
        load_snapshot(written)


def test_a_file_is_never_overwritten(starter: Snapshot, tmp_path: Path) -> None:
    """Writing over something needs a person to remove it first."""
    path = tmp_path / "mine.sqlite"
    path.write_text("precious")
    with pytest.raises(UsageError, match="Cannot write"):
        write_sqlite(starter, path)
    assert path.read_text() == "precious"
    with pytest.raises(UsageError, match="Cannot write"):
        write_sqlite(starter, tmp_path / "nowhere" / "x.sqlite")


def test_the_same_data_gives_the_same_digest(starter: Snapshot, written: Path, tmp_path: Path) -> None:
    """The digest is of the content, not of how SQLite happened to lay out its pages."""
    again = write_sqlite(starter, tmp_path / "again.sqlite")
    change(again, "PRAGMA page_size = 8192")
    change(again, "VACUUM")
    assert load_snapshot(again).sha256 == load_snapshot(written).sha256
