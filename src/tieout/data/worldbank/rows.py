"""The rows of one indicator: cells by area and period, with what is known to go wrong in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple

from tieout.data.card import AreaCard
from tieout.data.tables import Cell
from tieout.data.worldbank.replies import Number, Page
from tieout.errors import SourceError
from tieout.facts.observation import Status
from tieout.facts.period import Period

__all__ = ["Areas", "Zero", "read_cells"]

_STATUSES: Final = {
    "": Status.NORMAL,
    "A": Status.NORMAL,
    "B": Status.BREAK,
    "E": Status.ESTIMATED,
    "F": Status.FORECAST,
    "P": Status.PROVISIONAL,
}
"""What ``obs_status`` says: "F" is documented by the API's pages, the others are SDMX's code list."""

_COLLECTION: Final = "2"
"""The World Development Indicators among the collections (``/v2/sources``)."""

_RECENT: Final = 3
"""A zero of an aggregate is not computed only among its newest values; an old one may be true."""


class Zero(NamedTuple):
    """A published zero of an aggregate that says "not computed": its values before are not near zero."""

    indicator: str
    area: str
    period: str


class Areas:
    """Areas by the codes that rows use.

    A row names a country by three letters; an income group has only its two.

    Args:
        cards: The areas by code.
    """

    __slots__ = ("_by_iso2", "_cards")

    def __init__(self, cards: Mapping[str, AreaCard]) -> None:
        self._cards = cards
        self._by_iso2 = {card.iso2: code for code, card in cards.items() if card.iso2}

    def find_code(self, row: Mapping[str, Any]) -> str | None:
        """Return the code of the area that a row is about, or None where the list of countries has none."""
        country = row.get("country")
        short = country.get("id") if isinstance(country, dict) else None
        for code in (row.get("countryiso3code"), short):
            if isinstance(code, str) and code in self._cards:
                return code
        return self._by_iso2.get(short) if isinstance(short, str) else None

    def is_aggregate(self, code: str) -> bool:
        """Return True for the world, regions and income groups."""
        return self._cards[code].is_aggregate


def read_cells(page: Page, indicator: str, areas: Areas, where: str) -> tuple[list[Cell], list[Zero]]:
    """Return the cells of an indicator by area and period, and the zeros that were read as gaps.

    Args:
        page: The rows.
        indicator: The code that was asked for.
        areas: The areas of the list of countries.
        where: What was asked for, for messages.

    Raises:
        SourceError: The rows are of another collection; or one is of another indicator (it was renamed or
            moved), has a value of an unknown area, no readable period or number, an unknown flag, or
            contradicts another.
    """
    if page.source not in ("", _COLLECTION):
        raise SourceError(
            f"{where}: the rows are of collection {page.source}, not of the World Development Indicators; "
            "their credit and terms are others, so leave it out."
        )
    values: dict[tuple[str, str], tuple[str | None, Status]] = {}
    for row in page.rows:
        _check_indicator(row, indicator, where)
        value = _value(row, where)
        area = areas.find_code(row)
        if area is None:
            _check_empty(row, value, where)
            continue
        key, cell = (area, _period(row, where)), (value, _status(row, where))
        if values.setdefault(key, cell) != cell:
            raise SourceError(f"{where}: two rows of {area} in {key[1]} say {values[key][0]} and {value}.")
    zeros = _zeros(values, indicator, areas)
    for zero in zeros:
        values[zero.area, zero.period] = None, Status.NORMAL
    cells = [
        Cell(indicator, area, period, value, "" if value is None else status.value, "")
        for (area, period), (value, status) in sorted(values.items())
    ]
    return cells, zeros


def _check_empty(row: Mapping[str, Any], value: str | None, where: str) -> None:
    """Let a row of an area that the list of countries does not have pass when it says nothing."""
    if value is not None:
        raise SourceError(
            f"{where}: a row is about {row.get('country')!r}, which the list of countries does not have."
        )


def _check_indicator(row: Mapping[str, Any], indicator: str, where: str) -> None:
    named = row.get("indicator")
    code = named.get("id") if isinstance(named, dict) else None
    if code != indicator:
        raise SourceError(f"{where}: the rows are of {code!r}; the series may have been renamed or moved.")


def _period(row: Mapping[str, Any], where: str) -> str:
    text = row.get("date")
    try:
        return str(Period.parse(str(text)))
    except ValueError:
        raise SourceError(f"{where}: {text!r} is no period.") from None


def _value(row: Mapping[str, Any], where: str) -> str | None:
    value = row.get("value")
    if value is None:
        return None
    if not isinstance(value, Number):
        raise SourceError(f"{where}: the value {value!r} is no number.")
    return str(value)


def _status(row: Mapping[str, Any], where: str) -> Status:
    flag = str(row.get("obs_status") or "").strip()
    if flag not in _STATUSES:
        raise SourceError(f"{where}: a row has the flag {flag!r}, whose meaning is not known.")
    return _STATUSES[flag]


def _zeros(
    values: Mapping[tuple[str, str], tuple[str | None, Status]], indicator: str, areas: Areas
) -> list[Zero]:
    """Return the zeros of aggregates whose newest values before are above zero, each of them."""
    series: dict[str, list[tuple[str, Decimal]]] = defaultdict(list)
    for (area, period), (value, _) in sorted(values.items()):
        if value is not None and areas.is_aggregate(area):
            series[area].append((period, Decimal(value)))
    return [
        Zero(indicator, area, period)
        for area, told in series.items()
        for place, (period, value) in enumerate(told)
        if value == 0
        and place >= max(1, len(told) - _RECENT)
        and all(one > 0 for _, one in told[:place][-5:])
    ]
