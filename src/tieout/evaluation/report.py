"""The report of a run: counts of every grade, per model and path, every attempt in the denominator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tieout.evaluation.attempt import Attempt
from tieout.evaluation.questions import Question
from tieout.evaluation.scoring import Grade, Graded, grade
from tieout.facts.names import Names

__all__ = ["Marked", "Summary", "marked", "summaries", "summary_document"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """An attempt, and what it is worth; None where the model could not run the path."""

    attempt: Attempt
    graded: Graded | None


def marked(attempts: Iterable[Attempt], questions: Sequence[Question], names: Names) -> tuple[Marked, ...]:
    """Return each attempt with its grade, by the scorer of today, without those at other questions."""
    asked = {(question.id, question.digest): question for question in questions}
    return tuple(
        Marked(
            attempt=attempt,
            graded=None
            if attempt.not_run
            else grade(asked[attempt.question_id, attempt.digest], attempt.outcome, names),
        )
        for attempt in attempts
        if (attempt.question_id, attempt.digest) in asked
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """How one model did on one path.

    Attributes:
        model: Its name.
        path: The information path.
        attempts: How many questions were asked, repeats counted.
        not_run: How many could not be asked, because the model cannot run the path.
        grades: How many attempts got each grade; every grade stands here, also with zero.
        kinds: For each kind of question, how many of its attempts were right, and how many there were.
    """

    model: str
    path: str
    attempts: int
    not_run: int
    grades: Mapping[Grade, int]
    kinds: Mapping[str, tuple[int, int]]

    @property
    def right(self) -> int:
        """Attempts that ended as they should: right answers shown, unanswerable questions declined."""
        return self.grades[Grade.SHOWN_RIGHT] + self.grades[Grade.DECLINED_RIGHTLY]


def summaries(attempts: Iterable[Marked]) -> tuple[Summary, ...]:
    """Return a summary of each model and path, in the order in which they were first met."""
    groups: dict[tuple[str, str], list[Marked]] = {}
    for each in attempts:
        groups.setdefault((each.attempt.model, each.attempt.path), []).append(each)
    return tuple(_summary(model, path, group) for (model, path), group in groups.items())


def _summary(model: str, path: str, group: list[Marked]) -> Summary:
    run = [(each.attempt, each.graded.grade) for each in group if each.graded is not None]
    counted = Counter(found for _, found in run)
    kinds: dict[str, tuple[int, int]] = {}
    for attempt, found in run:
        right, asked = kinds.get(attempt.kind, (0, 0))
        kinds[attempt.kind] = (right + found.is_right, asked + 1)
    return Summary(
        model=model,
        path=path,
        attempts=len(run),
        not_run=len(group) - len(run),
        grades={each: counted[each] for each in Grade},
        kinds=kinds,
    )


def summary_document(summary: Summary) -> dict[str, object]:
    """Return the JSON form of a summary."""
    return {
        "model": summary.model,
        "path": summary.path,
        "attempts": summary.attempts,
        "not_run": summary.not_run,
        "right": summary.right,
        "grades": {each.value: count for each, count in summary.grades.items()},
        "kinds": {kind: {"right": right, "asked": asked} for kind, (right, asked) in summary.kinds.items()},
    }
