"""`tieout ledger`: the runs written out to a file, such a file verified, and old runs removed."""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tieout.errors import UsageError
from tieout.interfaces.cli.ledgers import JsonOption, LedgerOption, listed, opened, whoever
from tieout.interfaces.cli.screen import draw, glyph, print_json, say
from tieout.interfaces.settings import Settings

if TYPE_CHECKING:
    from tieout.ledger import Removal

__all__ = ["ledger"]

ledger = typer.Typer(help="Export the ledger, and remove old runs from it.", no_args_is_help=True)

FileArgument = Annotated[
    Path, typer.Argument(help="The file, of JSON lines; one that is there is not replaced.")
]
BEFORE_HELP = "Runs asked before this day, in UTC, such as 2026-01-01."


@ledger.command()
def export(
    file: FileArgument,
    before: Annotated[str | None, typer.Option("--before", help=f"{BEFORE_HELP} All without.")] = None,
    ledger: LedgerOption = None,
) -> None:
    """Write the runs that have an outcome to a file, each with its review, question, steps and approvals.

    What came by a chat has its message there; messages that became no question follow the runs.

    For example:

        tieout ledger export runs.jsonl
        tieout ledger export --before 2026-01-01 runs-2025.jsonl
    """
    from tieout.ledger import write_export

    settings = Settings.from_environment()
    day = None if before is None else _day(before)
    with opened(settings, ledger) as book:
        lines = book.contents.lines(day, last=book.contents.newest())
        written = write_export(file, lines, exported_at=settings.now(), before=day)
    say(f"Wrote {_counted(written.runs, written.messages)} to {file}.\nsha256 {written.sha256}")


@ledger.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A file that `tieout ledger export` or `remove` wrote.")],
    as_json: JsonOption = False,
) -> None:
    """Check that an export is whole and as it was written; exit status 2 when it is not.

    For example:

        tieout ledger verify runs-2025.jsonl
    """
    from tieout.ledger.export import digest_of, read_export

    kinds = Counter(line["kind"] for line in read_export(file))
    runs, messages = kinds["run"], kinds["message"]
    sha256 = digest_of(file)
    if as_json:
        print_json(
            {"file": str(file), "runs": runs, "messages": messages, "sha256": sha256, "verified": True}
        )
    else:
        draw(f"{glyph('✓')} verified {_counted(runs, messages)}  sha256 {sha256}")


@ledger.command()
def remove(
    file: FileArgument,
    before: Annotated[str, typer.Option("--before", help=BEFORE_HELP)],
    by: Annotated[str | None, typer.Option("--by", help="Who removes; the user by default.")] = None,
    ledger: LedgerOption = None,
) -> None:
    """Remove old runs: export them to a new file, verify it, then take them out at once or not at all.

    Messages in chats go with the runs that they asked for, and those that became no question with them.
    Answers that wait for a person, and what is still to be told in a chat, stay, however old. What was
    removed, when, by whom and the file's digest stay in the ledger. Other processes may go on meanwhile.

    For example:

        tieout ledger remove --before 2026-01-01 runs-2025.jsonl
    """
    settings = Settings.from_environment()
    day = _day(before)
    told = {"exported": f"Wrote {file}.", "verified": "Verified it; removing ..."}
    with opened(settings, ledger) as book:
        removal = book.removals.remove(
            day,
            file,
            who=whoever(settings, by),
            at=settings.now(),
            on_stage=lambda stage: say(told[stage]) if stage in told else None,
        )
    say(
        f"Removed {removal.runs:,} runs asked before {removal.before} ({removal.rows:,} rows), as no."
        f" {removal.number}.\nsha256 {removal.sha256}"
    )


@ledger.command()
def removals(as_json: JsonOption = False, ledger: LedgerOption = None) -> None:
    """List what was removed: when, by whom, and the digest of the export that has it.

    For example:

        tieout ledger removals
    """
    settings = Settings.from_environment()
    found = listed(settings, ledger, lambda book: book.removals.listed())
    if as_json:
        print_json([_document(one) for one in found])
        return
    if not found:
        say("Nothing was removed.")
        return
    from rich.text import Text

    from tieout.interfaces.cli.marking import visible
    from tieout.interfaces.cli.table import plain_table

    table = plain_table(
        "no.", "removed", "by", "asked before", "runs", "export", "sha256", right=("no.", "runs")
    )
    for one in found:
        cells = (f"{one.removed_at:%Y-%m-%d %H:%M}", one.who, str(one.before), f"{one.runs:,}", one.export)
        table.add_row(str(one.number), *(Text(visible(cell)) for cell in cells), one.sha256)
    draw(table)


def _document(one: Removal) -> dict[str, Any]:
    return {
        "number": one.number,
        "removed_at": one.removed_at.isoformat(),
        "who": one.who,
        "asked_before": one.before.isoformat(),
        "runs": one.runs,
        "rows": one.rows,
        "export": one.export,
        "sha256": one.sha256,
    }


def _counted(runs: int, messages: int) -> str:
    """Return how many runs there are and, where there are any, messages that became no question."""
    refused = "1 message that became" if messages == 1 else f"{messages:,} messages that became"
    return f"{runs:,} runs" + (f" and {refused} no question" if messages else "")


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"--before takes a day such as 2026-01-01, not {text[:40]!r}.") from None
