"""The tables of a report, as text: what HTML and Markdown both show."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tieout.evaluation.reported import Counted, Report, RunFigures, Share

__all__ = ["Table", "called", "label", "share_text", "tables_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table.

    Attributes:
        name: A short word, unique in the report.
        title: The heading.
        header: The columns; the first names the row.
        rows: The cells; as many as columns.
        note: How to read it; may be empty.
        numbers: True where every column but the first is set to the right.
    """

    name: str
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    numbers: bool = True


def label(run: RunFigures) -> str:
    """Return what a run is called: model and path; of a recording the name of its file."""
    return called(run.model, run.path)


def called(model: str, path: str) -> str:
    """Return what a model on a path is called; of a recording the name of its file.

    >>> called("planner", "tools"), called("recorded:some/where/small.jsonl", "tools+force")
    ('planner on tools', 'small (recorded) on tools+force')
    """
    kind, _, rest = model.partition(":")
    name = f"{PurePath(rest).stem} (recorded)" if kind == "recorded" else model
    return f"{name} on {path}"


def share_text(share: Share) -> str:
    """Return a share with its whole and interval, as text.

    >>> from tieout.evaluation.reported import Share
    >>> share_text(Share.of(21, 27)), share_text(Share.of(0, 0))
    ('21 of 27 (77.8%; 59.2–89.4)', '–')
    """
    if not share.whole:
        return "–"
    ends = f"{100 * share.low:.1f}–{100 * share.high:.1f}"
    return f"{share.part:,} of {share.whole:,} ({100 * share.part / share.whole:.1f}%; {ends})"


def tables_of(report: Report) -> tuple[Table, ...]:
    """Return every table of a report but the grid and the examples, in order."""
    return tuple(
        table
        for table in (
            _results(report),
            _kinds(report),
            _pairs(report),
            _costs(report),
            _seconds(report),
            _layers(report),
            _counted("problems", "What the check found", "problem code", report, "problems"),
            _counted("stops", "What ended attempts early", "stop reason", report, "stops"),
            _counted("notrun", "What could not be run", "reason", report, "not_run"),
            _judges(report),
            _settings(report),
        )
        if table.rows
    )


def _results(report: Report) -> Table:
    grades = list(report.runs[0].grades) if report.runs else []
    rows = [("right: shown right or declined rightly", *(share_text(run.right) for run in report.runs))]
    if any(run.right_by_question for run in report.runs):
        told = [share_text(run.right_by_question or run.right) for run in report.runs]
        rows.append(("right, interval over questions", *told))
    rows += [(name, *(share_text(run.grades[name]) for run in report.runs)) for name in grades]
    rows.append(("questions", *(f"{run.questions:,}" for run in report.runs)))
    rows.append(("attempts", *(f"{run.attempts:,}" for run in report.runs)))
    rows.append(("not run", *(f"{sum(each.count for each in run.not_run):,}" for run in report.runs)))
    rows.append(("replayed without a model", *(f"{run.replayed:,}" for run in report.runs)))
    return Table(
        name="results",
        title="What became of every attempt",
        header=("outcome", *map(label, report.runs)),
        rows=tuple(rows),
        note="Read shown wrong first: it has to be zero. Held drafts were stopped by the check; those that "
        "were right are what the check costs. In brackets the share and its 95% Wilson interval.",
    )


def _kinds(report: Report) -> Table:
    names = dict.fromkeys(kind.kind for run in report.runs for kind in run.kinds)
    by_run = [{kind.kind: kind for kind in run.kinds} for run in report.runs]
    rows: list[tuple[str, ...]] = []
    for name in names:
        told = name.replace("_", " ")
        rows.append((f"{told}: right", *(share_text(k[name].right) if name in k else "–" for k in by_run)))
        rows.append(
            (f"{told}: shown wrong", *(share_text(k[name].wrong) if name in k else "–" for k in by_run))
        )
    return Table(
        name="kinds",
        title="By kind of question",
        header=("kind", *map(label, report.runs)),
        rows=tuple(rows),
    )


def _pairs(report: Report) -> Table:
    return Table(
        name="pairs",
        title="Beside the first run, question by question",
        header=("run", "questions", "first better", "this better", "alike", "p", "difference in share right"),
        rows=tuple(
            (
                called(*pair.second),
                f"{pair.questions:,}",
                f"{pair.first_only:,}",
                f"{pair.second_only:,}",
                f"{pair.both:,}",
                f"{pair.p:.3g}",
                f"{100 * pair.difference:+.1f} points"
                + ("" if pair.low is None or pair.high is None else _ends(pair.low, pair.high)),
            )
            for pair in report.pairs
        ),
        note="Exact two-sided sign test over questions (McNemar's, where each was asked once); the interval "
        "is a 95% bootstrap over questions.",
    )


def _ends(low: float, high: float) -> str:
    return f" ({100 * low:+.1f} to {100 * high:+.1f})"


