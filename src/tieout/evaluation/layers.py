"""At which layer an attempt broke first: request, structure, retrieval, tools, answer, or the check.

A wrong answer has one first cause, and the trace tells which: a model that was never sent the rows cannot
have read them wrongly. What is counted at a layer held at every layer before it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from tieout.assistant.trace import StopReason
from tieout.checking.verdict import ProblemCode
from tieout.evaluation.scoring import Grade, Graded
from tieout.outcome import Outcome, OutcomeKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tieout.evaluation.question import Question
    from tieout.facts.fact import Fact

__all__ = ["Layer", "broken_layer"]


class Layer(StrEnum):
    """Where an attempt that did not end as it should broke first."""

    REQUEST = "request"
    """The model gave no reply that could be used: an error, a time-out, a limit on calls, tokens or money."""
    STRUCTURE = "structure"
    """A reply was not in the form asked for: no JSON, cut short, broken arguments."""
    RETRIEVAL = "retrieval"
    """Rows that a right answer rests on were never shown to the model."""
    TOOLS = "tools"
    """A call that failed, was refused or came too often stopped what had to follow."""
    ANSWER = "answer"
    """Everything needed was there, and the draft is not right."""
    CHECK = "check"
    """The draft was right, and the check held it."""


_REQUEST_STOPS: Final = frozenset(
    {
        StopReason.MODEL_ERROR,
        StopReason.TIMEOUT,
        StopReason.TIME,
        StopReason.BUDGET,
        StopReason.MAX_MODEL_CALLS,
    }
)
_STRUCTURE_STOPS: Final = frozenset(
    {StopReason.MAX_RETRIES, StopReason.MAX_TOKENS, StopReason.UNEXPECTED_CALL}
)
_TOOL_STOPS: Final = frozenset({StopReason.MAX_TOOL_CALLS, StopReason.REPEATED_CALL, StopReason.APPROVAL})
_EVERY: Final = "*"
_DERIVED: Final = frozenset(
    {"rank", "difference", "percent_change", "ratio", "share", "sum", "mean", "median", "growth_per_year"}
)


def broken_layer(question: Question, outcome: Outcome, graded: Graded) -> Layer | None:
    """Return the first layer that broke, or None for an attempt that ended as it should.

    Args:
        question: With the facts that a right answer rests on.
        outcome: With its trace.
        graded: What it is worth.
    """
    if graded.grade.is_right:
        return None
    if graded.grade is Grade.HELD_RIGHT:
        return Layer.CHECK
    if outcome.stop in _REQUEST_STOPS:
        return Layer.REQUEST
    if _is_malformed(outcome):
        return Layer.STRUCTURE
    if not question.decline and not _is_closed(outcome) and not _shows_all(question, outcome):
        return Layer.TOOLS if _failed(outcome) else Layer.RETRIEVAL
    if _failed(outcome) or _lacks_result(question, outcome):
        return Layer.TOOLS
    return Layer.ANSWER


def _is_closed(outcome: Outcome) -> bool:
    """Tell whether the path gives the model no rows by design."""
    return outcome.path.startswith("closed")


def _is_malformed(outcome: Outcome) -> bool:
    codes = {problem.code for problem in outcome.problems}
    if outcome.stop in _STRUCTURE_STOPS or ProblemCode.SCHEMA in codes:
        return True
    return outcome.kind is OutcomeKind.HELD and any(isinstance(step.arguments, str) for step in outcome.steps)


def _failed(outcome: Outcome) -> bool:
    """Tell whether a call broke for a reason that is not in its arguments."""
    return outcome.stop in _TOOL_STOPS or any(step.outcome.startswith("error") for step in outcome.steps)


def _lacks_result(question: Question, outcome: Outcome) -> bool:
    """Tell whether a result was to be computed by a tool, and the call for one was refused."""
    if question.operation not in _DERIVED or any(fact.derivation is not None for fact in outcome.evidence):
        return False
    return any(step.outcome.startswith("refused") for step in outcome.steps)


def _shows_all(question: Question, outcome: Outcome) -> bool:
    return all(_shows(fact.split(), outcome.evidence) for fact in question.facts)


def _shows(wanted: list[str], shown: Iterable[Fact]) -> bool:
    """Tell whether rows hold one that a fact of a question names; of a range or a set, one of it will do."""
    area, indicator, when = wanted
    years = {int(year) for year in when.split(":") if year.isdigit()}
    first, last = min(years, default=None), max(years, default=None)
    for fact in shown:
        if fact.indicator.code != indicator:
            continue
        if area not in (_EVERY, fact.area.code) and fact.area.code:
            continue
        if first is None or last is None or first <= fact.period.year <= last:
            return True
    return False
