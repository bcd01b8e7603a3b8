"""Schemas from signatures: strict, complete, and without enums of codes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest

from tieout.tools.contract import Toolset
from tieout.tools.schema import Parameter, parameters_of, schema_of


def sample(code: Annotated[str, "a code"], year: int, codes: list[str], way: Literal["up", "down"]) -> None:
    """Stand in for a tool."""


def test_a_signature_becomes_a_strict_schema() -> None:
    """Every parameter is required, nothing else is allowed, and the order is the signature's."""
    schema = schema_of(parameters_of(sample))
    assert schema == {
        "type": "object",
        "properties": {
            "code": {"type": "string", "description": "a code"},
            "year": {"type": "integer"},
            "codes": {"type": "array", "items": {"type": "string"}},
            "way": {"type": "string", "enum": ["up", "down"]},
        },
        "required": ["code", "year", "codes", "way"],
        "additionalProperties": False,
    }


def test_codes_are_plain_text_and_never_enums(toolset: Toolset) -> None:
    """An enum of codes would make a constrained model pick a wrong country."""
    for definition in toolset.definitions():
        for name, schema in definition["parameters"]["properties"].items():
            if "code" in name:
                assert "enum" not in schema
                assert "enum" not in schema.get("items", {})


def with_default(year: int = 2020) -> None:
    """Stand in for a tool with an optional argument."""


def untyped(year) -> None:  # type: ignore[no-untyped-def]
    """Stand in for a tool without types."""


def with_float(value: float) -> None:
    """Stand in for a tool with a type that has no exact form."""


@pytest.mark.parametrize("function", [with_default, untyped, with_float])
def test_a_signature_that_is_not_exact_is_a_fault_of_ours(function: Any) -> None:
    """Defaults, missing types and floats are refused when the tool is made, not when it is called."""
    with pytest.raises(TypeError, match="parameter"):
        parameters_of(function)


YEAR = Parameter(name="year", kind="whole number")
TEXT = Parameter(name="query", kind="text")
LIST = Parameter(name="codes", kind="list")
CHOICE = Parameter(name="order", kind="choice", choices=("highest", "lowest"))


@pytest.mark.parametrize("value", [True, False, "2020", 2020.0, 2020.5, None, [2020], {"year": 2020}])
def test_only_a_whole_number_is_a_year(value: object) -> None:
    """`true`, text and decimals are no whole numbers, even where another language would read them so."""
    assert YEAR.fault(value)
    assert not YEAR.fault(2020)


@pytest.mark.parametrize("value", [1, True, None, ["CAN"], {}])
def test_only_text_is_text(value: object) -> None:
    """Nothing is turned into text."""
    assert TEXT.fault(value)
    assert TEXT.fault("x" * 201)
    assert not TEXT.fault("x" * 200)


@pytest.mark.parametrize(
    "value", ["CAN", '["CAN"]', [], ["CAN", 1], ["CAN", None], ["x" * 201], ["A"] * 101, ("A",)]
)
def test_only_a_list_of_texts_is_a_list(value: object) -> None:
    """A text that holds a list is not iterated over, and an odd item spoils the list."""
    assert LIST.fault(value)
    assert not LIST.fault(["CAN", "USA"])


def test_a_choice_is_one_of_its_words() -> None:
    """Other words and other letter case are refused with the words allowed."""
    assert "highest, lowest" in CHOICE.fault("Highest")
    assert not CHOICE.fault("lowest")
