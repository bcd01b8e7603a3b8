"""What changed between two data sets, as rows with names, the same for every door."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tieout.data.diff import Change, ChangeKind
from tieout.errors import UsageError

if TYPE_CHECKING:
    from tieout.data.snapshot import Snapshot

__all__ = ["change_row", "change_rows", "kinds_of", "largest_first"]


def kinds_of(words: Iterable[str], called: str = "--kind") -> set[str]:
    """Return kinds of change.

    Raises:
        UsageError: A word is none.
    """
    known = {str(one) for one in ChangeKind}
    found = set(words)
    for word in sorted(found - known):
        raise UsageError(f"{called} {word!r} is none of {', '.join(sorted(known))}.")
    return found


def largest_first(changes: Iterable[Change]) -> list[Change]:
    """Return revisions by their size in percent, the largest first, and everything else behind them."""
    return sorted(changes, key=_largest)


def change_rows(changes: Iterable[Change], before: Snapshot, after: Snapshot) -> list[dict[str, str | None]]:
    """Return changes as texts, with the names of the later snapshot where it has them."""
    indicators = {**before.indicators, **after.indicators}
    areas = {**before.areas, **after.areas}
    return [
        {
            **change_row(one),
            "indicator_name": indicators[one.indicator].name,
            "area_name": areas[one.area].name,
        }
        for one in changes
    ]


def change_row(change: Change) -> dict[str, str | None]:
    """Return a change as texts."""
    from tieout.facts.derivation import exact_text, round_to

    return {
        "kind": str(change.kind),
        "indicator": change.indicator,
        "area": change.area,
        "period": change.period,
        "old": change.old,
        "new": change.new,
        "size": None if change.size is None else exact_text(change.size, 12),
        "percent": None if change.percent is None else f"{round_to(change.percent, 3):f}",
    }


def _largest(change: Change) -> tuple[Any, ...]:
    percent = change.percent
    size = abs(percent) if percent is not None else -1
    return -size, change.indicator, change.area, change.period
