"""Runs summed up: the middle, the end and the whole of what they took, and what held or stopped them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from tieout.interfaces.runlines import COLUMNS, run_lines, run_row
from tieout.interfaces.tallies import tally_document, tally_of
from tieout.ledger import ListedRun

MOMENT = datetime(2026, 7, 1, 23, 59, tzinfo=UTC)
RUN = ListedRun(
    number=1,
    run="r1",
    asked_at=MOMENT,
    question="Q?",
    outcome="answered",
    model="planner",
    dataset="core8",
    asker="ada",
    document={
        "answer": "A.",
        "problems": [],
        "stop": "",
        "path": "tools",
        "dataset": {"name": "core8", "version": "2026-07"},
        "seconds": 0.5,
        "usage": {
            "model_calls": 1,
            "tool_calls": 2,
            "input_tokens": 3,
            "output_tokens": 4,
            "cost_usd": None,
        },
    },
    decided_at=None,
    who="",
    action="",
    why="",
)


def a_run(number: int, seconds: float, cost: str | None = None, **changed: object) -> ListedRun:
    document = {
        **RUN.document,
        "seconds": seconds,
        "usage": {**RUN.document["usage"], "cost_usd": cost},
        **changed,
    }
    return replace(RUN, number=number, document=document)


def test_nothing_is_summed_up_to_nothing() -> None:
    """Without runs there is no middle."""
    tally = tally_of([])
    assert (tally.runs, tally.days, tally.seconds, tally.dollars) == (0, {}, None, None)
    assert tally_document(tally)["seconds"] is None


def test_the_middle_and_the_end_are_exact() -> None:
    """The median lies between two, the 95th of 100 is one of the values, dollars keep their digits."""
    tally = tally_of(a_run(n, n / 10, "0.10" if n <= 2 else None) for n in range(1, 21))
    assert tally.seconds is not None
    assert (tally.seconds.median, tally.seconds.p95, tally.seconds.total) == (
        Decimal("1.05"),
        Decimal("1.9"),
        Decimal("21.0"),
    )
    assert tally_document(tally)["cost_usd"] == {
        "count": 2,
        "median": "0.10",
        "p95": "0.10",
        "total": "0.20",
    }


def test_days_codes_and_stops_are_counted() -> None:
    """By the day in UTC; a code counts once for each draft, however often it stands in it."""
    codes = [{"code": "no_area"}, {"code": "no_area"}, {"code": "wrong_period"}]
    held = replace(a_run(2, 1.0, problems=codes), outcome="held", asked_at=MOMENT + timedelta(minutes=1))
    stopped = replace(a_run(3, 1.0, stop="max_seconds"), outcome="failed")
    tally = tally_of([RUN, held, stopped])
    assert tally.days == {date(2026, 7, 1): {"answered": 1, "failed": 1}, date(2026, 7, 2): {"held": 1}}
    assert (tally.codes, tally.stops) == ({"no_area": 1, "wrong_period": 1}, {"max_seconds": 1})


def test_a_line_has_every_column_and_no_formula() -> None:
    """Signs that a spreadsheet runs are kept as text; line breaks stay inside their cell."""
    wild = replace(RUN, question="@SUM(A1)", why="-1+1", asker="\t=x", who='a "quoted"\nline')
    assert list(run_row(wild)) == list(COLUMNS)
    head, line = run_lines([wild], "csv")
    assert head.strip() == ",".join(COLUMNS)
    for cell in ("'@SUM(A1)", "'-1+1", "'\t=x"):
        assert cell in line
    (told,) = run_lines([wild], "jsonl")
    assert '"question": "@SUM(A1)"' in told
