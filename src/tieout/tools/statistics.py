"""The statistics toolset: eight read-only tools over a snapshot, with the checks of their arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tieout.tools.cells import Cells
from tieout.tools.checks import (
    counted,
    known_areas,
    known_indicator,
    one_way,
    within,
    worded,
    years_covered,
    years_in_order,
)
from tieout.tools.comparing import Comparing
from tieout.tools.contract import Tool
from tieout.tools.ranking import MOST_RANKED, Ranking
from tieout.tools.searching import Searching
from tieout.tools.timed import is_timed, timed_tools
from tieout.tools.values import Values

if TYPE_CHECKING:
    from tieout.data.catalogue import Catalogue
    from tieout.data.snapshot import Snapshot

__all__ = ["MOST_AREAS", "statistics_tools"]

MOST_AREAS = 20
"""The most areas that one call may name; `compare` takes ten."""


def statistics_tools(snapshot: Snapshot, catalogue: Catalogue) -> tuple[Tool, ...]:
    """Return the tools over a snapshot: by year, or by period where it has values more often.

    Args:
        snapshot: The data, and the allow-list of codes and years.
        catalogue: What knows the snapshot's areas and indicators by name.
    """
    cells = Cells(snapshot)
    if is_timed(snapshot):
        return (*_searching(cells, catalogue), *timed_tools(cells, catalogue))
    return (
        *_searching(cells, catalogue),
        *_values(cells, catalogue),
        *_sets(cells, catalogue),
    )


def _searching(cells: Cells, catalogue: Catalogue) -> tuple[Tool, ...]:
    tools = Searching(cells, catalogue)
    indicator = known_indicator(cells.snapshot, catalogue)
    return (
        Tool.of(
            tools.find_indicators,
            "Indicator codes that match words.",
            [worded("query")],
        ),
        Tool.of(tools.find_areas, "Country and region codes that match a name.", [worded("query")]),
        Tool.of(tools.describe_indicator, "Definition, source and caveat of an indicator.", [indicator]),
    )


def _values(cells: Cells, catalogue: Catalogue) -> tuple[Tool, ...]:
    snapshot = cells.snapshot
    tools = Values(cells)
    indicator = known_indicator(snapshot, catalogue)
    years = years_covered(snapshot, "from_year", "to_year")
    return (
        Tool.of(
            tools.get_values,
            "Published values year by year: for one value, the latest, or a series.",
            [
                known_areas(snapshot, catalogue, "country_codes"),
                indicator,
                counted("country_codes", 1, MOST_AREAS),
                years,
                years_in_order(),
            ],
        ),
        Tool.of(
            tools.get_change,
            "Change of one country between two years: difference and percent change, or percentage points.",
            [
                known_areas(snapshot, catalogue, "country_code"),
                indicator,
                years,
                years_in_order(distinct=True),
            ],
        ),
    )


def _sets(cells: Cells, catalogue: Catalogue) -> tuple[Tool, ...]:
    snapshot = cells.snapshot
    comparing, ranking = Comparing(cells), Ranking(cells)
    indicator = known_indicator(snapshot, catalogue)
    countries = known_areas(snapshot, catalogue, "country_codes", aggregates=False)
    return (
        Tool.of(
            ranking.rank_countries,
            "Countries with the highest or lowest values in one year, ranked among all.",
            [indicator, years_covered(snapshot, "year"), within("limit", 1, MOST_RANKED)],
        ),
        Tool.of(
            comparing.compare,
            "Values of 2 to 10 countries in one year, with difference and ratio of highest and lowest.",
            [countries, indicator, counted("country_codes", 2, 10), years_covered(snapshot, "year")],
        ),
        Tool.of(
            comparing.aggregate,
            "One statistic over several countries in one year, or over several years of one country.",
            [
                countries,
                indicator,
                counted("country_codes", 1, MOST_AREAS),
                years_covered(snapshot, "from_year", "to_year"),
                years_in_order(),
                one_way(),
            ],
        ),
    )
