"""Authoring: what is wrong with a question set before anybody is asked: near-duplicates and leaks.

How alike two questions are is the share of their word pairs that both have (Dice's coefficient over pairs of
neighbouring folded words): 1 for the same words in the same order. Years, places and measures are words like
any other, so a question with another year is another question, if a close one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tieout.evaluation.question import Question
from tieout.facts.names import fold

__all__ = ["ALIKE", "Leak", "Twin", "alikeness", "find_leaks", "find_twins"]

ALIKE = 0.8
"""From here on two questions are told to be near-duplicates."""

_LEAST_WORDS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Twin:
    """Two questions that are nearly the same.

    Attributes:
        id: A question of the set.
        other: The one that it is like, of this set or of another.
        words: The words of the other one.
        alike: How alike, up to 1.
    """

    id: str
    other: str
    words: str
    alike: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Leak:
    """A question whose words a model may have been told, or may be tuned on.

    Attributes:
        id: The question.
        where: The prompt, tool or file that has its words.
    """

    id: str
    where: str


def alikeness(one: str, other: str) -> float:
    """Return how alike two texts are, from 0 to 1.

    Examples:
        >>> round(alikeness("What was Kenya's GDP in 2020?", "what was Kenya's GDP in 2020"), 2)
        1.0
        >>> round(alikeness("What was Kenya's GDP in 2020?", "What was Kenya's GDP in 2021?"), 2)
        0.75
    """
    return _dice(_pairs(one), _pairs(other))


def find_twins(questions: Sequence[Question], others: Iterable[Question] = ()) -> Iterator[Twin]:
    """Yield each pair of near-duplicates in a set, and between it and other sets, in order.

    Args:
        questions: The set.
        others: Questions of other sets.
    """
    known = [(question, _pairs(question.question)) for question in questions]
    more = [(question, _pairs(question.question)) for question in others]
    for place, (question, pairs) in enumerate(known):
        for other, other_pairs in (*known[:place], *more):
            alike = _dice(pairs, other_pairs)
            if alike >= ALIKE and other.id != question.id:
                yield Twin(id=question.id, other=other.id, words=other.question, alike=alike)


def find_leaks(questions: Sequence[Question], texts: Mapping[str, str]) -> Iterator[Leak]:
    """Yield each question whose words stand in a text, short questions (under five words) left out.

    Args:
        questions: The set.
        texts: Prompts, tool descriptions, examples and documentation, by where they stand.
    """
    folded = {where: f" {fold(text)} " for where, text in texts.items()}
    for question in questions:
        words = fold(question.question)
        if len(words.split()) < _LEAST_WORDS:
            continue
        for where, text in folded.items():
            if f" {words} " in text:
                yield Leak(id=question.id, where=where)


def _pairs(text: str) -> frozenset[tuple[str, str]]:
    return frozenset(pairwise(["", *fold(text).split(), ""]))


def _dice(one: frozenset[tuple[str, str]], other: frozenset[tuple[str, str]]) -> float:
    return 2 * len(one & other) / (len(one) + len(other))
