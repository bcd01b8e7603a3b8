"""What changed between two snapshots: values added, removed, revised; gaps filled and values withdrawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from tieout.data.snapshot import Snapshot
from tieout.facts.derivation import difference, percent_change

__all__ = ["Change", "ChangeKind", "compare_snapshots"]


class ChangeKind(StrEnum):
    """What became of a cell.

    ``added`` and ``removed``: a value where the other snapshot has no row. ``revised``: another value, by
    number; ``5.10`` and ``5.1`` are one. ``filled`` and ``withdrawn``: a value against a published gap.
    """

    ADDED = "added"
    REMOVED = "removed"
    REVISED = "revised"
    FILLED = "filled"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One cell that is not what it was.

    Attributes:
        kind: What became of it.
        indicator: The indicator's code.
        area: The area's code.
        period: The period, as text.
        old: The text published before; None without a value.
        new: The text published now; None without a value.
    """

    kind: ChangeKind
    indicator: str
    area: str
    period: str
    old: str | None
    new: str | None

    @property
    def size(self) -> Fraction | None:
        """New less old, exactly, in the indicator's unit; None unless both have a value."""
        if self.old is None or self.new is None:
            return None
        return difference(Decimal(self.old), Decimal(self.new))

    @property
    def percent(self) -> Fraction | None:
        """The revision in percent of the old value; None where that is zero or a value is missing."""
        if self.old is None or self.new is None or Decimal(self.old) == 0:
            return None
        return percent_change(Decimal(self.old), Decimal(self.new))


def compare_snapshots(
    old: Snapshot, new: Snapshot, indicators: Iterable[str] = (), areas: Iterable[str] = ()
) -> Iterator[Change]:
    """Yield what changed, by indicator in the order of their codes, then by area and period.

    Args:
        old: The earlier snapshot.
        new: The later one.
        indicators: Codes to compare; every one of either when empty.
        areas: Codes to compare; every one of either when empty.

    Raises:
        SnapshotChanged: A row of a file is not as it was written.
    """
    wanted, places = set(indicators), set(areas)
    for code in sorted({*old.indicators, *new.indicators}):
        if wanted and code not in wanted:
            continue
        before, after = _values(old, code), _values(new, code)
        for key in sorted({*before, *after}):
            if places and key[0] not in places:
                continue
            kind = _kind(before.get(key, _NO_ROW), after.get(key, _NO_ROW))
            if kind is not None:
                yield Change(
                    kind=kind,
                    indicator=code,
                    area=key[0],
                    period=key[1],
                    old=before.get(key),
                    new=after.get(key),
                )


_NO_ROW = ""


def _values(snapshot: Snapshot, indicator: str) -> dict[tuple[str, str], str | None]:
    return {(cell.area, cell.period): cell.value for cell in snapshot.cells(indicator)}


def _kind(old: str | None, new: str | None) -> ChangeKind | None:
    """Return what became of a cell; a published gap that comes or goes without a value is no change."""
    if not old:
        if not new:
            return None
        return ChangeKind.FILLED if old is None else ChangeKind.ADDED
    if not new:
        return ChangeKind.WITHDRAWN if new is None else ChangeKind.REMOVED
    return ChangeKind.REVISED if old != new and Decimal(old) != Decimal(new) else None
