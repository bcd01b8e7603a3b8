"""Runs as lines of a file: JSON, or CSV that a spreadsheet reads as text and never as a formula."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from tieout.ledger import ListedRun

__all__ = ["COLUMNS", "RunForm", "run_lines", "run_row"]

RunForm = Literal["csv", "jsonl"]

COLUMNS: Final = (
    *("number", "run", "asked_at", "asker", "question", "outcome", "answer", "problems", "stop"),
    *("model", "path", "dataset", "dataset_version", "seconds", "model_calls", "tool_calls"),
    *("input_tokens", "output_tokens", "cost_usd", "decided_at", "decided_by", "decision", "why"),
)
"""What is told of each run, in this order."""

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""With these a spreadsheet takes a cell for a formula, or for the start of one."""


def run_row(run: ListedRun) -> dict[str, Any]:
    """Return what is told of a run, by column."""
    document = run.document
    usage = document["usage"]
    values = (
        *(run.number, run.run, run.asked_at.isoformat(), run.asker, run.question, run.outcome),
        *(document["answer"], list(run.codes), document["stop"], run.model, document["path"]),
        *(document["dataset"]["name"], document["dataset"]["version"], document["seconds"]),
        *(usage[name] for name in COLUMNS[14:19]),
        *(run.decided_at.isoformat() if run.decided_at else None, run.who, run.action, run.why),
    )
    return dict(zip(COLUMNS, values, strict=True))


def run_lines(runs: Iterable[ListedRun], form: RunForm) -> Iterator[str]:
    """Yield the lines of a file, a head first where the form has one."""
    if form == "jsonl":
        for run in runs:
            yield f"{json.dumps(run_row(run), ensure_ascii=False)}\n"
        return
    yield _line(COLUMNS)
    for run in runs:
        yield _line([_cell(value) for value in run_row(run).values()])


def _cell(value: object) -> str:
    """Return a value as a cell.

    Examples:
        >>> _cell("=1+1"), _cell(["no_area", "ambiguous"]), _cell(None), _cell(-1)
        ("'=1+1", 'no_area ambiguous', '', '-1')
    """
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return "" if value is None else str(value)


def _line(cells: Iterable[str]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()
