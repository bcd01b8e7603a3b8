"""What is refused before any data is read, and in which words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.unit.tools.conftest import Asked, WatchedSnapshot

from tieout.tools.contract import ToolCall, Toolset

POP = "SP.POP.TOTL"
EIGHT = ["BRA", "CAN", "GBR", "IND", "JPN", "MEX", "NGA", "USA"]
CHANGE: dict[str, Any] = {
    "country_code": "CAN",
    "indicator_code": POP,
    "from_year": 2000,
    "to_year": 2024,
}
MEAN: dict[str, Any] = {
    "operation": "mean",
    "country_codes": EIGHT,
    "indicator_code": POP,
    "from_year": 2020,
    "to_year": 2020,
}
COMPARE: dict[str, Any] = {"country_codes": ["CAN", "USA"], "indicator_code": POP, "year": 2020}
RANK: dict[str, Any] = {"indicator_code": POP, "year": 2020, "order": "highest", "limit": 5}

REFUSED = [
    (
        "get_change",
        CHANGE | {"country_code": "FRA"},
        "not_allowed",
        "Country code 'FRA' is not available. Available: BRA, CAN, GBR, IND, JPN, MEX, NGA, USA.",
    ),
    ("get_change", CHANGE | {"country_code": "can"}, "not_allowed", "Did you mean CAN?"),
    ("get_change", CHANGE | {"country_code": "Canada"}, "not_allowed", "Did you mean CAN?"),
    ("get_change", CHANGE | {"country_code": ""}, "not_allowed", "Country code '' is not available."),
    ("get_change", CHANGE | {"country_code": "WLD"}, "not_allowed", "'WLD' is not available"),
    ("get_change", CHANGE | {"indicator_code": "X.EVIL"}, "not_allowed", "Indicator code 'X.EVIL'"),
    ("get_change", CHANGE | {"indicator_code": "population"}, "not_allowed", f"Did you mean {POP}"),
    (
        "get_change",
        CHANGE | {"from_year": 1999},
        "out_of_range",
        "1999 is outside the years covered, 2000 to 2025",
    ),
    ("get_change", CHANGE | {"to_year": 2026}, "out_of_range", "to_year 2026 is outside"),
    ("get_change", CHANGE | {"to_year": -1}, "out_of_range", "to_year -1"),
    (
        "get_change",
        CHANGE | {"from_year": 2024, "to_year": 2023},
        "wrong_order",
        "give the earlier year first",
    ),
    ("get_change", CHANGE | {"from_year": 2024}, "wrong_order", "a change needs two years"),
    ("compare", COMPARE | {"country_codes": ["CAN"]}, "out_of_range", "at least 2"),
    ("compare", COMPARE | {"country_codes": ["CAN", "CAN"]}, "not_allowed", "names 'CAN' twice"),
    (
        "compare",
        COMPARE | {"country_codes": ["CAN", "FRA", "DEU"]},
        "not_allowed",
        "codes 'FRA', 'DEU' are not",
    ),
    ("compare", COMPARE | {"year": 2030}, "out_of_range", "year 2030"),
    ("rank_countries", RANK | {"limit": 0}, "out_of_range", "limit must lie between 1 and 20, not 0"),
    ("rank_countries", RANK | {"limit": 21}, "out_of_range", "limit must lie between 1 and 20, not 21"),
    ("rank_countries", RANK | {"order": "Highest"}, "wrong_type", "highest, lowest"),
    ("aggregate", MEAN | {"operation": "average"}, "wrong_type", "sum, mean, median, min, max"),
    ("aggregate", MEAN | {"to_year": 2021}, "too_many", "not both"),
    ("aggregate", MEAN | {"country_codes": ["CAN"]}, "out_of_range", "get_values gives it"),
    ("find_areas", {"query": " ?!"}, "out_of_range", "no word to search for"),
    ("find_indicators", {"query": ""}, "out_of_range", "no word to search for"),
    ("describe_indicator", {"indicator_code": "GDP"}, "not_allowed", "Available: SP.POP.TOTL"),
]


@pytest.mark.parametrize(("name", "arguments", "code", "told"), REFUSED)
def test_refusals_name_what_is_allowed_and_read_nothing(
    name: str,
    arguments: dict[str, Any],
    code: str,
    told: str,
    watched_toolset: Toolset,
    watched: WatchedSnapshot,
) -> None:
    """Each fault has its code and a sentence to act on, and the values were not touched."""
    watched.reads.clear()
    result = watched_toolset.call(ToolCall(id="c1", name=name, arguments=json.dumps(arguments)))
    assert result.outcome == f"refused: {code}"
    assert told in json.loads(result.content)["message"]
    assert watched.reads == []
    assert result.facts == ()


def test_an_order_for_everything_is_refused_before_any_read(
    watched_toolset: Toolset, watched: WatchedSnapshot
) -> None:
    """Country ALL and the years 1900 to 2100 are what a forbidden question orders; nothing is read."""
    watched.reads.clear()
    arguments = {"country_codes": ["ALL"], "indicator_code": POP, "from_year": 1900, "to_year": 2100}
    result = watched_toolset.call(ToolCall(id="c1", name="get_values", arguments=arguments))
    assert result.outcome == "refused: not_allowed"
    assert watched.reads == []


def test_long_lists_are_not_recited(ask_wide: Asked) -> None:
    """Among hundreds of codes the refusal suggests a few."""
    result = ask_wide("get_change", **CHANGE | {"country_code": "Turkey"})
    message = json.loads(result.content)["message"]
    assert "Did you mean TUR?" in message
    assert len(message) < 200
    result = ask_wide("get_change", **CHANGE | {"country_code": "ZZZ"})
    assert "227 are available" in json.loads(result.content)["message"]


def test_many_codes_are_refused_by_number(ask_wide: Asked, wide: Toolset) -> None:
    """A call cannot name the whole world."""
    codes = "ABW AFG AGO ALB AND ARE ARG ARM ASM ATG AUS AUT AZE BDI BEL BEN BFA BGD BGR BHR BHS".split()
    arguments = {"country_codes": codes, "indicator_code": POP, "from_year": 2024, "to_year": 2024}
    assert ask_wide("get_values", **arguments).outcome == "refused: too_many"
    assert ask_wide("get_values", **arguments | {"country_codes": codes[:20]}).outcome == "ok"
    compared = {"country_codes": codes[:11], "indicator_code": POP, "year": 2024}
    assert ask_wide("compare", **compared).outcome == "refused: too_many"
    assert wide.names


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("compare", COMPARE | {"country_codes": ["CAN", "WLD"], "year": 2024}),
        ("aggregate", MEAN | {"country_codes": ["CAN", "WLD"], "from_year": 2024, "to_year": 2024}),
    ],
)
def test_an_aggregate_never_stands_among_countries(
    name: str, arguments: dict[str, Any], ask_wide: Asked
) -> None:
    """The world is refused in comparisons, sums and means, and the sentence says which tools take it."""
    result = ask_wide(name, **arguments)
    assert result.outcome == "refused: not_allowed"
    assert "'WLD' (World) is an aggregate" in json.loads(result.content)["message"]
    assert "get_values and get_change" in json.loads(result.content)["message"]
