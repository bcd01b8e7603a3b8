"""`tieout data card`: a first card for a table of your own."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from tieout.errors import TableInvalid, UsageError
from tieout.interfaces.cli.screen import draw, glyph, say

if TYPE_CHECKING:
    from tieout.data.importing.guess import Guess
    from tieout.data.importing.sheet import Sheet

__all__ = ["first_card"]

_ASKED = ("area", "indicator", "period", "value", "unit")
_ENDING = ".card.toml"


def first_card(
    file: Annotated[Path, typer.Argument(help="A table: CSV, TSV, Parquet, Excel, JSON or SDMX.")],
    out: Annotated[
        Path | None, typer.Option("--out", help="The card to write; beside the table without.")
    ] = None,
    stated: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=TEXT",
            help="A text of the card (publisher=...), a column by its meaning (area=geo), or what holds for "
            "every row (constant.unit=people); may be given again.",
        ),
    ] = None,
    ask: Annotated[
        bool | None, typer.Option("--ask/--no-ask", help="Whether to ask; without, on a terminal only.")
    ] = None,
) -> None:
    """Look at a table and write a first card for it: what was guessed, and why.

    For example:

        tieout data card unemployment.csv --set publisher="Office of Examples" --set constant.unit="%"
    """
    from tieout.data.importing.template import card_text

    target = out or file.with_name(f"{file.name.partition('.')[0]}{_ENDING}")
    if target.exists():
        raise UsageError(f"'{target}' is there already; name another with --out, or remove it.")
    said = _said(stated or [])
    said.setdefault("name", file.name.partition(".")[0])
    guess, sheet = _guessed(file, said)
    asking = sys.stdin.isatty() and sys.stderr.isatty() if ask is None else ask
    if asking:
        said |= _answers(guess, sheet, said)
        guess, sheet = _guessed(file, said)
    try:
        target.write_text(card_text(guess, said), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"Cannot write '{target}' ({error.strerror}).") from None
    _show(target, guess, said)


def _said(stated: list[str]) -> dict[str, str]:
    from tieout.data.importing.layout import ROLES
    from tieout.data.importing.template import CARD_KEYS

    known = {
        *CARD_KEYS,
        *ROLES,
        *(f"constant.{role}" for role in _ASKED if role != "value"),
        "constant.status",
    }
    said = {}
    for each in stated:
        key, found, text = each.partition("=")
        if not found or key not in known:
            raise UsageError(f"--set {each!r} is not KEY=TEXT with a key of {', '.join(sorted(known))}.")
        said[key] = text
    return said


def _guessed(file: Path, said: dict[str, str]) -> tuple[Guess, Sheet]:
    from tieout.data.importing.guess import guess_columns
    from tieout.data.importing.layout import ROLES, Layout
    from tieout.data.importing.opening import open_sheet
    from tieout.data.importing.staging import Staging

    columns = {role: said[role] for role in ROLES if said.get(role)}
    constants = {key.partition(".")[2] for key in said if key.startswith("constant.")}
    with TemporaryDirectory(prefix="tieout-") as folder, Staging(Path(folder)) as staging:
        sheet = open_sheet(file, file.name, Layout(), staging)
        for role, column in columns.items():
            if column not in sheet.columns:
                raise UsageError(f"{file.name} has no column {column!r} for the {role}.")
        if broken := staging.load(sheet):
            place, reason = broken[0]
            raise TableInvalid(f"{file.name}, {sheet.word} {place}: {reason}.")
        return guess_columns(sheet, staging, columns, constants), sheet


def _answers(guess: Guess, sheet: Sheet, said: dict[str, str]) -> dict[str, str]:
    """Ask for the texts of the card, and for each meaning whether the guess is right."""
    from tieout.data.importing.template import CARD_KEYS

    say(f"Columns of {sheet.name}: {', '.join(column for column in sheet.columns if column)}")
    answers = {}
    for key, why in CARD_KEYS.items():
        answers[key] = typer.prompt(f"{key} ({why})", default=said.get(key, ""), err=True)
    across = {"period", "value"} if guess.periods_across else set[str]()
    across |= {"indicator", "value"} if guess.indicators_across else set()
    for role in _ASKED:
        if role in across or f"constant.{role}" in said:
            continue
        text = typer.prompt(
            f"Column of the {role}, or =TEXT for all rows", default=guess.roles.get(role, ""), err=True
        )
        if text.startswith("="):
            answers[f"constant.{role}"] = text[1:]
        elif text:
            answers[role] = text
    return answers


def _show(target: Path, guess: Guess, said: dict[str, str]) -> None:
    from rich.text import Text

    from tieout.data.importing.template import CARD_KEYS
    from tieout.interfaces.cli.marking import visible
    from tieout.interfaces.cli.table import plain_table

    draw(Text(f"{glyph('✓')} {target}", style="green"))
    table = plain_table("meaning", "column", "why")
    rows = [*guess.roles.items(), *(("dimension", one) for one in guess.dimensions)]
    rows += [("indicator", one) for one in guess.indicators_across]
    rows += [("ignored", one) for one in guess.ignore]
    for meaning, column in rows:
        table.add_row(meaning, Text(visible(column)), Text(visible(guess.reasons.get(column, ""))))
    if guess.periods_across:
        table.add_row("periods", "across", "the names of the columns are periods")
    draw(table)
    empty = [key for key in CARD_KEYS if not said.get(key)]
    empty += [role for role in guess.open if not said.get(f"constant.{role}")]
    if empty:
        draw(Text(f"Still to be said in the card: {', '.join(empty)}."))
