"""The evidence as a table."""

from tieout.checking.table import Table
from tieout.facts.period import Period


def test_cells_tell_values_gaps_and_forecasts_apart(table: Table) -> None:
    """A gap has no value, a forecast is only given when asked for."""
    people, net = 0, 3
    assert table.measures[net].code == "IT.NET.USER.ZS"
    assert table.value("MEX", net, Period.of_year(2023)) is None
    assert table.facts_at("MEX", net, Period.of_year(2023))[0].text is None
    assert table.value("CAN", people, Period.of_year(2030)) is None
    assert table.value("CAN", people, Period.of_year(2030), forecast=True) is not None


def test_aggregates_are_no_countries(table: Table) -> None:
    """The world is in the evidence, and in no set."""
    assert table.countries(0, Period.of_year(2024)) == ["CAN", "MEX"]


def test_rank_facts_stand_apart(table: Table) -> None:
    """A derived fact is no cell."""
    assert [fact.ref for fact in table.ranks] == ["e12"]
    assert table.periods("MEX", 0) == [Period.of_year(2024)]
