"""Two runs of the same questions, paired by question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from tieout.evaluation.reported import Paired
from tieout.evaluation.statistics import bootstrap, sign_test

if TYPE_CHECKING:
    from tieout.evaluation.reporting import Judged

__all__ = ["paired", "shares_right"]

_PLACES: Final = 6


def shares_right(group: Iterable[Judged]) -> dict[str, tuple[int, int]]:
    """Return, for each question, how many of its attempts were right, and how many there were."""
    found: dict[str, tuple[int, int]] = {}
    for each in group:
        if each.graded is not None:
            right, asked = found.get(each.question.id, (0, 0))
            found[each.question.id] = (right + each.is_right, asked + 1)
    return found


def paired(
    first: str, ones: Iterable[Judged], second: str, others: Iterable[Judged], *, seed: int | None = None
) -> Paired | None:
    """Return what two runs differ in, over the questions that both were asked; None where there is none.

    A question counts for the run that was right on it more often: with one repeat that is McNemar's test.

    Args:
        first: What the one is called.
        ones: Its attempts.
        second: What the other is called.
        others: Its attempts.
        seed: Of the bootstrap; one of ours by default.
    """
    left, right = shares_right(ones), shares_right(others)
    both = [question for question in left if question in right]
    if not both:
        return None
    pairs = [(left[question], right[question]) for question in both]
    signs = [_sign(one, other) for one, other in pairs]
    interval = bootstrap(pairs, _difference) if seed is None else bootstrap(pairs, _difference, seed=seed)
    return Paired(
        first=first,
        second=second,
        questions=len(both),
        first_only=sum(sign < 0 for sign in signs),
        second_only=sum(sign > 0 for sign in signs),
        both=sum(sign == 0 for sign in signs),
        p=round(float(sign_test(sum(sign > 0 for sign in signs), sum(sign < 0 for sign in signs))), _PLACES),
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
