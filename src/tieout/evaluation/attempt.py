"""The record of one attempt: one question asked once of one model on one path, with everything it led to.

A record is raw: it says what happened, and nothing of what it is worth. It is graded when it is read
(`tieout.evaluation.scoring`), so a better scorer needs no model to be asked again. The form is one JSON
object a line; `Attempt.outcome` gives back the outcome that the desk gave.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from tieout.assistant.trace import Step, Trace
from tieout.assistant.transcript import trace_of
from tieout.checking.verdict import Problem, ProblemCode, Tie
from tieout.errors import UsageError
from tieout.facts.rows import evidence_from_rows
from tieout.outcome import DatasetStamp, Outcome, OutcomeKind, Spent

__all__ = ["ATTEMPT_FORMAT", "Attempt", "AttemptKey", "digest_of"]

ATTEMPT_FORMAT: Final = "tieout-attempt/1"
"""The name of the form; a change that a reader would notice gets another number."""

AttemptKey = tuple[str, str, str, int, str, str]
"""Question id, model, path, repeat, digest of the question, digest of what it was asked with."""

_NO_TIME = datetime.fromtimestamp(0, UTC)


class Attempt(BaseModel):
    """One question asked once.

    Attributes:
        format: The name of this form.
        question_id: Which question.
        kind: The question's kind.
        model: Who drafted, as it was named to the run.
        path: The information path, as it was named to the run.
        repeat: Counted from 1.
        seed: The seed that the model was sent with, or None.
        digest: SHA-256 of the question with what a right answer states: a changed one is asked again.
        asked_with: SHA-256 of everything else that could change the reply: prompt, tools, form of the
            answer, limits, the model's settings and seed, the bytes of the data.
        settings: How the model was asked, as it says itself (temperature, effort, longest reply ...).
        not_run: Why the model cannot run this path, in one sentence; then nothing was asked, and it counts
            neither as right nor as wrong. Empty for an attempt that was made.
        document: The outcome in the form of ``tieout ask --json``; empty when not run.
        trace: What passed between application and model, as `tieout.assistant.transcript` writes it.
        sent: Requests that a model was sent now, failed and repeated ones included.
        replayed: Requests whose reply was at hand, from a recording or from this run's own replies.
        waits: Sendings that failed in passing and were waited out.
        busy: How many of those the provider refused as too many (HTTP 429).
        waited: Seconds waited for them; no part of ``seconds``.
        paid_usd: US dollars that the replies sent now cost, as exact text; None when it is not known.
        seconds: Seconds from the question to the outcome, waits for a busy provider left out.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal["tieout-attempt/1"] = ATTEMPT_FORMAT
    question_id: str
    kind: str
    model: str
    path: str
    repeat: Annotated[int, Field(ge=1)]
    seed: int | None = None
    digest: str
    asked_with: str = ""
    settings: dict[str, Any] = {}
    not_run: str = ""
    document: dict[str, Any] = {}
    trace: dict[str, Any] = {}
    sent: int = 0
    replayed: int = 0
    waits: int = 0
    busy: int = 0
    waited: float = 0.0
    paid_usd: str | None = "0"
    seconds: float = 0.0

    @property
    def key(self) -> AttemptKey:
        """What makes two attempts the same attempt."""
        return (self.question_id, self.model, self.path, self.repeat, self.digest, self.asked_with)

    @property
    def is_replay(self) -> bool:
        """True when requests were answered and no model was sent any."""
        return self.replayed > 0 and self.sent == 0

    @property
    def cost_usd(self) -> Decimal | None:
        """US dollars that its replies cost when they were first given; None when not known."""
        cost = self.document.get("usage", {}).get("cost_usd")
        return None if cost is None else Decimal(cost)

    @property
    def outcome(self) -> Outcome:
        """The outcome, as the desk gave it.

        Raises:
            UsageError: It was not run, or its document is in another form.
        """
        if self.not_run:
            raise UsageError(f"{self.question_id} was not run: {self.not_run}")
        try:
            return _outcome(self.document, self.trace)
        except (KeyError, TypeError, ValueError) as error:
            raise UsageError(
                f"The attempt at {self.question_id} was kept in a form that cannot be read ({error})."
            ) from None


def digest_of(content: object) -> str:
    """Return the SHA-256 in hex of a JSON value in canonical form."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _outcome(document: Mapping[str, Any], transcript: Mapping[str, Any]) -> Outcome:
    evidence = evidence_from_rows(document["evidence"])
    trace = trace_of(transcript, evidence) if transcript.get("requests") else None
    usage, stamp = document["usage"], document["dataset"]
    cost = usage["cost_usd"]
    return Outcome(
        run=document["run"],
        asked_at=_NO_TIME,
        question=document["question"],
        kind=OutcomeKind(document["outcome"]),
        model=document["model"],
        path=document["path"],
        dataset=DatasetStamp(**stamp),
        answer=document["answer"],
        draft=document.get("draft", {}).get("text", ""),
        source=document["source"],
        caveats=tuple(document["caveats"]),
        evidence=evidence,
        ties=tuple(Tie(**{**tie, "facts": tuple(tie["facts"])}) for tie in document["ties"]),
        problems=tuple(_problems(document["problems"])),
        stop=document["stop"],
        steps=_steps(document["steps"], trace),
        trace=trace,
        usage=Spent(**{**usage, "cost_usd": None if cost is None else Decimal(cost)}),
        seconds=document["seconds"],
    )


def _problems(documents: Iterable[Mapping[str, Any]]) -> Iterable[Problem]:
    for document in documents:
        yield Problem(**{**document, "code": ProblemCode(document["code"])})


def _steps(documents: Iterable[Mapping[str, Any]], trace: Trace | None) -> tuple[Step, ...]:
    if trace is not None:
        return trace.steps
    return tuple(Step(**{**step, "refs": tuple(step["refs"])}) for step in documents)
