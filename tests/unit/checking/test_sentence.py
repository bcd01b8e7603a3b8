"""Sentences that are none."""

from tieout.checking.check import check
from tieout.checking.sentence import LONGEST
from tieout.facts.fact import Evidence


def test_a_sentence_without_end_is_not_read(evidence: Evidence) -> None:
    """A run of claims that no writer would put in one sentence is held, not cut to pieces."""
    claim = ", and Mexico's was 130,861,007 in 2024"
    answer = f"Canada's population was 41,262,329 in 2024{claim * (LONGEST // 6)}."
    (problem,) = check(answer, evidence).problems
    assert problem.message == "This sentence is too long to be read."
    assert check(f"Canada's population was 41,262,329 in 2024{claim}.", evidence).valid
