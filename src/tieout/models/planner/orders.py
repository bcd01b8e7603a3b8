"""Orders: a question that tells the program which call to make.

The call is proposed just as ordered, so that the tool refuses what is not allowed before any data is read.
Nothing in the order changes what may be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tieout.models.planner.declining import Answer, declined
from tieout.models.planner.newest import Data
from tieout.models.planner.question import Beyond, Reason
from tieout.models.planner.tagging import Tagger
from tieout.models.planner.words import tokenize
from tieout.writing import sentences
from tieout.writing.subjects import Subjects

__all__ = ["answer_order", "ordered_tool"]

_CODE = re.compile(r"\b[A-Z][A-Z0-9]{1,3}\b(?!\.[A-Z])")
_INDICATOR = re.compile(r"\b[A-Z]{2}(?:\.[A-Z0-9]+)+\b")
_YEAR = re.compile(r"\b[0-9]{4}\b")
_NOT_AREAS = frozenset({"GDP", "JSON", "API", "SQL", "AND", "THE"})
_MOST_VALUES = 10
_MOST_CHARACTERS = 4000


def ordered_tool(text: str, tools: Iterable[Mapping[str, Any]]) -> str:
    """Return the name of the tool that the text orders to be called, or an empty text.

    A name that is an English word ("compare") counts only behind a word of command.
    """
    text = text[:_MOST_CHARACTERS]
    for tool in tools:
        name = re.escape(str(tool["name"]))
        command = "" if "_" in name else r"\b(?i:call|run|use|invoke|execute)\s+(?:the\s+)?(?:tool\s+)?"
        if re.search(rf"{command}\b{name}\b", text):
            return str(tool["name"])
    return ""


def answer_order(tool: str, text: str, data: Data, tagger: Tagger, subjects: Subjects) -> Answer:
    """Propose the call ordered, and answer with its values or with why it was refused."""
    arguments = _arguments(tool, text[:_MOST_CHARACTERS], tagger)
    found = data.call(tool, **arguments)
    if found.error:
        return _refused(arguments, data)
    values = found.values
    if tool != "get_values" or not 0 < len(values) <= _MOST_VALUES:
        return declined(Beyond(reason=Reason.TOO_HARD), data.scope)
    return Answer(text=" ".join(sentences.value(subjects, fact) for fact in values[:_MOST_VALUES]))


def _arguments(tool: str, text: str, tagger: Tagger) -> dict[str, object]:
    tags = tagger.tag(tokenize(text))
    named = [code for tag in tags if tag.role in {"area", "people"} for code in tag.codes]
    written = [code for code in _CODE.findall(_INDICATOR.sub(" ", text)) if code not in _NOT_AREAS]
    areas = list(dict.fromkeys(written or named))
    indicators = _INDICATOR.findall(text) or [
        tag.codes[0] for tag in tags if tag.role in {"indicator", "weak"}
    ]
    years = [int(year) for year in _YEAR.findall(text)]
    first, last = (years[0], years[-1]) if years else (None, None)
    order = "lowest" if "lowest" in text.lower() else "highest"
    one_year, span = {"year": first}, {"from_year": first, "to_year": last}
    country, countries = {"country_code": areas[0] if areas else None}, {"country_codes": areas or None}
    indicator = {"indicator_code": indicators[0] if indicators else None}
    by_tool: Mapping[str, Sequence[Mapping[str, object]]] = {
        "get_values": (countries, indicator, span),
        "get_change": (country, indicator, span),
        "compare": (countries, indicator, one_year),
        "rank_countries": (indicator, one_year, {"order": order, "limit": 10}),
        "aggregate": ({"operation": "mean"}, countries, indicator, span),
        "describe_indicator": (indicator,),
        "find_indicators": ({"query": text[:100]},),
        "find_areas": ({"query": text[:100]},),
    }
    parts = by_tool.get(tool, ())
    return {name: value for part in parts for name, value in part.items() if value is not None}


def _refused(arguments: Mapping[str, object], data: Data) -> Answer:
    """Return why the call was refused, as a statement about the data."""
    scope = data.scope
    years = [arguments[name] for name in ("from_year", "to_year", "year") if name in arguments]
    beyond = [int(str(year)) for year in years if not scope.first_year <= int(str(year)) <= scope.last_year]
    if beyond:
        return declined(Beyond(reason=Reason.OUTSIDE_YEARS, years=tuple(beyond)), scope)
    codes = arguments.get("country_codes", [arguments.get("country_code")])
    areas = [str(code) for code in codes if code] if isinstance(codes, list) else []
    if outside := [code for code in areas if code not in scope.areas]:
        known = tuple(code for code in outside if code in scope.names.areas)
        if len(known) == len(outside):
            return declined(Beyond(reason=Reason.OUTSIDE_AREA, codes=known), scope)
        return declined(Beyond(reason=Reason.NOT_INCLUDED, words=(outside[0],)), scope)
    return declined(Beyond(reason=Reason.TOO_HARD), scope)
