"""Steps for people: the calls that a model proposed, and what became of each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.text import Text

from tieout.interfaces.cli.marking import visible
from tieout.interfaces.cli.screen import errors_console, glyph

if TYPE_CHECKING:
    from tieout.assistant.trace import Step

__all__ = ["show_step", "step_line"]

_LONGEST_VALUE = 60


def show_step(step: Step) -> None:
    """Print one step on stderr as it happens."""
    line = step_line(step.tool, step.arguments, step.outcome, len(step.refs))
    errors_console().print(line)


def step_line(tool: str, arguments: Mapping[str, Any] | str, outcome: str, facts: int) -> Text:
    """Return one call in one line: tool, arguments, and how it went."""
    good = outcome == "ok"
    line = Text(f"{glyph('▸')} ", style="dim")
    line.append(_short(visible(tool)), style="cyan")
    line.append(f"({_listed(arguments)})", style="dim")
    line.append(f" {glyph('→')} ", style="dim")
    if good:
        line.append(f"{facts} row{'' if facts == 1 else 's'}", style="green")
    else:
        line.append(outcome, style="yellow")
    return line


def _listed(arguments: Mapping[str, Any] | str) -> str:
    if isinstance(arguments, str):
        return _short(visible(arguments))
    return ", ".join(_value(value) for value in arguments.values())


def _value(value: object) -> str:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return _short(visible(",".join(value)))
    return _short(visible(value if isinstance(value, str) else json.dumps(value, default=str)))


def _short(text: str) -> str:
    text = " ".join(text.split("\n"))
    return text if len(text) <= _LONGEST_VALUE else f"{text[: _LONGEST_VALUE - 1]}{glyph('…')}"
