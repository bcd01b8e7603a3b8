"""A misspelt word is read as the known one it was meant to be, quickly, and a strange one is left alone."""

import time

import pytest

from tieout.data.spelling import Spelling

WORDS = (
    "electricity land power government military exchange unemployment fertilizer housework rate education "
    "women emissions income population inflation water sanitation literacy mortality"
).split()


@pytest.fixture(scope="module")
def spelling() -> Spelling:
    return Spelling(WORDS, alike=0.78, near=0.74)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("electrcity", "electricity"),
        ("ladn", "land"),
        ("pwoer", "power"),
        ("powwer", "power"),
        ("gokerment", "government"),
        ("milliatry", "military"),
        ("exxchnage", "exchange"),
        ("unemploymnet", "unemployment"),
        ("fertiliser", "fertilizer"),
        ("hsusework", "housework"),
        ("womn", "women"),
        ("iteracy", "literacy"),
        ("literacy", "literacy"),
    ],
)
def test_what_was_meant_is_found(spelling: Spelling, written: str, meant: str) -> None:
    """Letters left out, doubled, changed, or in each other's place; two of these in a longer word."""
    assert spelling.nearest(written) == meant


@pytest.mark.parametrize("word", ["", "a", "zzzz", "qwertz", "x" * 5000, "🐍🐍🐍🐍", "lamp"])
def test_what_is_like_nothing_stays(spelling: Spelling, word: str) -> None:
    """No word is made of noise, however long it is."""
    assert spelling.nearest(word) == word


def test_no_words_at_all() -> None:
    """An empty data set knows no word."""
    assert Spelling([], alike=0.78, near=0.74).nearest("power") == "power"


def test_a_misspelt_word_costs_less_than_a_look_at_every_word() -> None:
    """Among 8,000 words, with an order of magnitude of slack over what was measured (0.3 ms)."""
    syllables = ["ba", "den", "fi", "gor", "hum", "ker", "lo", "mis", "nat", "per", "ro", "sul", "tin", "vo"]
    words = [one + two + three for one in syllables for two in syllables for three in (*syllables, "")]
    known = Spelling((f"{word}{end}" for word in words for end in ("", "s", "ing")), alike=0.78, near=0.74)
    spans = []
    for _ in range(5):
        start = time.perf_counter()
        known.nearest("gorhumkre")
        spans.append(time.perf_counter() - start)
    assert min(spans) < 5e-3
