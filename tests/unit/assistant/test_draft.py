"""The form gate: exactly the form asked for, or a named problem; nothing is mended."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.assistant.draft import RESPONSE_SCHEMA, Draft, FormProblem, read_draft

GOOD = '{"status": "answered", "answer": "Canada had 41,262,329 people in 2024."}'


def test_a_draft_in_the_right_form_is_read() -> None:
    """Status and answer are taken as they stand."""
    assert read_draft(GOOD) == Draft(status="answered", answer="Canada had 41,262,329 people in 2024.")
    assert read_draft(' {"answer": "", "status": "cannot_answer"}\n') == Draft(
        status="cannot_answer", answer=""
    )


PROBLEMS = [
    (None, "stop", "malformed_json"),
    ("", "stop", "malformed_json"),
    (" \n", "stop", "malformed_json"),
    ("Canada had 41 million people.", "stop", "malformed_json"),
    (f"```json\n{GOOD}\n```", "stop", "malformed_json"),
    (f"Here it is: {GOOD}", "stop", "malformed_json"),
    (f"{GOOD}{GOOD}", "stop", "malformed_json"),
    (GOOD[:-1], "stop", "malformed_json"),
    (GOOD[:-1] + ",}", "stop", "malformed_json"),
    ('{"status": "answered", "status": "cannot_answer", "answer": "x"}', "stop", "malformed_json"),
    ('{"status": "answered", "answer": NaN}', "stop", "malformed_json"),
    ('{"status": "answered", "answer": "\\ud800"}', "stop", "malformed_json"),
    ('{"status": "answered", "answer": "\ud800"}', "stop", "malformed_json"),
    ("[" * 100_000, "stop", "malformed_json"),
    ('{"a":' * 100_000, "stop", "malformed_json"),
    ("[]", "stop", "schema"),
    ("null", "stop", "schema"),
    ('"answered"', "stop", "schema"),
    ("{}", "stop", "schema"),
    ('{"status": "answered"}', "stop", "schema"),
    ('{"status": "answered", "answer": "x", "note": "y"}', "stop", "schema"),
    ('{"Status": "answered", "answer": "x"}', "stop", "schema"),
    ('{"status": "Answered", "answer": "x"}', "stop", "schema"),
    ('{"status": ["answered"], "answer": "x"}', "stop", "schema"),
    ('{"status": null, "answer": "x"}', "stop", "schema"),
    ('{"status": "answered", "answer": 41262329}', "stop", "schema"),
    ('{"status": "answered", "answer": null}', "stop", "schema"),
    (GOOD, "length", "truncated"),
    (GOOD[:30], "length", "truncated"),
    (None, "length", "truncated"),
    (GOOD, "refusal", "refusal"),
    (None, "refusal", "refusal"),
    ("I cannot help with that.", "content_filter", "refusal"),
]


@pytest.mark.parametrize(("text", "finish", "code"), PROBLEMS, ids=range(len(PROBLEMS)))
def test_everything_else_is_a_named_problem(text: str | None, finish: str, code: str) -> None:
    """What is wrong is said in one sentence, and nothing plausible is made of it."""
    problem = read_draft(text, finish)
    assert isinstance(problem, FormProblem)
    assert problem.code == code
    assert problem.message.endswith(".")
    assert len(problem.message) < 200


def test_a_megabyte_is_read_like_a_line() -> None:
    """The length of an answer is no matter of form."""
    text = json.dumps({"status": "answered", "answer": "x" * 1_000_000})
    assert isinstance(read_draft(text), Draft)


@given(answer=st.text(), status=st.sampled_from(["answered", "cannot_answer"]))
def test_the_gate_and_the_schema_agree(answer: str, status: str) -> None:
    """What the schema asks of a model is what the gate lets through, in any letters."""
    document = {"status": status, "answer": answer}
    jsonschema.validate(document, RESPONSE_SCHEMA)
    assert read_draft(json.dumps(document)) == Draft(status=status, answer=answer)  # type: ignore[arg-type]


@given(st.text())
def test_no_text_raises(text: str) -> None:
    """Whatever a model sends is a draft or a problem."""
    assert isinstance(read_draft(text), Draft | FormProblem)
