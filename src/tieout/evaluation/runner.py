"""The runner: questions, models and paths in, graded attempts out; a killed run goes on where it stopped.

Attempts are kept as JSON lines, one a line, written as soon as they are graded. A run into a folder that
already holds attempts repeats none of them, as long as the questions are the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Protocol

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from tieout.errors import UsageError
from tieout.evaluation.questions import Question
from tieout.evaluation.scoring import Grade, grade
from tieout.facts.names import Names
from tieout.outcome import Outcome

__all__ = ["Asked", "Attempt", "AttemptLog", "Plan", "run"]


class Asked(Protocol):
    """Whoever answers: a desk, or one whose runs leave spans."""

    def ask(self, question: str) -> Outcome:
        """Return what became of the question."""
        ...


class Attempt(BaseModel):
    """One question asked once.

    Attributes:
        question_id: Which question.
        kind: The question's kind.
        model: Who drafted.
        path: Which information path.
        repeat: Counted from 1.
        grade: What the outcome is worth.
        reason: Why, in one phrase; empty for a right one.
        outcome: How the run ended: answered, declined, held or failed.
        text: The answer, or the draft of a held run.
        stop: The limit that stopped the loop, if any.
        problems: The codes of the problems that held it.
        seconds: Seconds from question to outcome.
        digest: SHA-256 of the question as asked, so that a changed question is asked again.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    question_id: str
    kind: str
    model: str
    path: str
    repeat: Annotated[int, Field(ge=1)]
    grade: Grade
    reason: str = ""
    outcome: str
    text: str = ""
    stop: str = ""
    problems: tuple[str, ...] = ()
    seconds: float
    digest: str

    @property
    def key(self) -> tuple[str, str, str, int, str]:
        """What makes two attempts the same attempt."""
        return (self.question_id, self.model, self.path, self.repeat, self.digest)


_ATTEMPT: TypeAdapter[Attempt] = TypeAdapter(Attempt)


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


class AttemptLog:
    """Attempts kept in a folder, as JSON lines.

    Args:
        folder: Where ``attempts.jsonl`` is or will be; made when missing.

    Raises:
        UsageError: The folder cannot be made, or its file holds a line that is no attempt.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / "attempts.jsonl"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            text = self._file.read_text(encoding="utf-8") if self._file.exists() else ""
        except (OSError, UnicodeDecodeError):
            raise UsageError(f"Folder {str(folder)!r} cannot be used for results; choose another.") from None
        whole, _, rest = text.rpartition("\n")
        if rest:
            # A killed run may leave half a line; what it says was never promised, so it is asked again.
            self._file.write_text(whole + "\n" if whole else "", encoding="utf-8")
        self.attempts: list[Attempt] = [
            self._parse(line, number) for number, line in enumerate(whole.splitlines(), 1)
        ]

    def _parse(self, line: str, number: int) -> Attempt:
        try:
            return _ATTEMPT.validate_json(line)
        except ValidationError:
            raise UsageError(
                f"{self._file.name}, line {number}, is no attempt; move the file away."
            ) from None

    def append(self, attempt: Attempt) -> None:
        """Keep one attempt on disk before anything else happens."""
        self.attempts.append(attempt)
        with self._file.open("a", encoding="utf-8") as file:
            file.write(attempt.model_dump_json() + "\n")


def run(
    plan: Plan,
    desk_for: Callable[[str, str, str], Asked],
    names: Names,
    done: Sequence[Attempt] = (),
) -> Iterator[Attempt]:
    """Ask and grade, one attempt after the other, in the order of the plan.

    Args:
        plan: What to ask.
        desk_for: Gives the desk of a model, a path and a data set, by their names.
        names: What areas are called, for grading.
        done: Attempts of an earlier run; they are given back, not asked again.

    Yields:
        Every attempt of the plan.
    """
    known = {attempt.key: attempt for attempt in done}
    for model in plan.models:
        for path in plan.paths:
            for repeat in range(1, plan.repeat + 1):
                for question in plan.questions:
                    key = (question.id, model, path, repeat, _digest(question))
                    desk = None if key in known else desk_for(model, path, question.dataset)
                    yield known[key] if desk is None else _ask(question, desk, names, model, path, repeat)


def _ask(question: Question, desk: Asked, names: Names, model: str, path: str, repeat: int) -> Attempt:
    outcome = desk.ask(question.question)
    graded = grade(question, outcome, names)
    return Attempt(
        question_id=question.id,
        kind=question.kind,
        model=model,
        path=path,
        repeat=repeat,
        grade=graded.grade,
        reason=graded.reason,
        outcome=outcome.kind.value,
        text=outcome.answer or outcome.draft,
        stop=outcome.stop,
        problems=tuple(problem.code for problem in outcome.problems),
        seconds=outcome.seconds,
        digest=_digest(question),
    )


def _digest(question: Question) -> str:
    canonical = json.dumps(question.model_dump(mode="json"), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()
