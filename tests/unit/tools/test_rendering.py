"""Results: valid JSON, decimals as text, cut between records, with exactly the facts that are shown."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.tools.test_finding import CANADA, difference, observed

from tieout.facts.area import Area
from tieout.facts.fact import Fact
from tieout.facts.observation import Observation, Status
from tieout.facts.period import Period
from tieout.tools.finding import Finding, Numbering, Observed, Plain
from tieout.tools.rendering import render_finding


def render(finding: Finding, limit: int = 3000) -> tuple[dict[str, object], str, tuple[Fact, ...]]:
    """Return the parsed result, its text and the facts."""
    content, facts = render_finding(finding, Numbering().number(finding), limit)
    return json.loads(content), content, facts


def test_values_travel_as_text_beside_what_a_reader_sees() -> None:
    """The exact digits are a JSON string, and the grouped form stands beside them."""
    result, _, _ = render(Finding(heading={"unit": "people"}, records=(observed(2024, "41262329"),)))
    assert result == {
        "unit": "people",
        "records": [
            {
                "ref": "e1",
                "area": "CAN",
                "area_name": "Canada",
                "period": "2024",
                "value": "41262329",
                "shown": "41,262,329",
            }
        ],
    }


def test_a_gap_is_null_and_said() -> None:
    """A published gap has the value null and words for a reader."""
    result, _, _ = render(Finding(heading={}, records=(observed(2024, None),)))
    assert result["records"][0]["value"] is None  # type: ignore[index]
    assert result["records"][0]["shown"] == "no value published"  # type: ignore[index]


def test_aggregates_and_flags_are_marked() -> None:
    """The world is marked as an aggregate and a flag travels with the value."""
    world = Area(code="WLD", name="World", is_aggregate=True)
    cell = Observation(
        area=world,
        indicator=observed(2024).observation.indicator,
        period=Period.of_year(2024),
        text="1",
        status=Status.PROVISIONAL,
    )
    result, _, _ = render(Finding(heading={}, records=(Observed(observation=cell),)))
    record = result["records"][0]  # type: ignore[index]
    assert record["aggregate"] is True
    assert record["status"] == "provisional"


def test_a_derived_record_names_operation_and_operands() -> None:
    """A derived value says how it came about."""
    result, _, _ = render(Finding(heading={}, records=(observed(2000), observed(2001), difference(0, 1))))
    assert result["records"][2] == {  # type: ignore[index]
        "ref": "e3",
        "operation": "difference",
        "operands": ["e1", "e2"],
        "value": "5",
        "shown": "5",
    }


@given(count=st.integers(0, 60), limit=st.integers(400, 3000))
def test_a_cut_result_is_valid_and_honest(count: int, limit: int) -> None:
    """However it is cut: valid JSON within the limit, whole records, an honest count, exactly those facts."""
    records = tuple(observed(1960 + number, "41262329") for number in range(count))
    result, content, facts = render(Finding(heading={"unit": "people"}, records=records, note="Note."), limit)
    shown = result["records"]
    assert isinstance(shown, list)
    assert len(content) <= limit
    assert [record["ref"] for record in shown] == [fact.ref for fact in facts]
    assert result.get("left_out", 0) == count - len(shown)
    assert str(result["note"]).endswith("Note.")
    if result.get("left_out"):
        assert f"{result['left_out']} records did not fit" in str(result["note"])


def test_area_names_move_up_before_anything_is_cut() -> None:
    """A long series of one area says its name once; nothing is lost."""
    records = tuple(observed(1990 + number, "1234567890.123") for number in range(30))
    result, content, facts = render(Finding(heading={}, records=records))
    assert len(facts) == 30
    assert result["area"] == "CAN"
    assert result["area_name"] == "Canada"
    assert "area_name" not in result["records"][0]  # type: ignore[index]
    assert content.count("Canada") == 1


def test_a_derived_record_is_cut_before_its_operands() -> None:
    """What is shown can always be computed again from what is shown."""
    records = (*(observed(1990 + number) for number in range(40)), difference(0, 39))
    _, _, facts = render(Finding(heading={}, records=records), 1000)
    refs = {fact.ref for fact in facts}
    assert all(set(fact.derivation.operands) <= refs for fact in facts if fact.derivation)
    assert not any(fact.derivation for fact in facts)


def test_a_heading_that_does_not_fit_is_a_fault_of_ours() -> None:
    """A result is never cut in the middle of its heading."""
    with pytest.raises(ValueError, match="heading"):
        render(Finding(heading={"definition": "x" * 4000}))


def test_invisible_characters_are_dropped() -> None:
    """Text that a person cannot see does not reach a model; odd spaces become plain ones."""
    hidden = "Population, total\U000e0053\U000e0041 and\u00a0more\u200b"
    result, content, _ = render(Finding(heading={"name": hidden}, records=(Plain(fields={"a": "x\u2028y"}),)))
    assert result["name"] == "Population, total and more"
    assert content.isprintable()


def test_letters_of_any_language_stay() -> None:
    """Names keep their accents and scripts."""
    area = Area(code="CIV", name="Côte d'Ivoire")
    cell = Observation(
        area=area, indicator=observed(2000).observation.indicator, period=Period.of_year(2000), text="1"
    )
    assert "Côte d'Ivoire" in render(Finding(heading={}, records=(Observed(observation=cell),)))[1]
    assert CANADA.name == "Canada"
