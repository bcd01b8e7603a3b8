"""Rows in the prompt: what is handed over, that drafts may name it, and what does not fit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tieout.assistant.handing import MOST_ROWS, rows_text, table_facts, table_fault
from tieout.assistant.paths import get_path
from tieout.assistant.retrieving import retrieved_facts
from tieout.data.catalogue import Catalogue
from tieout.data.snapshot import load_snapshot
from tieout.errors import UsageError
from tieout.evaluation.questions import load_questions
from tieout.evaluation.supplying import supplied_facts
from tieout.facts.names import Names
from tieout.interfaces.settings import Settings
from tieout.models.scripted import ScriptedModel, answer
from tieout.testing import tiny_snapshot

TINY = tiny_snapshot()
CORE8 = load_snapshot("core8")
QUESTIONS = {question.id: question for question in load_questions("core8-v1")}


def test_rows_stand_by_measure_and_place_with_their_refs() -> None:
    """A line a series, values as a reader sees them, a gap as a dash, aggregates marked."""
    lines = rows_text(table_facts(TINY)).splitlines()
    assert lines[0] == "Population, total (SP.POP.TOTL), in people:"
    assert lines[1] == "- Canada (CAN): e1 2020 38,000,000; e2 2021 39,000,000; e3 2022 40,000,000"
    assert "- World (WLD, no country): " in "\n".join(lines)
    assert any(line.startswith("- Mexico (MEX)") and line.endswith("2022 -") for line in lines)
    assert rows_text(()) == "There are no rows for this question."


def test_a_draft_names_facts_of_the_prompt(tmp_path: Path) -> None:
    """One request, no tool declared; the claim is written out and ties out to the row."""
    model = ScriptedModel([json_claim("e3")])
    desk = Settings(home=tmp_path).desk(model=model, dataset="core8", path="table")
    outcome = desk.ask("What was Brazil's population in 2002?")
    (request,) = model.requests
    assert (request.tools, request.tool_choice, outcome.kind.value) == ((), "none", "answered")
    assert request.response_schema is not None
    assert outcome.answer.startswith("Brazil's population was ")
    assert {fact.ref: fact.period.year for fact in outcome.evidence}["e3"] == 2002


def json_claim(ref: str) -> str:
    """Return a draft that claims one value."""
    return json.dumps({"status": "answered", "claims": [{"say": "value", "fact": ref}]})


def test_prose_over_rows_is_checked_like_any_other(tmp_path: Path) -> None:
    """A number that the rows do not hold is held; words of settings change what is asked for."""
    model = ScriptedModel([answer("Brazil's population was 5 people in 2002 [e3].")])
    desk = Settings(home=tmp_path).desk(model=model, dataset="core8", path="table:prose+unconstrained")
    assert desk.ask("What was Brazil's population in 2002?").kind.value == "held"
    assert model.requests[0].response_schema is None
    assert "6. After each number put the ref" in desk.path.system
    bare = get_path("table:prose+bare", CORE8)
    assert "6. After each number" not in bare.system
    assert "7. The final answer" in bare.system


def test_words_of_settings_leave_the_prompt_over_tools_as_it_is() -> None:
    """Recordings hold for it."""
    assert get_path("tools+revise", CORE8).system == get_path("tools", CORE8).system
    assert get_path("tools+unconstrained", CORE8).constrained is False


def test_a_table_that_does_not_fit_is_refused() -> None:
    """The sentence says how many rows are too many; a small one fits."""
    starter = load_snapshot("wdi-starter")
    assert table_fault(TINY) == ""
    assert table_fault(CORE8) == ""
    assert f"more than {MOST_ROWS:,} rows" in table_fault(starter)
    with pytest.raises(UsageError, match="Choose another path"):
        get_path("table", starter)


def test_only_an_evaluation_supplies(tmp_path: Path) -> None:
    """A reader's question has no right rows that anybody knows."""
    desk = Settings(home=tmp_path).desk(model=ScriptedModel([]), dataset="core8", path="supplied")
    with pytest.raises(UsageError, match="Only an evaluation can supply"):
        desk.ask("What was Brazil's population in 2002?")


def test_the_right_rows_are_supplied() -> None:
    """Those that the expected values come from, each once; none for a question that is to be declined."""
    rank = supplied_facts(QUESTIONS["core8-v1-14"], CORE8)
    assert len(rank) == 8
    assert {fact.period.year for fact in rank} == {2023}
    assert [fact.ref for fact in rank] == [f"e{number}" for number in range(1, 9)]
    assert supplied_facts(QUESTIONS["core8-v1-22"], CORE8) == ()


RETRIEVED = [
    ("What was the population of Canada in 2024?", {("CAN", 2024)}),
    ("How much longer do people live in Japan than in the US in 2010?", {("JPN", 2010), ("USA", 2010)}),
    ("What is the latest figure for Brazil's GDP?", {("BRA", year) for year in range(2021, 2026)}),
    ("Internet use in the United Kingdom from 2001 to 2003", {("GBR", year) for year in (2001, 2002, 2003)}),
]


@pytest.mark.parametrize(("question", "cells"), RETRIEVED)
def test_rows_are_retrieved_for_places_years_and_measures_named(
    question: str, cells: set[tuple[str, int]]
) -> None:
    """The best match comes first; years named are kept to, and none named means the newest."""
    found = retrieved_facts(question, Catalogue(CORE8, Names.load()))
    assert {(fact.area.code, fact.period.year) for fact in found} == cells


def test_all_economies_are_retrieved_where_no_place_is_named() -> None:
    """In the year named, or the newest with values."""
    catalogue = Catalogue(CORE8, Names.load())
    largest = retrieved_facts("What were the three largest economies by GDP in 2024?", catalogue)
    assert len([fact for fact in largest if fact.indicator.code == "NY.GDP.MKTP.CD"]) == 8
    assert {fact.period.year for fact in retrieved_facts("Who has the most people?", catalogue)} == {
        2024,
        2025,
    }
    assert retrieved_facts("?", catalogue) == ()
