"""The program `tieout`: its commands, put together. Every command lives in a file of its own."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from tieout.interfaces.cli.approvals import approvals
from tieout.interfaces.cli.ask import ask
from tieout.interfaces.cli.audit import audit
from tieout.interfaces.cli.check import check
from tieout.interfaces.cli.data import data
from tieout.interfaces.cli.ending import run_program
from tieout.interfaces.cli.eval import evaluation
from tieout.interfaces.cli.eval_sets import author, generate
from tieout.interfaces.cli.ledger import ledger
from tieout.interfaces.cli.mcp import mcp
from tieout.interfaces.cli.recheck import recheck
from tieout.interfaces.cli.review import review
from tieout.interfaces.cli.serve import serve
from tieout.interfaces.cli.slack import slack
from tieout.interfaces.cli.tool import tool, tools
from tieout.interfaces.cli.trace import trace
from tieout.interfaces.cli.user import user

__all__ = ["app", "main"]

_OBJECTS_A_COLLECTION = 100_000

app = typer.Typer(
    name="tieout",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        sys.stdout.write(f"tieout {version('tieout')}\n")
        raise typer.Exit


@app.callback(
    epilog="[bold]Start here:[/bold] tieout ask 'What was the population of Canada in 2024?'",
)
def start(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of a bug.")] = False,
) -> None:
    """Ask about public statistics; see an answer only when every claim in it ties out."""


app.command(rich_help_panel="Ask")(ask)
app.command(rich_help_panel="Ask")(check)
app.command(rich_help_panel="Ask")(audit)
app.add_typer(review, name="review", rich_help_panel="Ask")
app.add_typer(approvals, name="approvals", rich_help_panel="Ask")
app.add_typer(ledger, name="ledger", rich_help_panel="Ask")
app.command(rich_help_panel="Look inside")(tool)
app.command(rich_help_panel="Look inside")(tools)
app.add_typer(data, name="data", rich_help_panel="Look inside")
app.add_typer(trace, name="trace", rich_help_panel="Look inside")
app.command(rich_help_panel="Look inside")(recheck)
app.command(rich_help_panel="Serve")(serve)
app.command(rich_help_panel="Serve")(mcp)
app.command(rich_help_panel="Serve")(slack)
app.add_typer(user, name="user", rich_help_panel="Serve")
evaluation.command()(author)
evaluation.command()(generate)
app.add_typer(evaluation, name="eval", rich_help_panel="Measure")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status; nothing is raised.

    Args:
        arguments: The words after the program's name; those of the process by default.
    """
    # A command lives for half a second and makes little garbage, but builds large tables: with the usual
    # threshold a quarter of its processor time goes into looking for garbage in them.
    gc.set_threshold(_OBJECTS_A_COLLECTION)
    words = sys.argv[1:] if arguments is None else list(arguments)
    return run_program(
        lambda: app(args=words, prog_name="tieout", standalone_mode=False),
        words,
        debug="--debug" in words[:2],
    )
