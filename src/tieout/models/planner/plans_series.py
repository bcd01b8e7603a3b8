"""Plans for questions about series: values, changes, years that stand out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tieout.facts.derivation import percent_change
from tieout.facts.fact import Fact
from tieout.models.planner.declining import Answer, reason_sentence
from tieout.models.planner.lookup import Call, Found
from tieout.models.planner.newest import Data, Declined
from tieout.models.planner.question import Beyond, Question, Reason
from tieout.models.planner.years import Span
from tieout.writing import sentences, sets
from tieout.writing.subjects import Subjects

__all__ = [
    "answer_change",
    "answer_extreme_year",
    "answer_fastest",
    "answer_first_year",
    "answer_value",
    "areas_of",
]


def areas_of(question: Question, data: Data) -> tuple[str, ...]:
    """Return the areas that the question is about, in order."""
    return data.scope.economies if question.everyone else question.areas


def answer_value(question: Question, data: Data, subjects: Subjects) -> Answer:
    """Answer with one or more values."""
    areas = areas_of(question, data)
    parts: list[str] = []
    said = 0
    for indicator in question.indicators:
        if question.years.span is Span.LISTED:
            texts, facts = _named_years(areas, indicator, question.years.years, data, subjects)
        else:
            texts, facts = _latest(areas, indicator, data, subjects)
        if question.bound is not None and facts:
            texts = [sets.value_and_bound(subjects, facts[0], question.bound)]
        parts += texts
        said += len(facts)
    return Answer(text=" ".join(parts), is_answered=said > 0)


def _named_years(
    areas: Sequence[str], indicator: str, years: Sequence[int], data: Data, subjects: Subjects
) -> tuple[list[str], list[Fact]]:
    found = data.values(areas, indicator, years)
    texts: list[str] = []
    if len(areas) == 1:
        series = [found[areas[0], year] for year in years if (areas[0], year) in found]
        texts += _said(subjects, series)
    else:
        for year in years:
            texts += _said(subjects, [found[area, year] for area in areas if (area, year) in found])
    missing = [(area, year) for area in areas for year in years if (area, year) not in found]
    texts += [_missing(area, indicator, year, data) for area, year in missing]
    return texts, list(found.values())


def _said(subjects: Subjects, facts: Sequence[Fact]) -> list[str]:
    """Say facts that share their area, or their year."""
    if not facts:
        return []
    if len(facts) == 1:
        return [sentences.value(subjects, facts[0])]
    same_area = len({fact.area.code for fact in facts}) == 1
    say = sentences.values_of_years if same_area else sentences.values_of_areas
    return [say(subjects, facts)]


def _latest(
    areas: Sequence[str], indicator: str, data: Data, subjects: Subjects
) -> tuple[list[str], list[Fact]]:
    newest = data.newest(areas, indicator)
    facts = [newest[area] for area in areas if area in newest]
    if len(facts) > 1 and len({fact.period for fact in facts}) == 1:
        texts = [sentences.values_of_areas(subjects, facts)]
    else:
        texts = [sentences.value(subjects, fact, latest=True) for fact in facts]
    missing = [area for area in areas if area not in newest]
    return texts + [_missing(area, indicator, None, data) for area in missing], facts


def _missing(area: str, indicator: str, year: int | None, data: Data) -> str:
    return reason_sentence(data.no_value(area, indicator, year), data.scope)


def answer_change(question: Question, data: Data, subjects: Subjects) -> Answer:
    """Answer how one series of one or a few areas changed between two years."""
    ready = _computed(question, data)
    texts: list[str] = []
    for area, (earlier, later) in _ends(question, data, ready).items():
        form = _fitting(question.form, earlier, later)
        in_points = form in {"difference", "both"} and earlier.indicator.unit.is_percent
        operation = "points" if in_points else _OPERATIONS.get(form, "")
        found = ready.get(area, Found())
        ref = found.ref_of(operation, earlier, later)
        also = found.ref_of("percent_change", earlier, later)
        texts.append(sentences.change(subjects, earlier, later, form, ref=ref, percent_ref=also))
    return Answer(text=" ".join(texts))


def _computed(question: Question, data: Data) -> dict[str, Found]:
    """Return the changes that the tool computes, by area; none where the ends are not known yet."""
    years = question.years
    if years.span not in {Span.RANGE, Span.LISTED}:
        return {}
    first, last = min(years.years), max(years.years)
    if first == last and years.span is Span.RANGE:
        raise Declined(Beyond(reason=Reason.UNCLEAR_YEARS))
    if first == last:
        first -= 1
    if first < data.scope.first_year:
        raise Declined(Beyond(reason=Reason.OUTSIDE_YEARS, years=(first,)))
    found = data.calls(
        *(
            Call(
                tool="get_change",
                arguments={
                    "country_code": area,
                    "indicator_code": question.indicator,
                    "from_year": first,
                    "to_year": last,
                },
            )
            for area in question.areas
        )
    )
    return dict(zip(question.areas, found, strict=True))


_OPERATIONS: dict[str, str] = {
    "difference": "difference",
    "both": "difference",
    "percent": "percent_change",
    "per year": "growth_per_year",
}


def _fitting(form: str, earlier: Fact, later: Fact) -> sentences.ChangeForm:
    """Return the form in which the change can be said; a relative one needs values above zero."""
    start, end = sentences.exact(earlier), sentences.exact(later)
    if form == "per year" and start > 0 and end > 0 and not earlier.indicator.unit.is_percent:
        return "per year"
    if form == "times" and start > 0 and end > 0:
        return "times"
    if form == "percent" and start > 0:
        return "percent"
    if form == "both" and start > 0:
        return "both"
    if form in {"per year", "times", "percent"}:
        raise Declined(Beyond(reason=Reason.TOO_HARD))
    return "difference"


def _ends(
    question: Question, data: Data, ready: Mapping[str, Found] | None = None
) -> dict[str, tuple[Fact, Fact]]:
    """Return the first and the last fact of the change, by area.

    Args:
        question: What is asked.
        data: The data.
        ready: Changes that the tool computed already, by area.
    """
    years, areas, indicator = question.years, question.areas, question.indicator
    if ready and all(len(found.values) == 2 for found in ready.values()):
        return {area: (found.values[0], found.values[1]) for area, found in ready.items()}
    if years.span is Span.RANGE or (years.span is Span.LISTED and len(years.years) == 2):
        first, last = sorted(years.years)
        return _between(areas, indicator, first, last, data)
    if years.span is Span.LISTED:
        (year,) = years.years
        return _between(areas, indicator, year - 1, year, data)
    newest = data.newest_common(areas, indicator)
    if years.span is Span.SINCE:
        return _between(areas, indicator, years.years[0], newest, data)
    if years.span is Span.LAST:
        return _between(areas, indicator, newest - years.years[0], newest, data)
    ends = {}
    for area in areas:
        series = _series(area, indicator, data.scope.first_year, newest, data)
        ends[area] = (series[0], series[-1])
    return ends


def _between(
    areas: Sequence[str], indicator: str, first: int, last: int, data: Data
) -> dict[str, tuple[Fact, Fact]]:
    if first < data.scope.first_year:
        raise Declined(Beyond(reason=Reason.OUTSIDE_YEARS, years=(first,)))
    if first >= last:
        raise Declined(Beyond(reason=Reason.TOO_HARD))
    found = data.require(areas, indicator, [first, last])
    return {area: (found[area, first], found[area, last]) for area in areas}


def _series(area: str, indicator: str, first: int, last: int, data: Data) -> list[Fact]:
    """Return the facts of consecutive years, at least two; what lies before a hole is left out."""
    found = data.values([area], indicator, range(first, last + 1))
    years = sorted(year for _, year in found)
    if len(years) < 2:
        year = years[0] - 1 if years else last
        raise Declined(data.no_value(area, indicator, year))
    start = years[-1]
    while start - 1 in years:
        start -= 1
    return [found[area, year] for year in years if year >= start]


def _asked_series(question: Question, data: Data) -> tuple[list[Fact], bool]:
    """Return the series over the years asked for, and whether it holds all of them."""
    (area,), indicator, years = question.areas, question.indicator, question.years
    first, last = data.scope.first_year, data.scope.last_year
    if years.span is Span.RANGE:
        first, last = sorted(years.years)
    elif years.span is Span.SINCE:
        first = years.years[0]
    elif years.span is Span.LAST:
        last = data.newest([area], indicator)[area].period.year
        first = last - years.years[0]
    series = _series(area, indicator, first, last, data)
    whole = series[0].period.year == first and (
        series[-1].period.year == last or years.span is not Span.RANGE
    )
    return series, whole


def _named_or_declined(question: Question, data: Data) -> list[Fact]:
    """Return the series asked for; where years were named and are not all there, say which is missing."""
    series, whole = _asked_series(question, data)
    if not whole and question.years.span is not Span.NONE and question.years.span is not Span.LATEST:
        first, last = series[0].period.year, series[-1].period.year
        asked_first = min(question.years.years) if question.years.span is not Span.LAST else first
        missing = first - 1 if asked_first < first else last + 1
        raise Declined(data.no_value(question.areas[0], question.indicator, missing))
    return series


def answer_extreme_year(question: Question, data: Data, subjects: Subjects) -> Answer:
    """Answer in which year a series was highest or lowest."""
    series = _named_or_declined(question, data)
    values = [sentences.exact(fact) for fact in series]
    best = max(values) if question.order == "highest first" else min(values)
    if values.count(best) > 1:
        raise Declined(Beyond(reason=Reason.TIED_YEARS))
    return Answer(text=sets.extreme_year(subjects, series, question.order))


def answer_first_year(question: Question, data: Data, subjects: Subjects) -> Answer:
    """Answer in which year a series first passed a bound."""
    series = _named_or_declined(question, data)
    bound = question.bound or Fraction(0)
    above = question.order == "highest first"
    values = [Fraction(sentences.exact(fact)) for fact in series]
    if question.reaches and bound in values:
        raise Declined(Beyond(reason=Reason.TOO_HARD))
    beyond = [
        fact
        for fact, value in zip(series, values, strict=True)
        if (value > bound if above else value < bound)
    ]
    if not beyond:
        return Answer(text=sets.never_beyond(subjects, series, bound, question.order))
    place = series.index(beyond[0])
    if not above and not place and len(beyond) < len(series):
        # It began below, rose, and may have fallen again: which fall is meant is not for us to say.
        raise Declined(Beyond(reason=Reason.UNCLEAR_YEARS))
    before = series[place - 1] if place else None
    return Answer(text=sets.first_beyond(subjects, before, beyond[0], bound, question.order))


def answer_fastest(question: Question, data: Data, subjects: Subjects) -> Answer:
    """Answer which of several areas grew fastest in percent."""
    areas = areas_of(question, data)
    asked = Question(kind=question.kind, areas=areas, indicators=question.indicators, years=question.years)
    ends = list(_ends(asked, data).values())
    growth = [
        (percent_change(sentences.exact(start), sentences.exact(end)), start, end)
        for start, end in ends
        if sentences.exact(start) > 0
    ]
    growth.sort(key=lambda one: one[0], reverse=True)
    rising = growth and growth[0][0] > 0 and len(growth) == len(areas)
    if not rising or growth[0][0] == growth[1][0]:
        raise Declined(Beyond(reason=Reason.TOO_HARD))
    return Answer(text=sets.fastest(subjects, [(start, end) for _, start, end in growth]))
