"""Frames for questions about several areas: comparisons, statistics, ranks, shares and counts."""

from __future__ import annotations

from dataclasses import replace

from tieout.models.planner.clues import order_of
from tieout.models.planner.frames_series import bounded, read_change_between, read_value
from tieout.models.planner.question import Beyond, Kind, Question, Reason
from tieout.models.planner.resolve import WORLD
from tieout.models.planner.subject import HARD, MOST_AREAS, MOST_VALUES, SET_ROLES, Subject, counted_areas
from tieout.models.planner.years import Span

__all__ = [
    "read_comparison",
    "read_count",
    "read_fastest",
    "read_rank",
    "read_share",
    "read_statistic",
    "read_top",
]


def read_count(subject: Subject) -> Question | Beyond:
    """Read "how many countries had X above ..."."""
    clues, bound = subject.clues, subject.clues.bound
    if bound is None or not subject.is_one_year or not clues.only("count", "above", "below", *SET_ROLES):
        return HARD
    if clues.numbers_left(bound.value, clues.set_size if subject.names_everyone else None):
        return HARD
    areas = subject.countries
    if len(areas) < 2 and areas:
        return HARD
    return bounded(subject, bound, Kind.COUNT, everyone=not areas)


def read_share(subject: Subject) -> Question | Beyond:
    """Read the share of an area in the world, or in a sum over areas."""
    clues = subject.clues
    if not subject.is_one_year or clues.numbers_left(clues.set_size if subject.names_everyone else None):
        return HARD
    if not subject.is_additive:
        return Beyond(reason=Reason.NOT_ADDITIVE, codes=subject.indicators[:1])
    if (
        WORLD in subject.areas
        and len(subject.areas) == 2
        and clues.only("share", "percent", "world", "camefrom")
    ):
        return subject.question(Kind.SHARE, form="whole")
    if clues.only("share", "percent", "statistic", *SET_ROLES):
        if len(subject.countries) >= 2 and "sum" in clues.details("statistic"):
            return subject.question(Kind.SHARE, form="sum")
        if len(subject.countries) == 1 and subject.names_everyone and len(subject.areas) == 1:
            return subject.question(Kind.SHARE, form="sum", everyone=True)
    return HARD


def read_fastest(subject: Subject) -> Question | Beyond:
    """Read which of several areas grew fastest."""
    clues = subject.clues
    everyone = not subject.areas and subject.names_everyone
    whole_set = everyone and len(subject.scope.economies) <= MOST_AREAS
    enough = len(subject.countries) >= 2 or whole_set
    is_pair = subject.years.span is Span.LISTED and len(subject.years.years) == 2
    if not enough or not (subject.is_stretch or is_pair) or len(subject.countries) != len(subject.areas):
        return HARD
    allowed = clues.only("fast", "change", "compare", "than", "percent", *SET_ROLES)
    left = clues.numbers_left(clues.set_size, clues.last_years)
    return subject.question(Kind.FASTEST, everyone=everyone) if allowed and not left else HARD


def read_statistic(subject: Subject) -> Question | Beyond:
    """Read a mean, median or sum over areas, or a mean or median over years."""
    clues = subject.clues
    operations = set(clues.details("statistic"))
    if len(operations) != 1 or not clues.only("statistic", "percent", "share", *SET_ROLES):
        return HARD
    operation = operations.pop()
    size = clues.set_size if subject.names_everyone else None
    if clues.numbers_left(size, clues.last_years, counted_areas(subject)):
        return HARD
    if subject.areas and clues.has("all", "world"):
        return HARD
    if len(subject.areas) == 1:
        return _statistic_of_one(subject, operation)
    if not subject.is_one_year:
        return HARD
    everyone = not subject.areas and subject.names_everyone
    if not subject.areas and not everyone:
        return Beyond(reason=Reason.NO_AREA)
    if operation == "sum" and not subject.is_additive:
        return Beyond(reason=Reason.NOT_ADDITIVE, codes=subject.indicators[:1])
    if everyone and len(subject.scope.economies) > MOST_AREAS:
        return Beyond(reason=Reason.TOO_MANY)
    if len(subject.countries) != len(subject.areas):
        return Beyond(reason=Reason.AGGREGATE)
    return subject.question(Kind.STATISTIC, form=operation, everyone=everyone)


