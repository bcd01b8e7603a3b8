"""The reader: a question in English to what it asks, or to why it is declined."""

from __future__ import annotations

import re

from tieout.models.planner.clues import Clues
from tieout.models.planner.frames import frame
from tieout.models.planner.question import Beyond, Question, Reason
from tieout.models.planner.resolve import find_areas, find_gate, find_indicators
from tieout.models.planner.settle import settle
from tieout.models.planner.subject import Subject
from tieout.models.planner.tagging import Scope, Tagger
from tieout.models.planner.unitwords import without_units
from tieout.models.planner.words import tokenize
from tieout.models.planner.years import Span, read_years

__all__ = ["Reader"]

_MOST_TOKENS = 80
_MOST_CHARACTERS = 4000
_SENTENCE_END = re.compile(r"(?<=[.?!;])\s+|\n+")
# Sentences that speak to the program, not to the data. They change nothing: neither what is asked nor what
# may be read.
_ORDER = re.compile(
    r"\W*(?:please\s+)?(?:ignore|disregard|forget|override|pretend|act as|you are|you're|system|assistant|"
    r"developer|from now on|new instructions?|question>|/question)\b",
    re.IGNORECASE,
)
_ORDER_THEN = re.compile(
    r"^.{0,200}?\b(?:and|then|,)\s+(?=(?:just\s+)?(?:tell|give|show|what|how|which)\b)", re.IGNORECASE
)
_NEVER_ENOUGH = frozenset({"neutral", "money", "than", "setnoun"})


class Reader:
    """Reads questions about one data set. Deterministic; keeps nothing between questions.

    Args:
        scope: The data set, without its values.

    Attributes:
        tagger: What tags the words.
    """

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self.tagger = Tagger(scope)

    def read(self, text: str) -> Question | Beyond:
        """Return what the text asks, or why that is beyond the planner or the data."""
        if len(text) > _MOST_CHARACTERS:
            return Beyond(reason=Reason.TOO_HARD)
        tokens = tokenize(_without_orders(text))
        if not tokens:
            return Beyond(reason=Reason.EMPTY)
        if len(tokens) > _MOST_TOKENS:
            return Beyond(reason=Reason.TOO_HARD)
        tags = without_units(self._scope, self.tagger.tag(tokens))
        if {tag.role for tag in tags} <= _NEVER_ENOUGH:
            return Beyond(reason=Reason.NO_INDICATOR)
        gate = find_gate(self._scope, tags)
        if gate is not None:
            return gate
        settled = settle(tags)
        if isinstance(settled, Beyond):
            return settled
        tags = settled
        indicators = find_indicators(self._scope, tags)
        if isinstance(indicators, Beyond):
            return indicators
        years = read_years(tags)
        outside = [year for year in years.years if not self._covers(year)]
        if outside and years.span is not Span.LAST:
            return Beyond(reason=Reason.OUTSIDE_YEARS, years=tuple(outside), codes=indicators[:1])
        clues = Clues(tags=tags, economies=len(self._scope.economies))
        return frame(
            Subject(
                scope=self._scope, clues=clues, areas=find_areas(tags), indicators=indicators, years=years
            )
        )

    def _covers(self, year: int) -> bool:
        return self._scope.first_year <= year <= self._scope.last_year


def _without_orders(text: str) -> str:
    sentences = _SENTENCE_END.split(text.strip())
    kept = [_without_order(sentence) for sentence in sentences]
    return " ".join(sentence for sentence in kept if sentence)


def _without_order(sentence: str) -> str:
    if not _ORDER.match(sentence):
        return sentence
    rest = _ORDER_THEN.sub("", sentence, count=1)
    return "" if rest == sentence else rest
