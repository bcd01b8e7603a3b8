"""The meter: a model as one attempt sees it; replies at hand are given again, waits and costs are counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Protocol

from tieout.assistant.conversation import Model, Reply, Request
from tieout.assistant.trace import settings_of
from tieout.errors import ModelBusy
from tieout.evaluation.pace import Cap, Pace

__all__ = ["KeptReplies", "Meter"]

_MOST_WAITS = 20
_FIRST_WAIT = 1.0
_LONGEST_WAIT = 60.0
_TOO_MANY = 429


class KeptReplies(Protocol):
    """Replies kept by who was asked and what: nothing is paid for twice, also after a kill."""

    def find(self, asked_of: str, request: Request) -> Reply | None:
        """Return the reply that is kept, or None."""
        ...

    def keep(self, asked_of: str, request: Request, reply: Reply, model: str) -> None:
        """Keep a reply, there to stay, before it is used."""
        ...


class Meter:
    """One model for the length of one attempt.

    A provider that is busy is waited for, as long as it asks, and the time is no time of the attempt. A model
    without a provider (the planner, a recording) is asked again instead of its replies being kept.

    Args:
        model: The model.
        kept: Where replies are kept.
        draw: What sets this attempt's replies apart from those of another repeat.
        pace: When requests may be sent.
        cap: What may be spent.
        clock: Seconds that only go forward.
        wait: Lets seconds pass.

    Attributes:
        sent: Requests that were sent, repeated ones included.
        replayed: Requests whose reply was at hand.
        waits: Sendings that failed in passing and were waited out.
        busy: How many of those the provider refused as too many.
        waited: Seconds waited.
        paid: US dollars that replies sent now cost; None when it is not known.
    """

    def __init__(
        self,
        model: Model,
        kept: KeptReplies,
        draw: str,
        pace: Pace,
        cap: Cap,
        *,
        clock: Callable[[], float],
        wait: Callable[[float], None],
    ) -> None:
        self._model, self._kept, self._draw = model, kept, draw
        self._pace, self._cap, self._clock, self._wait = pace, cap, clock, wait
        self._is_local = bool(getattr(model, "is_local", False))
        self._is_replay = bool(getattr(model, "is_replay", False))
        self.sent = self.replayed = self.waits = self.busy = 0
        self.waited = 0.0
        self.paid: Decimal | None = Decimal(0)

    @property
    def name(self) -> str:
        """The model's own name."""
        return self._model.name

    @property
    def settings(self) -> Mapping[str, object]:
        """How the model is asked, as it says itself."""
        return settings_of(self._model)

    def clock(self) -> float:
        """Return seconds that only go forward, without those waited for a busy provider."""
        return self._clock() - self.waited

    def reply(self, request: Request) -> Reply:
        """Return the reply that is kept for this request, or the model's, once it is kept.

        Raises:
            CapReached: What may be spent is spent; nothing was sent.
            ModelError: The model failed, or was busy too often.
        """
        if self._is_local:
            reply = self._model.reply(request)
            self.replayed += self._is_replay
            self.sent += not self._is_replay
            return reply
        found = self._kept.find(self._draw, request)
        if found is not None:
            self.replayed += 1
            return found
        reply = self._sent(request)
        self._kept.keep(self._draw, request, reply, self.name)
        self._charge(reply.usage.cost_usd)
        return reply

    def _charge(self, cost: Decimal | None) -> None:
        self._cap.add(cost, self.name)
        self.paid = None if cost is None or self.paid is None else self.paid + cost

    def _sent(self, request: Request) -> Reply:
        while True:
            self._cap.check()
            self._pass(self._pace.turn())
            self.sent += 1
            try:
                return self._model.reply(request)
            except ModelBusy as busy:
                if busy.may_cost:
                    self._charge(None)
                if self.waits >= _MOST_WAITS:
                    raise
                backoff = min(_FIRST_WAIT * 2**self.waits, _LONGEST_WAIT)
                self.waits += 1
                self.busy += busy.status == _TOO_MANY
                # All threads that ask this model wait, not this one alone.
                self._pace.pause(backoff if busy.retry_after is None else busy.retry_after)

    def _pass(self, seconds: float) -> None:
        if seconds > 0:
            began = self._clock()
            self._wait(seconds)
            # By the clock, not by the sum asked for: a wait may be cut short or last longer.
            self.waited += self._clock() - began
