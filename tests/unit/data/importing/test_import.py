"""A table becomes a snapshot with the digits it was published with, whole or not at all."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from tests.unit.data.importing.tables import LONG, brought, cell

from tieout.data.snapshot import verify_snapshot
from tieout.errors import SnapshotInvalid, TableInvalid, UsageError

pytest.importorskip("duckdb")

ROWS = """\
geo,series,year,value
KEN,UNE,2020,3.40
KEN,UNE,2021,0.10000000000000000555
NAM,UNE,2020,
NA,UNE,2020,1e3
"""


def written(tmp_path: Path, text: str, name: str = "table.csv", encoding: str = "utf-8") -> Path:
    path = tmp_path / name
    path.write_bytes(text.encode(encoding))
    return path


def test_digits_stay_as_they_were_published(tmp_path: Path) -> None:
    """A trailing zero, more digits than a double has and an exponent come through; NA is an area."""
    found, snapshot = brought(written(tmp_path, ROWS), LONG)
    assert (found.areas, found.series, found.values, found.gaps) == (3, 1, 3, 1)
    assert cell(snapshot, "KEN", "UNE", "2020") == "3.40"
    assert cell(snapshot, "KEN", "UNE", "2021") == "0.10000000000000000555"
    assert cell(snapshot, "NA", "UNE", "2020") == "1e3"
    assert cell(snapshot, "NAM", "UNE", "2020") is None
    assert (snapshot.card.first_year, snapshot.card.last_year) == (2020, 2021)
    assert verify_snapshot(found.target).sha256 == found.sha256


def test_the_same_table_gives_the_same_bytes(tmp_path: Path) -> None:
    """Two imports of a table on the same day are one file, whatever the order of its rows."""
    first = brought(written(tmp_path, ROWS), LONG)[0].sha256
    lines = ROWS.splitlines(keepends=True)
    assert brought(written(tmp_path, "".join([lines[0], *reversed(lines[1:])])), LONG)[0].sha256 == first


@pytest.mark.parametrize(
    ("written_as", "table"),
    [
        ("2.345,60", {"decimal": ",", "thousands": "."}),
        ("2,345.60", {"thousands": ","}),
        ("2 345,60", {"decimal": ",", "thousands": " "}),
        ("+2345.60", {}),
    ],
)
def test_numbers_are_written_as_the_card_says(tmp_path: Path, written_as: str, table: dict[str, str]) -> None:
    """Decimal and thousands signs are read as the card says; the digits stay."""
    rows = f'geo,series,year,value\nKEN,UNE,2020,"{written_as}"\n'
    assert cell(brought(written(tmp_path, rows), {**LONG, **table})[1], "KEN", "UNE", "2020") == "2345.60"


@pytest.mark.parametrize("value", ["1,5", "1.2.3", "12 345", "n/a", "0x1F", "Infinity", "1_000", "٣", "5%"])
def test_what_is_no_number_is_a_bad_row(tmp_path: Path, value: str) -> None:
    """Nothing is guessed: another sign, a word, a digit of another script name their line."""
    rows = f'geo,series,year,value\nKEN,UNE,2020,1\nKEN,UNE,2021,"{value}"\n'
    with pytest.raises(TableInvalid) as caught:
        brought(written(tmp_path, rows), LONG)
    assert caught.value.rows == (f"table.csv, line 3: {value!r} is not a decimal number",)


def test_grouping_that_is_none_is_a_bad_row(tmp_path: Path) -> None:
    """With a thousands sign, 1,23 is not read as 123."""
    rows = 'geo,series,year,value\nKEN,UNE,2020,"1,23"\n'
    with pytest.raises(TableInvalid, match="line 2: '1,23' is not a decimal number"):
        brought(written(tmp_path, rows), {**LONG, "thousands": ","})


def test_bad_rows_are_listed_and_the_old_file_stays(tmp_path: Path) -> None:
    """Each bad row is named by its line, up to a limit, with the count; nothing is half-imported."""
    target = brought(written(tmp_path, ROWS), LONG)[0].target
    before = target.read_bytes()
    rows = 'geo,series,year,value\n"KEN",UNE,2020,"x\ny"\n,UNE,2020,1\nKEN,,2020,1\nKEN,UNE,2020-13,1\n'
    with pytest.raises(TableInvalid) as caught:
        brought(written(tmp_path, rows), LONG)
    assert caught.value.count == 4
    assert caught.value.rows == (
        "table.csv, line 2: 'x\\ny' is not a decimal number",
        "table.csv, line 4: there is no code of an area",
        "table.csv, line 5: there is no code of an indicator",
        "table.csv, line 6: '2020-13' is no period; write 2020, 2020-Q3, 2020-07 or 2020-07-15",
    )
    assert target.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.sqlite", "table.csv"]


def test_lines_that_are_no_rows_are_listed(tmp_path: Path) -> None:
    """A line with too few or too many cells, an open quote and bytes of another encoding are named."""
    rows = b"geo,series,year,value\nKEN,UNE,2020\nKEN,UNE,2021,1,2\nK\xe9N,UNE,2022,1\nKEN,UNE,2023,1\n"
    path = tmp_path / "table.csv"
    path.write_bytes(rows)
    with pytest.raises(TableInvalid) as caught:
        brought(path, LONG)
    assert [row.partition(": ")[0] for row in caught.value.rows] == [
        f"table.csv, line {n}" for n in (2, 3, 4)
    ]
    assert "3 cells where the header has 4" in caught.value.rows[0]
    assert "not UTF-8" in caught.value.rows[2]


def test_a_key_that_comes_twice_names_both_lines(tmp_path: Path) -> None:
    """Two values for one series, area and period are an error, never an average."""
    with pytest.raises(TableInvalid, match="line 6: UNE of KEN in 2020 stands also in line 2"):
        brought(written(tmp_path, ROWS + "KEN,UNE,2020,3.4\n"), LONG)


SEXES = "geo,sex,age,year,value\nKEN,F,Y15,2020,1\nKEN,M,Y15,2020,2\nKEN,,Y15,2020,3\nKEN,,,2020,4\n"


def test_a_series_is_named_by_all_its_dimensions(tmp_path: Path) -> None:
    """Sex and age stand in code and name of each series; an empty one is left out."""
    table = {
        **LONG,
        "indicator": "",
        "dimensions": ["sex", "age"],
        "constant": {"indicator": "UNE", "unit": "people"},
        "labels": {"sex": {"F": "female"}},
    }
    named = {"indicators": [{"code": "UNE", "name": "Unemployed"}]}
    snapshot = brought(written(tmp_path, SEXES), table, **named)[1]
    assert {code: one.name for code, one in snapshot.indicators.items()} == {
        "UNE": "Unemployed",
        "UNE[age=Y15]": "Unemployed (age: Y15)",
        "UNE[sex=F,age=Y15]": "Unemployed (female, age: Y15)",
        "UNE[sex=M,age=Y15]": "Unemployed (sex: M, age: Y15)",
    }
    assert cell(snapshot, "KEN", "UNE[sex=M,age=Y15]", "2020") == "2"


def test_a_column_without_a_meaning_stops_the_import(tmp_path: Path) -> None:
    """A column that nobody spoke of may be a dimension."""
    table = {**LONG, "indicator": "", "constant": {"indicator": "UNE", "unit": "people"}}
    with pytest.raises(SnapshotInvalid, match="column 'sex' has no meaning in the card"):
        brought(written(tmp_path, SEXES), table)


def test_periods_may_stand_across(tmp_path: Path) -> None:
    """A wide table has a column a period; a blank is a gap, a bad cell names line and column."""
    rows = "geo;Name;series;2019;2020;\nKEN;Kenya;UNE;1.50;..;\nNAM;Namibia;UNE;;2;\n"
    table = {
        "area": "geo",
        "area_name": "Name",
        "indicator": "series",
        "periods_across": True,
        "constant": {"unit": "%"},
    }
    found, snapshot = brought(written(tmp_path, rows), table)
    assert (found.values, found.gaps) == (2, 2)
    assert cell(snapshot, "KEN", "UNE", "2019") == "1.50"
    assert snapshot.areas["NAM"].name == "Namibia"
    assert brought(written(tmp_path, rows), {**table, "drop_gaps": True})[0].gaps == 0
    with pytest.raises(TableInvalid, match=r"line 2: 'x' is not a decimal number \(column '2020'\)"):
        brought(written(tmp_path, rows.replace("..", "x")), table)


def test_indicators_may_stand_across(tmp_path: Path) -> None:
    """A table with a column an indicator gives a series each, with dimensions behind the column's name."""
    rows = "Entity\tCode\tYear\tlife\tdeaths\nKenya\tKEN\t2020\t61.40\t5\nKenya\tKEN\t2021\t61.5\t\n"
    table = {
        "area": "Code",
        "area_name": "Entity",
        "period": "Year",
        "indicators_across": ["life", "deaths"],
    }
    named = {
        "indicators": [
            {"code": "life", "name": "Life expectancy", "unit": "years"},
            {"code": "deaths", "unit": "people"},
        ]
    }
    snapshot = brought(written(tmp_path, rows, "table.tsv"), table, **named)[1]
    assert cell(snapshot, "KEN", "life", "2020") == "61.40"
    assert cell(snapshot, "KEN", "deaths", "2021") is None
    assert snapshot.indicators["life"].unit.text == "years"
    assert snapshot.indicators["deaths"].name == "deaths"