def _statistic_of_one(subject: Subject, operation: str) -> Question | Beyond:
    if subject.is_stretch:
        return HARD if operation == "sum" else subject.question(Kind.STATISTIC, form=operation)
    # "Average life expectancy in Japan", "total population of Japan": the word belongs to the measure.
    natural = subject.is_additive if operation == "sum" else not subject.is_additive
    return read_value(subject) if natural and operation != "median" else HARD


def read_rank(subject: Subject) -> Question | Beyond:
    """Read which place an area takes, or a ranking of areas."""
    clues = subject.clues
    allowed = clues.only("rank", "super", "superlative", "nth", "compare", *SET_ROLES)
    if not allowed or not subject.is_one_year:
        return HARD
    size = clues.set_size if subject.names_everyone else None
    if clues.numbers_left(size, counted_areas(subject)):
        return HARD
    order = order_of(clues.details("super", "superlative"))
    if len(subject.areas) == 1 == len(subject.countries):
        return subject.question(Kind.RANK, order=order, whole_world=subject.names_world)
    if not subject.areas and not subject.names_everyone and not clues.has("nth"):
        return Beyond(reason=Reason.NO_AREA)
    return read_top(subject)


def read_top(subject: Subject) -> Question | Beyond:
    """Read which area or areas come first, or take a place."""
    clues = subject.clues
    allowed = clues.only("super", "superlative", "nth", "rank", *SET_ROLES)
    everyone = not subject.areas
    if not allowed or not subject.is_one_year or len(subject.countries) != len(subject.areas):
        return HARD
    if len(subject.areas) == 1:
        wants_rank = clues.has("setnoun", "all", "world") or clues.is_yes_no
        order = order_of(clues.details("super", "superlative"))
        return (
            subject.question(Kind.RANK, order=order, whole_world=subject.names_world) if wants_rank else HARD
        )
    limit = clues.limit
    size = clues.set_size if subject.names_everyone else None
    if clues.numbers_left(limit, size, counted_areas(subject)) or (limit or 1) > MOST_VALUES:
        return HARD
    places = clues.details("nth")
    if len(places) > 1 or (places and limit):
        return HARD
    return subject.question(
        Kind.TOP,
        order=order_of(clues.details("super", "superlative")),
        limit=limit or (len(subject.scope.economies) if clues.has("rank") and size else 1),
        position=int(places[0]) if places else 1,
        everyone=everyone,
        whole_world=subject.names_world,
    )


def read_comparison(subject: Subject) -> Question | Beyond:
    """Read how two areas compare, or one area in two years."""
    clues = subject.clues
    allowed = clues.only(
        "compare",
        "comparative",
        "difference",
        "ratio",
        "than",
        "same",
        "percent",
        "points",
        "absolute",
        "above",
        "below",
        *(("setnoun",) if len(subject.areas) == 2 else ()),
    )
    if not allowed or clues.numbers_left(counted_areas(subject)):
        return HARD
    if len(subject.areas) == 1:
        two_years = subject.years.span is Span.LISTED and len(subject.years.years) == 2
        if two_years or subject.is_stretch:
            return read_change_between(subject)
        compares = clues.has("compare", "comparative", "than", "same", "above", "below")
        return Beyond(reason=Reason.NO_OTHER_AREA if compares else Reason.UNCLEAR_YEARS)
    if not subject.is_one_year:
        return HARD
    if not subject.areas:
        return Beyond(reason=Reason.NO_AREA)
    if len(subject.areas) > 2:
        plain = clues.only("compare") and "more" not in clues.details("compare")
        return read_value(subject) if plain else HARD
    if clues.opens_with_base:
        subject = replace(subject, areas=subject.areas[::-1])
    return subject.question(Kind.COMPARISON, form=_compare_form(subject))


def _compare_form(subject: Subject) -> str:
    clues = subject.clues
    if clues.has("ratio"):
        return "times"
    if clues.has("percent") and not subject.is_percent:
        return "percent"
    return "difference" if clues.has("difference", "points", "absolute") or clues.asks_how_much else "order"
