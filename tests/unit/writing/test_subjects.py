"""Subjects: areas with their article and as owners, indicators as nouns."""

import pytest
from tests.unit.writing.conftest import FactMaker

from tieout.writing.subjects import Subjects, listed, opened


@pytest.mark.parametrize(
    ("code", "subject", "owner"),
    [
        ("CAN", "Canada", "Canada's"),
        ("USA", "the United States", "the United States'"),
        ("LAO", "Laos", "Laos's"),
        ("WLD", "the world", "the world's"),
        ("ZZZ", "Ruritania", "Ruritania's"),
    ],
)
def test_areas_take_their_article_and_own(
    subjects: Subjects, fact: FactMaker, code: str, subject: str, owner: str
) -> None:
    """House names where there are any, the name of the fact otherwise."""
    area = fact(code, "SP.POP.TOTL", 2020, "1").area
    assert subjects.area(area) == subject
    assert subjects.owner(area) == owner


@pytest.mark.parametrize(
    ("code", "noun", "definite", "be"),
    [
        ("SP.POP.TOTL", "population", "the population", "was"),
        ("NY.GDP.MKTP.CD", "GDP", "GDP", "was"),
        ("SP.DYN.LE00.IN", "life expectancy at birth", "life expectancy at birth", "was"),
        ("EG.ELC.ACCS.ZS", "access to electricity", "access to electricity", "was"),
        ("XX.TRN.KM", "tram lines", "tram lines", "were"),
    ],
)
def test_indicators_are_nouns(
    subjects: Subjects, fact: FactMaker, code: str, noun: str, definite: str, be: str
) -> None:
    """The house noun, or the publisher's name without its unit; plural nouns take were."""
    indicator = fact("CAN", code, 2020, "1").indicator
    assert (subjects.noun(indicator), subjects.definite(indicator), subjects.be(indicator)) == (
        noun,
        definite,
        be,
    )


def test_prices_open_a_sentence_where_there_are_any(subjects: Subjects, fact: FactMaker) -> None:
    """Money says its basis, other units have none."""
    assert subjects.prices(fact("CAN", "NY.GDP.MKTP.CD", 2020, "1").indicator) == "in current US dollars, "
    assert subjects.prices(fact("CAN", "NY.GDP.PCAP.CD", 2020, "1").indicator) == "in current US dollars, "
    assert subjects.prices(fact("CAN", "SP.POP.TOTL", 2020, "1").indicator) == ""


def test_lists_and_openings() -> None:
    """A list in words has no comma before and; a sentence opens with a capital."""
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert opened("the world") == "The world"
