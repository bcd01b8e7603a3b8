"""What of an answer's rows there is to draw: one measure over periods, or areas side by side.

Only published values are drawn, never sums of ours. A period that was not read, or that the publisher left
empty, is a gap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, Literal

from tieout.facts.period import Period

__all__ = ["MOST_ROWS", "Mark", "Plot", "plot_of"]

Row = Mapping[str, Any]

MOST_ROWS: Final = 2_000
"""Rows of an answer of which something is drawn; of more nothing is."""

MOST_LINES: Final = 6
MOST_BARS: Final = 20
MOST_STEPS: Final = 400
"""Periods from the first to the last of a line, gaps included."""

_FEWEST_STEPS: Final = 3
_FEWEST_BARS: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One value of the picture.

    Attributes:
        area: The name of the area.
        period: The period.
        text: The published text; None for a gap.
        status: The publisher's flag; empty for none.
    """

    area: str
    period: Period
    text: str | None
    status: str = ""

    @property
    def number(self) -> float | None:
        """Where it stands on the scale; for drawing only, what a reader sees is ``text``."""
        return None if self.text is None else float(Decimal(self.text))

    @property
    def said(self) -> str:
        """The published digits, in groups of three, with the publisher's flag; empty for a gap."""
        if self.text is None:
            return ""
        flag = f" ({self.status})" if self.status else ""
        return f"{Decimal(self.text):,f}{flag}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """A picture, before it is drawn.

    Attributes:
        kind: ``line`` over periods, or ``bar`` of areas in one period.
        title: The measure.
        unit: Its unit.
        marks: The values; of a line by area and period with the gaps, of bars the largest first.
    """

    kind: Literal["line", "bar"]
    title: str
    unit: str
    marks: tuple[Mark, ...]

    @property
    def areas(self) -> tuple[str, ...]:
        """The names of the areas, in the order drawn."""
        return tuple(dict.fromkeys(mark.area for mark in self.marks))

    @property
    def periods(self) -> tuple[Period, Period]:
        """The first and the last period."""
        known = [mark.period for mark in self.marks]
        return min(known), max(known)

    @property
    def statuses(self) -> tuple[str, ...]:
        """The publisher's flags that occur, in order of the alphabet."""
        return tuple(sorted({mark.status for mark in self.marks if mark.status and mark.text is not None}))

    @property
    def described(self) -> str:
        """The picture in words, for whoever does not see it; every number as published."""
        unit = f" ({self.unit})" if self.unit and f"({self.unit})" not in self.title else ""
        if self.kind == "bar":
            listed = "; ".join(f"{mark.area} {mark.said}" for mark in self.marks)
            return f"Bar chart of {self.title}{unit} in {self.periods[0].name}: {listed}."
        first, last = self.periods
        told = "; ".join(self._course(area) for area in self.areas)
        return f"Line chart of {self.title}{unit}, {first.name} to {last.name}: {told}."

    def _course(self, area: str) -> str:
        marks = [mark for mark in self.marks if mark.area == area and mark.text is not None]
        ends = f"{area} from {marks[0].said} in {marks[0].period.name} to {marks[-1].said}"
        gaps = sum(mark.area == area and mark.text is None for mark in self.marks)
        without = f", {gaps} period{'' if gaps == 1 else 's'} without a value" if gaps else ""
        return f"{ends} in {marks[-1].period.name}{without}"


def plot_of(rows: Sequence[Row], used: Iterable[str]) -> Plot | None:
    """Return what there is to draw of an answer's rows, or None.

    Args:
        rows: Evidence rows, as every door writes them.
        used: The refs that the answer rests on: of several measures the one with most of them is drawn.
    """
    if len(rows) > MOST_ROWS:
        return None
    published = [row for row in rows if "derived" not in row]
    refs = frozenset(used) & {row["ref"] for row in published}
    counted = Counter((row["indicator"], row["unit"]) for row in published if row["ref"] in refs)
    if not counted:
        return None
    ((measure, _),) = counted.most_common(1)
    kept = [row for row in published if (row["indicator"], row["unit"]) == measure]
    marks = {
        (row["area"], row["period"]): Mark(
            area=row["area_name"],
            period=Period.parse(row["period"]),
            text=row["value"],
            status=row["status"],
        )
        for row in kept
    }
    bars = Counter(row["period"] for row in kept if row["ref"] in refs)
    made = _line(list(marks.values())) or _bars(list(marks.values()), bars)
    if made is None:
        return None
    kind: Literal["line", "bar"] = "line" if len({mark.period for mark in made}) > 1 else "bar"
    return Plot(kind=kind, title=kept[0]["indicator_name"], unit=kept[0]["unit"], marks=made)


def _line(marks: Sequence[Mark]) -> tuple[Mark, ...] | None:
    """Return the marks of a line for each area, every period between its ends included; None for no line."""
    with_value = [mark for mark in marks if mark.text is not None]
    areas = dict.fromkeys(mark.area for mark in with_value)
    periods = {mark.period for mark in with_value}
    if len(areas) > MOST_LINES or len(periods) < _FEWEST_STEPS:
        return None
    if len({period.frequency for period in periods}) > 1:
        return None
    first, last = min(periods), max(periods)
    if first.steps_to(last) >= MOST_STEPS:
        return None
    known = {(mark.area, mark.period): mark for mark in with_value}
    return tuple(
        known.get((area, period)) or Mark(area=area, period=period, text=None)
        for area in areas
        for period in first.until(last)
    )


def _bars(marks: Sequence[Mark], counted: Counter[str]) -> tuple[Mark, ...] | None:
    """Return the values of the period that the answer rests on most, the largest first; None for too few."""
    if not counted:
        return None
    ((period, _),) = counted.most_common(1)
    found = [mark for mark in marks if str(mark.period) == period and mark.text is not None]
    if not _FEWEST_BARS <= len(found) <= MOST_BARS:
        return None
    return tuple(sorted(found, key=lambda mark: -Decimal(mark.text or 0)))
