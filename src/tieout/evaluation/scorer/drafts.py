"""Text → standing: right, wrong or a refusal, and why; the draft alone is read, whoever held it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

from tieout.checking.mention import NumberKind
from tieout.checking.rounding import fits
from tieout.evaluation.scorer.amounts import CHANGES, levels_fault, states, values_fault
from tieout.evaluation.scorer.ends import END_OF, NONE_PICKED, order_fault, pick_fault, place_fault
from tieout.evaluation.scorer.expected import Expected
from tieout.evaluation.scorer.quantities import Draft, Quantity, draft_of
from tieout.evaluation.scorer.refusals import has_the_reason, refuses_in, tells_it_after_all
from tieout.evaluation.scorer.ways import change_way, comparisons, way_in
from tieout.evaluation.scorer.words import ALTERNATIVE, Way, folded, truth_said
from tieout.facts.names import Names

__all__ = ["Reading", "Standing", "read_draft"]


class Standing(StrEnum):
    """What a draft is worth as an answer to its question."""

    RIGHT = "right"
    WRONG = "wrong"
    """An answer that is not right: another number, another place, one thing or another, beside the point."""
    UNDECIDED = "undecided"
    """Asked which, it gives several their values, that of the right one among them, and picks none."""
    DECLINES = "declines"
    """A refusal where the data cannot answer, for the reason that is so."""
    REFUSES = "refuses"
    """A refusal where the data can answer, or for a reason that is not so, or for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The standing of a draft and, unless it is as it should be, the reason in one phrase."""

    standing: Standing
    reason: str = ""


_MARKER: Final = re.compile(r"\s?\[(?:[a-z]\d+(?:,\s*)?)+\]")
_ASKS_WHETHER: Final = re.compile(r"(?:is|are|was|were|do|does|did|has|have|had|will|can)\b", re.IGNORECASE)
_SPAN: Final = folded(r"\b(?:from|between|in) (\d{4}) ?(?:to|and|until|through|[-–]) ?(\d{4})\b")
_YEARS: Final = frozenset({"first_year_above", "highest_year", "lowest_year"})


def read_draft(
    expected: Expected,
    text: str,
    names: Names,
    own: Mapping[str, str] | None = None,
    *,
    declined: bool = False,
) -> Reading:
    """Return what a draft is worth.

    Args:
        expected: What a right answer states.
        text: The draft; markers of facts and the JSON object around a prose answer are taken off.
        names: What areas are called.
        own: Names of areas by code that the evidence gives, for a data set of one's own.
        declined: True where the draft came with the status of a refusal, in whatever words.
    """
    words = _MARKER.sub("", _unwrapped(text)).strip()
    if not words or words.startswith(("{", "[")):
        return Reading(standing=Standing.WRONG, reason="no sentence")
    if not expected.decline:
        words = _without_names(words, expected.measure)
    draft = draft_of(words, names, own or {})
    refused = declined or refuses_in(draft)
    if expected.decline:
        return _held_to_refusal(draft, expected) if refused else _wrong(f"should decline: {expected.decline}")
    fault = _fault(draft, expected, _truth_of(expected, names))
    if declined or (fault and refused):
        return Reading(standing=Standing.REFUSES, reason="the data hold the answer")
    if fault == NONE_PICKED and _lists_values(draft, expected):
        return Reading(standing=Standing.UNDECIDED, reason=fault)
    return _wrong(fault) if fault else Reading(standing=Standing.RIGHT)


def _without_names(text: str, measure: tuple[str, ...]) -> str:
    """Return the text with a plain word for the measure's name, whose words say nothing of a value."""
    for name in measure:
        text = re.sub(rf"\b{re.escape(name)}\b", "measure", text, flags=re.IGNORECASE)
    return text


def _lists_values(draft: Draft, expected: Expected) -> bool:
    """Tell whether several areas have a value each, and the right one its own."""
    valued = {each.area for each in draft.quantities if each.area}
    return len(valued) > 1 and not values_fault(draft, expected)


def _wrong(reason: str) -> Reading:
    return Reading(standing=Standing.WRONG, reason=reason)


def _unwrapped(text: str) -> str:
    """Return the answer of a prose draft that is still in its JSON object; other text as it is."""
    try:
        document = json.loads(text) if text.lstrip().startswith("{") else None
    except ValueError:
        return text
    answer = document.get("answer") if isinstance(document, dict) else None
    return answer if isinstance(answer, str) else text


def _held_to_refusal(draft: Draft, expected: Expected) -> Reading:
    if tells_it_after_all(draft, expected):
        return _wrong("gives a number for what it says is not there")
    if has_the_reason(draft, expected):
        return Reading(standing=Standing.DECLINES)
    return Reading(standing=Standing.REFUSES, reason=f"the reason is another: {expected.decline}")


def _fault(draft: Draft, expected: Expected, truth: str) -> str:
    """Return what keeps a draft from being the right answer, or nothing."""
    said = truth_said(draft.text)
    if truth and said and said != truth:
        return f"says {said}"
    rules = _TRUTH_RULES if truth else _RULES
    for rule in rules.get(
        expected.operation, (_truth_value_fault,) if truth else (values_fault, levels_fault)
    ):
        fault = rule(draft, expected)
        if fault:
            return fault
    return _years_fault(draft, expected)


