"""The sentences that page and prompt show as understood, held to the check; see understood.toml."""

from typing import Any

import pytest
from tests.golden.answers import rows_of

from tieout.assistant.understood import sentence_facts, sentence_lines, sentence_shapes
from tieout.checking.check import check
from tieout.data.snapshot import load_snapshot
from tieout.facts.fact import Evidence
from tieout.facts.period import Period
from tieout.facts.rows import evidence_from_rows

MOST_TOLD = 1000
"""Characters that a small model can spare for what is understood."""


def rows(name: str) -> list[dict[str, Any]]:
    """Return the rows of the facts of that name."""
    found: list[dict[str, Any]] = []
    for line in sentence_facts()[name].lines:
        found += rows_of(line, len(found))
    return found


EVIDENCE: dict[str, Evidence] = {name: evidence_from_rows(rows(name)) for name in sentence_facts()}
READ = [
    pytest.param(shape.facts, text, shape.question, "accept", id=f"{shape.name}: {text}")
    for shape in sentence_shapes()
    for text in shape.examples
]
HELD = [
    pytest.param(shape.facts, near.text, near.question or shape.question, near.code, id=f"not {near.text}")
    for shape in sentence_shapes()
    for near in shape.near
]


@pytest.mark.parametrize(("facts", "text", "question", "expected"), [*READ, *HELD])
def test_sentence(facts: str, text: str, question: str | None, expected: str) -> None:
    """An example is accepted, a near-miss held with the code that the page gives."""
    verdict = check(text, EVIDENCE[facts], question=question)
    got = "accept" if verdict.valid else verdict.problems[0].code
    assert got == expected, verdict.problems


def test_every_shape_is_shown_from_both_sides() -> None:
    """No shape is without an example or without a sentence that is almost one."""
    shapes = sentence_shapes()
    assert len({shape.name for shape in shapes}) == len(shapes)
    assert [shape.name for shape in shapes if not shape.examples or not shape.near] == []
    assert {shape.facts for shape in shapes} == set(sentence_facts())


def test_facts_are_published_ones() -> None:
    """Facts that are not marked as made up say what the packaged snapshot says."""
    snapshot = load_snapshot("wdi-starter")
    for name, facts in sentence_facts().items():
        if facts.made_up:
            continue
        for row in rows(name):
            indicator = snapshot.indicators[row["indicator"]]
            assert (row["indicator_name"], row["unit"]) == (indicator.name, str(indicator.unit)), row
            if row["value"] is not None and not row["is_aggregate"]:
                found = snapshot.find(row["area"], row["indicator"], Period.parse(row["period"]))
                assert found is not None, row
                assert found.text == row["value"], row


def test_what_a_model_is_told_is_short_and_gives_nothing_away() -> None:
    """It fits a small prompt, and holds no number but years."""
    told = sentence_lines()
    assert len(told) <= MOST_TOLD
    assert len(told.splitlines()) == sum(shape.told for shape in sentence_shapes())
    numbers = [word.strip(".,%") for word in told.split() if any(letter.isdigit() for letter in word)]
    assert [number for number in numbers if not (number.isdigit() and number[:2] in ("19", "20"))] == []
