"""The bulk file of the World Bank: its own card, what is known of areas and series, and terms."""

from __future__ import annotations

import datetime
import zipfile
from pathlib import Path

import pytest
from tests.unit.data.importing.tables import cell

from tieout.data.importing.bulk import Bulk
from tieout.data.importing.importer import import_table
from tieout.data.snapshot import Snapshot, load_snapshot
from tieout.errors import SnapshotInvalid

pytest.importorskip("duckdb")

VALUES = """\
\ufeff"Country Name","Country Code","Indicator Name","Indicator Code","2022","2023","2024",
"Kenya","KEN","Population, total","SP.POP.TOTL","54027487","55339003","",
"Namibia","NAM","Population, total","SP.POP.TOTL","2889662","","",
"World","WLD","Population, total","SP.POP.TOTL","7989981520","8064976384","",
"Kenya","KEN","New series (% of land area)","AG.NEW","7.10","","",
"Kenya","KEN","Closed series (% of firms)","IC.CLOSED","1.5","","",
"""
AREAS = """\
"Country Code","Short Name","Table Name","2-alpha code","Region","Income Group",
"KEN","Kenya","Kenya","KE","Sub-Saharan Africa ","Lower middle income",
"NAM","Namibia","Namibia","NA","Sub-Saharan Africa","Upper middle income",
"WLD","World","World","1W","","",
"""
SERIES = """\
"Series Code","Topic","Indicator Name","Long definition","Unit of measure","Source","License Type"
"SP.POP.TOTL","Health: Population","Population, total","All
residents.","","UN","CC BY-4.0"
"IC.CLOSED","Firms","Closed series (% of firms)","Some.","","Somebody","Restricted"
"""


def bulk_file(path: Path, values: str = VALUES) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(zipfile.ZipInfo("WDICSV.csv", (2026, 7, 15, 0, 0, 0)), values)
        archive.writestr("WDICountry.csv", AREAS)
        archive.writestr("WDISeries.csv", SERIES)
    return path


def brought(
    tmp_path: Path, *, any_licence: bool = False, only: tuple[str, ...] = ()
) -> tuple[Bulk, Snapshot]:
    path = bulk_file(tmp_path / "WDI_CSV.zip")
    bulk = Bulk(path, "wdi", datetime.date(2026, 11, 30), only, any_licence=any_licence)
    import_table(bulk.open, bulk.card, tmp_path / "wdi.sqlite")
    return bulk, load_snapshot(tmp_path / "wdi.sqlite")


def test_a_bulk_file_brings_values_areas_and_series(tmp_path: Path) -> None:
    """Regions, aggregates, units and definitions come along; a year that nobody has is no gap."""
    bulk, snapshot = brought(tmp_path)
    assert cell(snapshot, "KEN", "SP.POP.TOTL", "2023") == "55339003"
    assert cell(snapshot, "NAM", "SP.POP.TOTL", "2023") is None
    assert snapshot.years == (2022, 2023)
    assert snapshot.areas["WLD"].is_aggregate
    assert not snapshot.areas["NAM"].is_aggregate
    assert snapshot.describe_area("KEN").region == "Sub-Saharan Africa"
    described = snapshot.describe("SP.POP.TOTL")
    assert (described.unit, described.definition) == ("people", "All residents.")
    assert snapshot.card.version == "2026-07-15"
    assert bulk.left_out == {"IC.CLOSED": "Restricted"}
    assert list(snapshot.indicators) == ["AG.NEW", "SP.POP.TOTL"]
    assert snapshot.indicators["AG.NEW"].unit.text == "% of land area"


def test_other_terms_and_chosen_series(tmp_path: Path) -> None:
    """Series under other terms come when asked for, and only those chosen."""
    assert list(brought(tmp_path, any_licence=True)[1].indicators) == [
        "AG.NEW",
        "IC.CLOSED",
        "SP.POP.TOTL",
    ]
    assert list(brought(tmp_path, any_licence=True, only=("IC.CLOSED",))[1].indicators) == ["IC.CLOSED"]


def test_another_zip_is_told(tmp_path: Path) -> None:
    """A zip of something else, and what is no zip, end in one sentence."""
    path = tmp_path / "other.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.txt", "a")
    with pytest.raises(SnapshotInvalid, match=r"holds no WDICSV\.csv"):
        Bulk(path, "wdi", datetime.date(2026, 11, 30), any_licence=False)
    path.write_bytes(b"no")
    with pytest.raises(SnapshotInvalid, match="is no bulk file"):
        Bulk(path, "wdi", datetime.date(2026, 11, 30), any_licence=False)
