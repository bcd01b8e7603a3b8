"""From a typed signature to the JSON schema that a model is shown, and to the checks of names and types.

A parameter is text, a whole number, a list of texts, or one word of a few (``Literal``). Codes are plain
text: the allow-list in code is the rule, and an enum in the schema would make a constrained model pick a
wrong country.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from tieout.tools.wording import LONGEST_TEXT, quoted

__all__ = ["Parameter", "parameters_of", "schema_of"]

_MOST_ITEMS = 100

Kind = Literal["text", "whole number", "list", "choice"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One parameter of a tool.

    Attributes:
        name: The exact name.
        kind: What its value may be.
        choices: For a choice, the words allowed.
        description: What a model is told about it; may be empty.
    """

    name: str
    kind: Kind
    choices: tuple[str, ...] = ()
    description: str = ""

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the parameter."""
        schema: dict[str, Any] = {"type": "string"}
        if self.kind == "whole number":
            schema = {"type": "integer"}
        elif self.kind == "list":
            schema = {"type": "array", "items": {"type": "string"}}
        elif self.choices:
            schema["enum"] = list(self.choices)
        if self.description:
            schema["description"] = self.description
        return schema

    def fault(self, value: object) -> str:
        """Return what is wrong with the type of a value, or an empty text.

        Types are exact: ``true`` is no number, ``"2020"`` and ``2020.0`` are not 2020.
        """
        if self.kind == "whole number":
            return "" if type(value) is int else f"must be a whole number such as 2020, not {quoted(value)}"
        if self.kind == "list":
            return _list_fault(value)
        if type(value) is not str:
            return f"must be text, not {quoted(value)}"
        if len(value) > LONGEST_TEXT:
            return f"is longer than {LONGEST_TEXT} characters"
        if self.choices and value not in self.choices:
            return f"must be one of {', '.join(self.choices)}, not {quoted(value)}"
        return ""


def _list_fault(value: object) -> str:
    if type(value) is not list:
        return f'must be a list of texts such as ["CAN", "USA"], not {quoted(value)}'
    if not value:
        return "must name at least one item"
    if len(value) > _MOST_ITEMS:
        return f"names {len(value)} items; at most {_MOST_ITEMS} are read"
    for item in value:
        if type(item) is not str:
            return f"must be a list of texts; it holds {quoted(item)}"
        if len(item) > LONGEST_TEXT:
            return f"holds a text longer than {LONGEST_TEXT} characters"
    return ""


def parameters_of(function: Callable[..., Any]) -> tuple[Parameter, ...]:
    """Return the parameters of a typed function, in order; what is keyword-only is handed in by the dispatch.

    Raises:
        TypeError: A parameter has no type, a default, or a type that no schema is made for; a fault of ours.
    """
    hints = get_type_hints(function, include_extras=True)
    parameters = []
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is parameter.KEYWORD_ONLY:
            continue
        if name not in hints or parameter.default is not parameter.empty:
            raise TypeError(f"parameter {name!r} of a tool needs a type and no default")
        parameters.append(_parameter(name, hints[name]))
    return tuple(parameters)


def _parameter(name: str, hint: Any) -> Parameter:
    description = ""
    if get_origin(hint) is Annotated:
        hint, description = get_args(hint)[:2]
    if get_origin(hint) is Literal:
        return Parameter(name=name, kind="choice", choices=get_args(hint), description=description)
    kinds: Mapping[Any, Kind] = {str: "text", int: "whole number", list[str]: "list"}
    if hint not in kinds:
        raise TypeError(f"parameter {name!r} of a tool has type {hint!r}, which no schema is made for")
    return Parameter(name=name, kind=kinds[hint], description=description)


def schema_of(parameters: tuple[Parameter, ...]) -> dict[str, Any]:
    """Return the strict JSON schema of an object with exactly these parameters, all of them required."""
    return {
        "type": "object",
        "properties": {parameter.name: parameter.schema() for parameter in parameters},
        "required": [parameter.name for parameter in parameters],
        "additionalProperties": False,
    }
