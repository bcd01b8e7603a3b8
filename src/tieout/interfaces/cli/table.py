"""Tables for people: evidence rows with the exact value beside the text that a reader sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tieout.facts.shown import shown
from tieout.interfaces.cli.marking import visible

if TYPE_CHECKING:
    from tieout.facts.fact import Evidence, Fact

__all__ = ["evidence_table", "plain_table"]

_WIDE = 76
_MOST_ROWS = 30
_MOST_OPERANDS = 6


def plain_table(*columns: str, right: tuple[str, ...] = ()) -> Table:
    """Return an empty table in the one style of the program; the columns named in ``right`` hold numbers."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim", padding=(0, 1))
    for column in columns:
        number = column in right
        # a number is never cut: where it does not fit, it goes on in the next line
        table.add_column(column, justify="right" if number else "left", overflow="fold")
        table.columns[-1].min_width = len(column) if number else None
    return table


def evidence_table(evidence: Evidence, used: frozenset[str], *, tick: str, width: int) -> RenderableType:
    """Return the facts that an answer rests on, by indicator; all facts when it rests on none.

    Args:
        evidence: The facts that were shown, or handed over with a text.
        used: The refs that the answer ties to; what they were computed from is shown too.
        tick: The sign before a used fact.
        width: Columns to draw on; where they are few, the exact text is left out rather than cut.
    """
    chosen = _chosen(evidence, used)
    blocks: list[RenderableType] = []
    for facts in _by_indicator(chosen[:_MOST_ROWS]):
        ranks = _ranks(facts)
        beside = {fact.ref for fact in ranks.values()}
        rows = [fact for fact in facts if fact.ref not in beside]
        blocks += [_title(rows), _rows(rows, ranks, used, tick, wide=width >= _WIDE), Text("")]
    left = len(evidence) - min(len(chosen), _MOST_ROWS)
    if left:
        more = "1 more row is" if left == 1 else f"{left} more rows are"
        blocks.append(Text(f"{more} in the evidence (--json lists all).", style="dim"))
    elif blocks:
        blocks.pop()
    return Group(*blocks)


def _chosen(evidence: Evidence, used: frozenset[str]) -> list[Fact]:
    if not used:
        return list(evidence)
    wanted = set(used)
    for ref in used:
        fact = evidence.find(ref)
        if fact is not None and fact.derivation is not None:
            wanted.update(fact.derivation.operands)
    wanted.update(fact.ref for fact in evidence if _is_rank(fact) and wanted & set(_operands(fact)))
    return [fact for fact in evidence if fact.ref in wanted]


def _is_rank(fact: Fact) -> bool:
    return fact.derivation is not None and fact.derivation.operation == "rank" and bool(_operands(fact))


def _operands(fact: Fact) -> tuple[str, ...]:
    return () if fact.derivation is None else fact.derivation.operands


def _ranks(facts: Sequence[Fact]) -> dict[str, Fact]:
    """Return the rank facts that can stand beside the row they rank, by the ref of that row."""
    refs = {fact.ref for fact in facts}
    return {_operands(fact)[0]: fact for fact in facts if _is_rank(fact) and _operands(fact)[0] in refs}


def _by_indicator(facts: Sequence[Fact]) -> list[list[Fact]]:
    groups: dict[str, list[Fact]] = {}
    for fact in facts:
        groups.setdefault(fact.indicator.code, []).append(fact)
    return list(groups.values())


def _title(rows: Sequence[Fact]) -> Text:
    """Return name, code and, where the name does not already tell it, the unit of the published rows."""
    indicator = next((fact for fact in rows if fact.derivation is None), rows[0]).indicator
    title = Text(visible(indicator.name), style="bold")
    title.append(f"  {visible(indicator.code)}", style="dim")
    unit = visible(indicator.unit.text)
    if unit and unit.casefold() not in indicator.name.casefold():
        title.append(f"  in {unit}", style="dim")
    return title


def _rows(
    rows: Sequence[Fact], ranks: dict[str, Fact], used: frozenset[str], tick: str, *, wide: bool
) -> Table:
    flagged = any(fact.status for fact in rows)
    computed = any(fact.derivation is not None for fact in rows)
    exact = ["published or computed" if computed else "as published"] if wide else []
    more = [*(["rank"] if ranks else []), *(["flag"] if flagged else [])]
    table = plain_table("", "ref", "area", "period", "value", *exact, *more, right=("value", *exact))
    for fact in rows:
        rank = ranks.get(fact.ref)
        ticked = fact.ref in used or (rank is not None and rank.ref in used)
        cells = [
            Text(tick if ticked else " ", style="bold green"),
            Text(visible(fact.ref), style="dim"),
            Text(visible(fact.area.name or fact.area.code)),
            Text(str(fact.period)),
            Text(_reader(fact), style="bold"),
            *([Text(_how(fact) or fact.text or "", style="dim")] if wide else []),
        ]
        if ranks:
            cells.append(Text(_place(rank)))
        if flagged:
            cells.append(Text(str(fact.status.value), style="yellow"))
        table.add_row(*cells)
    if ranks and (derivation := next(iter(ranks.values())).derivation) is not None:
        table.caption = Text(f"ranked {derivation.order}, {visible(derivation.set)}", style="dim")
        table.caption_justify = "left"
    return table


def _reader(fact: Fact) -> str:
    return "not published" if fact.value is None else shown(fact.value, fact.indicator.unit)


def _place(rank: Fact | None) -> str:
    derivation = None if rank is None else rank.derivation
    return "" if derivation is None else f"{derivation.position} of {derivation.size}"


def _how(fact: Fact) -> str:
    derivation = fact.derivation
    if derivation is None:
        return ""
    operands = list(derivation.operands)
    if derivation.operation == "rank":
        place = f"rank {derivation.position} of {derivation.size}"
        return f"{place}, {visible(derivation.set)}, {derivation.order}"
    if derivation.operation == "calculation":
        return visible(derivation.expression)
    words = str(derivation.operation).replace("_", " ")
    if len(operands) > _MOST_OPERANDS:
        return f"{words} of {len(operands)} values"
    return f"{words} of {visible(', '.join(operands))}"
