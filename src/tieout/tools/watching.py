"""Watching a value: be told when a published value is revised. The first tool with a side effect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tieout.errors import QueryCode, QueryError
from tieout.facts.observation import Observation
from tieout.facts.period import Period
from tieout.tools.cells import Cells
from tieout.tools.checks import known_areas, known_indicator, years_covered
from tieout.tools.contract import Tool
from tieout.tools.finding import Finding, Observed

if TYPE_CHECKING:
    from tieout.data.catalogue import Catalogue
    from tieout.data.snapshot import Snapshot

__all__ = ["Watch", "watch_tools"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """A published value that someone wants to be told about.

    Attributes:
        observation: The value as it was published when the watch was made; a gap may be watched too.
        dataset: The name of the data set.
        version: Its version.
    """

    observation: Observation
    dataset: str
    version: str


def watch_tools(snapshot: Snapshot, catalogue: Catalogue, keep: Callable[[Watch], int]) -> tuple[Tool, ...]:
    """Return the one tool that watches, ``watch_value(country_code, indicator_code, year)``.

    Args:
        snapshot: The data, and the allow-list of codes and years.
        catalogue: What knows the snapshot's areas and indicators by name.
        keep: Keeps a watch and returns its number.
    """
    cells = Cells(snapshot)

    def watch_value(country_code: str, indicator_code: str, year: int) -> Finding:
        found = snapshot.find(country_code, indicator_code, Period.of_year(year))
        if found is None:
            where = f"{indicator_code} of {country_code} in {year}"
            raise QueryError(QueryCode.NO_DATA, f"{where} is not in this snapshot, so it cannot be watched.")
        card = snapshot.card
        number = keep(Watch(observation=found, dataset=card.name, version=card.version))
        return Finding(
            heading=cells.heading(indicator_code) | {"watch": f"no. {number}"},
            records=(Observed(observation=found),),
            stamp=cells.stamp,
        )

    return (
        Tool.of(
            watch_value,
            "Be told when a published value is revised; a person approves each watch.",
            [
                known_areas(snapshot, catalogue, "country_code"),
                known_indicator(snapshot, catalogue),
                years_covered(snapshot, "year"),
            ],
            side_effect=True,
        ),
    )
