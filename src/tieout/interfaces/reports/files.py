"""Writing the report into the folder of a run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tieout.errors import UsageError
from tieout.interfaces.pages import can_write_pages
from tieout.interfaces.reports.markdown import markdown_of
from tieout.interfaces.reports.page import page_of
from tieout.interfaces.reports.sheets import grid_csv, runs_csv

if TYPE_CHECKING:
    from tieout.evaluation.reported import Report

__all__ = ["write_report"]


def write_report(report: Report, folder: Path) -> tuple[Path, ...]:
    """Write every form of a report; HTML only where its extra is installed. Equal reports give equal bytes.

    Returns:
        The files written.

    Raises:
        UsageError: A file cannot be written.
    """
    texts = {
        "report.json": report.model_dump_json(indent=1) + "\n",
        "report.md": markdown_of(report),
        "runs.csv": runs_csv(report),
        "questions.csv": grid_csv(report),
    }
    if can_write_pages():
        texts["report.html"] = page_of(report)
    written: list[Path] = []
    for name, text in texts.items():
        file = folder / name
        try:
            file.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
        except OSError as error:
            raise UsageError(f"{file} cannot be written: {error.strerror or error}.") from None
        written.append(file)
    return tuple(written)
