"""Sentences about sets of areas or years: statistics, ranks, shares, extremes and bounds, in house style."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from tieout.facts.area import plural_of
from tieout.facts.derivation import Derivation, Number, Order, mean, median, percent_change, share, total
from tieout.facts.fact import Fact
from tieout.facts.indicator import Indicator
from tieout.writing.amounts import amount, cited, percent
from tieout.writing.amounts import bound as bound_amount
from tieout.writing.scale import count_word, scale_words
from tieout.writing.sentences import exact, said, value
from tieout.writing.subjects import Subjects, listed, opened
from tieout.writing.when import when

__all__ = [
    "NAMED_AT_MOST",
    "Ranked",
    "Statistic",
    "count_beyond",
    "extreme_year",
    "fastest",
    "first_beyond",
    "never_beyond",
    "placed",
    "placed_of_named",
    "range_of_years",
    "share_of_sum",
    "share_of_whole",
    "statistic_of_areas",
    "statistic_of_years",
    "top",
    "top_of_named",
    "value_and_bound",
]

Statistic = Literal["mean", "median", "sum"]
Ranked = tuple[Fact, Fact]
"""An observed fact and the rank fact computed from it over the whole set."""

_COMPUTE = {"mean": mean, "median": median, "sum": total}
NAMED_AT_MOST = 4
"""How many areas a set may have to be named one by one in a sentence; more are \"the N countries\"."""


def statistic_of_areas(
    subjects: Subjects, facts: Sequence[Fact], operation: Statistic, *, ref: str = ""
) -> str:
    """Say the unweighted mean, the median or the sum of one indicator over areas in one year."""
    indicator = facts[0].indicator
    found = _COMPUTE[operation]([exact(fact) for fact in facts])
    word = "combined" if operation == "sum" else operation
    subject = f"The {word} {subjects.noun(indicator)} of {_areas(subjects, facts)}"
    size = cited(amount(found, indicator.unit), ref)
    return f"{subject} {subjects.be(indicator)} {size} {when(facts[0].period)}."


def statistic_of_years(
    subjects: Subjects, facts: Sequence[Fact], operation: Statistic, *, ref: str = ""
) -> str:
    """Say the unweighted mean or the median of one series over consecutive years, in order of years."""
    indicator = facts[0].indicator
    found = _COMPUTE[operation]([exact(fact) for fact in facts])
    subject = f"{subjects.owner(facts[0].area)} {subjects.noun(indicator)}"
    span = f"from {facts[0].period.name} to {facts[-1].period.name}"
    size = cited(amount(found, indicator.unit), ref)
    if operation == "mean":
        return f"{opened(subject)} averaged {size} {span}."
    return f"The {operation} of {subject} {span} was {size}."


def placed(subjects: Subjects, ranked: Ranked) -> str:
    """Say which place an area takes in a set that was ranked whole."""
    fact, rank = ranked
    words = scale_words(fact.indicator.unit).nth(_derived(rank).position or 0, _order(rank))
    return f"{_among(rank)}, {_had(subjects, fact, words)}."


def placed_of_named(subjects: Subjects, facts: Sequence[Fact], position: int, order: Order) -> str:
    """Say which of the named areas takes a place; the facts are sorted, no two of them equal."""
    fact = facts[position - 1]
    words = scale_words(fact.indicator.unit).nth(position, order)
    return f"Of {_named(subjects, facts)}, {_had(subjects, fact, words)}."


def top(subjects: Subjects, rows: Sequence[Ranked]) -> str:
    """Say the first places of a set that was ranked whole, in order; one row is a superlative."""
    if len(rows) == 1:
        return placed(subjects, rows[0])
    fact, rank = rows[0]
    extreme = scale_words(fact.indicator.unit).extreme(_order(rank))
    parts = [f"{subjects.area(row.area)} ({said(row)})" for row, _ in rows]
    which = (
        f"the {count_word(len(rows))} with the {extreme} {subjects.noun(fact.indicator)} {when(fact.period)}"
    )
    return f"{_among(rank)}, {which} were {listed(parts)}, in that order."


