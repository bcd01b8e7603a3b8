"""JSON-stat: cubes of values, with their digits, labels and flags; what does not fit is refused whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.unit.data.importing.tables import brought, cell

from tieout.data.importing.cubes import is_cube, open_cube
from tieout.data.importing.guess import guess_columns
from tieout.data.importing.staging import Staging
from tieout.errors import SnapshotInvalid, TableInvalid

pytest.importorskip("duckdb")

RECORDED = Path(__file__).parent / "recorded"
HICP = {
    "area": "geo",
    "area_name": "geo label",
    "indicator": "coicop",
    "indicator_name": "coicop label",
    "period": "time",
    "value": "value",
    "status": "status",
    "unit": "unit label",
    "dimensions": ["unit"],
    "ignore": ["freq", "freq label"],
}


def cube(**more: Any) -> dict[str, Any]:
    """Return a cube of two areas, two sexes and two years."""
    return {
        "version": "2.0",
        "class": "dataset",
        "id": ["geo", "sex", "time"],
        "size": [2, 2, 2],
        "dimension": {
            "geo": {"category": {"index": {"NAM": 1, "KEN": 0}, "label": {"KEN": "Kenya", "NAM": "Namibia"}}},
            "sex": {"category": {"index": ["F", "M"]}},
            "time": {"category": {"index": ["2023", "2024"], "label": {"2023": "2023", "2024": "2024"}}},
        },
        "value": [1, 2, 3, 4, 5, 6, 7, None],
        **more,
    }


TABLE = {
    "area": "geo",
    "area_name": "geo label",
    "period": "time",
    "value": "value",
    "status": "status",
    "dimensions": ["sex"],
    "constant": {"indicator": "WORK", "unit": "%"},
}


def written(tmp_path: Path, document: object, digits: str = "") -> Path:
    """Write a cube to a file; where digits are given they take the place of the number 1."""
    path = tmp_path / "cube.json"
    text = json.dumps(document)
    path.write_text(text.replace("[1,", f"[{digits},") if digits else text)
    return path


def test_a_recorded_answer_of_eurostat(tmp_path: Path) -> None:
    """Three months of inflation in the euro area; 2.0 is not 2."""
    path = tmp_path / "hicp.json"
    path.write_bytes((RECORDED / "eurostat_jsonstat_hicp_ea.json").read_bytes())
    imported, snapshot = brought(path, HICP)
    code = "CP00[unit=RCH_A]"
    assert (imported.values, imported.gaps) == (3, 0)
    assert [cell(snapshot, "EA", code, f"2025-{month}") for month in (10, 11, 12)] == ["2.1", "2.1", "2.0"]
    assert snapshot.indicators[code].unit.text == "Annual rate of change"
    assert snapshot.areas["EA"].name.startswith("Euro area (EA11-1999")


def test_a_dense_cube_in_the_order_of_its_index(tmp_path: Path) -> None:
    """The index, not the order of the text, says which category is first; null is a gap."""
    imported, snapshot = brought(written(tmp_path, cube(), "5.10"), TABLE)
    assert (imported.values, imported.gaps, imported.series) == (7, 1, 2)
    assert cell(snapshot, "KEN", "WORK[sex=F]", "2023") == "5.10"
    assert cell(snapshot, "KEN", "WORK[sex=M]", "2024") == "4"
    assert cell(snapshot, "NAM", "WORK[sex=F]", "2023") == "5"
    assert cell(snapshot, "NAM", "WORK[sex=M]", "2024") is None
    assert snapshot.areas["NAM"].name == "Namibia"


@pytest.mark.parametrize("status", ["p", ["p"] * 8, ["p"], {"0": "p", "7": "c"}])
def test_flags_of_all_forms(tmp_path: Path, status: object) -> None:
    """One flag for all, one for each, or some by place; a flag alone is a gap."""
    sparse = cube(value={"0": 1.5}, status=status)
    if isinstance(status, dict):
        found = brought(written(tmp_path, sparse), TABLE)
        assert (found[0].values, found[0].gaps) == (1, 1)
    else:
        dense = cube(status=status)
        found = brought(written(tmp_path, dense), TABLE)
    first = next(iter(found[1].series("KEN", "WORK[sex=F]")))
    assert first.status == "provisional"


def test_the_first_version_of_the_form(tmp_path: Path) -> None:
    """The cube under ``dataset``, its order under ``dimension``."""
    new = cube()
    old = {"id": new.pop("id"), "size": new.pop("size"), **new.pop("dimension")}
    path = written(tmp_path, {"dataset": {"dimension": old, "value": new["value"]}})
    assert is_cube(path)
    assert brought(path, TABLE)[0].values == 7


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"value": [1, 2, 3]}, "has not one value for each of the 8 cells"),
        ({"value": {"9": 1}}, "cell 9: its value is no cell of 8"),
        ({"value": {"x": 1}}, "has not one value"),
        ({"value": [[1]] * 8}, "cell 0: its value is no cell"),
        ({"size": [2, 2, 3]}, "dimension time has 2 categories, and its size is 3"),
        ({"size": [2, 2]}, "and its size is 2"),
        ({"dimension": {}}, "its dimensions cannot be read"),
        ({"id": 5}, "its dimensions cannot be read"),
    ],
)
def test_a_cube_that_does_not_fit_is_refused(tmp_path: Path, wrong: dict[str, object], message: str) -> None:
    """One sentence, no snapshot."""
    path = written(tmp_path, cube(**wrong))
    with pytest.raises(SnapshotInvalid, match=message):
        open_cube(path, path.name)


def test_bad_cells_are_named_by_their_place(tmp_path: Path) -> None:
    """Nothing is half-imported: a cell that is no number names its place in the cube."""
    path = written(tmp_path, cube(value=[1, "two", 3, 4, 5, 6, 7, 8]))
    with pytest.raises(TableInvalid, match="cell 1: 'two' is not a decimal number"):
        brought(path, TABLE)
    assert not (tmp_path / "out.sqlite").exists()


def test_the_wizard_takes_labels_for_names(tmp_path: Path) -> None:
    """The labels of areas and indicators are their names; what follows from a code is no dimension."""
    path = tmp_path / "hicp.json"
    path.write_bytes((RECORDED / "eurostat_jsonstat_hicp_ea.json").read_bytes())
    with Staging(tmp_path) as staging:
        sheet = open_cube(path, path.name)
        staging.load(sheet)
        guess = guess_columns(sheet, staging, {"indicator": "coicop"}, ())
    assert guess.roles["area_name"] == "geo label"
    assert guess.roles["indicator_name"] == "coicop label"
    assert guess.open == []
    assert guess.dimensions == []
