"""Counts with their intervals: Wilson for shares, the bootstrap over questions, the exact sign test.

All of it is the standard library's: exact binomials as fractions, no tables and no approximations but the
normal quantile in Wilson's formula. A number drawn at random comes from a seed, so equal runs give equal
reports.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeVar

__all__ = ["DRAWS", "SEED", "Interval", "bootstrap", "quantile", "sign_test", "wilson"]

Cluster = TypeVar("Cluster")

SEED: Final = 20261130
"""The seed of the bootstrap, unless another is asked for."""
DRAWS: Final = 2000
"""How many samples the bootstrap draws."""

_Z: Final = 1.959963984540054
_LEVEL: Final = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95% interval."""

    low: float
    high: float


def wilson(part: int, whole: int) -> Interval:
    """Return the 95% Wilson score interval of a share, from 0 to 1; all of that where nothing was counted.

    Wilson, E. B. (1927), Journal of the American Statistical Association 22, 209-212.

    >>> found = wilson(27, 27)
    >>> round(found.low, 3), found.high
    (0.875, 1.0)
    """
    if not whole:
        return Interval(0.0, 1.0)
    share = part / whole
    centre = (share + _Z * _Z / (2 * whole)) / (1 + _Z * _Z / whole)
    half = _Z * math.sqrt(share * (1 - share) / whole + _Z * _Z / (4 * whole * whole)) / (1 + _Z * _Z / whole)
    low = 0.0 if part == 0 else max(0.0, centre - half)
    return Interval(low, 1.0 if part == whole else min(1.0, centre + half))


def sign_test(more: int, fewer: int) -> Fraction:
    """Return the exact two-sided probability of a split as uneven, were both sides equally likely.

    Of pairs that differ, ``more`` went one way and ``fewer`` the other; pairs that agree say nothing. For yes
    and no this is the exact test of McNemar.

    >>> sign_test(1, 5), sign_test(3, 3), sign_test(0, 0)
    (Fraction(7, 32), Fraction(1, 1), Fraction(1, 1))
    """
    count = more + fewer
    tail = sum(math.comb(count, number) for number in range(min(more, fewer) + 1))
    return min(Fraction(1), Fraction(2 * tail, 2**count))


def bootstrap(
    clusters: Sequence[Cluster],
    statistic: Callable[[Sequence[Cluster]], float],
    *,
    seed: int = SEED,
    draws: int = DRAWS,
) -> Interval | None:
    """Return the 95% percentile interval of a statistic over clusters drawn again with replacement.

    Args:
        clusters: One a question, with all its repeats: what is drawn is the question, not the answer.
        statistic: Of a sample of clusters; not a number for one of which nothing can be said.
        seed: Where the draws start.
        draws: How many samples.

    Returns:
        The interval; None for fewer than two clusters, or where nothing can be said of any sample.
    """
    if len(clusters) < 2:
        return None
    chance = random.Random(seed)
    found = [statistic(chance.choices(clusters, k=len(clusters))) for _ in range(draws)]
    known = sorted(each for each in found if not math.isnan(each))
    if not known:
        return None
    rest = (1 - _LEVEL) / 2
    return Interval(quantile(known, rest), quantile(known, 1 - rest))


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return the value below which a share of ordered values lies, between neighbours in proportion.

    >>> quantile([1.0, 2.0, 4.0], 0.5), quantile([1.0, 2.0], 0.25)
    (2.0, 1.25)
    """
    place = share * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)