def top_of_named(subjects: Subjects, facts: Sequence[Fact], order: Order) -> str:
    """Say which of the named areas comes first, ties told, and list the others behind it.

    Args:
        subjects: The names to use.
        facts: One fact for each area, of one indicator and year, best first.
        order: From which end they are sorted.
    """
    first = facts[0]
    extreme = scale_words(first.indicator.unit).extreme(order)
    ahead = [fact for fact in facts if exact(fact) == exact(first)]
    named = _named(subjects, facts)
    if len(ahead) > 1:
        who = listed([subjects.area(fact.area) for fact in ahead])
        what = f"shared the {extreme} {subjects.noun(first.indicator)} {when(first.period)}"
        value_of_all = amount(exact(first), first.indicator.unit)
        return f"Of {named}, {who} {what}, at {value_of_all}."
    behind = [f"{subjects.area(fact.area)} ({said(fact)})" for fact in facts[1:]]
    return f"Of {named}, {_had(subjects, first, extreme)}, followed by {listed(behind)}."


def fastest(subjects: Subjects, changes: Sequence[tuple[Fact, Fact]]) -> str:
    """Say which of the named areas' series grew fastest in percent between two years, fastest first."""
    earlier, later = changes[0]
    named = listed(sorted(subjects.area(start.area) for start, _ in changes))
    size = percent(percent_change(exact(earlier), exact(later)))
    subject = f"{subjects.owner(earlier.area)} {subjects.noun(earlier.indicator)}"
    prices = subjects.prices(earlier.indicator).removesuffix(", ")
    basis = f" {prices}" if prices else ""
    span = f"from {earlier.period.name} to {later.period.name}"
    return f"Of {named}, {subject} grew fastest {span}, by {size}{basis}."


def share_of_whole(subjects: Subjects, part: Fact, whole: Fact) -> str:
    """Say the share of an area in the same indicator and year of an aggregate that holds it."""
    size = percent(share(exact(part), exact(whole)))
    what = f"{subjects.owner(whole.area)} {subjects.noun(part.indicator)} {when(part.period)}"
    sizes = f"{said(part)} of {said(whole)}"
    return opened(f"{subjects.area(part.area)} accounted for {size} of {what}, {sizes}.")


def share_of_sum(subjects: Subjects, part: Fact, facts: Sequence[Fact]) -> str:
    """Say the share of one area in the sum over several, of one indicator and year."""
    size = percent(share(exact(part), total([exact(fact) for fact in facts])))
    what = f"the combined {subjects.noun(part.indicator)} of {_areas(subjects, facts)}"
    return opened(f"{subjects.area(part.area)} accounted for {size} of {what} {when(part.period)}.")


def extreme_year(subjects: Subjects, facts: Sequence[Fact], order: Order) -> str:
    """Say in which year a series was highest or lowest; the facts are consecutive years, in order.

    Raises:
        ValueError: Several years share the extreme value.
    """
    best = max(facts, key=exact) if order == "highest first" else min(facts, key=exact)
    if sum(exact(fact) == exact(best) for fact in facts) > 1:
        raise ValueError("several years share the extreme value")
    word = "highest" if order == "highest first" else "lowest"
    span = f"From {facts[0].period.name} to {facts[-1].period.name}"
    subject = f"{subjects.owner(best.area)} {subjects.noun(best.indicator)} {subjects.be(best.indicator)}"
    return f"{span}, {subject} {word} {when(best.period)}, at {said(best)}."


def range_of_years(subjects: Subjects, facts: Sequence[Fact]) -> str:
    """Say in which years a series was lowest and highest; the facts are consecutive years, in order."""
    return " ".join(extreme_year(subjects, facts, order) for order in ("lowest first", "highest first"))


