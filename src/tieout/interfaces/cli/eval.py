"""`tieout eval`: a question set × models × paths, graded."""

from __future__ import annotations

import json
import sys
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tieout.errors import UsageError
from tieout.interfaces.cli.reporting import compare, report, write_files
from tieout.interfaces.cli.screen import draw, print_json, say
from tieout.interfaces.exits import Exit
from tieout.interfaces.settings import DEFAULT_PATH, Settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tieout.evaluation.attempt import Attempt
    from tieout.evaluation.report import Marked, Summary
    from tieout.interfaces.evaluating import Evaluation

__all__ = ["evaluation"]

DEFAULT_QUESTIONS = "core8-v1"

evaluation = typer.Typer(invoke_without_command=True, subcommand_metavar="[COMMAND]")
evaluation.command("report")(report)
evaluation.command("compare")(compare)


@evaluation.callback()
def evaluate(
    context: typer.Context,
    questions: Annotated[
        str, typer.Option("--questions", help="A packaged question set, or a file of JSON lines.")
    ] = DEFAULT_QUESTIONS,
    model: Annotated[
        list[str] | None, typer.Option("--model", "-m", help="Who drafts; may be given several times.")
    ] = None,
    path: Annotated[
        list[str] | None, typer.Option("--path", help="The information path; may be given several times.")
    ] = None,
    dataset: Annotated[
        str | None, typer.Option("--dataset", help="A data set in place of the one that the questions name.")
    ] = None,
    split: Annotated[
        Literal["development", "held_out", "all"],
        typer.Option("--split", help="Which questions; a run on held-out ones is written down and counted."),
    ] = "development",
    repeat: Annotated[int, typer.Option("--repeat", min=1, help="How often each question is asked.")] = 1,
    seed: Annotated[
        int | None, typer.Option("--seed", help="Sent with the first repeat, the next number with the next.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="A folder for the results; a run that was killed goes on there."),
    ] = None,
    concurrency: Annotated[
        int, typer.Option("--concurrency", min=1, max=64, help="How many questions are asked at a time.")
    ] = 1,
    per_minute: Annotated[
        int | None, typer.Option("--per-minute", min=1, help="Requests a minute for each model, at most.")
    ] = None,
    cost_cap: Annotated[
        str | None, typer.Option("--cost-cap", help="US dollars at which the run stops.", metavar="DOLLARS")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document with the summaries.")] = False,
) -> None:
    """Ask a question set and grade every outcome: shown right, shown wrong, held, declined, failed.

    For example:

        tieout eval
        tieout eval --model planner --model recorded:replies.jsonl --repeat 3 --out results
        tieout eval --path tools --path table --model openai:gpt-5-mini --cost-cap 2 --out results
    """
    if context.invoked_subcommand is not None:
        return
    from tieout.interfaces.evaluating import Wanted, open_evaluation

    settings = Settings.from_environment()
    wanted = Wanted(
        questions=questions,
        models=tuple(dict.fromkeys(model or [settings.model])),
        paths=tuple(dict.fromkeys(path or [DEFAULT_PATH])),
        dataset=dataset,
        split=split,
        repeat=repeat,
        seed=seed,
        out=out,
        concurrency=concurrency,
        per_minute=per_minute,
        cap=_dollars(cost_cap),
    )
    run = open_evaluation(wanted, settings)
    _told(run, list(_watched(run)), as_json=as_json)
    if run.runner.stopped:
        raise typer.Exit(Exit.FAILED)


def _dollars(text: str | None) -> Decimal | None:
    if text is None:
        return None
    try:
        dollars = Decimal(text)
    except InvalidOperation:
        dollars = Decimal(0)
    if not dollars.is_finite() or dollars <= 0:
        raise UsageError(f"The cost cap must be US dollars above zero, such as 2.50, not {text[:20]!r}.")
    return dollars


def _watched(run: Evaluation) -> Sequence[Attempt]:
    """Return the attempts; on a terminal, say how far the run is and what it cost so far."""
    attempts: list[Attempt] = []
    is_watched = sys.stderr.isatty()
    for attempt in run.runner.attempts():
        attempts.append(attempt)
        if is_watched:
            spent = f"US${run.cap.spent:.4f} so far"
            busy = sum(each.busy for each in attempts)
            asked = f"{attempt.question_id} {attempt.model} {attempt.path}"
            say(f"{len(attempts)}/{run.plan.size} {asked} · {spent}{f' · {busy} waits' if busy else ''}")
    return attempts


def _told(run: Evaluation, attempts: Sequence[Attempt], *, as_json: bool) -> None:
    """Write the manifest and the summary, and show them."""
    from tieout.evaluation.report import marked, summaries, summary_document
    from tieout.facts.names import Names

    run.finish()
    graded = marked(attempts, run.plan.questions, Names.load())
    found = summaries(graded)
    documents = [summary_document(summary) for summary in found]
    if run.results is not None:
        _write_summary(run.results.folder, documents)
    if as_json:
        print_json(documents)
    else:
        _show(found, graded)
    if run.results is not None and graded:
        say(f"Report: {write_files(run.results.folder)[-1]}")
    if run.runner.stopped:
        made = f"{len(attempts)} of {run.plan.size} attempts are made"
        again = " Run it again with a higher --cost-cap to go on." if run.results is not None else ""
        say(f"tieout: {run.runner.stopped} {made}.{again}")


def _write_summary(folder: Path, documents: list[dict[str, object]]) -> None:
    try:
        text = json.dumps(documents, ensure_ascii=False, indent=2)
        (folder / "summary.json").write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"The summary cannot be written to {folder}: {error.strerror or error}.") from error


def _show(found: Sequence[Summary], attempts: Sequence[Marked]) -> None:
    from rich.text import Text

    from tieout.interfaces.cli.marking import visible
    from tieout.interfaces.cli.table import plain_table

    for summary in found:
        title = Text(f"{summary.model} on path {summary.path}: ", style="bold")
        title.append(
            f"{summary.right} of {summary.attempts} right",
            style="bold green" if summary.right == summary.attempts else "bold yellow",
        )
        draw(title)
        _show_not_run(summary, attempts)
        counts = plain_table("grade", "attempts", right=("attempts",))
        for grade, count in summary.grades.items():
            bad = count and grade.name == "SHOWN_WRONG"
            counts.add_row(grade.value, Text(str(count), style="bold red" if bad else ""))
        kinds = plain_table("kind", "right", "asked", right=("right", "asked"))
        for kind, (right, asked) in summary.kinds.items():
            kinds.add_row(kind.replace("_", " "), str(right), str(asked))
        draw(counts)
        draw("")
        draw(kinds)
        draw("")
    for each in attempts:
        if each.graded is None or each.graded.grade.is_right:
            continue
        outcome = each.attempt.outcome
        line = Text(f"{each.attempt.question_id} {each.graded.grade.value}", style="yellow")
        line.append(f": {each.graded.reason}. {visible(outcome.answer or outcome.draft)}", style="default")
        draw(line)
    if not attempts:
        say("Nothing was asked.")


def _show_not_run(summary: Summary, attempts: Sequence[Marked]) -> None:
    """Say why a model could not run a path; such questions are neither right nor wrong."""
    if not summary.not_run:
        return
    mine = [each.attempt for each in attempts if each.attempt.model == summary.model]
    why = next(each.not_run for each in mine if each.path == summary.path and each.not_run)
    draw(f"not run, {summary.not_run} times: {why}")
