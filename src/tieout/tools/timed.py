"""Tools over a data set that has values by quarter, month, week or day: the same questions, asked by period.

A data set of years keeps its own tools, whose texts models have been measured with.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from tieout.errors import QueryCode, QueryError
from tieout.facts.frequency import STEP_NAMES
from tieout.facts.period import Period
from tieout.tools.call import Refusal
from tieout.tools.cells import Cells
from tieout.tools.checks import counted, known_areas, known_indicator, within
from tieout.tools.comparing import Comparing, statistic_of
from tieout.tools.contract import Check, Tool
from tieout.tools.finding import Finding, Observed, Record
from tieout.tools.ranking import MOST_RANKED, Ranking
from tieout.tools.values import changes
from tieout.tools.wording import quoted

if TYPE_CHECKING:
    from tieout.data.catalogue import Catalogue
    from tieout.data.snapshot import Snapshot
    from tieout.facts.observation import Observation

__all__ = ["Timed", "is_timed", "timed_tools"]

MOST_AREAS = 20
MOST_PERIODS = 400
"""The most periods that one call may read: the days of a year, and some."""

Summary = Literal["sum", "mean", "median", "min", "max"]


def is_timed(snapshot: Snapshot) -> bool:
    """Return True for a data set with a value more often than once a year."""
    return any(snapshot.describe(code).frequency != "A" for code in snapshot.indicators)


def timed_tools(cells: Cells, catalogue: Catalogue) -> tuple[Tool, ...]:
    """Return the tools that read values by period."""
    tools = Timed(cells)
    return (*_of_series(tools, cells.snapshot, catalogue), *_of_sets(tools, cells.snapshot, catalogue))


def _of_series(tools: Timed, snapshot: Snapshot, catalogue: Catalogue) -> tuple[Tool, ...]:
    indicator = known_indicator(snapshot, catalogue)
    ends = periods_of(snapshot, "from_period", "to_period")
    one = [known_areas(snapshot, catalogue, "area_code"), indicator, ends, periods_in_order(distinct=True)]
    several = [
        known_areas(snapshot, catalogue, "area_codes"),
        indicator,
        counted("area_codes", 1, MOST_AREAS),
    ]
    return (
        Tool.of(
            tools.get_values,
            "Published values by period: for one value, the latest, or a series.",
            [*several, ends, periods_in_order()],
        ),
        Tool.of(
            tools.get_change,
            "Change of one area between two periods: difference and percent change, or percentage points.",
            one,
        ),
        Tool.of(
            tools.summarise, "One statistic over all periods of one area from the first to the last.", one
        ),
    )


def _of_sets(tools: Timed, snapshot: Snapshot, catalogue: Catalogue) -> tuple[Tool, ...]:
    indicator, at = known_indicator(snapshot, catalogue), periods_of(snapshot, "period")
    areas = known_areas(snapshot, catalogue, "area_codes", aggregates=False)
    return (
        Tool.of(
            tools.compare,
            "Values of 2 to 10 areas in one period, with difference and ratio of highest and lowest.",
            [areas, indicator, counted("area_codes", 2, 10), at],
        ),
        Tool.of(
            tools.rank_areas,
            "Areas with the highest or lowest values in one period, ranked among all.",
            [indicator, at, within("limit", 1, MOST_RANKED)],
        ),
    )


def periods_of(snapshot: Snapshot, *names: str) -> Check:
    """Check that texts are periods as the indicator has them, in the years covered."""
    first, last = snapshot.years

    def check(arguments: Mapping[str, Any]) -> Refusal | None:
        frequency = snapshot.describe(arguments["indicator_code"]).frequency
        for name in names:
            text = arguments[name]
            try:
                period = Period.parse(text)
            except ValueError:
                like = _EXAMPLES[frequency]
                return Refusal(
                    code=QueryCode.OUT_OF_RANGE, message=f"{name} {quoted(text)} is no period; write {like}."
                )
            if period.frequency != frequency:
                step = STEP_NAMES[frequency]
                like = _EXAMPLES[frequency]
                what = f"{name} {quoted(text)} is no {step}; values are by {step} here: write {like}."
                return Refusal(code=QueryCode.OUT_OF_RANGE, message=what)
            if not first <= period.year <= last:
                what = f"{name} {quoted(text)} is outside the years covered, {first} to {last}."
                return Refusal(code=QueryCode.OUT_OF_RANGE, message=what)
        return None

    return check


_EXAMPLES: Mapping[str, str] = {
    "A": "2020",
    "S": "2020-S1",
    "Q": "2020-Q3",
    "M": "2020-07",
    "W": "2020-W07",
    "D": "2020-07-14",
}


def periods_in_order(*, distinct: bool = False) -> Check:
    """Check that ``from_period`` does not lie after ``to_period``, and that not too many lie between."""

    def check(arguments: Mapping[str, Any]) -> Refusal | None:
        first, last = Period.parse(arguments["from_period"]), Period.parse(arguments["to_period"])
        if first > last:
            what = f"from_period {first} lies after to_period {last}; give the earlier period first."
            return Refusal(code=QueryCode.WRONG_ORDER, message=what)
        if distinct and first == last:
            what = f"from_period and to_period are both {first}; give two periods."
            return Refusal(code=QueryCode.WRONG_ORDER, message=what)
        if (steps := first.steps_to(last) + 1) > MOST_PERIODS:
            what = f"From {first} to {last} are {steps} periods; at most {MOST_PERIODS} are read at once."
            return Refusal(code=QueryCode.TOO_MANY, message=what)
        return None

    return check


class Timed:
    """The tools; areas, indicators and periods must have been checked."""

    __slots__ = ("_cells",)

    def __init__(self, cells: Cells) -> None:
        self._cells = cells

    def get_values(
        self,
        area_codes: list[str],
        indicator_code: str,
        from_period: Annotated[str, "such as 2020-07-14, 2020-07 or 2020-Q3"],
        to_period: str,
    ) -> Finding:
        """Return the values of one or more areas, area by area, each by period, gaps told."""
        found: list[Observation] = []
        missing: list[str] = []
        for code in area_codes:
            cells, holes = self._along(code, indicator_code, from_period, to_period)
            found += cells
            missing += holes
        return self._found(indicator_code, [Observed(observation=cell) for cell in found], missing)

    def get_change(self, area_code: str, indicator_code: str, from_period: str, to_period: str) -> Finding:
        """Return two values of one area and what is computed from them."""
        cells, missing = self._at([area_code], indicator_code, from_period)
        later, holes = self._at([area_code], indicator_code, to_period)
        cells, missing = [*cells, *later], [*missing, *holes]
        records: list[Record] = [Observed(observation=cell) for cell in cells]
        note = "No change can be computed, because a value is missing."
        if len(cells) == 2 and all(cell.text is not None for cell in cells):
            derived, note = changes(cells)
            records += derived
        return self._found(indicator_code, records, missing, note)

    def summarise(
        self,
        operation: Summary,
        area_code: str,
        indicator_code: str,
        from_period: str,
        to_period: str,
    ) -> Finding:
        """Return one statistic over every period of one area.

        All values stand in the result, since a statistic over periods that nobody sees cannot be checked.
        """
        indicator = self._cells.indicator(indicator_code)
        if operation == "sum" and not indicator.unit.is_additive:
            what = f"A sum of {indicator.name} ({indicator.unit}) means nothing; the others are allowed."
            raise QueryError(QueryCode.NOT_ADDITIVE, what)
        cells, missing = self._along(area_code, indicator_code, from_period, to_period)
        places = [place for place, cell in enumerate(cells) if cell.text is not None]
        records: list[Record] = [Observed(observation=cell) for cell in cells]
        note = f"No {operation} can be computed: no period has a value."
        if places:
            records.append(statistic_of(operation, cells, places))
            gone = len(cells) - len(places) + len(missing)
            note = f"{gone} of the periods have no value, so this is not of all of them." if gone else ""
        return self._found(indicator_code, records, missing, note)

    def compare(self, area_codes: list[str], indicator_code: str, period: str) -> Finding:
        """Return the values of several areas in one period, and how far the highest is from the lowest."""
        cells, missing = self._at(area_codes, indicator_code, period)
        finding = self._found(indicator_code, [Observed(observation=cell) for cell in cells], missing)
        records, note = Comparing.apart(cells)
        return Finding(
            heading=finding.heading, records=(*finding.records, *records), note=note, stamp=finding.stamp
        )

    def rank_areas(
        self,
        indicator_code: str,
        period: str,
        order: Literal["highest", "lowest"],
        limit: Annotated[int, "1 to 20"],
    ) -> Finding:
        """Return the first of all areas with a value; equal values share the better rank."""
        return Ranking(self._cells).ranked_at(indicator_code, Period.parse(period), order, limit)

    def _along(self, area: str, indicator: str, first: str, last: str) -> tuple[list[Observation], list[str]]:
        start, end = Period.parse(first), Period.parse(last)
        cells = {
            cell.period: cell
            for cell in self._cells.snapshot.series(area, indicator, start.year, end.year)
            if cell.period.frequency == start.frequency and start <= cell.period <= end
        }
        holes = [f"{area} {period}" for period in start.until(end) if period not in cells]
        return list(cells.values()), holes

    def _at(self, areas: list[str], indicator: str, period: str) -> tuple[list[Observation], list[str]]:
        found = {code: self._cells.snapshot.find(code, indicator, Period.parse(period)) for code in areas}
        return (
            [cell for cell in found.values() if cell is not None],
            [f"{code} {period}" for code, cell in found.items() if cell is None],
        )

    def _found(self, indicator: str, records: list[Record], missing: list[str], note: str = "") -> Finding:
        """Return what was found, and what is not there.

        Raises:
            QueryError: ``no_data``; nothing is there, not even a published gap.
        """
        if not records:
            name = self._cells.indicator(indicator).name
            what = f"{name} ({indicator}) is not in this snapshot ({self._cells.stamp.dataset}) for "
            raise QueryError(QueryCode.NO_DATA, f"{what}{', '.join(missing[:_MOST_HOLES])}.")
        heading = self._cells.heading(indicator)
        if missing:
            more = [f"and {len(missing) - _MOST_HOLES} more"] if len(missing) > _MOST_HOLES else []
            heading["missing"] = [*missing[:_MOST_HOLES], *more]
        return Finding(heading=heading, records=tuple(records), note=note, stamp=self._cells.stamp)


_MOST_HOLES = 10
