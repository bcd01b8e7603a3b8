"""Comparisons and statistics: over whole sets with a value, exact, and only where they mean something."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction

import pytest
from tests.unit.tools.conftest import Asked
from tests.unit.tools.test_values import GDP, LIFE, NET, POP, operations, records

EIGHT = ["BRA", "CAN", "GBR", "IND", "JPN", "MEX", "NGA", "USA"]


def test_two_economies_have_a_ratio_and_a_difference(ask: Asked) -> None:
    """US GDP is 12.9 times Canada's, whichever is named first."""
    for codes in (["CAN", "USA"], ["USA", "CAN"]):
        result = ask("compare", country_codes=codes, indicator_code=GDP, year=2024)
        derived = operations(result)
        by_ref = {fact.ref: fact for fact in result.facts}
        assert derived["ratio"]["shown"] == "12.91"
        assert [by_ref[ref].area.code for ref in derived["ratio"]["operands"]] == ["USA", "CAN"]
        assert [by_ref[ref].area.code for ref in derived["difference"]["operands"]] == ["CAN", "USA"]
        assert derived["difference"]["value"] == "27027936810316.54"


def test_several_economies_have_a_highest_and_a_lowest(ask: Asked) -> None:
    """Of three shares the highest, the lowest and the points between them are told."""
    result = ask("compare", country_codes=["CAN", "USA", "NGA"], indicator_code=NET, year=2024)
    derived = operations(result)
    assert derived["max"]["area"] == "USA"
    assert derived["min"]["area"] == "NGA"
    assert derived["points"]["shown"].endswith(" percentage points")
    assert "difference" not in derived


def test_equal_values_are_compared_as_equal(ask: Asked) -> None:
    """Two shares of 100 percent are no points apart and one time the other."""
    derived = operations(
        ask("compare", country_codes=["CAN", "JPN"], indicator_code="EG.ELC.ACCS.ZS", year=2024)
    )
    assert derived["points"]["value"] == "0"
    assert derived["ratio"]["value"] == "1"
    assert len(set(derived["ratio"]["operands"])) == 2


def test_a_comparison_without_values_says_so(ask: Asked) -> None:
    """Published gaps are shown and nothing is computed from them."""
    result = ask("compare", country_codes=["CAN", "USA"], indicator_code=LIFE, year=2025)
    assert operations(result) == {}
    assert [fact.text for fact in result.facts] == [None, None]
    assert "values are missing" in json.loads(result.content)["note"]


def test_the_mean_of_eight_is_the_mean_of_eight(ask: Asked) -> None:
    """The mean is exact, names all its operands, and says that it is unweighted."""
    result = ask(
        "aggregate", operation="mean", country_codes=EIGHT, indicator_code=LIFE, from_year=2020, to_year=2020
    )
    values = [Fraction(fact.text) for fact in result.facts if fact.derivation is None and fact.text]
    mean = operations(result)["mean"]
    assert Fraction(Decimal(mean["value"])) == sum(values) / 8
    assert mean["operands"] == [f"e{number}" for number in range(1, 9)]
    assert "unweighted" in json.loads(result.content)["note"]
    assert result.facts[-1].area.code == ""


def test_a_sum_is_exact(ask: Asked) -> None:
    """People of several countries may be added."""
    result = ask(
        "aggregate", operation="sum", country_codes=EIGHT, indicator_code=POP, from_year=2024, to_year=2024
    )
    values = [int(record["value"]) for record in records(result) if "operation" not in record]
    assert operations(result)["sum"]["value"] == str(sum(values))


@pytest.mark.parametrize("indicator", [NET, LIFE, "NY.GDP.PCAP.CD", "EG.ELC.ACCS.ZS"])
def test_a_sum_that_means_nothing_is_refused(indicator: str, ask: Asked) -> None:
    """Shares, years and per-head values are never added."""
    result = ask(
        "aggregate",
        operation="sum",
        country_codes=EIGHT,
        indicator_code=indicator,
        from_year=2020,
        to_year=2020,
    )
    assert result.outcome == "refused: not_additive"
    assert "mean, median, min and max" in json.loads(result.content)["message"]


def test_people_are_not_added_over_years(ask: Asked) -> None:
    """The same people would be counted again and again; money of several years may be added."""
    arguments = {"operation": "sum", "country_codes": ["CAN"], "from_year": 2020, "to_year": 2024}
    assert ask("aggregate", indicator_code=POP, **arguments).outcome == "refused: not_additive"
    assert ask("aggregate", indicator_code=GDP, **arguments).outcome == "ok"


def test_an_extreme_over_years_names_its_year(ask: Asked) -> None:
    """The highest value of a series comes with the year it is of."""
    result = ask(
        "aggregate", operation="min", country_codes=["JPN"], indicator_code=LIFE, from_year=2000, to_year=2025
    )
    found = operations(result)["min"]
    assert (found["area"], found["period"]) == ("JPN", "2000")
    note = json.loads(result.content)["note"]
    assert note == "The min is of the 25 years with a value, not of all 26."
    assert len(found["operands"]) == 25


def test_an_even_median_lies_between(ask: Asked) -> None:
    """The median of an even number of values is the mean of the two in the middle."""
    result = ask(
        "aggregate", operation="median", country_codes=EIGHT, indicator_code=POP, from_year=2024, to_year=2024
    )
    values = sorted(int(record["value"]) for record in records(result) if "operation" not in record)
    assert Fraction(operations(result)["median"]["value"]) == Fraction(values[3] + values[4], 2)


def test_a_statistic_without_values_is_not_computed(ask: Asked) -> None:
    """Of gaps only, nothing is computed; the gaps are shown."""
    result = ask(
        "aggregate", operation="mean", country_codes=EIGHT, indicator_code=LIFE, from_year=2025, to_year=2025
    )
    assert operations(result) == {}
    assert "none of the countries has a value" in json.loads(result.content)["note"]


def test_every_series_and_its_statistic_fit_into_one_result(ask_wide: Asked) -> None:
    """A statistic over all years never loses operands to the cut, so it can be computed again."""
    for code in ("NOR", "BWA", "GBR", "CHN", "IDN"):
        for indicator in (GDP, POP, LIFE, NET, "EG.ELC.ACCS.ZS"):
            result = ask_wide(
                "aggregate",
                operation="median",
                country_codes=[code],
                indicator_code=indicator,
                from_year=2000,
                to_year=2025,
            )
            if result.outcome == "ok":
                assert "left_out" not in json.loads(result.content)
