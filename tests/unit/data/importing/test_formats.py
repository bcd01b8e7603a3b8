"""Parquet, Excel, JSON and databases: the same rows, with the digits that each form keeps."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.unit.data.importing.tables import LONG, brought, card_of, cell

from tieout.data.importing.databases import open_query
from tieout.data.importing.importer import import_table
from tieout.data.snapshot import load_snapshot
from tieout.errors import SnapshotInvalid, TableInvalid, UsageError

duckdb = pytest.importorskip("duckdb")


def parquet(path: Path, select: str) -> Path:
    """Write what a query of DuckDB yields."""
    duckdb.sql(select).write_parquet(str(path))
    return path


def test_parquet_keeps_texts_and_decimals(tmp_path: Path) -> None:
    """A text column is taken as it is, a double as the shortest text that gives it back."""
    path = parquet(
        tmp_path / "t.parquet",
        "SELECT * FROM (VALUES ('K', 'U', 2020, '3.40'), ('K', 'U', 2021, '5')) t(geo, series, year, value)",
    )
    assert cell(brought(path, LONG)[1], "K", "U", "2020") == "3.40"
    path = parquet(
        tmp_path / "d.parquet",
        "SELECT 'K' geo, 'U' series, 2020 AS year, 0.1::DOUBLE AS value "
        "UNION ALL SELECT 'K', 'U', 2021, 41262329.0",
    )
    snapshot = brought(path, LONG)[1]
    assert [one.text for one in snapshot.series("K", "U")] == ["0.1", "41262329"]


def test_a_bad_row_of_parquet_is_counted_from_one(tmp_path: Path) -> None:
    """Rows of a file without lines are numbered; what is no Parquet is told."""
    path = parquet(tmp_path / "t.parquet", "SELECT 'K' geo, 'U' series, '2020' AS year, 'x' AS value")
    with pytest.raises(TableInvalid, match="row 1: 'x' is not a decimal number"):
        brought(path, LONG)
    path.write_bytes(b"PAR1 not")
    with pytest.raises(SnapshotInvalid, match="cannot be read"):
        brought(path, LONG)


def test_json_keeps_the_digits_of_numbers(tmp_path: Path) -> None:
    """A number that is written 5.10 is 5.10; null is a gap; the records may lie deeper."""
    path = tmp_path / "t.json"
    path.write_text(
        '{"meta": {}, "data": {"rows": [{"geo": "K", "series": "U", "year": 2020, "value": 5.10},'
        '{"geo": "K", "series": "U", "year": 2021, "value": null},'
        '{"geo": "K", "series": "U", "year": 2022, "value": 12345678901234567890.12345}]}}'
    )
    snapshot = brought(path, {**LONG, "records": "data.rows"})[1]
    assert [one.text for one in snapshot.series("K", "U")] == ["5.10", None, "12345678901234567890.12345"]
    with pytest.raises(SnapshotInvalid, match="no list of records"):
        brought(path, {**LONG, "records": "data.row"})


def test_json_lines_are_named_by_line(tmp_path: Path) -> None:
    """A bad line, and a bad value in one, is named as the file counts."""
    path = tmp_path / "t.jsonl"
    path.write_text(
        '{"geo": "K", "series": "U", "year": "2020", "value": 1.0}\n\n{"geo": "K", "value": "x"}\n'
    )
    with pytest.raises(TableInvalid, match="line 3: there is no code of an indicator"):
        brought(path, LONG)
    path.write_text('{"geo": "K"}\n{"geo": \n')
    with pytest.raises(SnapshotInvalid, match=r"t.jsonl, line 2, line 1: it is not JSON|line 2"):
        brought(path, LONG)


def test_a_sheet_of_a_workbook(tmp_path: Path) -> None:
    """Whole numbers lose no digit, a text keeps its zeros, and a bad cell names sheet and row."""
    pytest.importorskip("python_calamine")
    path = workbook(
        tmp_path / "t.xlsx",
        [["K", "U", "2020", 41262329], ["K", "U", "2021", 0.1], ["K", "U", "2022", "3.40"]],
    )
    table = {**LONG, "sheet": "Data", "skip": 1}
    snapshot = brought(path, table)[1]
    assert [one.text for one in snapshot.series("K", "U")] == ["41262329", "0.1", "3.40"]
    with pytest.raises(SnapshotInvalid, match="has no sheet 'Other'; it has Notes, Data"):
        brought(path, {**table, "sheet": "Other"})
    bad = workbook(tmp_path / "b.xlsx", [["K", "U", "2020", "n.a."]])
    with pytest.raises(TableInvalid, match=r"row 3: 'n\.a\.' is not a decimal number"):
        brought(bad, table)
    (tmp_path / "no.xlsx").write_bytes(b"no")
    with pytest.raises(SnapshotInvalid, match="is no workbook"):
        brought(tmp_path / "no.xlsx", table)


def workbook(path: Path, rows: list[list[object]]) -> Path:
    """Write a workbook of two sheets, by hand: nothing of ours writes one."""
    import zipfile

    def sheet(lines: list[list[object]]) -> str:
        cells = "".join(f"<row>{''.join(written(one) for one in line)}</row>" for line in lines)
        return f'<worksheet xmlns="{SHEETS}"><sheetData>{cells}</sheetData></worksheet>'

    def written(one: object) -> str:
        if isinstance(one, str):
            return f'<c t="inlineStr"><is><t>{one}</t></is></c>'
        return f"<c><v>{one}</v></c>"

    parts = {
        "[Content_Types].xml": f'<Types xmlns="{TYPES}">'
        '<Default Extension="xml" ContentType="application/xml"/>'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        "</Types>",
        "_rels/.rels": f'<Relationships xmlns="{RELATIONS}">'
        f'<Relationship Id="r1" Type="{OFFICE}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{SHEETS}" xmlns:r="{OFFICE}"><sheets>'
        '<sheet name="Notes" sheetId="1" r:id="r1"/><sheet name="Data" sheetId="2" r:id="r2"/>'
        "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{RELATIONS}">'
        + "".join(
            f'<Relationship Id="r{n}" Type="{OFFICE}/worksheet" Target="worksheets/sheet{n}.xml"/>'
            for n in (1, 2)
        )
        + "</Relationships>",
        "xl/worksheets/sheet1.xml": sheet([["About"]]),
        "xl/worksheets/sheet2.xml": sheet([["Title"], ["geo", "series", "year", "value"], *rows]),
    }
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>{text}')
    return path


SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def test_a_query_of_a_database(tmp_path: Path) -> None:
    """Texts and NULLs of a query come through; a failing query and an unknown database are one sentence."""
    pytest.importorskip("sqlalchemy")
    with closing(sqlite3.connect(tmp_path / "in.db")) as connection, connection:
        connection.execute("CREATE TABLE t (geo TEXT, series TEXT, year INTEGER, value)")
        rows = [
            ("K", "U", 2020, "3.40"),
            ("K", "U", 2021, None),
            ("K", "U", 2022, 7),
            ("K", "V:x", 2020, 0.1),
        ]
        connection.executemany("INSERT INTO t VALUES (?, ?, ?, ?)", rows)
    connection.close()
    url = f"sqlite:///{tmp_path / 'in.db'}"
    card, target = card_of(LONG), tmp_path / "out.sqlite"
    import_table(lambda staging: open_query(url, "SELECT * FROM t WHERE geo <> ':no'"), card, target)
    snapshot = load_snapshot(target)
    assert [one.text for one in snapshot.series("K", "U")] == ["3.40", None, "7"]
    assert cell(snapshot, "K", "V:x", "2020") == "0.1"
    with pytest.raises(SnapshotInvalid, match="the query fails"):
        open_query(url, "SELECT * FROM nothing")
    with pytest.raises(UsageError, match="cannot be opened"):
        open_query("nodb://x", "SELECT 1")
    query = "SELECT 'K' geo, 'U' series, 2020 year, 1 value UNION ALL SELECT 'K', 'U', 2021, 'x'"
    with pytest.raises(TableInvalid, match="row 2: 'x' is not a decimal number"):
        import_table(lambda staging: open_query(url, query), card, target)
