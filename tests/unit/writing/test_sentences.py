"""Sentences about one or two facts: the house style, form by form."""

import pytest
from tests.unit.writing.conftest import FactMaker

from tieout.facts.observation import Status
from tieout.writing import sentences
from tieout.writing.subjects import Subjects


def test_a_value_carries_area_indicator_number_and_year(subjects: Subjects, fact: FactMaker) -> None:
    """An answer is read on its own later, so the sentence says everything itself."""
    said = sentences.value(subjects, fact("CAN", "SP.POP.TOTL", 2024, "41262329"))
    assert said == "Canada's population was 41,262,329 [e1] in 2024."


def test_a_share_of_the_population_is_said_by_what_it_did(subjects: Subjects, fact: FactMaker) -> None:
    """People use the internet; the world's share is said by the noun."""
    country = sentences.value(subjects, fact("CAN", "IT.NET.USER.ZS", 2024, "94.35"))
    world = sentences.value(subjects, fact("WLD", "IT.NET.USER.ZS", 2024, "71.2"))
    assert country == "In Canada, 94.35% [e1] of the population used the internet in 2024."
    assert world == "The world's internet use was 71.2% [e1] in 2024."


def test_the_latest_value_names_its_year(subjects: Subjects, fact: FactMaker) -> None:
    """Rule 12: latest must name its year."""
    said = sentences.value(subjects, fact("JPN", "SP.DYN.LE00.IN", 2024, "84.04"), latest=True)
    expected = "Japan's life expectancy at birth was 84.04 years [e1] in 2024, the latest year with a value."
    assert said == expected


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (Status.FORECAST, "Canada's population is forecast to be 42,000,000 [e1] in 2024."),
        (Status.PROVISIONAL, "Canada's population was 42,000,000 [e1] (provisional) in 2024."),
        (Status.ESTIMATED, "Canada's population was 42,000,000 [e1] (estimated) in 2024."),
    ],
)
def test_flags_travel_with_the_fact(subjects: Subjects, fact: FactMaker, status: Status, words: str) -> None:
    """Rule 20: a flag is said."""
    flagged = fact("CAN", "SP.POP.TOTL", 2024, "42000000", status=status)
    assert sentences.value(subjects, flagged) == words


def test_several_areas_and_several_years_are_lists(subjects: Subjects, fact: FactMaker) -> None:
    """One year for several areas opens the sentence, several years of one area follow their numbers."""
    canada = fact("CAN", "SP.POP.TOTL", 2024, "41262329")
    mexico = fact("MEX", "SP.POP.TOTL", 2024, "130861007", "e2")
    earlier = fact("CAN", "SP.POP.TOTL", 2020, "38028638", "e3")
    areas = sentences.values_of_areas(subjects, [canada, mexico])
    years = sentences.values_of_years(subjects, [earlier, canada])
    assert areas == "In 2024, the population was 41,262,329 [e1] in Canada and 130,861,007 [e2] in Mexico."
    assert years == "Canada's population was 38,028,638 [e3] in 2020 and 41,262,329 [e1] in 2024."


