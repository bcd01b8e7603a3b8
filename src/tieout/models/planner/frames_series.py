"""Frames for questions about series: values, bounds, changes and the years that stand out."""

from __future__ import annotations

from tieout.models.planner.clues import order_of
from tieout.models.planner.question import Beyond, Kind, Question, Reason
from tieout.models.planner.subject import HARD, MOST_VALUES, SET_ROLES, Subject, counted_areas
from tieout.models.planner.tagging import Tag
from tieout.models.planner.years import Span

__all__ = [
    "bounded",
    "read_change",
    "read_change_between",
    "read_extreme_year",
    "read_first_year",
    "read_side",
    "read_value",
]

_LEAST_COUNT = 1000


def read_first_year(subject: Subject) -> Question | Beyond:
    """Read "when did X first exceed ...": one area and a bound."""
    clues, bound = subject.clues, subject.clues.bound
    allowed = clues.only("when", "first", "above", "below", "change", "percent", "share")
    if bound is None or len(subject.areas) != 1 or not allowed or clues.numbers_left(bound.value):
        return HARD
    if not subject.names_no_year and not subject.is_stretch:
        return HARD
    return bounded(subject, bound, Kind.FIRST_YEAR)


def read_side(subject: Subject) -> Question | Beyond:
    """Read "is X above ...": one area, one year and a bound."""
    clues, bound = subject.clues, subject.clues.bound
    if bound is None or len(subject.areas) != 1 or not subject.is_one_year:
        return HARD
    if not clues.only("above", "below", "percent", "share") or clues.numbers_left(bound.value):
        return HARD
    return bounded(subject, bound, Kind.VALUE)


def bounded(subject: Subject, bound: Tag, kind: Kind, *, everyone: bool = False) -> Question | Beyond:
    """Return a question with a bound, where the bound fits the unit of the indicator."""
    unit = subject.scope.indicators[subject.indicators[0]].unit
    money_fits = unit.currency == "USD" or not bound.is_money
    # A bare small number beside a percentage is a percentage; a percent sign beside anything else is not.
    if not money_fits or (bound.is_percent and not unit.is_percent):
        return HARD
    # "People over 65" is an age; and one cannot ask whether a population is above a handful.
    if unit.is_additive and bound.value < _LEAST_COUNT:
        return HARD
    reaches = any(detail == "reach" for detail in subject.clues.details("above"))
    order = order_of(["low" if subject.clues.bound_direction == "below" else "high"])
    return subject.question(kind, order=order, bound=bound.value, reaches=reaches, everyone=everyone)


def read_extreme_year(subject: Subject) -> Question | Beyond:
    """Read "in which year was X highest": one area over years."""
    clues = subject.clues
    details = clues.details("peak", "super", "superlative")
    if not clues.only("peak", "super", "superlative", "when") or clues.numbers_left(clues.last_years):
        return HARD
    if not subject.names_no_year and not subject.is_stretch:
        return HARD
    return subject.question(Kind.EXTREME_YEAR, order=order_of(details)) if len(subject.areas) == 1 else HARD


def read_change(subject: Subject) -> Question | Beyond:
    """Read how a series changed: up to three areas, two years or a stretch of them."""
    clues, years = subject.clues, subject.years
    mean_growth = (
        ("statistic",) if clues.has("peryear") and set(clues.details("statistic")) <= {"mean"} else ()
    )
    allowed = clues.only(
        *mean_growth,
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
        return HARD
    if years.span is Span.LISTED and len(years.years) > 2:
        return HARD
    if years.span is Span.LISTED and len(years.years) == 1 and not _may_grow_in_one_year(subject):
        return Beyond(reason=Reason.TOO_HARD)
    return subject.question(Kind.CHANGE, form=_change_form(subject))


def _may_grow_in_one_year(subject: Subject) -> bool:
    # Growth "in 2024" of money is understood as real growth, which is another series.
    return subject.scope.indicators[subject.indicators[0]].unit.currency is None


def read_change_between(subject: Subject) -> Question | Beyond:
    """Read a comparison of one area with itself in another year as a change."""
    return subject.question(Kind.CHANGE, form=_change_form(subject))


def _change_form(subject: Subject) -> str:
    clues = subject.clues
    if clues.has("peryear"):
        return "per year"
    if clues.has("ratio"):
        return "times"
    if clues.has("points", "absolute"):
        return "difference"
    if clues.has("percent"):
        # Of a percentage, the change in percent and the one in points are easily mixed up: say both.
        return "both" if subject.is_percent else "percent"
    counts = any(tag.words.startswith(("how many", "by how many")) for tag in clues.tags)
    return "difference" if counts or not subject.is_additive else "both"


def read_value(subject: Subject) -> Question | Beyond:
    """Read what is left: values of areas and years, or their change over a stretch."""
    clues, years = subject.clues, subject.years
    allowed = clues.only("percent", "share", "statistic", "compare", *SET_ROLES)
    size = clues.set_size if subject.names_everyone else None
    if not allowed or clues.numbers_left(clues.last_years, size, counted_areas(subject)):
        return HARD
    if clues.has("percent", "share") and not subject.is_percent:
        return HARD
    if (subject.areas and clues.has("all", "world")) or not clues.lists_areas:
        # "How many people from Canada live in Mexico" asks for neither population.
        return HARD
    if _asks_economy_for_nothing(subject):
        return Beyond(reason=Reason.NO_INDICATOR)
    everyone = not subject.areas and subject.names_everyone
    if not subject.areas and not everyone:
        return Beyond(reason=Reason.NO_AREA)
    areas = len(subject.scope.economies) if everyone else len(subject.areas)
    if subject.is_stretch:
        return (
            subject.question(Kind.CHANGE, form=_change_form(subject)) if areas <= 3 and not everyone else HARD
        )
    if areas * max(1, len(years.years)) * len(subject.indicators) > MOST_VALUES:
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