def _truth_of(expected: Expected, names: Names) -> str:
    """Return yes or no for a question that asks whether something is so, nothing for any other.

    It asks whether one area is above or below another, whether something grew or fell, or whether a value
    is above or below a bound; the expected value tells.
    """
    if not _ASKS_WHETHER.match(expected.question):
        return ""
    asked = draft_of(expected.question, names, {})
    if expected.operation in END_OF:
        for each in comparisons(asked):
            winner = each.subject if each.way is END_OF[expected.operation] else each.reference
            return "yes" if winner == expected.areas[0] else "no"
        return ""
    holds = [_holds(each, expected) for each in asked.quantities]
    way = way_in(expected.question) if expected.operation in CHANGES else None
    if way is not None:
        holds.append((expected.values[0] > 0) is (way is Way.UP))
    return ("yes" if all(holds) else "no") if holds else ""


def _holds(asked: Quantity, expected: Expected) -> bool:
    value = expected.values[0] / 100 if asked.mention.kind is NumberKind.FRACTION else expected.values[0]
    if expected.operation in CHANGES:
        value = abs(value)
    return bool(fits(value, asked.mention, asked.bound))


def _years_fault(draft: Draft, expected: Expected) -> str:
    """Return which other years a draft speaks of, or nothing; a part of those asked for will do."""
    said, asked = set(draft.years), set(expected.years)
    if not said or not asked or said <= asked or asked <= said:
        return ""
    return f"is about {', '.join(map(str, sorted(said)))}"


def _change_fault(draft: Draft, expected: Expected) -> str:
    """Return what keeps a draft from stating a change, a rate or a difference with its direction."""
    return values_fault(draft, expected) or _side_or_way_fault(draft, expected)


def _side_or_way_fault(draft: Draft, expected: Expected) -> str:
    if len(expected.areas) == 2:
        first, second = expected.areas
        above = second if expected.values[0] > 0 else first
        return _sides_fault(draft, above, second if above == first else first)
    way = _way_said(draft, expected) or way_in(expected.question)
    if way is None:
        return "the direction is not said"
    return "" if way is (Way.UP if expected.values[0] > 0 else Way.DOWN) else "the direction is wrong"


def _way_said(draft: Draft, expected: Expected) -> Way | None:
    for each in draft.quantities:
        if states(each, expected.values[0], expected):
            return change_way(draft, each)
    return way_in(draft.text)


def _sides_fault(draft: Draft, above: str, below: str) -> str:
    """Return how a draft sets one area against the other the wrong way round, or nothing."""
    for each in comparisons(draft):
        upper, lower = (
            (each.subject, each.reference) if each.way is Way.UP else (each.reference, each.subject)
        )
        if upper == below or lower == above:
            return f"{below} is set above {above}"
    return ""


def _ratio_fault(draft: Draft, expected: Expected) -> str:
    fault = values_fault(draft, expected)
    if fault or len(expected.areas) != 2:
        return fault
    first, second = expected.areas
    above, below = (first, second) if expected.values[0] >= 1 else (second, first)
    return _sides_fault(draft, above, below)


def _end_fault(draft: Draft, expected: Expected) -> str:
    rule = pick_fault if len(expected.areas) == 1 else order_fault
    return rule(draft, expected) or levels_fault(draft, expected)


def _year_fault(draft: Draft, expected: Expected) -> str:
    """Return what keeps a draft from giving the one year that is the answer, or nothing.

    The ends of a span ("from 2001 to 2021") are no answer; the first other year is.
    """
    (right,) = expected.years
    if draft.areas and not set(expected.areas) & set(draft.areas):
        return f"{', '.join(expected.areas)} is not named"
    ends = [place for span in _SPAN.finditer(draft.text) for place in (span.start(1), span.start(2))]
    given = [each.years[0] for each in draft.mentions if len(each.years) == 1 and each.start not in ends]
    if not given:
        return f"{right} is not stated"
    if given[0] != right:
        return f"{given[0]} is given"
    if any(ALTERNATIVE.fullmatch(between.strip()) for between in _between_years(draft)):
        return "several candidates are offered"
    return levels_fault(draft, expected)


def _between_years(draft: Draft) -> list[str]:
    named = [mention for mention in draft.mentions if mention.years]
    return [draft.text[one.end : two.start] for one, two in pairwise(named)]


def _truth_pick_fault(draft: Draft, expected: Expected) -> str:
    fault = levels_fault(draft, expected)
    if fault:
        return fault
    (own,) = expected.areas
    for each in comparisons(draft):
        winner, loser = (
            (each.subject, each.reference)
            if each.way is END_OF[expected.operation]
            else (each.reference, each.subject)
        )
        if (winner and winner != own) or loser == own:
            return f"{winner or 'another'} is picked"
    return "" if truth_said(draft.text) else pick_fault(draft, expected)


def _truth_change_fault(draft: Draft, expected: Expected) -> str:
    way = _way_said(draft, expected)
    if way is None:
        return "" if truth_said(draft.text) else "neither yes nor no"
    return "" if way is (Way.UP if expected.values[0] > 0 else Way.DOWN) else "the direction is wrong"


def _truth_value_fault(draft: Draft, expected: Expected) -> str:
    return levels_fault(draft, expected) or ("" if truth_said(draft.text) else values_fault(draft, expected))


_Rule = Callable[[Draft, Expected], str]
_RULES: Final[Mapping[str, tuple[_Rule, ...]]] = {
    **dict.fromkeys(CHANGES, (_change_fault,)),
    **dict.fromkeys(END_OF, (_end_fault,)),
    "ratio": (_ratio_fault,),
    "share": (values_fault,),
    "rank": (place_fault,),
    **dict.fromkeys(_YEARS, (_year_fault,)),
}
_TRUTH_RULES: Final[Mapping[str, tuple[_Rule, ...]]] = {
    **dict.fromkeys(CHANGES, (_truth_change_fault,)),
    **dict.fromkeys(END_OF, (_truth_pick_fault,)),
}
