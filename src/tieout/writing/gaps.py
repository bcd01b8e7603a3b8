"""Sentences that say what cannot be answered, and why; none of them holds a statistic."""

from __future__ import annotations

from collections.abc import Sequence

from tieout.facts.area import Area
from tieout.facts.indicator import Indicator
from tieout.facts.period import Period
from tieout.writing.subjects import Subjects, listed, opened
from tieout.writing.when import when

__all__ = [
    "ambiguous",
    "cannot",
    "gap",
    "no_causes",
    "no_forecasts",
    "no_opinions",
    "not_included",
    "not_included_for",
    "not_understood",
    "not_yearly",
    "outside_years",
]

_MOST_WORDS = 4
_LONGEST_WORD = 24
# Words that are amounts are not echoed: no amount stands in a sentence without evidence.
_AMOUNTS = frozenset("double doubled dozen half halved quarter third thrice triple tripled twice".split())


def gap(subjects: Subjects, area: Area, indicator: Indicator, period: int | Period) -> str:
    """Say that the publisher has no value for a cell of the data."""
    return f"There is no value for {subjects.owner(area)} {subjects.noun(indicator)} {_when(period)}."


def _when(period: int | Period) -> str:
    return when(Period.of_year(period) if isinstance(period, int) else period)


def not_included(what: str) -> str:
    """Say that a place or a measure is not in the data."""
    return f"The data do not include {what}."


def not_included_for(
    subjects: Subjects, area: Area, indicator: Indicator, period: int | Period | None = None
) -> str:
    """Say that the data hold nothing of a series, or not in one year; says nothing about the publisher."""
    told = "" if period is None else f" {_when(period)}"
    return f"The data do not include {subjects.owner(area)} {subjects.noun(indicator)}{told}."


def outside_years(years: Sequence[int], first: int, last: int) -> str:
    """Say that the years asked for lie outside those covered."""
    return f"The data cover {first} to {last}, not {' or '.join(str(year) for year in years)}."


def not_yearly() -> str:
    """Say that the data have no months or quarters."""
    return "The data are yearly, so there is no value for a month or a quarter."


def no_forecasts() -> str:
    """Say that the data look back only."""
    return "The data hold no forecasts."


def no_causes() -> str:
    """Say that the data explain nothing."""
    return "The data hold figures, not causes."


def no_opinions() -> str:
    """Say that the data judge nothing."""
    return "The data hold figures, not advice or opinions."


def ambiguous(words: str, meanings: Sequence[str]) -> str:
    """Say that a name means several things, and which."""
    return f'"{words}" is ambiguous: it can mean {" or ".join(meanings)}.'


def not_understood(words: Sequence[str]) -> str:
    """Say which words were not understood; long ones and those past the fourth are left out."""
    short = [
        word
        for word in words
        if len(word) <= _LONGEST_WORD and word.isalpha() and word.casefold() not in _AMOUNTS
    ][:_MOST_WORDS]
    if not short:
        return cannot("I do not understand the question")
    quoted = listed([f'"{word}"' for word in short])
    return cannot(f"I do not understand {quoted}")


def cannot(why: str) -> str:
    """Say that the question is beyond what can be answered."""
    return opened(f"I cannot answer that: {why}.")
