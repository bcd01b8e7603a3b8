"""Frames: from tags to a question. Each frame says which roles it can use; any other one rules it out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tieout.models.planner.clues import Clues, order_of
from tieout.models.planner.question import Beyond, Kind, Question, Reason
from tieout.models.planner.resolve import WORLD
from tieout.models.planner.tagging import Scope, Tag
from tieout.models.planner.years import Span, Years

__all__ = ["Subject", "frame"]

_SET_ROLES = ("all", "world", "setnoun")
_MOST_VALUES = 10
_MOST_AREAS = 10
_LEAST_COUNT = 1000
_ONE_YEAR = frozenset({Span.NONE, Span.LATEST})
_HARD = Beyond(reason=Reason.TOO_HARD)


@dataclass(frozen=True, kw_only=True)
class Subject:
    """What a question is about, before its kind is known.

    Attributes:
        scope: The data set.
        clues: The tags.
        areas: Area codes in order, the world as a mere set left out.
        indicators: Indicator codes in order.
        years: The years named.
    """

    scope: Scope
    clues: Clues
    areas: tuple[str, ...]
    indicators: tuple[str, ...]
    years: Years

    @property
    def is_percent(self) -> bool:
        """True when the first indicator is a percentage."""
        return self.scope.indicators[self.indicators[0]].unit.is_percent

    @property
    def is_additive(self) -> bool:
        """True when sums of the first indicator mean something."""
        return self.scope.indicators[self.indicators[0]].unit.is_additive

    @property
    def countries(self) -> tuple[str, ...]:
        """The areas that are no aggregates."""
        return tuple(code for code in self.areas if not self.scope.areas[code].is_aggregate)

    @property
    def is_one_year(self) -> bool:
        """True when one year is named, or none."""
        return self.years.span in _ONE_YEAR or (self.years.span is Span.LISTED and len(self.years.years) == 1)

    @property
    def is_stretch(self) -> bool:
        """True when the years are a range, or run from one to the newest."""
        return self.years.span in {Span.RANGE, Span.SINCE, Span.LAST}

    @property
    def names_everyone(self) -> bool:
        """True when the question is about all economies of the data set, by word or by their number."""
        return self.clues.has("all", "world") or self.clues.set_size == len(self.scope.economies)

    @property
    def names_world(self) -> bool:
        """True when the set is the world or all countries, whichever the data set has."""
        return self.clues.has("world") or any(
            tag.role == "all" and "data" not in tag.words for tag in self.clues.tags
        )

    def question(self, kind: Kind, **more: object) -> Question:
        """Return the question of that kind about this subject."""
        return Question(
            kind=kind,
            areas=self.areas,
            indicators=self.indicators,
            years=self.years,
            **more,  # type: ignore[arg-type]
        )


def frame(subject: Subject) -> Question | Beyond:
    """Return the question, or why it is beyond the planner. The first frame that claims it decides."""
    if subject.years.span is Span.UNCLEAR:
        return Beyond(reason=Reason.UNCLEAR_YEARS)
    if len(subject.areas) > _MOST_AREAS:
        return Beyond(reason=Reason.TOO_MANY)
    if _pairs_years(subject.clues.tags):
        return _HARD
    for claims, read in _FRAMES:
        if claims(subject):
            return read(subject) if len(subject.indicators) == 1 or read is _value else _HARD
    return _HARD


def _pairs_years(tags: Sequence[Tag]) -> bool:
    """Return True for "Canada in 2020 and Mexico in 2022": each area has a year of its own."""
    kinds = [
        tag.role if tag.role == "year" else "area" for tag in tags if tag.role in {"area", "people", "year"}
    ]
    turns = [kind for position, kind in enumerate(kinds) if position == 0 or kinds[position - 1] != kind]
    return turns.count("area") > 1 and turns.count("year") > 1


def _count(subject: Subject) -> Question | Beyond:
    clues, bound = subject.clues, subject.clues.bound
    if bound is None or not subject.is_one_year or not clues.only("count", "above", "below", *_SET_ROLES):
        return _HARD
    if clues.numbers_left(bound.value, clues.set_size if subject.names_everyone else None):
        return _HARD
    areas = subject.countries
    if len(areas) < 2 and areas:
        return _HARD
    return _bounded(subject, bound, Kind.COUNT, everyone=not areas)


def _first_year(subject: Subject) -> Question | Beyond:
    clues, bound = subject.clues, subject.clues.bound
    allowed = clues.only("when", "first", "above", "below", "change", "percent", "share")
    if bound is None or len(subject.areas) != 1 or not allowed or clues.numbers_left(bound.value):
        return _HARD
    if subject.years.span not in _ONE_YEAR and not subject.is_stretch:
        return _HARD
    return _bounded(subject, bound, Kind.FIRST_YEAR)


def _bounded(subject: Subject, bound: Tag, kind: Kind, *, everyone: bool = False) -> Question | Beyond:
    unit = subject.scope.indicators[subject.indicators[0]].unit
    money_fits = unit.currency == "USD" or not bound.is_money
    # A bare small number beside a percentage is a percentage; a percent sign beside anything else is not.
    if not money_fits or (bound.is_percent and not unit.is_percent):
        return _HARD
    # "People over 65" is an age; and one cannot ask whether a population is above a handful.
    if unit.is_additive and bound.value < _LEAST_COUNT:
        return _HARD
    reaches = any(detail == "reach" for detail in subject.clues.details("above"))
    order = order_of(["low" if subject.clues.bound_direction == "below" else "high"])
    return subject.question(kind, order=order, bound=bound.value, reaches=reaches, everyone=everyone)


def _is_it_beyond(subject: Subject) -> Question | Beyond:
    clues, bound = subject.clues, subject.clues.bound
    if bound is None or len(subject.areas) != 1 or not subject.is_one_year:
        return _HARD
    if not clues.only("above", "below", "percent", "share") or clues.numbers_left(bound.value):
        return _HARD
    return _bounded(subject, bound, Kind.VALUE)


def _share(subject: Subject) -> Question | Beyond:
    clues = subject.clues
    if not subject.is_one_year or clues.numbers_left(clues.set_size if subject.names_everyone else None):
        return _HARD
    if not subject.is_additive:
        return Beyond(reason=Reason.NOT_ADDITIVE, codes=subject.indicators[:1])
    if WORLD in subject.areas and len(subject.areas) == 2 and clues.only("share", "percent", "world"):
        return subject.question(Kind.SHARE, form="whole")
    if clues.only("share", "percent", "statistic", *_SET_ROLES):
        if len(subject.countries) >= 2 and "sum" in clues.details("statistic"):
            return subject.question(Kind.SHARE, form="sum")
        if len(subject.countries) == 1 and subject.names_everyone and len(subject.areas) == 1:
            return subject.question(Kind.SHARE, form="sum", everyone=True)
    return _HARD


def _fastest(subject: Subject) -> Question | Beyond:
    clues = subject.clues
    everyone = not subject.areas and subject.names_everyone
    whole_set = everyone and len(subject.scope.economies) <= _MOST_AREAS
    enough = len(subject.countries) >= 2 or whole_set
    is_pair = subject.years.span is Span.LISTED and len(subject.years.years) == 2
    if not enough or not (subject.is_stretch or is_pair) or len(subject.countries) != len(subject.areas):
        return _HARD
    allowed = clues.only("fast", "change", "compare", "than", "percent", *_SET_ROLES)
    left = clues.numbers_left(clues.set_size, clues.last_years)
    return subject.question(Kind.FASTEST, everyone=everyone) if allowed and not left else _HARD


def _extreme_year(subject: Subject) -> Question | Beyond:
    clues = subject.clues
    details = clues.details("peak", "super", "superlative")
    if not clues.only("peak", "super", "superlative", "when") or clues.numbers_left(clues.last_years):
        return _HARD
    if subject.years.span not in _ONE_YEAR and not subject.is_stretch:
        return _HARD
    return subject.question(Kind.EXTREME_YEAR, order=order_of(details)) if len(subject.areas) == 1 else _HARD


def _statistic(subject: Subject) -> Question | Beyond:
    clues = subject.clues
    operations = set(clues.details("statistic"))
    if len(operations) != 1 or not clues.only("statistic", "percent", "share", *_SET_ROLES):
        return _HARD
    operation = operations.pop()
    size = clues.set_size if subject.names_everyone else None
    if clues.numbers_left(size, clues.last_years, _counted_areas(subject)):
        return _HARD
    if subject.areas and clues.has("all", "world"):
        return _HARD
    if len(subject.areas) == 1:
        return _statistic_of_one(subject, operation)
    if not subject.is_one_year:
        return _HARD
    everyone = not subject.areas and subject.names_everyone
    if not subject.areas and not everyone:
        return Beyond(reason=Reason.NO_AREA)
    if operation == "sum" and not subject.is_additive:
        return Beyond(reason=Reason.NOT_ADDITIVE, codes=subject.indicators[:1])
    if everyone and len(subject.scope.economies) > _MOST_AREAS:
        return Beyond(reason=Reason.TOO_MANY)
    if len(subject.countries) != len(subject.areas):
        return Beyond(reason=Reason.AGGREGATE)
    return subject.question(Kind.STATISTIC, form=operation, everyone=everyone)


def _statistic_of_one(subject: Subject, operation: str) -> Question | Beyond:
    if subject.is_stretch:
        return _HARD if operation == "sum" else subject.question(Kind.STATISTIC, form=operation)
    # "Average life expectancy in Japan", "total population of Japan": the word belongs to the measure.
    natural = subject.is_additive if operation == "sum" else not subject.is_additive
    return _value(subject) if natural and operation != "median" else _HARD


def _rank(subject: Subject) -> Question | Beyond:
    clues = subject.clues
    allowed = clues.only("rank", "super", "superlative", "compare", *_SET_ROLES)
    if not allowed or not subject.is_one_year:
        return _HARD
    size = clues.set_size if subject.names_everyone else None
    if clues.numbers_left(size, _counted_areas(subject)):
        return _HARD
    order = order_of(clues.details("super", "superlative"))
    if len(subject.areas) == 1 == len(subject.countries):
        return subject.question(Kind.RANK, order=order, whole_world=subject.names_world)
    if not subject.areas and not subject.names_everyone:
        return Beyond(reason=Reason.NO_AREA)
    return _top(subject)


def _top(subject: Subject) -> Question | Beyond:
    clues = subject.clues
    allowed = clues.only("super", "superlative", "nth", "rank", *_SET_ROLES)
    everyone = not subject.areas
    if not allowed or not subject.is_one_year or len(subject.countries) != len(subject.areas):
        return _HARD
    if len(subject.areas) == 1:
        wants_rank = clues.has("setnoun", "all", "world") or clues.is_yes_no
        order = order_of(clues.details("super", "superlative"))
        return (
            subject.question(Kind.RANK, order=order, whole_world=subject.names_world) if wants_rank else _HARD
        )
    limit = clues.limit
    size = clues.set_size if subject.names_everyone else None
    if clues.numbers_left(limit, size, _counted_areas(subject)) or (limit or 1) > _MOST_VALUES:
        return _HARD
    places = clues.details("nth")
    if len(places) > 1 or (places and limit):
        return _HARD
    return subject.question(
        Kind.TOP,
        order=order_of(clues.details("super", "superlative")),
        limit=limit or (len(subject.scope.economies) if clues.has("rank") and size else 1),
        position=int(places[0]) if places else 1,
        everyone=everyone,
        whole_world=subject.names_world,
    )


def _change(subject: Subject) -> Question | Beyond:
    clues, years = subject.clues, subject.years
    allowed = clues.only(
        "change",
        "percent",
        "points",
        "absolute",
        "peryear",
        "howfast",
        "difference",
        "ratio",
        "compare",
        "comparative",
        "than",
    )
    if not subject.areas:
        return Beyond(reason=Reason.NO_AREA)
    if not allowed or len(subject.areas) > 3 or clues.numbers_left(clues.last_years):
        return _HARD
    if years.span is Span.LISTED and len(years.years) > 2:
        return _HARD
    if years.span is Span.LISTED and len(years.years) == 1 and not _may_grow_in_one_year(subject):
        return Beyond(reason=Reason.TOO_HARD)
    return subject.question(Kind.CHANGE, form=_change_form(subject))


def _may_grow_in_one_year(subject: Subject) -> bool:
    # Growth "in 2024" of money is understood as real growth, which is another series.
    return subject.scope.indicators[subject.indicators[0]].unit.currency is None


def _change_form(subject: Subject) -> str:
    clues = subject.clues
    if clues.has("peryear"):
        return "per year"
    if clues.has("ratio"):
        return "times"
    if subject.is_percent or clues.has("points", "absolute"):
        return "difference"
    if clues.has("percent"):
        return "percent"
    counts = any(tag.words.startswith(("how many", "by how many")) for tag in clues.tags)
    return "difference" if counts or not subject.is_additive else "percent"


def _comparison(subject: Subject) -> Question | Beyond:
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
    )
    if not allowed or clues.numbers_left(_counted_areas(subject)):
        return _HARD
    if len(subject.areas) == 1:
        two_years = subject.years.span is Span.LISTED and len(subject.years.years) == 2
        return _change_between(subject) if two_years or subject.is_stretch else Beyond(reason=Reason.NO_AREA)
    if not subject.is_one_year:
        return _HARD
    if not subject.areas:
        return Beyond(reason=Reason.NO_AREA)
    if len(subject.areas) > 2:
        plain = clues.only("compare") and "more" not in clues.details("compare")
        return _value(subject) if plain else _HARD
    return subject.question(Kind.COMPARISON, form=_compare_form(subject))


def _change_between(subject: Subject) -> Question | Beyond:
    return subject.question(Kind.CHANGE, form=_change_form(subject))


def _compare_form(subject: Subject) -> str:
    clues = subject.clues
    if clues.has("ratio"):
        return "times"
    if clues.has("percent") and not subject.is_percent:
        return "percent"
    return "difference" if clues.has("difference", "points", "absolute") else "order"


def _value(subject: Subject) -> Question | Beyond:
    clues, years = subject.clues, subject.years
    allowed = clues.only("percent", "share", "statistic", "compare", *_SET_ROLES)
    size = clues.set_size if subject.names_everyone else None
    if not allowed or clues.numbers_left(clues.last_years, size, _counted_areas(subject)):
        return _HARD
    if clues.has("percent", "share") and not subject.is_percent:
        return _HARD
    if subject.areas and clues.has("all", "world"):
        return _HARD
    if _asks_economy_for_nothing(subject):
        return Beyond(reason=Reason.NO_INDICATOR)
    everyone = not subject.areas and subject.names_everyone
    if not subject.areas and not everyone:
        return Beyond(reason=Reason.NO_AREA)
    areas = len(subject.scope.economies) if everyone else len(subject.areas)
    if subject.is_stretch:
        return (
            subject.question(Kind.CHANGE, form=_change_form(subject))
            if areas <= 3 and not everyone
            else _HARD
        )
    if areas * max(1, len(years.years)) * len(subject.indicators) > _MOST_VALUES:
        return Beyond(reason=Reason.TOO_MANY)
    return subject.question(Kind.VALUE, everyone=everyone)


def _asks_economy_for_nothing(subject: Subject) -> bool:
    """Return True for "how did the economy do": no size is asked for, and we do not guess what is."""
    words = [tag.words for tag in subject.clues.tags if tag.role == "weak"]
    sized = any(tag.words in {"size", "how big", "how large", "value"} for tag in subject.clues.tags)
    return (
        any(word.startswith("econom") for word in words)
        and subject.indicators == ("NY.GDP.MKTP.CD",)
        and not sized
    )


def _counted_areas(subject: Subject) -> int | None:
    """Return how many areas are named, where the question says their number ("the three countries")."""
    return subject.clues.set_size if subject.clues.set_size == len(subject.areas) else None


def _claims(*roles: str) -> Callable[[Subject], bool]:
    return lambda subject: subject.clues.has(*roles)


def _claims_share(subject: Subject) -> bool:
    clues = subject.clues
    if subject.is_percent or not clues.has("share", "percent"):
        return False
    return clues.has("share") or (WORLD in subject.areas and len(subject.areas) == 2)


def _claims_extreme(subject: Subject) -> bool:
    clues = subject.clues
    if clues.has("peak"):
        return True
    if len(subject.areas) != 1 or not clues.has("super", "superlative"):
        return False
    if clues.has("setnoun", "all", "world", "rank") or clues.is_yes_no:
        return False
    return clues.has("when") or subject.is_stretch or subject.years.span in _ONE_YEAR


def _claims_bound(subject: Subject) -> bool:
    return subject.clues.bound is not None


def _claims_first(subject: Subject) -> bool:
    return subject.clues.bound is not None and subject.clues.has("when", "first")


_FRAMES: Sequence[tuple[Callable[[Subject], bool], Callable[[Subject], Question | Beyond]]] = (
    (_claims("count"), _count),
    (_claims_first, _first_year),
    (_claims_bound, _is_it_beyond),
    (_claims_share, _share),
    (_claims("fast"), _fastest),
    (_claims_extreme, _extreme_year),
    (_claims("statistic"), _statistic),
    (_claims("rank"), _rank),
    (_claims("super", "superlative", "nth"), _top),
    (_claims("change", "peryear"), _change),
    (_claims("compare", "comparative", "difference", "ratio", "than", "same", "above", "below"), _comparison),
    (lambda subject: True, _value),
)
