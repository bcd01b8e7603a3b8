"""SDMX: real messages of offices, and small ones of our own in the same forms."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.unit.data.importing.tables import brought, cell

from tieout.data.importing.messages import VALUE, open_message
from tieout.errors import SnapshotInvalid

pytest.importorskip("sdmx")
pytest.importorskip("duckdb")

FETCHED = Path(__file__).resolve().parents[5] / "shared" / "data" / "fixtures" / "fetched" / "sdmx"

SPECIFIC = """\
<?xml version="1.0" encoding="UTF-8"?>
<m:StructureSpecificData xmlns:m="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/message"
    xmlns:s="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/data/structurespecific"
    xmlns:u="urn:sdmx:org.sdmx.infomodel.datastructure.DataStructure=OFFICE:WORK(1.0):ObsLevelDim:TIME_PERIOD"
    xmlns:c="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/common"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <m:Header><m:ID>one</m:ID><m:Test>false</m:Test><m:Prepared>2026-11-30T10:00:00Z</m:Prepared>
    <m:Sender id="OFFICE"/>
    <m:Structure dimensionAtObservation="TIME_PERIOD" structureID="WORK">
      <c:Structure><Ref agencyID="OFFICE" id="WORK" version="1.0"/></c:Structure>
    </m:Structure></m:Header>
  <m:DataSet s:structureRef="WORK" xsi:type="u:DataSetType" s:dataScope="DataStructure">
    <Series REF_AREA="KEN" SEX="F" FREQ="Q"><Obs TIME_PERIOD="2024-Q1" OBS_VALUE="3.40"/>
      <Obs TIME_PERIOD="2024-Q2" OBS_VALUE="NaN"/></Series>
    <Series REF_AREA="KEN" SEX="M" FREQ="Q"><Obs TIME_PERIOD="2024-Q1" OBS_VALUE="4.0"/></Series>
  </m:DataSet>
