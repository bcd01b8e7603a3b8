"""Declining: the sentence for each reason why a question is beyond the data or the planner."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tieout.facts.area import Area
from tieout.facts.indicator import Indicator
from tieout.facts.unit import Unit
from tieout.models.planner.question import Beyond, Reason
from tieout.models.planner.tagging import Scope
from tieout.writing import gaps
from tieout.writing.subjects import Subjects, listed

__all__ = ["Answer", "area_of", "declined", "reason_sentence"]

_MOST_LISTED = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the planner drafts.

    Attributes:
        text: The sentences.
        is_answered: False where they say what cannot be answered.
    """

    text: str
    is_answered: bool = True


def declined(beyond: Beyond, scope: Scope) -> Answer:
    """Return the answer that says why the question is declined."""
    return Answer(text=reason_sentence(beyond, scope), is_answered=False)


def reason_sentence(beyond: Beyond, scope: Scope) -> str:
    """Return the sentence for a reason."""
    plain = _PLAIN.get(beyond.reason)
    return plain if plain is not None else _SAID[beyond.reason](beyond, scope, Subjects(names=scope.names))


def _areas(beyond: Beyond, scope: Scope, subjects: Subjects) -> list[str]:
    return [subjects.area(area_of(scope, code)) for code in beyond.codes]


def area_of(scope: Scope, code: str) -> Area:
    """Return the area of a code, also of one that the data set does not hold."""
    known = scope.names.areas.get(code)
    return scope.areas.get(code) or Area(code=code, name=known.name if known else code)


def _indicator_of(scope: Scope, code: str) -> Indicator:
    return scope.indicators.get(code) or Indicator(code=code, name=code, unit=Unit(""))


def _not_included(beyond: Beyond, scope: Scope, subjects: Subjects) -> str:
    return gaps.not_included(listed([f'"{word}"' for word in beyond.words]))


def _outside_area(beyond: Beyond, scope: Scope, subjects: Subjects) -> str:
    return gaps.not_included(" or ".join(_areas(beyond, scope, subjects)))


def _outside_indicator(beyond: Beyond, scope: Scope, subjects: Subjects) -> str:
    missing = gaps.not_included(subjects.definite(_indicator_of(scope, beyond.codes[0])))
    return f"{missing}{_what_there_is(scope, subjects)}"


def _ambiguous_area(beyond: Beyond, scope: Scope, subjects: Subjects) -> str:
    return gaps.ambiguous(beyond.words[0], _areas(beyond, scope, subjects))


def _ambiguous_indicator(beyond: Beyond, scope: Scope, subjects: Subjects) -> str:
    return gaps.ambiguous(
        beyond.words[0], [subjects.noun(_indicator_of(scope, code)) for code in beyond.codes]
    )


def _outside_years(beyond: Beyond, scope: Scope, subjects: Subjects) -> str:
    return gaps.outside_years(beyond.years, scope.first_year, scope.last_year)


def _not_understood(beyond: Beyond, scope: Scope, subjects: Subjects) -> str:
    return gaps.not_understood(beyond.words)


def _no_value(beyond: Beyond, scope: Scope, subjects: Subjects) -> str:
    code, indicator = beyond.codes
    year = beyond.years[0] if beyond.years else None
    return gaps.not_included_for(subjects, area_of(scope, code), scope.indicators[indicator], year)


def _published_gap(beyond: Beyond, scope: Scope, subjects: Subjects) -> str:
    code, indicator = beyond.codes
    return gaps.gap(subjects, area_of(scope, code), scope.indicators[indicator], beyond.years[0])


def _not_additive(beyond: Beyond, scope: Scope, subjects: Subjects) -> str:
    return gaps.cannot(f"{subjects.noun(scope.indicators[beyond.codes[0]])} cannot be added up")


def _no_indicator(beyond: Beyond, scope: Scope, subjects: Subjects) -> str:
    why = gaps.cannot("the question names no statistic in the data")
    return f"{why}{_what_there_is(scope, subjects)}"


def _what_there_is(scope: Scope, subjects: Subjects) -> str:
    """Return a sentence with what the data do include, with a space before it; empty for long lists."""
    if len(scope.indicators) > _MOST_LISTED:
        return ""
    nouns = [subjects.noun(indicator) for indicator in scope.indicators.values()]
    return f" The data include {listed(nouns)}."


_PLAIN: Mapping[Reason, str] = {
    Reason.EMPTY: gaps.cannot("the question is empty"),
    Reason.NO_AREA: gaps.cannot("the question names no country"),
    Reason.NO_OTHER_AREA: gaps.cannot("the question names only one country"),
    Reason.NOT_YEARLY: gaps.not_yearly(),
    Reason.UNCLEAR_YEARS: gaps.cannot("it is not clear which years the question means"),
    Reason.FORECAST: gaps.no_forecasts(),
    Reason.CAUSE: gaps.no_causes(),
    Reason.ADVICE: gaps.no_opinions(),
    Reason.AGGREGATE: gaps.cannot("the world and its regions are not countries"),
    Reason.ONLY_SHARES: gaps.cannot("the data have shares of the population, not numbers of people"),
    Reason.TOO_MANY: gaps.cannot("the question asks for too many values at once"),
    Reason.TOO_HARD: gaps.cannot("the question asks for more than I can work out"),
    Reason.INCOMPLETE: gaps.cannot("the data do not have a value for every country"),
    Reason.OUT_OF_REACH: gaps.cannot("only the ends of a ranking can be looked up"),
    Reason.TIED_YEARS: gaps.cannot("several years share that value"),
    Reason.TIED: gaps.cannot("several countries share that place"),
}
_SAID: Mapping[Reason, Callable[[Beyond, Scope, Subjects], str]] = {
    Reason.NOT_UNDERSTOOD: _not_understood,
    Reason.NOT_INCLUDED: _not_included,
    Reason.OUTSIDE_AREA: _outside_area,
    Reason.OUTSIDE_INDICATOR: _outside_indicator,
    Reason.AMBIGUOUS_AREA: _ambiguous_area,
    Reason.AMBIGUOUS_INDICATOR: _ambiguous_indicator,
    Reason.NO_INDICATOR: _no_indicator,
    Reason.OUTSIDE_YEARS: _outside_years,
    Reason.NOT_ADDITIVE: _not_additive,
    Reason.NO_VALUE: _no_value,
    Reason.PUBLISHED_GAP: _published_gap,
}
