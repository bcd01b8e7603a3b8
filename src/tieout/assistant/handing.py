"""Handing over: rows that stand in the prompt, on paths where the model calls no tool.

The facts get their refs here, in the order of the rows, so that a draft can name them as it names those of a
tool's result. The rows are text of the application; nothing of a reader's stands among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from tieout.facts.fact import Fact
from tieout.facts.observation import Observation
from tieout.facts.period import Period
from tieout.facts.shown import shown
from tieout.tools.cells import Cells
from tieout.tools.rendering import printable

if TYPE_CHECKING:
    from tieout.data.snapshot import Snapshot

__all__ = ["MOST_ROWS", "numbered", "rows_text", "table_facts", "table_fault"]

MOST_ROWS = 1_500
"""The most rows that a prompt holds: some 20,000 tokens."""

_NO_ROWS = "There are no rows for this question."


def numbered(cells: Iterable[Observation], snapshot: Snapshot) -> tuple[Fact, ...]:
    """Return observations as facts ``e1``, ``e2`` ... in order, each cell once."""
    stamp = Cells(snapshot).stamp
    once = {(cell.area.code, cell.indicator.code, cell.period): cell for cell in cells}
    return tuple(
        Fact.of(cell, ref=f"e{number}", source=stamp.source, vintage=stamp.vintage, dataset=stamp.dataset)
        for number, cell in enumerate(once.values(), start=1)
    )


def table_fault(snapshot: Snapshot) -> str:
    """Return why the whole snapshot cannot stand in a prompt, in one sentence; empty when it can."""
    rows = 0
    for indicator in snapshot.indicators:
        for _ in snapshot.cells(indicator):
            rows += 1
            if rows > MOST_ROWS:
                return f"The table does not fit: {snapshot.card.label} has more than {MOST_ROWS:,} rows."
    return ""


def table_facts(snapshot: Snapshot) -> tuple[Fact, ...]:
    """Return every cell of a snapshot as facts, by indicator, area and period, published gaps included."""
    return numbered(_all_cells(snapshot), snapshot)


def _all_cells(snapshot: Snapshot) -> Iterator[Observation]:
    for indicator in snapshot.indicators:
        for cell in snapshot.cells(indicator):
            found = snapshot.find(cell.area, indicator, Period.parse(cell.period))
            if found is not None:
                yield found


def rows_text(facts: Sequence[Fact]) -> str:
    """Return facts as lines, a series a line under the name of its measure, values as a reader sees them.

    A published gap is a dash. The text ends without a line break.
    """
    lines: list[str] = []
    for indicator, found in groupby(facts, key=lambda fact: fact.indicator):
        lines.append(printable(f"{indicator.name} ({indicator.code}), in {indicator.unit}:"))
        for area, series in groupby(found, key=lambda fact: fact.area):
            cells = "; ".join(f"{fact.ref} {fact.period} {_value(fact)}" for fact in series)
            aggregate = ", no country" if area.is_aggregate else ""
            lines.append(printable(f"- {area.name} ({area.code}{aggregate}): {cells}"))
    return "\n".join(lines) or _NO_ROWS


def _value(fact: Fact) -> str:
    return "-" if fact.value is None else shown(fact.value, fact.indicator.unit)
