"""Sentences about one or two facts: values, changes and comparisons, in house style.

Every sentence carries its own area, indicator, period and unit, since an answer is read on its own later. A
number that is one fact is followed by the marker of that fact (``[e3]``), which narrows the claim and is
removed before showing. What is derived is computed here again from the facts, exactly, and rounded once.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from tieout.facts.derivation import difference, growth_per_year, percent_change, ratio
from tieout.facts.fact import Fact
from tieout.facts.observation import Status
from tieout.writing.amounts import Amount, amount, cited, multiple, percent, points
from tieout.writing.scale import scale_words
from tieout.writing.subjects import Subjects, listed, opened
from tieout.writing.when import when

__all__ = [
    "ChangeForm",
    "CompareForm",
    "change",
    "comparison",
    "exact",
    "from_to",
    "said",
    "value",
    "values_of_areas",
    "values_of_years",
]

ChangeForm = Literal["difference", "percent", "both", "per year", "times"]
CompareForm = Literal["order", "difference", "percent", "times"]
_FLAGS = {
    Status.FORECAST: " (forecast)",
    Status.PROVISIONAL: " (provisional)",
    Status.ESTIMATED: " (estimated)",
    Status.BREAK: " (break in series)",
}


def exact(fact: Fact) -> Decimal:
    """Return the value of a fact that has one.

    Raises:
        ValueError: The fact is a published gap.
    """
    if fact.value is None:
        raise ValueError(f"fact {fact.ref} is a gap; state it as one")
    return fact.value


def value(subjects: Subjects, fact: Fact, *, latest: bool = False) -> str:
    """Say one value, as in "Canada's population was 41,262,329 [e1] in 2024".

    Args:
        subjects: The names to use.
        fact: A fact with a value.
        latest: True to say that its year is the latest one with a value.
    """
    indicator, area = fact.indicator, fact.area
    latest = latest and fact.period.frequency == "A"
    told = f"{when(fact.period)}{', the latest year with a value' if latest else ''}"
    if fact.status is Status.FORECAST:
        subject = opened(f"{subjects.owner(area)} {subjects.noun(indicator)}")
        return f"{subject} is forecast to be {_cite(fact)} {told}."
    deed = subjects.deed(indicator)
    if deed and not area.is_aggregate:
        flag = _FLAGS.get(fact.status, "")
        return f"In {subjects.area(area)}, {_cite(fact)} of the population {deed} {told}{flag}."
    subject = opened(f"{subjects.owner(area)} {subjects.noun(indicator)}")
    return f"{subject} {subjects.be(indicator)} {said(fact)} {told}."


def said(fact: Fact) -> str:
    """Return the amount of a fact with its marker, and its flag in brackets where it has one.

    Raises:
        ValueError: The fact is a published gap.
    """
    return f"{_cite(fact)}{_FLAGS.get(fact.status, '')}"


def values_of_areas(subjects: Subjects, facts: Sequence[Fact]) -> str:
    """Say one indicator of several areas in one year, in the order given."""
    indicator = facts[0].indicator
    parts = [f"{said(fact)} in {subjects.area(fact.area)}" for fact in facts]
    subject = f"{subjects.definite(indicator)} {subjects.be(indicator)}"
    return f"{opened(when(facts[0].period))}, {subject} {listed(parts)}."


def values_of_years(subjects: Subjects, facts: Sequence[Fact]) -> str:
    """Say one indicator of one area in several years, in the order given."""
    indicator = facts[0].indicator
    parts = [f"{said(fact)} {when(fact.period)}" for fact in facts]
    subject = opened(f"{subjects.owner(facts[0].area)} {subjects.noun(indicator)}")
    return f"{subject} {subjects.be(indicator)} {listed(parts)}."


def change(
    subjects: Subjects, earlier: Fact, later: Fact, form: ChangeForm, *, ref: str = "", percent_ref: str = ""
) -> str:
    """Say how one series changed between two years.

    Args:
        subjects: The names to use.
        earlier: The value it started from.
        later: The value it reached, of the same series.
        form: ``difference`` (points where the unit is a percentage), ``percent`` of the earlier value,
            ``both`` of these, compound growth ``per year`` in percent, or ``times`` the earlier value.
        ref: The ref of the derived fact for the form, when there is one.
        percent_ref: For ``both``, the ref of the change in percent.

    Raises:
        ZeroDivisionError: A change in percent, or times, of zero.
        ValueError: Growth per year of values that are not above zero.
    """
    indicator = earlier.indicator
    start, end = exact(earlier), exact(later)
    subject = f"{subjects.owner(earlier.area)} {subjects.noun(indicator)}"
    span = f"from {earlier.period.name} to {later.period.name}"
    if start == end:
        return f"{opened(subject)} {subjects.be(indicator)} unchanged at {_shared(earlier)} {span}."
    prices = subjects.prices(indicator)
    words = scale_words(indicator.unit)
    if form == "times":
        times = multiple(ratio(end, start))
        as_before = f"as {'large' if words.more == 'larger' else 'high'}"
        compared = f"{as_before} {when(later.period)} as {when(earlier.period)}"
        sizes = f"at {said(later)} against {said(earlier)}"
        return opened(f"{prices}{subject} {subjects.be(indicator)} {cited(times, ref)} {compared}, {sizes}.")
    verb = words.up if end > start else words.down
    size = _size(earlier, later, form, ref, percent_ref)
    clause = f"{prices}{subject} {verb} by {size} {span}"
    return opened(f"{clause}, from {said(earlier)} to {said(later)}.")


def from_to(subjects: Subjects, earlier: Fact, later: Fact) -> str:
    """Say from which value to which one a series went between two years."""
    start, end = exact(earlier), exact(later)
    if start == end:
        return change(subjects, earlier, later, "difference")
    indicator = earlier.indicator
    words = scale_words(indicator.unit)
    verb = words.up if end > start else words.down
    subject = f"{subjects.prices(indicator)}{subjects.owner(earlier.area)} {subjects.noun(indicator)}"
    return opened(
        f"{subject} {verb} from {said(earlier)} {when(earlier.period)} to {said(later)} {when(later.period)}."
    )


def comparison(subjects: Subjects, first: Fact, second: Fact, form: CompareForm, *, ref: str = "") -> str:
    """Say how the first of two areas compares with the second, in one indicator and year.

    Args:
        subjects: The names to use.
        first: The value the sentence is about.
        second: The value it is measured against.
        form: Only the ``order``, the ``difference`` (points for percentages), the difference in ``percent``
            of the second, or how many ``times`` the second it is.
        ref: The ref of the derived fact for the form, when there is one.

    Raises:
        ZeroDivisionError: A difference in percent of zero, or a multiple of it.
    """
    indicator, year = first.indicator, when(first.period)
    own, other = exact(first), exact(second)
    noun = subjects.noun(indicator)
    if own == other:
        both = listed([subjects.area(first.area), subjects.area(second.area)])
        return f"{opened(year)}, {both} had the same {noun}, at {_shared(first)}."
    sizes = f"at {said(first)} against {said(second)}"
    be = subjects.be(indicator)
    if form == "times":
        times = cited(multiple(ratio(own, other)), ref)
        subject = f"{subjects.owner(first.area)} {noun} {be}"
        prices = subjects.prices(indicator)
        # The price basis opens the sentence: in other prices the multiple would be another one.
        opening, closing = (prices, f" {year}") if prices else (f"{opened(year)}, ", "")
        return opened(f"{opening}{subject} {times} {subjects.owner(second.area)}{closing}, {sizes}.")
    words = scale_words(indicator.unit)
    more = words.more if own > other else words.less
    size = ""
    if form == "percent":
        size = f"{cited(percent(abs(percent_change(other, own))), ref)} "
    elif form == "difference":
        size = f"{cited(_gap(own, other, first), ref)} "
    subject = f"{subjects.owner(first.area)} {noun} {be}"
    return f"{opened(year)}, {subject} {size}{more} than {subjects.owner(second.area)}, {sizes}."


def _gap(one: Decimal, other: Decimal, like: Fact) -> Amount:
    size = abs(difference(one, other))
    return points(size) if like.indicator.unit.is_percent else amount(Fraction(size), like.indicator.unit)


def _size(earlier: Fact, later: Fact, form: ChangeForm, ref: str, percent_ref: str) -> str:
    """Return the size of a change that is not zero, without its direction."""
    start, end = exact(earlier), exact(later)
    if form == "per year":
        yearly = growth_per_year(start, end, later.period.year - earlier.period.year)
        rate = Amount(number=percent(abs(yearly)).number, unit="a year")
        return f"an average of {cited(rate, ref)}"
    absolute = cited(_gap(start, end, earlier), ref)
    if form == "difference":
        return absolute
    relative = percent(abs(percent_change(start, end)))
    return cited(relative, ref) if form == "percent" else f"{absolute}, or {cited(relative, percent_ref)},"


def _shared(fact: Fact) -> str:
    """Return the value of several facts; a marker would narrow it to one of them."""
    return str(amount(exact(fact), fact.indicator.unit))


def _cite(fact: Fact) -> str:
    return cited(amount(exact(fact), fact.indicator.unit), fact.ref)
