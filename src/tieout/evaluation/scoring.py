"""Scoring: what an outcome is worth, decided without asking the judge that let it through.

The score compares the text with the expected numbers and areas of the question, read by the same scanner
and the same rounding rules as the check uses, but not by the check's verdict: a wrong answer that the
check let through must show up here as *shown wrong*. The two ways of being wrong are counted apart, and so
is every draft held.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from tieout.checking.lexicon import END, Closed, lexicon
from tieout.checking.mention import Mention, NumberKind
from tieout.checking.numbers import scan
from tieout.checking.rounding import Fit, fits
from tieout.checking.words import plain, split_words
from tieout.evaluation.questions import Question
from tieout.facts.names import Names, fold
from tieout.outcome import Outcome, OutcomeKind

__all__ = ["Grade", "Graded", "grade"]


class Grade(StrEnum):
    """What became of one question; every attempt has exactly one."""

    SHOWN_RIGHT = "shown right"
    SHOWN_WRONG = "shown wrong"
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


_SIGNED = frozenset({"difference", "percent_change", "growth_per_year"})
_PERCENTAGES = frozenset({"percent_change", "growth_per_year"})
_SIGNS = {"+": "up", "-": "down"}
_ORDERED = frozenset({"highest", "lowest", "top"})


def grade(question: Question, outcome: Outcome, names: Names) -> Graded:
    """Grade one outcome of one question.

    Args:
        question: What was asked, with what a right answer states.
        outcome: How it ended.
        names: What areas are called.
    """
    if outcome.kind is OutcomeKind.FAILED:
        return Graded(grade=Grade.FAILED, reason=outcome.stop or "failed")
    if outcome.kind is OutcomeKind.DECLINED:
        return _declined(question, outcome)
    shown = outcome.kind is OutcomeKind.ANSWERED
    own = {fact.area.code: fact.area.name for fact in outcome.evidence}
    fault = _fault(question, outcome.answer if shown else outcome.draft, names, own)
    if fault:
        return Graded(grade=Grade.SHOWN_WRONG if shown else Grade.HELD_WRONG, reason=fault)
    return Graded(grade=Grade.SHOWN_RIGHT if shown else Grade.HELD_RIGHT, reason="" if shown else "held")


def _declined(question: Question, outcome: Outcome) -> Graded:
    if not question.decline:
        return Graded(grade=Grade.DECLINED_WRONGLY, reason="the data hold the answer")
    if question.no_reads and any(step.outcome == "ok" for step in outcome.steps):
        return Graded(grade=Grade.DECLINED_WRONGLY, reason="a tool read data that the question forbids")
    return Graded(grade=Grade.DECLINED_RIGHTLY)


def _fault(question: Question, text: str, names: Names, own: Mapping[str, str]) -> str:
    """Return what keeps the text from being a right answer, or nothing."""
    if question.decline:
        return f"should decline: {question.decline}"
    mentions = scan(text)
    for value in question.values:
        if not any(_states(mention, Fraction(value), question) for mention in mentions):
            return f"{value} is not stated"
    if question.position is not None and not _has_place(mentions, question.position, text):
        return f"place {question.position} is not stated"
    over_time = question.operation in _SIGNED and len(question.areas) == 1
    if over_time and not _points_the_right_way(text, mentions, Fraction(question.values[0])):
        return "the direction is wrong or not said"
    return _areas_fault(question, text, names, own)


def _states(mention: Mention, value: Fraction, question: Question) -> bool:
    if not mention.is_quantity or mention.value is None:
        return False
    if question.operation in _PERCENTAGES and mention.kind is not NumberKind.PERCENT:
        return False
    unsigned = question.operation in _SIGNED and not mention.sign
    return fits(abs(value) if unsigned else value, mention) is Fit.OK


def _has_place(mentions: Sequence[Mention], place: int, text: str) -> bool:
    if place == 1 and not {"highest", "largest", "lowest", "smallest"}.isdisjoint(fold(text).split()):
        return True
    return any(mention.kind is NumberKind.ORDINAL and mention.value == place for mention in mentions)


def _points_the_right_way(text: str, mentions: Sequence[Mention], value: Fraction) -> bool:
    """Tell whether a change is said with a word or sign of its direction, and with none of the other."""
    said = _directions(text) & {"up", "down"}
    said |= {_SIGNS[mention.sign] for mention in mentions if mention.is_quantity and mention.sign}
    return said == ({"up"} if value > 0 else {"down"} if value < 0 else set())


def _directions(text: str) -> set[str]:
    """Return the directions of the words of change in a text, the longest phrase at each place."""
    words = [plain(word) for word in split_words(text)]
    found: set[str] = set()
    for first in range(len(words)):
        node, direction = lexicon(whole=True), ""
        for word in words[first:]:
            below = node.get(word)
            if below is None:
                break
            node = below.open_in(node, word) if type(below) is Closed else below
            direction = node.get(END, {}).get("direction", direction)
        found.add(direction.partition(" ")[0])
    return found


def _areas_fault(question: Question, text: str, names: Names, own: Mapping[str, str]) -> str:
    places = {code: _first_place(code, text, names, own) for code in question.areas}
    missing = [code for code, place in places.items() if place < 0]
    if missing:
        return f"{', '.join(missing)} is not named"
    order = sorted(places, key=places.__getitem__)
    if question.operation in _ORDERED and order != list(question.areas):
        return f"named in the order {', '.join(order)}"
    return ""


def _first_place(code: str, text: str, names: Names, own: Mapping[str, str]) -> int:
    """Where an area is first named, in words of the folded text; -1 when it is not.

    An area of a data set of one's own is named as its rows name it.
    """
    folded = f" {fold(text)} "
    area = names.areas.get(code)
    phrases: tuple[str, ...] = (fold(own.get(code, code)),)
    if area is not None:
        phrases = (fold(area.name), *area.phrases, *area.adjectives)
    found = [place for phrase in phrases if (place := folded.find(f" {phrase} ")) >= 0]
    return min(found, default=-1)
