"""The MCP door: the same tools and refusals, drafts checked against calls made again, no made-up rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from mcp.types import TextContent

from tieout.interfaces.mcp.door import Door
from tieout.interfaces.settings import Settings
from tieout.tools.contract import ToolCall

CALL = {
    "tool": "get_values",
    "arguments": {
        "country_codes": ["CAN", "MEX"],
        "indicator_code": "SP.POP.TOTL",
        "from_year": 2023,
        "to_year": 2024,
    },
}


@pytest.fixture
def door(own_home: Path) -> Door:
    """Return a door over the eight countries."""
    return Door(Settings(home=own_home), "core8")


def text_of(result: Any) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("find_areas", {"query": "Turkey"}),
        ("get_values", CALL["arguments"]),
        ("get_values", {**CALL["arguments"], "from_year": 1700}),
        ("get_values", {**CALL["arguments"], "country_codes": ["ALL"]}),
        ("get_values", {"country_codes": "CAN"}),
        ("get_valus", {}),
    ],
)
def test_results_and_refusals_are_those_of_every_other_door(
    door: Door, name: str, arguments: dict[str, Any]
) -> None:
    """A host's model reads the very text that ours reads."""
    from tieout.interfaces.toolsets import toolset_of

    settings = Settings(home=Path("unused"))
    ours = toolset_of(*settings.load("core8"), now=settings.now).call(
        ToolCall(id="1", name=name, arguments=arguments)
    )
    theirs = door.call(name, arguments)
    assert text_of(theirs) == ours.content
    assert theirs.is_error == (ours.outcome != "ok")
    assert theirs.structured_content["outcome"] == ours.outcome
    assert theirs.structured_content["result"] == json.loads(ours.content)


def test_a_true_draft_is_valid_with_ties_and_proof(door: Door) -> None:
    """The evidence comes from the calls, and the number is tied to its row."""
    result = door.call("check_answer", {"answer": "Canada had 41,262,329 people in 2024.", "calls": [CALL]})
    document = result.structured_content
    assert (text_of(result), document["verdict"], result.is_error) == ("valid", "valid", False)
    (tie,) = document["ties"]
    row = next(row for row in document["evidence"] if row["ref"] == tie["facts"][0])
    assert (row["area"], row["period"], row["value"]) == ("CAN", "2024", "41262329")
    assert document["proof"]["data"][0]["PUBLISHED"] == "41262329"


def test_a_false_draft_is_rejected_with_the_true_value(door: Door) -> None:
    """The value of the year before is named as such, and nothing is given as proof."""
    result = door.call("check_answer", {"answer": "Canada had 40,049,088 people in 2024.", "calls": [CALL]})
    document = result.structured_content
    assert document["verdict"] == "rejected"
    assert (document["problems"][0]["code"], document["problems"][0]["expected"]) == (
        "wrong_period",
        "41262329",
    )
    assert "41,262,329" in text_of(result)
    assert document["ties"] == []
    assert "proof" not in document


def test_a_draft_without_calls_rests_on_nothing(door: Door) -> None:
    """A number from memory is rejected, true or not."""
    result = door.call("check_answer", {"answer": "Canada had 41,262,329 people in 2024.", "calls": []})
    assert result.structured_content["verdict"] == "rejected"


def test_rows_cannot_be_handed_in(door: Door) -> None:
    """Rows that a model writes could be made up, so there is no argument for them."""
    arguments = {
        "answer": "Canada had 9 people in 2024.",
        "calls": [],
        "evidence": [{"ref": "e1", "value": "9"}],
    }
    result = door.call("check_answer", arguments)
    assert result.is_error
    assert "'evidence'" in text_of(result)


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("check_answer", {"answer": "x"}, "'calls'"),
        ("check_answer", {"answer": "x" * 20_001, "calls": []}, "'answer'"),
        ("check_answer", {"answer": "x", "calls": [CALL] * 31}, "'calls'"),
        ("check_answer", {"answer": "x", "calls": [{**CALL, "tool": "get"}]}, "Call 1, get, is refused"),
        ("check_answer", {"answer": "x", "calls": "[]"}, "'calls'"),
        ("ask", {}, "'question'"),
        ("ask", {"question": "   "}, "empty"),
        ("ask", {"question": "x" * 2_001}, "'question'"),
    ],
)
def test_wrong_arguments_are_one_sentence(
    door: Door, name: str, arguments: dict[str, Any], said: str
) -> None:
    """What the host's model can mend comes back as a result that it reads."""
    result = door.call(name, arguments)
    assert result.is_error
    assert said in text_of(result)
    assert "\n" not in text_of(result)


def test_what_is_missing_is_held_against_the_whole_snapshot(door: Door) -> None:
    """A draft that says the data lack what they hold is rejected, although no row shows it."""
    answer = "The data do not include a value for Canada's population in 2010."
    result = door.call("check_answer", {"answer": answer, "calls": [CALL]})
    assert result.structured_content["verdict"] == "rejected"


def test_a_declined_question_says_why(door: Door) -> None:
    """What the data cannot answer comes back as such, not as an error."""
    result = door.call("ask", {"question": "What will the population of Canada be in 2060?"})
    assert not result.is_error
    assert result.structured_content["outcome"] == "declined"
    assert text_of(result).startswith(result.structured_content["answer"])
