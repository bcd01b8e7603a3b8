"""Values and changes: exact, with their gaps, and nothing computed where it means nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.unit.tools.conftest import Asked

from tieout.facts.area import Area
from tieout.facts.derivation import Operation
from tieout.facts.indicator import Indicator
from tieout.facts.observation import Observation
from tieout.facts.period import Period
from tieout.facts.unit import Unit
from tieout.tools.contract import Numbering, ToolResult
from tieout.tools.values import changes

GDP, POP, NET, LIFE = "NY.GDP.MKTP.CD", "SP.POP.TOTL", "IT.NET.USER.ZS", "SP.DYN.LE00.IN"


def records(result: ToolResult) -> list[dict[str, Any]]:
    """Return the records of a result that is no refusal."""
    assert result.outcome == "ok", result.content
    return list(json.loads(result.content)["records"])


def operations(result: ToolResult) -> dict[str, dict[str, Any]]:
    """Return the derived records by operation."""
    return {record["operation"]: record for record in records(result) if "operation" in record}


def test_the_change_of_a_gdp_is_exact(ask: Asked) -> None:
    """Nigeria's GDP fell by an exact number of dollars and by 48.24 percent."""
    result = ask("get_change", country_code="NGA", indicator_code=GDP, from_year=2023, to_year=2024)
    derived = operations(result)
    assert derived["difference"]["value"] == "-235125921737.532"
    assert derived["percent_change"]["shown"] == "-48.24%"
    assert derived["difference"]["operands"] == ["e1", "e2"]
    assert list(derived) == ["difference", "percent_change"]


def test_growth_over_years_is_told_per_year_too(ask: Asked) -> None:
    """India's population grew by 37.15 percent, 1.32 percent a year; a whole difference is written whole."""
    result = ask("get_change", country_code="IND", indicator_code=POP, from_year=2000, to_year=2024)
    derived = operations(result)
    assert derived["percent_change"]["shown"] == "37.15%"
    assert derived["growth_per_year"]["shown"] == "1.32%"
    assert derived["difference"]["shown"] == "393,013,058"


def test_the_change_of_a_percentage_is_in_points(ask: Asked) -> None:
    """Percent minus percent is percentage points, and says so; the percent change stays apart."""
    result = ask(
        "get_change", country_code="NGA", indicator_code="EG.ELC.ACCS.ZS", from_year=2003, to_year=2024
    )
    derived = operations(result)
    assert "difference" not in derived
    assert derived["points"]["value"] == "10.3"
    assert derived["points"]["shown"] == "10.30 percentage points"
    assert derived["percent_change"]["shown"] == "19.73%"


def test_facts_carry_unit_source_and_version(ask: Asked) -> None:
    """Every fact says what it is, where it comes from and which release it is of."""
    result = ask("get_change", country_code="NGA", indicator_code=GDP, from_year=2023, to_year=2024)
    earlier, later, gap, percent = result.facts
    assert (
        earlier.indicator.unit.text == later.indicator.unit.text == gap.indicator.unit.text == "current US$"
    )
    assert percent.indicator.unit.text == "%"
    assert percent.indicator.code == GDP
    assert (percent.period, percent.area.code) == (Period.of_year(2024), "NGA")
    assert {fact.dataset for fact in result.facts} == {"core8 2026-07"}
    assert all("World Bank" in fact.source and fact.vintage for fact in result.facts)
    assert later.text == "252261880140.271"


def test_a_published_gap_is_shown_as_a_fact(ask: Asked) -> None:
    """A gap may be said, so it is evidence; no change is computed from it."""
    result = ask("get_change", country_code="CAN", indicator_code=LIFE, from_year=2000, to_year=2025)
    assert [record["value"] is None for record in records(result)] == [False, True]
    assert result.facts[1].text is None
    assert "No change" in json.loads(result.content)["note"]


def test_what_the_snapshot_lacks_is_no_fact(ask: Asked) -> None:
    """Years that the snapshot does not hold are told as that, not as gaps of the publisher."""
    result = ask(
        "get_values", country_codes=["GBR"], indicator_code="NY.GDP.PCAP.CD", from_year=2000, to_year=2011
    )
    parsed = json.loads(result.content)
    assert parsed["missing"] == [{"area": "GBR", "years": "2000-2009", "why": "not in this snapshot"}]
    assert [fact.period.year for fact in result.facts] == [2010, 2011]


