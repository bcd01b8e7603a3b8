"""Kept attempts → the report: grades by the scorer of today, figures with intervals, and examples."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from tieout.evaluation.attempt import Attempt
from tieout.evaluation.layers import Layer, broken_layer
from tieout.evaluation.manifest import Manifest
from tieout.evaluation.pairing import paired
from tieout.evaluation.question import Question
from tieout.evaluation.reported import (
    Cell,
    Cost,
    Counted,
    Example,
    GridRow,
    JudgeFigures,
    KindFigures,
    Report,
    RunFigures,
    Seconds,
    Share,
)
from tieout.evaluation.scoring import Grade, Graded, grade
from tieout.evaluation.statistics import bootstrap, quantile
from tieout.facts.names import Names
from tieout.outcome import Outcome

__all__ = ["NOT_RUN", "Judged", "expected_text", "judged", "report_of", "runs_of"]

NOT_RUN: Final = "not run"
"""What stands in the grid where a model cannot run a path."""

_EXAMPLES: Final = 2
_PLACES: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """An attempt with all that is known of it; without outcome and grade where it was not run."""

    question: Question
    attempt: Attempt
    outcome: Outcome | None = None
    graded: Graded | None = None
    layer: Layer | None = None

    @property
    def run(self) -> tuple[str, str]:
        """Model and path."""
        return (self.attempt.model, self.attempt.path)

    @property
    def is_right(self) -> bool:
        """True when it ended as it should."""
        return self.graded is not None and self.graded.grade.is_right


def judged(attempts: Iterable[Attempt], questions: Sequence[Question], names: Names) -> tuple[Judged, ...]:
    """Return each attempt with its grade and the layer where it broke, without those at other questions.

    Raises:
        UsageError: An attempt was kept in a form that cannot be read.
    """
    asked = {(question.id, question.digest): question for question in questions}
    found: list[Judged] = []
    for attempt in attempts:
        question = asked.get((attempt.question_id, attempt.digest))
        if question is None:
            continue
        if attempt.not_run:
            found.append(Judged(question=question, attempt=attempt))
            continue
        outcome = attempt.outcome
        graded = grade(question, outcome, names)
        layer = broken_layer(question, outcome, graded)
        found.append(Judged(question=question, attempt=attempt, outcome=outcome, graded=graded, layer=layer))
    return tuple(found)


def runs_of(found: Iterable[Judged]) -> Mapping[tuple[str, str], list[Judged]]:
    """Return the attempts by model and path, in the order in which they were first met."""
    runs: dict[tuple[str, str], list[Judged]] = {}
    for each in found:
        runs.setdefault(each.run, []).append(each)
    return runs


def report_of(
    manifest: Manifest,
    found: Sequence[Judged],
    judges: Sequence[JudgeFigures] = (),
    peers_missing: Sequence[str] = (),
) -> Report:
    """Return the report of a run.

    Args:
        manifest: What was asked, and how.
        found: Its attempts.
        judges: How the check did on case suites.
        peers_missing: Peers that are not installed.
    """
    runs = runs_of(found)
    names = list(runs)
    return Report(
        manifest=manifest,
        runs=tuple(_run(*name, group) for name, group in runs.items()),
        pairs=tuple(
            each
            for name in names[1:]
            if (each := paired(names[0], runs[names[0]], name, runs[name])) is not None
        ),
        grid=_grid(found, names),
        examples=tuple(example for group in runs.values() for example in _examples(group)),
        judges=tuple(judges),
        peers_missing=tuple(peers_missing),
    )


def _run(model: str, path: str, group: Sequence[Judged]) -> RunFigures:
    made = [each for each in group if each.graded is not None]
    right = sum(each.is_right for each in made)
    grades = Counter(each.graded.grade for each in made if each.graded is not None)
    skipped = Counter(each.attempt.not_run for each in group if each.graded is None)
    return RunFigures(
        model=model,
        path=path,
        settings=dict(made[0].attempt.settings) if made else {},
        attempts=len(made),
        questions=len({each.question.id for each in made}),
        not_run=_counted(skipped),
        right=Share.of(right, len(made)),
        right_by_question=_by_question(made),
        grades={str(each): Share.of(grades[each], len(made)) for each in Grade},
        kinds=_kinds(made),
        layers=tuple(
            Counted(name=str(layer), count=sum(each.layer is layer for each in made)) for layer in Layer
        ),
        problems=_counted(Counter(code for each in made for code in _codes(each))),
        stops=_counted(Counter(each.outcome.stop for each in made if each.outcome and each.outcome.stop)),
        cost=_cost(made, right),
        seconds=_seconds(made),
        replayed=sum(each.attempt.is_replay for each in made),
    )


def _counted(counts: Counter[str]) -> tuple[Counted, ...]:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Counted(name=str(name), count=count) for name, count in ordered)


def _codes(each: Judged) -> set[str]:
    return set() if each.outcome is None else {str(problem.code) for problem in each.outcome.problems}


def _by_question(made: Sequence[Judged]) -> Share | None:
    """Return the share right with an interval over questions; None where no question was repeated."""
    clusters: dict[str, list[bool]] = {}
    for each in made:
        clusters.setdefault(each.question.id, []).append(each.is_right)
    if len(clusters) == len(made):
        return None
    interval = bootstrap(list(clusters.values()), _mean_right)
    if interval is None:
        return None
    right = sum(map(sum, clusters.values()))
    return Share(
        part=right,
        whole=len(made),
        low=round(interval.low, _PLACES),
        high=round(interval.high, _PLACES),
        by="bootstrap",
    )


def _mean_right(sample: Sequence[Sequence[bool]]) -> float:
    asked = sum(map(len, sample))
    return sum(map(sum, sample)) / asked if asked else math.nan


def _kinds(made: Sequence[Judged]) -> tuple[KindFigures, ...]:
    kinds: dict[str, list[Judged]] = {}
    for each in made:
        kinds.setdefault(each.question.kind, []).append(each)
    return tuple(
        KindFigures(
            kind=kind,
            right=Share.of(sum(each.is_right for each in group), len(group)),
            wrong=Share.of(sum(_is(each, Grade.SHOWN_WRONG) for each in group), len(group)),
        )
        for kind, group in kinds.items()
    )


def _is(each: Judged, wanted: Grade) -> bool:
    return each.graded is not None and each.graded.grade is wanted


def _cost(made: Sequence[Judged], right: int) -> Cost:
    costs = [each.attempt.cost_usd for each in made]
    known = [cost for cost in costs if cost is not None]
    paid = [each.attempt.paid_usd for each in made]
    total = sum(known, Decimal(0)) if known else None
    whole = total is not None and len(known) == len(made) and right > 0
    usage = [each.outcome.usage for each in made if each.outcome is not None]
    return Cost(
        known=len(known),
        total_usd=_money(total),
        per_right_usd=_money(total / right) if whole and total is not None else None,
        paid_usd=_money(sum((Decimal(each) for each in paid if each is not None), Decimal(0)))
        if None not in paid
        else None,
        input_tokens=sum(each.input_tokens for each in usage),
        output_tokens=sum(each.output_tokens for each in usage),
        model_calls=sum(each.model_calls for each in usage),
        tool_calls=sum(each.tool_calls for each in usage),
    )


def _money(amount: Decimal | None) -> str | None:
    """Return US dollars to the millionth, as exact text."""
    return None if amount is None else format(round(amount, _PLACES).normalize(), "f")


def _seconds(made: Sequence[Judged]) -> Seconds:
    ordered = sorted(round(each.attempt.seconds, 3) for each in made)
    at = {share: round(quantile(ordered, share), 3) if ordered else None for share in (0.5, 0.9, 0.99, 1.0)}
    return Seconds(
        median=at[0.5],
        p90=at[0.9],
        p99=at[0.99],
        longest=at[1.0],
        waited=round(sum(each.attempt.waited for each in made), 3),
        all=tuple(ordered),
    )


def _grid(found: Sequence[Judged], runs: Sequence[tuple[str, str]]) -> tuple[GridRow, ...]:
    questions = {each.question.id: each.question for each in found}
    grades: dict[tuple[str, tuple[str, str]], list[tuple[int, str]]] = {}
    for each in found:
        told = NOT_RUN if each.graded is None else str(each.graded.grade)
        grades.setdefault((each.question.id, each.run), []).append((each.attempt.repeat, told))
    return tuple(
        GridRow(
            question_id=question.id,
            kind=question.kind,
            question=question.question,
            expected=expected_text(question),
            cells=tuple(
                Cell(model=model, path=path, grades=tuple(told for _, told in sorted(cell)))
                for model, path in runs
                if (cell := grades.get((question.id, (model, path))))
            ),
        )
        for question in questions.values()
    )


def expected_text(question: Question) -> str:
    """Return in one line what a right answer states."""
    if question.decline:
        return f"decline: {question.decline}"
    said = [*question.areas, *question.values, *(f"year {year}" for year in question.years)]
    if question.position is not None:
        said.append(f"place {question.position}")
    return f"{(question.operation or '').replace('_', ' ')}: {', '.join(said)}"


def _examples(group: Sequence[Judged]) -> list[Example]:
    """Return the first attempts of every grade that occurs, in the order of grades."""
    return [
        _example(each)
        for wanted in Grade
        for each in [each for each in group if _is(each, wanted)][:_EXAMPLES]
    ]


def _example(each: Judged) -> Example:
    outcome, graded = each.outcome, each.graded
    steps = () if outcome is None else outcome.steps
    return Example(
        question_id=each.question.id,
        question=each.question.question,
        expected=expected_text(each.question),
        model=each.attempt.model,
        path=each.attempt.path,
        grade="" if graded is None else str(graded.grade),
        reason="" if graded is None else graded.reason,
        layer="" if each.layer is None else str(each.layer),
        text="" if outcome is None else outcome.answer or outcome.draft or outcome.error,
        problems=() if outcome is None else tuple(f"{p.code}: {p.message}" for p in outcome.problems),
        steps=tuple(_step(step.tool, step.arguments, step.outcome, len(step.refs)) for step in steps),
        stop="" if outcome is None else str(outcome.stop),
    )


def _step(tool: str, arguments: object, outcome: str, facts: int) -> str:
    if isinstance(arguments, Mapping):
        told = ", ".join(f"{name}={value}" for name, value in arguments.items())
    else:
        told = str(arguments)
    return f"{tool}({told}) → {outcome}, {facts} fact{'' if facts == 1 else 's'}"