def test_periods_of_many_forms(tmp_path: Path) -> None:
    """Quarters, months and days come through as ours."""
    rows = "geo,series,year,value\nK,U,2020Q3,1\nK,U,2020M07,2\nK,U,2020-07-15,3\nK,U,YR2020,4\n"
    snapshot = brought(written(tmp_path, rows), LONG)[1]
    assert [cell(snapshot, "K", "U", text) for text in ("2020-Q3", "2020-07", "2020-07-15", "2020")] == list(
        "1234"
    )
    rows = "geo,series,year,value\nK,U,15.07.2020,1\n"
    snapshot = brought(written(tmp_path, rows), {**LONG, "period_format": "%d.%m.%Y"})[1]
    assert cell(snapshot, "K", "U", "2020-07-15") == "1"


def test_flags_are_read_or_refused(tmp_path: Path) -> None:
    """A flag that says something of the value is kept; one without a meaning stops the import."""
    rows = "geo,series,year,value,flag\nK,U,2020,1,p\nK,U,2021,1,\nK,U,2022,,M\n"
    table = {**LONG, "status": "flag"}
    snapshot = brought(written(tmp_path, rows), table)[1]
    assert [cell.status.value for cell in snapshot.series("K", "U")] == ["provisional", "", ""]
    with pytest.raises(TableInvalid, match="line 2: the flag 'z' has no meaning"):
        brought(written(tmp_path, rows.replace("1,p", "1,z")), table)
    snapshot = brought(written(tmp_path, rows.replace("1,p", "1,z")), {**table, "statuses": {"z": "break"}})[
        1
    ]
    assert snapshot.series("K", "U")[0].status.value == "break"


