"""SDMX-CSV with labels and actions, plain SDMX-CSV, and small recorded answers of other publishers."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.data.importing.tables import brought, cell

from tieout.errors import TableInvalid

pytest.importorskip("duckdb")

RECORDED = Path(__file__).parent / "recorded"
PLAIN = (
    "DATAFLOW,FREQ,REF_AREA,SEX,TIME_PERIOD,OBS_VALUE,OBS_STATUS\n"
    "OFFICE:WORK(1.0),Q,KEN,F,2024-Q1,3.40,A\n"
    "OFFICE:WORK(1.0),Q,KEN,M,2024-Q1,4.0,P\n"
)
LABELLED = (
    "STRUCTURE[;],STRUCTURE_ID,ACTION,REF_AREA: Area,SEX: Sex,TIME_PERIOD: Time,OBS_VALUE: Value,"
    "OBS_STATUS: Status\n"
    'dataflow,OFFICE:WORK(1.0): Work,I,KEN: Kenya,F: Female,2024-Q1,3.40,"A: Normal, final"\n'
    "dataflow,OFFICE:WORK(1.0): Work,M,NAM: Namibia: a name,M: Male,2024-Q1,4.0,P: Provisional\n"
)
TABLE = {
    "area": "REF_AREA",
    "period": "TIME_PERIOD",
    "value": "OBS_VALUE",
    "status": "OBS_STATUS",
    "dimensions": ["SEX"],
    "constant": {"indicator": "WORK", "unit": "%"},
}
TABLES = {
    PLAIN: {**TABLE, "ignore": ["DATAFLOW", "FREQ"]},
    LABELLED: {
        **TABLE,
        "area_name": "REF_AREA label",
        "ignore": ["STRUCTURE", "STRUCTURE_ID", "ACTION", "SEX label", "OBS_STATUS label"],
    },
}


@pytest.mark.parametrize("text", [PLAIN, LABELLED], ids=["plain", "labelled"])
def test_a_file_of_either_form(tmp_path: Path, text: str) -> None:
    """Codes are codes, labels are names, sexes are kept apart, and digits stay."""
    path = tmp_path / "work.csv"
    path.write_text(text, encoding="utf-8-sig")
    imported, snapshot = brought(path, TABLES[text])
    assert list(snapshot.indicators) == ["WORK[SEX=F]", "WORK[SEX=M]"]
    assert cell(snapshot, "KEN", "WORK[SEX=F]", "2024-Q1") == "3.40"
    assert imported.values == 2
    if text is LABELLED:
        assert [area.name for area in snapshot.areas.values()] == ["Kenya", "Namibia: a name"]


def test_a_deletion_is_no_value(tmp_path: Path) -> None:
    """A line that takes a value away, and one of too few cells, stop the import, by line."""
    path = tmp_path / "work.csv"
    path.write_text(LABELLED.replace(",M,NAM", ",D,NAM") + "dataflow,x\n")
    with pytest.raises(TableInvalid) as caught:
        brought(path, TABLES[LABELLED])
    assert caught.value.rows == (
        "work.csv, line 3: action 'D' brings no value; import a message of values alone",
        "work.csv, line 4: 2 cells where the header has 8",
    )
    assert not (tmp_path / "out.sqlite").exists()


def test_an_old_answer_of_the_world_bank_in_sdmx(tmp_path: Path) -> None:
    """``NaN`` is a gap, and no number."""
    path = tmp_path / "wdi.xml"
    path.write_bytes((RECORDED / "worldbank_sdmx_wdi_2018.xml").read_bytes())
    layout = {
        "area": "REF_AREA",
        "indicator": "SERIES",
        "period": "TIME_PERIOD",
        "value": "OBS_VALUE",
        "scale": "UNIT_MULT",
        "ignore": ["FREQ"],
        "constant": {"unit": "sq. km"},
    }
    pytest.importorskip("sdmx")
    snapshot = brought(path, layout)[1]
    assert cell(snapshot, "DEU", "AG_LND_AGRI_K2", "1960") is None
    assert cell(snapshot, "DEU", "AG_LND_AGRI_K2", "1961") == "193750"


def test_a_download_of_one_indicator_of_the_world_bank(tmp_path: Path) -> None:
    """Four lines before the header, a byte order mark, and a last column without a name or a cell."""
    path = tmp_path / "API_SP.POP.TOTL_DS2_en_csv_v2_1.csv"
    path.write_text(
        '\ufeff"Data Source","World Development Indicators",\n\n"Last Updated Date","2026-07-13",\n\n'
        '"Country Name","Country Code","Indicator Name","Indicator Code","2022","2023","2024",\n'
        '"Kenya","KEN","Population, total","SP.POP.TOTL","54027487","55339003","",\n'
        '"Namibia","NAM","Population, total","SP.POP.TOTL","2889662","","",\n',
        encoding="utf-8",
    )
    layout = {
        "area": "Country Code",
        "area_name": "Country Name",
        "indicator": "Indicator Code",
        "indicator_name": "Indicator Name",
        "periods_across": True,
        "skip": 4,
        "constant": {"unit": "people"},
    }
    imported, snapshot = brought(path, layout)
    assert (imported.values, imported.gaps) == (3, 1)
    assert cell(snapshot, "KEN", "SP.POP.TOTL", "2023") == "55339003"
    assert cell(snapshot, "NAM", "SP.POP.TOTL", "2023") is None
