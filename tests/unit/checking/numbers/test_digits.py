"""Digits with separators, read or refused."""

from fractions import Fraction

import pytest

from tieout.checking.numbers.digits import LONGEST, Digits, read_digits, read_scientific


@pytest.mark.parametrize(
    ("written", "value", "step", "zeros"),
    [
        ("0", "0", "1", 0),
        ("7", "7", "1", 0),
        ("700", "700", "1", 2),
        ("41,262,329", "41262329", "1", 0),
        ("41 262 329", "41262329", "1", 0),
        ("41'262'329", "41262329", "1", 0),
        ("12,34,567", "1234567", "1", 0),
        ("0.782", "0.782", "0.001", 0),
        (".5", "0.5", "0.1", 0),
        ("3,400.60", "3400.6", "0.01", 0),
        ("100.0", "100", "0.1", 0),
        ("9" * LONGEST, "9" * LONGEST, "1", 0),
    ],
)
def test_digits_give_value_step_and_zeros(written: str, value: str, step: str, zeros: int) -> None:
    """The value is exact, the step one unit of the last digit, zeros count at the end of a whole number."""
    digits = read_digits(written)
    assert isinstance(digits, Digits)
    assert (digits.value, digits.step, digits.zeros) == (Fraction(value), Fraction(step), zeros)
    assert digits.whole == ("." not in written)


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("7,8", "a comma that sets no three digits apart"),
        ("1,234,56", "a comma that sets no three digits apart"),
        ("1,234'567", "a comma that sets no three digits apart"),
        ("1.234.567", "several decimal points"),
        ("0,123,456", "a number that starts with zero"),
        ("01", "a number that starts with zero"),
        ("12'34", "separators that do not agree"),
        ("1 234'567", "separators that do not agree"),
        ("٤١", "digits of another script"),
        ("1" * (LONGEST + 1), "more digits than any statistic has"),
    ],
)
def test_what_cannot_be_read_says_why(written: str, reason: str) -> None:
    """A decimal comma or a mixed separator is never guessed, and the reason can be shown to an editor."""
    assert read_digits(written) == reason


@pytest.mark.parametrize(
    ("written", "value", "step"),
    [
        ("1e6", "1000000", "1000000"),
        ("1.2E-4", "0.00012", "0.00001"),
        ("8.3 × 10⁷", "83000000", "1000000"),
        ("8.3x10^-2", "0.083", "0.001"),
        ("8.3*10^−2", "0.083", "0.001"),
        ("2 × 10⁻³", "0.002", "0.001"),
    ],
)
def test_powers_of_ten_are_one_number(written: str, value: str, step: str) -> None:
    """Base and power make one value with the base's last digit as its step."""
    digits = read_scientific(written)
    assert isinstance(digits, Digits)
    assert (digits.value, digits.step) == (Fraction(value), Fraction(step))


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("1e31", "a power of ten that no statistic has"),
        ("1e-99999", "a power of ten that no statistic has"),
        ("٤e5", "digits of another script"),
        ("e5", "a power that cannot be read"),
        ("1e--5", "a power that cannot be read"),
    ],
)
def test_a_power_out_of_bounds_is_refused(written: str, reason: str) -> None:
    """A huge power would cost time and space and is no statistic."""
    assert read_scientific(written) == reason
