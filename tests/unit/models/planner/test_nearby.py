"""Beside a declined question stands what the data have: each offer is a question that is answered."""

from __future__ import annotations

from typing import Any

import pytest

from tieout.data.catalogue import Catalogue
from tieout.data.snapshot import load_snapshot
from tieout.models.planner.nearby import Nearby
from tieout.models.planner.question import Question
from tieout.models.planner.reader import Reader
from tieout.models.planner.tagging import Scope


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue(load_snapshot("wdi-starter"))


@pytest.fixture(scope="module")
def nearby(catalogue: Catalogue) -> Nearby:
    return Nearby(catalogue)


def document(question: str) -> dict[str, Any]:
    return {"question": question, "evidence": []}


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("What was the population of Canada in 1850?", "What was the population of Canada in 2000?"),
        ("What was the population of Canada in 2090?", "What was the population of Canada in 2025?"),
        (
            "What was the life expectancy of Japan in 2090?",
            "What was the life expectancy of Japan in 2024?",
        ),
        (
            "How did the GDP of Japan change from 1950 to 2020?",
            "How did the GDP of Japan change since 2000?",
        ),
        ("What was the population of Korea in 2020?", "What was the population of South Korea in 2020?"),
        ("What was the unemployment rate of Canada in 2020?", "What was the population of Canada in 2020?"),
        (
            "What was the life expectancy of Japan in 2025?",
            "What was the life expectancy of Japan in 2024?",
        ),
    ],
)
def test_the_nearest_is_offered_first(nearby: Nearby, question: str, first: str) -> None:
    """The nearest year with a value, the place of a like name, the measures there are."""
    assert nearby.offers(document(question))[0].question == first


@pytest.mark.parametrize(
    "question",
    [
        "Why is Canada big?",
        "Should I invest in Canada?",
        "",
        "x " * 900,
        "What was the population of Canada in 2024?",
    ],
)
def test_where_nothing_is_near_nothing_is_offered(nearby: Nearby, question: str) -> None:
    """Causes, advice, and what the data can answer have no offers."""
    assert nearby.offers(document(question)) == ()


def test_every_offer_is_a_question_that_is_read(nearby: Nearby, catalogue: Catalogue) -> None:
    """None leads to the next refusal by its words."""
    reader = Reader(Scope.of(catalogue))
    asked = (
        "the happiness of Canada in 2020",
        "the GDP of Wakanda in 2020",
        "the population of Canada in 1700",
    )
    for words in asked:
        for offer in nearby.offers(document(f"What was {words}?")):
            assert isinstance(reader.read(offer.question), Question), offer
