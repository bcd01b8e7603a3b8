"""`tieout approvals`: calls with a side effect that wait for a person's yes or no."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tieout.interfaces.approvals import approval_document
from tieout.interfaces.cli.ledgers import ByOption, JsonOption, LedgerOption, listed, opened, whoever
from tieout.interfaces.cli.screen import draw, print_json, say
from tieout.interfaces.settings import Settings

if TYPE_CHECKING:
    from tieout.assistant.approval import Answer
    from tieout.ledger import Approval, Ledger

__all__ = ["approvals"]

approvals = typer.Typer(help="Say yes or no to calls with a side effect.", no_args_is_help=True)

NumberArgument = Annotated[int, typer.Argument(help="The approval's number, as listed.", metavar="NO")]
WhyOption = Annotated[str, typer.Option("--why", help="The reason; the model reads it with a no.")]


@approvals.command("list")
def list_(
    everything: Annotated[bool, typer.Option("--all", help="Answered ones too.")] = False,
    as_json: JsonOption = False,
    ledger: LedgerOption = None,
) -> None:
    """List the calls that wait for a person, oldest first, with every argument.

    For example:

        tieout approvals list
    """
    settings = Settings.from_environment()
    found = listed(settings, ledger, lambda book: book.approvals.listed(answered=everything))
    if as_json:
        print_json([approval_document(approval) for approval in found])
    elif found:
        _show(found)
    else:
        say("No call waits for a person.")


@approvals.command()
def approve(
    number: NumberArgument, why: WhyOption = "", by: ByOption = None, ledger: LedgerOption = None
) -> None:
    """Let a call run, once and exactly as listed; it runs when its run goes on.

    For example:

        tieout approvals approve 3
    """
    from tieout.assistant.approval import Answer

    settings = Settings.from_environment()
    with opened(settings, ledger) as book:
        kept = _answer(settings, book, number, Answer.APPROVED, why=why, by=by)
    if kept.answer is Answer.APPROVED:
        say(f"Go on with: tieout ask --resume {kept.run}")


@approvals.command()
def deny(
    number: NumberArgument, why: WhyOption = "", by: ByOption = None, ledger: LedgerOption = None
) -> None:
    """Do not let a call run; the model is told, and told not to try again.

    For example:

        tieout approvals deny 3 --why "we watch this one already"
    """
    from tieout.assistant.approval import Answer

    settings = Settings.from_environment()
    with opened(settings, ledger) as book:
        kept = _answer(settings, book, number, Answer.DENIED, why=why, by=by)
    say(f"Go on with: tieout ask --resume {kept.run}")


def _answer(
    settings: Settings, book: Ledger, number: int, answer: Answer, *, why: str, by: str | None
) -> Approval:
    who = whoever(settings, by)
    kept = book.approvals.answer(number, answer, who=who, at=settings.now(), why=why)
    say(f"No. {number}: {kept.answer} by {who}.")
    return kept


def _show(found: tuple[Approval, ...]) -> None:
    from rich.console import Group
    from rich.text import Text

    from tieout.interfaces.cli.approving import call_text
    from tieout.interfaces.cli.marking import visible
    from tieout.interfaces.cli.show import spaced

    blocks = []
    for approval in found:
        head = Text(f"No. {approval.number} ", style="bold")
        head.append(
            f"asked {approval.asked_at:%Y-%m-%d %H:%M} UTC by run {visible(approval.run)}", style="dim"
        )
        state = f"{approval.answer} by {approval.who}" if approval.answer else "open"
        until = f", until {approval.expires_at:%Y-%m-%d %H:%M} UTC" if approval.answer is None else ""
        told = Text(f"  {visible(state)}{until}{', begun' if approval.used else ''}", style="yellow")
        blocks.append(Group(head, Text(call_text(approval)), told))
    draw(spaced(blocks))
