"""Units are understood from the publisher's words."""

from decimal import Decimal

import pytest

from tieout.facts.unit import Unit


@pytest.mark.parametrize(
    ("text", "percent", "rate"),
    [
        ("% of population", True, False),
        ("% per year", True, True),
        ("annual %", True, True),
        ("people", False, False),
        ("%", True, False),
    ],
)
def test_percentages_and_rates_are_told_apart(text: str, percent: bool, rate: bool) -> None:
    """A share of something and a growth rate are both percentages, but not the same kind."""
    unit = Unit(text)
    assert (unit.is_percent, unit.is_percent_rate) == (percent, rate)


@pytest.mark.parametrize(
    ("text", "currency", "basis", "base_year"),
    [
        ("current US$", "USD", "current", None),
        ("current US$ per person", "USD", "current", None),
        ("constant 2015 US$", "USD", "constant", 2015),
        ("current international $ per person", "INT", "PPP current", None),
        ("constant 2021 international $ per person employed", "INT", "PPP constant", 2021),
        ("current LCU", "LCU", "current", None),
        ("local currency units per US$", None, "", None),
        ("years", None, "", None),
    ],
)
def test_currency_and_price_basis(text: str, currency: str | None, basis: str, base_year: int | None) -> None:
    """Currency, price basis and base year come from the words."""
    unit = Unit(text)
    assert (unit.currency, unit.basis, unit.base_year) == (currency, basis, base_year)


@pytest.mark.parametrize(
    ("text", "per", "denominator"),
    [
        ("per 1,000 live births", Decimal(1000), "live births"),
        ("per 100,000 people", Decimal(100000), "people"),
        ("% of labour force", Decimal(100), "labour force"),
        ("kWh per person", Decimal(1), "person"),
        ("people", None, ""),
        ("% per year", None, ""),
    ],
)
def test_denominators(text: str, per: Decimal | None, denominator: str) -> None:
    """What a value is counted per is part of its unit."""
    assert (Unit(text).per, Unit(text).denominator) == (per, denominator)


@pytest.mark.parametrize("text", ["people", "current US$", "constant 2015 US$", "TEU", "sq. km"])
def test_counts_and_money_may_be_summed(text: str) -> None:
    """A total of counts means something."""
    assert Unit(text).is_additive


@pytest.mark.parametrize(
    "text",
    [
        "% of population",
        "years",
        "current US$ per person",
        "index (0-100)",
        "per 1,000 people",
        "births per woman",
    ],
)
def test_shares_and_averages_may_not_be_summed(text: str) -> None:
    """A total of shares, ages, indexes or per-head values means nothing."""
    assert not Unit(text).is_additive
