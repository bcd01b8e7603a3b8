"""Sentences that decline: what is missing is told apart, and nothing of the question is echoed at length."""

from tests.unit.writing.conftest import FactMaker

from tieout.writing import gaps
from tieout.writing.subjects import Subjects


def test_three_kinds_of_missing_are_three_statements(subjects: Subjects, fact: FactMaker) -> None:
    """Not published, not in the data, and outside the years covered (rule 19)."""
    cell = fact("CAN", "NY.GDP.PCAP.CD", 2005, None)
    published = gaps.gap(subjects, cell.area, cell.indicator, 2005)
    held = gaps.not_included_for(subjects, cell.area, cell.indicator, 2005)
    assert published == "There is no value for Canada's GDP per person in 2005."
    assert held == "The data do not include Canada's GDP per person in 2005."
    assert gaps.outside_years([1999], 2000, 2025) == "The data cover 2000 to 2025, not 1999."


def test_few_and_short_words_are_echoed() -> None:
    """A question may be a megabyte of markup: at most four short words come back, none with other signs."""
    assert gaps.not_understood(["rural", "monthly"]) == (
        'I cannot answer that: I do not understand "rural" and "monthly".'
    )
    assert gaps.not_understood(["<script>", "x" * 500]) == (
        "I cannot answer that: I do not understand the question."
    )
    assert gaps.not_understood(list("abcdefgh")).count('"') == 8


def test_an_ambiguous_name_comes_with_its_meanings() -> None:
    """The candidates are named."""
    said = gaps.ambiguous("Congo", ["the Republic of Congo", "the Democratic Republic of Congo"])
    assert said == (
        '"Congo" is ambiguous: it can mean the Republic of Congo or the Democratic Republic of Congo.'
    )
