"""The bounded loop: the model proposes, the application checks, runs, and decides when it ends.

Limits come first: what would pass one is not begun, and the loop stops by that limit's name. What becomes of
the calls of a reply is in `calling`. Only calls that a provider marks as calls are calls; a call written as
text is text. Text beside calls is no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tieout.assistant.approval import Approver
from tieout.assistant.calling import Calling
from tieout.assistant.conversation import FINISHES, Message, Model, Reply, Request
from tieout.assistant.draft import SCHEMAS, FormProblem, read_draft
from tieout.assistant.limits import Limits
from tieout.assistant.paths import Path, wrapped
from tieout.assistant.resuming import earlier_of
from tieout.assistant.sending import Sender, overspent
from tieout.assistant.timer import Timer
from tieout.assistant.trace import RejectedDraft, Step, StopReason, Trace, settings_of, usage_of
from tieout.assistant.turn import Turn, told
from tieout.facts.fact import Evidence
from tieout.tools.contract import Toolset

__all__ = ["Judge", "Limits", "Step", "StopReason", "Trace", "run_loop"]

Judge = Callable[[str | None, str, Evidence], str]
"""Takes the text of a draft, how its reply ended and the evidence; returns what is wrong with it, or ""."""

_DECLINED = frozenset({"refusal", "content_filter"})
_DEFAULT = Limits()


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
    turn: Turn | None = None,
    stopped: Callable[[], bool] | None = None,
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
        turn: The question that this one follows; None where it stands for itself.
        stopped: Says whether a person stopped the run; looked at before and after each request.

    Raises:
        DataError: A tool met data that cannot be trusted; no answer may be built on it.
        UsageError: The earlier trace is of a run that does not wait, or of other tools.
    """
    timer, messages = Timer(clock, limits.seconds), list[Message]()
    run = _Run(
        model,
        path,
        limits,
        timer,
        judge,
        Sender(model, limits, timer.left, wait),
        Calling(toolset, limits, timer, messages, approver, on_step),
        messages,
        toolset.definitions() if path.use_tools else (),
        stopped,
    )
    if earlier is None:
        messages.append(Message(role="system", text=path.system))
        if turn is not None:
            messages.append(Message(role="user", text=told(turn)))
        messages.append(Message(role="user", text=wrapped(question)))
        run.calling.numbering.keep(path.facts)
    else:
        run.restore(earlier, toolset)
    run.play()
    return run.trace()


class _Run:
    """The state of one run; made for one question and thrown away."""

    __slots__ = (
        "calling",
        "closing",
        "definitions",
        "draft",
        "error",
        "finish",
        "judge",
        "limits",
        "messages",
        "model",
        "over",
        "path",
        "rejected",
        "replies",
        "requests",
        "sender",
        "stop",
        "stopped",
        "timer",
    )

    def __init__(
        self,
        model: Model,
        path: Path,
        limits: Limits,
        timer: Timer,
        judge: Judge | None,
        sender: Sender,
        calling: Calling,
        messages: list[Message],
        definitions: tuple[Mapping[str, Any], ...],
        stopped: Callable[[], bool] | None,
    ) -> None:
        self.model, self.path, self.limits, self.timer, self.judge = model, path, limits, timer, judge
        self.sender, self.calling, self.messages, self.definitions = sender, calling, messages, definitions
        self.stopped = stopped
        self.requests: list[Request] = []
        self.replies: list[Reply] = []
        self.rejected: list[RejectedDraft] = []
        self.closing = self.over = False
        self.stop = StopReason.FINISHED
        self.draft: str | None = None
        self.finish = self.error = ""

    def restore(self, trace: Trace, toolset: Toolset) -> None:
        """Stand where the run stood when it began to wait, then try the calls that waited."""
        earlier = earlier_of(trace, toolset)
        self.messages.extend(trace.messages)
        self.requests, self.replies, self.rejected = [*trace.requests], [*trace.replies], [*trace.rejected]
        self.sender.failures = list(trace.failures)
        self.calling.steps = list(trace.steps)
        self.calling.numbering.keep(trace.evidence)
        self.finish = trace.finish
        self.timer.add(trace.seconds)
        if (stop := self.calling.go_on(earlier)) is not None:
            self.end(stop)

    def trace(self) -> Trace:
        return Trace(
            path=self.path.name,
            messages=tuple(self.messages),
            requests=tuple(self.requests),
            replies=tuple(self.replies),
            steps=tuple(self.calling.steps),
            evidence=self.evidence(),
            draft_text=self.draft,
            finish=self.finish,
            stop=self.stop,
            error=self.error,
            seconds=self.timer.passed(),
            failures=tuple(self.sender.failures),
            rejected=tuple(self.rejected),
            settings=settings_of(self.model),
        )

    def evidence(self) -> Evidence:
        return Evidence(self.calling.numbering.facts)

    def play(self) -> None:
        limits = self.limits
        is_metered = limits.is_metered
        while not self.over:
            left = limits.model_calls - len(self.requests)
            seconds = self.timer.left()
            if self.halted():
                return
            if left < 1:
                self.end(StopReason.MAX_MODEL_CALLS)
            elif seconds <= 0:
                self.end(StopReason.TIME)
            elif is_metered and (spent := self.overspent()):
                self.end(*spent)
            else:
                reply = self.ask(seconds, last=left == 1)
                if not self.halted() and reply is not None:
                    self.take(reply)

    def halted(self) -> bool:
        """End the run where a person stopped it; what was asked and replied stays in its trace."""
        if self.stopped is None or not self.stopped():
            return False
        self.end(StopReason.STOPPED)
        return True

    def overspent(self) -> tuple[StopReason, str] | None:
        return overspent(self.limits, usage_of(self.replies, self.sender.failures), len(self.requests))

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
            response_schema=self.schema(),
            seconds_left=seconds,
        )
        self.requests.append(request)
        reply = self.sender.send(request, len(self.requests))
        if not isinstance(reply, Reply):
            self.end(*reply)
            return None
        self.replies.append(reply)
        return reply

    def schema(self) -> Mapping[str, Any] | None:
        """Return the form that the reply must have; None where calls may come, or nothing is to force it."""
        asked = self.closing or not self.path.two_phases
        return SCHEMAS[self.path.form] if asked and self.path.constrained else None

    def take(self, reply: Reply) -> None:
        finish, calls = reply.finish, reply.tool_calls
        self.finish = finish
        if finish not in FINISHES or finish == "error":
            self.end(StopReason.MODEL_ERROR, f"The reply did not end in a known way ({finish!r:.60}).")
        elif finish in _DECLINED:
            self.finished(reply)
        elif calls:
            self.called(reply)
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
        return bool(self.calling.numbering.facts) and not isinstance(
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
        problems = self.judge(reply.text, reply.finish, self.evidence())
        if not problems:
            return False
        self.rejected.append(RejectedDraft(text=reply.text, finish=reply.finish, problems=problems))
        if reply.text:
            self.messages.append(Message(role="assistant", text=reply.text, raw=reply.raw))
        self.messages.append(Message(role="user", text=self.path.revision(problems)))
        self.closing = True
        return True

    def called(self, reply: Reply) -> None:
        barred = None
        if self.closing:
            last = len(self.requests) >= self.limits.model_calls
            barred = StopReason.MAX_MODEL_CALLS if last else StopReason.UNEXPECTED_CALL
        if (stop := self.calling.take(reply, barred)) is not None:
            self.end(stop)
