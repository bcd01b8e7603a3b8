"""The report as Markdown, for issues and change requests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from tieout.interfaces.reports.tables import Table, called, tables_of

if TYPE_CHECKING:
    from tieout.evaluation.reported import Example, GridRow, Report

__all__ = ["markdown_of", "table_lines"]

_SPECIAL: Final = str.maketrans(
    {character: f"\\{character}" for character in "\\`*_{}[]<>|#"} | {"\n": " ", "\r": " "}
)


def markdown_of(report: Report) -> str:
    """Return the report as Markdown; what models wrote is escaped, and stands in one line."""
    lines = ["# Evaluation", ""]
    for table in tables_of(report):
        lines += [f"## {table.title}", ""]
        lines += [_plain(table.note), ""] if table.note else []
        lines += [*table_lines(table), ""]
    lines += ["## Every question", "", *_grid(report.grid), ""]
    lines += ["## Examples", "", *(line for each in report.examples for line in _example(each))]
    return "\n".join(lines).rstrip() + "\n"


def table_lines(table: Table) -> list[str]:
    """Return a table as lines of Markdown."""
    return _lines(table.header, table.rows)


def _lines(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [_row(header), "|" + "---|" * len(header), *map(_row, rows)]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(_plain, cells)) + " |"


def _plain(text: str) -> str:
    return text.translate(_SPECIAL)


def _grid(grid: Sequence[GridRow]) -> list[str]:
    runs = list(dict.fromkeys((cell.model, cell.path) for row in grid for cell in row.cells))
    header = ("question", "kind", "right is", *(called(model, path) for model, path in runs))
    rows: list[tuple[str, ...]] = []
    for row in grid:
        cells = {(cell.model, cell.path): ", ".join(cell.grades) for cell in row.cells}
        told = (f"{row.question_id}: {row.question}", row.kind.replace("_", " "), row.expected)
        rows.append((*told, *(cells.get(run, "–") for run in runs)))
    return _lines(header, rows)


def _example(example: Example) -> list[str]:
    lines = [
        f"### {_plain(example.grade)}: {_plain(example.question_id)}, "
        f"{_plain(called(example.model, example.path))}",
        "",
        f"- question: {_plain(example.question)}",
        f"- right is: {_plain(example.expected)}",
        f"- said: {_plain(example.text) or 'nothing'}",
    ]
    named = (("why", example.reason), ("broke at", example.layer), ("stopped by", example.stop))
    lines += [f"- {name}: {_plain(value)}" for name, value in named if value]
    lines += [f"- call: {_plain(step)}" for step in example.steps]
    lines += [f"- problem: {_plain(problem)}" for problem in example.problems]
    return [*lines, ""]
