"""The order of areas and of years by a series, as a question asks for it."""

import itertools
from collections.abc import Sequence
from fractions import Fraction

from tieout.checking.clause import Cell
from tieout.checking.pick import Pick
from tieout.checking.table import Table, exact
from tieout.facts.period import Period

__all__ = ["rank_areas", "rank_years"]


def rank_areas(
    pick: Pick,
    cell: Cell,
    *,
    side: int,
    named: Sequence[str],
    periods: Sequence[Period],
    window: tuple[Period, Period] | None,
    said: Sequence[Period],
    table: Table,
) -> list[tuple[Fraction, str]] | None:
    """Return the areas of the set with their values, the one asked for first.

    Args:
        pick: What is asked for.
        cell: The fact that the answer opens with.
        side: 1 from the highest, -1 from the lowest.
        named: The areas that the question names.
        periods: The years that it names.
        window: The years that it is about.
        said: The years that the answer names.
        table: The evidence.

    Returns:
        The order; None where the evidence does not hold the set, or the order may be read two ways.
    """
    change = pick.change and not (table.measures[cell.measure].growth and len(periods) <= 1)
    if change:
        years = _ends(periods, window, said)
        if years is None or table.measures[cell.measure].growth:
            return None
    elif window is not None:
        return None
    else:
        years = (periods[0] if periods else cell.period,)
    members = _members(pick, cell.measure, named, years, table)
    if members is None:
        return None
    orders = [_order(members, cell.measure, years, table, side, ratio=ratio) for ratio in (False, True)]
    if orders[0] is None or orders[1] is None:
        return None
    last = pick.place - 1 + pick.count if pick.count is not None else None
    same = [area for _, area in orders[0][:last]] == [area for _, area in orders[1][:last]]
    return orders[0] if same else None


def _ends(
    periods: Sequence[Period], window: tuple[Period, Period] | None, said: Sequence[Period]
) -> tuple[Period, ...] | None:
    if window is not None:
        return window
    found = sorted(set(said)) if len(periods) < 2 else sorted(periods)
    return (found[0], found[-1]) if len(found) > 1 else None


def _members(
    pick: Pick, measure: int, named: Sequence[str], years: Sequence[Period], table: Table
) -> list[str] | None:
    """Return the areas that are asked about; None where the evidence does not hold them all."""
    own = list(dict.fromkeys(code for code in named if not table.areas.get(code, False) or pick.regions))
    if len(own) > 1:
        held = all(table.value(code, measure, year, forecast=None) for code in own for year in years)
        return own if held and pick.size in (0, len(own)) else None
    if own or pick.world:
        return None
    if pick.regions:
        found = [code for code, aggregate in table.areas.items() if aggregate]
        found = [code for code in found if all(table.value(code, measure, year) for year in years)]
    else:
        found = table.countries(measure, *years)
    return found if found and pick.size in (0, len(found)) else None


def _order(
    members: Sequence[str],
    measure: int,
    years: Sequence[Period],
    table: Table,
    side: int,
    *,
    ratio: bool,
) -> list[tuple[Fraction, str]] | None:
    found: list[tuple[Fraction, str]] = []
    for code in members:
        facts = [table.value(code, measure, year, forecast=None) for year in years]
        values = [exact(fact) for fact in facts if fact is not None]
        value = _value(values, ratio=ratio)
        if value is None:
            return None
        found.append((value, code))
    return sorted(found, key=lambda one: one[0] * side, reverse=True)


def _value(values: Sequence[Fraction], *, ratio: bool) -> Fraction | None:
    """Return the one value, or the change from the first to the last, as a number or as a ratio."""
    if len(values) == 1:
        return values[0]
    if not ratio:
        return values[-1] - values[0]
    return values[-1] / values[0] if values[0] > 0 else None


def rank_years(
    pick: Pick,
    cell: Cell,
    periods: Sequence[Period],
    window: tuple[Period, Period] | None,
    table: Table,
) -> set[Period] | None:
    """Return the year, or years, of the series of a fact that a question picks out.

    Args:
        pick: What is asked for; one side only.
        cell: A fact of the series.
        periods: The years that the question names.
        window: The years that it is about.
        table: The evidence.

    Returns:
        The one year; None where several share the place, or the order may be read two ways.
    """
    if len(pick.sides) != 1 or pick.count != 1 or (periods and window is None):
        return None
    change = pick.change and not table.measures[cell.measure].growth
    found: set[Period] = set()
    for ratio in (False, True):
        values = _yearly(cell, table, change=change, ratio=ratio)
        inside = {
            year: value for year, value in values.items() if window is None or window[0] <= year <= window[1]
        }
        ranked = sorted(inside, key=lambda year: inside[year] * pick.sides[0], reverse=True)
        if pick.place > len(ranked):
            return None
        best = ranked[pick.place - 1]
        if sum(value == inside[best] for value in inside.values()) > 1:
            return None
        found.add(best)
    return found if len(found) == 1 else None


def _yearly(cell: Cell, table: Table, *, change: bool, ratio: bool) -> dict[Period, Fraction]:
    values = {
        period: exact(fact)
        for period in table.periods(cell.area, cell.measure)
        if (fact := table.value(cell.area, cell.measure, period)) is not None
    }
    if not change:
        return values
    return {
        later: moved
        for before, later in itertools.pairwise(sorted(values))
        if (moved := _value([values[before], values[later]], ratio=ratio)) is not None
    }
