"""A ledger of thirty answers of many kinds: exactly those that rest on a revised value are listed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.test_recheck import a_desk, tools
from tests.unit.vintages import revised

from tieout.data.catalogue import Catalogue
from tieout.data.snapshot import Snapshot, load_snapshot
from tieout.facts.names import Names
from tieout.ledger import Ledger
from tieout.models.planner import Planner
from tieout.recheck import recheck

REVISIONS = {
    "a": (("SP.POP.TOTL", "CAN", "2024"), "50000000"),
    "b": (("NY.GDP.MKTP.CD", "CAN", "2023"), "1000000000000"),
    "c": (("SP.DYN.LE00.IN", "JPN", "2020"), "80.1"),
    "d": (("SP.POP.TOTL", "IND", "2024"), "1000000"),
    "e": (("SP.POP.TOTL", "CAN", "2015"), None),
}
"""A population and a GDP changed by a fifth and by half, a life span, a turned ranking, a value withdrawn.

A median that lies between other values than the revised one stays.
"""

ASKED = {
    "What was the population of Canada in 2024?": "a",
    "What was the population of Canada in 2023?": "",
    "What were the populations of Canada and Brazil in 2024?": "a",
    "By how much did Canada's population change from 2020 to 2024?": "a",
    "By how much did Canada's population change from 2015 to 2020?": "e",
    "What was the average population of Canada from 2020 to 2024?": "a",
    "What was the average population of Canada from 2010 to 2014?": "",
    "How many times larger was India's population than Canada's in 2024?": "ad",
    "What was the combined population of Canada and Brazil in 2024?": "a",
    "How many of the eight countries had a population above 100 million in 2024?": "d",
    "Which of the eight countries had the largest population in 2024?": "d",
    "Which of the eight countries had the smallest population in 2024?": "ad",
    "Which of the eight countries had the largest population in 2023?": "",
    "Rank the eight countries by population in 2024.": "ad",
    "What was Canada's share of the total population of the eight countries in 2024?": "ad",
    "Was Mexico's population larger than Canada's in 2024?": "a",
    "What was the GDP of Canada in 2023?": "b",
    "Was Brazil's GDP higher than Canada's in 2023?": "b",
    "Which of the eight countries had the smallest GDP in 2023?": "",
    "What was Canada's share of the total GDP of the eight countries in 2023?": "b",
    "What was Mexico's share of the total GDP of the eight countries in 2023?": "b",
    "What was the median GDP of the eight countries in 2023?": "",
    "What was the median GDP of the eight countries in 2022?": "",
    "In which year was Canada's GDP highest between 2010 and 2020?": "",
    "By how much did Canada's GDP change from 2015 to 2023?": "b",
    "How did life expectancy in Japan change from 2010 to 2020?": "c",
    "What was the life expectancy in Japan in 2020?": "c",
    "Which of the eight countries had the highest life expectancy in 2020?": "c",
    "What was the life expectancy in Brazil in 2020?": "",
    "Which three of the eight countries had the highest internet use in 2022?": "",
}


@pytest.fixture(scope="module")
def core8() -> Iterator[Snapshot]:
    """The packaged set of eight countries."""
    opened = load_snapshot("core8")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def ledger(core8: Snapshot, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    """A ledger of one answer to each question."""
    with Ledger.open(tmp_path_factory.mktemp("ledger") / "ledger.sqlite3") as book:
        desk = a_desk(core8, Planner(Catalogue(core8, Names.load())), book)
        kinds = {question: desk.ask(question).kind for question in ASKED}
        assert set(kinds.values()) == {"answered"}, kinds
        yield book


@pytest.mark.parametrize("letter", REVISIONS)
def test_exactly_the_answers_that_rest_on_a_revision_are_listed(
    ledger: Ledger, core8: Snapshot, tmp_path: Path, letter: str
) -> None:
    """Values, changes, means, ratios, shares, sums, counts, medians, ranks: each by what it rests on."""
    key, text = REVISIONS[letter]
    other = revised(core8, tmp_path / "new.sqlite", {key: text})
    found = list(recheck(ledger.runs(), other, tools(other), Names.load()))
    assert len(found) == len(ASKED) == 30
    assert {one.run.question for one in found if not one.holds} == {
        question for question, letters in ASKED.items() if letter in letters
    }
    for one in found:
        if not one.holds:
            told = [(revision.then.area.code, str(revision.then.period)) for revision in one.revisions]
            assert key[1:] in told or any(revision.then.derivation for revision in one.revisions)
