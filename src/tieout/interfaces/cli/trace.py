"""`tieout trace`: what happened between application and model, from the ledger or from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tieout.errors import UsageError
from tieout.interfaces.cli.ledgers import LedgerOption
from tieout.interfaces.cli.screen import print_json
from tieout.interfaces.settings import Settings

__all__ = ["trace"]

trace = typer.Typer(help="Read what happened in a run.", no_args_is_help=True)


@trace.command()
def show(
    run: Annotated[str, typer.Argument(help="A run's number or id, or a trace file.", metavar="RUN_OR_FILE")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    ledger: LedgerOption = None,
) -> None:
    """Show a run: how it ended, each call with what became of it, the conversation.

    For example:

        tieout trace show 17
        tieout trace show run.json
    """
    document = _from_file(run) if Path(run).is_file() else _from_ledger(run, ledger)
    if as_json:
        print_json(document)
        return
    from tieout.interfaces.cli.stored import show_trace

    try:
        show_trace(document["document"], document["trace"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UsageError(f"{run} is no trace; `tieout ask --trace FILE` writes one.") from error


def _from_file(name: str) -> dict[str, Any]:
    from tieout.interfaces.cli.reading import parse_json, read_text

    document = parse_json(read_text(name), name)
    if not isinstance(document, dict) or not {"document", "trace"} <= set(document):
        raise UsageError(f"{name} is no trace; `tieout ask --trace FILE` writes one.")
    return document


def _from_ledger(name: str, place: str | None) -> dict[str, Any]:
    from tieout.ledger import is_there

    settings = Settings.from_environment()
    if not is_there(named := place or settings.ledger):
        raise UsageError(f"There is no trace file {name!r}, and no ledger at {named}.")
    with settings.open_ledger(place) as book:
        waiting = [run for run in book.waiting.listed() if run.run == name.strip()]
        run = waiting[0] if waiting else book.get(name)
    return {"document": run.document, "trace": run.trace}
