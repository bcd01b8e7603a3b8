"""Cards and tables for the tests of imports."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tieout.data.importing.importer import Imported, import_table
from tieout.data.importing.layout import TableCard, table_card
from tieout.data.importing.opening import open_sheet
from tieout.data.snapshot import Snapshot, load_snapshot
from tieout.facts.period import Period

DAY = datetime.date(2026, 11, 30)
HEAD: dict[str, Any] = {
    "name": "survey",
    "version": "2026-11",
    "release": "November 2026",
    "publisher": "Office of Examples",
    "source_name": "Labour survey",
    "credit": "Office of Examples: Labour survey",
    "licence": "CC BY 4.0",
    "licence_url": "https://creativecommons.org/licenses/by/4.0/",
}
LONG: dict[str, Any] = {
    "area": "geo",
    "indicator": "series",
    "period": "year",
    "value": "value",
    "constant": {"unit": "% of labour force"},
}


def card_of(table: Mapping[str, Any], **more: Any) -> TableCard:
    """Return a card with this layout."""
    return table_card({**HEAD, "table": dict(table), **more}, "card.toml", DAY, Path())


def brought(path: Path, table: Mapping[str, Any], **more: Any) -> tuple[Imported, Snapshot]:
    """Import a file; return what it brought, and the snapshot beside it."""
    card = card_of(table, **more)
    target = path.with_name("out.sqlite")
    found = import_table(lambda staging: open_sheet(path, path.name, card.layout, staging), card, target)
    return found, load_snapshot(target)


def cell(snapshot: Snapshot, area: str, indicator: str, period: str) -> str | None:
    """Return the text of a cell; fail where there is none."""
    found = snapshot.find(area, indicator, Period.parse(period))
    assert found is not None, (area, indicator, period)
    return found.text
