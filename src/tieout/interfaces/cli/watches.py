"""`tieout data watches`: the values that someone watches, and which of them were revised."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tieout.interfaces.cli.ledgers import JsonOption, LedgerOption, listed
from tieout.interfaces.cli.screen import draw, print_json, say
from tieout.interfaces.settings import Settings

if TYPE_CHECKING:
    from tieout.data.snapshot import Snapshot
    from tieout.ledger import KeptWatch

__all__ = ["watches"]

_GAP = "not published"


def watches(
    dataset: Annotated[
        str | None, typer.Option("--dataset", "-d", help="The data set to compare with.")
    ] = None,
    as_json: JsonOption = False,
    ledger: LedgerOption = None,
) -> None:
    """List the watched values, each as it was and as a data set has it now; a revised one says so.

    For example:

        tieout data watches
        tieout data watches --dataset ./next-release
    """
    settings = Settings.from_environment()
    kept = listed(settings, ledger, lambda book: book.watches.listed())
    if not kept and not as_json:
        say("No value is watched.")
        return
    snapshot, _ = settings.load(dataset)
    rows = [_row(watch, snapshot) for watch in kept]
    if as_json:
        print_json(rows)
        return
    from rich.text import Text

    from tieout.interfaces.cli.marking import visible
    from tieout.interfaces.cli.table import plain_table

    table = plain_table("no.", "area", "indicator", "period", "then", "now", "", right=("no.", "then", "now"))
    for row in rows:
        cells = (row["number"], row["area_name"], row["indicator_name"], row["period"])
        state = Text(row["state"], style="bold yellow" if row["state"] == "revised" else "dim")
        table.add_row(*(visible(str(cell)) for cell in cells), row["then"] or _GAP, row["now"] or _GAP, state)
    draw(table)


def _row(watch: KeptWatch, snapshot: Snapshot) -> dict[str, Any]:
    from decimal import Decimal

    from tieout.facts.period import Period

    known = watch.area in snapshot.areas and watch.indicator in snapshot.indicators
    found = snapshot.find(watch.area, watch.indicator, Period.parse(watch.period)) if known else None
    if found is None:
        state = "not in this data set"
    elif found.text == watch.value or (
        found.text and watch.value and Decimal(found.text) == Decimal(watch.value)
    ):
        state = "unchanged"
    else:
        state = "revised"
    return {
        "number": watch.number,
        "made_at": watch.made_at.isoformat(),
        "area": watch.area,
        "area_name": watch.area_name,
        "indicator": watch.indicator,
        "indicator_name": watch.indicator_name,
        "period": watch.period,
        "then": watch.value,
        "then_dataset": f"{watch.dataset} {watch.dataset_version}",
        "now": None if found is None else found.text,
        "now_dataset": snapshot.card.label,
        "state": state,
    }
