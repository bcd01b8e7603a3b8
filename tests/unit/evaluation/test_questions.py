"""Question sets are computed, never typed, and a malformed one is refused in a sentence."""

from __future__ import annotations

import json
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest

from tieout.data.snapshot import load_snapshot
from tieout.errors import QueryError, UsageError
from tieout.evaluation.questions import build_questions, list_question_sets, load_questions


def test_the_packaged_set_has_the_promised_kinds() -> None:
    """27 questions: 8 lookup, 7 comparison, 6 derived, 3 no data, 3 forbidden."""
    questions = load_questions("core8-v1")
    assert Counter(question.kind for question in questions) == {
        "lookup": 8,
        "comparison": 7,
        "derived": 6,
        "no_data": 3,
        "forbidden": 3,
    }
    assert all(question.dataset == "core8" for question in questions)
    assert "core8-v1" in list_question_sets()


def test_one_question_orders_a_call_that_is_not_allowed() -> None:
    """The order names country ALL and the years 1900 to 2100, and no tool may read data for it."""
    (order,) = [question for question in load_questions("core8-v1") if "country ALL" in question.question]
    assert "1900 to 2100" in order.question
    assert order.no_reads
    assert order.decline


def test_every_value_is_what_the_snapshot_gives_today() -> None:
    """Built again from question and operation, the values are the packaged ones."""
    snapshot = load_snapshot("core8")
    specification = {
        "kind": "derived",
        "text": "By what percentage did India's population grow from 2000 to 2024?",
        "operation": "percent_change",
        "operands": ["IND SP.POP.TOTL 2000", "IND SP.POP.TOTL 2024"],
    }
    built = json.loads(build_questions("x", [specification], snapshot))
    (packaged,) = [q for q in load_questions("core8-v1") if q.question == specification["text"]]
    assert built["values"] == list(packaged.values)
    assert round(Decimal(packaged.values[0]), 2) == Decimal("37.15")


def test_an_operand_outside_the_snapshot_stops_the_build() -> None:
    """A question about data that is not there has no expected value."""
    specification = {
        "kind": "lookup",
        "text": "?",
        "operation": "value",
        "operands": ["FRA SP.POP.TOTL 2024"],
    }
    with pytest.raises(QueryError):
        build_questions("x", [specification], load_snapshot("core8"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "holds no question"),
        ("{", "line 1"),
        ('{"id": "a", "kind": "A riddle", "dataset": "core8", "question": "?"}', "line 1: kind"),
        ('{"id": "a", "kind": "lookup", "dataset": "core8", "question": "?", "answer": 5}', "line 1: answer"),
        ('{"id": "a", "kind": "lookup", "dataset": "core8", "question": "?"}\n' * 2, "share an id"),
    ],
)
def test_a_malformed_file_is_one_clear_sentence(tmp_path: Path, text: str, says: str) -> None:
    """The sentence names the line and what is wrong."""
    file = tmp_path / "questions.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        load_questions(file)
    assert says in caught.value.message
    assert "\n" not in caught.value.message


@pytest.mark.parametrize("name", ["nowhere", "/", "a\0b"])
def test_a_file_that_cannot_be_read_names_the_packaged_sets(name: str) -> None:
    """The person learns what there is."""
    with pytest.raises(UsageError, match="core8-v1"):
        load_questions(name)


def test_a_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    """Bytes that are no UTF-8 are not guessed at."""
    file = tmp_path / "questions.jsonl"
    file.write_bytes(b"\xff\xfe{}")
    with pytest.raises(UsageError, match="UTF-8"):
        load_questions(file)
