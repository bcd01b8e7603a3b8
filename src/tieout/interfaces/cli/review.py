"""`tieout review`: the queue of held answers, and what a person decides about them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tieout.interfaces.ages import age
from tieout.interfaces.cli.ledgers import ByOption, JsonOption, LedgerOption, listed, opened, whoever
from tieout.interfaces.cli.screen import draw, print_json, say
from tieout.interfaces.exits import Exit
from tieout.interfaces.settings import Settings

if TYPE_CHECKING:
    from tieout.ledger import Ledger, Run
    from tieout.review import Reviewer

__all__ = ["review"]

review = typer.Typer(help="Work the queue of held answers.", no_args_is_help=True)

NumberArgument = Annotated[
    str, typer.Argument(help="The number in the queue, or the id of the run.", metavar="NO")
]
WhyOption = Annotated[str, typer.Option("--why", help="The reason, for the record.")]


@review.command("list")
def list_(
    everything: Annotated[bool, typer.Option("--all", help="Decided ones too.")] = False,
    as_json: JsonOption = False,
    ledger: LedgerOption = None,
) -> None:
    """List the held answers that wait for a person, oldest first.

    For example:

        tieout review list
    """
    settings = Settings.from_environment()
    runs = listed(settings, ledger, lambda book: book.held(decided=everything))
    if as_json:
        print_json([_run_document(run) for run in runs])
    elif runs:
        _show_queue(runs, settings.now())
    else:
        say("No held answers wait for a person.")


@review.command()
def show(number: NumberArgument, as_json: JsonOption = False, ledger: LedgerOption = None) -> None:
    """Show a run whole: draft, what is wrong with it, evidence with the true values, the decision.

    For example:

        tieout review show 17
    """
    with opened(Settings.from_environment(), ledger) as book:
        run = book.get(number)
    if as_json:
        print_json({**_run_document(run), "document": run.document})
        return
    from tieout.interfaces.cli.stored import show_run

    show_run(run)


@review.command()
def approve(
    number: NumberArgument, why: WhyOption = "", by: ByOption = None, ledger: LedgerOption = None
) -> None:
    """Approve a held draft as it stands; whoever approves answers for it.

    For example:

        tieout review approve 17 --why "checked against the yearbook"
    """
    with opened(Settings.from_environment(), ledger) as book:
        run = book.get(number)
        _said(run, "approved", _reviewer(book, by), lambda person: person.approve(run, why))


@review.command()
def amend(
    number: NumberArgument,
    text: Annotated[str, typer.Argument(help="The text that replaces the draft; - reads standard input.")],
    why: WhyOption = "",
    by: ByOption = None,
    ledger: LedgerOption = None,
) -> int:
    """Replace a held draft by a text of your own, which must tie out against the same evidence.

    For example:

        tieout review amend 17 "Canada's population was 41,262,329 in 2024."
    """
    from tieout.interfaces.cli.reading import STANDARD_INPUT, read_text
    from tieout.review import DoesNotTieOut

    words = read_text(text).strip() if text == STANDARD_INPUT else text.strip()
    with opened(Settings.from_environment(), ledger) as book:
        run = book.get(number)
        try:
            _said(run, "amended", _reviewer(book, by), lambda person: person.amend(run, words, why))
        except DoesNotTieOut as error:
            from tieout.interfaces.cli.show import show_verdict

            show_verdict(words, error.verdict, error.evidence)
            say(f"tieout: {error.message}")
            return Exit.HELD
    return Exit.DONE


@review.command()
def decline(
    number: NumberArgument, why: WhyOption = "", by: ByOption = None, ledger: LedgerOption = None
) -> None:
    """Decline a held draft: nothing of it will be shown.

    For example:

        tieout review decline 17 --why "the question is about 2030"
    """
    with opened(Settings.from_environment(), ledger) as book:
        run = book.get(number)
        _said(run, "declined", _reviewer(book, by), lambda person: person.decline(run, why))


def _reviewer(book: Ledger, by: str | None) -> Reviewer:
    from tieout.facts.names import Names
    from tieout.review import Reviewer

    settings = Settings.from_environment()
    return Reviewer(ledger=book, names=Names.load(), who=whoever(settings, by), at=settings.now())


def _said(run: Run, past: str, person: Reviewer, decide: Callable[[Reviewer], object]) -> None:
    decide(person)
    say(f"No. {run.number}: {past} by {person.who}.")


_PAST = {"approve": "approved", "amend": "amended", "decline": "declined"}


def _run_document(run: Run) -> dict[str, Any]:
    from tieout.review import review_document

    return {
        "number": run.number,
        "run": run.run,
        "asked_at": run.asked_at.isoformat(),
        "question": run.question,
        "outcome": run.outcome,
        "problems": [problem["code"] for problem in run.document["problems"]],
        "review": review_document(run),
    }


def _show_queue(runs: tuple[Run, ...], now: datetime) -> None:
    from rich.text import Text

    from tieout.interfaces.cli.marking import visible
    from tieout.interfaces.cli.table import plain_table

    decided = any(run.review for run in runs)
    table = plain_table(
        "no.", "age", "question", "problems", *(["decided"] if decided else []), right=("no.",)
    )
    for run in runs:
        codes = dict.fromkeys(problem["code"] for problem in run.document["problems"])
        cells = [
            Text(str(run.number), style="bold"),
            Text(age(now, run.asked_at)),
            Text(visible(run.question)),
            Text(", ".join(codes), style="red"),
        ]
        if decided:
            cells.append(Text(f"{_PAST[run.review.action]} by {run.review.who}" if run.review else ""))
        table.add_row(*cells)
    draw(table)
