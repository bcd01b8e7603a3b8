"""Derivations are exact; rounding happens once, at the end."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.facts import derivation as d

NUMBERS = st.decimals(min_value=-(10**12), max_value=10**12, allow_nan=False, allow_infinity=False, places=6)


def test_the_figures_of_nigerias_gdp() -> None:
    """The change from 2023 to 2024 as the data set has it."""
    before, after = Decimal("487387000000.5"), Decimal("252261000000.25")
    assert d.difference(before, after) == Fraction("-235126000000.25")
    assert d.round_to(d.percent_change(before, after), 2) == Decimal("-48.24")


def test_percent_change_of_a_negative_start_keeps_its_direction() -> None:
    """From -4 to -2 is a rise of 50 percent, not a fall."""
    assert d.percent_change(Decimal(-4), Decimal(-2)) == 50


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (d.percent_change, (Decimal(0), Decimal(1))),
        (d.ratio, (Decimal(1), Decimal(0))),
        (d.share, (Decimal(1), Decimal(0))),
    ],
)
def test_nothing_is_divided_by_zero(
    function: Callable[..., Fraction], arguments: tuple[Decimal, Decimal]
) -> None:
    """A zero base has no quotient; the caller must say so."""
    with pytest.raises(ZeroDivisionError):
        function(*arguments)


def test_median_of_even_and_odd_numbers() -> None:
    """The two middle values are averaged exactly."""
    assert d.median([Decimal(3), Decimal(1), Decimal(2)]) == 2
    assert d.median([Decimal(3), Decimal(1), Decimal(2), Decimal(4)]) == Fraction(5, 2)


def test_equal_values_share_the_better_place() -> None:
    """Standard competition ranking, from either end."""
    values = [Decimal(5), Decimal(9), Decimal(5), Decimal(1)]
    assert d.rank(Decimal(5), values, "highest first") == 2
    assert d.rank(Decimal(5), values, "lowest first") == 2
    assert d.rank(Decimal(1), values, "lowest first") == 1


def test_growth_per_year_is_the_compound_rate() -> None:
    """21 percent in two years is 10 percent a year."""
    assert d.round_to(d.growth_per_year(Decimal(100), Decimal(121), 2), 40) == 10
    with pytest.raises(ValueError, match="above zero"):
        d.growth_per_year(Decimal(-1), Decimal(3), 2)
    with pytest.raises(ValueError, match="one year"):
        d.growth_per_year(Decimal(1), Decimal(3), 0)


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        ("2.5", 0, "3"),
        ("-2.5", 0, "-3"),
        ("-0.004", 2, "0.00"),
        ("1234567", -3, "1235000"),
        ("0.125", 2, "0.13"),
    ],
)
def test_halves_round_away_from_zero(value: str, places: int, text: str) -> None:
    """Both signs alike, and never a negative zero."""
    assert str(d.round_to(Decimal(value), places)) == text


@given(NUMBERS, NUMBERS)
def test_a_difference_undoes_itself(earlier: Decimal, later: Decimal) -> None:
    """Exactness: adding the difference gives the later value, to the last digit."""
    assert Fraction(earlier) + d.difference(earlier, later) == Fraction(later)


@given(NUMBERS)
def test_exact_text_of_a_finite_decimal_is_the_number(value: Decimal) -> None:
    """No digit is lost and no exponent is written."""
    text = d.exact_text(value)
    assert Decimal(text) == value
    assert "E" not in text


def test_exact_text_of_a_repeating_decimal_is_cut() -> None:
    """Fifteen significant digits unless asked for others."""
    assert d.exact_text(Fraction(1, 3)) == "0.333333333333333"
    assert d.exact_text(Fraction(2, 3), digits=3) == "0.667"
