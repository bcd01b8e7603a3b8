"""Rankings over every country with a value: ``rank_countries``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Any, Literal

from tieout.errors import QueryCode, QueryError
from tieout.facts.derivation import Order
from tieout.facts.indicator import Indicator
from tieout.facts.observation import Observation
from tieout.facts.period import Period
from tieout.facts.unit import Unit
from tieout.tools.cells import Cells
from tieout.tools.finding import Derived, Finding, Observed, Record

__all__ = ["MOST_RANKED", "Ranking", "ordinal"]

MOST_RANKED = 20
"""The most rows that a ranking lists."""

_RANK = Unit("rank")
_ORDERS: dict[str, Order] = {"highest": "highest first", "lowest": "lowest first"}


class Ranking:
    """The tool that ranks: the set is whole, only the rows listed are cut."""

    __slots__ = ("_cells",)

    def __init__(self, cells: Cells) -> None:
        self._cells = cells

    def rank_countries(
        self,
        indicator_code: str,
        year: int,
        order: Literal["highest", "lowest"],
        limit: Annotated[int, "1 to 20"],
    ) -> Finding:
        """Return the first of all countries with a value; equal values share the better rank."""
        return self.ranked_at(indicator_code, Period.of_year(year), order, limit)

    def ranked_at(
        self, indicator_code: str, period: Period, order: Literal["highest", "lowest"], limit: int
    ) -> Finding:
        """Return the first of all areas with a value in a period."""
        snapshot = self._cells.snapshot
        known = snapshot.cross_section(indicator_code, period)
        cells = [cell for cell in known if cell.text is not None]
        if not cells:
            name = self._cells.indicator(indicator_code).name
            message = f"No {self._noun()} has a value of {name} in {period} in this snapshot"
            raise QueryError(QueryCode.NO_DATA, f"{message} ({self._cells.stamp.dataset}).")
        economies = sum(not area.is_aggregate for area in snapshot.areas.values())
        unknown = economies - len(known)
        ranked = _ranked(cells, highest=order == "highest")
        heading: dict[str, object] = {
            "set": self._set(len(cells), economies, unknown),
            "size": len(cells),
            "order": _ORDERS[order],
            "complete": unknown == 0,
        }
        records: list[Record] = []
        for place, cell in ranked[:limit]:
            records += [Observed(observation=cell), _rank(place, cell, len(records), heading)]
        return Finding(
            heading=self._cells.heading(indicator_code) | heading,
            records=tuple(records),
            note=_note(ranked, limit, unknown),
            stamp=self._cells.stamp,
        )

    def _noun(self, *, plural: bool = False) -> str:
        """Return what the areas of the data set are called."""
        kinds = {area.kind for area in self._cells.snapshot.areas.values() if not area.is_aggregate}
        if kinds == {""}:
            return "countries" if plural else "country"
        return "areas" if plural else "area"

    def _set(self, size: int, economies: int, unknown: int) -> str:
        if self._cells.snapshot.card.areas is not None:
            of_all = f"the {economies} {self._noun(plural=True)} of this data set"
            return of_all if size == economies else f"{size} with a value of {of_all}"
        return "economies with a value" if unknown == 0 else "economies with a value in this snapshot"


def _ranked(cells: Sequence[Observation], *, highest: bool) -> list[tuple[int, Observation]]:
    """Return place and cell, best first; cells of equal value by area code."""
    values = [(Decimal(cell.text or 0), cell) for cell in cells]
    values.sort(key=lambda pair: pair[1].area.code)
    values.sort(key=lambda pair: pair[0], reverse=highest)
    ranked: list[tuple[int, Observation]] = []
    place, before = 0, None
    for count, (value, cell) in enumerate(values, start=1):
        if value != before:
            place, before = count, value
        ranked.append((place, cell))
    return ranked


def _rank(place: int, cell: Observation, operand: int, heading: Mapping[str, Any]) -> Derived:
    size = heading["size"]
    return Derived(
        operation="rank",
        operands=(operand,),
        value=place,
        area=cell.area,
        indicator=Indicator(code=cell.indicator.code, name=cell.indicator.name, unit=_RANK),
        period=cell.period,
        shown=f"{ordinal(place)} of {size}",
        set=heading["set"],
        size=size,
        order=heading["order"],
        complete=heading["complete"],
    )


def ordinal(number: int) -> str:
    """Return a place as a reader sees it.

    Examples:
        >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 22, 113)]
        ['1st', '2nd', '3rd', '4th', '11th', '22nd', '113th']
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _note(ranked: Sequence[tuple[int, Observation]], limit: int, unknown: int) -> str:
    shared = Counter(place for place, _ in ranked)
    listed = Counter(place for place, _ in ranked[:limit])
    told = [
        f"{count} countries share rank {place}"
        + ("" if listed[place] == count else f", {listed[place]} of them listed")
        for place, count in shared.items()
        if count > 1 and place in listed
    ]
    if unknown:
        told.append(f"the values of {unknown} more countries are not in this snapshot and may rank anywhere")
    return "; ".join(told) + "." if told else ""
