"""Evidence rows are read strictly and written back unchanged."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.errors import UsageError
from tieout.facts.rows import evidence_from_rows, fact_from_row, row_from_fact

ROW: dict[str, Any] = {
    "ref": "e1",
    "area": "KEN",
    "area_name": "Kenya",
    "is_aggregate": False,
    "indicator": "SP.POP.TOTL",
    "indicator_name": "Population, total",
    "unit": "people",
    "period": "2020",
    "value": "52217334",
    "status": "",
}
RANK = {
    "operation": "rank",
    "operands": ["e1"],
    "set": "economies with a value",
    "size": 84,
    "position": 1,
    "order": "highest first",
    "complete": True,
}


@pytest.mark.parametrize(
    "row",
    [
        ROW,
        ROW | {"value": None, "status": "forecast"},
        ROW | {"derived": RANK},
        ROW | {"derived": {"operation": "percent_change", "operands": ["e1", "e2"]}},
        ROW | {"source": "World Bank WDI", "vintage": "2026-07-01", "dataset": "wdi-starter 2026-07"},
        ROW | {"period": "2020-Q3", "area": "XYZ", "indicator": "made.up"},
    ],
)
def test_a_row_comes_back_as_it_was(row: dict[str, Any]) -> None:
    """Reading and writing are inverse, also through JSON."""
    assert row_from_fact(fact_from_row(json.loads(json.dumps(row)))) == row


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"extra": 1}, "unknown key 'extra'"),
        ({"value": 52217334}, "value: input should be a valid string"),
        ({"value": "52,217,334"}, "value: is no decimal number"),
        ({"value": "NaN"}, "value: is no decimal number"),
        ({"value": "1e999999999"}, "value: is no decimal number"),
        ({"value": "1_000"}, "value: is no decimal number"),
        ({"value": "٤٢"}, "value: is no decimal number"),
        ({"value": "1" * 201}, "longer than 200"),
        ({"period": "2020-13"}, "period"),
        ({"is_aggregate": "no"}, "is_aggregate"),
        ({"status": "final"}, "status"),
        ({"ref": ""}, "ref"),
        ({"derived": 5}, "derived: input should be an object"),
        ({"derived": {"operation": "guess"}}, "derived.operation"),
    ],
)
def test_a_malformed_row_is_one_clear_sentence(change: dict[str, Any], says: str) -> None:
    """The sentence names the key and what is wrong with it."""
    with pytest.raises(UsageError) as caught:
        fact_from_row(ROW | change)
    assert says in caught.value.message
    assert "\n" not in caught.value.message


def test_a_missing_key_is_named() -> None:
    """A row that was read half would make the check vouch for something nobody said."""
    with pytest.raises(UsageError, match="'unit' is missing"):
        fact_from_row({key: value for key, value in ROW.items() if key != "unit"})


def test_a_list_of_rows_names_the_row_at_fault() -> None:
    """Rows are counted from 1, as people count."""
    with pytest.raises(UsageError, match=r"row 2: .* object"):
        evidence_from_rows([ROW, 5])
    with pytest.raises(UsageError, match="row 2: ref 'e1' stands on an earlier row"):
        evidence_from_rows([ROW, ROW])


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=8,
    )
)
def test_no_json_ever_escapes_as_another_error(value: object) -> None:
    """Whatever JSON arrives, it is read or refused in a sentence."""
    with pytest.raises(UsageError):
        fact_from_row(value)


def test_a_row_may_say_what_its_area_is() -> None:
    """The kind of an area is read and written back; one that is no plain words is refused."""
    row = {
        "ref": "e1",
        "area": "N",
        "area_name": "North",
        "area_kind": "counting station",
        "indicator": "BIKES",
        "indicator_name": "Bicycles",
        "unit": "bicycles",
        "period": "2024-07-14",
        "value": "5120",
    }
    fact = fact_from_row(row)
    assert fact.area.kind == "counting station"
    assert row_from_fact(fact)["area_kind"] == "counting station"
    with pytest.raises(UsageError, match="area_kind"):
        fact_from_row({**row, "area_kind": "District 9"})
