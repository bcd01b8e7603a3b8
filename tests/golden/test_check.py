"""Golden answers for the check, see answers.py."""

from typing import Any

import pytest
from tests.golden.answers import cases

from tieout.checking.check import check
from tieout.facts.rows import evidence_from_rows


@pytest.mark.parametrize(("rows", "question", "answer", "expected"), cases())
def test_answer(rows: list[dict[str, Any]], question: str | None, answer: str, expected: str) -> None:
    """The answer is accepted, or held for the reason that the file gives."""
    verdict = check(answer, evidence_from_rows(rows), question=question)
    got = "accept" if verdict.valid else verdict.problems[0].code
    assert got == expected or (expected == "reject" and got != "accept"), verdict.problems
