"""`tieout data diff`: what changed between two snapshots."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tieout.interfaces.cli.screen import draw, glyph, print_json, say

if TYPE_CHECKING:
    from tieout.data.diff import Change
    from tieout.data.snapshot import Snapshot

__all__ = ["diff"]

_SHOWN = 50
_ON_A_PAGE = 20_000

SnapshotArgument = typer.Argument(help="A data set by name, a folder, or a .sqlite file.")


def diff(
    old: Annotated[str, SnapshotArgument],
    new: Annotated[str, SnapshotArgument],
    indicator: Annotated[
        list[str] | None, typer.Option("--indicator", help="A code; may be given again. All without.")
    ] = None,
    area: Annotated[
        list[str] | None, typer.Option("--area", help="A code; may be given again. All without.")
    ] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option("--kind", help="added, removed, revised, filled or withdrawn; may be given again."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    html: Annotated[Path | None, typer.Option("--html", help="Write a page to this file too.")] = None,
) -> None:
    """List what changed from one snapshot to another, the largest revisions first.

    For example:

        tieout data diff worldbank-2026-07.sqlite worldbank.sqlite --kind revised
    """
    from tieout.data.diff import compare_snapshots
    from tieout.data.snapshot import load_snapshot
    from tieout.interfaces.revisions import change_rows, kinds_of, largest_first

    kinds = kinds_of(kind or [])
    before, after = load_snapshot(old), load_snapshot(new)
    _check(indicator, {*before.indicators, *after.indicators}, "indicator")
    _check(area, {*before.areas, *after.areas}, "area")
    found = compare_snapshots(before, after, _codes(indicator), _codes(area))
    changes = largest_first(one for one in found if not kinds or one.kind in kinds)
    counts = Counter(str(one.kind) for one in changes)
    if html is not None:
        _write(html, changes, counts, before, after)
    if as_json:
        print_json(
            {
                "old": {"name": before.card.name, "version": before.card.version, "sha256": before.sha256},
                "new": {"name": after.card.name, "version": after.card.version, "sha256": after.sha256},
                "counts": dict(sorted(counts.items())),
                "changes": change_rows(changes, before, after),
            }
        )
    else:
        _show(changes, counts, before, after)


def _codes(codes: list[str] | None) -> tuple[str, ...]:
    """Return codes as written and in capitals: those of a publisher are, those with dimensions are not."""
    return tuple(form for code in codes or () for form in (code, code.upper()))


def _check(codes: list[str] | None, known: set[str], word: str) -> None:
    """Refuse a code that neither snapshot has: nothing of it can have changed."""
    from tieout.errors import UsageError

    for code in codes or ():
        if known.isdisjoint((code, code.upper())):
            raise UsageError(
                f"Neither data set has the {word} {code!r}; `tieout data show` lists what there is."
            )


def _write(
    path: Path, changes: list[Change], counts: Counter[str], before: Snapshot, after: Snapshot
) -> None:
    from tieout.interfaces.pages import write_page
    from tieout.interfaces.revisions import change_rows

    listed = changes[:_ON_A_PAGE]
    whole = f"All {len(changes):,} changes" if len(listed) == len(changes) else f"The first {len(listed):,}"
    values = {
        "old": before.card.label,
        "new": after.card.label,
        "counts": dict(sorted(counts.items())),
        "caption": f"{whole}, the largest revisions in percent first.",
        "rows": change_rows(listed, before, after),
    }
    write_page("diff", values, path)
    say(f"Wrote {path}.")


def _show(changes: list[Change], counts: Counter[str], before: Snapshot, after: Snapshot) -> None:
    from rich.text import Text

    from tieout.interfaces.cli.marking import visible
    from tieout.interfaces.cli.table import plain_table
    from tieout.interfaces.revisions import change_row

    counted = ", ".join(f"{count:,} {kind}" for kind, count in sorted(counts.items())) or "nothing changed"
    draw(Text(f"{before.card.label} {glyph('→')} {after.card.label}: {counted}", style="bold"))
    if not changes:
        return
    table = plain_table(
        "",
        "indicator",
        "area",
        "period",
        "before",
        "now",
        "change",
        "%",
        right=("before", "now", "change", "%"),
    )
    for change in changes[:_SHOWN]:
        row = change_row(change)
        cells = [row[key] or "" for key in ("indicator", "area", "period", "old", "new", "size", "percent")]
        table.add_row(Text(str(change.kind), style="dim"), *(Text(visible(cell)) for cell in cells))
    draw(table)
    if len(changes) > _SHOWN:
        draw(Text(f"And {len(changes) - _SHOWN:,} more; --json or --html lists all.", style="dim"))
