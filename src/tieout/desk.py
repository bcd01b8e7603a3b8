"""The desk: question in, outcome out. The only place where model, tools, check and ledger meet.

question → limits → loop → form gate → (claims are composed) → check → outcome → ledger. The model never
touches the judge, and the judge never calls a model; what is shown as an answer has passed every gate, and
every run is appended, however it ended.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from tieout.assistant.asked import check_question
from tieout.assistant.draft import ComposedDraft, Draft, FormProblem, read_draft
from tieout.assistant.limits import Limits
from tieout.assistant.loop import run_loop
from tieout.assistant.trace import Step, StopReason, Trace
from tieout.assistant.turn import Turn
from tieout.checking.check import check
from tieout.checking.verdict import Problem, ProblemCode, Verdict
from tieout.errors import DataError, LedgerError, UsageError
from tieout.ledger.approving import LedgerApprover
from tieout.outcome import DatasetStamp, Follows, Outcome, OutcomeKind, Spent, follows_of
from tieout.writing.absences import find_held
from tieout.writing.compose import compose
from tieout.writing.holding import form_problem, refused_problem
from tieout.writing.shown import facts_used, source_line, without_markers

if TYPE_CHECKING:
    from tieout.assistant.approval import Approver
    from tieout.assistant.conversation import Model
    from tieout.assistant.paths import Path
    from tieout.data.snapshot import Snapshot
    from tieout.facts.fact import Evidence
    from tieout.facts.names import Names
    from tieout.ledger import Ledger
    from tieout.ledger.waiting import WaitingRun
    from tieout.tools.contract import Toolset

__all__ = [
    "Desk",
    "Outcome",
    "OutcomeKind",
    "RunNotRecorded",
    "check_question",
    "source_line",
    "without_markers",
]

APPROVAL_LIFETIME = timedelta(days=7)
"""How long a call with a side effect waits for a person, unless a desk says otherwise."""

LONGEST_ANSWER = 800
"""Code points of an answer; a longer one is held."""

_DEFAULT_LIMITS = Limits()


class RunNotRecorded(LedgerError):
    """A run ended and its outcome is whole, but the ledger could not keep it.

    Attributes:
        outcome: What was found; a door prints it, and still fails.
    """

    def __init__(self, message: str, outcome: Outcome) -> None:
        super().__init__(message)
        self.outcome = outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Everything that one question needs, put together once and asked many times.

    Attributes:
        model: Whoever proposes.
        snapshot: The data that the tools read.
        toolset: The tools over that data.
        names: What areas and indicators are called, for the check.
        path: The information path with its settings.
        clock: Seconds that only go forward.
        now: The wall clock, in UTC.
        new_id: A fresh run id.
        ledger: Where every run is appended; None for a desk that keeps nothing, such as an evaluation's.
        limits: What one run may use.
        wait: Lets seconds pass, so that a request that failed in passing can be sent again; None never to.
        longest_answer: Code points of an answer; a longer one is held.
        approver: Who is asked about calls with a side effect while the run goes on; with None the run waits
            in the ledger, and without a ledger the answer is no.
        approval_lifetime: How long an approval stays open; a later yes is no.
        fill: Writes a follow-up out in full, from the question before and the one asked; None where that is
            not certain. What a desk cannot write out is asked as it stands, and its answer held.
    """

    model: Model
    snapshot: Snapshot
    toolset: Toolset
    names: Names
    path: Path
    clock: Callable[[], float]
    now: Callable[[], datetime]
    new_id: Callable[[], str]
    ledger: Ledger | None = None
    limits: Limits = _DEFAULT_LIMITS
    wait: Callable[[float], None] | None = None
    longest_answer: int = LONGEST_ANSWER
    approver: Approver | None = None
    approval_lifetime: timedelta = APPROVAL_LIFETIME
    fill: Callable[[str, str], str | None] | None = None

    def ask(
        self,
        question: str,
        on_step: Callable[[Step], None] | None = None,
        *,
        after: str | None = None,
        stopped: Callable[[], bool] | None = None,
    ) -> Outcome:
        """Answer a question, decline it, hold its draft for a person, wait for one, or fail; and record it.

        Args:
            question: The question, at most 2,000 code points; untrusted.
            on_step: Called with every step as soon as it is done.
            after: The number or id of the run that this question follows; None where it stands for itself.
            stopped: Says whether a person stopped the run.

        Raises:
            UsageError: The question is empty, too long or no text, or there is no run to follow; nothing was
                asked.
            DataError: The data changed under the run; that the run ended so is recorded, as of any exception.
            RunNotRecorded: The ledger could not keep the run; the error carries the outcome.
        """
        check_question(question)
        turn = None if after is None else self._turn(after)
        started = self.clock()
        begun = self._begun(question, turn)
        try:
            outcome = self._played(begun, on_step, turn=turn, stopped=stopped)
        except BaseException as error:
            # whoever asked is told of the error, also where the ledger cannot keep that it happened
            with suppress(LedgerError):
                self._recorded(replace(begun, stop=_stop_of(error), seconds=self.clock() - started))
            raise
        return self._recorded(replace(outcome, seconds=self.clock() - started))

    def abandon(self, question: str, stop: str, *, after: str | None = None) -> Outcome:
        """Record that a question failed without being asked.

        No process that took it lived to end it, or a person stopped it.

        Args:
            question: The question.
            stop: Why, as a stop reason.
            after: The run that it follows.

        Raises:
            RunNotRecorded: The ledger could not keep the run.
        """
        turn = None if after is None else self._turn(after)
        return self._recorded(replace(self._begun(question, turn), stop=stop))

    def abandon_waiting(self, run: str, stop: str) -> Outcome:
        """Record that a run failed which waits for a person, with what it did before.

        Raises:
            UsageError: There is no ledger, or no such run waits.
            RunNotRecorded: The ledger could not keep the run.
        """
        _, earlier, begun = self._kept(run)
        ended = replace(self._traced(begun, earlier), stop=stop, seconds=earlier.seconds)
        return self._recorded(ended)

    def resume(
        self,
        run: str,
        on_step: Callable[[Step], None] | None = None,
        *,
        stopped: Callable[[], bool] | None = None,
    ) -> Outcome:
        """Go on with a run that waits for a person, in this process or another; answered or not by now.

        The desk must be of the same model, path, data and tools. What fails on the way leaves the run
        waiting; a call that was begun is never begun again.

        Args:
            run: The id of the run.
            on_step: Called with every step from here on.
            stopped: As of `ask`.

        Raises:
            UsageError: There is no ledger, no such run waits, or the desk is another one.
            DataError: As of `ask`.
            RunNotRecorded: As of `ask`.
        """
        kept, earlier, begun = self._kept(run)
        asked = (begun.model, begun.path, begun.dataset.sha256)
        if asked != (kept.model, kept.path, kept.dataset_sha256):
            raise UsageError(
                f"Run {kept.run} was begun with model {kept.model}, path {kept.path} and data set "
                f"{kept.dataset}, with SHA-256 {kept.dataset_sha256[:12]}; go on with the same."
            )
        started = self.clock()
        outcome = self._played(begun, on_step, earlier, stopped=stopped)
        return self._recorded(replace(outcome, seconds=earlier.seconds + self.clock() - started))

    def _kept(self, run: str) -> tuple[WaitingRun, Trace, Outcome]:
        """Return a run that waits, its trace, and its outcome as it was begun."""
        if self.ledger is None:
            raise UsageError("A desk without a ledger keeps no run that could go on.")
        kept = self.ledger.waiting.get(run)
        begun = replace(
            self._begun(kept.question),
            run=kept.run,
            asked_at=kept.asked_at,
            follows=follows_of(kept.document),
        )
        return kept, kept.earlier(), begun

    def _turn(self, after: str) -> Turn:
        """Return the question before, which must have ended."""
        if self.ledger is None:
            raise UsageError("A desk without a ledger keeps no run that a question could follow.")
        run = self.ledger.get(after)
        return Turn(run=run.run, question=run.question, shown=run.given)

    def _played(
        self,
        begun: Outcome,
        on_step: Callable[[Step], None] | None,
        earlier: Trace | None = None,
        *,
        turn: Turn | None = None,
        stopped: Callable[[], bool] | None = None,
    ) -> Outcome:
        trace = run_loop(
            self.model,
            self.toolset,
            begun.question,
            self.path.prepared(begun.question),
            self.limits,
            clock=self.clock,
            on_step=on_step,
            wait=self.wait,
            judge=lambda text, finish, seen: self._problems(begun, text, finish, seen),
            approver=self._asking(begun.run),
            earlier=earlier,
            turn=turn,
            stopped=stopped,
        )
        return self._judged(self._traced(begun, trace), trace)

    def _asking(self, run: str) -> Approver | None:
        """Return who answers for this run: through the ledger where there is one, which uses a yes once."""
        if self.ledger is None:
            return self.approver
        return LedgerApprover(
            approvals=self.ledger.approvals,
            run=run,
            person=self.approver,
            now=self.now,
            lifetime=self.approval_lifetime,
        )

    def _judged(self, base: Outcome, trace: Trace) -> Outcome:
        """Return the outcome of a loop that ended, or that waits."""
        if trace.stop is StopReason.APPROVAL:
            return replace(base, kind=OutcomeKind.WAITING, stop=str(trace.stop))
        if trace.stop and trace.rejected and trace.stop is not StopReason.STOPPED:
            # The second try ended in nothing, so a person gets the first one.
            first = trace.rejected[-1]
            judged = self._of_draft(base, first.text, first.finish, trace.evidence)
            return replace(judged, stop=str(trace.stop))
        if trace.stop:
            return replace(base, kind=OutcomeKind.FAILED, stop=str(trace.stop), draft=trace.draft_text or "")
        return self._of_draft(base, trace.draft_text, trace.finish, trace.evidence)

    def _problems(self, base: Outcome, text: str | None, finish: str, evidence: Evidence) -> str:
        """Return what is wrong with a draft, a line each; empty when it may be shown."""
        judged = self._of_draft(base, text, finish, evidence)
        lines = [f"- {problem.text!r}: {problem.message}" for problem in judged.problems]
        return "\n".join(dict.fromkeys(lines))

    def _of_draft(self, base: Outcome, text: str | None, finish: str, evidence: Evidence) -> Outcome:
        """Return what becomes of a draft: first its form, then its meaning."""
        proposed = text or ""
        draft = read_draft(text, finish, self.path.form)
        if isinstance(draft, ComposedDraft):
            composed = compose(draft, evidence, self.names, question=base.question, snapshot=self.snapshot)
            if composed.refused:
                problems = tuple(refused_problem(claim, proposed) for claim in composed.refused)
                return replace(base, kind=OutcomeKind.HELD, draft=proposed, problems=problems)
            # What the application wrote itself is checked like any other text.
            draft = Draft(status=draft.status, answer=composed.text)
        if isinstance(draft, FormProblem):
            problem = form_problem(draft, proposed)
            return replace(base, kind=OutcomeKind.HELD, draft=proposed, problems=(problem,))
        verdict = check(
            draft.answer,
            evidence,
            question=base.question,
            names=self.names,
            status=draft.status,
            max_characters=self.longest_answer,
        )
        return self._checked(replace(base, evidence=evidence), draft, verdict)

    def _begun(self, question: str, turn: Turn | None = None) -> Outcome:
        """Return a run of which nothing is known yet but what was asked of whom."""
        card = self.snapshot.card
        whole = self.fill(turn.question, question) if turn is not None and self.fill is not None else None
        follows = None if turn is None else Follows(run=turn.run, asked=question, is_whole=whole is not None)
        return Outcome(
            run=self.new_id(),
            asked_at=self.now(),
            question=whole or question,
            follows=follows,
            kind=OutcomeKind.FAILED,
            model=self.model.name,
            path=self.path.name,
            dataset=DatasetStamp(name=card.name, version=card.version, sha256=self.snapshot.sha256),
        )

    def _traced(self, begun: Outcome, trace: Trace) -> Outcome:
        usage = trace.usage
        return replace(
            begun,
            evidence=trace.evidence,
            source=source_line(self.snapshot.card, trace.evidence),
            caveats=self.snapshot.caveats(trace.evidence),
            steps=trace.steps,
            trace=trace,
            usage=Spent(
                model_calls=trace.model_calls,
                tool_calls=trace.tool_calls,
                input_tokens=usage.input_tokens,
                output_tokens=usage.output_tokens,
                cost_usd=usage.cost_usd,
            ),
        )

    def _checked(self, base: Outcome, draft: Draft, verdict: Verdict) -> Outcome:
        problems = verdict.problems or find_held(verdict, self.snapshot) or _unheld(base, draft)
        if problems:
            return replace(base, kind=OutcomeKind.HELD, draft=draft.answer, problems=problems)
        answer, ties = without_markers(draft.answer, verdict.ties)
        used = facts_used(base.evidence, ties)
        return replace(
            base,
            kind=OutcomeKind.ANSWERED if draft.status == "answered" else OutcomeKind.DECLINED,
            answer=answer,
            ties=ties,
            source=source_line(self.snapshot.card, used),
            caveats=self.snapshot.caveats(used),
        )

    def _recorded(self, outcome: Outcome) -> Outcome:
        if self.ledger is None:
            return outcome
        try:
            if outcome.kind is OutcomeKind.WAITING:
                self.ledger.waiting.append(outcome, self.now())
                return outcome
            return replace(outcome, number=self.ledger.append_run(outcome))
        except LedgerError as error:
            raise RunNotRecorded(f"This run is not recorded. {error.message}", outcome) from error


def _stop_of(error: BaseException) -> str:
    """Return the stop reason, in the ledger, of a run that an exception ended."""
    if isinstance(error, DataError):
        return "untrusted_data"
    return "interrupted" if isinstance(error, KeyboardInterrupt) else "bug"


def _unheld(base: Outcome, draft: Draft) -> tuple[Problem, ...]:
    """Return why an answer to a follow-up that could not be written out is held."""
    if base.follows is None or base.follows.is_whole or draft.status != "answered":
        return ()
    message = (
        "What the question leaves out is not certain, so that no answer can be held to it. Ask it in full."
    )
    text = draft.answer
    return (Problem(code=ProblemCode.OFF_QUESTION, start=0, end=len(text), text=text, message=message),)
