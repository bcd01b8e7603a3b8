"""Claims as a model proposes them: read strictly, not yet verified against anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tieout.assistant.shape import (
    CODE_PATTERN,
    MOST_CLAIMS,
    REF_PATTERN,
    SHAPES,
    THRESHOLD_PATTERN,
    Shape,
)

__all__ = ["COMPOSED_SCHEMA", "Claim", "read_claim"]

COMPOSED_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "status": {"type": "string", "enum": ["answered", "cannot_answer"]},
        "claims": {
            "type": "array",
            "items": {"anyOf": [shape.schema for shape in SHAPES.values()]},
            "minItems": 1,
            "maxItems": MOST_CLAIMS,
        },
    },
    "required": ["status", "claims"],
    "additionalProperties": False,
    "$defs": {
        "ref": {"type": "string", "pattern": f"^{REF_PATTERN}$"},
        "threshold": {"type": "string", "pattern": f"^{THRESHOLD_PATTERN}$"},
        "code": {"type": "string", "pattern": f"^{CODE_PATTERN}$"},
    },
}
"""The JSON schema of a composed draft, strict enough for providers that decode under it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One proposed claim in the right form.

    Attributes:
        shape: Its shape.
        single: Refs, words, codes and thresholds, by slot.
        listed: Lists of refs or codes, by slot.
        start: Where it begins in the text of the draft, in code points.
        end: Where it ends.
    """

    shape: Shape
    single: Mapping[str, str]
    listed: Mapping[str, tuple[str, ...]]
    start: int = 0
    end: int = 0

    @staticmethod
    def of(say: str, **slots: str | tuple[str, ...]) -> Claim:
        """Return a claim written in code; ``from_`` stands for the slot ``from``, ``in_`` for ``in``.

        Raises:
            ValueError: There is no such shape, or a slot does not fit.
        """
        given = {
            name.rstrip("_"): list(slot) if isinstance(slot, tuple) else slot for name, slot in slots.items()
        }
        read = read_claim({"say": say} | given)
        if isinstance(read, str):
            raise ValueError(read)
        return read

    @property
    def refs(self) -> tuple[str, ...]:
        """Every ref it names, in the order of the slots."""
        found: list[str] = []
        for slot in self.shape.slots:
            if slot.kind == "ref":
                found.append(self.single[slot.name])
            elif slot.kind == "refs":
                found.extend(self.listed[slot.name])
        return tuple(found)


def read_claim(given: object, *, start: int = 0, end: int = 0) -> Claim | str:
    """Return the claim that a JSON value is, or what is wrong with it in one sentence.

    Args:
        given: The value, as read from JSON.
        start: Where it begins in the draft.
        end: Where it ends.
    """
    if not isinstance(given, dict):
        return "A claim must be an object."
    say = given.get("say")
    shape = SHAPES.get(say) if isinstance(say, str) else None
    if shape is None:
        return f'"say" must be one of {", ".join(SHAPES)}.'
    wanted = {"say", *(slot.name for slot in shape.slots)}
    if set(given) != wanted:
        return f'A claim that says "{shape.say}" must hold exactly {", ".join(sorted(wanted))}.'
    for slot in shape.slots:
        if fault := slot.fault(given[slot.name]):
            return f'"{slot.name}" of "{shape.say}" {fault}.'
    return Claim(
        shape=shape,
        single={slot.name: given[slot.name] for slot in shape.slots if not slot.most},
        listed={slot.name: tuple(given[slot.name]) for slot in shape.slots if slot.most},
        start=start,
        end=end,
    )
