"""Snapshots of the same cells in two releases, for what compares them."""

from __future__ import annotations

import csv
import datetime
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from tieout.data.card import AreaCard, DatasetCard, IndicatorCard
from tieout.data.copying import replace_sqlite
from tieout.data.snapshot import Snapshot, load_snapshot
from tieout.data.tables import Cell

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data" / "wdi-full" / "vintages_core.csv"


def revised(snapshot: Snapshot, path: Path, changes: Mapping[tuple[str, str, str], str | None]) -> Snapshot:
    """Return a copy of a snapshot in a later release, with other values in some cells.

    Args:
        snapshot: The earlier one.
        path: The file to write.
        changes: The new text by indicator, area and period; None for a gap, an empty text for no row.
    """
    cells: dict[tuple[str, str, str], Cell] = {
        cell[:3]: cell for code in snapshot.indicators for cell in snapshot.cells(code)
    }
    for key, value in changes.items():
        cells[key] = Cell(*key, value, "", "")
    rows = (cell for key, cell in sorted(cells.items()) if cell.value != "")
    areas = [snapshot.describe_area(code) for code in snapshot.areas]
    indicators = [snapshot.describe(code) for code in snapshot.indicators]
    card = replace(snapshot.card, version="2026-12", release="December 2026")
    replace_sqlite(path, card, areas, indicators, rows)
    return load_snapshot(path)


def vintage(day: str, path: Path) -> Snapshot:
    """Return one of the real releases that lie beside a checkout, as a snapshot."""
    with SHARED.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["vintage"] == day and row["value"]]
    return built(
        path, day, ((row["indicator_code"], row["economy_code"], row["year"], row["value"]) for row in rows)
    )


def built(path: Path, version: str, rows: Iterable[tuple[str, str, str, str | None]]) -> Snapshot:
    """Return a snapshot of rows of indicator, area, period and value."""
    cells = sorted(Cell(*row, "", "") for row in rows)
    card = DatasetCard(
        name="vintage",
        title="One release",
        version=version,
        release=version,
        retrieved=datetime.date(2026, 7, 1),
        publisher="World Bank",
        source_name="World Development Indicators",
        credit="The World Bank: World Development Indicators",
        licence="CC BY 4.0",
        licence_url="https://creativecommons.org/licenses/by/4.0/",
        first_year=1960,
        last_year=2026,
    )
    areas = [AreaCard(code=code, name=code) for code in sorted({cell.area for cell in cells})]
    indicators = [
        IndicatorCard(code=code, name=code, unit="") for code in sorted({cell.indicator for cell in cells})
    ]
    replace_sqlite(path, card, areas, indicators, cells)
    return load_snapshot(path)