def _costs(report: Report) -> Table:
    rows: list[tuple[str, ...]] = []
    for run in report.runs:
        cost = run.cost
        rows.append(
            (
                label(run),
                _dollars(cost.total_usd),
                _dollars(cost.per_right_usd),
                _dollars(cost.paid_usd),
                f"{cost.known:,} of {run.attempts:,}",
                f"{cost.input_tokens:,}",
                f"{cost.output_tokens:,}",
                f"{cost.model_calls:,}",
                f"{cost.tool_calls:,}",
            )
        )
    prices = report.manifest.prices or "none; no provider with prices was asked"
    return Table(
        name="costs",
        title="Cost against right answers",
        header=(
            "run",
            "cost",
            "for one right answer",
            "paid in this run",
            "with known cost",
            "tokens sent",
            "tokens received",
            "model calls",
            "tool calls",
        ),
        rows=tuple(rows),
        note=f"US dollars, as when the replies were first given. Price table: {prices}.",
    )


def _dollars(amount: str | None) -> str:
    return "not known" if amount is None else f"US${amount}"


def _seconds(report: Report) -> Table:
    rows = []
    for run in report.runs:
        told = (run.seconds.median, run.seconds.p90, run.seconds.p99, run.seconds.longest, run.seconds.waited)
        rows.append((label(run), *("–" if each is None else f"{each:,.3f}" for each in told)))
    return Table(
        name="seconds",
        title="Seconds from question to outcome",
        header=("run", "median", "9 of 10 within", "99 of 100 within", "longest", "waited for providers"),
        rows=tuple(rows),
        note="Replayed attempts take the time of this machine, not the model's.",
    )


def _layers(report: Report) -> Table:
    names = [each.name for each in report.runs[0].layers] if report.runs else []
    by_run = [{each.name: each.count for each in run.layers} for run in report.runs]
    rows = [(name, *(f"{counts[name]:,}" for counts in by_run)) for name in names]
    return Table(
        name="layers",
        title="Where attempts broke first",
        header=("layer", *map(label, report.runs)),
        rows=tuple(rows),
        note="Each attempt that is not right is counted once, at the first layer that broke. The last one is "
        "the check's own: a right draft that it held.",
    )


def _counted(name: str, title: str, first: str, report: Report, field: str) -> Table:
    counts: list[Mapping[str, int]] = [_as_map(getattr(run, field)) for run in report.runs]
    names = sorted({key for each in counts for key in each})
    return Table(
        name=name,
        title=title,
        header=(first, *map(label, report.runs)),
        rows=tuple((key, *(f"{each.get(key, 0):,}" for each in counts)) for key in names),
    )


def _as_map(counted: Iterable[Counted]) -> dict[str, int]:
    return {each.name: each.count for each in counted}


def _judges(report: Report) -> Table:
    missing = ", ".join(report.peers_missing)
    return Table(
        name="judges",
        title="Judging the judge",
        header=("suite", "judge", "right answers stopped", "wrong answers let through", "crashes"),
        rows=tuple(
            (
                each.suite,
                each.judge,
                share_text(each.false_reject),
                share_text(each.false_accept),
                f"{each.crashes:,}",
            )
            for each in report.judges
        ),
        note="The check, and other checks, on answers known to be right or wrong. On the suite golden the "
        "check was made, so its figures there flatter." + (f" Not installed: {missing}." if missing else ""),
    )


def _settings(report: Report) -> Table:
    manifest = report.manifest
    rows: list[tuple[str, ...]] = [
        ("begun", manifest.begun),
        ("finished", "yes" if manifest.finished else "no: some attempts are missing"),
        ("questions", f"{manifest.questions.name}, {manifest.questions.size:,} ({manifest.questions.split})"),
        ("questions, SHA-256", manifest.questions.sha256),
        ("runs on held-out questions so far", f"{manifest.questions.held_out_runs:,}"),
    ]
    for dataset in manifest.datasets:
        rows.append((f"data set {dataset.name}", f"{dataset.version}, SHA-256 {dataset.sha256}"))
    for model in manifest.models:
        rows.append((f"model {model.name}", _plain(model.settings) or "no settings"))
    rows += [
        ("paths", ", ".join(manifest.paths)),
        ("asked", f"{manifest.repeat:,} time{'' if manifest.repeat == 1 else 's'} each"),
        ("seed", "none sent" if manifest.seed is None else str(manifest.seed)),
        ("limits for one question", _plain(manifest.limits) or "none"),
        ("price table", manifest.prices or "none"),
        ("cost cap", "none" if manifest.cap_usd is None else f"US${manifest.cap_usd}"),
        ("at a time", f"{manifest.concurrency:,}"),
        ("requests a minute", "any number" if manifest.per_minute is None else f"{manifest.per_minute:,}"),
        ("versions", _plain(manifest.versions) or "not recorded"),
    ]
    return Table(
        name="settings",
        title="What it was asked of, and how",
        header=("setting", "value"),
        rows=tuple(rows),
        numbers=False,
    )


def _plain(values: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{name} {value if isinstance(value, str) else json.dumps(value, default=str)}"
        for name, value in values.items()
    )
