"""Schemas for servers that read no references: each reference replaced by what it means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["inlined"]

_PREFIX = "#/$defs/"


def inlined(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema with its own definitions in the place of references to them.

    llama.cpp's server, as packaged for Python, takes a reference to mean any value at all.

    Examples:
        >>> inlined({"items": {"$ref": "#/$defs/code"}, "$defs": {"code": {"type": "string"}}})
        {'items': {'type': 'string'}}
    """
    definitions = schema.get("$defs", {})

    def resolved(value: Any) -> Any:
        if isinstance(value, Mapping):
            name = value.get("$ref")
            if isinstance(name, str) and name.startswith(_PREFIX):
                return resolved(definitions[name.removeprefix(_PREFIX)])
            return {key: resolved(each) for key, each in value.items() if key != "$defs"}
        if isinstance(value, list):
            return [resolved(each) for each in value]
        return value

    found: dict[str, Any] = resolved(schema)
    return found
