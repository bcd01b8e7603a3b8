"""`tieout data find`: which indicators plain words may mean."""

from __future__ import annotations

from typing import Annotated

import typer

from tieout.interfaces.cards import match_document
from tieout.interfaces.cli.screen import draw, print_json
from tieout.interfaces.exits import Exit
from tieout.interfaces.settings import Settings

__all__ = ["find"]


def find(
    words: Annotated[str, typer.Argument(help="What is meant, in plain words.")],
    dataset: Annotated[str | None, typer.Option("--dataset", "-d", help="The data set to look in.")] = None,
    limit: Annotated[int, typer.Option("--limit", help="The most that are shown.", min=1, max=100)] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Find indicators in plain words, the best first, each with why. Exit status 3 when there is none.

    For example:

        tieout data find "how many people have power"
    """
    snapshot, catalogue = Settings.from_environment().load(dataset)
    matches = catalogue.find_indicators(words, limit)
    if as_json:
        print_json([match_document(match) for match in matches])
    elif matches:
        from rich.text import Text

        from tieout.interfaces.cli.marking import visible
        from tieout.interfaces.cli.table import plain_table

        table = plain_table("indicator", "name", "why")
        for match in matches:
            code, name, reason = map(visible, (match.indicator.code, match.indicator.name, match.reason))
            table.add_row(Text(code, style="cyan"), Text(name), Text(reason, style="dim"))
        draw(table)
    else:
        draw(f"Nothing in {snapshot.card.label} matches; `tieout data show` lists what there is.")
    if not matches:
        raise typer.Exit(Exit.DECLINED)
