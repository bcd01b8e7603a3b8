"""Currencies: how two ways of writing one go together."""

import pytest

from tieout.checking.numbers.currencies import ADJECTIVES, CODES, MINOR, NOUNS, SIGNS, agree, of_sign


@pytest.mark.parametrize(
    ("first", "second", "together"),
    [
        ("USD", "USD", "USD"),
        ("USD?", "CAD", "CAD"),
        ("CAD", "USD?", "CAD"),
        ("USD?", "USD?", "USD?"),
        ("GBP", "GBP?", "GBP"),
        ("JPY?", "CNY", "CNY"),
        ("USD", "CAD", None),
        ("USD?", "EUR", None),
        ("INR?", "GBP", None),
    ],
)
def test_two_currencies_agree_or_contradict(first: str, second: str, together: str | None) -> None:
    """An open marker takes the currency of the other; two different ones are none."""
    assert agree(first, second) == together


def test_a_sign_that_is_not_known_stays_open() -> None:
    """A dollar of a country that is not in the table is a currency that no row has."""
    assert of_sign("XY$") == "XY$?"
    assert of_sign("USD") == "USD"


def test_every_currency_is_a_code_or_open() -> None:
    """The tables hold three capitals, or those with a question mark, and nothing else."""
    for table in (SIGNS, CODES, NOUNS, MINOR, ADJECTIVES):
        for currency in table.values():
            assert len(currency.rstrip("?")) == 3
            assert currency.isupper()
