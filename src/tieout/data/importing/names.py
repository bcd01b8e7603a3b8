"""What areas and series of a table are called, and in which unit each series is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from tieout.data.card import AreaCard, IndicatorCard
from tieout.data.importing.layout import Layout, TableCard
from tieout.data.importing.sheet import Sheet
from tieout.data.importing.staging import Staging
from tieout.data.worldbank.lists import unit_of

__all__ = ["areas_of", "series_of", "unit_faults"]

_SCALES: Final = {
    "0": "",
    "2": "hundred ",
    "3": "thousand ",
    "6": "million ",
    "9": "billion ",
    "12": "trillion ",
}
_AREAS: Final = (
    "SELECT area, arg_max(area_name, n) FILTER (area_name <> ''), min(n), "
    "list(DISTINCT area_name ORDER BY area_name) FILTER (area_name <> '') "
    "FROM base WHERE area <> '' GROUP BY area ORDER BY area"
)
_SERIES: Final = (
    "SELECT code, indicator, unit, scale, arg_max(indicator_name, n) FILTER (indicator_name <> ''), min(n)"
    "{dimensions} FROM base WHERE indicator <> '' OR {across} "
    "GROUP BY code, indicator, unit, scale{dimensions} ORDER BY code, min(n)"
)


def areas_of(staging: Staging, card: TableCard, notes: list[str]) -> list[AreaCard]:
    """Return the areas of the rows by code; where a name changes in the table, the later one is taken.

    Args:
        staging: The loaded table.
        card: What is known of areas.
        notes: Sentences for whoever imports, to be added to.
    """
    found = []
    for code, name, _, names in staging.rows(_AREAS):
        known = card.areas.get(code)
        found.append(known or AreaCard(code=code, name=name or code, kind=card.layout.area_kind))
        if known is None and names and len(names) > 1:
            notes.append(
                f"Area {code} has {len(names)} names ({', '.join(names)}); the last one was taken: {name}."
            )
    return found


def series_of(staging: Staging, card: TableCard, notes: list[str]) -> list[IndicatorCard]:
    """Return the series of the rows by code; where a name changes in the table, the later one is taken.

    Args:
        staging: The loaded table.
        card: What is known of indicators.
        notes: Sentences for whoever imports, to be added to.
    """
    cards: dict[str, IndicatorCard] = {}
    titles: dict[str, str] = {}
    for code, plain, unit, scale, name, _, *values in _rows(staging, card.layout):
        known = card.indicators.get(plain) or IndicatorCard(code=plain, name="", unit="")
        title = known.name or name or plain
        if titles.setdefault(plain, title) != title:
            notes.append(f"Indicator {plain} is called {titles[plain]} and {title}; the last name was taken.")
            titles[plain] = title
        own = card.indicators.get(code, known)
        called = own.name if code != plain and code in card.indicators else _name(title, values, card.layout)
        inner = unit_of(title) if card.unit_in_name else ""
        cards[code] = replace(
            own, code=code, name=called or code, unit=own.unit or _unit(unit, scale) or inner
        )
    return [cards[code] for code in sorted(cards)]


def unit_faults(
    staging: Staging, sheet: Sheet, card: TableCard, series: list[IndicatorCard]
) -> list[tuple[int, str]]:
    """Return place and reason of the first row of each series that has no unit, or a second one.

    A unit that the card states for an indicator is that of all its rows.

    Args:
        staging: The loaded table.
        sheet: The table, for places.
        card: The card.
        series: The series, with their units.
    """
    units = {one.code: one.unit for one in series}
    firsts: dict[str, tuple[int, str]] = {}
    found: dict[int, tuple[str, int]] = {}
    for code, plain, unit, scale, _, number, *_ in _rows(staging, card.layout):
        known = card.indicators.get(code) or card.indicators.get(plain)
        text = _unit(unit, scale)
        first = firsts.setdefault(code, (number, text))
        if not units[code] or (first[1] != text and not (known and known.unit)):
            found.setdefault(number, (code, first[0]))
    places = sheet.places([*found, *(first for _, first in found.values())])
    return [
        (places.get(number, number), _reason(code, units[code], f"{sheet.word} {places.get(first, first)}"))
        for number, (code, first) in sorted(found.items())
    ]


def _reason(code: str, unit: str, first: str) -> str:
    if unit:
        return f"{code} has another unit than in {first}; make the unit one of the dimensions"
    return f"{code} has no unit; name a column, [table.constant] or [[indicators]] for it"


def _rows(staging: Staging, layout: Layout) -> Iterator[tuple[Any, ...]]:
    """Yield code, indicator, unit, scale, name, first row and dimensions of each series, once a unit."""
    dimensions = "".join(f", d{number}" for number in range(len(layout.dimensions)))
    across = "true" if layout.indicators_across else "false"
    for row in staging.rows(_SERIES.format(across=across, dimensions=dimensions)):
        if not layout.indicators_across:
            yield row
        for column in layout.indicators_across:
            yield (f"{column}{row[0]}", column, *row[2:])


def _unit(unit: str, scale: str) -> str:
    if not unit or scale in ("", "0"):
        return unit
    return f"{_SCALES.get(scale, f'10^{scale} ')}{unit}"


def _name(name: str, values: list[str], layout: Layout) -> str:
    """Return the name of a series: the indicator's, and what each dimension says."""
    parts = []
    for dimension, value in zip(layout.dimensions, values, strict=True):
        if value:
            called = layout.labels.get(dimension, {}).get(value)
            parts.append(called or f"{dimension}: {value}")
    return f"{name} ({', '.join(parts)})" if parts else name
