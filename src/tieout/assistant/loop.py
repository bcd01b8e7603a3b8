"""The bounded loop: the model proposes, the application checks, runs, and decides when it ends.

The rules of a batch, that is of all calls of one reply:

* Limits come first; a batch that would pass one is not begun, and the loop stops by that limit's name.
* Every call is then checked (id, tool, arguments) before any runs. If one is refused, none runs: the refused
  ones are told what is wrong, the others that they were not run and why. The model may propose again.
* A call that was run before, or refused before in the same words, stops the loop.
* A call with a side effect runs only when the approver says yes to it. When nobody can say now, the other
  calls run, and the run waits: its trace is all that is needed to go on, here or in another process.
* Every call gets exactly one result, in the order proposed, whatever happens.

Only calls that a provider marks as calls are calls; a call written as text is text. Text beside calls is no
answer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from tieout.assistant.approval import Answer, ApprovalRequest, Approver, Decision, not_approved
from tieout.assistant.batch import mended, problem_with_ids, proposed, ran, refused_key
from tieout.assistant.conversation import FINISHES, Message, Model, Reply, Request, Usage
from tieout.assistant.draft import SCHEMAS, FormProblem, read_draft
from tieout.assistant.limits import Limits
from tieout.assistant.paths import Path, wrapped
from tieout.assistant.resuming import Earlier, earlier_of, in_order
from tieout.assistant.sending import Sender, overspent
from tieout.assistant.trace import RejectedDraft, Step, StopReason, Trace, settings_of, usage_of
from tieout.facts.fact import Evidence
from tieout.tools.call import Refusal, ToolCall, ValidCall
from tieout.tools.contract import Numbering, Toolset
from tieout.tools.rendering import render_not_run

__all__ = ["Judge", "Limits", "Step", "StopReason", "Trace", "run_loop"]

Judge = Callable[[str | None, str, Evidence], str]
"""Takes the text of a draft, how its reply ended and the evidence; returns what is wrong with it, or ""."""

_DECLINED = frozenset({"refusal", "content_filter"})
_DEFAULT = Limits()
_CUT_OFF = "Not run: the reply was cut off at the output limit, so its calls may be incomplete. Send fewer."
_STOPPED = {
    StopReason.MAX_MODEL_CALLS: "Not run: no further request to the model is allowed in this run.",
    StopReason.MAX_TOOL_CALLS: "Not run: the calls would pass the limit of calls in this run.",
    StopReason.REPEATED_CALL: "Not run: the same call was made before in this run.",
    StopReason.TIME: "Not run: the time of this run is used up.",
    StopReason.UNEXPECTED_CALL: "Not run: no call was allowed in this reply.",
}
_NOBODY = Decision(answer=Answer.NO_ANSWER)


def run_loop(
    model: Model,
    toolset: Toolset,
    question: str,
    path: Path,
    limits: Limits = _DEFAULT,
    *,
    clock: Callable[[], float],
    on_step: Callable[[Step], None] | None = None,
    wait: Callable[[float], None] | None = None,
    judge: Judge | None = None,
    approver: Approver | None = None,
    earlier: Trace | None = None,
) -> Trace:
    """Put a question to a model and let it call tools until it answers or a limit stops it.

    Args:
        model: Whatever proposes.
        toolset: The tools that it may call.
        question: The question, untrusted.
        path: The information path with its settings.
        limits: What the run may use.
        clock: Seconds from any fixed point, never going back.
        on_step: Called after each proposed call, in order, with what became of it.
        wait: Lets seconds pass, so that a request that failed in passing can be sent again; None never to.
        judge: Says what is wrong with a draft; asked once, and only on a path that lets the model revise.
        approver: Who is asked about calls with a side effect; None for nobody, which is no.
        earlier: The trace of this run up to where it began to wait for an approver, to go on from there.

    Raises:
        DataError: A tool met data that cannot be trusted; no answer may be built on it.
        UsageError: The earlier trace is of a run that does not wait, or of other tools.
    """
    run = _Run(model, toolset, question, path, limits, clock, on_step, wait, judge, approver)
    if earlier is not None:
        run.restore(earlier, earlier_of(earlier, toolset))
    run.play()
    return run.trace()


class _Run:
    """The state of one run; made for one question and thrown away."""

    __slots__ = (
        "approver",
        "clock",
        "closing",
        "definitions",
        "draft",
        "error",
        "finish",
        "ids",
        "judge",
        "limits",
        "messages",
        "model",
        "numbering",
        "on_step",
        "over",
        "path",
        "proposals",
        "rejected",
        "replies",
        "requests",
        "seen",
        "sender",
        "started",
        "steps",
        "stop",
        "toolset",
    )

    def __init__(
        self,
        model: Model,
        toolset: Toolset,
        question: str,
        path: Path,
        limits: Limits,
        clock: Callable[[], float],
        on_step: Callable[[Step], None] | None,
        wait: Callable[[float], None] | None,
        judge: Judge | None,
        approver: Approver | None,
    ) -> None:
        self.model, self.toolset, self.path, self.limits = model, toolset, path, limits
        self.clock, self.on_step, self.judge, self.approver = clock, on_step, judge, approver
        self.started = clock()
        self.sender = Sender(model, limits, self.seconds_left, wait)
        self.definitions: tuple[dict[str, Any], ...] = toolset.definitions() if path.use_tools else ()
        self.messages = [
            Message(role="system", text=path.system),
            Message(role="user", text=wrapped(question)),
        ]
        self.requests: list[Request] = []
        self.replies: list[Reply] = []
        self.steps: list[Step] = []
        self.rejected: list[RejectedDraft] = []
        self.numbering = Numbering()
        self.seen: set[Hashable] = set()
        self.ids: set[str] = set()
        self.proposals = 0
        self.closing = self.over = False
        self.stop = StopReason.FINISHED
        self.draft: str | None = None
        self.finish = self.error = ""

    def restore(self, trace: Trace, earlier: Earlier) -> None:
        """Stand where the run stood when it began to wait, then try the calls that waited."""
        self.messages, self.requests = list(trace.messages), list(trace.requests)
        self.replies, self.steps = list(trace.replies), list(trace.steps)
        self.rejected, self.sender.failures = list(trace.rejected), list(trace.failures)
        self.numbering.keep(trace.evidence)
        self.seen, self.ids, self.proposals = set(earlier.seen), set(earlier.ids), earlier.proposals
        self.finish = trace.finish
        self.started -= trace.seconds
        self.run(list(earlier.pending))
        self.messages = in_order(self.messages)

    def trace(self) -> Trace:
        return Trace(
            path=self.path.name,
            messages=tuple(self.messages),
            requests=tuple(self.requests),
            replies=tuple(self.replies),
            steps=tuple(self.steps),
            evidence=Evidence(self.numbering.facts),
            draft_text=self.draft,
            finish=self.finish,
            stop=self.stop,
            error=self.error,
            seconds=self.clock() - self.started,
            failures=tuple(self.sender.failures),
            rejected=tuple(self.rejected),
            settings=settings_of(self.model),
        )

    def seconds_left(self) -> float:
        return self.limits.seconds - (self.clock() - self.started)

    # -- asking the model ----------------------------------------------------------------------------------

    def play(self) -> None:
        while not self.over:
            left = self.limits.model_calls - len(self.requests)
            seconds = self.seconds_left()
            if left < 1:
                self.end(StopReason.MAX_MODEL_CALLS)
            elif seconds <= 0:
                self.end(StopReason.TIME)
            elif self.limits.is_metered and (
                spent := overspent(self.limits, self.used(), len(self.requests))
            ):
                self.end(*spent)
            elif (reply := self.ask(seconds, last=left == 1)) is not None:
                self.take(reply)

    def used(self) -> Usage:
        return usage_of(self.replies, self.sender.failures)

    def end(self, stop: StopReason, error: str = "") -> None:
        self.stop, self.error, self.over = stop, error, True

    def ask(self, seconds: float, *, last: bool) -> Reply | None:
        two_phases = self.path.two_phases
        if (self.closing or last) and two_phases and not self.rejected:
            self.messages.append(Message(role="user", text=self.path.closing))
        self.closing = self.closing or last
        forced = self.path.force_first_call and not self.requests
        request = Request(
            messages=tuple(self.messages),
            tools=self.definitions,
            tool_choice="none" if self.closing or not self.definitions else "required" if forced else "auto",
            response_schema=SCHEMAS[self.path.form] if self.closing or not two_phases else None,
            seconds_left=seconds,
        )
        self.requests.append(request)
        reply = self.sender.send(request, len(self.requests))
        if not isinstance(reply, Reply):
            self.end(*reply)
            return None
        self.replies.append(reply)
        return reply

    def take(self, reply: Reply) -> None:
        finish, calls = reply.finish, reply.tool_calls
        self.finish = finish
        if finish not in FINISHES or finish == "error":
            self.end(StopReason.MODEL_ERROR, f"The reply did not end in a known way ({finish!r:.60}).")
        elif finish in _DECLINED:
            self.finished(reply)
        elif calls:
            self.batch(reply)
        elif finish == "tool_calls":
            self.end(StopReason.MODEL_ERROR, "The reply says that it holds calls, and holds none.")
        elif self.path.two_phases and not self.closing and not self.drafted(reply):
            if reply.text:
                self.messages.append(Message(role="assistant", text=reply.text, raw=reply.raw))
            self.closing = True
        elif not self.sent_back(reply):
            self.finished(reply)

    def drafted(self, reply: Reply) -> bool:
        """True for a draft in the right form that came early, over facts: it need not be asked for again."""
        form = self.path.form
        return bool(self.numbering.facts) and not isinstance(
            read_draft(reply.text, reply.finish, form), FormProblem
        )

    def finished(self, reply: Reply) -> None:
        self.draft, self.over = reply.text, True
        self.messages.append(Message(role="assistant", text=reply.text or "", raw=reply.raw))

    def sent_back(self, reply: Reply) -> bool:
        """Give a draft with problems back to the model, once, where the path allows it."""
        possible = len(self.requests) < self.limits.model_calls and not self.rejected
        if not self.path.revise or self.judge is None or not possible:
            return False
        problems = self.judge(reply.text, reply.finish, Evidence(self.numbering.facts))
        if not problems:
            return False
        self.rejected.append(RejectedDraft(text=reply.text, finish=reply.finish, problems=problems))
        if reply.text:
            self.messages.append(Message(role="assistant", text=reply.text, raw=reply.raw))
        self.messages.append(Message(role="user", text=self.path.revision(problems)))
        self.closing = True
        return True

    # -- a batch of calls ----------------------------------------------------------------------------------

    def batch(self, reply: Reply) -> None:
        calls = reply.tool_calls
        fault = problem_with_ids(calls, self.ids)
        checked = [fault or self.toolset.validate(call) for call in calls]
        sent = mended(reply, checked, self.ids, anew=fault is not None)
        self.messages.append(sent)
        self.ids.update(call.id for call in sent.tool_calls)
        self.proposals += len(calls)
        stop = self.forbidden(reply, checked)
        if stop is not None:
            self.end(stop)
            self.leave(sent.tool_calls, calls, f"not run: {stop.value}", _STOPPED[stop])
        elif reply.finish == "length":
            self.leave(sent.tool_calls, calls, "not run: truncated", _CUT_OFF)
        elif any(isinstance(check, Refusal) for check in checked):
            self.refuse(sent.tool_calls, calls, checked)
        else:
            self.run([check for check in checked if isinstance(check, ValidCall)])

    def forbidden(self, reply: Reply, checked: list[ValidCall | Refusal]) -> StopReason | None:
        """Return the limit that the batch would pass, or None; called before any of it runs."""
        if self.closing:
            last = len(self.requests) >= self.limits.model_calls
            return StopReason.MAX_MODEL_CALLS if last else StopReason.UNEXPECTED_CALL
        if self.proposals > self.limits.tool_calls:
            return StopReason.MAX_TOOL_CALLS
        keys = [
            check.key if isinstance(check, ValidCall) else refused_key(call)
            for call, check in zip(reply.tool_calls, checked, strict=True)
        ]
        if len(set(keys)) != len(keys) or not self.seen.isdisjoint(keys):
            return StopReason.REPEATED_CALL
        refused = any(isinstance(check, Refusal) for check in checked)
        pairs = zip(keys, checked, strict=True)
        # A valid call that was not run beside a refused one may be proposed again.
        self.seen.update(key for key, check in pairs if not refused or isinstance(check, Refusal))
        return None

    def run(self, calls: list[ValidCall]) -> None:
        waiting: list[ValidCall] = []
        for position, call in enumerate(calls):
            if self.clock() - self.started >= self.limits.seconds:
                self.end(StopReason.TIME)
                late = tuple(
                    ToolCall(id=call.id, name=call.name, arguments=call.arguments)
                    for call in (*waiting, *calls[position:])
                )
                self.leave(late, late, "not run: time", _STOPPED[StopReason.TIME])
                return
            decision = self.decided(call) if call.side_effect else None
            if decision is not None and decision.answer is Answer.PENDING:
                waiting.append(call)
                continue
            if decision is not None and decision.answer is not Answer.APPROVED:
                result = not_approved(call, decision)
            else:
                limit = self.limits.result_characters
                result = self.toolset.run(call, self.numbering, limit, approved=decision is not None)
            self.note(call.id, result.content, ran(result))
        if waiting:
            self.end(StopReason.APPROVAL)

    def decided(self, call: ValidCall) -> Decision:
        """Ask about a call with a side effect; the time that a person takes is no time of the run."""
        asked = self.clock()
        decision = _NOBODY if self.approver is None else self.approver.decide(ApprovalRequest.of(call))
        self.started += self.clock() - asked
        return decision

    def refuse(
        self, sent: tuple[ToolCall, ...], calls: tuple[ToolCall, ...], checked: list[ValidCall | Refusal]
    ) -> None:
        first = next(n for n, check in enumerate(checked, start=1) if isinstance(check, Refusal))
        why = f"Not run, because call {first} of this reply was refused. Propose it again with a valid batch."
        for call, original, check in zip(sent, calls, checked, strict=True):
            if isinstance(check, Refusal):
                result = self.toolset.refused(call, check)
                self.note(
                    call.id,
                    result.content,
                    Step(
                        tool=original.name,
                        arguments=proposed(original),
                        outcome=result.outcome,
                        call_id=call.id,
                        message=check.message,
                    ),
                )
            else:
                self.leave((call,), (original,), "not run: batch_refused", why)

    def leave(self, sent: tuple[ToolCall, ...], calls: tuple[ToolCall, ...], outcome: str, why: str) -> None:
        for call, original in zip(sent, calls, strict=True):
            step = Step(
                tool=original.name,
                arguments=proposed(original),
                outcome=outcome,
                call_id=call.id,
                message=why,
            )
            self.note(call.id, render_not_run(why), step)

    def note(self, call_id: str, content: str, step: Step) -> None:
        self.messages.append(Message(role="tool", text=content, call_id=call_id))
        self.steps.append(step)
        if self.on_step is not None:
            self.on_step(step)
