"""Claim shapes: what a composed draft may say, as one table.

The response schema, the reader of drafts, the prompt, the generated grammar and the documentation all come
from `SHAPES`, so none of them can know a shape that another does not. A shape has slots for refs of facts,
words of closed lists, codes and, where a bound is part of what is said, one decimal; there is no slot for a
number of the model's own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

__all__ = [
    "CODE_PATTERN",
    "MOST_CLAIMS",
    "MOST_REFS",
    "REASONS",
    "REF_PATTERN",
    "SHAPES",
    "THRESHOLD_PATTERN",
    "Shape",
    "Slot",
    "SlotKind",
]

SlotKind = Literal["ref", "refs", "word", "threshold", "code", "codes"]

MOST_CLAIMS = 8
"""The most claims of one draft."""

MOST_REFS = 30
"""The most refs of one claim."""

REF_PATTERN = "[ef][0-9]{1,6}"
"""A ref of a fact, as tool results show it; the form that markers have too."""

THRESHOLD_PATTERN = r"-?[0-9]{1,15}(\.[0-9]{1,6})?"
"""A bound in the unit of the facts: plain digits, no grouping, no exponent."""

CODE_PATTERN = "[A-Za-z0-9._-]{0,40}"
"""A code of an area or an indicator; empty where the shape lets it be left out."""

REASONS = (
    "forecast",
    "cause",
    "opinion",
    "months",
    "no_place",
    "no_measure",
    "unclear_years",
    "too_hard",
)
"""Why a question is beyond any data of this kind, for the shape ``cannot``."""

_LISTED_AT_MOST = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One place of a shape.

    Attributes:
        name: The key of the JSON object.
        kind: What stands there.
        words: For a word, the closed list.
        least: For refs and codes, how many there must be.
        most: For refs and codes, how many there may be.
    """

    name: str
    kind: SlotKind
    words: tuple[str, ...] = ()
    least: int = 0
    most: int = 0

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of the value; shared pieces are references to `DEFINITIONS` of the draft."""
        if self.kind == "word":
            return {"type": "string", "enum": list(self.words)}
        if self.kind in ("refs", "codes"):
            items = {"$ref": f"#/$defs/{self.kind.removesuffix('s')}"}
            return {"type": "array", "items": items, "minItems": self.least, "maxItems": self.most}
        return {"$ref": f"#/$defs/{self.kind}"}

    def example(self, number: int = 1) -> str:
        """Return how the prompt writes the value; the number tells single refs apart."""
        if self.kind == "word":
            return "|".join(f'"{word}"' for word in self.words)
        plain = {"ref": f'"e{number}"', "refs": '["e1","e2",..]', "threshold": '"50"', "code": '"CODE"'}
        return plain.get(self.kind, '["CODE","CODE"]')

    def fault(self, given: object) -> str:
        """Return what is wrong with a value, as the end of a sentence; empty when it fits."""
        if self.kind in ("refs", "codes"):
            return self._list_fault(given)
        if not isinstance(given, str):
            return "must be text"
        if self.kind == "word":
            return "" if given in self.words else f"must be one of {', '.join(self.words)}"
        return _text_fault(self.kind, given)

    def _list_fault(self, given: object) -> str:
        if not isinstance(given, list):
            return "must be a list"
        if not self.least <= len(given) <= self.most:
            return f"must hold {self.least} to {self.most} entries"
        kind = self.kind.removesuffix("s")
        faults = (_text_fault(kind, one) if isinstance(one, str) else "must hold text" for one in given)
        return next((fault for fault in faults if fault), "")


_TEXTS: Mapping[str, tuple[re.Pattern[str], str]] = {
    "ref": (re.compile(REF_PATTERN), "must name a fact by its ref, such as e1"),
    "threshold": (re.compile(THRESHOLD_PATTERN), 'must be a plain decimal, such as "50" or "0.5"'),
    "code": (re.compile(CODE_PATTERN), "must be a code"),
}


def _text_fault(kind: str, given: str) -> str:
    pattern, message = _TEXTS[kind]
    return "" if pattern.fullmatch(given) else message


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """One kind of claim.

    Attributes:
        say: Its name.
        means: What it says, for the prompt and the documentation.
        slots: Its places, in the order of the JSON object.
        is_gap: True when it says what cannot be answered; only such claims may stand under ``cannot_answer``.
    """

    say: str
    means: str
    slots: tuple[Slot, ...] = ()
    is_gap: bool = False

    @property
    def schema(self) -> dict[str, Any]:
        """The strict JSON schema of a claim of this shape."""
        properties: dict[str, Any] = {"say": {"type": "string", "enum": [self.say]}}
        properties.update({slot.name: slot.schema for slot in self.slots})
        return {
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }

    @property
    def example(self) -> str:
        """How the prompt writes the shape."""
        parts = enumerate(self.slots, start=1)
        slots = "".join(f',"{slot.name}":{slot.example(number)}' for number, slot in parts)
        return f'{{"say":"{self.say}"{slots}}}'


def _ref(name: str) -> Slot:
    return Slot(name=name, kind="ref")


def _refs(name: str = "facts", least: int = 2, most: int = MOST_REFS) -> Slot:
    return Slot(name=name, kind="refs", least=least, most=most)


def _word(name: str, *words: str) -> Slot:
    return Slot(name=name, kind="word", words=words)


_ENDS = (_ref("from"), _ref("to"))
_END = _word("end", "highest", "lowest")
_SIDE = _word("side", "above", "below")
_THRESHOLD = Slot(name="threshold", kind="threshold")

_SERIES = (
    Shape(say="value", means="one value; a computed fact is said as what it is", slots=(_ref("fact"),)),
    Shape(
        say="values",
        means="several values of one measure, of one place in several years or of several places in one year",
        slots=(_refs(most=_LISTED_AT_MOST),),
    ),
    Shape(
        say="change",
        means="by how much one series changed between two years; points is for percentages",
        slots=(*_ENDS, _word("in", "amount", "percent", "points")),
    ),
    Shape(say="growth_per_year", means="average growth a year between two years", slots=_ENDS),
    Shape(say="from_to", means="from which value to which one series went", slots=_ENDS),
    Shape(
        say="extreme",
        means="in which year one series was highest or lowest; needs every year of the span",
        slots=(_refs(), _END),
    ),
    Shape(say="range", means="lowest and highest year of one series; needs every year", slots=(_refs(),)),
    Shape(
        say="first_year",
        means="first year above or below a threshold, or that there is none; needs every year of the span",
        slots=(_refs(), _SIDE, _THRESHOLD),
    ),
    Shape(
        say="against", means="one value and on which side of a threshold", slots=(_ref("fact"), _THRESHOLD)
    ),
)

_SETS = (
    Shape(
        say="comparison",
        means="which of two places has more in one year, and by how much",
        slots=(_ref("first"), _ref("second"), _word("by", "order", "amount", "percent")),
    ),
    Shape(
        say="ratio",
        means="how many times the second the first is: two places in one year, or one place in two years",
        slots=(_ref("first"), _ref("second")),
    ),
    Shape(
        say="share",
        means="share of a place in the world or its region, or in the sum of the places listed (itself too)",
        slots=(_ref("part"), _refs("of", least=1)),
    ),
    Shape(say="sum", means="sum over countries in one year", slots=(_refs(),)),
    Shape(say="mean", means="mean over countries in one year, or over years of one place", slots=(_refs(),)),
    Shape(say="median", means="median, like mean", slots=(_refs(),)),
    Shape(say="rank", means="place of a country among all; name the rank fact", slots=(_ref("rank"),)),
    Shape(
        say="top",
        means="first places among all, from the first on; name the rank facts in order",
        slots=(_refs("ranks", most=_LISTED_AT_MOST),),
    ),
    Shape(
        say="superlative",
        means="which of the countries listed is first in one year",
        slots=(_refs(most=_LISTED_AT_MOST), _END),
    ),
    Shape(
        say="place",
        means="which place one of the countries listed takes among them",
        slots=(_ref("fact"), _refs(most=_LISTED_AT_MOST), _END),
    ),
    Shape(
        say="fastest",
        means="which of several countries' series grew fastest between two years; same order in both lists",
        slots=(_refs("from", most=_LISTED_AT_MOST), _refs("to", most=_LISTED_AT_MOST)),
    ),
    Shape(
        say="count",
        means="how many of the countries listed are above or below a threshold in one year",
        slots=(_refs(), _SIDE, _THRESHOLD),
    ),
)

_GAPS = (
    Shape(say="missing", means="a value that was not published", slots=(_ref("fact"),), is_gap=True),
    Shape(
        say="not_in_data",
        means='a place, a measure, or a measure of a place that the data lack; "" leaves one out',
        slots=(Slot(name="area", kind="code"), Slot(name="indicator", kind="code")),
        is_gap=True,
    ),
    Shape(say="outside_years", means="the years of the question lie outside the data", is_gap=True),
    Shape(
        say="ambiguous",
        means="a name in the question that means several places",
        slots=(Slot(name="areas", kind="codes", least=2, most=4),),
        is_gap=True,
    ),
    Shape(say="cannot", means="why no data can answer", slots=(_word("why", *REASONS),), is_gap=True),
)

SHAPES: Mapping[str, Shape] = {shape.say: shape for shape in (*_SERIES, *_SETS, *_GAPS)}
"""Every shape by its name, in the order of the documentation."""
