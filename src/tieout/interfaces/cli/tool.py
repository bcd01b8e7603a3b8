"""`tieout tool` and `tieout tools`: what a model may call, and one call made by hand."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from tieout.interfaces.cli.screen import draw, print_json
from tieout.interfaces.exits import exit_of_call
from tieout.interfaces.settings import Settings

if TYPE_CHECKING:
    from tieout.tools.contract import Toolset

__all__ = ["tool", "tools"]

DATASET_HELP = "A data set by name, folder, .sqlite file or URL."
WITH_HELP = (
    "A toolset beside statistics: calculator, clock, watch, glossary=FILE, notes=FOLDER; may be repeated."
)


def tool(
    name: Annotated[str, typer.Argument(help="The tool, as `tieout tools` lists it.", metavar="NAME")],
    arguments: Annotated[str, typer.Argument(help="Its arguments as a JSON object.", metavar="JSON")],
    dataset: Annotated[str | None, typer.Option("--dataset", help=DATASET_HELP)] = None,
    added: Annotated[list[str] | None, typer.Option("--with", help=WITH_HELP, metavar="TOOLSET")] = None,
) -> int:
    """Run one tool call by hand: the result as a model would see it, then how it went.

    The last line is ok, refused: CODE or error: bug.

    For example:

        tieout tool find_areas '{"query": "Turkey"}'
        tieout tool describe_indicator '{"indicator_code": "SP.POP.TOTL"}'
        tieout tool calculate '{"expression": "2 * 6.49 + 18.50"}' --with calculator
    """
    from tieout.tools.contract import ToolCall

    result = _toolset(dataset, added).call(ToolCall(id="by_hand", name=name, arguments=arguments))
    sys.stdout.write(f"{result.content}\n{result.outcome}\n")
    if result.fault:
        sys.stderr.write(f"tieout: {result.fault}\n")
    return exit_of_call(result.outcome)


def tools(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document with the schemas.")] = False,
    dataset: Annotated[str | None, typer.Option("--dataset", help=DATASET_HELP)] = None,
    added: Annotated[list[str] | None, typer.Option("--with", help=WITH_HELP, metavar="TOOLSET")] = None,
) -> int:
    """List the tools that a model may call, and what they cost in tokens on every call.

    For example:

        tieout tools
        tieout tools --json > tools.json
    """
    from tieout.tools.tokens import estimate_tokens

    toolset = _toolset(dataset, added)
    definitions = toolset.definitions()
    costs = [estimate_tokens([definition]) for definition in definitions]
    total = toolset.token_estimate()
    if as_json:
        rows = [{**definition, "tokens": cost} for definition, cost in zip(definitions, costs, strict=True)]
        print_json({"tools": rows, "tokens": total})
        return 0
    _show(toolset, costs, total)
    return 0


def _toolset(dataset: str | None, added: list[str] | None) -> Toolset:
    from tieout.interfaces.toolsets import toolset_of

    settings = Settings.from_environment()
    return toolset_of(*settings.load(dataset), added or (), now=settings.now)


def _show(toolset: Toolset, costs: list[int], total: int) -> None:
    from rich.padding import Padding
    from rich.text import Text

    for one, cost in zip(toolset.tools, costs, strict=True):
        head = Text(one.name, style="bold cyan")
        head.append(f"({', '.join(parameter.name for parameter in one.parameters)})", style="cyan")
        head.append(f"  {cost} tokens", style="dim")
        draw(head)
        draw(Padding(Text(one.description), (0, 0, 1, 2), expand=False))
    draw(Text(f"Together about {total} o200k tokens, sent with every call to a model.", style="dim"))
