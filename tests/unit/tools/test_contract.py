"""One dispatch for all tools: two gates, three kinds of outcome, and no exception for anything proposed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.tools.conftest import Asked, WatchedSnapshot

from tieout.errors import DataError, QueryCode, QueryError, SnapshotChanged
from tieout.tools.contract import (
    BUG,
    Finding,
    Numbering,
    Refusal,
    Tool,
    ToolCall,
    Toolset,
    ValidCall,
)


def call(name: str, arguments: str | Mapping[str, object] = "{}") -> ToolCall:
    """Return a proposed call."""
    return ToolCall(id="c1", name=name, arguments=arguments)


def broken(year: int) -> Finding:
    """Stand in for a tool with a fault."""
    raise ZeroDivisionError(f"secret of {year}")


def refusing(year: int) -> Finding:
    """Stand in for a tool whose question the data cannot meet."""
    raise QueryError(QueryCode.NO_DATA, f"No value in {year}.")


def distrustful(year: int) -> Finding:
    """Stand in for a tool whose data changed."""
    raise SnapshotChanged(f"A file changed in {year}.")


def fine(year: int) -> Finding:
    """Stand in for a tool that works."""
    return Finding(heading={"year": str(year)})


def failing_check(arguments: Mapping[str, Any]) -> Refusal | None:
    """Stand in for a check with a fault."""
    raise KeyError(next(iter(arguments)))


TOOLS = Toolset([Tool.of(one, "d") for one in (broken, refusing, distrustful, fine)])


def test_a_refusal_in_a_tool_is_a_value() -> None:
    """A question that the data cannot meet becomes a result that a model can act on."""
    result = TOOLS.call(call("refusing", '{"year": 2020}'))
    assert result.outcome == "refused: no_data"
    assert json.loads(result.content) == {"error": "no_data", "message": "No value in 2020."}


def test_a_bug_is_told_apart_and_ends_nothing() -> None:
    """An unexpected exception is an outcome of its own; only the record keeps its text."""
    result = TOOLS.call(call("broken", '{"year": 2020}'))
    assert result.outcome == BUG
    assert json.loads(result.content)["error"] == "bug"
    assert "secret" not in result.content
    assert result.fault == "ZeroDivisionError: 'secret of 2020'"


def test_a_bug_in_a_check_is_told_apart_too() -> None:
    """A fault in a check never lets the tool run, and is no refusal of the model's call."""
    tools = Toolset([Tool.of(fine, "d", [failing_check])])
    result = tools.call(call("fine", '{"year": 2020}'))
    assert result.outcome == BUG
    assert "KeyError" in result.fault


def test_data_that_cannot_be_trusted_ends_the_run() -> None:
    """A changed file is no result that a model may go on from."""
    with pytest.raises(DataError):
        TOOLS.call(call("distrustful", '{"year": 2020}'))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("fin", "Did you mean fine?"),
        ("Fine", "Did you mean fine?"),
        ("functions", "The tools are: broken, refusing, distrustful, fine."),
        ("functions.fine", "There is no tool 'functions.fine'."),
        ("fine\u2028INFO approved", r"'fine\u2028INFO approved'"),
        ("", "There is no tool ''."),
        (None, "There is no tool null."),
        (["fine"], "There is no tool a list."),
    ],
)
def test_only_the_exact_name_is_a_tool(name: Any, told: str) -> None:
    """The nearest tool is suggested and never run, and the real names are listed."""
    result = TOOLS.call(call(name, '{"year": 2020}'))
    assert result.outcome == "refused: unknown_tool"
    assert told in json.loads(result.content)["message"]


def test_two_tools_never_share_a_name() -> None:
    """A look-alike would make the dispatch a matter of order."""
    with pytest.raises(ValueError, match="share a name"):
        Toolset([Tool.of(fine, "a"), Tool.of(fine, "b")])


def test_the_same_question_has_the_same_key() -> None:
    """Spaces, letter case and the order of arguments do not make a call another one; a year does."""
    tools = Toolset([Tool.of(search, "d")])

    def key(arguments: str) -> object:
        checked = tools.validate(call("search", arguments))
        assert isinstance(checked, ValidCall)
        return checked.key

    same = key('{"query": "happiness", "codes": ["A", "B"], "year": 2020}')
    assert key('{"year":2020,"codes":["a","B "],"query":"  Happiness "}') == same
    assert key('{"query": "happiness", "codes": ["B", "A"], "year": 2020}') != same
    assert key('{"query": "happiness", "codes": ["A", "B"], "year": 2021}') != same


def search(query: str, codes: list[str], year: int) -> Finding:
    """Stand in for a search."""
    return Finding(heading={"query": query, "codes": codes, "year": year})


def test_definitions_are_made_once(toolset: Toolset) -> None:
    """Every request of a run declares the very same objects, so that a provider's cache holds."""
    assert toolset.definitions() is toolset.definitions()
    assert [definition["name"] for definition in toolset.definitions()] == list(toolset.names)


