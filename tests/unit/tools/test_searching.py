"""From words to codes: what is found, and what is said when nothing is."""

from __future__ import annotations

import json

from tests.unit.tools.conftest import Asked, WatchedSnapshot

from tieout.tools.contract import ToolCall, Toolset


def test_words_give_codes(ask: Asked) -> None:
    """Everyday words find the measure, and names find the country."""
    found = json.loads(ask("find_indicators", query="internet users").content)["records"]
    assert found[0]["code"] == "IT.NET.USER.ZS"
    assert found[0]["unit"] == "% of population"
    found = json.loads(ask("find_areas", query="Canada").content)["records"]
    assert found[0] == {"code": "CAN", "name": "Canada"}


def test_an_ambiguous_name_gives_all_candidates(ask_wide: Asked) -> None:
    """Congo is two countries, and no one is picked."""
    found = json.loads(ask_wide("find_areas", query="Congo").content)["records"]
    assert {"COD", "COG"} <= {record["code"] for record in found}


def test_an_aggregate_is_marked(ask_wide: Asked) -> None:
    """The world is found as an aggregate."""
    found = json.loads(ask_wide("find_areas", query="World").content)["records"]
    assert found[0] == {"code": "WLD", "name": "World", "aggregate": True}


def test_a_known_area_without_data_is_told(ask: Asked) -> None:
    """France is known and not in this data set; what there is, is listed."""
    result = json.loads(ask("find_areas", query="France").content)
    assert result["records"][0]["code"] == "FRA"
    assert result["records"][0]["available"] is False
    assert "All there are: BRA Brazil" in result["note"]


def test_nothing_found_is_said_plainly(ask: Asked) -> None:
    """An empty list comes with a sentence, so that a model does not search on and on."""
    result = json.loads(ask("find_indicators", query="happiness").content)
    assert result["records"] == []
    assert "no measure that matches 'happiness'" in result["note"]
    assert "SP.POP.TOTL" in result["note"]


def test_a_search_gives_no_facts(ask: Asked) -> None:
    """Names and definitions can support no number."""
    for name, arguments in (
        ("find_areas", {"query": "Canada"}),
        ("find_indicators", {"query": "population"}),
        ("describe_indicator", {"indicator_code": "SP.POP.TOTL"}),
    ):
        assert ask(name, **arguments).facts == ()


def test_a_description_tells_source_and_caveat(ask: Asked) -> None:
    """What a measure means, who is behind it and what to beware of."""
    told = json.loads(ask("describe_indicator", indicator_code="NY.GDP.MKTP.CD").content)
    assert told["unit"] == "current US$"
    assert "World Bank national accounts" in told["source"]
    assert "exchange rates" in told["caveat"]
    assert told["dataset"] == "core8 2026-07"


def test_searching_reads_no_value(watched_toolset: Toolset, watched: WatchedSnapshot) -> None:
    """Names and cards are enough."""
    for name, key, value in (
        ("find_areas", "query", "Canada"),
        ("find_indicators", "query", "GDP"),
        ("describe_indicator", "indicator_code", "SP.POP.TOTL"),
    ):
        watched.reads.clear()
        watched_toolset.call(ToolCall(id="c1", name=name, arguments={key: value}))
        assert watched.reads == []
