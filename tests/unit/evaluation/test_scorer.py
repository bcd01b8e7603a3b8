"""The scorer agrees with a person on every draft that one has graded by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from tieout.data.snapshot import load_snapshot
from tieout.evaluation.expected import computed
from tieout.evaluation.questions import load_questions
from tieout.evaluation.scorer import Expected, Standing, expected_of, read_draft
from tieout.facts.names import Names

HAND = Path(__file__).parent / "hand"
NAMES = Names.load()


@dataclass(frozen=True, slots=True)
class Graded:
    """A draft, the question it answers, and what a person says of it."""

    question: str
    grade: str
    source: str
    why: str
    draft: str


def graded() -> list[Graded]:
    """Read the drafts that were graded by hand."""
    lines = (HAND / "drafts.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.replace("\\n", "\n").split("\t") for line in lines if not line.startswith("#")]
    return [Graded(*row) for row in rows]


def questions() -> dict[str, Expected]:
    """Return what each question expects: c01 to c27 are the packaged set, the others stand beside it."""
    snapshot = load_snapshot("core8")
    own = [computed(question, snapshot) for question in load_questions(HAND / "questions.jsonl")]
    packaged = {f"c{question.id[-2:]}": question for question in load_questions("core8-v1")}
    return {
        name: expected_of(question, NAMES)
        for name, question in {**packaged, **{question.id: question for question in own}}.items()
    }


QUESTIONS = questions()
DRAFTS = graded()


def test_there_are_enough_drafts_of_every_grade() -> None:
    """More than 200 drafts, from recorded models too, of every grade and every packaged question."""
    assert len(DRAFTS) >= 200
    counts = Counter(each.grade for each in DRAFTS)
    assert set(counts) == {str(standing) for standing in Standing}
    assert min(counts["right"], counts["wrong"]) >= 90
    assert Counter(each.source for each in DRAFTS)["model"] >= 50
    assert {each.question for each in DRAFTS} == set(QUESTIONS)
    assert len({(each.question, each.draft) for each in DRAFTS}) == len(DRAFTS)


@pytest.mark.parametrize("hand", DRAFTS, ids=lambda hand: f"{hand.question}-{hand.why}"[:60])
def test_the_scorer_agrees_with_the_hand(hand: Graded) -> None:
    """A draft is worth what the person says that it is worth."""
    reading = read_draft(QUESTIONS[hand.question], hand.draft, NAMES)
    assert str(reading.standing) == hand.grade, f"{hand.why}: {hand.draft!r}: {reading.reason}"