def test_nothing_at_all_is_a_refusal(ask: Asked) -> None:
    """A series of which the snapshot holds nothing is no empty list without a word."""
    for name, arguments in (
        ("get_values", {"country_codes": ["GBR", "USA"], "from_year": 2000, "to_year": 2005}),
        ("get_change", {"country_code": "GBR", "from_year": 2000, "to_year": 2005}),
    ):
        result = ask(name, indicator_code="NY.GDP.PCAP.CD", **arguments)
        assert result.outcome == "refused: no_data"
        assert "is not in this snapshot (core8 2026-07) for GBR 2000" in json.loads(result.content)["message"]


def test_values_come_area_by_area_and_year_by_year(ask: Asked) -> None:
    """The order asked is the order shown."""
    result = ask("get_values", country_codes=["USA", "CAN"], indicator_code=POP, from_year=2022, to_year=2024)
    assert [(record["area"], record["period"]) for record in records(result)] == [
        (area, str(year)) for area in ("USA", "CAN") for year in (2022, 2023, 2024)
    ]


def test_an_aggregate_has_values_and_changes_and_is_marked(ask_wide: Asked) -> None:
    """The world may be asked about, as the aggregate that it is."""
    result = ask_wide("get_values", country_codes=["WLD"], indicator_code=GDP, from_year=2024, to_year=2024)
    assert records(result)[0]["aggregate"] is True
    assert result.facts[0].area.is_aggregate


def test_a_whole_series_fits_into_one_result(ask: Asked) -> None:
    """Twenty-six years of long numbers are shown without a cut."""
    result = ask("get_values", country_codes=["GBR"], indicator_code=GDP, from_year=2000, to_year=2025)
    assert "left_out" not in json.loads(result.content)
    assert len(result.content) <= 3000


def test_the_same_cell_keeps_its_ref_through_a_run(ask: Asked) -> None:
    """A value that two calls of a run show is one fact."""
    numbering = Numbering()
    first = ask(
        "get_values", numbering, country_codes=["CAN"], indicator_code=POP, from_year=2024, to_year=2024
    )
    second = ask(
        "get_change", numbering, country_code="CAN", indicator_code=POP, from_year=2000, to_year=2024
    )
    assert [fact.ref for fact in first.facts] == ["e1"]
    assert [fact.ref for fact in second.facts] == ["e2", "e1", "e3", "e4", "e5"]
    assert [fact.ref for fact in numbering.facts] == ["e1", "e2", "e3", "e4", "e5"]


def pair(unit: str, earlier: str, later: str, last: int = 2001) -> list[Observation]:
    """Return two cells of a made-up series."""
    measure = Indicator(code="X", name="X", unit=Unit(unit))
    area = Area(code="AAA", name="Aland")
    return [
        Observation(area=area, indicator=measure, period=Period.of_year(year), text=text)
        for year, text in ((2000, earlier), (last, later))
    ]


@pytest.mark.parametrize(
    ("unit", "earlier", "later", "expected"),
    [
        ("current US$", "0", "5", ["difference"]),
        ("current US$", "-2", "5", ["difference"]),
        ("current US$", "5", "-2", ["difference", "percent_change"]),
        ("annual %", "2.5", "3.5", ["points"]),
        ("% of GDP", "0", "3.5", ["points"]),
        ("current US$", "4", "5", ["difference", "percent_change"]),
    ],
)
def test_only_changes_that_mean_something_are_computed(
    unit: str, earlier: str, later: str, expected: list[Operation]
) -> None:
    """No percent change from nothing or from below zero, and none of a yearly rate; the note says why."""
    derived, note = changes(pair(unit, earlier, later))
    assert [record.operation for record in derived] == expected
    assert bool(note) == ("percent_change" not in expected)


def test_growth_per_year_needs_two_values_above_zero() -> None:
    """A fall below zero has no rate a year."""
    derived, _ = changes(pair("current US$", "5", "-2", last=2010))
    assert [record.operation for record in derived] == ["difference", "percent_change"]
