"""The glossary gives its own words for a term, and no number to build on."""

from __future__ import annotations

import json

import pytest

from tieout.errors import UsageError
from tieout.tools.contract import ToolCall, ToolResult, Toolset
from tieout.tools.glossary import glossary_tools

TERMS = {"Finding aid": "A list of what a collection holds.", "Accession": "What arrived together; 12 boxes."}


def asked(term: str) -> ToolResult:
    return Toolset(glossary_tools(TERMS)).call(ToolCall(id="c", name="glossary", arguments={"term": term}))


@pytest.mark.parametrize("term", ["Finding aid", "FINDING AID", "finding-aid", " finding  aid "])
def test_a_term_is_found_however_it_is_written(term: str) -> None:
    """Letter case, punctuation and spaces do not count."""
    (record,) = json.loads(asked(term).content)["records"]
    assert record == {"term": "Finding aid", "meaning": "A list of what a collection holds."}


def test_a_definition_is_no_evidence() -> None:
    """The number in it supports nothing."""
    assert asked("accession").facts == ()


def test_an_unknown_term_names_those_there_are() -> None:
    """A near miss gets the near term, anything else the list."""
    assert json.loads(asked("find aid").content)["message"].endswith("Did you mean: Finding aid.")
    assert "Finding aid, Accession" in asked("provenance").content
    assert asked("...").outcome == "refused: out_of_range"


def test_two_terms_may_not_be_one() -> None:
    """Which meaning counts would else depend on the order of the file."""
    with pytest.raises(UsageError, match="join them"):
        glossary_tools({"Fonds": "a", "fonds": "b"})
