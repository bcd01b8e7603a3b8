"""Generated questions: all kinds, the same for the same seed, and graded by the data alone."""

from __future__ import annotations

from collections import Counter

import pytest

from tieout.data.snapshot import load_snapshot
from tieout.errors import UsageError
from tieout.evaluation.expected import computed
from tieout.evaluation.generating import KINDS, generate
from tieout.evaluation.wordings import wordings
from tieout.facts.names import Names
from tieout.testing import tiny_snapshot

STARTER = load_snapshot("wdi-starter")
NAMES = Names.load()


def test_every_kind_comes_as_often_as_any_other() -> None:
    """Two rounds over all kinds, no two questions in the same words or with the same id."""
    questions = generate(STARTER, NAMES, count=2 * len(KINDS), seed=7)
    assert Counter(question.kind for question in questions) == dict.fromkeys(KINDS, 2)
    assert len({question.question for question in questions}) == len(questions)
    assert len({question.id for question in questions}) == len(questions)
    assert all(question.is_computed and question.dataset == "wdi-starter" for question in questions)


def test_a_seed_gives_the_same_questions_and_another_seed_others() -> None:
    """So that a set need not be kept: its seed names it."""
    first = generate(STARTER, NAMES, count=44, seed=1)
    assert generate(STARTER, NAMES, count=44, seed=1) == first
    assert generate(STARTER, NAMES, count=44, seed=2) != first


def test_expected_values_are_those_of_the_data() -> None:
    """Computed again from facts and operation, nothing changes; a question with neither is to be declined."""
    for question in generate(STARTER, NAMES, count=66, seed=3):
        assert computed(question, STARTER) == question
        assert bool(question.decline) == (question.operation is None)


def test_every_wording_is_met() -> None:
    """Each paraphrase says some question; every kind has two at least."""
    assert set(wordings()) == set(KINDS)
    assert all(len(templates) >= 2 for templates in wordings().values())


def test_what_the_data_do_not_bear_is_left_out() -> None:
    """Three countries bear no ranking; that is said where nothing else was asked for."""
    tiny = tiny_snapshot()
    kinds = {question.kind for question in generate(tiny, NAMES, count=20, seed=1)}
    assert {"value", "sum", "share"} <= kinds
    assert not kinds & {"rank", "top"}
    with pytest.raises(UsageError, match="bears no question of the kinds rank"):
        generate(tiny, NAMES, count=1, seed=1, kinds=["rank"])


def test_a_kind_that_there_is_not_is_refused() -> None:
    """The sentence lists the kinds."""
    with pytest.raises(UsageError, match="There is no kind 'riddle'; choose from value, latest"):
        generate(STARTER, NAMES, count=1, seed=1, kinds=["riddle"])
