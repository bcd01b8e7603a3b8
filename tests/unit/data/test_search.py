"""A search in plain words finds the indicator that is meant, and says why."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tieout.data.search import Entry, IndicatorSearch
from tieout.facts.names import Names
from tieout.facts.patterns import vocabulary_rows

QUERIES = Path(__file__).parents[2] / "search"
SHARED = Path(__file__).resolve().parents[4] / "shared" / "data"
ENTRIES = [
    Entry(code="ELC", name="Access to electricity (% of population)", topic="Energy"),
    Entry(code="UEF", name="Unemployment, female (% of female labor force)"),
    Entry(code="UEM", name="Unemployment, total (% of total labor force)"),
    Entry(code="GDP", name="GDP (current US$)", aliases=("gdp", "size of the economy")),
    Entry(code="OLD", name="Telegraph offices, total", is_stale=True),
    Entry(code="NEW", name="Telegraph lines, total"),
    Entry(code="HAPPY", name="Cantril ladder", definition="Asks how satisfied people are with life."),
]


@pytest.fixture(scope="module")
def search() -> IndicatorSearch:
    return IndicatorSearch(ENTRIES)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("How many people have power?", "ELC"),
        ("jobless rate", "UEM"),
        ("jobless women", "UEF"),
        ("unemploymnet", "UEM"),
        ("the size of the economy", "GDP"),
        ("telegraph", "NEW"),
        ("satisfied", "HAPPY"),
        ("ELECTRICITY", "ELC"),
    ],
)
def test_what_is_meant_comes_first(search: IndicatorSearch, words: str, code: str) -> None:
    """Plain words, slips of the finger, whom it is of, and series that go on before those that ended."""
    assert search.find(words)[0].code == code


def test_every_hit_says_why_and_scores_fall(search: IndicatorSearch) -> None:
    """The words that its name says, or that they stand in its description; a stale one says so."""
    hits = search.find("telegraph offices")
    assert [hit.code for hit in hits] == ["OLD", "NEW"]
    assert hits[0].reason == "its name says telegraph, offices; no new values for years"
    assert hits[0].score > hits[1].score > 0
    assert search.find("satisfied")[0].reason == "words of its description"
    assert search.find("gdp")[0].reason == "an everyday name of it"


@pytest.mark.parametrize(
    "words", ["", "  ", "the of", "zzzz", "?", '"', "NEAR(", "a" * 5000, "\u200b\U0001f40d"]
)
def test_what_says_nothing_finds_nothing(search: IndicatorSearch, words: str) -> None:
    """Signs of the query language of the index are words like others."""
    assert search.find(words) == ()


def real_entries() -> list[Entry]:
    names = Names.load().indicators
    with (SHARED / "wdi-full" / "indicators.csv").open(encoding="utf-8", newline="") as file:
        whole = {row["code"]: row for row in csv.DictReader(file)}
    with (SHARED / "wdi-starter" / "indicators.csv").open(encoding="utf-8", newline="") as file:
        listed = {row["code"]: row for row in csv.DictReader(file)}
    entries = []
    for code in sorted({*whole, *listed}):
        row = whole.get(code)
        known = names.get(code)
        entries.append(
            Entry(
                code=code,
                name=row["name"] if row else listed[code]["name"],
                aliases=known.phrases if known else (),
                topic=row["topics"] if row else listed[code]["topic"],
                definition=row["long_definition"] if row else listed[code]["definition_short"],
                is_stale=bool(row) and row["stale"] == "1",
            )
        )
    return entries


def graded(search: IndicatorSearch, rows: list[dict[str, str]]) -> tuple[float, float]:
    """Return the shares of queries whose code came first, and among the first five."""
    first = top = 0
    for row in rows:
        found = [hit.code for hit in search.find(row["query"], 5)]
        wanted = set(row["codes"].split("|"))
        first += bool(found) and found[0] in wanted
        top += not wanted.isdisjoint(found)
    return first / len(rows), top / len(rows)


@pytest.fixture(scope="module")
def whole() -> IndicatorSearch:
    return IndicatorSearch(real_entries())


@pytest.mark.skipif(not SHARED.exists(), reason="the lists of indicators are not beside this checkout")
@pytest.mark.parametrize(
    ("name", "half", "count"),
    [
        ("queries.tsv", slice(0, None, 2), 79),
        ("queries.tsv", slice(1, None, 2), 79),
        ("queries-2.tsv", slice(0, None, 2), 81),
        ("queries-2.tsv", slice(1, None, 2), 80),
        ("queries-3.tsv", slice(0, None), 51),
    ],
)
def test_plain_word_queries_over_1450_indicators(
    whole: IndicatorSearch, name: str, half: slice, count: int
) -> None:
    """Top 1 for four in five, top 5 for nineteen in twenty, in each half of each set of queries."""
    with (QUERIES / name).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))[half]
    first, top = graded(whole, rows)
    assert len(rows) == count
    assert first >= 0.8
    assert top >= 0.95


def test_no_query_stands_in_the_table_of_plain_words() -> None:
    """A table that knew the queries would be measured against itself."""
    table = {words for words, _ in vocabulary_rows("plainwords.tsv")}
    for name in ("queries-2.tsv", "queries-3.tsv"):
        with (QUERIES / name).open(encoding="utf-8", newline="") as file:
            asked = {row["query"] for row in csv.DictReader(file, delimiter="\t")}
        assert {query for query in asked & table if len(query.split()) > 2} == set()


@pytest.mark.parametrize(("words", "code"), [("the sise of the ecconomy", "GDP"), ("jobles womn", "UEF")])
def test_misspelt_everyday_names_are_found(search: IndicatorSearch, words: str, code: str) -> None:
    """A phrase is looked up as it was meant to be spelt."""
    assert search.find(words)[0].code == code


def test_a_share_is_asked_for_where_the_words_say_so() -> None:
    """Of two series of one name, the one in percent."""
    search = IndicatorSearch(
        [
            Entry(code="NUM", name="Urban population"),
            Entry(code="PCT", name="Urban population (% of total population)"),
        ]
    )
    assert search.find("urban population")[0].code == "NUM"
    assert search.find("share of urban population")[0].code == "PCT"
    assert search.find("urban population in %")[0].code == "PCT"
