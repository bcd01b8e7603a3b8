"""Workers of one machine: threads that take questions from a file, and hold on to them by leases."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from starlette.concurrency import run_in_threadpool

from tieout.errors import TieoutError
from tieout.interfaces.web.answerer import Turn

if TYPE_CHECKING:
    from tieout.interfaces.office import Office
    from tieout.interfaces.web.answerer import Answerer
    from tieout.ledger import Lease

__all__ = ["GRACE_SECONDS", "Workers"]

_LOG: Final = logging.getLogger(__name__)

LEASE: Final = timedelta(seconds=6)
"""How long a killed worker's question waits for another one."""

GRACE_SECONDS: Final = 8.0
"""How long a process that is told to end goes on with what it has begun to answer."""

_RENEWALS: Final = 3
"""How many times a lease is renewed before it would run out."""

_IDLE_SECONDS: Final = 1.0
"""How long an idle worker waits before it looks again by itself; it is woken by what this process accepts."""


@dataclass(slots=True, kw_only=True)
class Workers:
    """Some threads of this process that answer questions from the ledger.

    Attributes:
        office: What they share.
        name: What this process is called in leases.
        count: How many threads.
        answerer: Answers a question that was taken.
    """

    office: Office
    name: str
    count: int
    answerer: Answerer
    _stop: threading.Event = field(default_factory=threading.Event)
    _wake: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    _held: dict[int, Lease] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _threads: list[threading.Thread] = field(default_factory=list)

    async def start(self) -> None:
        """Start the threads."""
        self._threads = [
            threading.Thread(target=self._work, name=f"tieout-worker-{number}", daemon=True)
            for number in range(self.count)
        ]
        self._threads.append(threading.Thread(target=self._renew, name="tieout-leases", daemon=True))
        for thread in self._threads:
            thread.start()

    def busy(self) -> int:
        """Return how many questions are answered at this moment."""
        return len(self._held)

    def trouble(self) -> str:
        """Return why it does not work; empty while it does."""
        if not self._threads or not all(thread.is_alive() for thread in self._threads):
            return "The workers do not run."
        return ""

    def wake(self) -> None:
        """Let one idle worker look for a question now."""
        self._wake.release()

    def look(self) -> None:
        """Let one idle worker look for a run that can go on."""
        self._wake.release()

    async def stop(self) -> None:
        """Finish what is being answered, within some seconds; the rest is taken by another worker later."""
        await run_in_threadpool(self._join, GRACE_SECONDS)

    def _join(self, seconds: float) -> None:
        self._stop.set()
        for _ in self._threads:
            self._wake.release()
        until = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))

    def _work(self) -> None:
        settled = 0
        while not self._stop.is_set():
            try:
                questions = self.office.ledger().questions
                now = self.office.now()
                lease = questions.take(self.name, now=now, until=now + LEASE, settled=settled)
                if lease is None:
                    settled = questions.settled(known=settled)
                    self._wake.acquire(timeout=_IDLE_SECONDS)
                    continue
                self._answer(lease)
            except TieoutError:
                _LOG.exception("the ledger cannot be used")
                self._stop.wait(_IDLE_SECONDS)

    def _answer(self, lease: Lease) -> None:
        number = lease.question.number
        with self._lock:
            self._held[number] = lease
        try:
            self.answerer.answer(
                Turn(
                    question=lease.question,
                    taken=lease.taken,
                    before=lease.taken - 1 - lease.waited,
                    waited=lease.waited,
                    is_stopped=lease.is_stopped,
                )
            )
        finally:
            with self._lock:
                self._held.pop(number, None)

    def _renew(self) -> None:
        while not self._stop.wait(LEASE.total_seconds() / _RENEWALS):
            with self._lock:
                held = list(self._held.items())
            for number, lease in held:
                try:
                    renewed = self.office.ledger().questions.renew(lease, self.office.now() + LEASE)
                except TieoutError:
                    _LOG.exception("a lease cannot be renewed")
                    continue
                with self._lock:
                    if renewed is not None and number in self._held:
                        self._held[number] = renewed
