"""Newest: finding the latest years that have values, in few calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tieout.facts.fact import Fact
from tieout.models.planner.lookup import Call, Found, Lookup
from tieout.models.planner.question import Beyond, Reason
from tieout.models.planner.tagging import Scope

__all__ = ["Data", "Declined", "refused"]

_ROWS_AT_ONCE = 24
_YEARS_BACK = 5


class Declined(Exception):
    """Raised by a plan that finds the data cannot answer.

    Attributes:
        beyond: Why.
    """

    def __init__(self, beyond: Beyond) -> None:
        super().__init__(beyond.reason.value)
        self.beyond = beyond


class Data:
    """The data as a plan sees them: only through calls whose results stand in the conversation.

    Args:
        lookup: The results so far.
        scope: Names, codes and years.
    """

    def __init__(self, lookup: Lookup, scope: Scope) -> None:
        self._lookup = lookup
        self.scope = scope

    def call(self, tool: str, **arguments: object) -> Found:
        """Return the result of one call; a refusal too.

        Raises:
            Needed: It has not been made yet.
        """
        return self._lookup.get(Call(tool=tool, arguments=arguments))[0]

    def calls(self, *wanted: Call) -> tuple[Found, ...]:
        """Return the results of several calls, proposed together; refusals too.

        Raises:
            Needed: Some have not been made yet.
        """
        return self._lookup.get(*wanted)

    def no_value(self, area: str, indicator: str, year: int | None) -> Beyond:
        """Return that a cell, or with no year a whole series, has no value: a published gap, or not held."""
        codes = (area, indicator)
        gaps = self._lookup.gap_years(area, indicator)
        if gaps and (year is None or year in gaps):
            return Beyond(
                reason=Reason.PUBLISHED_GAP, codes=codes, years=(max(gaps) if year is None else year,)
            )
        return Beyond(reason=Reason.NO_VALUE, codes=codes, years=() if year is None else (year,))

    def values(
        self, areas: Sequence[str], indicator: str, years: Sequence[int]
    ) -> dict[tuple[str, int], Fact]:
        """Return the facts with a value, by area and year; neighbouring years are asked for in one call.

        Raises:
            Needed: Calls are needed.
            Declined: More was asked for than one result can show.
        """
        found = self._whole([(tuple(areas), first, last) for first, last in _runs(years)], indicator)
        if refusals := [part for part in found if part.error not in {"", "no_data"}]:
            raise Declined(refused(refusals[0]))
        return {(fact.area.code, fact.period.year): fact for part in found for fact in part.values}

    def _whole(self, wanted: Sequence[tuple[tuple[str, ...], int, int]], indicator: str) -> list[Found]:
        """Return the results for areas and years, none of them cut.

        A long series does not fit into one result; then its parts are asked for, all together.

        Raises:
            Needed: Calls are needed.
            Declined: More was asked for than results can show.
        """
        found = self.calls(*(values_call(areas, indicator, first, last) for areas, first, last in wanted))
        cut = [part for part, result in zip(wanted, found, strict=True) if result.left_out]
        if not cut:
            return list(found)
        pieces = self.calls(*(call for part in cut for call in _pieces(*part, indicator)))
        if any(piece.left_out for piece in pieces):
            raise Declined(Beyond(reason=Reason.TOO_MANY))
        return [*(result for result in found if not result.left_out), *pieces]

    def newest(self, areas: Sequence[str], indicator: str) -> dict[str, Fact]:
        """Return the newest fact with a value of each area that has one.

        Raises:
            Needed: Calls are needed.
        """
        last, first = self.scope.last_year, self.scope.first_year
        back = max(1, min(_YEARS_BACK, _ROWS_AT_ONCE // len(areas)))
        recent = self.values(areas, indicator, range(max(first, last - back + 1), last + 1))
        newest = _last_of_each(recent)
        older = [area for area in areas if area not in newest]
        if older and last - back >= first:
            # Only where the recent years hold nothing: one area at a time fits into one result each.
            parts = self._whole([((area,), first, last - back) for area in older], indicator)
            facts = [fact for part in parts for fact in part.values]
            newest |= _last_of_each({(fact.area.code, fact.period.year): fact for fact in facts})
        return newest

    def newest_common(self, areas: Sequence[str], indicator: str) -> int:
        """Return the newest year in which every area has a value, among the last few years.

        Raises:
            Needed: Calls are needed.
            Declined: There is no such year.
        """
        last, first = self.scope.last_year, self.scope.first_year
        back = max(2, min(_YEARS_BACK, _ROWS_AT_ONCE // len(areas)))
        found = self.values(areas, indicator, range(max(first, last - back + 1), last + 1))
        for year in range(last, last - back, -1):
            if all((area, year) in found for area in areas):
                return year
        missing = next(area for area in areas if (area, last) not in found)
        raise Declined(self.no_value(missing, indicator, last))

    def require(
        self, areas: Sequence[str], indicator: str, years: Sequence[int]
    ) -> dict[tuple[str, int], Fact]:
        """Return the facts of all areas and years.

        Raises:
            Needed: Calls are needed.
            Declined: One of them has no value; says which.
        """
        found = self.values(areas, indicator, years)
        for area in areas:
            for year in years:
                if (area, year) not in found:
                    raise Declined(self.no_value(area, indicator, year))
        return found


def values_call(areas: Sequence[str], indicator: str, first: int, last: int) -> Call:
    """Return the call for published values of areas between two years, both included."""
    return Call(
        tool="get_values",
        arguments={
            "country_codes": list(areas),
            "indicator_code": indicator,
            "from_year": first,
            "to_year": last,
        },
    )


def _pieces(areas: Sequence[str], first: int, last: int, indicator: str) -> Iterator[Call]:
    rows = max(1, _ROWS_AT_ONCE // len(areas))
    for start in range(first, last + 1, rows):
        yield values_call(areas, indicator, start, min(start + rows - 1, last))


def refused(found: Found) -> Beyond:
    """Return why a call that was refused ends the matter."""
    return Beyond(reason=Reason.TOO_HARD, words=(found.message,))


def _runs(years: Sequence[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for year in sorted(set(years)):
        if runs and runs[-1][1] == year - 1:
            runs[-1] = (runs[-1][0], year)
        else:
            runs.append((year, year))
    return runs


def _last_of_each(found: dict[tuple[str, int], Fact]) -> dict[str, Fact]:
    newest: dict[str, Fact] = {}
    for (area, _), fact in sorted(found.items(), key=lambda item: item[0][1]):
        newest[area] = fact
    return newest
