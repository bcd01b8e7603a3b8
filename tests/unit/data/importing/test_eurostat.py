"""Eurostat's TSV: series a line, flags behind values, colons for gaps, columns of all frequencies."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from tests.unit.data.importing.tables import brought, cell

from tieout.data.importing.eurostat import is_series_file
from tieout.errors import TableInvalid
from tieout.facts.period import Period

pytest.importorskip("duckdb")

TEXT = (
    "freq,unit,sex,geo\\TIME_PERIOD\t2023 \t2023-S2 \t2023-Q4 \t2023-12 \t2023-W52 \n"
    "A,PC,F,LU\t5.10 p\t: \t: \t: \t:\n"
    "S,PC,F,LU\t: \t4.0 \t: \t: \t:\n"
    "Q,PC,F,LU\t: \t: \t3.9 e\t: \t:\n"
    "M,PC,F,LU\t: \t: \t: \t3.80 \t:\n"
    "W,PC,F,LU\t: \t: \t: \t: \t7 b\n"
    "A,PC,M,LU\t:c\t: \t: \t: \t:\n"
    "A,PC,M,DE\t: \t: \t: \t: \t:\n"
)
TABLE = {
    "area": "geo",
    "period": "TIME_PERIOD",
    "value": "OBS_VALUE",
    "status": "OBS_FLAG",
    "unit": "unit",
    "dimensions": ["sex"],
    "ignore": ["freq"],
    "constant": {"indicator": "RATE"},
}


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_with_all_frequencies(tmp_path: Path, packed: bool) -> None:
    """Each value with its flag in its own period; a colon is a gap only where the line has that frequency."""
    path = tmp_path / ("lfs.tsv.gz" if packed else "lfs.tsv")
    path.write_bytes(gzip.compress(TEXT.encode()) if packed else TEXT.encode())
    imported, snapshot = brought(path, TABLE)
    assert (imported.values, imported.gaps) == (5, 2)
    told = {
        "2023": ("5.10", "provisional"),
        "2023-S2": ("4.0", ""),
        "2023-Q4": ("3.9", "estimated"),
        "2023-12": ("3.80", ""),
        "2023-W52": ("7", "break"),
    }
    for period, (text, status) in told.items():
        found = snapshot.find("LU", "RATE[sex=F]", Period.parse(period))
        assert found is not None
        assert (found.text, found.status) == (text, status)
    assert cell(snapshot, "LU", "RATE[sex=M]", "2023") is None
    assert cell(snapshot, "DE", "RATE[sex=M]", "2023") is None


def test_a_wide_table_of_another_office_is_none(tmp_path: Path) -> None:
    """A TSV whose first cell is one name is read as any other."""
    path = tmp_path / "plain.tsv"
    path.write_text("geo\tyear\tvalue\nLU\t2023\t5.1\n")
    assert not is_series_file(path)
    layout = {"area": "geo", "period": "year", "value": "value", "constant": {"indicator": "X", "unit": "%"}}
    assert brought(path, layout)[0].values == 1


def test_bad_lines_are_named(tmp_path: Path) -> None:
    """A line with too few codes or cells, a value that is no number, and a flag without a meaning."""
    path = tmp_path / "bad.tsv"
    head, first, *_ = TEXT.splitlines(keepends=True)
    path.write_text(head + first + "A,PC,LU\t1\t:\t:\t:\t:\nA,PC,M,LU\t1\t:\n")
    with pytest.raises(TableInvalid) as caught:
        brought(path, TABLE)
    assert caught.value.rows == (
        "bad.tsv, line 3: 3 codes where the header names 4 dimensions",
        "bad.tsv, line 4: 2 cells where the header has 5 periods",
    )
    path.write_text(head + first + "A,PC,M,LU\t1,5\t:\t:\t:\t:\nA,PC,M,DE\t1 bz\t:\t:\t:\t:\n")
    with pytest.raises(TableInvalid) as caught:
        brought(path, TABLE)
    assert caught.value.rows[0] == "bad.tsv, line 3: '1,5' is not a decimal number"
    assert "line 4: the flag 'bz' has no meaning" in caught.value.rows[1]
    assert not (tmp_path / "out.sqlite").exists()
