"""The form that every store of a data set has: tables, columns, and the digests over them.

Tables ``area``, ``indicator``, ``observation`` (``value`` is the published text, NULL a published gap) and
``meta``. One digest is over each indicator's observations, and one, which names the data set, over everything
else and these digests. They are over the content alone, so the same data set has the same digest everywhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tieout.data.card import AreaCard, IndicatorCard
from tieout.data.tables import Cell
from tieout.facts.frequency import Frequency, is_finer
from tieout.facts.period import Period

__all__ = [
    "AREA_COLUMNS",
    "FORMAT",
    "INDICATOR_COLUMNS",
    "OBSERVATION_COLUMNS",
    "Contents",
    "area_cards",
    "area_rows",
    "digest_of_rows",
    "frequency_of",
    "indicator_cards",
    "indicator_rows",
    "root_digest",
    "sentence_of_change",
    "with_digest",
    "year_bounds",
]

FORMAT: Final = "tieout-snapshot-2"
AREA_COLUMNS: Final = ("code", "name", "is_aggregate", "iso2", "region", "income_group", "kind")
INDICATOR_COLUMNS: Final = ("code", "name", "unit", "topic", "source", "definition", "caveat", "frequency")
OBSERVATION_COLUMNS: Final = ("indicator", "area", "period", "value", "status", "origin")
_BETWEEN: Final = "\x1f"
_NULL: Final = "\x1e"

Row = Sequence[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """A data set to be written down.

    Attributes:
        meta: What stands beside the rows: the card, and what it was written from.
        areas: The areas, in their order.
        indicators: The indicators, in their order.
        cells: Yields the cells of one indicator by area and period.
    """

    meta: Mapping[str, str]
    areas: Sequence[AreaCard]
    indicators: Sequence[IndicatorCard]
    cells: Callable[[str], Iterable[Cell]]


def area_rows(cards: Iterable[AreaCard]) -> list[tuple[Any, ...]]:
    """Return the rows of the table ``area``, positions left out."""
    return [tuple(getattr(card, column) for column in AREA_COLUMNS) for card in cards]


def indicator_rows(cards: Iterable[IndicatorCard]) -> list[tuple[Any, ...]]:
    """Return the rows of the table ``indicator``, positions and digests left out."""
    return [tuple(getattr(card, column) for column in INDICATOR_COLUMNS) for card in cards]


def frequency_of(first: str, last: str) -> Frequency:
    """Return how often an indicator has a value: the coarser of its first and its last period."""
    one, other = Period.parse(first).frequency, Period.parse(last).frequency
    return other if is_finer(one, other) else one


def with_digest(card: Row, cells: Sequence[Cell]) -> tuple[Any, ...]:
    """Return a row of ``indicator`` with the frequency and the digest that its cells give it.

    Args:
        card: Its row in the order of ``INDICATOR_COLUMNS``.
        cells: All its cells, by area and period.
    """
    row = list(card)
    if cells:
        periods = [cell.period for cell in cells]
        row[INDICATOR_COLUMNS.index("frequency")] = frequency_of(min(periods), max(periods))
    return (*row, digest_of_rows(card[0], [cell[1:] for cell in cells]))


def area_cards(rows: Iterable[Row]) -> dict[str, AreaCard]:
    """Return the areas of rows in the order of ``AREA_COLUMNS``, by code."""
    return {
        row[0]: AreaCard(**dict(zip(AREA_COLUMNS, (*row[:2], bool(row[2]), *row[3:]), strict=True)))
        for row in rows
    }


def indicator_cards(rows: Iterable[Row]) -> dict[str, IndicatorCard]:
    """Return the indicators of rows in the order of ``INDICATOR_COLUMNS`` and a digest, by code."""
    return {row[0]: IndicatorCard(**dict(zip(INDICATOR_COLUMNS, row[:-1], strict=True))) for row in rows}


def digest_of_rows(indicator: str, rows: Iterable[Row]) -> str:
    """Return the SHA-256 of one indicator's observations.

    Args:
        indicator: Its code.
        rows: Area, period, value, status and origin of each, by area and period.
    """
    lines = [_BETWEEN.join([_NULL if cell is None else cell for cell in (indicator, *row)]) for row in rows]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def root_digest(meta: Mapping[str, str], areas: Iterable[Row], indicators: Iterable[Row]) -> str:
    """Return the SHA-256 that names a data set: over card, areas, indicators and their digests.

    Args:
        meta: All of ``meta``; the digest itself does not count.
        areas: Rows in the order of ``AREA_COLUMNS``.
        indicators: Rows in the order of ``INDICATOR_COLUMNS``, each with its digest.
    """
    parts = [
        [[key, meta[key]] for key in sorted(meta) if key != "sha256"],
        [[*row[:2], int(row[2]), *row[3:]] for row in areas],
        [list(row) for row in indicators],
    ]
    return hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode()).hexdigest()


def sentence_of_change(where: str, what: str) -> str:
    """Return what a person is told of a data set that is not as it was written."""
    return (
        f"Data set '{where}' was changed: {what}; write it again from its source before anything is "
        "answered from it."
    )


def year_bounds(first_year: int, last_year: int) -> tuple[str, str]:
    """Return period texts that enclose the years: "2020-Q3" sorts after "2020" and before "2021"."""
    return f"{first_year:04}", f"{last_year + 1:04}"
