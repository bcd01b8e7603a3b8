"""What may be written for a true value (rules 6, 7 and 11)."""

from fractions import Fraction

import pytest

from tieout.checking.mention import Bound, Mention, NumberKind
from tieout.checking.numbers import scan
from tieout.checking.rounding import Fit, fits, is_rounded, rounding_step

OK, COARSE, NO = Fit.OK, Fit.TOO_COARSE, Fit.NO


def only(text: str) -> Mention:
    """Return the one mention of a text."""
    (mention,) = scan(text)
    return mention


@pytest.mark.parametrize(
    ("written", "true", "fit"),
    [
        ("41.3 million", "41262329", OK),
        ("41.3 million", "41250000", OK),
        ("41.3 million", "41350000", OK),
        ("41.3 million", "41350001", NO),
        ("41.3 million", "41249999", NO),
        ("37.15%", "37.145", OK),
        ("37.15%", "37.1449", NO),
        ("1.0 billion", "999999999", OK),
        ("1 billion", "1450000000", COARSE),
        ("1 billion", "1111111111", OK),
        ("1 billion", "1111111112", COARSE),
        ("1 billion", "1500000001", NO),
        ("60 million", "60789140", NO),
        ("61 million", "60789140", OK),
        ("60 million", "60499999", OK),
        ("a thousand", "1090", OK),
        ("a thousand", "1200", COARSE),
        ("64,000", "64000", OK),
        ("64,000", "64001", NO),
        ("64,000", "64000.5", OK),
        ("forty-one percent", "41.5", OK),
        ("forty-one percent", "41.6", NO),
        ("5", "4.5", OK),
        ("0.0%", "-0.04", OK),
        ("-9.0%", "-8.95", OK),
        ("-9.0%", "8.95", NO),
        ("25 basis points", "25.4", OK),
        ("12.9 times", "12.85", OK),
        ("12.9 times", "12.84", NO),
        ("37 to 1", "37.05", OK),
        ("half a million", "525000", OK),
        ("half a million", "525001", NO),
        ("a third", "0.35", OK),
        ("a third", "0.3167", OK),
        ("a third", "0.351", NO),
        ("1 in 5", "0.21", OK),
        ("1 in 5", "0.2101", NO),
        ("doubled", "1.9", OK),
        ("doubled", "2.1", OK),
        ("doubled", "2.11", NO),
        ("halved", "0.475", OK),
        ("three times", "3.15", OK),
    ],
)
def test_a_number_stands_for_what_rounds_to_it(written: str, true: str, fit: Fit) -> None:
    """Half a unit of the last digit, both edges included; scale words at most 10% off; ratios in words 5%."""
    assert fits(Fraction(true), only(written)) is fit


@pytest.mark.parametrize(
    ("bound", "written", "true", "fit"),
    [
        (Bound.ABOUT, "64,000", "63600", OK),
        (Bound.ABOUT, "64,000", "64501", NO),
        (Bound.ABOUT, "$64,000", "63600", OK),
        (Bound.ABOUT, "2,000,000", "2100000", OK),
        (Bound.ABOUT, "2,000,000", "2300000", COARSE),
        (Bound.ABOUT, "70", "70.5", OK),
        (Bound.ABOUT, "70", "73", NO),
        (Bound.ABOUT, "900", "901", NO),
        (Bound.ABOUT, "2000%", "2100", NO),
        (Bound.ABOUT, "60 million", "60789140", NO),
        (Bound.ABOUT, "a third", "0.36", NO),
        (Bound.MORE, "2 million", "2000001", OK),
        (Bound.MORE, "2 million", "2000000", NO),
        (Bound.MORE, "doubled", "2.01", OK),
        (Bound.MORE, "doubled", "2", NO),
        (Bound.AT_LEAST, "2 million", "2000000", OK),
        (Bound.AT_LEAST, "2 million", "1999999", NO),
        (Bound.LESS, "5%", "4.99", OK),
        (Bound.LESS, "5%", "5", NO),
        (Bound.AT_MOST, "5%", "5", OK),
        (Bound.AT_MOST, "5%", "5.01", NO),
        (Bound.NEARLY, "2 million", "1900000", OK),
        (Bound.NEARLY, "2 million", "1899999", NO),
        (Bound.NEARLY, "2 million", "2000000", NO),
        (Bound.NEARLY, "doubled", "1.8", OK),
        (Bound.NEARLY, "doubled", "1.79", NO),
        (Bound.NEARLY, "doubled", "2", NO),
        (Bound.NEARLY, "three quarters", "0.742", OK),
        (Bound.NEARLY, "37 to 1", "34", OK),
        (Bound.NEARLY, "-5%", "-4.8", OK),
        (Bound.NEARLY, "-5%", "-5.1", NO),
        (Bound.JUST_OVER, "2 million", "2005076", OK),
        (Bound.JUST_OVER, "2 million", "2100001", NO),
        (Bound.JUST_OVER, "2 million", "2000000", NO),
        (Bound.JUST_OVER, "a fifth", "0.22", OK),
        (Bound.JUST_OVER, "a fifth", "0.221", NO),
        (Bound.JUST_OVER, "-5%", "-5.2", OK),
        (Bound.JUST_OVER, "-5%", "-4.9", NO),
    ],
)
def test_words_of_bound_are_one_sided(bound: Bound, written: str, true: str, fit: Fit) -> None:
    """More and less must be true; nearly and just over reach 5%, a ratio 10%; about widens only zeros."""
    assert fits(Fraction(true), only(written), bound) is fit


def test_a_sign_of_bound_counts_where_no_word_does() -> None:
    """The sign in ">5%" is more than 5%; a word before it is stronger."""
    assert fits(Fraction(6), only(">5%"))
    assert not fits(Fraction(5), only(">5%"))
    assert fits(Fraction(5), only(">5%"), Bound.AT_LEAST)


def test_what_has_no_value_fits_nothing() -> None:
    """An unreadable number is true of no value."""
    assert fits(Fraction(7), only("7,8")) is Fit.NO


def test_the_rounding_can_be_asked_for() -> None:
    """The step and whether it is rounding are what the messages for a person are made of."""
    written = only("64,000")
    assert rounding_step(written) == 1
    assert rounding_step(written, Bound.ABOUT) == 1000
    assert not is_rounded(written)
    assert is_rounded(written, Bound.ABOUT)
    assert is_rounded(only("5 million"))
    assert not is_rounded(Mention(start=0, end=1, text="x", kind=NumberKind.UNREADABLE, zeros=3), Bound.ABOUT)