def test_a_series_has_one_unit(tmp_path: Path) -> None:
    """Another unit in a later row names both lines; a power of ten belongs to the unit, not to the digits."""
    rows = "geo,series,year,value,unit,mult\nK,U,2020,1.0,EUR,6\nK,U,2021,2,EUR,6\n"
    table = {**LONG, "unit": "unit", "scale": "mult", "constant": {}}
    snapshot = brought(written(tmp_path, rows), table)[1]
    assert (snapshot.indicators["U"].unit.text, cell(snapshot, "K", "U", "2020")) == ("million EUR", "1.0")
    with pytest.raises(TableInvalid, match="line 3: U has another unit than in line 2"):
        brought(written(tmp_path, rows.replace("2,EUR,6", "2,EUR,3")), table)
    with pytest.raises(TableInvalid, match="line 2: U has no unit"):
        brought(written(tmp_path, ROWS.replace("UNE", "U")), {**LONG, "constant": {}})


def test_other_encodings_leads_and_gzip(tmp_path: Path) -> None:
    """Lines before the header, a mark of byte order, Latin letters and gzip are read as the card says."""
    lead = "Data Source;WDI\n\ngeo;series;year;value\nCÔT;UNE;2020;1.0\nCÔT;UNE;2021;x\n"
    table = {**LONG, "encoding": "latin-1", "skip": 2}
    with pytest.raises(TableInvalid, match="line 5: 'x' is not a decimal number"):
        brought(written(tmp_path, lead, encoding="latin-1"), table)
    good = written(tmp_path, lead.replace("x", "2"), encoding="latin-1")
    assert cell(brought(good, table)[1], "CÔT", "UNE", "2020") == "1.0"
    packed = tmp_path / "table.csv.gz"
    packed.write_bytes(gzip.compress(("\ufeff" + ROWS).encode()))
    assert cell(brought(packed, LONG)[1], "KEN", "UNE", "2020") == "3.40"
    with pytest.raises(SnapshotInvalid, match="is not utf-8"):
        brought(good, {**table, "encoding": "utf-8"})


@pytest.mark.parametrize(
    ("table", "wrong"),
    [
        ({**LONG, "vale": "value"}, "'vale' is no key of a card"),
        ({**LONG, "value": "valeu"}, "has no column 'valeu'; it has geo, series, year, value"),
        ({**LONG, "period": ""}, "'period' must be said once"),
        ({**LONG, "ignore": ["geo"]}, "column 'geo' has two meanings"),
        ({**LONG, "statuses": {"x": "odd"}}, "the flag 'x' must mean one of break"),
        ({**LONG, "constant": {"value": "1"}}, "not 'value'"),
        ({**LONG, "periods_across": True}, "must be said once"),
    ],
)
def test_a_wrong_card_is_one_sentence(tmp_path: Path, table: dict[str, object], wrong: str) -> None:
    """What is misspelt, missing or said twice in the card is named."""
    with pytest.raises(SnapshotInvalid, match=wrong):
        brought(written(tmp_path, ROWS), table)


def test_years_of_the_card_are_kept_to(tmp_path: Path) -> None:
    """A card that states years refuses rows outside."""
    with pytest.raises(TableInvalid, match="line 3: period 2021 is outside the years of the card"):
        brought(written(tmp_path, ROWS), LONG, years=[2000, 2020])


def test_a_file_that_no_reader_knows(tmp_path: Path) -> None:
    """Another ending, a missing file and an empty one are told."""
    with pytest.raises(UsageError, match=r"names of tables end in \.csv"):
        brought(written(tmp_path, ROWS, "table.doc"), LONG)
    with pytest.raises(UsageError, match="There is no file"):
        brought(tmp_path / "none.csv", LONG)
    with pytest.raises(SnapshotInvalid, match="no header"):
        brought(written(tmp_path, ""), LONG)
    with pytest.raises(TableInvalid, match="no value at all"):
        brought(written(tmp_path, "geo,series,year,value\n"), LONG)
