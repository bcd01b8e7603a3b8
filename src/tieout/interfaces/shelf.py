"""The shelf of a desk: the data set that is asked, the packaged ones, and others to look at and compare."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tieout.data.catalogue import Catalogue
from tieout.data.snapshot import list_snapshots, load_snapshot
from tieout.errors import UsageError
from tieout.interfaces.coverage import IndicatorCoverage, coverage_of

if TYPE_CHECKING:
    from tieout.data.snapshot import Snapshot
    from tieout.facts.names import Names

__all__ = ["Shelf"]


class Shelf:
    """Data sets by name and version; each is opened when it is first looked at, and kept.

    Args:
        served: The data set that is asked.
        names: What areas and indicators are called.
        others: More data sets, by name, folder, file or URL; they are opened now.

    Raises:
        DataError: One of the others cannot be trusted.
        UsageError: There is no such data set.
    """

    def __init__(self, served: Snapshot, names: Names, others: Sequence[str] = ()) -> None:
        self._names = names
        self._lock = threading.Lock()
        self._open: dict[str, Snapshot] = {served.card.label: served}
        for place in others:
            found = load_snapshot(place)
            label = found.card.label
            if label in self._open:
                label = f"{label} ({found.sha256[:8]})"
            self._open[label] = found
        self._packaged = {card.label: card.name for card in list_snapshots()}
        self._catalogues: dict[str, Catalogue] = {}
        self._coverage: dict[tuple[str, str], IndicatorCoverage] = {}
        self.served = served.card.label

    @property
    def labels(self) -> tuple[str, ...]:
        """What the data sets are called, the one that is asked first."""
        return tuple(dict.fromkeys((*self._open, *self._packaged)))

    def get(self, label: str = "") -> Snapshot:
        """Return a data set; the one that is asked without a label.

        Raises:
            UsageError: There is none of that name here.
        """
        label = label or self.served
        with self._lock:
            if label not in self._open:
                if label not in self._packaged:
                    known = ", ".join(self.labels)
                    raise UsageError(f"This desk has no data set {label[:60]!r}. It has: {known}.")
                self._open[label] = load_snapshot(self._packaged[label])
            return self._open[label]

    def catalogue(self, label: str = "") -> Catalogue:
        """Return what knows the names of a data set.

        Raises:
            UsageError: There is none of that name here.
        """
        snapshot = self.get(label)
        with self._lock:
            if snapshot.sha256 not in self._catalogues:
                self._catalogues[snapshot.sha256] = Catalogue(snapshot, self._names)
            return self._catalogues[snapshot.sha256]

    def coverage(self, snapshot: Snapshot, indicator: str) -> IndicatorCoverage:
        """Return how much of an indicator a data set has; counted once, for the bytes never change."""
        key = (snapshot.sha256, indicator)
        if (found := self._coverage.get(key)) is None:
            found = self._coverage[key] = coverage_of(snapshot, indicator)
        return found
