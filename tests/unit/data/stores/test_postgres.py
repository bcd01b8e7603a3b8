"""A data set in PostgreSQL: replaced at once, read without the right to write, away without a traceback."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.unit.data.conftest import TINY, Writer

from tieout.data.copying import copy_snapshot
from tieout.data.snapshot import Snapshot, load_snapshot, verify_snapshot
from tieout.data.stores.form import Contents
from tieout.data.stores.opening import write_url
from tieout.errors import SnapshotChanged, SnapshotInvalid, SourceError, UsageError
from tieout.facts.period import Period

psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed (extra postgres)")
YEAR = Period.of_year(2000)


def schema_of(url: str) -> str:
    """Return the schema that a URL of a test names."""
    return url.rpartition("schema=")[2]


def as_role(url: str, role: str) -> str:
    """Return the URL with another role and its password."""
    return re.sub(r"//([^/]*@)?", f"//{role}:hunter2@", url, count=1)


@pytest.fixture
def admin(postgres: str) -> Iterator[psycopg.Connection]:
    """Somebody with all rights and SQL."""
    with psycopg.connect(postgres, autocommit=True) as connection:
        yield connection


def test_a_new_data_set_takes_the_place_of_the_old(
    core8: Snapshot, starter: Snapshot, own_schema: str
) -> None:
    """Who opened the old one has its checked rows, and is refused the rest; nobody gets a mixture."""
    copy_snapshot(starter, own_schema)
    with closing(load_snapshot(own_schema)) as old:
        before = old.series("CAN", "SP.POP.TOTL")
        copy_snapshot(core8, own_schema)
        assert old.series("CAN", "SP.POP.TOTL") == before
        with pytest.raises(SnapshotChanged, match="write it again"):
            old.series("CAN", "NY.GDP.MKTP.CD")
    with closing(verify_snapshot(own_schema)) as new:
        assert new.card.name == "core8"


def test_a_load_that_breaks_leaves_the_old_data_set(core8: Snapshot, own_schema: str) -> None:
    """One transaction: all of it or nothing."""
    digest = copy_snapshot(core8, own_schema)
    cards = [core8.describe(code) for code in core8.indicators]

    def cells(indicator: str) -> Iterator[object]:
        yield from core8.cells(indicator)
        if indicator == cards[3].code:
            raise OSError("the disk is gone")

    broken = Contents(meta={"card": "{}"}, areas=[], indicators=cards, cells=cells)  # type: ignore[arg-type]
    with pytest.raises(OSError, match="disk"):
        write_url(own_schema, broken)
    with closing(verify_snapshot(own_schema)) as snapshot:
        assert snapshot.sha256 == digest


def test_a_text_that_postgresql_cannot_hold_is_told(tiny: Writer, own_schema: str) -> None:
    """A null character is the one that its texts have no room for; nothing is written."""
    indicators = 'code,name,unit\nPOP,"Peo\0ple",people\nNET,Internet,%\n'
    with pytest.raises(SourceError, match="NUL"):
        copy_snapshot(load_snapshot(tiny(indicators_csv=indicators)), own_schema)
    with pytest.raises(SnapshotInvalid, match="holds no data set"):
        load_snapshot(own_schema)


def test_a_reader_needs_no_more_than_select_and_keeps_it(
    core8: Snapshot, own_schema: str, admin: psycopg.Connection
) -> None:
    """A role that may only read opens the data set, and the next one too."""
    schema, role = schema_of(own_schema), f"reader_of_{schema_of(own_schema)}"
    copy_snapshot(core8, own_schema)
    admin.execute(f"CREATE ROLE {role} LOGIN PASSWORD 'hunter2'")
    try:
        named = as_role(own_schema, role)
        with pytest.raises(SourceError, match="permission denied"):
            load_snapshot(named)
        admin.execute(f"GRANT USAGE ON SCHEMA {schema} TO {role}")
        admin.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {role}")
        load_snapshot(named).close()
        copy_snapshot(core8, own_schema)
        verify_snapshot(named).close()
        with pytest.raises(SourceError, match="permission denied"):
            copy_snapshot(core8, named)
    finally:
        admin.execute(f"DROP OWNED BY {role}; DROP ROLE {role}")


def test_a_connection_that_was_cut_is_made_anew(
    core8: Snapshot, own_schema: str, admin: psycopg.Connection
) -> None:
    """A server that was restarted between two questions is asked again."""
    copy_snapshot(core8, own_schema)
    name = f"cut_{schema_of(own_schema)}"
    with closing(load_snapshot(f"{own_schema}&application_name={name}")) as snapshot:
        assert snapshot.series("CAN", "SP.POP.TOTL")
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s"
        assert admin.execute(cut, (name,)).fetchall() == [(True,)]
        assert snapshot.series("CAN", "NY.GDP.MKTP.CD") == core8.series("CAN", "NY.GDP.MKTP.CD")


def test_reading_is_done_in_read_only_transactions(
    core8: Snapshot, own_schema: str, admin: psycopg.Connection
) -> None:
    """Even who may write reads without: a rule that would write when asked is refused by the server."""
    copy_snapshot(core8, own_schema)
    schema = schema_of(own_schema)
    admin.execute(f"CREATE TABLE {schema}.seen (n integer)")
    admin.execute(
        f"CREATE FUNCTION {schema}.spy() RETURNS text LANGUAGE sql AS "
        f"'INSERT INTO {schema}.seen VALUES (1) RETURNING n::text'"
    )
    admin.execute(f"ALTER TABLE {schema}.meta RENAME TO kept")
    admin.execute(f"CREATE VIEW {schema}.meta AS SELECT key, {schema}.spy() AS value FROM {schema}.kept")
    with pytest.raises(SourceError, match="read-only transaction"):
        load_snapshot(own_schema)


def test_tables_of_others_are_left_alone(core8: Snapshot, own_schema: str, admin: psycopg.Connection) -> None:
    """A schema with a table of one of our names that is not ours is not written to."""
    schema = schema_of(own_schema)
    admin.execute(f"CREATE SCHEMA {schema}; CREATE TABLE {schema}.area (code text)")
    with pytest.raises(UsageError, match="a table 'area' that is not of a data set"):
        copy_snapshot(core8, own_schema)
    with pytest.raises(SnapshotInvalid, match="holds no data set"):
        load_snapshot(own_schema)
    admin.execute(f"CREATE TABLE {schema}.meta (key text, value text)")
    with pytest.raises(UsageError, match="not of a data set"):
        copy_snapshot(core8, own_schema)


def test_people_with_sql_get_numbers_and_names(
    tiny: Writer, own_schema: str, admin: psycopg.Connection
) -> None:
    """The view has the published text and its number, ordered as numbers are."""
    copy_snapshot(load_snapshot(tiny()), own_schema)
    told = admin.execute(
        f"SELECT area_name, period, value, number::text AS told FROM {schema_of(own_schema)}.figure "
        "WHERE number IS NOT NULL AND NOT is_aggregate ORDER BY number DESC, period"
    ).fetchall()
    assert told == [
        ("Aland", "2002", "12.50", "12.50"),
        ("Aland", "2000", "10", "10"),
        ("Aland", "2000-Q1", "1e1", "10"),
        ("Aland", "2001", "2", "2"),
        ("Aland", "2000-Q3", "0.1", "0.1"),
        ("Beland", "2000", "-3", "-3"),
    ]


def test_an_empty_series_is_kept_empty(tiny: Writer, own_schema: str) -> None:
    """An indicator without a row is there, and has no newest period."""
    rows = TINY["observations.csv"].replace("NET,AAA,2000-Q1,1e1,\nNET,AAA,2000-Q3,0.1,break\n", "")
    copy_snapshot(load_snapshot(tiny(observations_csv=rows.replace("NET,AAA,2001,2,\n", ""))), own_schema)
    with closing(load_snapshot(own_schema)) as snapshot:
        assert snapshot.is_stale("NET")
        assert not snapshot.is_stale("POP")
        assert list(snapshot.cells("NET")) == []


@pytest.mark.parametrize(
    ("url", "error", "sentence"),
    [
        ("postgresql://u:hunter2@127.0.0.1:1/x", SourceError, "does not answer"),
        ("postgres://u:hunter2@127.0.0.1:1/x", SourceError, "does not answer"),
        ("postgresql://u:hunter2@127.0.0.1:port/x", UsageError, "cannot be read"),
        ("postgresql://u:hunter2@127.0.0.1:1/x?schema=My%20Schema", UsageError, "one word"),
        ("postgresql://u:hunter2@127.0.0.1:1/x?nix=1", SourceError, "nix"),
        ("mysql://u:hunter2@127.0.0.1/x", UsageError, "the URLs known are postgresql://, duckdb://"),
        ("://", UsageError, "There is no data set"),
    ],
)
def test_a_url_that_leads_nowhere(url: str, error: type[Exception], sentence: str, core8: Snapshot) -> None:
    """One sentence without the password, for who reads and who writes."""
    with pytest.raises(error, match=sentence) as told:
        load_snapshot(url)
    assert "hunter2" not in str(told.value)
    if "//" in url[1:] and error is not UsageError:
        with pytest.raises(error, match=sentence) as told:
            copy_snapshot(core8, url)
        assert "hunter2" not in str(told.value)


def test_a_password_that_is_refused_is_not_told(postgres: str, tmp_path: Path) -> None:
    """A role that is not there, by a URL with a password in it."""
    with pytest.raises(SourceError, match="does not answer") as told:
        load_snapshot(as_role(postgres, "nobody_at_all"))
    assert "hunter2" not in str(told.value)
