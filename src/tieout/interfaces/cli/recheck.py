"""`tieout recheck`: which answers given earlier no longer tie out against another snapshot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tieout.interfaces.cli.ledgers import LedgerOption, listed
from tieout.interfaces.cli.screen import draw, glyph, print_json, say
from tieout.interfaces.exits import Exit
from tieout.interfaces.settings import Settings

if TYPE_CHECKING:
    from tieout.recheck import Rechecked, Revision

__all__ = ["recheck"]


def recheck(
    snapshot: Annotated[str, typer.Argument(help="A data set by name, a folder, or a .sqlite file.")],
    everything: Annotated[bool, typer.Option("--all", help="Answers that still tie out too.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    ledger: LedgerOption = None,
) -> None:
    """Read every answer of the ledger against a snapshot; list those to correct. Exit status 4 if any.

    For example:

        tieout recheck worldbank.sqlite
    """
    settings = Settings.from_environment()
    found = _rechecked(settings, snapshot, ledger)
    broken = [one for one in found if not one.holds]
    shown = found if everything else broken
    if as_json:
        print_json(
            {
                "snapshot": snapshot,
                "answers": len(found),
                "broken": len(broken),
                "list": [_document(one) for one in shown],
            }
        )
    else:
        _show(shown, len(found), len(broken))
    if broken:
        raise typer.Exit(Exit.HELD)


def _rechecked(settings: Settings, snapshot: str, place: str | None) -> list[Rechecked]:
    from tieout.interfaces.toolsets import toolset_of
    from tieout.recheck import recheck as recheck_runs

    other, catalogue = settings.load(snapshot)
    toolset = toolset_of(other, catalogue, (), now=settings.now, ledger=None)
    return list(
        listed(
            settings, place, lambda book: tuple(recheck_runs(book.runs(), other, toolset, catalogue.names))
        )
    )


def _document(one: Rechecked) -> dict[str, Any]:
    from tieout.outcome import problem_document

    return {
        "number": one.run.number,
        "run": one.run.run,
        "asked_at": one.run.asked_at.isoformat(),
        "question": one.run.question,
        "answer": one.text,
        "holds": one.holds,
        "revisions": [
            {
                "ref": revision.then.ref,
                "area": revision.then.area.code,
                "indicator": revision.then.indicator.code,
                "period": str(revision.then.period),
                "then": revision.then.text,
                "now": revision.now,
                "is_there": revision.is_there,
            }
            for revision in one.revisions
        ],
        "problems": [problem_document(problem) for problem in one.problems],
    }


def _show(listed: list[Rechecked], answers: int, broken: int) -> None:
    from rich.text import Text

    from tieout.interfaces.cli.marking import visible

    if not answers:
        say("The ledger has no answers to read again.")
        return
    for one in listed:
        sign, style = (glyph("✓"), "green") if one.holds else (glyph("✗"), "bold red")
        head = Text(f"{sign} no. {one.run.number}", style=style)
        head.append(f"  {one.run.asked_at:%Y-%m-%d}  {visible(one.run.question)}", style="dim")
        draw(head, Text(f"  {visible(one.text)}"))
        for revision in one.revisions:
            draw(Text(f"    {_told(revision)}", style="yellow"))
        for problem in one.problems[:3]:
            draw(Text(f"    {problem.code}  {visible(problem.message)}", style="dim"))
    word = "answer" if answers == 1 else "answers"
    ending = "all still tie out" if not broken else f"{broken} no longer tie out"
    draw(Text(f"{answers} {word} read again; {ending}.", style="bold"))


def _told(revision: Revision) -> str:
    from tieout.interfaces.cli.marking import visible

    fact = revision.then
    if fact.derivation is not None:
        what = f"{fact.derivation.operation} of {fact.area.name or fact.area.code}"
    else:
        what = f"{fact.indicator.name}, {fact.area.name}"
    now = "not in this data set" if not revision.is_there else revision.now or "no value"
    then = fact.text or "no value"
    return visible(f"{what}, {fact.period}: {then} {glyph('→')} {now}")
