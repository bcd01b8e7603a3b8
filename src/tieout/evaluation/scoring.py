"""Scoring: what an outcome is worth, decided without asking the judge that let it through.

The text is read by `tieout.evaluation.scorer`, which knows nothing of the verdict: a wrong answer that the
check let through must show up here as *shown wrong*. The two ways of being wrong are counted apart, and so
is every draft held, right or wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tieout.evaluation.question import Question
from tieout.evaluation.scorer import Standing, expected_of, read_draft
from tieout.facts.names import Names
from tieout.outcome import Outcome, OutcomeKind

__all__ = ["Grade", "Graded", "grade"]


class Grade(StrEnum):
    """What became of one question; every attempt that was made has exactly one.

    *Shown undecided*: asked which, the answer gave several their true values and left the reader to see which
    it is. Nothing false was told, and the question was not answered: neither right nor wrong.
    """

    SHOWN_RIGHT = "shown right"
    SHOWN_WRONG = "shown wrong"
    SHOWN_UNDECIDED = "shown undecided"
    HELD_RIGHT = "held, was right"
    HELD_WRONG = "held, was wrong"
    DECLINED_RIGHTLY = "declined rightly"
    DECLINED_WRONGLY = "declined wrongly"
    FAILED = "failed"

    @property
    def is_right(self) -> bool:
        """True when the reader got what the data can give."""
        return self in (Grade.SHOWN_RIGHT, Grade.DECLINED_RIGHTLY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """A grade and, unless all is well, the reason in one phrase."""

    grade: Grade
    reason: str = ""


_GRADES: Mapping[OutcomeKind, Mapping[Standing, Grade]] = {
    OutcomeKind.ANSWERED: {
        Standing.RIGHT: Grade.SHOWN_RIGHT,
        Standing.WRONG: Grade.SHOWN_WRONG,
        Standing.UNDECIDED: Grade.SHOWN_UNDECIDED,
        Standing.DECLINES: Grade.DECLINED_RIGHTLY,
        Standing.REFUSES: Grade.DECLINED_WRONGLY,
    },
    OutcomeKind.DECLINED: {
        Standing.RIGHT: Grade.DECLINED_WRONGLY,
        Standing.WRONG: Grade.SHOWN_WRONG,
        Standing.UNDECIDED: Grade.SHOWN_UNDECIDED,
        Standing.DECLINES: Grade.DECLINED_RIGHTLY,
        Standing.REFUSES: Grade.DECLINED_WRONGLY,
    },
    OutcomeKind.HELD: {
        Standing.RIGHT: Grade.HELD_RIGHT,
        Standing.WRONG: Grade.HELD_WRONG,
        Standing.UNDECIDED: Grade.HELD_WRONG,
        Standing.DECLINES: Grade.HELD_RIGHT,
        Standing.REFUSES: Grade.HELD_WRONG,
    },
}


def grade(question: Question, outcome: Outcome, names: Names) -> Graded:
    """Grade one outcome of one question.

    Args:
        question: What was asked, with what a right answer states.
        outcome: How it ended.
        names: What areas are called.
    """
    if outcome.kind not in _GRADES:
        return Graded(grade=Grade.FAILED, reason=outcome.stop or "failed")
    if question.no_reads and any(step.outcome == "ok" for step in outcome.steps):
        shown = outcome.kind is not OutcomeKind.HELD
        reason = "a tool read data that the question forbids"
        return Graded(grade=Grade.DECLINED_WRONGLY if shown else Grade.HELD_WRONG, reason=reason)
    units = {
        fact.indicator.code: fact.indicator.unit.text for fact in outcome.evidence if fact.derivation is None
    }
    own = {fact.area.code: fact.area.name for fact in outcome.evidence}
    text = outcome.draft if outcome.kind is OutcomeKind.HELD else outcome.answer
    reading = read_draft(
        expected_of(question, names, units),
        text,
        names,
        own,
        declined=outcome.kind is OutcomeKind.DECLINED,
    )
    found = _GRADES[outcome.kind][reading.standing]
    return Graded(grade=found, reason="held" if found is Grade.HELD_RIGHT else reading.reason)
