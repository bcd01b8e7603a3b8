"""Two runs of the same questions, paired by question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from tieout.evaluation.reported import Paired
from tieout.evaluation.statistics import SEED, bootstrap, sign_test

if TYPE_CHECKING:
    from tieout.evaluation.reporting import Judged
    from tieout.evaluation.scoring import Grade

__all__ = ["paired", "shares_so"]

_PLACES: Final = 6


def shares_so(group: Iterable[Judged], is_so: Callable[[Judged], bool]) -> dict[str, tuple[int, int]]:
    """Return, for each question, of how many of its attempts something is so, and how many there were."""
    found: dict[str, tuple[int, int]] = {}
    for each in group:
        if each.graded is not None:
            so, asked = found.get(each.question.id, (0, 0))
            found[each.question.id] = (so + is_so(each), asked + 1)
    return found


def paired(
    first: tuple[str, str],
    ones: Iterable[Judged],
    second: tuple[str, str],
    others: Iterable[Judged],
    *,
    grade: Grade | None = None,
    seed: int = SEED,
) -> Paired | None:
    """Return what two runs differ in, over the questions that both were asked; None where there is none.

    A question counts for the run of which it was so more often: with one repeat that is McNemar's test.

    Args:
        first: Model and path of the one.
        ones: Its attempts.
        second: Model and path of the other.
        others: Its attempts.
        grade: The grade that is counted; right ones by default.
        seed: Of the bootstrap.
    """

    def is_so(each: Judged) -> bool:
        return each.is_right if grade is None else each.graded is not None and each.graded.grade is grade

    left, right = shares_so(ones, is_so), shares_so(others, is_so)
    both = [question for question in left if question in right]
    if not both:
        return None
    pairs = [(left[question], right[question]) for question in both]
    signs = [_sign(one, other) for one, other in pairs]
    more, fewer = sum(sign > 0 for sign in signs), sum(sign < 0 for sign in signs)
    interval = bootstrap(pairs, _difference, seed=seed)
    return Paired(
        of="right" if grade is None else str(grade),
        first=first,
        second=second,
        questions=len(both),
        first_only=fewer,
        second_only=more,
        both=len(both) - more - fewer,
        p=round(float(sign_test(more, fewer)), _PLACES),
        difference=round(_difference(pairs), _PLACES),
        low=None if interval is None else round(interval.low, _PLACES),
        high=None if interval is None else round(interval.high, _PLACES),
    )


_Pair = tuple[tuple[int, int], tuple[int, int]]


def _sign(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Return 1 where the other was right more often, -1 where the one was, else 0; exactly."""
    gap = other[0] * one[1] - one[0] * other[1]
    return (gap > 0) - (gap < 0)


def _difference(pairs: Sequence[_Pair]) -> float:
    """Return the mean over questions of the difference of their shares right."""
    return sum(other[0] / other[1] - one[0] / one[1] for one, other in pairs) / len(pairs)
