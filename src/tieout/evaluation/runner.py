"""The runner: questions, models and paths in, attempts out; a killed run goes on where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from tieout.evaluation.attempt import Attempt
from tieout.evaluation.questions import Question
from tieout.outcome import Outcome

__all__ = ["Asked", "Plan", "run"]


class Asked(Protocol):
    """Whoever answers: a desk, or one whose runs leave spans."""

    def ask(self, question: str) -> Outcome:
        """Return what became of the question."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a run is to do.

    Attributes:
        questions: In the order asked.
        models: Names of models.
        paths: Names of information paths.
        repeat: How often each question is asked, at least once.
    """

    questions: tuple[Question, ...]
    models: tuple[str, ...]
    paths: tuple[str, ...]
    repeat: int = 1

    @property
    def size(self) -> int:
        """How many attempts the plan has."""
        return len(self.questions) * len(self.models) * len(self.paths) * self.repeat


def run(
    plan: Plan,
    desk_for: Callable[[str, str, str], Asked],
    done: Sequence[Attempt] = (),
) -> Iterator[Attempt]:
    """Ask, one attempt after the other, in the order of the plan.

    Args:
        plan: What to ask.
        desk_for: Gives the desk of a model, a path and a data set, by their names.
        done: Attempts of an earlier run; they are given back, not asked again.

    Yields:
        Every attempt of the plan.
    """
    known = {attempt.key[:5]: attempt for attempt in done}
    for model in plan.models:
        for path in plan.paths:
            for repeat in range(1, plan.repeat + 1):
                for question in plan.questions:
                    key = (question.id, model, path, repeat, question.digest)
                    desk = None if key in known else desk_for(model, path, question.dataset)
                    yield known[key] if desk is None else _ask(question, desk, model, path, repeat)


def _ask(question: Question, desk: Asked, model: str, path: str, repeat: int) -> Attempt:
    outcome = desk.ask(question.question)
    cost = outcome.usage.cost_usd
    return Attempt(
        question_id=question.id,
        kind=question.kind,
        model=model,
        path=path,
        repeat=repeat,
        digest=question.digest,
        settings={} if outcome.trace is None else dict(outcome.trace.settings),
        document=outcome.document(),
        trace=outcome.trace_document(),
        sent=outcome.usage.model_calls,
        paid_usd=None if cost is None else format(cost, "f"),
        seconds=outcome.seconds,
    )