def first_beyond(subjects: Subjects, before: Fact | None, first: Fact, bound: Number, order: Order) -> str:
    """Say in which year a series first passed a bound.

    Args:
        subjects: The names to use.
        before: The value of the year before, or None when the first year of the data is past the bound
            already.
        first: The first value past the bound.
        bound: The bound, in the unit of the facts.
        order: ``highest first`` for rising above the bound, ``lowest first`` for falling below it.
    """
    unit = first.indicator.unit
    subject = opened(f"{subjects.owner(first.area)} {subjects.noun(first.indicator)}")
    limit = bound_amount(bound, unit)
    above = order == "highest first"
    if before is None:
        verb = (
            f"already exceeded {limit}" if above else f"{subjects.be(first.indicator)} already below {limit}"
        )
        return f"{subject} {verb} {when(first.period)}, at {said(first)}."
    verb = "first exceeded" if above else f"{subjects.be(first.indicator)} first below"
    passed = f"{subject} {verb} {limit} {when(first.period)}, at {said(first)}"
    return f"{passed}. {opened(when(before.period))}, it was {said(before)}."


def value_and_bound(subjects: Subjects, fact: Fact, bound: Number) -> str:
    """Say a value and on which side of a bound it lies."""
    own, limit = exact(fact), bound_amount(bound, fact.indicator.unit)
    side = "more than" if own > bound else "less than"
    sentence = value(subjects, fact).removesuffix(".")
    return f"{sentence}, exactly {limit}." if own == bound else f"{sentence}, {side} {limit}."


def never_beyond(subjects: Subjects, facts: Sequence[Fact], bound: Number, order: Order) -> str:
    """Say that a series passed a bound in none of the years, given in order."""
    subject = opened(f"{subjects.owner(facts[0].area)} {subjects.noun(facts[0].indicator)}")
    verb = "did not exceed" if order == "highest first" else "did not fall below"
    limit = bound_amount(bound, facts[0].indicator.unit)
    return f"{subject} {verb} {limit} in any year from {facts[0].period.name} to {facts[-1].period.name}."


def count_beyond(subjects: Subjects, facts: Sequence[Fact], bound: Number, order: Order) -> str:
    """Say how many of the areas lie above (or below) a bound in one year."""
    above = order == "highest first"
    inside = [fact for fact in facts if (exact(fact) > bound if above else exact(fact) < bound)]
    what = f"had {_noun_with_article(subjects, facts[0].indicator)} {'above' if above else 'below'}"
    limit = bound_amount(bound, facts[0].indicator.unit)
    count = opened(count_word(len(inside)))
    return f"{count} of {_areas(subjects, facts)} {what} {limit} {when(facts[0].period)}."


def _noun_with_article(subjects: Subjects, indicator: Indicator) -> str:
    noun = subjects.noun(indicator)
    return f"a {noun}" if subjects.definite(indicator).startswith("the ") else noun


def _named(subjects: Subjects, facts: Sequence[Fact]) -> str:
    return listed([subjects.area(fact.area) for fact in sorted(facts, key=lambda fact: fact.area.name)])


def _areas(subjects: Subjects, facts: Sequence[Fact]) -> str:
    if len(facts) > NAMED_AT_MOST:
        kinds = {fact.area.kind for fact in facts}
        return f"the {len(facts)} {plural_of(kinds.pop()) if len(kinds) == 1 else 'areas'}"
    return listed([subjects.area(fact.area) for fact in facts])


def _derived(rank: Fact) -> Derivation:
    if rank.derivation is None or rank.derivation.operation != "rank":
        raise ValueError(f"fact {rank.ref} is no rank")
    return rank.derivation


def _order(rank: Fact) -> Order:
    return "lowest first" if _derived(rank).order == "lowest first" else "highest first"


def _among(rank: Fact) -> str:
    derivation = _derived(rank)
    words = derivation.set.removeprefix("the ")
    size = str(derivation.size)
    return f"Among the {words}" if words.startswith(f"{size} ") else f"Among the {size} {words}"


def _had(subjects: Subjects, fact: Fact, words: str) -> str:
    what = f"{words} {subjects.noun(fact.indicator)}"
    return f"{subjects.area(fact.area)} had the {what} {when(fact.period)}, at {said(fact)}"
