"""An evaluation put together from settings: questions, desks, the folder of results and the manifest."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from importlib import metadata
from pathlib import Path
from typing import Any

from tieout.assistant.handing import table_fault
from tieout.assistant.trace import settings_of
from tieout.data.catalogue import Catalogue
from tieout.data.snapshot import Snapshot
from tieout.desk import Desk
from tieout.evaluation.expected import computed
from tieout.evaluation.manifest import DatasetUsed, Manifest, ModelUsed, QuestionsUsed
from tieout.evaluation.pace import Cap
from tieout.evaluation.questions import Question, list_question_sets, load_questions, read_set
from tieout.evaluation.results import Results
from tieout.evaluation.runner import Plan, Runner
from tieout.evaluation.splits import HeldOutRuns, SplitName, of_split
from tieout.interfaces.settings import Settings
from tieout.interfaces.tracing import watched
from tieout.models.kept import ReplyFile

__all__ = ["Desks", "Evaluation", "Wanted", "open_evaluation"]

_LIBRARIES = ("tieout", "pydantic-ai-slim", "genai-prices", "pydantic")


class Desks:
    """Desks by model, path, data set and seed, each data set opened once and without a ledger.

    Args:
        settings: How models are reached and asked.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._data: dict[str, tuple[Snapshot, Catalogue]] = {}
        self._built: dict[tuple[str, str, str, int | None], Desk | str] = {}

    def data(self, dataset: str) -> tuple[Snapshot, Catalogue]:
        """Return a data set with its names.

        Raises:
            DataError: The data cannot be trusted.
            UsageError: There is no such data set.
        """
        if dataset not in self._data:
            self._data[dataset] = self._settings.load(dataset)
        return self._data[dataset]

    def __call__(self, model: str, path: str, dataset: str, seed: int | None) -> Desk | str:
        """Return the desk, or why the model cannot run the path, in one sentence.

        Raises:
            DataError: The data cannot be trusted.
            UsageError: There is no such model, path or data set.
        """
        key = (model, path, dataset, seed)
        if key not in self._built:
            self._built[key] = self._desk(model, path, dataset, seed)
        return self._built[key]

    def _desk(self, model: str, path: str, dataset: str, seed: int | None) -> Desk | str:
        snapshot, catalogue = self.data(dataset)
        kind = path.partition("+")[0].partition(":")[0]
        if kind == "table" and (fault := table_fault(snapshot)):
            return fault
        settings = replace(self._settings, tuning=replace(self._settings.tuning, seed=seed))
        desk = settings.desk_over(snapshot, catalogue, model=model, path=path)
        unfit = getattr(desk.model, "unfit", None)
        return (unfit(uses_tools=desk.path.use_tools) if unfit else "") or desk


