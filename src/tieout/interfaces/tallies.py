"""Runs summed up: how they ended, what they took and cost, and why answers were held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from statistics import median
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tieout.ledger import ListedRun

__all__ = ["MOST_TALLIED", "Spread", "Tally", "tally_document", "tally_of"]

MOST_TALLIED: Final = 5_000
"""How many of the newest runs are summed up at most; what is older is left out, and that is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Some values, from the middle to the end.

    Attributes:
        count: How many there are.
        median: The middle one; between two, their mean.
        p95: The smallest that 95 of 100 do not exceed (nearest rank).
        total: All together.
    """

    count: int
    median: Decimal
    p95: Decimal
    total: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Runs summed up.

    Attributes:
        runs: How many.
        outcomes: How many ended in each way.
        days: The same by the day on which they were asked, in UTC, the first first.
        seconds: What they took; None without runs.
        dollars: What they cost, where that is known; None where it is of none.
        codes: How many drafts each problem code was found in, the most first.
        stops: How many each limit or fault stopped, the most first.
    """

    runs: int
    outcomes: dict[str, int]
    days: dict[date, dict[str, int]]
    seconds: Spread | None
    dollars: Spread | None
    codes: dict[str, int]
    stops: dict[str, int]


def tally_of(runs: Iterable[ListedRun]) -> Tally:
    """Sum up runs."""
    outcomes: Counter[str] = Counter()
    days: dict[date, Counter[str]] = {}
    codes: Counter[str] = Counter()
    stops: Counter[str] = Counter()
    seconds, dollars = [], []
    for run in runs:
        outcomes[run.outcome] += 1
        days.setdefault(run.asked_at.date(), Counter())[run.outcome] += 1
        codes.update(run.codes)
        if stop := run.document["stop"]:
            stops[stop] += 1
        seconds.append(Decimal(str(run.document["seconds"])))
        if (cost := run.document["usage"]["cost_usd"]) is not None:
            dollars.append(Decimal(cost))
    return Tally(
        runs=outcomes.total(),
        outcomes=dict(outcomes.most_common()),
        days={day: dict(days[day]) for day in sorted(days)},
        seconds=_spread(seconds),
        dollars=_spread(dollars),
        codes=dict(codes.most_common()),
        stops=dict(stops.most_common()),
    )


def tally_document(tally: Tally) -> dict[str, Any]:
    """Return a tally in its JSON form; numbers that may have decimals are texts."""
    return {
        "runs": tally.runs,
        "outcomes": tally.outcomes,
        "days": {day.isoformat(): counts for day, counts in tally.days.items()},
        "seconds": _spread_document(tally.seconds),
        "cost_usd": _spread_document(tally.dollars),
        "problems": tally.codes,
        "stops": tally.stops,
    }


def _spread(values: Sequence[Decimal]) -> Spread | None:
    if not values:
        return None
    ordered = sorted(values)
    rank = -(-len(ordered) * 95 // 100)
    return Spread(
        count=len(ordered), median=median(ordered), p95=ordered[rank - 1], total=sum(ordered, Decimal(0))
    )


def _spread_document(spread: Spread | None) -> dict[str, Any] | None:
    if spread is None:
        return None
    return {
        "count": spread.count,
        "median": format(spread.median, "f"),
        "p95": format(spread.p95, "f"),
        "total": format(spread.total, "f"),
    }
