"""The report as CSV: one file with the figures of each run, one with every question."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tieout.evaluation.reported import Report, RunFigures

__all__ = ["grid_csv", "runs_csv"]

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def runs_csv(report: Report) -> str:
    """Return a line a figure: run, group, name and value; for a share its whole and its interval too."""
    header = ("model", "path", "group", "name", "value", "whole", "low", "high")
    return _written(header, (line for run in report.runs for line in _figures(run)))


def _figures(run: RunFigures) -> Iterator[Sequence[object]]:
    own = (run.model, run.path)
    shares = [("outcome", "right", run.right)]
    shares += [("outcome", name, share) for name, share in run.grades.items()]
    shares += [("kind right", kind.kind, kind.right) for kind in run.kinds]
    shares += [("kind shown wrong", kind.kind, kind.wrong) for kind in run.kinds]
    for group, name, share in shares:
        yield (*own, group, name, share.part, share.whole, share.low, share.high)
    groups = (("layer", run.layers), ("problem", run.problems), ("stop", run.stops), ("not run", run.not_run))
    for group, counts in groups:
        for each in counts:
            yield (*own, group, each.name, each.count, "", "", "")
    for name, value in run.cost.model_dump().items():
        yield (*own, "cost", name, "" if value is None else value, "", "", "")
    for name, value in run.seconds.model_dump(exclude={"all"}).items():
        yield (*own, "seconds", name, "" if value is None else value, "", "", "")


def grid_csv(report: Report) -> str:
    """Return a line for each question, run and repeat."""
    header = ("question_id", "kind", "question", "expected", "model", "path", "repeat", "grade")
    lines = (
        (row.question_id, row.kind, row.question, row.expected, cell.model, cell.path, number, grade)
        for row in report.grid
        for cell in row.cells
        for number, grade in enumerate(cell.grades, start=1)
    )
    return _written(header, lines)


def _written(header: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([_safe(cell) for cell in line] for line in lines)
    return text.getvalue()


def _safe(cell: object) -> object:
    """Keep a spreadsheet from taking text of a file or a model for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
