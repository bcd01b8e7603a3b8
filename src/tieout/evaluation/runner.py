"""The runner: questions, models and paths in, attempts out; a killed run goes on where it stopped.

Every attempt is on disk before the next one of its thread begins, and every reply before it is used. So a run
that was killed, also in the middle of an attempt, asks no model again for what it was answered.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Protocol

from tieout.assistant.trace import settings_of
from tieout.desk import Desk
from tieout.evaluation.attempt import Attempt, AttemptKey, digest_of
from tieout.evaluation.meter import KeptReplies, Meter
from tieout.evaluation.pace import Cap, CapReached, Pace
from tieout.evaluation.question import Question
from tieout.evaluation.supplying import supplied_facts
from tieout.outcome import Outcome

__all__ = ["Asked", "Plan", "Runner"]


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
        seed: The seed of the first repeat, for models that take one; the next repeat has the next.
    """

    questions: tuple[Question, ...]
    models: tuple[str, ...]
    paths: tuple[str, ...]
    repeat: int = 1
    seed: int | None = None

    @property
    def size(self) -> int:
        """How many attempts the plan has."""
        return len(self.questions) * len(self.models) * len(self.paths) * self.repeat

    def seed_of(self, repeat: int) -> int | None:
        """Return the seed of a repeat, counted from 1."""
        return None if self.seed is None else self.seed + repeat - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class _Job:
    question: Question
    model: str
    path: str
    repeat: int


DeskFor = Callable[[str, str, str, int | None], Desk | str]
"""Gives the desk of a model, a path, a data set and a seed; or why the model cannot run the path."""


class Runner:
    """One run of a plan.

    Args:
        plan: What to ask.
        desk_for: Gives desks, each built once by whoever gives it.
        kept: Where replies are kept.
        done: Attempts of an earlier run; they are given back, not made again.
        keep: Called with each new attempt as soon as it is made, one call at a time.
        cap: What may be spent.
        concurrency: How many questions are asked at a time.
        per_minute: How many requests a minute each model is sent at most.
        clock: Seconds that only go forward.
        wait: Lets seconds pass.
        watch: What makes the runs of a desk leave spans.

    Attributes:
        stopped: Why the run ended early, in one sentence; empty while it goes on and when it is whole.
    """

    def __init__(
        self,
        plan: Plan,
        desk_for: DeskFor,
        kept: KeptReplies,
        *,
        clock: Callable[[], float],
        wait: Callable[[float], None],
        done: Sequence[Attempt] = (),
        keep: Callable[[Attempt], None] = lambda _: None,
        cap: Cap | None = None,
        concurrency: int = 1,
        per_minute: int | None = None,
        watch: Callable[[Desk], Asked] = lambda desk: desk,
    ) -> None:
        self._plan, self._desk_for, self._kept, self._keep = plan, desk_for, kept, keep
        self._clock, self._wait, self._watch = clock, wait, watch
        self._cap, self._concurrency = cap or Cap(), concurrency
        self._known: Mapping[AttemptKey, Attempt] = {attempt.key: attempt for attempt in done}
        self._paces = {model: Pace(per_minute, clock) for model in plan.models}
        self._lock, self._over = threading.Lock(), threading.Event()
        self.stopped = ""

    def attempts(self) -> Iterator[Attempt]:
        """Make the attempts that are not known yet, and yield every one in the order of the plan.

        Raises:
            UsageError: A desk cannot be built, or a file cannot be written.
            DataError: The data cannot be trusted.
        """
        with ThreadPoolExecutor(max_workers=self._concurrency) as pool:
            made = [pool.submit(self._attempt, job) for job in self._jobs()]
            try:
                for each in made:
                    if (attempt := each.result()) is not None:
                        yield attempt
            finally:
                self._over.set()

    def _jobs(self) -> Iterator[_Job]:
        plan = self._plan
        for model in plan.models:
            for path in plan.paths:
                for repeat in range(1, plan.repeat + 1):
                    for question in plan.questions:
                        yield _Job(question=question, model=model, path=path, repeat=repeat)

    def _attempt(self, job: _Job) -> Attempt | None:
        """Return the attempt, made now unless it is known; None where the run is over before it."""
        if self._over.is_set():
            return None
        seed = self._plan.seed_of(job.repeat)
        with self._lock:
            desk = self._desk_for(job.model, job.path, job.question.dataset, seed)
        if isinstance(desk, Desk):
            desk = _prepared(desk, job.question)
        blank = _blank(job, desk, seed)
        if (known := self._known.get(blank.key)) is not None:
            return known
        if isinstance(desk, Desk):
            try:
                blank = self._asked(job, desk, blank)
            except CapReached as reached:
                self.stopped = str(reached)
                self._over.set()
                return None
        with self._lock:
            self._keep(blank)
        return blank

    def _asked(self, job: _Job, desk: Desk, blank: Attempt) -> Attempt:
        draw = digest_of([job.model, blank.settings, blank.seed, job.repeat])
        meter = Meter(
            desk.model,
            self._kept,
            draw,
            self._paces[job.model],
            self._cap,
            clock=self._clock,
            wait=self._wait,
        )
        run = digest_of(blank.key)[:16]
        metered = replace(desk, model=meter, clock=meter.clock, new_id=lambda: run, ledger=None)
        outcome = self._watch(metered).ask(job.question.question)
        return blank.model_copy(
            update={
                "document": outcome.document(),
                "trace": outcome.trace_document(),
                "sent": meter.sent,
                "replayed": meter.replayed,
                "waits": meter.waits,
                "busy": meter.busy,
                "waited": round(meter.waited, 3),
                "paid_usd": None if meter.paid is None else format(meter.paid, "f"),
                "seconds": outcome.seconds,
            }
        )


def _prepared(desk: Desk, question: Question) -> Desk:
    """Return the desk with what its path hands over for this question."""
    path = desk.path
    if path.is_supplied:
        facts = supplied_facts(question, desk.snapshot)
        path = replace(path, fetch=lambda _: facts)
    return replace(desk, path=path.prepared(question.question))


def _blank(job: _Job, desk: Desk | str, seed: int | None) -> Attempt:
    """Return the record of an attempt without what comes of it."""
    return Attempt(
        question_id=job.question.id,
        kind=job.question.kind,
        model=job.model,
        path=job.path,
        repeat=job.repeat,
        seed=seed,
        digest=job.question.digest,
        asked_with="" if isinstance(desk, str) else _asked_with(desk, seed),
        settings={} if isinstance(desk, str) else dict(settings_of(desk.model)),
        not_run=desk if isinstance(desk, str) else "",
    )


def _asked_with(desk: Desk, seed: int | None) -> str:
    path = desk.path
    return digest_of(
        {
            "system": path.system,
            "form": path.form,
            "tools": list(desk.toolset.definitions()) if path.use_tools else [],
            "flags": [path.two_phases, path.force_first_call, path.revise, path.constrained],
            "limits": str(desk.limits),
            "settings": dict(settings_of(desk.model)),
            "seed": seed,
            "data": desk.snapshot.sha256,
        }
    )
