"""Arguments are strict JSON: refused with what is wrong, never mended."""

from __future__ import annotations

import sys
import time
from typing import Any

import pytest

from tieout.errors import QueryCode
from tieout.tools.arguments import LONGEST_ARGUMENTS, check_arguments, read_arguments
from tieout.tools.call import Refusal
from tieout.tools.schema import Parameter

WRONG = {
    '{"a": 1, "a": 2}': "the key 'a' stands twice",
    '{"x": {"a": 1, "a": 1}}': "the key 'a' stands twice",
    '{"n": NaN}': "NaN is no JSON number",
    '{"n": [1, {"x": -Infinity}]}': "-Infinity is no JSON number",
    '{"n": 1e400}': "a number is too large",
    '{"n": [1, 2, {"x": -1e999}]}': "a number is too large",
    '{"country": "GHA", "to_year": 2020,}': "trailing comma at character",
    '{"codes": ["GHA",]}': "trailing comma at character",
    '{"country": KEN", "year": 2020}': "expecting value at character",
    '{"country":"KEN","indicator":"SP.POP': "the text ends before the object is closed",
    '{"codes":["KEN","UGA","TZ': "the text ends before the object is closed",
    '{"a": 1} {"b": 2}': "there is more text after the object",
    '"{\\"country\\": \\"KEN\\"}"': "must be one JSON object, not a text that holds JSON",
    '["KEN"]': "must be one JSON object, not a list",
    "null": "must be one JSON object, not null",
    "2020": "must be one JSON object, not 2020",
    "true": "must be one JSON object, not true",
    "Hello, how can I help?": "expecting value at character 1",
    "{'country': 'KEN'}": "expecting property name enclosed in double quotes",
    '{"year": ' + "9" * 3000 + "}": "a number of 3000 digits is too long",
    "[" * 3000: "nested too deeply" if sys.version_info < (3, 13) else "the text ends before",
    '{"q": "' + "x" * LONGEST_ARGUMENTS + '"}': "characters long",
    '{"q": "a\nb"}': "invalid control character",
}


@pytest.mark.parametrize(("text", "reason"), WRONG.items(), ids=range(len(WRONG)))
def test_broken_arguments_are_refused_with_the_reason(text: str, reason: str) -> None:
    """Each fault is named, and nothing of the object is used."""
    refusal = read_arguments("get_values", text)
    assert isinstance(refusal, Refusal)
    assert refusal.code is QueryCode.INVALID_JSON
    assert reason in refusal.message
    assert len(refusal.message) < 250


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_empty_arguments_are_an_object_without_arguments(text: str) -> None:
    """The one form with a rule of its own: a tool without parameters may be called with an empty text."""
    assert read_arguments("today", text) == {}
    assert check_arguments("today", (), {}) == {}


@pytest.mark.parametrize("raw", [None, 5, 2.5, ["CAN"], b"{}"])
def test_what_is_neither_text_nor_object_is_refused(raw: object) -> None:
    """An adapter that passes on something odd gives a refusal, not a crash."""
    assert isinstance(read_arguments("get_values", raw), Refusal)


@pytest.mark.parametrize(
    "raw", [{"n": float("inf")}, {"n": float("nan")}, {"n": {1, 2}}, {"q": "x" * LONGEST_ARGUMENTS}]
)
def test_a_parsed_mapping_must_be_what_json_could_carry(raw: dict[str, Any]) -> None:
    """What a provider has parsed can always be stored and replayed as valid JSON."""
    assert isinstance(read_arguments("get_values", raw), Refusal)
    assert read_arguments("get_values", {"n": 1}) == {"n": 1}


def test_a_huge_number_is_refused_at_once() -> None:
    """200,000 digits cost no time and are not echoed."""
    started = time.perf_counter()
    refusal = read_arguments("get_values", '{"year": ' + "9" * 200_000 + "}")
    assert time.perf_counter() - started < 0.5
    assert isinstance(refusal, Refusal)
    assert "999" not in refusal.message


PARAMETERS = (Parameter(name="code", kind="text"), Parameter(name="year", kind="whole number"))


def test_arguments_come_in_the_order_of_the_signature() -> None:
    """Whatever order a model chose, the checked arguments have one."""
    checked = check_arguments("t", PARAMETERS, {"year": 2020, "code": "CAN"})
    assert list(checked) == ["code", "year"] if isinstance(checked, dict) else False


@pytest.mark.parametrize(
    ("proposed", "code", "told"),
    [
        ({"code": "CAN"}, QueryCode.MISSING_ARGUMENT, "t needs year"),
        ({}, QueryCode.MISSING_ARGUMENT, "t needs code, year"),
        ({"code": "CAN", "year": 1, "yea": 2}, QueryCode.UNKNOWN_ARGUMENT, "no argument 'yea'"),
        ({"Code": "CAN", "year": 1}, QueryCode.UNKNOWN_ARGUMENT, "no argument 'Code'; t needs code"),
        ({"code": "CAN", "year": True}, QueryCode.WRONG_TYPE, "year must be a whole number"),
        ({"code": 1, "year": "x"}, QueryCode.WRONG_TYPE, "code must be text"),
    ],
)
def test_names_are_checked_before_types(proposed: dict[str, Any], code: QueryCode, told: str) -> None:
    """Exact names come first, then exact types; the message says what is allowed."""
    refusal = check_arguments("t", PARAMETERS, proposed)
    assert isinstance(refusal, Refusal)
    assert refusal.code is code
    assert told in refusal.message
    if code is not QueryCode.WRONG_TYPE:
        assert refusal.message.endswith("Its arguments are exactly: code, year.")


def test_many_unknown_arguments_are_not_all_repeated() -> None:
    """A call with hundreds of made-up keys gets a short refusal."""
    refusal = check_arguments("t", PARAMETERS, {f"key{number}": 1 for number in range(300)})
    assert isinstance(refusal, Refusal)
    assert "and 297 more" in refusal.message
    assert len(refusal.message) < 300
