"""What a person sees of an outcome, as plain text."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tieout.checking.verdict import Problem, ProblemCode, Tie, Verdict
from tieout.facts.fact import Evidence
from tieout.facts.rows import evidence_from_rows
from tieout.interfaces.cli.show import show_outcome, show_verdict
from tieout.interfaces.cli.steps import step_line
from tieout.interfaces.cli.table import evidence_table
from tieout.outcome import DatasetStamp, Outcome, OutcomeKind

ANSWER = "The population of Canada was 41,262,329 in 2024."


def a_row(ref: str, area: str, year: int, value: str | None, **more: object) -> dict[str, object]:
    return {
        "ref": ref,
        "area": area.upper()[:3],
        "area_name": area,
        "indicator": "SP.POP.TOTL",
        "indicator_name": "Population, total",
        "unit": "people",
        "period": str(year),
        "value": value,
        **more,
    }


EVIDENCE = evidence_from_rows(
    [a_row("e1", "Canada", 2024, "41262329"), a_row("e2", "Japan", 2024, "123802000")]
)
TIE = Tie(start=29, end=39, text="41,262,329", facts=("e1",), relation="value")


def an_outcome(kind: OutcomeKind, **more: object) -> Outcome:
    whole = Outcome(
        run="r1",
        asked_at=datetime(2026, 7, 1, tzinfo=UTC),
        question="?",
        kind=kind,
        model="planner",
        path="tools",
        dataset=DatasetStamp(name="core8", version="2026-07", sha256="0" * 64),
        evidence=EVIDENCE,
        source="Source: the publisher.",
        number=7,
    )
    return replace(whole, **more)  # type: ignore[arg-type]


def table_of(evidence: Evidence, *used: str, width: int = 120) -> list[str]:
    from rich.console import Console

    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(evidence_table(evidence, frozenset(used), tick="✓", width=width))
    return [line.rstrip() for line in capture.get().splitlines()]


def test_an_answer_comes_first_with_its_ticks(capsys: pytest.CaptureFixture[str]) -> None:
    """Then the evidence it rests on, the source line, the caveats, and where the run is kept."""
    show_outcome(an_outcome(OutcomeKind.ANSWERED, answer=ANSWER, ties=(TIE,), caveats=("Revised yearly.",)))
    out = capsys.readouterr().out
    lines = out.splitlines()
    assert lines[0] == "The population of Canada was 41,262,329 ✓ in 2024."
    assert "Japan" not in out
    assert "1 more row is in the evidence" in out
    assert lines.index("Source: the publisher.") < lines.index("Note: Revised yearly.")
    assert lines[-1] == "planner on core8 2026-07 · 0 data calls · 0.00 s · run no. 7"


def test_a_held_draft_is_marked_and_said_to_be_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    """With the true value, and the command that shows it to whoever decides."""
    draft = "The population of Canada was 42,262,329 in 2024."
    problem = Problem(
        code=ProblemCode.UNSUPPORTED_NUMBER,
        start=29,
        end=39,
        text="42,262,329",
        message="No fact.",
        expected="41262329",
    )
    show_outcome(an_outcome(OutcomeKind.HELD, draft=draft, problems=(problem,)))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "✗ Held for a person as no. 7: the draft does not tie out (1 problem)."
    at = lines.index("Draft, not checked: not an answer")
    assert lines[at + 1 : at + 3] == [f"  {draft}", "  " + " " * 29 + "^" * 10]
    assert "  unsupported_number  No fact. True value: 41262329." in lines
    assert lines[-1].endswith("tieout review show 7")


def test_a_failed_run_says_what_stopped_it(capsys: pytest.CaptureFixture[str]) -> None:
    """And shows neither evidence nor source: there is nothing that they stand behind."""
    show_outcome(an_outcome(OutcomeKind.FAILED, stop="repeated_call"))
    out = capsys.readouterr().out
    assert out.startswith("✗ Failed: the model made the same call again.")
    assert "Source" not in out
    assert "Canada" not in out


def test_a_verdict_of_a_single_check(capsys: pytest.CaptureFixture[str]) -> None:
    """Valid with ticks, or rejected with marks."""
    show_verdict(ANSWER, Verdict(valid=True, problems=(), ties=(TIE,)), EVIDENCE)
    assert capsys.readouterr().out.startswith(
        "✓ valid: every claim ties out\n\nThe population of Canada was 41,2"
    )
    problem = Problem(code=ProblemCode.NOT_UNDERSTOOD, start=0, end=3, text="The", message="Unknown.")
    show_verdict(ANSWER, Verdict(valid=False, problems=(problem,), ties=()), EVIDENCE)
    assert capsys.readouterr().out.startswith(f"✗ rejected: 1 problem\n\n  {ANSWER}\n  ^^^\n")


def test_ranks_stand_beside_the_values_they_rank() -> None:
    """A rank is a place in a column, not a row that reads like a value."""
    derived = {
        "operation": "rank",
        "operands": ["e1"],
        "set": "the 8 countries of this data set",
        "size": 8,
        "position": 2,
        "order": "highest first",
        "complete": True,
    }
    evidence = evidence_from_rows(
        [a_row("e1", "Canada", 2024, "41262329"), a_row("e2", "Canada", 2024, "2", derived=derived)]
    )
    lines = table_of(evidence, "e2")
    assert lines[0] == "Population, total  SP.POP.TOTL  in people"
    assert lines[3].split() == ["✓", "e1", "Canada", "2024", "41,262,329", "41262329", "2", "of", "8"]
    assert lines[4] == "ranked highest first, the 8 countries of this data set"
    assert len(lines) == 5
    alone = evidence_from_rows([a_row("e2", "Canada", 2024, "2", derived=derived)])
    assert "rank 2 of 8, the 8 countries of this data set, highest first" in table_of(alone)[-1]


def test_computed_facts_name_their_operands() -> None:
    """What was computed stands under what it was computed from, though only the result is ticked."""
    evidence = evidence_from_rows(
        [
            a_row("e1", "Canada", 2020, "38028638"),
            a_row("e2", "Canada", 2024, "41262329"),
            a_row(
                "e3", "Canada", 2024, "3233691", derived={"operation": "difference", "operands": ["e1", "e2"]}
            ),
        ]
    )
    lines = table_of(evidence, "e3")
    assert [line.split()[0] for line in lines if "Canada" in line] == ["e1", "e2", "✓"]
    assert lines[-1].split() == ["✓", "e3", "Canada", "2024", "3,233,691", "difference", "of", "e1,", "e2"]


def test_gaps_and_flags_are_told() -> None:
    """A gap is no zero, and a forecast is marked."""
    evidence = evidence_from_rows(
        [a_row("e1", "Canada", 2024, None), a_row("e2", "Canada", 2030, "5", status="forecast")]
    )
    text = "\n".join(table_of(evidence))
    assert "not published" in text
    assert "forecast" in text


def test_a_step_is_one_line() -> None:
    """Tool, arguments and how it went; long or hostile arguments stay one harmless line."""
    line = step_line("get_values", {"country_codes": ["CAN", "USA"], "from_year": 2020}, "ok", 2)
    assert line.plain == "▸ get_values(CAN,USA, 2020) → 2 rows"
    hostile = step_line("\x1b[2J", "\r\n" + "{" * 500, "refused: unknown_tool", 0).plain
    assert len(hostile) < 120
    assert hostile.isprintable()


@pytest.mark.parametrize(("width", "times"), [(30, 1), (40, 1), (60, 1), (80, 2), (120, 2)])
def test_no_number_is_cut_however_narrow_the_terminal(width: int, times: int) -> None:
    """Half a number is a wrong number: what does not fit goes on below, and the exact text stays away."""
    evidence = evidence_from_rows([a_row("e1", "United States", 2024, "7" * 18)])
    text = "".join(table_of(evidence, width=width))
    assert text.count("7") == 18 * times
    assert "…" not in text
