"""The check is judged on suites, beside the usual first check, and the errors are counted apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.golden.answers import cases

from tieout.errors import UsageError
from tieout.evaluation.judging import Case, installed_judges, judge_figures, read_suite, verdicts_of

ROW = {
    "ref": "e1",
    "area": "CAN",
    "area_name": "Canada",
    "indicator": "SP.POP.TOTL",
    "indicator_name": "Population, total",
    "unit": "people",
    "period": "2024",
    "value": "41262329",
}


def case(number: int, answer: str, verdict: str) -> Case:
    return {"id": str(number), "evidence": [ROW], "answer": answer, "expected": {"verdict": verdict}}


SUITE = (
    case(1, "Canada had 41,262,329 people in 2024.", "accept"),
    case(2, "Canada had 41,262,329 people in 2023.", "reject"),
    case(3, "Mexico had 41,262,329 people in 2024.", "reject"),
)


def test_the_two_errors_are_counted_apart() -> None:
    """Right ones stopped of all right ones, wrong ones let through of all wrong ones."""
    judges, _ = installed_judges(("tieout", "number occurs (regex)"))
    ours, regex = judge_figures("own", SUITE, judges)
    assert (ours.judge, ours.false_reject.part, ours.false_accept.part) == ("tieout", 0, 0)
    assert (ours.false_reject.whole, ours.false_accept.whole) == (1, 2)
    assert (regex.false_reject.part, regex.false_accept.part) == (0, 1)


def test_a_judge_that_crashes_has_stopped_the_answer() -> None:
    """It is counted, and lets nothing through."""

    def broken(_: Case) -> bool:
        raise ValueError("no")

    assert verdicts_of(SUITE, broken).crashes == 3
    (figures,) = judge_figures("own", SUITE, {"broken": broken})
    assert (figures.crashes, figures.false_accept.part, figures.false_reject.part) == (3, 0, 1)


def test_the_packaged_suite_is_a_part_of_the_golden_answers() -> None:
    """Each of its cases stands there with the same verdict, and the check makes no error on it."""
    golden = {
        (question, answer): expected == "accept"
        for _, question, answer, expected in (each.values for each in cases())
    }
    suite = read_suite("golden")
    assert len(suite) > 300
    for each in suite:
        assert golden[each["question"], each["answer"]] is (each["expected"]["verdict"] == "accept")
    judges, _ = installed_judges(("tieout",))
    (figures,) = judge_figures("golden", suite, judges)
    assert (figures.false_accept.part, figures.false_reject.part, figures.crashes) == (0, 0, 0)


def test_peers_that_are_not_installed_are_named() -> None:
    """Every judge is either there or said to be missing."""
    judges, missing = installed_judges()
    assert {"tieout", "number occurs (regex)"} <= set(judges)
    assert set(judges) | set(missing) >= {"figured", "corroborate", "hallucination-check"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "line 1, is no case"),
        ('{"id": "a"}', "it needs id, evidence, answer, expected"),
        (json.dumps({**SUITE[0], "expected": {"verdict": "maybe"}}), "accept or reject"),
        (json.dumps({**SUITE[0], "expected": None}), "line 1"),
        ("\n", "holds no case"),
    ],
)
def test_a_malformed_suite_is_one_sentence(tmp_path: Path, text: str, says: str) -> None:
    """It names the line."""
    file = tmp_path / "suite.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=says):
        read_suite(str(file))


def test_a_suite_that_is_not_there_is_one_sentence() -> None:
    """It says what to name instead."""
    with pytest.raises(UsageError, match="golden"):
        read_suite("nowhere.jsonl")
