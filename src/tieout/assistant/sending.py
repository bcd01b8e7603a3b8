"""Sending one request: again after a wait where a failure may pass, never beyond the run's limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tieout.assistant.conversation import Model, Reply, Request, Usage
from tieout.assistant.limits import Limits
from tieout.assistant.trace import Failure, StopReason
from tieout.errors import DataError, LedgerError, ModelBusy, ModelError, ModelTimeout

__all__ = ["Ended", "Sender", "overspent"]

_FIRST_WAIT = 1.0
"""Seconds before a request is sent again where the provider names no wait; doubled each time."""

Ended = tuple[StopReason, str]
"""A stop, and what went wrong in one sentence."""


class Sender:
    """Sends the requests of one run and keeps what failed.

    Args:
        model: Whatever proposes.
        limits: What the run may use.
        left: Gives the seconds left of the run.
        wait: Lets seconds pass; None to send nothing again.

    Attributes:
        failures: Sendings that failed in passing, in order.
    """

    __slots__ = ("_left", "_limits", "_model", "_wait", "failures")

    def __init__(
        self,
        model: Model,
        limits: Limits,
        left: Callable[[], float],
        wait: Callable[[float], None] | None,
    ) -> None:
        self._model, self._limits, self._left, self._wait = model, limits, left, wait
        self.failures: list[Failure] = []

    def send(self, request: Request, number: int) -> Reply | Ended:
        """Return the reply, or why the run ends.

        Args:
            request: What to ask.
            number: Which request of the run it is, counted from 1.

        Raises:
            DataError: The model met data that cannot be trusted.
            LedgerError: The model met a ledger that cannot be used.
        """
        while True:
            try:
                reply: object = self._model.reply(request)
            except (DataError, LedgerError):
                raise
            except ModelBusy as busy:
                if (ended := self._waited(busy, number)) is not None:
                    return ended
                request = replace(request, seconds_left=self._left())
                continue
            except ModelError as error:
                return StopReason.MODEL_ERROR, error.message
            except Exception as error:
                return StopReason.MODEL_ERROR, f"The model failed: {type(error).__name__}: {error}"
            if not isinstance(reply, Reply):
                return StopReason.MODEL_ERROR, "The model gave no reply."
            return reply

    def _waited(self, busy: ModelBusy, number: int) -> Ended | None:
        """Wait as long as the provider asks, or return the limit that forbids it."""
        again = sum(failure.waited is not None for failure in self.failures)
        seconds = busy.retry_after if busy.retry_after is not None else _FIRST_WAIT * 2**again
        left = self._left()
        ended: Ended | None = None
        if left <= 0:
            ended = StopReason.TIME, busy.message
        elif self._wait is None or again >= self._limits.retries:
            stop = StopReason.TIMEOUT if isinstance(busy, ModelTimeout) else StopReason.MAX_RETRIES
            ended = stop, busy.message
        elif seconds >= left:
            said = f"It would have to wait {seconds:.1f} s, and {left:.1f} s of this run are left."
            ended = StopReason.TIME, f"{busy.message} {said}"
        waited = None if ended else seconds
        self.failures.append(
            Failure(request=number, error=busy.message, waited=waited, may_cost=busy.may_cost)
        )
        if ended is None and self._wait is not None:
            self._wait(seconds)
        return ended


def overspent(limits: Limits, usage: Usage, asked: int) -> Ended | None:
    """Return the limit on tokens or dollars that is used up, or that cannot be kept; None to go on.

    Args:
        limits: What the run may use.
        usage: What its replies used.
        asked: How many requests were sent.
    """
    tokens = usage.input_tokens + usage.output_tokens
    if limits.tokens is not None and tokens >= limits.tokens:
        return StopReason.MAX_TOKENS, f"The run used {tokens:,} of {limits.tokens:,} tokens."
    if limits.cost_usd is None or not asked:
        return None
    if usage.cost_usd is None:
        return StopReason.BUDGET, "What a reply cost is not known, so a limit in dollars cannot be kept."
    if usage.cost_usd >= limits.cost_usd:
        spent, allowed = format(usage.cost_usd, "f"), format(limits.cost_usd, "f")
        return StopReason.BUDGET, f"The run cost {spent} of {allowed} dollars."
    return None
