"""`tieout data copy`: a snapshot in another place, such as a database that a whole desk shares."""

from __future__ import annotations

from typing import Annotated

import typer

from tieout.interfaces.cli.screen import draw, glyph, print_json

__all__ = ["copy"]


def copy(
    source: Annotated[
        str, typer.Argument(help="A data set by name, folder, .sqlite file or URL.", metavar="SNAPSHOT")
    ],
    target: Annotated[
        str,
        typer.Argument(
            help="postgresql://USER@HOST/NAME or duckdb://FILE, where what is there is replaced at once; "
            "or a new .sqlite file.",
            metavar="TARGET",
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Copy a snapshot to a database or a file; every row is checked on the way.

    For example:

        tieout data copy worldbank.sqlite postgresql://desk@db.example.org/statistics

        tieout ask --dataset postgresql://desk@db.example.org/statistics "What was the GDP of Chile in 2023?"
    """
    from tieout.data.copying import copy_snapshot
    from tieout.data.snapshot import load_snapshot

    snapshot = load_snapshot(source)
    digest = copy_snapshot(snapshot, target)
    card = snapshot.card
    if as_json:
        print_json({"name": card.name, "version": card.version, "sha256": digest})
        return
    from rich.text import Text

    line = Text(f"{glyph('✓')} copied ", style="green")
    line.append(f"{card.name} {card.version}  sha256 {digest}", style="default")
    draw(line)
