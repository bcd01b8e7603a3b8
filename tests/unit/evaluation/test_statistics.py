"""Intervals and tests are what the books say, and equal runs give equal ones."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tieout.evaluation.statistics import bootstrap, quantile, sign_test, wilson


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 10, 0.0179, 0.4042),
        (81, 263, 0.2553, 0.3662),
        (0, 0, 0, 1),
    ],
)
def test_wilson_is_what_the_formula_gives(part: int, whole: int, low: float, high: float) -> None:
    """Newcombe's example 81 of 263 too; nothing counted says nothing."""
    found = wilson(part, whole)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@pytest.mark.parametrize(
    ("more", "fewer", "p"),
    [(0, 0, Fraction(1)), (5, 0, Fraction(1, 16)), (0, 6, Fraction(1, 32)), (9, 1, Fraction(11, 512))],
)
def test_the_sign_test_is_exact_and_two_sided(more: int, fewer: int, p: Fraction) -> None:
    """As fractions: no table and no normal approximation."""
    assert sign_test(more, fewer) == p == sign_test(fewer, more)


def test_no_split_is_likelier_than_one() -> None:
    """An even split has probability one, not more."""
    assert all(sign_test(count, count) == 1 for count in range(1, 12))


def share(sample: object) -> float:
    """Return the share right of clusters of attempts."""
    clusters = (
        [cluster for cluster in sample if isinstance(cluster, list)] if isinstance(sample, list) else []
    )
    return sum(map(sum, clusters)) / sum(map(len, clusters))


def test_the_bootstrap_repeats_itself_and_holds_the_share() -> None:
    """The same seed gives the same interval, another seed another one nearby."""
    clusters = [[True, True], [False, False], [True, False], [True, True]] * 10
    first = bootstrap(clusters, share, seed=1)
    assert first == bootstrap(clusters, share, seed=1)
    assert first is not None
    assert first.low < share(clusters) < first.high
    other = bootstrap(clusters, share, seed=2)
    assert other is not None
    assert abs(first.low - other.low) < 0.05


def test_repeats_of_a_question_make_no_interval_narrower() -> None:
    """Ten equal repeats of each question say as much as one: the question is drawn, not the answer."""
    once = [[True], [False], [True], [True]] * 5
    often = [cluster * 10 for cluster in once]
    assert bootstrap(once, share) == bootstrap(often, share)
    few, many = wilson(15, 20), wilson(150, 200)
    assert many.high - many.low < few.high - few.low


def test_of_one_question_nothing_is_drawn() -> None:
    """There is no spread to see."""
    assert bootstrap([[True]], share) is None


def test_where_no_sample_says_anything_there_is_no_interval() -> None:
    """A statistic that is not a number stays none."""
    assert bootstrap([1, 2], lambda _: float("nan")) is None


def test_quantiles_lie_between_their_neighbours() -> None:
    """The ends are the ends."""
    assert [quantile([1.0, 3.0, 9.0], share) for share in (0.0, 0.25, 0.5, 1.0)] == [1.0, 2.0, 3.0, 9.0]
