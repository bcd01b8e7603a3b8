"""Every back end tells the same, has the same digest, and answers nothing from rows that were changed."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from tests.backends import BACKENDS, Placed
from tests.unit.data.conftest import Writer

from tieout.data.copying import copy_snapshot
from tieout.data.snapshot import Snapshot, load_snapshot, verify_snapshot
from tieout.errors import SnapshotChanged, SnapshotInvalid, UsageError
from tieout.facts.period import Period

YEAR = Period.of_year(2024)


def test_a_copy_answers_as_the_directory_does(starter: Snapshot, placed: Placed) -> None:
    """Every cell, area, indicator and caveat is the same, and so is what nobody has."""
    with closing(verify_snapshot(placed("wdi-starter"))) as snapshot:
        assert snapshot.card == starter.card
        assert list(snapshot.areas.items()) == list(starter.areas.items())
        assert list(snapshot.indicators.items()) == list(starter.indicators.items())
        for code in starter.indicators:
            assert snapshot.describe(code) == starter.describe(code)
            assert list(snapshot.cells(code)) == list(starter.cells(code))
            assert snapshot.is_stale(code) == starter.is_stale(code)
            assert snapshot.coverage(code, YEAR) == starter.coverage(code, YEAR)
            whole = snapshot.cross_section(code, YEAR, include_aggregates=True)
            assert whole == starter.cross_section(code, YEAR, include_aggregates=True)
            assert snapshot.series("CIV", code, 2003, 2011) == starter.series("CIV", code, 2003, 2011)
        assert snapshot.find("CAN", "NIX", YEAR) is None


def test_a_cut_set_is_copied_cut(core8: Snapshot, placed: Placed) -> None:
    """The copy holds the eight countries and nothing else."""
    with closing(load_snapshot(placed("core8"))) as snapshot:
        assert list(snapshot.areas) == list(core8.areas)
        assert snapshot.card.name == "core8"
        assert snapshot.find("FRA", "SP.POP.TOTL", YEAR) is None


def test_a_data_set_has_one_digest_wherever_it_is(starter: Snapshot, placed: Placed, tmp_path: Path) -> None:
    """The digest is of the content; a copy of a copy is the same data set."""
    digest = copy_snapshot(starter, str(tmp_path / "first.sqlite"))
    with closing(load_snapshot(placed("wdi-starter"))) as snapshot:
        # The packaged directory itself is named by the digest of its files.
        assert snapshot.sha256 == (digest if snapshot.written_meta else starter.sha256)
        assert copy_snapshot(snapshot, str(tmp_path / "back.sqlite")) == digest


def test_rows_are_in_the_order_of_code_points(tiny: Writer, placed: Placed) -> None:
    """No engine's alphabet decides: capitals first, and é after z."""
    codes = ("b", "A", "é", "z", "Z", "a-b", "a b", "ab")
    areas = "code,name,is_aggregate\n" + "".join(f"{code},Name {code},0\n" for code in codes)
    rows = "".join(f"POP,{code},2000,1\n" for code in codes)
    directory = tiny(areas_csv=areas, observations_csv="indicator,area,period,value\n" + rows)
    with closing(load_snapshot(placed(directory))) as snapshot:
        told = [cell.area.code for cell in snapshot.cross_section("POP", Period.of_year(2000))]
        assert told == sorted(codes)
        assert list(snapshot.areas) == list(codes)


def test_texts_of_any_kind_come_back(tiny: Writer, placed: Placed) -> None:
    """Quotes, backslashes, tabs, line ends and signs in names and codes are texts and nothing more."""
    code = "P'; DROP TABLE observation; --\\N\\"
    indicators = (
        f'code,name,unit,definition\n"{code}","Five ""5"" \\N {{x}} % :y",people,"a\tb\nc"\nNET,N,%,\n'
    )
    rows = f'indicator,area,period,value\n"{code}",AAA,2000,5.10\nNET,AAA,2000,1\n'
    directory = tiny(indicators_csv=indicators, observations_csv=rows)
    with closing(load_snapshot(placed(directory))) as snapshot:
        assert snapshot.get("AAA", code, Period.of_year(2000)).text == "5.10"
        assert snapshot.describe(code).name == 'Five "5" \\N {x} % :y'
        assert snapshot.describe(code).definition == "a\tb\nc"