@dataclass(slots=True, kw_only=True)
class Evaluation:
    """A run that is ready to begin.

    Attributes:
        plan: What is asked.
        runner: What asks.
        cap: What may be spent, and what is.
        results: Where attempts are kept; None for a run that keeps nothing.
        manifest: What else must be known to repeat it.
    """

    plan: Plan
    runner: Runner
    cap: Cap
    results: Results | None
    manifest: Manifest

    def finish(self) -> Manifest:
        """Write down that the run is whole, or that it was stopped; return the manifest."""
        self.manifest = self.manifest.model_copy(update={"finished": not self.runner.stopped})
        if self.results is not None:
            self.results.write_manifest(self.manifest)
        return self.manifest


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a person asks of an evaluation; see ``tieout eval --help``."""

    questions: str
    models: tuple[str, ...]
    paths: tuple[str, ...]
    dataset: str | None = None
    split: SplitName = "development"
    repeat: int = 1
    seed: int | None = None
    out: Path | None = None
    concurrency: int = 1
    per_minute: int | None = None
    cap: Decimal | None = None


def open_evaluation(wanted: Wanted, settings: Settings) -> Evaluation:
    """Return a run that is ready to begin; its manifest is written, and a look at held-out questions counted.

    Raises:
        UsageError: A question, model, path or folder is not as it has to be.
        QueryError: A fact of a question is not in its data set.
        DataError: The data cannot be trusted.
    """
    desks = Desks(settings)
    questions = _questions(wanted, desks)
    plan = Plan(
        questions=questions, models=wanted.models, paths=wanted.paths, repeat=wanted.repeat, seed=wanted.seed
    )
    _check_paths(plan, desks)
    results = None if wanted.out is None else Results(wanted.out)
    kept = ReplyFile(None if wanted.out is None else wanted.out / "replies.jsonl")
    cap = Cap(wanted.cap, kept.spent)
    manifest = _manifest(wanted, plan, desks, settings, _held_out(wanted, plan, results, settings))
    runner = Runner(
        plan,
        desks,
        kept,
        clock=settings.clock,
        wait=settings.wait,
        done=() if results is None else results.attempts,
        keep=(lambda _: None) if results is None else results.append,
        cap=cap,
        concurrency=wanted.concurrency,
        per_minute=wanted.per_minute,
        watch=lambda desk: watched(desk, settings),
    )
    if results is not None:
        results.write_questions(plan.questions)
        results.write_manifest(manifest)
    return Evaluation(plan=plan, runner=runner, cap=cap, results=results, manifest=manifest)


def _questions(wanted: Wanted, desks: Desks) -> tuple[Question, ...]:
    found = of_split(load_questions(wanted.questions), wanted.split, wanted.questions)
    if wanted.dataset is not None:
        found = tuple(question.model_copy(update={"dataset": wanted.dataset}) for question in found)
    return tuple(
        question if question.is_computed else computed(question, desks.data(question.dataset)[0])
        for question in found
    )


def _check_paths(plan: Plan, desks: Desks) -> None:
    """Build every desk once, so that a wrong name ends the run before anything is asked."""
    for dataset in dict.fromkeys(question.dataset for question in plan.questions):
        for model in plan.models:
            for path in plan.paths:
                desks(model, path, dataset, plan.seed_of(1))


def _held_out(wanted: Wanted, plan: Plan, results: Results | None, settings: Settings) -> int:
    """Count this run where it looks at held-out questions for the first time; return how many did."""
    packaged = wanted.questions in list_question_sets()
    file = Path(wanted.questions)
    beside = settings.home / "held-out" / f"{wanted.questions}.jsonl" if packaged else _beside(file)
    runs = HeldOutRuns(beside)
    held = {question.id for question in plan.questions if question.split == "held_out"}
    seen = set() if results is None else {attempt.question_id for attempt in results.attempts}
    if not held or held & seen:
        return runs.count
    return runs.append(
        {
            "at": settings.now().isoformat(timespec="seconds"),
            "sha256": _sha256(wanted.questions),
            "questions": len(held),
            "models": list(plan.models),
            "paths": list(plan.paths),
        }
    )


def _beside(file: Path) -> Path:
    return file.with_name(f"{file.stem}.held-out.jsonl")


def _sha256(questions: str) -> str:
    return hashlib.sha256(read_set(questions).encode("utf-8")).hexdigest()


def _manifest(wanted: Wanted, plan: Plan, desks: Desks, settings: Settings, held_out_runs: int) -> Manifest:
    datasets = dict.fromkeys(question.dataset for question in plan.questions)
    return Manifest(
        begun=settings.now().isoformat(timespec="seconds"),
        questions=QuestionsUsed(
            name=wanted.questions,
            sha256=_sha256(wanted.questions),
            size=len(plan.questions),
            split=wanted.split,
            held_out_runs=held_out_runs,
        ),
        datasets=tuple(_dataset_used(desks.data(name)[0]) for name in datasets),
        models=tuple(_model_used(name, plan, desks, next(iter(datasets))) for name in plan.models),
        paths=plan.paths,
        repeat=plan.repeat,
        seed=plan.seed,
        limits={each.name: _plain(getattr(settings.limits, each.name)) for each in fields(settings.limits)},
        prices=_prices(settings),
        cap_usd=None if wanted.cap is None else format(wanted.cap, "f"),
        concurrency=wanted.concurrency,
        per_minute=wanted.per_minute,
        versions={"python": platform.python_version(), **_versions(_LIBRARIES)},
    )


def _dataset_used(snapshot: Snapshot) -> DatasetUsed:
    card = snapshot.card
    return DatasetUsed(name=card.name, version=card.version, sha256=snapshot.sha256)


def _model_used(name: str, plan: Plan, desks: Desks, dataset: str) -> ModelUsed:
    built = [desks(name, path, dataset, plan.seed_of(1)) for path in plan.paths]
    desk = next((each for each in built if isinstance(each, Desk)), None)
    return ModelUsed(name=name, settings={} if desk is None else dict(settings_of(desk.model)))


def _plain(value: Any) -> Any:
    return format(value, "f") if isinstance(value, Decimal) else value


def _prices(settings: Settings) -> str:
    try:
        from tieout.models.providers.prices import price_table
    except ImportError:
        return ""
    return price_table(settings.now().date())


def _versions(names: Sequence[str]) -> dict[str, str]:
    found = {}
    for name in names:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found
