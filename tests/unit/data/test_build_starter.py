"""The build script turns a source directory into the same bytes every time, and leaves values alone."""

import csv
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from tests.unit.data.conftest import CARD

from tieout.data.snapshot import Missing, load_snapshot
from tieout.facts.period import Period

SCRIPT = Path(__file__).parents[3] / "scripts" / "build_starter.py"
AREAS = (
    "economy_code,iso2,name,region_id,region,income_group,is_aggregate,source_id\n"
    "NAM,,Namibia,SSF,Sub-Saharan Africa,Upper middle income,0,b2\n"
    "COG,CG,Congo,SSF,Latin America & Caribbean ,Low income,0,b2\n"
    "BWA,BW,Botswana,SSF,Sub-Saharan Africa,Upper middle income,0,b2\n"
    "WLD,1W,World,,Aggregates,Aggregates,1,a2\n"
)
INDICATORS = (
    "code,name,unit,topic,source_organisation,definition_short,provenance\n"
    "NY.GDP.PCAP.CD,GDP per capita (current US$),current US$,T,S,D,x\n"
    "IT.NET.USER.ZS,Internet,% of population,T,S,D,x\n"
    "EG.ELC.ACCS.ZS,Electricity,% of population,T,S,D,x\n"
    "XX.UNUSED,Unused,,,,,x\n"
)
OBSERVATIONS = (
    "economy_code,indicator_code,year,value,source_id\n"
    "NAM,NY.GDP.PCAP.CD,2020,4.5000,a\n"
    "BWA,IT.NET.USER.ZS,2024,1.10,a1-net\n"
    "NAM,IT.NET.USER.ZS,2024,95.44719696,a4-net\n"
    "BWA,EG.ELC.ACCS.ZS,2024,70,a1-elec\n"
)


@pytest.fixture
def script() -> ModuleType:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("build_starter", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def built(script: ModuleType, tmp_path: Path) -> Path:
    """A data set built from a tiny source."""
    source = tmp_path / "source"
    source.mkdir()
    for name, text in {"economies": AREAS, "indicators": INDICATORS, "observations": OBSERVATIONS}.items():
        (source / f"{name}.csv").write_text(text, encoding="utf-8")
    sets = tmp_path / "sets"
    for name in ("wdi-starter", "core8"):
        (sets / name).mkdir(parents=True)
        (sets / name / "card.toml").write_text(CARD.replace("[2000, 2003]", "[2000, 2025]"))
    assert script.main([str(source), "--sets", str(sets)]) == 0
    return sets / "wdi-starter"


def test_what_is_built_loads_with_the_values_untouched(built: Path) -> None:
    """Zeros at the end stay, the lost code returns, unused indicators stay out."""
    snapshot = load_snapshot(built)
    assert snapshot.get("NAM", "NY.GDP.PCAP.CD", Period.of_year(2020)).text == "4.5000"
    assert snapshot.describe("NY.GDP.PCAP.CD").unit == "current US$ per person"
    assert snapshot.describe_area("NAM").iso2 == "NA"
    assert snapshot.describe_area("COG").name == "Republic of the Congo"
    assert snapshot.describe_area("COG").region == "Latin America & Caribbean"
    assert set(snapshot.indicators) == {"NY.GDP.PCAP.CD", "IT.NET.USER.ZS", "EG.ELC.ACCS.ZS"}


@pytest.mark.parametrize(
    ("area", "indicator", "year", "missing"),
    [
        ("WLD", "EG.ELC.ACCS.ZS", 2025, Missing.PUBLISHED_GAP),
        ("BWA", "IT.NET.USER.ZS", 2025, Missing.PUBLISHED_GAP),
        ("NAM", "IT.NET.USER.ZS", 2025, Missing.NOT_IN_SNAPSHOT),
        ("COG", "EG.ELC.ACCS.ZS", 2024, Missing.PUBLISHED_GAP),
        ("WLD", "EG.ELC.ACCS.ZS", 2024, Missing.NOT_IN_SNAPSHOT),
        ("BWA", "IT.NET.USER.ZS", 2023, Missing.PUBLISHED_GAP),
        ("BWA", "EG.ELC.ACCS.ZS", 2023, Missing.NOT_IN_SNAPSHOT),
    ],
)
def test_gaps_are_written_only_where_the_sources_say_so(
    built: Path, area: str, indicator: str, year: int, missing: Missing
) -> None:
    """The end of a series, a year read whole, a hole confirmed; nothing else."""
    assert load_snapshot(built).missing(area, indicator, Period.of_year(year)) is missing


def test_building_twice_gives_the_same_bytes(script: ModuleType, built: Path) -> None:
    """A rebuilt release shows no difference but the release's."""
    before = {path.name: path.read_bytes() for path in built.iterdir()}
    assert script.main([str(built.parents[1] / "source"), "--sets", str(built.parent)]) == 0
    assert {path.name: path.read_bytes() for path in built.iterdir()} == before
    assert b"\r" not in b"".join(before.values())


def test_a_cell_twice_in_the_source_stops_the_build(script: ModuleType, built: Path) -> None:
    """Two values for one cell are for a person to decide."""
    source = built.parents[1] / "source"
    with (source / "observations.csv").open("a", newline="") as lines:
        csv.writer(lines, lineterminator="\n").writerow(["NAM", "NY.GDP.PCAP.CD", "2020", "5", "b"])
    assert script.main([str(source), "--sets", str(built.parent)]) == 2