</m:StructureSpecificData>
"""
TABLE = {
    "area": "REF_AREA",
    "period": "TIME_PERIOD",
    "value": VALUE,
    "dimensions": ["SEX"],
    "ignore": ["FREQ"],
    "constant": {"indicator": "WORK", "unit": "%"},
}


def test_a_message_in_xml(tmp_path: Path) -> None:
    """Series of a structure-specific message keep sex and digits; NaN is a gap."""
    path = tmp_path / "work.xml"
    path.write_text(SPECIFIC)
    snapshot = brought(path, TABLE)[1]
    assert list(snapshot.indicators) == ["WORK[SEX=F]", "WORK[SEX=M]"]
    assert cell(snapshot, "KEN", "WORK[SEX=F]", "2024-Q1") == "3.40"
    assert cell(snapshot, "KEN", "WORK[SEX=F]", "2024-Q2") is None
    assert cell(snapshot, "KEN", "WORK[SEX=M]", "2024-Q1") == "4.0"


SETS = [
    {
        "action": "Information",
        "series": {"0:0:0": {"attributes": [], "observations": {"0": [5.25], "1": [7]}}},
    }
]


def message(second: bool) -> dict[str, Any]:
    """Return a message of ours as SDMX-JSON, in its first or second form."""
    structure: dict[str, Any] = {
        "dimensions": {
            "series": [
                {
                    "id": "REF_AREA",
                    "name": "Area",
                    "keyPosition": 0,
                    "values": [{"id": "KEN", "name": "Kenya"}],
                },
                {"id": "SEX", "name": "Sex", "keyPosition": 1, "values": [{"id": "F", "name": "Female"}]},
                {
                    "id": "FREQ",
                    "name": "Frequency",
                    "keyPosition": 2,
                    "values": [{"id": "Q", "name": "Quarter"}],
                },
            ],
            "observation": [
                {
                    "id": "TIME_PERIOD",
                    "name": "Time",
                    "keyPosition": 3,
                    "values": [{"id": "2024-Q1", "name": "2024-Q1"}, {"id": "2024-Q2", "name": "2024-Q2"}],
                }
            ],
        },
        "attributes": {"dataSet": [], "series": [], "observation": []},
    }
    head = {"id": "one", "test": False, "prepared": "2026-11-30T10:00:00", "sender": {"id": "OFFICE"}}
    if second:
        return {
            "meta": {**head, "schema": "sdmx-json"},
            "data": {"structures": [structure], "dataSets": SETS},
        }
    return {"header": head, "structure": structure, "dataSets": SETS}


@pytest.mark.parametrize("second", [False, True])
def test_a_message_in_json(tmp_path: Path, second: bool) -> None:
    """Both forms of SDMX-JSON are read, and 5.10 is not 5.1."""
    path = tmp_path / "work.json"
    path.write_text(json.dumps(message(second)).replace("5.25", "5.10"))
    snapshot = brought(path, TABLE)[1]
    assert [one.text for one in snapshot.series("KEN", "WORK[SEX=F]")] == ["5.10", "7"]


def test_what_is_no_data_message_is_told(tmp_path: Path) -> None:
    """A structure message, an empty one and a broken one end in one sentence."""
    path = tmp_path / "work.xml"
    path.write_text(SPECIFIC[: SPECIFIC.index("    <Series")] + "  </m:DataSet></m:StructureSpecificData>")
    with pytest.raises(SnapshotInvalid, match="holds no observation"):
        open_message(path, path.name)
    path.write_text(SPECIFIC[:-300])
    with pytest.raises(SnapshotInvalid, match="is no SDMX data message"):
        open_message(path, path.name)


REAL = {
    "ECB_EXR_1_M.USD.EUR.SP00.A.xml": (252, "1.16078"),
    "ECB_EXR_flat.json": (4, "1.5931"),
    "ECB_EXR_ng-ts.xml": (12, "1.3413"),
    "ECB_EXR_sg-ts.xml": (12, "1.3413"),
    "ECB_EXR_ts.json": (4, "1.5931"),
    "ESTAT_NAMA_10_GDP-ss.xml": (4, "46526.2"),
    "IMF_PCPS.xml": (1, "2705.345"),
    "IMF_RES_WEO-data.xml": (1, "94669000000"),
    "INSEE_CNA-2010-CONSO-SI-A17.xml": (2, "89.9"),
    "OECD_data-PART2-all-all.json": (7, "11.963615756565"),
    "WB_gh-78.xml": (1, "0"),
    "v3_json_data_exr-time-series.json": (4, "1.5931"),
}


@pytest.mark.skipif(not FETCHED.is_dir(), reason="the recorded messages lie beside the checkout, not in it")
@pytest.mark.parametrize("name", REAL)
def test_messages_of_offices(name: str) -> None:
    """Every observation of a real message comes, the first with the digits that the file has."""
    path = FETCHED / name
    sheet = open_message(path, name)
    rows = [dict(zip(sheet.columns, cells, strict=True)) for _, cells in sheet.rows()]
    count, first = REAL[name]
    assert (len(rows), rows[0][VALUE]) == (count, first)
    text = path.read_text(encoding="utf-8")
    assert all(row[VALUE] in text for row in rows if row[VALUE] is not None)


@pytest.mark.skipif(not FETCHED.is_dir(), reason="the recorded messages lie beside the checkout, not in it")
def test_national_accounts_of_eurostat() -> None:
    """A message of Eurostat becomes a snapshot; its unit tells series apart and is their unit."""
    import tempfile

    table = {
        "area": "geo",
        "indicator": "na_item",
        "period": "TIME_PERIOD",
        "value": VALUE,
        "unit": "unit",
        "dimensions": ["unit"],
        "ignore": ["freq"],
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "gdp.xml"
        path.write_bytes((FETCHED / "ESTAT_NAMA_10_GDP-ss.xml").read_bytes())
        snapshot = brought(path, table)[1]
        assert cell(snapshot, "LU", "B1GQ[unit=CP_MEUR]", "2012") == "46526.2"
        assert snapshot.indicators["B1GQ[unit=CP_MEUR]"].unit.text == "CP_MEUR"
        snapshot.close()
