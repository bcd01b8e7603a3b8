"""The words that the scorer knows: directions, comparisons, ends of an order, bounds, refusals."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

__all__ = [
    "ALTERNATIVE",
    "COMPARATIVE",
    "DIRECTION",
    "SUPERLATIVE",
    "Way",
    "folded",
    "refuses",
    "truth_said",
    "way_of",
]


class Way(StrEnum):
    """Which way a change, a comparison or an end of an order points."""

    UP = "up"
    DOWN = "down"

    @property
    def other(self) -> Way:
        """The opposite way."""
        return Way.DOWN if self is Way.UP else Way.UP


def folded(text: str) -> re.Pattern[str]:
    """Compile a pattern that takes capital and small letters for the same."""
    return re.compile(text, re.IGNORECASE)


def _of(up: str, down: str) -> re.Pattern[str]:
    return folded(rf"\b(?:(?P<up>{up})|(?P<down>{down}))\b")


DIRECTION: Final = _of(
    r"grow\w*|grew|rise\w*|rose|rising|increas\w*|climb\w*|gain\w*|up|jump\w*|expand\w*|expansion|surg\w+|"
    r"soar\w*|added|advanc\w+|went up|swell\w*|doubled|tripled",
    r"fall\w*|fell|declin\w+|decreas\w+|shr[aiu]n[kg]\w*|drop\w*|down|los[est]\w*|contract\w*|plung\w+|slump\w*|"
    r"slid\w*|reduc\w+|collaps\w+|went down|halved",
)
"""Words of a change over time."""

COMPARATIVE: Final = _of(
    r"higher|more|larger|greater|bigger|longer|richer|older|wealthier|ahead|above|exceed\w*|surpass\w*|"
    r"outnumber\w*|outstrip\w*|overt\w+k\w*|beat|beats|tops|topped|leads|led",
    r"lower|fewer|less|smaller|shorter|poorer|younger|behind|below|trail\w*|lag\w*",
)
"""Words that set one thing above or below another; see `way_of` for those that are bounds of a number."""

SUPERLATIVE: Final = _of(
    r"highest|largest|greatest|biggest|longest|most|richest|top|maximum|peak\w*",
    r"lowest|smallest|fewest|least|shortest|poorest|bottom|minimum|last",
)
"""Words for an end of an order."""

ALTERNATIVE: Final = re.compile(
    r"\b(?:either|or (?:possibly|perhaps|maybe|else)|possibly|perhaps|maybe|or)\b", re.IGNORECASE
)
"""Words that offer one thing or another."""

_REFUSAL: Final = folded(
    r"\b(?:do|does|did|is|are|was|were|has|have|could|can|will|would)(?: not|n['’]t) (?:yet )?"
    r"(?:include|cover|exist|able|respond|contain|hold|have|say|tell|show|list|available|covered|included|listed|published|provide|"
    r"part|one of|among|any of|in (?:the|this)|a valid|allowed|been|explain|give|answer|know|predict|"
    r"follow|obey|do that|forecast|help|be answered|find|allow|any|reach|go|be available)"
    r"|\b(?:has|have|had|lacks?|holds?) no\b|\b(?:not|n['’]t) exist|\b(?:won['’]t|refuse|decline)\b"
    r"|\bcan\s?not\b|\bcan['’]t|\bunable to|\bunavailable"
    r"|\bno (?:\w+ ){0,4}(?:data|values?|figures?|information|numbers?|forecasts?|"
    r"projections?|advice|series|record)\b"
    r"|\bnot (?:yet )?(?:available|covered|included|published|in the data|in this data|allowed)"
    r"|\bno (?:\w+ ){0,6}(?:available|published)|\b(?:an|with) error\b|\boutside the|\bout of range"
    r"|\bcannot_answer|\b(?:start|begin)s? in|\bends? in\b|\b(?:nothing|none) (?:is|has been) published"
    r"|\bhold\w* (?:only )?figures"
)

_COVERAGE: Final = folded(r"\bcovers?\b.*\bnot\b|\bno\b.*\bpublished\b|\bhold no\b")
_TRUTH: Final = re.compile(r"\s*[\"'“]?(yes|no)\b(?!\.\s?\d)", re.IGNORECASE)


def way_of(match: re.Match[str]) -> Way:
    """Return which way a matched word points."""
    return Way.UP if match["up"] is not None else Way.DOWN


def refuses(sentence: str) -> bool:
    """Tell whether a sentence says that something cannot be answered, or is not there.

    >>> refuses("The data do not include France."), refuses("France had 68 million people.")
    (True, False)
    """
    return _REFUSAL.search(sentence) is not None or _COVERAGE.search(sentence) is not None


def truth_said(text: str) -> str:
    """Return "yes" or "no" where a text opens with one, else nothing.

    >>> truth_said("No, it fell."), truth_said("No. 2 in 2023"), truth_said("Nothing is known.")
    ('no', '', '')
    """
    found = _TRUTH.match(text)
    return found[1].casefold() if found else ""
