"""`tieout eval report` and `tieout eval compare`: kept runs as files, and two of them side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tieout.interfaces.cli.screen import draw, print_json, say

if TYPE_CHECKING:
    from tieout.evaluation.reported import Comparison, PairOfRuns

__all__ = ["compare", "report", "write_files"]

Suites = Annotated[
    list[str] | None,
    typer.Option(
        "--suite",
        help="A case suite on which the check is judged: golden (the default), or a file of JSON lines; may "
        "be given several times.",
    ),
]


def report(
    folder: Annotated[Path, typer.Argument(help="A folder that tieout eval --out wrote.")],
    suite: Suites = None,
) -> None:
    """Grade the kept attempts of a run again, and write its report anew.

    No model is asked. The report is written into the folder as report.html (extra eval), report.md,
    report.json, runs.csv and questions.csv.

    For example:

        tieout eval report results
        tieout eval report results --suite golden --suite our-cases.jsonl
    """
    for file in write_files(folder, suite):
        say(str(file))


def write_files(folder: Path, suite: list[str] | None = None) -> tuple[Path, ...]:
    """Write the report of a folder, and return its files.

    Raises:
        UsageError: The folder or a suite cannot be read, or a file cannot be written.
    """
    from tieout.evaluation.folder import read_folder
    from tieout.evaluation.judging import PACKAGED, installed_judges, judge_figures, read_suite
    from tieout.evaluation.reporting import report_of
    from tieout.interfaces.reports import write_report

    kept = read_folder(folder)
    judges, missing = installed_judges()
    figures = [
        each
        for name in dict.fromkeys(suite or [PACKAGED])
        for each in judge_figures(Path(name).stem, read_suite(name), judges)
    ]
    return write_report(report_of(kept.manifest, kept.attempts, figures, missing), folder)


def compare(
    first: Annotated[Path, typer.Argument(help="A folder that tieout eval --out wrote.")],
    second: Annotated[Path, typer.Argument(help="Another one.")],
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Compare what both were asked, though questions or data differ.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Compare two runs question by question: exact test, interval, and the questions that changed.

    Runs of other questions or other data are refused; other settings are named.

    For example:

        tieout eval compare before after
        tieout eval compare before after --json
    """
    from tieout.evaluation.comparing import compared
    from tieout.evaluation.folder import read_folder

    one, other = read_folder(first), read_folder(second)
    found = compared(
        (str(first), str(second)),
        (one.manifest, other.manifest),
        (one.attempts, other.attempts),
        anyway=anyway,
    )
    if as_json:
        print_json(found.model_dump(mode="json"))
    else:
        _show(found)


def _show(found: Comparison) -> None:
    for sentence in found.differs:
        say(sentence)
    for pair in found.pairs:
        _show_pair(pair)


def _show_pair(pair: PairOfRuns) -> None:
    from rich.text import Text

    from tieout.interfaces.cli.marking import visible
    from tieout.interfaces.cli.table import plain_table
    from tieout.interfaces.reports.tables import called

    one, other = called(*pair.first), called(*pair.second)
    draw(Text(one if one == other else f"{one} → {other}", style="bold"))
    numbers = ("questions", "first more", "second more", "alike", "p", "difference", "95% interval")
    table = plain_table("attempts", *numbers, right=numbers)
    for each in pair.figures:
        ends = (
            "–"
            if each.low is None or each.high is None
            else f"{100 * each.low:+.1f} to {100 * each.high:+.1f}"
        )
        table.add_row(
            each.of,
            f"{each.questions:,}",
            f"{each.first_only:,}",
            f"{each.second_only:,}",
            f"{each.both:,}",
            f"{each.p:.3g}",
            f"{100 * each.difference:+.1f} points",
            ends,
        )
    draw(table)
    draw("")
    draw(Text(f"{len(pair.changed)} questions changed", style="bold"))
    for changed in pair.changed:
        turn = f"{', '.join(changed.before)} → {', '.join(changed.after)}"
        draw(Text(f"{changed.question_id}: {turn}", style="yellow"))
        draw(Text(f"  {visible(changed.question)}"))
        draw(Text(f"  right is  {visible(changed.expected)}"))
        draw(Text(f"  before    {visible(changed.text_before)}"))
        draw(Text(f"  after     {visible(changed.text_after)}"))
