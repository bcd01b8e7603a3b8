"""From words to codes, and what a measure means: ``find_...`` and ``describe_indicator``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tieout.tools.cells import Cells
from tieout.tools.finding import Finding, Plain
from tieout.tools.wording import MOST_NAMES, quoted

if TYPE_CHECKING:
    from tieout.data.catalogue import Catalogue

__all__ = ["Searching"]

_MOST_FOUND = 10
_MOST_SOUGHT = 50


class Searching:
    """The tools that read names and the card, never a value."""

    __slots__ = ("_catalogue", "_cells")

    def __init__(self, cells: Cells, catalogue: Catalogue) -> None:
        self._cells = cells
        self._catalogue = catalogue

    def find_areas(self, query: str) -> Finding:
        """Return the areas whose names match the words, the best first; known ones without data are told."""
        matches = self._catalogue.find_areas(query, _MOST_SOUGHT, everywhere=True)
        records: list[dict[str, object]] = []
        for match in matches:
            fields: dict[str, object] = {"code": match.area.code, "name": match.area.name}
            fields |= {"aggregate": True} if match.area.is_aggregate else {}
            records.append(fields | ({} if match.available else {"available": False}))
        note = ""
        if not any(match.available for match in matches):
            areas = self._cells.snapshot.areas.values()
            note = _nothing(query, "area", [f"{area.code} {area.name}" for area in areas])
        return self._found(records, note)

    def find_indicators(self, query: str) -> Finding:
        """Return the measures whose names match the words, the best first."""
        records: list[dict[str, object]] = [
            {
                "code": match.indicator.code,
                "name": match.indicator.name,
                "unit": match.indicator.unit.text,
            }
            for match in self._catalogue.find_indicators(query, _MOST_SOUGHT)
        ]
        note = ""
        if not records:
            names = [f"{one.code} {one.name}" for one in self._cells.snapshot.indicators.values()]
            note = _nothing(query, "measure", names)
        return self._found(records, note)

    def describe_indicator(self, indicator_code: str) -> Finding:
        """Return what a measure means, who is behind it, and what to beware of."""
        card = self._cells.snapshot.describe(indicator_code)
        first, last = self._cells.snapshot.years
        told = {"source": card.source, "definition": card.definition, "caveat": card.caveat}
        heading = self._cells.heading(indicator_code) | {"years": f"{first}-{last}"}
        return Finding(heading=heading | {key: text for key, text in told.items() if text})

    def _found(self, records: Sequence[dict[str, object]], note: str) -> Finding:
        more = len(records) - _MOST_FOUND
        if more > 0:
            note = f"{more} more match; use more exact words."
        return Finding(
            heading={"dataset": self._cells.stamp.dataset},
            records=tuple(Plain(fields=fields) for fields in records[:_MOST_FOUND]),
            note=note,
        )


def _nothing(query: str, what: str, names: Sequence[str]) -> str:
    told = f"This data set has no {what} that matches {quoted(query)}."
    if len(names) <= MOST_NAMES:
        return f"{told} All there are: {'; '.join(names)}."
    return f"{told} It has {len(names)} others."
