"""Every recorded message of a statistical office either becomes a snapshot or is refused in one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.unit.data.importing.tables import brought, cell

from tieout.errors import SnapshotInvalid

pytest.importorskip("sdmx")
pytest.importorskip("duckdb")

FETCHED = Path(__file__).resolve().parents[5] / "shared" / "data" / "fixtures" / "fetched" / "sdmx"
pytestmark = pytest.mark.skipif(
    not FETCHED.is_dir(), reason="the recorded messages of offices lie beside the checkout, not in it"
)


def table(area: str, indicator: str, dimensions: str, ignore: str, **more: Any) -> dict[str, Any]:
    """Return a layout; an area or indicator in capitals with ``=`` before it holds for every row."""
    constant = dict(more.pop("constant", {}))
    layout: dict[str, Any] = {"period": "TIME_PERIOD", "value": "OBS_VALUE", **more}
    for role, said in (("area", area), ("indicator", indicator)):
        if said.startswith("="):
            constant[role] = said[1:]
        else:
            layout[role] = said
    return {**layout, "dimensions": dimensions.split(), "ignore": ignore.split(), "constant": constant}


RATES = "CURRENCY CURRENCY_DENOM EXR_TYPE EXR_SUFFIX"
OLD_RATES = "CURRENCY CURRENCY_DENOM EXR_TYPE EXR_VAR"
DAILY = table("=U2", "=EXR", RATES, "FREQ", status="OBS_STATUS", constant={"unit": "per euro"})
MONTHLY = table(
    "=U2",
    "=EXR",
    OLD_RATES,
    "FREQ CONF_STATUS_OBS DECIMALS COLL_METHOD TITLE",
    status="OBS_STATUS",
    unit="UNIT_MEASURE",
    scale="UNIT_MULT",
)
NZD = "EXR[CURRENCY=NZD,CURRENCY_DENOM=EUR,EXR_TYPE=SP00,EXR_SUFFIX=A]"
CHF = "EXR[CURRENCY=CHF,CURRENCY_DENOM=EUR,EXR_TYPE=SP00,EXR_VAR=E]"
ACTIONS = "STRUCTURE STRUCTURE_ID ACTION"

IMPORTED: dict[str, tuple[dict[str, Any], int, tuple[str, str, str], str]] = {
    "ECB_EXR_1_M.USD.EUR.SP00.A.xml": (
        table(
            "=U2",
            "=EXR",
            RATES,
            "FREQ DECIMALS TIME_FORMAT SOURCE_AGENCY TITLE_COMPL COLLECTION TITLE",
            status="OBS_STATUS",
            unit="UNIT",
            scale="UNIT_MULT",
        ),
        252,
        ("U2", NZD.replace("NZD", "USD"), "1999-01"),
        "1.16078",
    ),
    "ECB_EXR_flat.json": ({**DAILY, "ignore": ["FREQ", "TITLE"]}, 4, ("U2", NZD, "2013-01-18"), "1.5931"),
    "ECB_EXR_ts.json": (DAILY, 4, ("U2", NZD, "2013-01-18"), "1.5931"),
    "v3_json_data_exr-time-series.json": (DAILY, 4, ("U2", NZD, "2013-01-18"), "1.5931"),
    "ECB_EXR_ng-ts.xml": (MONTHLY, 12, ("U2", CHF, "2010-08"), "1.3413"),
    "ECB_EXR_sg-ts.xml": (MONTHLY, 12, ("U2", CHF, "2010-08"), "1.3413"),
    "ESTAT_NAMA_10_GDP-ss.xml": (
        table("geo", "na_item", "unit", "freq", unit="unit"),
        4,
        ("LU", "B1GQ[unit=CP_MEUR]", "2012"),
        "46526.2",
    ),
    "IMF_PCPS.xml": (
        table("REF_AREA", "COMMODITY", "", "FREQ TIME_FORMAT", unit="UNIT_MEASURE", scale="UNIT_MULT"),
        1,
        ("W00", "PZINC", "2021-01"),
        "2705.345",
    ),
    "IMF_RES_WEO-data.xml": (
        table(
            "COUNTRY",
            "INDICATOR",
            "",
            "FREQUENCY COUNTRY_UPDATE_DATE OVERLAP DECIMALS_DISPLAYED SCALE HISTORICAL_DATA_SOURCE "
            "START_END_MONTHS_OF_REPORTING_YEAR LATEST_ACTUAL_ANNUAL_DATA CHAIN_WEIGHTED METHODOLOGY "
            "PRIMARY_DOMESTIC_CURRENCY BASE_YEAR METHODOLOGY_NOTES NA_STO KEY_INDICATOR KEYWORDS TOPIC "
            "PRICES",
            unit="UNIT",
            indicator_name="SERIES_NAME",
        ),
        1,
        ("SVK", "NGDP_R", "2018"),
        "94669000000",
    ),
    "INSEE_CNA-2010-CONSO-SI-A17.xml": (
        table(
            "REF_AREA",
            "=CNA",
            "SECT-INST OPERATION PRODUIT PRIX",
            "FREQ IDBANK TITLE LAST_UPDATE DECIMALS BASE_PER TIME_PER_COLLECT UNIT_MEASURE UNIT_MULT",
            status="OBS_STATUS",
            constant={"unit": "index, 2010 = 100"},
            statuses={"SD": ""},
        ),
        2,
        ("FE", "CNA[SECT-INST=S13,OPERATION=P3,PRODUIT=A10-BE,PRIX=IPCH]", "2014"),
        "89.9",
    ),
    "OECD_data-PART2-all-all.json": (
        {
            key: value
            for key, value in table(
                "LOCATION",
                "IND",
                "PER GRD FLD MSR",
                "OBS_STATUS",
                constant={"unit": "hours", "period": "2012"},
            ).items()
            if key != "period"
        },
        7,
        ("AUS", "5CLAT[PER=INI,GRD=FOG,FLD=MAT,MSR=MN]", "2012"),
        "11.963615756565",
    ),
    "WB_gh-78.xml": (
        table(
            "REPORTER",
            "=TARIFF",
            "DATATYPE PRODUCTCODE PARTNER TARIFFTYPE OBS_VALUE_MEASURE",
            "FREQ TOTALNOOFLINES NBR_PREF_LINES NBR_MFN_LINES NBR_NA_LINES SUM_OF_RATES MIN_RATE MAX_RATE "
            "NOMENCODE DATASOURCE",
            constant={"unit": "%"},
        ),
        1,
        (
            "840",
            "TARIFF[DATATYPE=Reported,PRODUCTCODE=020110,PARTNER=000,TARIFFTYPE=MFN,"
            "OBS_VALUE_MEASURE=SimpleAverage]",
            "1989",
        ),
        "0",
    ),
    "v3_csv_example-01.csv": (
        table(
            "DIM_1",
            "DIM_2",
            "",
            f"{ACTIONS} ATTR_1 ATTR_2 ATTR_3 UPDATED",
            constant={"unit": "points"},
            period="DIM_3",
        ),
        2,
        ("A", "B", "2014-01"),
        "12.4",
    ),
    "v3_csv_example-05.csv": (
        table(
            "DIM_1",
            "DIM_2",
            "",
            f"{ACTIONS} ATTR_1 ATTR_2 ATTR_3",
            constant={"unit": "points"},
            period="DIM_3",
            area_name="DIM_1 label",
            indicator_name="DIM_2 label",
        ),
        2,
        ("A", "B", "2014-01-01"),
        "12.4",
    ),
}
IMPORTED["v3_csv_example-05.csv"][0]["ignore"] += ["ATTR_1 label", "ATTR_2 label"]
REFUSED = {
    "ESTAT_GOV_10Q_GGNFA.xml": "is a structure message: it describes data and holds none",
    "ESTAT_footer.xml": "holds no observation; the office says .413.: Due to the large .* every 5 minutes",
    "IMF_01R.xml": "is a structure message",
    "IMF_STA_availableconstraint_CPI.xml": "is a structure message",
}


def test_no_recorded_message_is_left_out() -> None:
    """Each file is either imported below or refused."""
    assert {path.name for path in FETCHED.iterdir()} == {*IMPORTED, *REFUSED}


@pytest.mark.parametrize("name", IMPORTED)
def test_a_message_becomes_a_snapshot(tmp_path: Path, name: str) -> None:
    """All observations, every dimension in the code, the digits of the file."""
    layout, count, key, text = IMPORTED[name]
    path = tmp_path / name
    path.write_bytes((FETCHED / name).read_bytes())
    imported, snapshot = brought(path, layout)
    assert imported.values + imported.gaps == count
    assert cell(snapshot, *key) == text
    assert text in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", REFUSED)
def test_a_message_without_data_is_refused_in_one_sentence(tmp_path: Path, name: str) -> None:
    """What is no data says so, and no snapshot is made."""
    path = tmp_path / name
    path.write_bytes((FETCHED / name).read_bytes())
    with pytest.raises(SnapshotInvalid, match=REFUSED[name]) as caught:
        brought(path, table("a", "b", "", "", constant={"unit": "x"}))
    assert caught.value.message.startswith(name)
    assert "\n" not in caught.value.message
    assert [one.name for one in tmp_path.iterdir()] == [name]


def test_labels_of_codes_become_names(tmp_path: Path) -> None:
    """``A: Value A`` is the code A, called Value A."""
    name = "v3_csv_example-05.csv"
    path = tmp_path / name
    path.write_bytes((FETCHED / name).read_bytes())
    snapshot = brought(path, IMPORTED[name][0])[1]
    assert (snapshot.areas["A"].name, snapshot.indicators["B"].name) == ("Value A", "Value B")
