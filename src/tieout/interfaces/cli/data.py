"""`tieout data`: the snapshots, what is in them, and whether their bytes are still those published."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tieout.facts.frequency import STEP_NAMES
from tieout.interfaces.cards import card_document, count_values, snapshot_document
from tieout.interfaces.cli.carding import first_card
from tieout.interfaces.cli.copying import copy
from tieout.interfaces.cli.diff import diff
from tieout.interfaces.cli.find import find
from tieout.interfaces.cli.importing import import_
from tieout.interfaces.cli.pull import pull
from tieout.interfaces.cli.screen import draw, glyph, print_json
from tieout.interfaces.cli.watches import watches
from tieout.interfaces.settings import Settings

if TYPE_CHECKING:
    from tieout.data.snapshot import Snapshot

__all__ = ["data"]

data = typer.Typer(
    help="List, show, verify, fetch, import, copy and compare data sets.", no_args_is_help=True
)
data.command("card")(first_card)
data.command()(copy)
data.command()(diff)
data.command()(find)
data.command("import")(import_)
data.command()(pull)
data.command()(watches)

JsonOption = Annotated[bool, typer.Option("--json", help="One JSON document.")]
NameArgument = Annotated[
    str | None, typer.Argument(help="A data set by name, folder, .sqlite file or URL.", metavar="DATASET")
]


@data.command("list")
def list_(as_json: JsonOption = False) -> None:
    """List the packaged data sets.

    For example:

        tieout data list
    """
    from tieout.data.snapshot import list_snapshots

    cards = list_snapshots()
    if as_json:
        print_json([card_document(card) for card in cards])
        return
    from tieout.interfaces.cli.table import plain_table

    table = plain_table("name", "version", "years", "title", "licence")
    for card in cards:
        years = f"{card.first_year}{glyph('–')}{card.last_year}"
        table.add_row(card.name, card.version, years, card.title, card.licence)
    draw(table)


@data.command()
def show(name: NameArgument = None, as_json: JsonOption = False) -> None:
    """Show a data set: release, licence and credit, indicators with their units, areas.

    For example:

        tieout data show core8
    """
    from tieout.data.snapshot import load_snapshot

    snapshot = load_snapshot(name or Settings.from_environment().dataset)
    if as_json:
        print_json(snapshot_document(snapshot))
    else:
        _show(snapshot)


@data.command()
def verify(name: NameArgument = None, as_json: JsonOption = False) -> None:
    """Check every byte of a data set against its checksums; exit status 6 when one differs.

    For example:

        tieout data verify ./my-snapshot
    """
    from tieout.data.snapshot import verify_snapshot

    snapshot = verify_snapshot(name or Settings.from_environment().dataset)
    card = snapshot.card
    if as_json:
        print_json({"name": card.name, "version": card.version, "sha256": snapshot.sha256, "verified": True})
        return
    from rich.text import Text

    line = Text(f"{glyph('✓')} verified ", style="green")
    line.append(f"{card.name} {card.version}  sha256 {snapshot.sha256}", style="default")
    draw(line)


def _show(snapshot: Snapshot) -> None:
    from rich.text import Text

    from tieout.interfaces.cli.table import plain_table

    card = snapshot.card
    draw(Text(f"{card.title} ({card.name} {card.version})", style="bold"))
    facts = plain_table("", "")
    facts.show_header = False
    for key, value in (
        ("release", card.release),
        ("retrieved", card.retrieved.isoformat()),
        ("years", f"{card.first_year}{glyph('–')}{card.last_year}"),
        ("licence", f"{card.licence}, {card.licence_url}"),
        ("credit", card.credit),
        ("sha256", snapshot.sha256),
        ("areas", _areas(snapshot)),
    ):
        facts.add_row(Text(key, style="dim"), Text(value))
    draw(facts)
    draw("")
    often = [STEP_NAMES[snapshot.describe(code).frequency] for code in snapshot.indicators]
    yearly = set(often) <= {"year"}
    table = plain_table("indicator", "name", "unit", *([] if yearly else ["by"]), "values", right=("values",))
    for (code, one), step in zip(snapshot.indicators.items(), often, strict=True):
        by = [] if yearly else [step]
        table.add_row(
            Text(code, style="cyan"), one.name, one.unit.text, *by, f"{count_values(snapshot, code):,}"
        )
    draw(table)


def _areas(snapshot: Snapshot) -> str:
    countries = [area.name for area in snapshot.areas.values() if not area.is_aggregate]
    groups = len(snapshot.areas) - len(countries)
    if len(countries) <= 20:
        return ", ".join(countries)
    kinds = {area.kind for area in snapshot.areas.values() if not area.is_aggregate}
    what = "countries and economies" if kinds == {""} else "areas"
    return f"{len(countries)} {what}, {groups} aggregates"
