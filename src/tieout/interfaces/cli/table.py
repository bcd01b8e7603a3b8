"""Tables for people: evidence rows with the exact value beside the text that a reader sees."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tieout.facts.shown import shown

if TYPE_CHECKING:
    from tieout.facts.fact import Evidence, Fact

__all__ = ["evidence_table", "plain_table"]

_MOST_ROWS = 30


def plain_table(*columns: str, right: tuple[str, ...] = ()) -> Table:
    """Return an empty table in the one style of the program; the columns named in ``right`` hold numbers."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim", padding=(0, 1))
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return table


def evidence_table(evidence: Evidence, used: frozenset[str], *, tick: str) -> RenderableType:
    """Return the facts that an answer rests on, by indicator; all facts when it rests on none.

    Args:
        evidence: The facts shown to the model.
        used: The refs that the answer ties to; what they were computed from is shown too.
        tick: The sign before a used fact.
    """
    chosen = _chosen(evidence, used)
    blocks: list[RenderableType] = []
    for title, facts in _by_indicator(chosen[:_MOST_ROWS]):
        blocks += [Text(title, style="bold"), _facts_table(facts, used, tick)]
    left = len(evidence) - min(len(chosen), _MOST_ROWS)
    if left:
        blocks.append(Text(f"{left} more rows were shown to the model (--json lists them).", style="dim"))
    return Group(*blocks)


def _chosen(evidence: Evidence, used: frozenset[str]) -> list[Fact]:
    if not used:
        return list(evidence)
    wanted = set(used)
    for ref in used:
        fact = evidence.find(ref)
        if fact is not None and fact.derivation is not None:
            wanted.update(fact.derivation.operands)
    return [fact for fact in evidence if fact.ref in wanted]


def _by_indicator(facts: Iterable[Fact]) -> list[tuple[str, list[Fact]]]:
    groups: dict[str, list[Fact]] = {}
    units: dict[str, str] = {}
    for fact in facts:
        title = f"{fact.indicator.name} ({fact.indicator.code})"
        groups.setdefault(title, []).append(fact)
        if fact.derivation is None or title not in units:
            units[title] = fact.indicator.unit.text
    return [(f"{title}, {units[title]}" if units[title] else title, rows) for title, rows in groups.items()]


def _facts_table(facts: list[Fact], used: frozenset[str], tick: str) -> Table:
    columns = ["", "ref", "area", "period", "value", "as published"]
    derived = any(fact.derivation is not None for fact in facts)
    flagged = any(fact.status for fact in facts)
    table = plain_table(
        *columns,
        *(["how"] if derived else []),
        *(["flag"] if flagged else []),
        right=("value", "as published"),
    )
    for fact in facts:
        cells: list[RenderableType] = [
            Text(tick if fact.ref in used else "", style="bold green"),
            Text(fact.ref, style="dim"),
            Text(fact.area.name or fact.area.code),
            Text(str(fact.period)),
            Text(_reader(fact), style="bold"),
            Text("" if fact.derivation is not None else fact.text or "", style="dim"),
        ]
        if derived:
            cells.append(Text(_how(fact)))
        if flagged:
            cells.append(Text(str(fact.status.value), style="yellow"))
        table.add_row(*cells)
    return table


def _reader(fact: Fact) -> str:
    if fact.value is None:
        return "not published"
    return shown(fact.value, fact.indicator.unit)


def _how(fact: Fact) -> str:
    derivation = fact.derivation
    if derivation is None:
        return ""
    if derivation.operation == "rank":
        return f"rank {derivation.position} of {derivation.size} {derivation.set}, {derivation.order}"
    operands = list(derivation.operands)
    words = str(derivation.operation).replace("_", " ")
    if len(operands) > 4:
        return f"{words} of {len(operands)} values"
    return f"{words} of {', '.join(operands)}"
