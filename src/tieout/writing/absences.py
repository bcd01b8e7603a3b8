"""What an answer says of the data themselves, held against the whole data set (rule 19).

The check knows the rows that were shown. A model that fetched nothing, or other rows, may say in good faith
that the data lack what they hold, or that a series begins where its rows do; a reader would take it for a
statement about the data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tieout.checking.verdict import Absence, Problem, ProblemCode, Verdict
from tieout.facts.period import Period
from tieout.writing.extents import find_misplaced

if TYPE_CHECKING:
    from tieout.data.snapshot import Snapshot
    from tieout.facts.observation import Observation

__all__ = ["find_held"]


def find_held(verdict: Verdict, snapshot: Snapshot) -> tuple[Problem, ...]:
    """Return a problem for each absence that is none, and each end of the data that lies elsewhere."""
    problems = [*find_misplaced(verdict.extents, snapshot)]
    for absence in verdict.absences:
        held = next(_values(absence, snapshot), None)
        if held is None and not _is_covered(absence, snapshot):
            continue
        what = "values of that" if held is None else f"{held.indicator.name}, {held.area.name}, {held.period}"
        problems.append(
            Problem(
                code=ProblemCode.MISSING_VALUE,
                start=absence.start,
                end=absence.end,
                text=absence.text,
                message=f"The data set does hold this, though no row of it was shown: {what}.",
                expected=None if held is None else held.text,
            )
        )
    return tuple(sorted(problems, key=lambda problem: problem.start))


def _is_covered(absence: Absence, snapshot: Snapshot) -> bool:
    """True where only years are said to be absent, and one of them lies in the years covered."""
    if absence.areas or absence.indicators:
        return False
    return any(_in_range(period, snapshot) for period in absence.periods)


def _in_range(period: Period, snapshot: Snapshot) -> bool:
    card = snapshot.card
    return card.first_year <= period.year <= card.last_year


def _values(absence: Absence, snapshot: Snapshot) -> Iterator[Observation]:
    """Yield the values of what is said to be absent; none where all that is named are years."""
    if not absence.areas and not absence.indicators:
        return
    for area in absence.areas or snapshot.areas:
        for indicator in absence.indicators or snapshot.indicators:
            if area in snapshot.areas and indicator in snapshot.indicators:
                yield from _of_series(area, indicator, absence.periods, snapshot)


def _of_series(
    area: str, indicator: str, periods: Iterable[Period], snapshot: Snapshot
) -> Iterator[Observation]:
    found = [snapshot.find(area, indicator, period) for period in periods]
    cells = found or list(snapshot.series(area, indicator))
    for cell in cells:
        if cell is not None and cell.text is not None:
            yield cell
