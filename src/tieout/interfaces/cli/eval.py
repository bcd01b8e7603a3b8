"""`tieout eval`: a question set × models × paths, graded."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tieout.errors import UsageError
from tieout.interfaces.cli.reporting import compare, report
from tieout.interfaces.cli.screen import draw, print_json, say
from tieout.interfaces.settings import DEFAULT_PATH, Settings
from tieout.interfaces.tracing import watched

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tieout.evaluation.attempt import Attempt
    from tieout.evaluation.report import Marked, Summary
    from tieout.evaluation.runner import Asked

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
    repeat: Annotated[int, typer.Option("--repeat", min=1, help="How often each question is asked.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="A folder for attempts and summary; a killed run goes on there."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document with the summaries.")] = False,
) -> None:
    """Ask a question set and grade every outcome: shown right, shown wrong, held, declined, failed.

    For example:

        tieout eval
        tieout eval --model planner --model recorded:replies.jsonl --repeat 3 --out results
    """
    if context.invoked_subcommand is not None:
        return
    from tieout.evaluation.questions import load_questions
    from tieout.evaluation.report import marked, summaries, summary_document
    from tieout.evaluation.results import Results
    from tieout.evaluation.runner import Plan, run
    from tieout.facts.names import Names

    settings = Settings.from_environment()
    plan = Plan(
        questions=load_questions(questions),
        models=tuple(dict.fromkeys(model or [settings.model])),
        paths=tuple(dict.fromkeys(path or [DEFAULT_PATH])),
        repeat=repeat,
    )
    log = None if out is None else Results(out)
    done = () if log is None else tuple(log.attempts)
    known = {attempt.key for attempt in done}
    attempts: list[Attempt] = []
    watched = sys.stderr.isatty()
    for attempt in run(plan, _desks(settings), done):
        attempts.append(attempt)
        if watched:
            say(f"{len(attempts)}/{plan.size} {attempt.question_id} {attempt.model} {attempt.path}")
        if log is not None and attempt.key not in known:
            log.append(attempt)
    graded = marked(attempts, plan.questions, Names.load())
    found = summaries(graded)
    documents = [summary_document(summary) for summary in found]
    if out is not None:
        _write_summary(out, documents)
    if as_json:
        print_json(documents)
    else:
        _show(found, graded)


def _desks(settings: Settings) -> Callable[[str, str, str], Asked]:
    """Return what gives the desk of a model, a path and a data set; each built once and without a ledger."""
    built: dict[tuple[str, str, str], Asked] = {}

    def desk_for(model: str, path: str, dataset: str) -> Asked:
        key = (model, path, dataset)
        if key not in built:
            built[key] = watched(settings.desk(model=model, path=path, dataset=dataset), settings)
        return built[key]

    return desk_for


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
