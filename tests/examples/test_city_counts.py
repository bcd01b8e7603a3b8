"""The city's desk: counts by day and month from a table, asked about, refused, checked and graded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from examples.city_counts import desk, make_counts

import tieout
from tieout.evaluation.questions import load_questions
from tieout.evaluation.scoring import Grade, grade
from tieout.facts.names import Names


@pytest.fixture(scope="module")
def snapshot_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The table, imported as the README says."""
    return desk.import_counts(tmp_path_factory.mktemp("city"))


def test_the_table_is_what_its_arithmetic_gives() -> None:
    """Nobody has edited the invented numbers by hand."""
    lines = (desk.HERE / "counts.csv").read_text(encoding="utf-8").splitlines()
    assert lines[1:] == [",".join(row) for row in make_counts.rows()]


def test_the_snapshot_knows_days_months_and_counting_stations(snapshot_file: Path) -> None:
    """Frequency and kind of area come from the data and its card."""
    snapshot = tieout.load_snapshot(snapshot_file)
    assert [snapshot.describe(code).frequency for code in ("BIKES.D", "BIKES.M")] == ["D", "M"]
    assert {area.kind for area in snapshot.areas.values()} == {"counting station"}
    days = snapshot.series("ML", "BIKES.D")
    assert [str(cell.period) for cell in days[:2]] == ["2023-01-01", "2023-01-02"]
    assert len(days) == 731
    assert sum(cell.text is None for cell in days) == 5
    newest = snapshot.latest("NB", "BIKES.D")
    assert newest is not None
    assert str(newest.period) == "2024-12-31"
    snapshot.close()


def test_every_question_of_the_set_is_answered_right(snapshot_file: Path) -> None:
    """The planner, over the city's own tools: each shown right or declined rightly, none held."""
    own = tieout.open_desk("planner", str(snapshot_file))
    grades = {
        question.id: grade(question, own.ask(question.question), Names.load()).grade
        for question in load_questions(desk.HERE / "questions.jsonl")
    }
    assert set(grades.values()) == {Grade.SHOWN_RIGHT, Grade.DECLINED_RIGHTLY}, grades


def test_calls_outside_the_allow_lists_are_refused(snapshot_file: Path) -> None:
    """Other areas and measures, periods of another length and dates of no calendar are refused in words."""
    snapshot = tieout.load_snapshot(snapshot_file)
    country, measure, month, nowhere, outside = desk.refusals(desk.toolset(snapshot))
    assert "Available: CP, HR, ML, NB." in country
    assert "Available: BIKES.D, BIKES.M." in measure
    assert month == "from_period '2024-07' is no day; values are by day here: write 2020-07-14."
    assert nowhere == "from_period '2024-13' is no period; write 2020-07."
    assert outside.endswith("outside the years covered, 2023 to 2024.")
    snapshot.close()


def test_a_true_sentence_ties_out_and_a_false_one_is_held(snapshot_file: Path) -> None:
    """The same growth is true of the month and false of the year."""
    snapshot = tieout.load_snapshot(snapshot_file)
    facts = desk.evidence(snapshot)
    assert tieout.check(desk.TRUE, facts).valid
    verdict = tieout.check(desk.FALSE, facts)
    assert [problem.code for problem in verdict.problems] == ["unsupported_number"]
    snapshot.close()


@pytest.mark.parametrize(
    ("tool", "arguments", "outcome"),
    [
        ("summarise", {"operation": "sum", "from_period": "2024-01", "to_period": "2024-12"}, "ok"),
        (
            "summarise",
            {"operation": "mean", "from_period": "2024-12", "to_period": "2024-01"},
            "refused: wrong_order",
        ),
        (
            "summarise",
            {"operation": "max", "from_period": "2024-01", "to_period": "2024-01"},
            "refused: wrong_order",
        ),
        ("get_change", {"from_period": "2023-07", "to_period": "2024-07"}, "ok"),
    ],
)
def test_a_call_is_checked_and_run(
    snapshot_file: Path, tool: str, arguments: dict[str, str], outcome: str
) -> None:
    """What is in order runs; what is not is refused before anything is read."""
    snapshot = tieout.load_snapshot(snapshot_file)
    whole = {"area_code": "NB", "indicator_code": "BIKES.M", **arguments}
    call = tieout.ToolCall(id="1", name=tool, arguments=json.dumps(whole))
    assert desk.toolset(snapshot).call(call).outcome == outcome
    snapshot.close()


def test_too_many_days_are_refused_and_a_sum_of_months_is_exact(snapshot_file: Path) -> None:
    """A call reads 400 periods at most; the sum is of the twelve months."""
    snapshot = tieout.load_snapshot(snapshot_file)
    tools = desk.toolset(snapshot)
    many = {
        "area_codes": ["NB"],
        "indicator_code": "BIKES.D",
        "from_period": "2023-01-01",
        "to_period": "2024-12-31",
    }
    refused = tools.call(tieout.ToolCall(id="1", name="get_values", arguments=json.dumps(many)))
    assert refused.outcome == "refused: too_many"
    months = [cell.value for cell in snapshot.series("NB", "BIKES.M", 2024, 2024)]
    call = {
        "operation": "sum",
        "area_code": "NB",
        "indicator_code": "BIKES.M",
        "from_period": "2024-01",
        "to_period": "2024-12",
    }
    total = tools.call(tieout.ToolCall(id="2", name="summarise", arguments=json.dumps(call)))
    assert total.facts[-1].value == sum(value for value in months if value is not None)
    rank = {"indicator_code": "BIKES.M", "period": "2024-07", "order": "highest", "limit": 4}
    ranked = tools.call(tieout.ToolCall(id="3", name="rank_areas", arguments=json.dumps(rank)))
    assert [fact.area.code for fact in ranked.facts if fact.derivation is None] == ["NB", "HR", "ML", "CP"]
    pair = {"area_codes": ["NB", "CP"], "indicator_code": "BIKES.M", "period": "2024-07"}
    assert tools.call(tieout.ToolCall(id="4", name="compare", arguments=json.dumps(pair))).outcome == "ok"
    snapshot.close()
