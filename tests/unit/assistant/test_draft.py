"""The form gate: exactly the form asked for, or a named problem; nothing is mended."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.assistant.claim import COMPOSED_SCHEMA, Claim
from tieout.assistant.draft import RESPONSE_SCHEMA, ComposedDraft, Draft, FormProblem, read_draft
from tieout.assistant.shape import MOST_CLAIMS, MOST_REFS, SHAPES

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


COMPOSED = (
    '{"claims": [{"say": "value", "fact": "e1"},\n {"fact": "e2", "say": "missing"}], "status": "answered"}'
)
ONE = {"say": "value", "fact": "e1"}


def a_draft(*claims: object, status: str = "answered") -> str:
    return json.dumps({"status": status, "claims": list(claims)})


def test_a_composed_draft_keeps_its_claims_and_where_they_stand() -> None:
    """In order, each with its place in the reply, whatever the order of keys."""
    draft = read_draft(COMPOSED, form="composed")
    assert isinstance(draft, ComposedDraft)
    assert [(claim.shape.say, claim.refs) for claim in draft.claims] == [
        ("value", ("e1",)),
        ("missing", ("e2",)),
    ]
    assert [COMPOSED[claim.start : claim.end] for claim in draft.claims] == [
        '{"say": "value", "fact": "e1"}',
        '{"fact": "e2", "say": "missing"}',
    ]


def test_each_form_is_only_what_was_asked_for() -> None:
    """Prose where claims were asked for is no draft, and the other way round."""
    assert isinstance(read_draft(GOOD, form="composed"), FormProblem)
    assert isinstance(read_draft(COMPOSED), FormProblem)


FAULTY = {
    "no claims": ([], '"claims" must be'),
    "too many claims": ([ONE] * (MOST_CLAIMS + 1), '"claims" must be'),
    "no object": (["value"], "must be an object"),
    "no such shape": ([{"say": "guess", "fact": "e1"}], '"say" must be one of'),
    "a shape that is no text": ([{"say": ["value"], "fact": "e1"}], '"say" must be one of'),
    "a key too many": ([ONE | {"number": "41.3"}], "exactly fact, say"),
    "a key too few": ([{"say": "value"}], "exactly fact, say"),
    "a number of its own": ([{"say": "value", "fact": "41,262,329"}], "must name a fact"),
    "a number": ([{"say": "value", "fact": 1}], "must be text"),
    "a word of its own": (
        [{"say": "extreme", "facts": ["e1", "e2"], "end": "best"}],
        "must be one of highest, lowest",
    ),
    "one ref for a list": ([{"say": "sum", "facts": "e1"}], "must be a list"),
    "too few refs": ([{"say": "sum", "facts": ["e1"]}], "2 to 30"),
    "too many refs": ([{"say": "sum", "facts": [f"e{n}" for n in range(MOST_REFS + 1)]}], "2 to 30"),
    "a list of numbers": ([{"say": "sum", "facts": [1, 2]}], "must hold text"),
    "a threshold in words": ([{"say": "against", "fact": "e1", "threshold": "ten"}], "plain decimal"),
    "a threshold with an exponent": ([{"say": "against", "fact": "e1", "threshold": "1e9"}], "plain decimal"),
    "a status of its own": (None, '"status" must be'),
}


@pytest.mark.parametrize("case", FAULTY)
def test_a_composed_draft_in_another_form_is_no_draft(case: str) -> None:
    """Nothing is mended, and the schema that a model is sent says the same."""
    claims, message = FAULTY[case]
    text = a_draft(ONE, status="maybe") if claims is None else a_draft(*claims)
    problem = read_draft(text, form="composed")
    assert isinstance(problem, FormProblem)
    assert message in problem.message
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(json.loads(text), COMPOSED_SCHEMA)


def test_a_faulty_claim_is_shown_where_it_stands() -> None:
    """The place of the claim in the reply, for whoever looks at it."""
    text = a_draft(ONE, {"say": "value", "fact": "x"})
    problem = read_draft(text, form="composed")
    assert isinstance(problem, FormProblem)
    assert text[problem.start : problem.end] == '{"say": "value", "fact": "x"}'


def test_the_schema_of_claims_is_strict_and_bounded() -> None:
    """Every object closed, every key required: what providers ask of a schema they decode under."""

    def objects(schema: object) -> list[dict[str, object]]:
        if isinstance(schema, list):
            return [one for part in schema for one in objects(part)]
        if not isinstance(schema, dict):
            return []
        own = [schema] if schema.get("type") == "object" else []
        return own + [one for part in schema.values() for one in objects(part)]

    found = objects(dict(COMPOSED_SCHEMA))
    assert len(found) == len(SHAPES) + 1
    for schema in found:
        assert schema["additionalProperties"] is False
        assert schema["required"] == list(schema["properties"])  # type: ignore[call-overload]
    jsonschema.Draft202012Validator.check_schema(dict(COMPOSED_SCHEMA))
    assert len(json.dumps(COMPOSED_SCHEMA)) < 8_000


def test_a_claim_can_be_made_in_code() -> None:
    """As strictly as from JSON."""
    assert Claim.of("change", from_="e1", to="e2", in_="percent").refs == ("e1", "e2")
    with pytest.raises(ValueError, match="must be one of"):
        Claim.of("change", from_="e1", to="e2", in_="dollars")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda part: st.lists(part) | st.dictionaries(st.text(), part),
    )
)
def test_any_json_for_claims_is_a_draft_or_a_problem(document: object) -> None:
    """The gate never raises."""
    text = json.dumps({"status": "answered", "claims": document})
    assert isinstance(read_draft(text, form="composed"), ComposedDraft | FormProblem)
