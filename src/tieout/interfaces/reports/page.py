"""The report as one HTML file: no script, nothing fetched, its one style sheet named in its own policy."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from importlib import resources
from typing import TYPE_CHECKING, Any

from tieout.interfaces.pages import page_text
from tieout.interfaces.reports.pictures import can_draw, pictures_of
from tieout.interfaces.reports.tables import called, label, tables_of

if TYPE_CHECKING:
    from tieout.evaluation.reported import GridRow, Report

__all__ = ["page_of"]

EXTRA = "eval"


def page_of(report: Report) -> str:
    """Return the report as HTML; every text in it is escaped.

    Raises:
        UsageError: The extra is not installed.
    """
    style = resources.files("tieout.interfaces.pages").joinpath("evaluation.css").read_text(encoding="utf-8")
    digest = b64encode(hashlib.sha256(style.encode()).digest()).decode()
    pictures = pictures_of(report) if can_draw() else ()
    values: dict[str, Any] = {
        "style": style,
        "policy": f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'",
        "headline": _headline(report),
        "tables": tables_of(report),
        "pictures": {
            name: [picture for picture in pictures if picture.table == name]
            for name in dict.fromkeys(picture.table for picture in pictures)
        },
        "runs": [label(run) for run in report.runs],
        "grid": [_row(row, [(run.model, run.path) for run in report.runs]) for row in report.grid],
        "examples": report.examples,
        "called": called,
        "manifest": report.manifest,
    }
    return page_text("evaluation", values, extra=EXTRA)


def _headline(report: Report) -> list[dict[str, Any]]:
    return [
        {
            "run": label(run),
            "right": run.right.part,
            "attempts": run.attempts,
            "wrong": run.grades["shown wrong"].part,
            "held_right": run.grades["held, was right"].part,
        }
        for run in report.runs
    ]


def _row(row: GridRow, runs: list[tuple[str, str]]) -> dict[str, Any]:
    cells = {(cell.model, cell.path): cell.grades for cell in row.cells}
    return {"row": row, "cells": [cells.get(run, ()) for run in runs]}
