"""`tieout ask`: one question, end to end."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tieout.errors import UsageError
from tieout.interfaces.cli.ledgers import LedgerOption
from tieout.interfaces.cli.screen import print_json, say
from tieout.interfaces.cli.tool import WITH_HELP
from tieout.interfaces.exits import exit_of_outcome
from tieout.interfaces.settings import DEFAULT_PATH, Settings
from tieout.interfaces.tracing import watched

if TYPE_CHECKING:
    from tieout.assistant.approval import Approver
    from tieout.assistant.trace import Step
    from tieout.ledger import Ledger
    from tieout.outcome import Outcome

__all__ = ["ask"]

AUTO_HELP = "For tests: run calls of exactly this tool and arguments without a person, as 'TOOL JSON'."


def ask(
    question: Annotated[
        str, typer.Argument(help="The question, in quotes; at most 2,000 characters.", metavar="QUESTION")
    ] = "",
    model: Annotated[
        str | None, typer.Option("--model", "-m", help="Who drafts: planner, or recorded:FILE.")
    ] = None,
    path: Annotated[
        str, typer.Option("--path", help="The information path: tools, tools:prose or closed.")
    ] = DEFAULT_PATH,
    dataset: Annotated[
        str | None, typer.Option("--dataset", "-d", help="A data set by name, folder, .sqlite file or URL.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
    trace: Annotated[
        Path | None, typer.Option("--trace", help="Write the whole conversation to this file, as JSON.")
    ] = None,
    ledger: LedgerOption = None,
    added: Annotated[list[str] | None, typer.Option("--with", help=WITH_HELP, metavar="TOOLSET")] = None,
    resume: Annotated[
        str | None, typer.Option("--resume", help="Go on with a run that waits, by its id.", metavar="RUN")
    ] = None,
    after: Annotated[
        str | None, typer.Option("--after", help="The run that this question follows.", metavar="RUN")
    ] = None,
    auto_approve: Annotated[
        list[str] | None,
        typer.Option("--auto-approve", help=AUTO_HELP, metavar="CALL"),
    ] = None,
) -> int:
    """Ask a question; see an answer only when every claim in it ties out.

    Exit status: 0 answered, 3 the data cannot answer, 4 held or waiting for a person, 5 failed.

    For example:

        tieout ask "What was the population of Canada in 2024?"
        tieout ask "Which country had the highest GDP in 2024?" --dataset core8
        tieout ask "How did the population of Japan change from 2000 to 2020?" --json
        tieout ask "And in 2020?" --after 17
        tieout ask --resume 20260701T120000-9f86d081 --with watch
    """
    from tieout.desk import RunNotRecorded, check_question

    if resume is None:
        check_question(question)
    elif question or after is not None:
        raise UsageError("A run that goes on has its question already; leave it out.")
    settings = Settings.from_environment()
    target = None if trace is None else _trace_file(trace)
    with settings.open_ledger(ledger) as book:
        desk = settings.desk(
            model=model,
            dataset=dataset,
            path=path,
            ledger=book,
            added=added or (),
            approver=_approver(added, auto_approve, settings.user, as_json),
        )
        asked = watched(desk, settings)
        on_step = None if as_json else _live_steps()
        try:
            outcome = (
                asked.ask(question, on_step, after=after) if resume is None else asked.resume(resume, on_step)
            )
        except RunNotRecorded as error:
            _show(error.outcome, as_json, target)
            raise
        _show(outcome, as_json, target)
        _tell_waiting(outcome, book)
    return exit_of_outcome(outcome.kind)


def _approver(added: list[str] | None, rules: list[str] | None, user: str, is_quiet: bool) -> Approver | None:
    """Return who is asked about side effects; without a tool that has one, nobody need be."""
    if not added and not rules:
        return None
    from tieout.interfaces.cli.approving import approver_of

    return approver_of(rules or (), who=user, is_quiet=is_quiet)


def _tell_waiting(outcome: Outcome, book: Ledger) -> None:
    """Say what the run waits for, and how it goes on."""
    if outcome.kind != "waiting":
        return
    from tieout.interfaces.cli.approving import call_text

    for approval in book.approvals.listed(run=outcome.run):
        say(f"Approval no. {approval.number} is asked for:\n{call_text(approval)}")
        say(f"  tieout approvals approve {approval.number}   (or deny)")
    say(f"Then: tieout ask --resume {outcome.run}, with the same --model, --dataset, --path and --with.")


def _show(outcome: Outcome, as_json: bool, target: Path | None) -> None:
    if target is not None:
        _write_trace(outcome, target)
    if as_json:
        print_json(outcome.document())
        if outcome.error:
            say(f"tieout: {outcome.error}")
        return
    from tieout.interfaces.cli.show import show_outcome

    if outcome.steps and sys.stderr.isatty():
        say("")  # between the live steps and what they led to
    show_outcome(outcome)


def _live_steps() -> Callable[[Step], None] | None:
    """Return what shows each call as it is made, when a person is watching; None otherwise."""
    if not sys.stderr.isatty():
        return None
    from tieout.interfaces.cli.steps import show_step

    return show_step


def _trace_file(file: Path) -> Path:
    """Refuse a trace file that cannot be written before the question costs anything."""
    try:
        with file.open("a", encoding="utf-8"):
            return file
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"The trace cannot be written to {file}: {reason}.") from error


def _write_trace(outcome: Outcome, file: Path) -> None:
    from tieout.assistant.scrubbing import scrubbed

    document = {"document": scrubbed(outcome.document()), "trace": outcome.trace_document()}
    text = json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)
    file.write_text(f"{text}\n", encoding="utf-8", errors="backslashreplace")
