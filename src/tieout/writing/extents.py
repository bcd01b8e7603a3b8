"""Where an answer says that the data begin or end, held against the whole data set (rule 19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tieout.checking.verdict import Extent, Problem, ProblemCode
from tieout.facts.period import Period

if TYPE_CHECKING:
    from tieout.data.snapshot import Snapshot

__all__ = ["find_misplaced"]

Ends = tuple[Period, Period]


def find_misplaced(extents: Iterable[Extent], snapshot: Snapshot) -> Iterator[Problem]:
    """Yield a problem for each extent that is that of no series which may be meant, nor of the data set.

    The years of the data set count where it may be meant as a whole ("the data begin in 2000"), or where no
    series is known.
    """
    for extent in extents:
        found = list(_ends(extent, snapshot))
        if any(_agrees(extent, ends) for ends in found):
            continue
        first, last = found[0]
        yield Problem(
            code=ProblemCode.WRONG_PERIOD,
            start=extent.start,
            end=extent.end,
            text=extent.text,
            message=f"In the data set this begins in {first.name} and ends in {last.name}.",
            expected=None if extent.first and extent.last else str(first if extent.first else last),
        )


def _ends(extent: Extent, snapshot: Snapshot) -> Iterator[Ends]:
    """Yield the first and the last period with a value of each series that may be meant."""
    series = [
        [cell.period for cell in snapshot.series(area, indicator) if cell.text is not None]
        for area in extent.areas
        for indicator in extent.indicators
    ]
    held = [(periods[0], periods[-1]) for periods in series if periods]
    yield from held
    if extent.whole or not held:
        yield Period.of_year(snapshot.card.first_year), Period.of_year(snapshot.card.last_year)


def _agrees(extent: Extent, ends: Ends) -> bool:
    return all(
        said is None or said.first_day <= there.first_day <= said.last_day
        for said, there in zip((extent.first, extent.last), ends, strict=True)
    )
