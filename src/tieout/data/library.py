"""The shelf: find a data set by name, directory, file or URL, verify it, and open it."""

from __future__ import annotations

import difflib
import functools
import hashlib
import json
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tieout.data.card import DatasetCard, card_from_mapping
from tieout.data.fields import read_toml
from tieout.data.store import Store
from tieout.data.stores.opening import is_url, open_url
from tieout.data.stores.sqlite import SqliteStore
from tieout.data.sums import SUMS, read_verified
from tieout.data.tables import read_areas, read_indicators, read_observations
from tieout.errors import SnapshotInvalid, UsageError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = ["Holding", "list_cards", "open_holding"]

_CARD = "card.toml"
_MOST_BASES = 5
_SHOWN = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """A data set taken from the shelf: verified, open, not yet asked.

    Attributes:
        card: The card, restrictions included.
        store: The rows of the data set, or of the base it is cut from.
        sha256: The digest of its SHA256SUMS; for a cut data set of its own followed by that of its base; for
            a file the digest it carries.
    """

    card: DatasetCard
    store: Store
    sha256: str


def open_holding(name: str | Path) -> Holding:
    """Find, verify and open a data set: a packaged name, a directory, a ``.sqlite`` file or a database's URL.

    Raises:
        UsageError: There is no such data set.
        SnapshotInvalid: It is no data set, or its format is wrong.
        SnapshotChanged: Its bytes are not those that were published.
    """
    if isinstance(name, str) and is_url(name):
        return _holding(open_url(name), "The database")
    return _load(_locate(name, None), _MOST_BASES)


def list_cards() -> tuple[DatasetCard, ...]:
    """Return the cards of the packaged data sets by name, without reading their values."""
    return tuple(_packaged_card(name, _MOST_BASES) for name in sorted(_packaged()))


@functools.cache
def _packaged() -> dict[str, Traversable]:
    return {entry.name: entry for entry in (files("tieout.data") / "sets").iterdir() if entry.is_dir()}


def _packaged_card(name: str, depth: int) -> DatasetCard:
    directory = _packaged()[name]
    where = f"{name}/{_CARD}"
    tables = read_toml((directory / _CARD).read_text(encoding="utf-8"), where)
    base = tables.get("base")
    known = depth > 0 and isinstance(base, str) and base in _packaged()
    return card_from_mapping(tables, where, _packaged_card(base, depth - 1) if known and base else None)


def _locate(name: str | Path, beside: Path | None) -> Traversable:
    """Return the directory or file of a data set; a path in a card starts beside the card's directory."""
    if isinstance(name, str) and name in _packaged():
        return _packaged()[name]
    path = Path(name) if beside is None else beside / name
    if str(name).strip() and _is_there(path):
        return path
    near = difflib.get_close_matches(str(name), _packaged(), n=1)
    hint = f" Did you mean '{near[0]}'?" if near else ""
    known = ", ".join(sorted(_packaged()))
    shown = str(name) if len(str(name)) <= _SHOWN else f"{str(name)[:_SHOWN]}..."
    raise UsageError(
        f"There is no data set '{shown}'.{hint} Packaged: {known}; or name a data set directory, a "
        ".sqlite file, or the URL of a database."
    )


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name too long for the file system, or with a null character
        return False


def _load(place: Traversable, depth: int) -> Holding:
    if place.is_file() and isinstance(place, Path):
        if place.suffix == ".duckdb":
            return _holding(open_url(f"duckdb://{place}"), f"'{place}'")
        return _holding(SqliteStore.open(place), f"'{place}'")
    contents = read_verified(place)
    where = place.name
    tables = read_toml(_text(contents, _CARD, where), f"{where}/{_CARD}")
    if "base" in tables:
        return _load_cut(place, tables, contents, depth)
    card = card_from_mapping(tables, f"{where}/{_CARD}")
    areas = read_areas(_content(contents, "areas.csv", where), f"{where}/areas.csv")
    indicators = read_indicators(_content(contents, "indicators.csv", where), f"{where}/indicators.csv")
    cells = read_observations(
        _content(contents, "observations.csv", where),
        f"{where}/observations.csv",
        areas=areas,
        indicators=indicators,
        years=(card.first_year, card.last_year),
    )
    store = SqliteStore.in_memory(areas.values(), indicators.values(), cells)
    return Holding(card=card, store=store, sha256=hashlib.sha256(contents[SUMS]).hexdigest())


def _load_cut(place: Traversable, tables: dict[str, Any], contents: dict[str, bytes], depth: int) -> Holding:
    where, base_name = f"{place.name}/{_CARD}", tables["base"]
    if not isinstance(base_name, str):
        raise SnapshotInvalid(f"{where}: 'base' must name a data set.")
    if depth == 0:
        raise SnapshotInvalid(
            f"{where}: more than {_MOST_BASES} bases, one upon another; cut from a whole data set."
        )
    try:
        base_place = _locate(base_name, place.parent if isinstance(place, Path) else None)
    except UsageError:
        raise SnapshotInvalid(f"{where}: its base '{base_name}' is not there.") from None
    base = _load(base_place, depth - 1)
    card = card_from_mapping(tables, where, base.card)
    sha256 = hashlib.sha256(contents[SUMS] + base.sha256.encode()).hexdigest()
    return Holding(card=card, store=base.store, sha256=sha256)


def _holding(store: Store, where: str) -> Holding:
    try:
        card = card_from_mapping(json.loads(store.meta["card"]), where)
    except (KeyError, ValueError, AttributeError):
        store.close()
        raise SnapshotInvalid(f"{where} holds no readable card; write it again with tieout.") from None
    except BaseException:
        store.close()
        raise
    return Holding(card=card, store=store, sha256=store.meta["sha256"])


def _content(contents: dict[str, bytes], name: str, where: str) -> bytes:
    try:
        return contents[name]
    except KeyError:
        raise SnapshotInvalid(f"{where}/{SUMS} does not list {name}, so it is no whole data set.") from None


def _text(contents: dict[str, bytes], name: str, where: str) -> str:
    try:
        return _content(contents, name, where).decode("utf-8")
    except UnicodeDecodeError:
        raise SnapshotInvalid(f"{where}/{name} is not UTF-8.") from None
