"""The SQL that each warehouse is sent, word for word, and DuckDB files as a person may meet them.

Ibis writes the SQL. What it writes is kept in tests/golden/sql, so that a new version of Ibis that asks in
another way is seen; ClickHouse, Trino and BigQuery are not run here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tieout.data.copying import copy_snapshot
from tieout.data.snapshot import Snapshot, load_snapshot, verify_snapshot
from tieout.data.stores.form import AREA_COLUMNS, INDICATOR_COLUMNS, OBSERVATION_COLUMNS
from tieout.data.stores.warehouse import areas, indicators, meta, newest, observations
from tieout.errors import SnapshotInvalid, SourceError, UsageError
from tieout.facts.period import Period

ibis = pytest.importorskip("ibis", reason="Ibis is not installed (extra warehouse)")
GOLDEN = Path(__file__).resolve().parents[3] / "golden" / "sql"
DIALECTS = ("bigquery", "clickhouse", "duckdb", "trino")
CODE = "SP.POP.TOTL"
HOSTILE = "x' OR '1'='1\\' OR 1=1 -- ` \" ; {y} %s"


def questions() -> Iterator[tuple[str, object]]:
    """Yield every question that is asked of a warehouse, with a title."""
    texts = dict.fromkeys(OBSERVATION_COLUMNS, "string")
    cells = ibis.table(texts, name="observation")
    listed = {"position": "int64", **dict.fromkeys(AREA_COLUMNS, "string"), "is_aggregate": "int64"}
    named = {"position": "int64", **dict.fromkeys((*INDICATOR_COLUMNS, "sha256"), "string")}
    yield "what stands beside the rows", meta(ibis.table({"key": "string", "value": "string"}, name="meta"))
    yield "areas", areas(ibis.table(listed, name="area"))
    yield "indicators", indicators(ibis.table(named, name="indicator"))
    yield "all rows of an indicator", observations(cells, CODE)
    yield "all rows of an indicator whose code would like to be SQL", observations(cells, HOSTILE)
    yield "the newest period of each indicator", newest(cells)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_sql_of_a_warehouse_is_what_it_was(dialect: str) -> None:
    """Every question, in the words of the dialect."""
    told = "".join(f"-- {title}\n{ibis.to_sql(one, dialect=dialect)};\n\n" for title, one in questions())
    assert told == (GOLDEN / f"{dialect}.sql").read_text(encoding="utf-8")


@pytest.fixture
def file(core8: Snapshot, tmp_path: Path) -> Path:
    """Eight countries in a DuckDB file."""
    copy_snapshot(core8, f"duckdb://{tmp_path / 'eight.duckdb'}")
    return tmp_path / "eight.duckdb"


def test_a_duckdb_file_is_opened_by_path_too(core8: Snapshot, file: Path) -> None:
    """As a SQLite file is, and read-only: the bytes stay as they are, and nothing lies beside them."""
    before = file.read_bytes()
    file.chmod(0o444)
    with closing(verify_snapshot(file)) as snapshot:
        assert snapshot.series("CAN", CODE) == core8.series("CAN", CODE)
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_copy_replaces_the_file_at_once(starter: Snapshot, core8: Snapshot, file: Path) -> None:
    """Who has the old file open goes on with it; a copy that breaks leaves it."""
    with closing(load_snapshot(file)) as old:
        copy_snapshot(starter, f"duckdb://{file}")
        assert old.series("CAN", CODE) == core8.series("CAN", CODE)
    with closing(load_snapshot(file)) as new:
        assert new.card.name == "wdi-starter"
    with pytest.raises(UsageError, match="Cannot write"):
        copy_snapshot(core8, f"duckdb://{file.parent}/no/such/folder.duckdb")


def test_tables_with_other_types_are_read_as_texts(core8: Snapshot, file: Path) -> None:
    """A warehouse that keeps flags as booleans and positions as big numbers holds the same data set."""
    import duckdb

    with duckdb.connect(str(file)) as connection:
        connection.execute("ALTER TABLE area ALTER is_aggregate TYPE BOOLEAN")
        connection.execute("ALTER TABLE indicator ALTER position TYPE HUGEINT")
    with closing(verify_snapshot(file)) as snapshot:
        assert snapshot.areas == core8.areas
        assert snapshot.get("CAN", CODE, Period.of_year(2024)).text == "41262329"


@pytest.mark.parametrize(
    ("url", "error", "sentence"),
    [
        ("duckdb://nowhere.duckdb", UsageError, "There is no DuckDB file"),
        ("clickhouse://u:hunter2@127.0.0.1:1/x", (UsageError, SourceError), "clickhouse"),
        ("trino://u:hunter2@127.0.0.1:1/x/y", (UsageError, SourceError), "trino"),
        ("bigquery://project/dataset?credentials=hunter2", (UsageError, SourceError), "bigquery"),
    ],
)
def test_a_warehouse_that_is_not_there(
    url: str, error: type[Exception] | tuple[type[Exception], ...], sentence: str
) -> None:
    """One sentence without the password: install the driver, or the server is away."""
    with pytest.raises(error, match=sentence) as told:
        load_snapshot(url)
    assert "hunter2" not in str(told.value)


def test_files_that_are_no_data_set(tmp_path: Path) -> None:
    """Bytes that are no database, and a database of something else."""
    import duckdb

    (tmp_path / "noise.duckdb").write_bytes(b"noise" * 4000)
    with pytest.raises(SourceError, match="cannot be opened"):
        load_snapshot(tmp_path / "noise.duckdb")
    with duckdb.connect(str(tmp_path / "other.duckdb")) as connection:
        connection.execute("CREATE TABLE meta (nothing INTEGER)")
    with pytest.raises(SnapshotInvalid, match="'meta' is missing or has other columns"):
        load_snapshot(f"duckdb://{tmp_path / 'other.duckdb'}")


@pytest.mark.parametrize("target", ["clickhouse://h/x", "trino://h/x/y", "bigquery://p/d"])
def test_other_warehouses_are_not_written_to(core8: Snapshot, target: str) -> None:
    """Their own tools load tables better."""
    with pytest.raises(UsageError, match="is read, never written"):
        copy_snapshot(core8, target)
