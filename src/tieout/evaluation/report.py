"""The report of a run: counts of every grade, per model and path, every attempt in the denominator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tieout.evaluation.runner import Attempt
from tieout.evaluation.scoring import Grade

__all__ = ["Summary", "summaries", "summary_document"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """How one model did on one path.

    Attributes:
        model: Its name.
        path: The information path.
        attempts: How many questions were asked, repeats counted.
        grades: How many attempts got each grade; every grade stands here, also with zero.
        kinds: For each kind of question, how many of its attempts were right, and how many there were.
    """

    model: str
    path: str
    attempts: int
    grades: Mapping[Grade, int]
    kinds: Mapping[str, tuple[int, int]]

    @property
    def right(self) -> int:
        """Attempts that ended as they should: right answers shown, unanswerable questions declined."""
        return self.grades[Grade.SHOWN_RIGHT] + self.grades[Grade.DECLINED_RIGHTLY]


def summaries(attempts: Iterable[Attempt]) -> tuple[Summary, ...]:
    """Return a summary of each model and path, in the order in which they were first met."""
    groups: dict[tuple[str, str], list[Attempt]] = {}
    for attempt in attempts:
        groups.setdefault((attempt.model, attempt.path), []).append(attempt)
    return tuple(_summary(model, path, group) for (model, path), group in groups.items())


def _summary(model: str, path: str, group: list[Attempt]) -> Summary:
    counted = Counter(attempt.grade for attempt in group)
    kinds: dict[str, tuple[int, int]] = {}
    for attempt in group:
        right, asked = kinds.get(attempt.kind, (0, 0))
        kinds[attempt.kind] = (right + attempt.grade.is_right, asked + 1)
    return Summary(
        model=model,
        path=path,
        attempts=len(group),
        grades={each: counted[each] for each in Grade},
        kinds=kinds,
    )


def summary_document(summary: Summary) -> dict[str, object]:
    """Return the JSON form of a summary."""
    return {
        "model": summary.model,
        "path": summary.path,
        "attempts": summary.attempts,
        "right": summary.right,
        "grades": {each.value: count for each, count in summary.grades.items()},
        "kinds": {kind: {"right": right, "asked": asked} for kind, (right, asked) in summary.kinds.items()},
    }
