"""What is said to be missing is held against the whole data set, whatever rows were shown."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from tieout.assistant.conversation import Reply
from tieout.assistant.paths import get_path
from tieout.data.catalogue import Catalogue
from tieout.data.snapshot import Snapshot
from tieout.desk import Desk, Outcome
from tieout.facts.names import Names
from tieout.models.scripted import ScriptedModel, answer, calls
from tieout.testing import FixedClock, tiny_snapshot
from tieout.tools.contract import Toolset
from tieout.tools.statistics import statistics_tools

MEXICO = calls(
    (
        "get_values",
        {"country_codes": ["MEX"], "indicator_code": "SP.POP.TOTL", "from_year": 2021, "to_year": 2021},
    )
)
QUESTION = "What was the population of Japan in 2021?"


@pytest.fixture(scope="module")
def snapshot() -> Iterator[Snapshot]:
    opened = tiny_snapshot()
    yield opened
    opened.close()


def declined(snapshot: Snapshot, text: str, *before: Reply, question: str = QUESTION) -> Outcome:
    """Return the outcome of a draft that says it cannot answer."""
    return Desk(
        model=ScriptedModel([*before, answer(text, status="cannot_answer")]),
        snapshot=snapshot,
        toolset=Toolset(statistics_tools(snapshot, Catalogue(snapshot, Names.load()))),
        names=Names.load(),
        path=get_path("tools", snapshot, form="prose", two_phases=False),
        clock=FixedClock(),
        now=lambda: datetime(2026, 7, 1, tzinfo=UTC),
        new_id=lambda: "run-1",
    ).ask(question)


FALSE = {
    "The data do not include the population of Japan in 2021.": "125500000",
    "The data do not include the population of Japan.": "126000000",
    "The data do not include Japan.": "126000000",
    "The data provided do not include a population figure for 2021.": "125500000",
    "I cannot give the population of Japan in 2021.": "125500000",
    "The data set has no figures for the population of Japan in 2021.": "125500000",
    "The data do not cover 2021.": "125500000",
    "2021 is outside the years covered.": None,
    "There are no data after 2020.": None,
    "The data end in 2020, so there is no value for 2021.": None,
    "The data cover 2021 to 2022, so there is no value for 2019.": None,
    "The series for Japan begins in 2021, so there is no value for 2019.": "2020",
    "The data begin in 2021, so 2019 is out of range.": "2020",
}


@pytest.mark.parametrize("fetched", [(), (MEXICO,)], ids=["nothing", "Mexico"])
@pytest.mark.parametrize("text", FALSE)
def test_what_the_data_hold_is_not_declined(
    snapshot: Snapshot, text: str, fetched: tuple[Reply, ...]
) -> None:
    """The draft goes to a person, with the value that the data set holds."""
    outcome = declined(snapshot, text, *fetched)
    assert (outcome.kind.value, outcome.answer) == ("held", "")
    (problem, *_) = outcome.problems
    if not fetched and problem.code == "missing_value":
        assert problem.expected == FALSE[text]
        assert "does hold this" in problem.message
        assert outcome.draft[problem.start : problem.end] == problem.text


TRUE = {
    "The data do not include the population of Japan in 2031.": "Population of Japan in 2031?",
    "The data do not include the population of Peru.": "What was the population of Peru in 2021?",
    "The data do not include life expectancy.": "What was the life expectancy of Japan in 2021?",
    "The data do not include life expectancy for Japan.": "What was the life expectancy of Japan in 2021?",
    "The data do not include access to electricity for the world.": "Access to electricity worldwide?",
    "The data do not cover 1999.": "What was the population of Japan in 1999?",
    "There are no data after 2022.": "What was the population of Japan in 2030?",
    "The data cover 2020 to 2022, so there is no value for 1999.": "What was Japan's population in 1999?",
    "The series for Japan begins in 2020, so 1999 is out of range.": "What was Japan's population in 1999?",
    "The data do not say why.": "Why did the population of Japan fall?",
    "I cannot answer that.": "Is the population of Japan too large?",
}


@pytest.mark.parametrize("text", TRUE)
def test_what_the_data_lack_is_declined(snapshot: Snapshot, text: str) -> None:
    """A statement of what is really missing is shown."""
    outcome = declined(snapshot, text, question=TRUE[text])
    assert (outcome.kind.value, outcome.answer, outcome.problems) == ("declined", text, ())


def test_a_published_gap_is_no_value(snapshot: Snapshot) -> None:
    """Mexico's access to electricity in 2022 was published as a gap."""
    text = "The data do not include access to electricity in Mexico in 2022."
    outcome = declined(snapshot, text, question="Access to electricity in Mexico in 2022?")
    assert outcome.kind.value == "declined"
    other = text.replace("2022", "2021")
    outcome = declined(snapshot, other, question="Access to electricity in Mexico in 2021?")
    assert outcome.kind.value == "held"
