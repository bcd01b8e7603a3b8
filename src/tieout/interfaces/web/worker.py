"""Workers: threads that take accepted questions, answer them, and hold on to them while they do."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from tieout.desk import RunNotRecorded
from tieout.errors import TieoutError, UsageError
from tieout.outcome import step_document

if TYPE_CHECKING:
    from tieout.assistant.trace import Step
    from tieout.desk import Desk
    from tieout.interfaces.office import Office
    from tieout.ledger import Lease

__all__ = ["Workers"]

_LOG: Final = logging.getLogger(__name__)

LEASE: Final = timedelta(seconds=6)
"""How long a killed worker's question waits for another one."""

_RENEWALS: Final = 3
"""How many times a lease is renewed before it would run out."""

_IDLE_SECONDS: Final = 1.0
"""How long an idle worker waits before it looks again by itself; it is woken by what this process accepts."""

MOST_TAKEN: Final = 3
"""Processes that one question may cost; after that it is recorded as failed."""

ABANDONED: Final = "abandoned"
"""The stop reason of a question that no process which took it lived to answer."""

ANOTHER_DESK: Final = "another_desk"
"""The stop reason of a run that waited for a person, and came back to a desk with other data or model."""


@dataclass(slots=True, kw_only=True)
class Workers:
    """Some threads of this process that answer questions from the ledger.

    Attributes:
        office: What they share.
        name: What this process is called in leases.
        count: How many threads.
        on_news: Called with a run's id after each step and at its end, from the thread that made it.
    """

    office: Office
    name: str
    count: int
    on_news: Callable[[str], None]
    _stop: threading.Event = field(default_factory=threading.Event)
    _wake: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    _held: dict[int, Lease] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _threads: list[threading.Thread] = field(default_factory=list)

    def start(self) -> None:
        """Start the threads."""
        self._threads = [
            threading.Thread(target=self._work, name=f"tieout-worker-{number}", daemon=True)
            for number in range(self.count)
        ]
        self._threads.append(threading.Thread(target=self._renew, name="tieout-leases", daemon=True))
        for thread in self._threads:
            thread.start()

    def wake(self) -> None:
        """Let one idle worker look for a question now."""
        self._wake.release()

    def stop(self, seconds: float = 10.0) -> None:
        """Finish what is being answered, within some seconds; the rest is taken by another worker later."""
        self._stop.set()
        for _ in self._threads:
            self._wake.release()
        for thread in self._threads:
            thread.join(seconds)

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
        run = lease.question.run
        with self._lock:
            self._held[lease.question.number] = lease
        try:
            self._end(lease, self.office.desk(run))
        except RunNotRecorded:
            _LOG.warning("run %s was answered elsewhere or cannot be recorded", run)
        except Exception:
            # the desk has recorded that the run ended so; the worker goes on with the next
            _LOG.exception("run %s ended in an error", run)
        finally:
            with self._lock:
                self._held.pop(lease.question.number, None)
            self.on_news(run)

    def _end(self, lease: Lease, desk: Desk) -> None:
        """Answer a question, go on with one that waited for a person, or give up one that kills."""
        question = lease.question
        if lease.taken - lease.waited > MOST_TAKEN:
            desk.abandon(question.question, ABANDONED)
        elif lease.waited:
            try:
                desk.resume(question.run, self._keeping(lease))
            except UsageError:
                _LOG.exception("run %s cannot go on at this desk", question.run)
                desk.abandon(question.question, ANOTHER_DESK)
        else:
            desk.ask(question.question, self._keeping(lease))

    def _keeping(self, lease: Lease) -> Callable[[Step], None]:
        """Return what keeps each step for those who watch, here and in other processes."""
        place = 0

        def keep(step: Step) -> None:
            nonlocal place
            place += 1
            self.office.ledger().questions.append_step(lease, place, step_document(step))
            self.on_news(lease.question.run)

        return keep

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
