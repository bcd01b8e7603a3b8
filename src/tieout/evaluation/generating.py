"""Generating: any number of graded questions of all kinds from a snapshot, by a seed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from random import Random

from tieout.data.snapshot import Snapshot
from tieout.errors import UsageError
from tieout.evaluation.drawing import DRAWERS, Draw, Drawn
from tieout.evaluation.expected import computed
from tieout.evaluation.figures import Figures
from tieout.evaluation.question import Question
from tieout.evaluation.wordings import Wording, wordings
from tieout.facts.names import Names

__all__ = ["KINDS", "generate"]

KINDS = tuple(DRAWERS)
"""The kinds of generated questions, in the order in which they come."""

_MOST_TRIES = 300
_MOST_REPEATS = 50


def generate(
    snapshot: Snapshot, names: Names, *, count: int, seed: int, kinds: Sequence[str] = KINDS
) -> tuple[Question, ...]:
    """Return questions, each kind as often as any other, no two in the same words.

    The same snapshot, vocabulary and seed give the same questions. A kind that the data do not bear (a share
    of the world without the world) is left out, and the others come more often.

    Args:
        snapshot: Where facts and expected values come from; one with values by year.
        names: What areas and indicators are called.
        count: How many.
        seed: Where chance begins.
        kinds: Which kinds.

    Raises:
        UsageError: A kind is not known, or the data bear none of the kinds.
    """
    if unknown := [kind for kind in kinds if kind not in DRAWERS]:
        raise UsageError(f"There is no kind {unknown[0]!r}; choose from {', '.join(KINDS)}.")
    random, figures = Random(seed), Figures(snapshot, names)
    questions: dict[str, Question] = {}
    turns, left = cycle(kinds), dict.fromkeys(kinds, _MOST_REPEATS)
    while len(questions) < count and left:
        kind = next(turns)
        if kind not in left:
            continue
        question = _question(kind, figures, random, f"{snapshot.card.name}-{seed}-{len(questions) + 1:04}")
        if question is not None and question.question not in questions:
            questions[question.question] = question
        elif question is None or left[kind] == 1:
            del left[kind]
        else:
            left[kind] -= 1
    if len(questions) < count:
        raise UsageError(f"{snapshot.card.label} bears no question of the kinds {', '.join(kinds)}.")
    return tuple(questions.values())


def _question(kind: str, figures: Figures, random: Random, name: str) -> Question | None:
    """Return a question of a kind; None where the data seem to bear none."""
    indicators = figures.indicators
    for _ in range(_MOST_TRIES if indicators else 0):
        drawn = DRAWERS[kind](Draw(figures, random, random.choice(indicators)))
        fitting = [each for each in wordings()[kind] if drawn is not None and drawn.fits(each.text)]
        if drawn is not None and fitting:
            return _asked(kind, drawn, random.choice(fitting), figures.snapshot, name)
    return None


def _asked(kind: str, drawn: Drawn, wording: Wording, snapshot: Snapshot, name: str) -> Question:
    text = wording.text.format_map(drawn.words)
    question = Question(
        id=name,
        kind=kind,
        dataset=snapshot.card.name,
        question=text[:1].upper() + text[1:],
        operation=drawn.operation,
        facts=drawn.facts,
        count=drawn.count,
        bound=drawn.bound,
        decline=wording.decline.format_map(drawn.words),
    )
    return computed(question, snapshot)
