"""The outcome of one question: what a door shows, and what the ledger keeps.

`Outcome.document` is the JSON contract of ``tieout ask --json``; every door and the ledger use that one
form, so the same question gives the same outcome wherever it was asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from tieout.assistant.transcript import transcript
from tieout.facts.fact import Evidence
from tieout.facts.row import row_from_fact

if TYPE_CHECKING:
    from tieout.assistant.trace import Step, Trace
    from tieout.checking.verdict import Problem, Tie, Verdict

__all__ = [
    "DatasetStamp",
    "Follows",
    "Outcome",
    "OutcomeKind",
    "Spent",
    "follows_of",
    "problem_document",
    "step_document",
    "tie_document",
    "verdict_document",
]


class OutcomeKind(StrEnum):
    """How a question ended.

    ``answered``: every claim of the answer ties out. ``declined``: the data cannot answer, and the text that
    says so ties out too. ``held``: a draft exists that does not tie out or has not the right form; a person
    decides. ``failed``: a limit stopped the loop, or the model failed. ``waiting``: a call with a side effect
    waits for a person's yes or no, and the run goes on after it.
    """

    ANSWERED = "answered"
    DECLINED = "declined"
    HELD = "held"
    FAILED = "failed"
    WAITING = "waiting"


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetStamp:
    """Which data a run read: the name and version of the data set, and the SHA-256 of its bytes in hex."""

    name: str
    version: str
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What one run used: requests to the model, tool calls that ran, tokens, and US dollars where known."""

    model_calls: int = 0
    tool_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Follows:
    """What a follow-up follows.

    Attributes:
        run: The id of the run before.
        asked: The follow-up, as asked.
        is_whole: True where it could be written out in full; False where it is asked as it stands.
    """

    run: str
    asked: str
    is_whole: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one question.

    Attributes:
        run: The id of the run, handed in by whoever built the desk.
        asked_at: When the question arrived, in UTC.
        question: The question, as asked; of a follow-up what it asks in full, where that is certain.
        kind: How it ended.
        model: The name of the model.
        path: The name of the information path.
        dataset: The data that was read.
        answer: The text to show, without markers; empty unless answered or declined.
        draft: What the model proposed, markers included; empty when answered or declined. Never an answer.
        source: The source line, written by the application; empty when no data was read.
        caveats: Sentences of the data set's card about the indicators used, in the order used.
        evidence: Exactly the facts the model was shown.
        ties: Which stretch of ``answer`` rests on which facts; offsets count code points of ``answer``.
        problems: What the check or the form gate found; offsets count code points of ``draft``.
        stop: The limit that stopped the loop; empty when it finished.
        steps: The calls that were proposed, in order, and what became of each.
        trace: What happened between application and model, whole.
        usage: What the run used.
        seconds: Seconds from the question to the outcome, by the clock handed in.
        number: The ledger's number for the run; None when there is no ledger.
        follows: What this question follows; None where it stands for itself.
    """

    run: str
    asked_at: datetime
    question: str
    kind: OutcomeKind
    model: str
    path: str
    dataset: DatasetStamp
    answer: str = ""
    draft: str = ""
    source: str = ""
    caveats: tuple[str, ...] = ()
    evidence: Evidence = field(default_factory=Evidence)
    ties: tuple[Tie, ...] = ()
    problems: tuple[Problem, ...] = ()
    stop: str = ""
    steps: tuple[Step, ...] = ()
    trace: Trace | None = None
    usage: Spent = field(default_factory=Spent)
    seconds: float = 0.0
    number: int | None = None
    follows: Follows | None = None

    @property
    def error(self) -> str:
        """What went wrong with the model, in one sentence; empty when nothing did."""
        return "" if self.trace is None else self.trace.error

    def document(self) -> dict[str, object]:
        """Return the JSON form promised to programs; a draft stands only under ``draft``, as unchecked."""
        document: dict[str, object] = {
            "run": self.run,
            "question": self.question,
            "outcome": str(self.kind),
            "answer": self.answer,
            "source": self.source,
            "caveats": list(self.caveats),
            "evidence": [row_from_fact(fact) for fact in self.evidence],
            "ties": [tie_document(tie) for tie in self.ties],
            "problems": [problem_document(problem) for problem in self.problems],
            "stop": str(self.stop),
            "steps": [step_document(step) for step in self.steps],
            "model": self.model,
            "path": self.path,
            "dataset": {
                "name": self.dataset.name,
                "version": self.dataset.version,
                "sha256": self.dataset.sha256,
            },
            "usage": _spent_document(self.usage),
            "seconds": round(self.seconds, 6),
        }
        if self.kind in (OutcomeKind.HELD, OutcomeKind.FAILED):
            document["draft"] = {"text": self.draft, "checked": False}
        if self.follows is not None:
            document["follows"] = {
                "run": self.follows.run,
                "asked": self.follows.asked,
                "whole": self.follows.is_whole,
            }
        return document

    def trace_document(self) -> dict[str, object]:
        """Return what passed between application and model, as `tieout.assistant.transcript` writes it."""
        if self.trace is None:
            return {"error": "", "messages": [], "requests": [], "replies": []}
        return transcript(self.trace)


def follows_of(document: Mapping[str, Any]) -> Follows | None:
    """Return what the question of an outcome's JSON form follows; None for one that stands for itself."""
    found = document.get("follows")
    return found and Follows(run=found["run"], asked=found["asked"], is_whole=found["whole"])


def verdict_document(verdict: Verdict) -> dict[str, object]:
    """Return a verdict in its JSON form: ``verdict``, ``problems``, ``ties``."""
    return {
        "verdict": "valid" if verdict.valid else "rejected",
        "problems": [problem_document(problem) for problem in verdict.problems],
        "ties": [tie_document(tie) for tie in verdict.ties],
    }


def tie_document(tie: Tie) -> dict[str, object]:
    """Return a tie in its JSON form."""
    return {
        "start": tie.start,
        "end": tie.end,
        "text": tie.text,
        "facts": list(tie.facts),
        "relation": str(tie.relation),
    }


def problem_document(problem: Problem) -> dict[str, object]:
    """Return a problem in its JSON form; ``expected`` is the true value as text, or null."""
    return {
        "code": str(problem.code),
        "start": problem.start,
        "end": problem.end,
        "text": problem.text,
        "message": problem.message,
        "expected": problem.expected,
    }


def step_document(step: Step) -> dict[str, object]:
    """Return a step in its JSON form; arguments that were no JSON object are kept as the text proposed."""
    arguments = step.arguments
    return {
        "tool": step.tool,
        "arguments": dict(arguments) if isinstance(arguments, Mapping) else arguments,
        "outcome": str(step.outcome),
        "refs": list(step.refs),
    }


def _spent_document(spent: Spent) -> dict[str, object]:
    return {
        "model_calls": spent.model_calls,
        "tool_calls": spent.tool_calls,
        "input_tokens": spent.input_tokens,
        "output_tokens": spent.output_tokens,
        "cost_usd": None if spent.cost_usd is None else format(spent.cost_usd, "f"),
    }
