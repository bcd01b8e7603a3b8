"""The case suites, where they are at hand: no wrong answer is let through, and right ones keep a floor."""

import json
from pathlib import Path

import pytest

from tieout.checking.check import check
from tieout.facts.rows import evidence_from_rows

SUITES = Path(__file__).resolve().parents[3] / "shared" / "cases"
# The least part of the right answers that is accepted, in percent.
FLOORS = {"mutation": 99, "mutation-2": 98, "editorial": 94, "natural": 83}


@pytest.mark.parametrize("suite", FLOORS)
def test_suite(suite: str) -> None:
    """Wrong answers let through are none; right answers accepted are at least the floor."""
    path = SUITES / f"{suite}.jsonl"
    if not path.exists():
        pytest.skip(f"the case suites are not at hand ({path})")
    right = accepted = 0
    through = []
    for line in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        verdict = check(case["answer"], evidence_from_rows(case["evidence"]), question=case.get("question"))
        if case["expected"]["verdict"] == "accept":
            right += 1
            accepted += verdict.valid
        elif verdict.valid:
            through.append((case["id"], case["answer"]))
    assert through == []
    assert 100 * accepted >= FLOORS[suite] * right
