"""A measure is known by its vocabulary and by its own label."""

import pytest

from tieout.checking.measure import measure_of, stems


def test_spellings_meet_in_their_stems() -> None:
    """Plural, British and American spellings are one word."""
    assert stems("Labour forces, women") == stems("labor force, woman")


@pytest.mark.parametrize(
    ("label", "unit", "sex", "growth"),
    [
        ("Life expectancy at birth, female (years)", "years", "female", False),
        ("GDP growth (annual %)", "% per year", "", True),
        ("Population, total", "people", "", False),
    ],
)
def test_traits_come_from_the_label(label: str, unit: str, sex: str, growth: bool) -> None:
    """Sex and growth are read from label and unit."""
    measure = measure_of("X", label, unit)
    assert (measure.sex, measure.growth) == (sex, growth)


def test_two_base_years_are_two_measures() -> None:
    """So that no change is ever computed between them."""
    first = measure_of("Y", "GDP per capita, PPP", "constant 2017 international $ per person")
    second = measure_of("Y", "GDP per capita, PPP", "constant 2021 international $ per person")
    assert first is not second
    assert (first.unit.base_year, second.unit.base_year) == (2017, 2021)
