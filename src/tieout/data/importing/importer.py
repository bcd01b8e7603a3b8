"""An import: a table made into a snapshot, whole or not at all."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tieout.data.card import DatasetCard
from tieout.data.copying import replace_sqlite
from tieout.data.importing.faults import judged_rows, refuse, repeated_rows
from tieout.data.importing.layout import Layout, TableCard
from tieout.data.importing.names import areas_of, series_of, unit_faults
from tieout.data.importing.periods import read_period
from tieout.data.importing.shape import base_view, checked_view, long_view, periods_of, told_table
from tieout.data.importing.sheet import Sheet
from tieout.data.importing.staging import Staging
from tieout.errors import TableInvalid

__all__ = ["Imported", "import_table"]

_COUNTS: Final = (
    "SELECT count(*), count(value), count(fault), min(substr(period, 1, 4)), max(substr(period, 1, 4)) "
    "FROM checked"
)
_CELLS: Final = "SELECT code, area, period, value, status, '' FROM checked ORDER BY code, area, period"


@dataclass(slots=True, kw_only=True)
class Imported:
    """What an import brought.

    Attributes:
        target: The snapshot.
        sha256: Its digest.
        card: Its card.
        areas: Number of areas.
        series: Number of series.
        values: Number of values.
        gaps: Number of published gaps.
        notes: What was decided on the way and should be known.
    """

    target: Path
    sha256: str
    card: DatasetCard
    areas: int
    series: int
    values: int
    gaps: int
    notes: list[str] = field(default_factory=list)


def import_table(
    opened: Callable[[Staging], Sheet], card: TableCard, target: Path, *, limit: int = 100
) -> Imported:
    """Write a table as a snapshot, in place of the one that is there.

    Args:
        opened: Opens the table, given the database of the import.
        card: What its columns mean, and all that a reader must be told.
        target: The ``.sqlite`` file.
        limit: The most bad rows that an error lists.

    Raises:
        TableInvalid: Rows are bad; the target is as it was.
        SnapshotInvalid: The file or its card is.
        UsageError: The target cannot be written, or a package is missing.
    """
    with TemporaryDirectory(prefix="tieout-") as folder, Staging(Path(folder)) as staging:
        sheet = opened(staging)
        if broken := staging.load(sheet):
            raise refuse(sheet, broken, len(broken), limit)
        _view(staging, sheet, card)
        rows, values, faults, first, last = staging.rows(_COUNTS)[0]
        if faults:
            raise refuse(sheet, judged_rows(sheet, staging, limit), faults, limit)
        if not values:
            raise TableInvalid(f"{sheet.name} has no value at all, so nothing was imported.")
        notes: list[str] = []
        areas = areas_of(staging, card, notes)
        series = series_of(staging, card, notes)
        if wrong := unit_faults(staging, sheet, card, series):
            raise refuse(sheet, wrong, len(wrong), limit)
        whole = _dated(card.card, int(first), int(last))
        try:
            digest = replace_sqlite(target, whole, areas, series, _cells(staging))
        except sqlite3.IntegrityError:
            repeated, count = repeated_rows(sheet, staging, limit)
            raise refuse(sheet, repeated, count, limit) from None
    return Imported(
        target=target,
        sha256=digest,
        card=whole,
        areas=len(areas),
        series=len(series),
        values=values,
        gaps=rows - values,
        notes=notes,
    )


def _view(staging: Staging, sheet: Sheet, card: TableCard) -> None:
    """Make the views, with what periods and flags of the table mean."""
    layout = card.layout
    staging.run(base_view(sheet.columns, layout, sheet.name))
    staging.run(long_view(sheet.columns, layout))
    if layout.periods_across:
        staging.run(told_table(layout))
    texts = periods_of(sheet.columns, layout)
    if texts is None:
        texts = [row[0] for row in staging.rows("SELECT DISTINCT period FROM base")]
    staging.keep("periods", {text: read_period(text, layout.period_format) for text in texts})
    flags = [row[0] for row in staging.rows("SELECT DISTINCT status FROM base")]
    staging.keep("flags", {flag: _meaning(flag, layout) for flag in flags})
    years = (card.card.first_year, card.card.last_year) if card.card.last_year else None
    staging.run(checked_view(layout, years))


def _meaning(flag: str, layout: Layout) -> str | None:
    return layout.statuses.get(flag.lower())


def _cells(staging: Staging) -> Iterator[Any]:
    return staging.stream(_CELLS)


def _dated(card: DatasetCard, first: int, last: int) -> DatasetCard:
    if card.last_year:
        return card
    return replace(card, first_year=first, last_year=last)