@pytest.mark.parametrize(
    ("indicator", "ends", "form", "said"),
    [
        (
            "SP.POP.TOTL",
            ("1000000", "1371500"),
            "percent",
            "Brazil's population grew by 37.15% [e3] from 2000 to 2024, "
            "from 1,000,000 [e1] to 1,371,500 [e2].",
        ),
        (
            "NY.GDP.MKTP.CD",
            ("487385851000", "252259924300"),
            "percent",
            "In current US dollars, Brazil's GDP fell by 48.24% [e3] from 2000 to 2024, "
            "from US$487.39 billion [e1] to US$252.26 billion [e2].",
        ),
        (
            "SP.DYN.LE00.IN",
            ("81.08", "84.04"),
            "difference",
            "Brazil's life expectancy at birth rose by 2.96 years [e3] from 2000 to 2024, "
            "from 81.08 years [e1] to 84.04 years [e2].",
        ),
        (
            "EG.ELC.ACCS.ZS",
            ("48", "63.2"),
            "difference",
            "Brazil's access to electricity rose by 15.2 percentage points [e3] from 2000 to 2024, "
            "from 48% [e1] to 63.2% [e2].",
        ),
        (
            "SP.POP.TOTL",
            ("1000000", "1371500"),
            "both",
            "Brazil's population grew by 371,500 [e3], or 37.15% [e4], from 2000 to 2024, "
            "from 1,000,000 [e1] to 1,371,500 [e2].",
        ),
        (
            "SP.POP.TOTL",
            ("1000000", "2000000"),
            "per year",
            "Brazil's population grew by an average of 2.93% a year [e3] from 2000 to 2024, "
            "from 1,000,000 [e1] to 2,000,000 [e2].",
        ),
        (
            "NY.GDP.MKTP.CD",
            ("1000000000", "8360000000"),
            "times",
            "In current US dollars, Brazil's GDP was 8.36 times [e3] as large in 2024 as in 2000, "
            "at US$8.36 billion [e2] against US$1 billion [e1].",
        ),
        (
            "EG.ELC.ACCS.ZS",
            ("100", "100"),
            "difference",
            "Brazil's access to electricity was unchanged at 100% from 2000 to 2024.",
        ),
    ],
)
def test_changes_say_both_ends(
    subjects: Subjects,
    fact: FactMaker,
    indicator: str,
    ends: tuple[str, str],
    form: sentences.ChangeForm,
    said: str,
) -> None:
    """Percent, points, absolute change, growth a year, multiple, and no change at all."""
    earlier = fact("BRA", indicator, 2000, ends[0], "e1")
    later = fact("BRA", indicator, 2024, ends[1], "e2")
    assert sentences.change(subjects, earlier, later, form, ref="e3", percent_ref="e4") == said


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (
            "order",
            "In 2024, Canada's population was smaller than Mexico's, "
            "at 40,000,000 [e1] against 130,000,000 [e2].",
        ),
        (
            "difference",
            "In 2024, Canada's population was 90,000,000 [e3] smaller than Mexico's, "
            "at 40,000,000 [e1] against 130,000,000 [e2].",
        ),
        (
            "percent",
            "In 2024, Canada's population was 69.23% [e3] smaller than Mexico's, "
            "at 40,000,000 [e1] against 130,000,000 [e2].",
        ),
        (
            "times",
            "In 2024, Canada's population was 0.308 times [e3] Mexico's, "
            "at 40,000,000 [e1] against 130,000,000 [e2].",
        ),
    ],
)
def test_comparisons_are_about_the_first(
    subjects: Subjects, fact: FactMaker, form: sentences.CompareForm, said: str
) -> None:
    """The first area is the subject, whichever is larger."""
    canada = fact("CAN", "SP.POP.TOTL", 2024, "40000000", "e1")
    mexico = fact("MEX", "SP.POP.TOTL", 2024, "130000000", "e2")
    assert sentences.comparison(subjects, canada, mexico, form, ref="e3") == said


def test_a_multiple_of_money_says_its_prices(subjects: Subjects, fact: FactMaker) -> None:
    """In other prices the multiple would be another one."""
    america = fact("USA", "NY.GDP.MKTP.CD", 2024, "29298013000000", "e2")
    canada = fact("CAN", "NY.GDP.MKTP.CD", 2024, "2270076189683.46", "e1")
    said = sentences.comparison(subjects, america, canada, "times")
    assert said == (
        "In current US dollars, the United States' GDP was 12.9 times Canada's in 2024, "
        "at US$29.3 trillion [e2] against US$2.27 trillion [e1]."
    )


def test_equal_values_are_the_same(subjects: Subjects, fact: FactMaker) -> None:
    """No order is made up between equal values."""
    canada = fact("CAN", "EG.ELC.ACCS.ZS", 2020, "100", "e1")
    japan = fact("JPN", "EG.ELC.ACCS.ZS", 2020, "100", "e2")
    said = sentences.comparison(subjects, canada, japan, "difference")
    assert said == "In 2020, Canada and Japan had the same access to electricity, at 100%."


def test_a_gap_is_no_value(subjects: Subjects, fact: FactMaker) -> None:
    """A published gap cannot be written as a value."""
    with pytest.raises(ValueError, match="gap"):
        sentences.value(subjects, fact("CAN", "SP.POP.TOTL", 2024, None))
