"""Plans for questions about several areas at once: comparisons, statistics, ranks, shares, counts."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tieout.facts.fact import Fact
from tieout.models.planner.declining import Answer
from tieout.models.planner.lookup import Call, Found
from tieout.models.planner.newest import Data, Declined
from tieout.models.planner.plans_series import areas_of
from tieout.models.planner.question import Beyond, Question, Reason
from tieout.models.planner.resolve import WORLD
from tieout.models.planner.years import Span
from tieout.writing import sentences, sets
from tieout.writing.subjects import Subjects

__all__ = [
    "answer_comparison",
    "answer_count",
    "answer_rank",
    "answer_share",
    "answer_statistic",
    "answer_top",
]

_MOST_RANKED = 20
_ENOUGH = Fraction(3, 4)
_WORDS = {"highest first": "highest", "lowest first": "lowest"}


def _year_for(question: Question, areas: Sequence[str], data: Data) -> int:
    """Return the year named, or the newest in which all areas have a value."""
    if question.years.span is Span.LISTED:
        return question.years.years[0]
    return data.newest_common(areas, question.indicator)


def answer_comparison(question: Question, data: Data, subjects: Subjects) -> Answer:
    """Answer how the first of two areas compares with the second."""
    indicator = question.indicator
    year = _year_for(question, question.areas, data)
    form: sentences.CompareForm = question.form  # type: ignore[assignment]
    if any(data.scope.areas[code].is_aggregate for code in question.areas):
        found = data.require(question.areas, indicator, [year])
        first, second = (found[code, year] for code in question.areas)
        refs = Found()
    else:
        refs = data.call("compare", country_codes=list(question.areas), indicator_code=indicator, year=year)
        first, second = _all_of(refs, question.areas, indicator, year, data)
    own, other = sentences.exact(first), sentences.exact(second)
    if form in {"times", "percent"} and (own <= 0 or other <= 0):
        raise Declined(Beyond(reason=Reason.TOO_HARD))
    ref = refs.ref_of("ratio", first, second) if form == "times" else ""
    return Answer(text=sentences.comparison(subjects, first, second, form, ref=ref))


def _all_of(found: Found, areas: Sequence[str], indicator: str, year: int, data: Data) -> list[Fact]:
    """Return the facts of all areas in order, or decline naming the first that has none."""
    by_area = {fact.area.code: fact for fact in found.values}
    for code in areas:
        if code not in by_area:
            if found.error not in {"", "no_data"}:
                raise Declined(Beyond(reason=Reason.TOO_HARD))
            raise Declined(data.no_value(code, indicator, year))
    return [by_area[code] for code in areas]


def answer_statistic(question: Question, data: Data, subjects: Subjects) -> Answer:
    """Answer with a mean, median or sum over areas, or a mean or median over years."""
    areas, indicator = areas_of(question, data), question.indicator
    operation: sets.Statistic = question.form  # type: ignore[assignment]
    if len(areas) == 1:
        return _statistic_of_years(question, operation, data, subjects)
    year = _year_for(question, areas, data)
    found = data.call(
        "aggregate",
        operation=operation,
        country_codes=list(areas),
        indicator_code=indicator,
        from_year=year,
        to_year=year,
    )
    facts = _all_of(found, areas, indicator, year, data)
    ref = found.ref_of(operation, *facts)
    return Answer(text=sets.statistic_of_areas(subjects, facts, operation, ref=ref))


def _statistic_of_years(
    question: Question, operation: sets.Statistic, data: Data, subjects: Subjects
) -> Answer:
    (area,), indicator, years = question.areas, question.indicator, question.years
    if years.span is Span.RANGE:
        first, last = sorted(years.years)
    else:
        newest = data.newest_common([area], indicator)
        first, last = years.years[0] if years.span is Span.SINCE else newest - years.years[0] + 1, newest
    if first < data.scope.first_year or first >= last:
        raise Declined(Beyond(reason=Reason.OUTSIDE_YEARS, years=(first,)))
    found = data.call(
        "aggregate",
        operation=operation,
        country_codes=[area],
        indicator_code=indicator,
        from_year=first,
        to_year=last,
    )
    facts = list(found.values)
    held = {fact.period.year for fact in facts}
    for year in range(first, last + 1):
        if year not in held:
            raise Declined(data.no_value(area, indicator, year))
    ref = found.ref_of(operation, *facts)
    return Answer(text=sets.statistic_of_years(subjects, facts, operation, ref=ref))


def _ranking_call(indicator: str, year: int, order: str, limit: int) -> Call:
    return Call(
        tool="rank_countries",
        arguments={"indicator_code": indicator, "year": year, "order": _WORDS[order], "limit": limit},
    )


def _ranking(question: Question, order: str, limit: int, data: Data) -> Found:
    """Return the ranking of the year named, or of the newest year that most economies have a value for."""
    indicator, last = question.indicator, data.scope.last_year
    named = question.years.span is Span.LISTED
    years = question.years.years[:1] if named else (last, last - 1)
    found = data.calls(*(_ranking_call(indicator, year, order, limit) for year in years))
    ranked = [part for part in found if part.ranked]
    if not ranked:
        raise Declined(Beyond(reason=Reason.TOO_HARD))
    widest = max(ranked, key=_set_size)
    most = Fraction(_set_size(widest), len(data.scope.economies)) >= _ENOUGH
    if not _is_complete(widest) and (question.whole_world or not most):
        # A rank among the few that the data set happens to hold answers nobody's question.
        raise Declined(Beyond(reason=Reason.INCOMPLETE))
    return widest


def _set_size(found: Found) -> int:
    derivation = found.ranked[0][1].derivation
    return derivation.size or 0 if derivation else 0


def _is_complete(found: Found) -> bool:
    derivation = found.ranked[0][1].derivation
    return derivation is not None and derivation.complete


def answer_rank(question: Question, data: Data, subjects: Subjects) -> Answer:
    """Answer which place an area takes, counted from the end asked for, else from the other one."""
    (area,) = question.areas
    opposite = "lowest first" if question.order == "highest first" else "highest first"
    for order in (question.order, opposite):
        found = _ranking(question, order, _MOST_RANKED, data)
        for row in found.ranked:
            if row[0].area.code == area:
                if _is_tied(row, found.ranked):
                    raise Declined(Beyond(reason=Reason.TIED))
                return Answer(text=sets.placed(subjects, row))
        if not found.left_out and len(found.ranked) < _MOST_RANKED:
            year = found.ranked[0][0].period.year
            raise Declined(data.no_value(area, question.indicator, year))
    raise Declined(Beyond(reason=Reason.OUT_OF_REACH))


def _is_tied(row: sets.Ranked, rows: Sequence[sets.Ranked]) -> bool:
    value = sentences.exact(row[0])
    same = [other for other in rows if sentences.exact(other[0]) == value]
    # The last row listed may share its place with rows that are not.
    return len(same) > 1 or (row is rows[-1] and len(rows) == _MOST_RANKED)


def answer_top(question: Question, data: Data, subjects: Subjects) -> Answer:
    """Answer which areas come first, or which one takes a place."""
    if question.areas:
        return _top_of_named(question, data, subjects)
    last = max(question.limit, question.position)
    found = _ranking(question, question.order, min(_MOST_RANKED, last + 1), data)
    rows = found.ranked
    if len(rows) < last:
        raise Declined(Beyond(reason=Reason.OUT_OF_REACH))
    values = [sentences.exact(fact) for fact, _ in rows[: last + 1]]
    if len(set(values)) < len(values):
        raise Declined(Beyond(reason=Reason.TIED))
    if question.position > 1:
        return Answer(text=sets.placed(subjects, rows[question.position - 1]))
    return Answer(text=sets.top(subjects, rows[: question.limit]))


def _top_of_named(question: Question, data: Data, subjects: Subjects) -> Answer:
    year = _year_for(question, question.areas, data)
    found = data.call(
        "compare", country_codes=list(question.areas), indicator_code=question.indicator, year=year
    )
    facts = _all_of(found, question.areas, question.indicator, year, data)
    facts.sort(key=sentences.exact, reverse=question.order == "highest first")
    values = [sentences.exact(fact) for fact in facts]
    if question.position > len(facts):
        raise Declined(Beyond(reason=Reason.TOO_HARD))
    if len(set(values)) == 1:
        raise Declined(Beyond(reason=Reason.TIED))
    if question.position > 1:
        if len(set(values)) < len(values):
            raise Declined(Beyond(reason=Reason.TIED))
        return Answer(text=sets.placed_of_named(subjects, facts, question.position, question.order))
    return Answer(text=sets.top_of_named(subjects, facts, question.order))


def answer_share(question: Question, data: Data, subjects: Subjects) -> Answer:
    """Answer with the share of one area in the world, or in a sum over several."""
    indicator = question.indicator
    areas = areas_of(question, data)
    year = _year_for(question, areas, data)
    found = data.require(areas, indicator, [year])
    if question.form == "whole":
        (part,) = (code for code in areas if code != WORLD)
        return Answer(text=sets.share_of_whole(subjects, found[part, year], found[WORLD, year]))
    facts = [found[code, year] for code in areas]
    return Answer(text=sets.share_of_sum(subjects, found[question.areas[0], year], facts))


def answer_count(question: Question, data: Data, subjects: Subjects) -> Answer:
    """Answer how many areas lie above or below a bound."""
    areas = areas_of(question, data)
    if len(areas) > _MOST_RANKED:
        raise Declined(Beyond(reason=Reason.TOO_MANY))
    year = _year_for(question, areas, data)
    found = data.require(areas, question.indicator, [year])
    facts = [found[code, year] for code in areas]
    return Answer(text=sets.count_beyond(subjects, facts, question.bound or Fraction(0), question.order))