Change = Callable[[str, str], None]


@pytest.fixture
def change() -> Change:
    """Return what changes a data set behind tieout's back."""

    def run(named: str, statement: str) -> None:
        if named.startswith("postgresql"):
            import psycopg

            url, schema = re.split(r"[?&]schema=", named)
            with psycopg.connect(url, options=f"-c search_path={schema}") as connection:
                connection.execute(statement)
        elif named.startswith("duckdb"):
            import duckdb

            with duckdb.connect(named.removeprefix("duckdb://")) as connection:
                connection.execute(statement)
        else:
            with closing(sqlite3.connect(named)) as connection, connection:
                connection.execute(statement)

    return run


CHANGED_ROWS = (
    "UPDATE observation SET value = '41262328' WHERE value = '41262329'",
    "UPDATE observation SET value = NULL WHERE value = '41262329'",
    "UPDATE observation SET status = 'forecast' WHERE value = '41262329'",
    "UPDATE observation SET area = 'ZZZ' WHERE value = '41262329'",
    "DELETE FROM observation WHERE value = '41262329'",
    "INSERT INTO observation VALUES ('SP.POP.TOTL', 'CAN', '2019-Q1', '1', '', '')",
)
CHANGED_LISTS = (
    "UPDATE area SET name = 'Kanada' WHERE code = 'CAN'",
    "UPDATE area SET is_aggregate = 0 WHERE code = 'WLD'",
    "UPDATE indicator SET unit = 'people' WHERE code = 'NY.GDP.MKTP.CD'",
    "UPDATE indicator SET sha256 = 'x'",
    "UPDATE meta SET value = replace(value, '2026-07', '2026-08') WHERE key = 'card'",
    "UPDATE meta SET value = 'x' WHERE key = 'sha256'",
    "DELETE FROM meta WHERE key = 'sha256'",
)


# A packaged set is held to SHA256SUMS: tests/unit/data/test_sums.py.
where_rows_are_kept = pytest.mark.parametrize("placed", BACKENDS[1:], indirect=True)


@where_rows_are_kept
@pytest.mark.parametrize("statement", CHANGED_ROWS)
def test_a_changed_cell_is_never_read(placed: Placed, change: Change, statement: str) -> None:
    """The indicator's rows are checked before the first of them is used."""
    change(named := placed("wdi-starter"), statement)
    with closing(load_snapshot(named)) as snapshot:
        with pytest.raises(SnapshotChanged, match=r"SP\.POP\.TOTL"):
            snapshot.get("USA", "SP.POP.TOTL", YEAR)
        with pytest.raises(SnapshotChanged):
            snapshot.cross_section("SP.POP.TOTL", YEAR)
        with pytest.raises(SnapshotChanged):
            snapshot.check_all()
        assert snapshot.get("USA", "NY.GDP.MKTP.CD", YEAR).text


@where_rows_are_kept
@pytest.mark.parametrize("statement", CHANGED_LISTS)
def test_a_changed_card_area_or_indicator_stops_the_load(
    placed: Placed, change: Change, statement: str
) -> None:
    """Everything but the observations is checked when the data set is opened."""
    change(named := placed("wdi-starter"), statement)
    with pytest.raises(SnapshotChanged, match="its card, areas or indicators"):
        load_snapshot(named)


@where_rows_are_kept
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE meta SET value = 'tieout-snapshot-9' WHERE key = 'format'",
        "ALTER TABLE observation RENAME TO gone",
    ],
)
def test_what_is_no_data_set_is_refused(placed: Placed, change: Change, statement: str) -> None:
    """Another format, or a table that is missing, is told as such."""
    change(named := placed("wdi-starter"), statement)
    with pytest.raises((SnapshotInvalid, SnapshotChanged)):
        verify_snapshot(named)


def test_a_target_that_is_none(core8: Snapshot, tmp_path: Path) -> None:
    """The sentence says what can be written to."""
    with pytest.raises(UsageError, match="no place for a snapshot"):
        copy_snapshot(core8, str(tmp_path / "core8.csv"))
