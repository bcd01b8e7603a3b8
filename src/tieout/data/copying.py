"""A snapshot written down: to a SQLite file, PostgreSQL, DuckDB or Parquet, at once or not at all.

A copy of a whole snapshot that has a card beside its rows keeps that and so its digest; any other copy says
which digest it was written from.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from tieout.data.card import AreaCard, DatasetCard, IndicatorCard, mapping_from_card
from tieout.data.snapshot import Snapshot
from tieout.data.stores.form import Contents
from tieout.data.stores.opening import is_url, write_url
from tieout.data.stores.sqlite import SqliteStore
from tieout.data.tables import Cell
from tieout.errors import UsageError

__all__ = ["copy_snapshot", "replace_sqlite", "write_sqlite"]


def copy_snapshot(snapshot: Snapshot, target: str) -> str:
    """Write a snapshot, cut as its card says, to where a name says; return the digest of the copy.

    Args:
        snapshot: The snapshot.
        target: The URL of a PostgreSQL database or of a DuckDB file, whose data set is replaced; or the path
            of a SQLite file that is not there yet.

    Raises:
        UsageError: The target is no such name, or cannot be written.
        DataError: The database is away, or holds other tables of the same names.
        SnapshotChanged: A row of the snapshot is not as it was written.
    """
    if is_url(target):
        return write_url(target, _contents(snapshot))
    path = Path(target)
    if path.suffix != ".sqlite":
        raise UsageError(
            f"'{target}' is no place for a snapshot; name a new .sqlite file, postgresql://HOST/NAME or "
            "duckdb://FILE."
        )
    write_sqlite(snapshot, path)
    return SqliteStore.open(path).meta["sha256"]


def write_sqlite(snapshot: Snapshot, path: Path) -> Path:
    """Write a snapshot, cut as its card says, to a new SQLite file that any SQLite tool can open.

    The file carries the card and its own digests, and opens with :func:`tieout.data.snapshot.load_snapshot`.

    Raises:
        UsageError: The path exists or cannot be written.
    """
    try:
        with path.open("xb"):
            pass
    except OSError as error:
        raise UsageError(
            f"Cannot write '{path}' ({error.strerror}); name a new file in a directory you own."
        ) from None
    contents = _contents(snapshot)
    try:
        cells = (cell for card in contents.indicators for cell in contents.cells(card.code))
        SqliteStore.write(path, contents.meta, contents.areas, contents.indicators, cells)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path


def replace_sqlite(
    path: Path,
    card: DatasetCard,
    areas: Iterable[AreaCard],
    indicators: Iterable[IndicatorCard],
    cells: Iterable[Cell],
) -> str:
    """Write a data set to a file, in place of the one that is there, at once or not at all.

    Returns:
        The digest that names the new data set.

    Raises:
        UsageError: The path cannot be written.
    """
    begun = path.with_name(f"{path.name}.new")
    try:
        begun.unlink(missing_ok=True)
        digest = SqliteStore.write(begun, _card_meta(card), areas, indicators, cells)
        begun.replace(path)
    except (OSError, sqlite3.OperationalError) as error:
        begun.unlink(missing_ok=True)
        raise UsageError(f"Cannot write '{path}' ({error}); name a file in a directory you own.") from None
    except BaseException:
        begun.unlink(missing_ok=True)
        raise
    return digest


def _contents(snapshot: Snapshot) -> Contents:
    meta = _card_meta(snapshot.card)
    kept = snapshot.written_meta
    if kept.get("card") != meta["card"] or kept.get("sha256") != snapshot.sha256:
        kept = {**meta, "written_from": snapshot.sha256}
    return Contents(
        meta={key: value for key, value in kept.items() if key not in ("format", "sha256")},
        areas=tuple(snapshot.describe_area(code) for code in snapshot.areas),
        indicators=tuple(snapshot.describe(code) for code in snapshot.indicators),
        cells=snapshot.cells,
    )


def _card_meta(card: DatasetCard) -> dict[str, str]:
    return {"card": json.dumps(mapping_from_card(card), ensure_ascii=False, sort_keys=True)}
