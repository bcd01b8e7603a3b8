"""Sentences about the steps of a longer period: its highest day, its mean a month, the sum of its months."""

from __future__ import annotations

from collections.abc import Sequence

from tieout.facts.derivation import Order, mean, total
from tieout.facts.fact import Fact
from tieout.facts.frequency import STEP_NAMES
from tieout.facts.period import Period
from tieout.writing.amounts import amount, cited
from tieout.writing.scale import scale_words
from tieout.writing.sentences import exact, said
from tieout.writing.subjects import Subjects, opened
from tieout.writing.when import when

__all__ = ["extreme_step", "mean_of_steps", "total_of_steps"]


def extreme_step(subjects: Subjects, best: Fact, frame: Period, order: Order) -> str:
    """Say in which step of a period a series was highest or lowest, and how high."""
    word = scale_words(best.indicator.unit).extreme(order)
    subject = f"{subjects.owner(best.area)} {word} {subjects.noun(best.indicator)}"
    return f"{opened(when(frame))}, {subject} was {said(best)}, {when(best.period)}."


def mean_of_steps(subjects: Subjects, facts: Sequence[Fact], frame: Period, *, ref: str = "") -> str:
    """Say the mean of a series over all steps of a period."""
    indicator = facts[0].indicator
    size = cited(amount(mean([exact(fact) for fact in facts]), indicator.unit), ref)
    frequency = facts[0].period.frequency
    # "A quarter" may be a fourth.
    each = "per quarter" if frequency == "Q" else f"a {STEP_NAMES[frequency]}"
    subject = opened(f"{subjects.owner(facts[0].area)} {subjects.noun(indicator)}")
    return f"{subject} averaged {size} {each} {when(frame)}."


def total_of_steps(subjects: Subjects, facts: Sequence[Fact], frame: Period, *, ref: str = "") -> str:
    """Say the sum of a series over all steps of a period."""
    indicator = facts[0].indicator
    size = cited(amount(total([exact(fact) for fact in facts]), indicator.unit), ref)
    subject = opened(f"{subjects.owner(facts[0].area)} {subjects.noun(indicator)}")
    return f"{subject} came to a total of {size} {when(frame)}."
