"""Amounts: rounded once, half away from zero, in the words of their unit."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.facts.unit import Unit
from tieout.writing.amounts import amount, bound, cited, multiple, percent, points

PEOPLE, USD, YEARS = Unit("people"), Unit("current US$"), Unit("years")


@pytest.mark.parametrize(
    ("value", "unit", "written"),
    [
        ("41262329", PEOPLE, "41,262,329"),
        ("86061668.5", PEOPLE, "86,061,669"),
        ("2270076189683.46", USD, "US$2.27 trillion"),
        ("999999999999", USD, "US$1 trillion"),
        ("252260000000", USD, "US$252.26 billion"),
        ("4167588.07", USD, "US$4.17 million"),
        ("54282.6", Unit("current US$ per person"), "US$54,283"),
        ("806.954", Unit("current US$ per person"), "US$806.95"),
        ("-3200000000", USD, "-US$3.2 billion"),
        ("84.0405", YEARS, "84.04 years"),
        ("84", YEARS, "84 years"),
        ("93.40", Unit("% of population"), "93.4%"),
        ("100", Unit("% of population"), "100%"),
        ("5211.2", Unit("PPP (constant 2021 international $)"), "5,211 international dollars"),
        ("0.00431", Unit("tonnes"), "0.0043 tonnes"),
        ("12.5", Unit("index (0-100)"), "12.5"),
    ],
)
def test_levels_are_written_in_the_words_of_their_unit(value: str, unit: Unit, written: str) -> None:
    """Whole values whole, large money with a scale word, the rest to two decimals without idle zeros."""
    assert str(amount(Decimal(value), unit)) == written


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("12.9061", "12.9 times"),
        ("3.1714", "3.17 times"),
        ("1", "1 times"),
        ("0.07748", "0.0775 times"),
        ("0", "0 times"),
    ],
)
def test_multiples_keep_about_three_digits(value: str, written: str) -> None:
    """One decimal from ten up, two from one up, three digits below."""
    assert str(multiple(Decimal(value))) == written


def test_percentages_and_points_are_told_apart() -> None:
    """A percentage has its sign, a difference of two its words, in the singular for one."""
    assert str(percent(Decimal("37.1456"))) == "37.15%"
    assert str(points(Decimal("15.2"))) == "15.2 percentage points"
    assert str(points(Decimal(1))) == "1 percentage point"


@pytest.mark.parametrize(
    ("value", "unit", "written"),
    [
        (40_000_000, PEOPLE, "40 million"),
        (1_200_000_000, PEOPLE, "1.2 billion"),
        (41_262_329, PEOPLE, "41,262,329"),
        (50, Unit("% of population"), "50%"),
        (10**12, USD, "US$1 trillion"),
        (50_000, PEOPLE, "50,000"),
    ],
)
def test_bounds_are_said_as_people_say_them(value: int, unit: Unit, written: str) -> None:
    """A round count takes a scale word, and loses nothing by it."""
    assert str(bound(Fraction(value), unit)) == written


def test_a_marker_follows_the_amount() -> None:
    """The marker of a fact stands behind number and unit; without a ref there is none."""
    assert cited(amount(Decimal("84.04"), YEARS), "e7") == "84.04 years [e7]"
    assert cited(amount(Decimal("84.04"), YEARS)) == "84.04 years"


@given(
    st.decimals(min_value=0, max_value=10**14, places=4),
    st.sampled_from([PEOPLE, USD, YEARS, Unit("% of x")]),
)
def test_what_is_written_lies_within_half_a_unit_of_its_last_digit(value: Decimal, unit: Unit) -> None:
    """Rule 6: the true value can be rounded to what is written, at the precision shown."""
    number = amount(value, unit).number.removeprefix("US$").rstrip("%").replace(",", "")
    digits, _, scale = number.partition(" ")
    factor = 10 ** {"": 0, "million": 6, "billion": 9, "trillion": 12}[scale]
    decimals = len(digits.partition(".")[2])
    half = Fraction(factor, 2 * 10**decimals)
    assert abs(Fraction(digits) * factor - Fraction(value)) <= half