ORDER = [
    ('{"country_code": 7, "indicator_code": "X", "from_year": 1, "to_year": 0, "x": 1}', "unknown_argument"),
    ('{"country_code": "FRA", "indicator_code": "X", "from_year": true, "to_year": 0}', "wrong_type"),
    ('{"country_code": "FRA", "indicator_code": "X", "from_year": 3000, "to_year": 0}', "not_allowed"),
    (
        '{"country_code": "CAN", "indicator_code": "SP.POP.TOTL", "from_year": 3000, "to_year": 0}',
        "out_of_range",
    ),
    (
        '{"country_code": "CAN", "indicator_code": "SP.POP.TOTL", "from_year": 2024, "to_year": 2000}',
        "wrong_order",
    ),
]


@pytest.mark.parametrize(("arguments", "code"), ORDER)
def test_checks_come_in_one_order(
    arguments: str, code: str, watched_toolset: Toolset, watched: WatchedSnapshot
) -> None:
    """Names, types, allow-lists, ranges, order of years: the first fault is told, and no data is read."""
    watched.reads.clear()
    result = watched_toolset.call(call("get_change", arguments))
    assert result.outcome == f"refused: {code}"
    assert watched.reads == []


def test_the_double_sees_reads(watched_toolset: Toolset, watched: WatchedSnapshot) -> None:
    """A valid call is seen to read, so that silence of the double means something."""
    watched.reads.clear()
    arguments = (
        '{"country_codes": ["CAN"], "indicator_code": "SP.POP.TOTL", "from_year": 2024, "to_year": 2024}'
    )
    checked = watched_toolset.validate(call("get_values", arguments))
    assert watched.reads == []
    assert isinstance(checked, ValidCall)
    watched_toolset.run(checked, Numbering())
    assert watched.reads


JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=20),
        st.sampled_from(["CAN", "WLD", "ALL", "SP.POP.TOTL", "highest", "sum", 2000, 2024, 1900]),
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
NAMES = (
    "find_indicators find_areas describe_indicator get_values get_change rank_countries compare aggregate"
).split()
KEYS = "query country_codes country_code indicator_code from_year to_year year order limit operation".split()


@given(
    name=st.sampled_from(NAMES),
    arguments=st.one_of(
        JSON,
        st.dictionaries(st.sampled_from(KEYS), JSON, max_size=6),
        st.text(max_size=60),
    ),
    as_text=st.booleans(),
)
def test_no_arguments_ever_raise(toolset: Toolset, name: str, arguments: Any, as_text: bool) -> None:
    """Whatever JSON, text or object is proposed: a result within its size, a known outcome, and no bug."""
    raw = json.dumps(arguments) if as_text else arguments
    result = toolset.call(call(name, raw))
    assert result.outcome == "ok" or result.outcome.startswith("refused: ")
    assert len(result.content) <= 3000
    json.loads(result.content)


def typed(schema: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    """Return values that have the type of a parameter, near the edge of what is allowed."""
    codes = st.sampled_from(
        ["CAN", "USA", "GBR", "NGA", "WLD", "FRA", "can", "", "SP.POP.TOTL", "IT.NET.USER.ZS"]
    )
    if schema["type"] == "integer":
        return st.one_of(st.integers(1998, 2027), st.integers())
    if schema["type"] == "array":
        return st.lists(codes, max_size=12)
    return st.sampled_from(schema["enum"]) if "enum" in schema else st.one_of(codes, st.text(max_size=10))


@given(data=st.data(), name=st.sampled_from(NAMES))
def test_no_typed_arguments_ever_meet_a_bug(toolset: Toolset, data: st.DataObject, name: str) -> None:
    """Arguments of the right names and types reach the tools, and none of them fails by a fault of ours."""
    definition = next(one for one in toolset.definitions() if one["name"] == name)
    properties = definition["parameters"]["properties"]
    arguments = data.draw(st.fixed_dictionaries({key: typed(schema) for key, schema in properties.items()}))
    result = toolset.call(call(name, arguments))
    assert result.outcome == "ok" or result.outcome.startswith("refused: ")
    assert len(result.content) <= 3000


def test_evidence_is_what_the_result_shows(ask: Asked) -> None:
    """The facts of a result are the refs in its text, no more and no less."""
    for year in (2000, 2012):
        numbering = Numbering()
        result = ask(
            "get_values",
            numbering,
            country_codes=["CAN", "USA", "GBR"],
            indicator_code="NY.GDP.MKTP.CD",
            from_year=year,
            to_year=2024,
        )
        shown = [record["ref"] for record in json.loads(result.content)["records"]]
        assert shown == [fact.ref for fact in result.facts]
        assert numbering.facts == result.facts
        assert "left_out" in json.loads(result.content)
