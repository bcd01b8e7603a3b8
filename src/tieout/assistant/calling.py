"""The calls of a run: each checked, limited, approved where it must be, run, and given its one result.

The rules of a batch, that is of all calls of one reply:

* Limits come first; a batch that would pass one is not begun, and the loop stops by that limit's name.
* Every call is then checked (id, tool, arguments) before any runs. If one is refused, none runs: the refused
  ones are told what is wrong, the others that they were not run and why. The model may propose again.
* A call that was run before, or refused before in the same words, stops the loop.
* A call with a side effect runs only when the approver says yes to it. When nobody can say now, the other
  calls run, and the run waits: its trace is all that is needed to go on, here or in another process.
* Every call gets exactly one result, in the order proposed, whatever happens.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import chain

from tieout.assistant.approval import Answer, ApprovalRequest, Approver, Decision, not_approved
from tieout.assistant.batch import mended, problem_with_ids, proposed, ran, refused_key
from tieout.assistant.conversation import Message, Reply
from tieout.assistant.limits import Limits
from tieout.assistant.resuming import Earlier, in_order
from tieout.assistant.timer import Timer
from tieout.assistant.trace import Step, StopReason
from tieout.tools.call import Refusal, ToolCall, ValidCall
from tieout.tools.contract import Numbering, Toolset
from tieout.tools.rendering import render_not_run

__all__ = ["Calling"]

Checked = ValidCall | Refusal

_CUT_OFF = "Not run: the reply was cut off at the output limit, so its calls may be incomplete. Send fewer."
_STOPPED = {
    StopReason.MAX_MODEL_CALLS: "Not run: no further request to the model is allowed in this run.",
    StopReason.MAX_TOOL_CALLS: "Not run: the calls would pass the limit of calls in this run.",
    StopReason.REPEATED_CALL: "Not run: the same call was made before in this run.",
    StopReason.TIME: "Not run: the time of this run is used up.",
    StopReason.UNEXPECTED_CALL: "Not run: no call was allowed in this reply.",
}
_NOBODY = Decision(answer=Answer.NO_ANSWER)


class Calling:
    """What became of the calls of one run so far.

    Args:
        toolset: The tools that may be called.
        limits: What the run may use.
        timer: The time of the run.
        messages: The conversation, which every reply with calls and every result joins.
        approver: Who is asked about calls with a side effect; None for nobody, which is no.
        on_step: Called after each proposed call, in order, with what became of it.

    Attributes:
        numbering: The facts shown, with their refs.
        steps: The calls proposed, in order.
    """

    __slots__ = (
        "_approver",
        "_ids",
        "_limits",
        "_messages",
        "_on_step",
        "_proposals",
        "_seen",
        "_timer",
        "_toolset",
        "numbering",
        "steps",
    )

    def __init__(
        self,
        toolset: Toolset,
        limits: Limits,
        timer: Timer,
        messages: list[Message],
        approver: Approver | None,
        on_step: Callable[[Step], None] | None,
    ) -> None:
        self._toolset, self._limits, self._timer, self._messages = toolset, limits, timer, messages
        self._approver, self._on_step = approver, on_step
        self._seen: set[Hashable] = set()
        self._ids: set[str] = set()
        self._proposals = 0
        self.numbering = Numbering()
        self.steps: list[Step] = []

    def go_on(self, earlier: Earlier) -> StopReason | None:
        """Stand where an earlier run stood when it began to wait, then try the calls that waited."""
        self._seen, self._ids, self._proposals = set(earlier.seen), set(earlier.ids), earlier.proposals
        stop = self._run(list(earlier.pending))
        self._messages[:] = in_order(self._messages)
        return stop

    def take(self, reply: Reply, barred: StopReason | None) -> StopReason | None:
        """Do with the calls of a reply what the rules say; return why the run ends now, or None to go on.

        Args:
            reply: A reply with calls.
            barred: Why no call was allowed in this reply; None when calls were.
        """
        calls, toolset, ids = reply.tool_calls, self._toolset, self._ids
        fault = problem_with_ids(calls, ids)
        checked: list[Checked] = [fault or toolset.validate(call) for call in calls]
        valid = [check for check in checked if type(check) is ValidCall]
        all_valid = len(valid) == len(checked)
        if all_valid and all(map(_is_json, calls)):
            sent = Message(role="assistant", text=reply.text or "", tool_calls=calls, raw=reply.raw)
        else:
            sent = mended(reply, ids, anew=fault is not None)
        self._messages.append(sent)
        ids.update([call.id for call in sent.tool_calls])
        self._proposals += len(calls)
        stop = barred or self._forbidden(calls, checked)
        if stop is not None:
            self._leave(sent.tool_calls, calls, f"not run: {stop.value}", _STOPPED[stop])
        elif reply.finish == "length":
            self._leave(sent.tool_calls, calls, "not run: truncated", _CUT_OFF)
        elif all_valid:
            stop = self._run(valid)
        else:
            self._refuse(sent.tool_calls, calls, checked)
        return stop

    def _forbidden(self, calls: tuple[ToolCall, ...], checked: list[Checked]) -> StopReason | None:
        """Return the limit that the batch would pass, or None; called before any of it runs."""
        if self._proposals > self._limits.tool_calls:
            return StopReason.MAX_TOOL_CALLS
        valid: set[Hashable] = {check.key for check in checked if type(check) is ValidCall}
        keys = valid
        if len(valid) != len(checked):
            pairs = zip(calls, checked, strict=True)
            refused = {refused_key(call) for call, check in pairs if type(check) is Refusal}
            keys = valid | refused
        if len(keys) != len(checked) or not self._seen.isdisjoint(keys):
            return StopReason.REPEATED_CALL
        # A valid call that was not run beside a refused one may be proposed again.
        self._seen |= keys if keys is valid else refused
        return None

    def _run(self, calls: list[ValidCall]) -> StopReason | None:
        waiting: list[ValidCall] = []
        for position, call in enumerate(calls):
            if self._timer.left() <= 0:
                late = tuple(
                    ToolCall(id=call.id, name=call.name, arguments=call.arguments)
                    for call in chain(waiting, calls[position:])
                )
                self._leave(late, late, "not run: time", _STOPPED[StopReason.TIME])
                return StopReason.TIME
            decision = self._decided(call) if call.side_effect else None
            if decision is None or decision.answer is Answer.APPROVED:
                longest, approved = self._limits.result_characters, decision is not None
                result = self._toolset.run(call, self.numbering, longest, approved=approved)
            elif decision.answer is Answer.PENDING:
                waiting.append(call)
                continue
            else:
                result = not_approved(call, decision)
            self._note(call.id, result.content, ran(result))
        return StopReason.APPROVAL if waiting else None

    def _decided(self, call: ValidCall) -> Decision:
        """Ask about a call with a side effect; the time that a person takes is no time of the run."""
        asked = self._timer.clock()
        decision = _NOBODY if self._approver is None else self._approver.decide(ApprovalRequest.of(call))
        self._timer.excuse(asked)
        return decision

    def _refuse(
        self, sent: tuple[ToolCall, ...], calls: tuple[ToolCall, ...], checked: list[Checked]
    ) -> None:
        first = next(n for n, check in enumerate(checked, start=1) if isinstance(check, Refusal))
        why = f"Not run, because call {first} of this reply was refused. Propose it again with a valid batch."
        for call, original, check in zip(sent, calls, checked, strict=True):
            if isinstance(check, Refusal):
                result = self._toolset.refused(call, check)
                step = _undone(call, original, result.outcome, check.message)
                self._note(call.id, result.content, step)
            else:
                self._leave((call,), (original,), "not run: batch_refused", why)

    def _leave(self, sent: tuple[ToolCall, ...], calls: tuple[ToolCall, ...], outcome: str, why: str) -> None:
        for call, original in zip(sent, calls, strict=True):
            self._note(call.id, render_not_run(why), _undone(call, original, outcome, why))

    def _note(self, call_id: str, content: str, step: Step) -> None:
        self._messages.append(Message(role="tool", text=content, call_id=call_id))
        self.steps.append(step)
        if self._on_step is not None:
            self._on_step(step)


def _is_json(call: ToolCall) -> bool:
    """Return False for a valid call whose arguments are an empty text, which providers do not take back."""
    return type(call.arguments) is not str or bool(call.arguments.strip())


def _undone(call: ToolCall, original: ToolCall, outcome: str, why: str) -> Step:
    """Return the step of a call that did not run."""
    arguments = proposed(original)
    return Step(tool=original.name, arguments=arguments, outcome=outcome, call_id=call.id, message=why)
