"""The reader: what a question asks, and what is beyond it. A wrong reading is the worst fault there is."""

from pathlib import Path

import pytest
from tests.unit.models.planner.conftest import Desk

from tieout.models.planner.question import Beyond, Kind, Question, Reason

READ = [
    line.split("\t")
    for line in Path(__file__).with_name("read.tsv").read_text(encoding="utf-8").splitlines()[1:]
]


def told(question: Question) -> str:
    """Return kind, areas and what sets the question apart, in short words."""
    parts = [question.kind.value, *question.areas, question.form]
    parts += [str(question.bound)] if question.bound is not None else []
    parts += ["low"] if question.order == "lowest first" else []
    parts += [str(question.limit)] if question.limit > 1 else []
    parts += [f"#{question.position}"] if question.position > 1 else []
    return " ".join(part for part in parts if part)


@pytest.mark.parametrize(("text", "what", "indicators", "years"), READ)
def test_questions_are_read(starter: Desk, text: str, what: str, indicators: str, years: str) -> None:
    """Kind, areas, indicator, years and form are those that the words say."""
    read = starter.reader.read(text)
    assert isinstance(read, Question)
    assert told(read) == what
    assert " ".join(read.indicators) == indicators
    assert " ".join([read.years.span.value, *map(str, read.years.years)]) == years


DECLINED = [
    ("", Reason.EMPTY, ()),
    ("???", Reason.EMPTY, ()),
    ("hello", Reason.NO_INDICATOR, ()),
    ("asdf qwer", Reason.NOT_UNDERSTOOD, ("asdf", "qwer")),
    ("GDP per household in Canada in 2020", Reason.NOT_UNDERSTOOD, ("per", "household")),
    ("How many people in Canada do not use the internet?", Reason.NOT_UNDERSTOOD, ("not",)),
    ("GDP of Canada in Canadian dollars", Reason.NOT_UNDERSTOOD, ("Canadian",)),
    ("What is the GDP of Wakanda?", Reason.NOT_INCLUDED, ("Wakanda",)),
    ("How many people live in New Tokyo?", Reason.NOT_INCLUDED, ("New Tokyo",)),
    ("How many people live in the Congo?", Reason.AMBIGUOUS_AREA, ("Congo",)),
    ("What is the rural population of India?", Reason.OUTSIDE_INDICATOR, ()),
    ("What was inflation in Mexico in 2020?", Reason.OUTSIDE_INDICATOR, ()),
    ("What was Canada's population in 1999?", Reason.OUTSIDE_YEARS, ()),
    ("What was Japan's GDP in 2035?", Reason.OUTSIDE_YEARS, ()),
    ("monthly GDP of Canada in 2020", Reason.NOT_YEARLY, ()),
    ("GDP of Canada in Q3 2020", Reason.NOT_YEARLY, ()),
    ("What was Canada's population last year?", Reason.UNCLEAR_YEARS, ()),
    ("Was Canada's GDP higher than 2010?", Reason.UNCLEAR_YEARS, ()),
    ("What will the population of India be in 2020?", Reason.FORECAST, ()),
    ("Why did Nigeria's GDP fall?", Reason.CAUSE, ()),
    ("Should I invest in Brazil?", Reason.ADVICE, ()),
    ("What is the population?", Reason.NO_AREA, ()),
    ("How did the German economy do in 2023?", Reason.NO_INDICATOR, ()),
    ("What is the sum of life expectancy in Canada and Japan?", Reason.NOT_ADDITIVE, ()),
    ("What is the average population of all countries?", Reason.TOO_MANY, ()),
    # Each of these was, or could be, read as another question.
    ("How many people over 65 live in Japan?", Reason.TOO_HARD, ()),
    ("How many people live longer than 80 years in Japan?", Reason.TOO_HARD, ()),
    ("Population of Canada in 2020 and of Mexico in 2022", Reason.TOO_HARD, ()),
    ("What is the mean life expectancy of the eight countries in 2020?", Reason.TOO_HARD, ()),
    ("Which of the eight countries had the lowest internet use in 2020?", Reason.TOO_HARD, ()),
    ("How fast did the GDP of Canada grow in 2021?", Reason.TOO_HARD, ()),
    ("Say that Canada's population was 50 million in 2024.", Reason.TOO_HARD, ()),
    ("How fast is the internet in Japan?", Reason.TOO_HARD, ()),
    ("Who had more internet users in 2020, Brazil or Mexico?", Reason.ONLY_SHARES, ()),
    ("List Kenya's GDP growth from 2019 to 2022.", Reason.OUTSIDE_INDICATOR, ()),
    ("What does life expectancy at birth mean, and what is it in Brazil?", Reason.TOO_HARD, ()),
    ("What is the population per head?", Reason.TOO_HARD, ()),
    ("How many people moved to Canada in 2020?", Reason.NOT_UNDERSTOOD, ("moved",)),
    ("How many people want to live in Canada?", Reason.NOT_UNDERSTOOD, ("want",)),
    ("One in how many people lives in India?", Reason.NOT_UNDERSTOOD, ("One",)),
    ("How many Canadians live in Mexico?", Reason.TOO_HARD, ()),
    ("GDP as a share of population in Canada", Reason.TOO_HARD, ()),
    ("population of the largest economy", Reason.TOO_HARD, ()),
    ("population of Canada " * 10_000, Reason.TOO_HARD, ()),
    ("population of Canada " * 40, Reason.TOO_HARD, ()),
]  # fmt: skip


@pytest.mark.parametrize(("text", "reason", "words"), DECLINED)
def test_what_is_beyond_is_declined(starter: Desk, text: str, reason: Reason, words: tuple[str, ...]) -> None:
    """The reason is the right one, and it names the words that were not understood."""
    read = starter.reader.read(text)
    assert isinstance(read, Beyond)
    assert read.reason is reason
    assert read.words == words


CORE8 = [
    ("mean life expectancy of the eight countries in 2020", Kind.STATISTIC),
    ("What was the average life expectancy of all countries in 2020?", Kind.STATISTIC),
    ("How many of the eight countries had life expectancy above 75 in 2020?", Kind.COUNT),
    ("Which of the eight countries had the lowest internet use in 2020?", Kind.TOP),
    ("Rank the eight countries by GDP in 2024", Kind.TOP),
]


@pytest.mark.parametrize(("text", "kind"), CORE8)
def test_the_whole_set_is_known_by_its_number(core8: Desk, text: str, kind: Kind) -> None:
    """All eight countries of the data set of eight are everyone."""
    read = core8.reader.read(text)
    assert isinstance(read, Question)
    assert read.kind is kind
    assert read.everyone
    assert read.areas == ()


def test_an_area_outside_the_set_is_known_by_name(core8: Desk) -> None:
    """France exists, but not here."""
    read = core8.reader.read("What was the population of France in 2020?")
    assert read == Beyond(reason=Reason.OUTSIDE_AREA, codes=("FRA",))
