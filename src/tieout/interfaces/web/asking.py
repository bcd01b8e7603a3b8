"""Questions in flight, as a page or a program sees them: accepted, being answered, done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastapi import Request
from starlette.concurrency import run_in_threadpool

from tieout.assistant.trace import StopReason
from tieout.desk import RunNotRecorded, check_question
from tieout.errors import UsageError
from tieout.interfaces.allowance import TooMuch
from tieout.interfaces.web.ending import give_up
from tieout.interfaces.web.persons import person_of
from tieout.interfaces.web.problems import Problem
from tieout.ledger.questions import KeyUsed

if TYPE_CHECKING:
    from tieout.interfaces.office import Office
    from tieout.interfaces.scribe import Scribe
    from tieout.interfaces.web.crew import Crew
    from tieout.interfaces.web.feed import Feed
    from tieout.ledger import Ledger, Question, Run
    from tieout.outcome import Outcome

__all__ = ["Asking", "Flight", "asking_of", "flight_of", "known_run", "newest_of", "run_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flight:
    """Where a question stands.

    Attributes:
        question: The question as accepted; None for a run that was asked at another door.
        run: Its run, once there is one.
        steps: The steps so far, in their JSON form.
        seen: The number of the last of them; later ones are higher.
        waiting: True when the run waits for a person to approve a call.
        stopping: True when a person stopped it, and whoever answers it has not ended it yet.
    """

    question: Question | None
    run: Run | None
    steps: tuple[dict[str, Any], ...]
    seen: int
    waiting: bool = False
    stopping: bool = False

    @property
    def asked(self) -> Run | Question:
        """What tells the run's id and the question: its run, or before there is one the question itself."""
        found = self.run or self.question
        if found is None:
            raise ValueError("neither a question nor a run")
        return found

    @property
    def is_undecided(self) -> bool:
        """True for a held answer that waits for a person."""
        return self.run is not None and self.run.outcome == "held" and self.run.review is None

    @property
    def status(self) -> str:
        """``queued``, ``running``, ``waiting`` or ``done``."""
        if self.run is not None:
            return "done"
        if self.waiting:
            return "waiting"
        return "running" if self.steps else "queued"

    def document(self) -> dict[str, Any]:
        """Return the JSON form: status, steps so far, and the outcome once it is there."""
        number, outcome = (self.run.number, self.run.document) if self.run else (None, None)
        return _flight_document(
            self.asked, self.status, number, outcome, steps=self.steps, is_stopping=self.stopping
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """Takes questions for the workers of any process, and follows what becomes of them."""

    office: Office
    scribe: Scribe
    workers: Crew
    feed: Feed

    async def ask(
        self,
        question: str,
        *,
        asker: str = "",
        key: str | None = None,
        after: str | None = None,
        seconds: float = 0.0,
    ) -> dict[str, Any]:
        """Keep a question, wait some seconds for its outcome, and return where it stands, in its JSON form.

        Args:
            question: The question, as asked.
            asker: Who asks.
            key: What the asker calls the request by.
            after: The number or id of the run that it follows; it must have ended.
            seconds: How long to wait.

        Raises:
            Problem: The key was used for another question, or there is no such run to follow.
            UsageError: It is empty, too long or no text.
        """
        run = self.office.new_id()
        follows = None if after is None else await run_in_threadpool(self._ended, after)
        async with self.feed.watch(run) as news:
            with _refused():
                accepted = await asyncio.wrap_future(self._accepting(question, run, asker, key, follows))
            self.workers.wake()
            if accepted.run != run:
                return (await self.outcome(accepted.run, seconds)).document()
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    while True:
                        await self.feed.wait(news)
                        if (ended := self.feed.ended(run)) is not None:
                            return _flight_document(ended, "done", ended.number, ended.document())
                        flight = await run_in_threadpool(self.look, run)
                        if flight.status in ("done", "waiting"):
                            return flight.document()
        return _flight_document(accepted, "queued")

    def accept(
        self, question: str, *, asker: str = "", key: str | None = None, after: str | None = None
    ) -> Question:
        """Keep a question, so that it will be answered whatever becomes of this process.

        Args:
            question: The question, as asked.
            asker: Who asks.
            key: What the asker calls the request by.
            after: The number or id of the run that it follows; it must have ended.

        Raises:
            Problem: The key was used for another question, or there is no such run to follow.
            UsageError: It is empty, too long or no text.
        """
        follows = None if after is None else self._ended(after)
        with _refused():
            accepted = self._accepting(question, self.office.new_id(), asker, key, follows).result()
        self.workers.wake()
        return accepted

    def _accepting(
        self, question: str, run: str, asker: str, key: str | None, follows: str | None
    ) -> Future[Question]:
        check_question(question)
        asked_at = self.office.now()

        def write(ledger: Ledger) -> Question:
            # where it is written, so that two of one person at once are counted one after the other
            self.office.allowance.check(ledger, asker, key, asked_at)
            return ledger.questions.accept(
                question, run=run, asked_at=asked_at, asker=asker, key=key, follows=follows
            )

        return self.scribe.submit(write)

    def _ended(self, name: str) -> str:
        """Return the id of a run that has ended.

        Raises:
            Problem: There is no such run, or it goes on.
        """
        ledger = self.office.ledger()
        try:
            return ledger.get(name).run
        except UsageError as error:
            if ledger.questions.find(name) is None:
                raise Problem("not_found", 404, f"There is no run {name[:64]!r} to follow.") from error
            raise Problem("conflict", 409, "That question has no outcome yet; wait for it.") from error

    def stop(self, run: str, *, who: str) -> Flight:
        """Stop a question that has no outcome yet; one that has it stays as it is.

        A worker that answers it, in whichever process, ends it before its next request to the model.

        Raises:
            Problem: There is no such run.
        """
        flight = self.look(run)
        if flight.run is not None:
            return flight
        ledger, now = self.office.ledger(), self.office.now()
        ledger.questions.stop(run, at=now, who=who)
        nobody = flight.waiting or not ledger.questions.is_held(run, now=now)
        if flight.question is not None and nobody:
            with suppress(RunNotRecorded):  # it ended in this very moment
                give_up(self.office.desk(run), flight.question, StopReason.STOPPED)
        self.feed.tell(run)
        return self.look(run)

    def look(self, run: str) -> Flight:
        """Return where a question stands.

        Raises:
            Problem: There is no such run.
        """
        ledger = self.office.ledger()
        question = ledger.questions.find(run)
        done = ledger.find(run)
        if done is not None:
            return Flight(question=question, run=done, steps=tuple(done.document["steps"]), seen=0)
        if question is None:
            raise _not_there(ledger, run)
        kept = ledger.questions.steps(run)
        newest = max((step.taken for step in kept), default=0)
        return Flight(
            question=question,
            run=None,
            steps=tuple(step.document for step in kept if step.taken == newest),
            seen=kept[-1].number if kept else 0,
            waiting=bool(ledger.approvals.listed(run=run)),
            stopping=ledger.questions.is_stopped(run),
        )

    async def follow(self, run: str, *, until_decided: bool = False) -> AsyncIterator[Flight]:
        """Yield where a question stands, now and whenever that changed, until it is done or waits.

        Args:
            run: The id of the run.
            until_decided: Also go on while a held answer or a call waits for a person.

        Raises:
            Problem: There is no such run.
        """
        told: tuple[object, ...] = ()
        async with self.feed.watch(run) as news:
            while True:
                flight = await run_in_threadpool(self.look, run)
                state = (flight.status, flight.seen, flight.stopping, flight.is_undecided)
                if state != told:
                    told = state
                    yield flight
                waits = flight.status == "waiting" or flight.is_undecided
                if flight.status in ("done", "waiting") and not (until_decided and waits):
                    return
                await self.feed.wait(news)

    async def outcome(self, run: str, seconds: float) -> Flight:
        """Return where a question stands when it is done, or when some seconds have gone by."""
        flight = await run_in_threadpool(self.look, run)
        try:
            async with asyncio.timeout(seconds):
                async for latest in self.follow(run):
                    flight = latest
        except TimeoutError:
            return flight
        return flight


@contextmanager
def _refused() -> Iterator[None]:
    """Tell that a key was used for something else apart from a question that nobody can be asked."""
    try:
        yield
    except KeyUsed as error:
        raise Problem("conflict", 409, error.message) from error
    except TooMuch as error:
        raise Problem("throttled", 429, error.message, seconds=error.seconds) from error


def _flight_document(
    asked: Run | Question | Outcome,
    status: str,
    number: int | None = None,
    outcome: dict[str, Any] | None = None,
    *,
    steps: Sequence[dict[str, Any]] = (),
    is_stopping: bool = False,
) -> dict[str, Any]:
    return {
        "run": asked.run,
        "question": asked.question,
        "status": status,
        "stopping": is_stopping,
        "number": number,
        "steps": outcome["steps"] if outcome is not None else list(steps),
        "outcome": outcome,
    }


def asking_of(request: Request) -> Asking:
    """Return what answers the questions of the application that got this request."""
    asking: Asking = request.app.state.asking
    return asking


def run_of(request: Request, name: str) -> Run:
    """Return a run that has ended, by its number or id.

    Raises:
        Problem: There is no such run, or it is another's; which of the two is not told.
    """
    ledger = asking_of(request).office.ledger()
    if (found := ledger.find(name)) is None:
        raise _not_there(ledger, name)
    person = person_of(request)
    if not person.sees(None):
        question = ledger.questions.find(found.run)
        if not person.sees(question.asker if question else None):
            raise _no_run(name)
    return found


def flight_of(request: Request, run: str) -> Flight:
    """Return where a question stands that the person may see.

    Raises:
        Problem: There is no such run, or it is another's; which of the two is not told.
    """
    flight = asking_of(request).look(run)
    if not person_of(request).sees(flight.question.asker if flight.question else None):
        raise _no_run(run)
    return flight


def known_run(request: Request, run: str) -> str:
    """Return the id of a run that is there; a stream that has begun could not say that it is not."""
    flight = flight_of(request, run)
    return flight.run.run if flight.run is not None else run


def newest_of(request: Request, count: int, *, before: int | None = None) -> tuple[Run, ...]:
    """Return the newest runs that the person may see, newest first; with ``before``, those before it."""
    person = person_of(request)
    ledger = asking_of(request).office.ledger()
    return ledger.newest(count, before=before, asker=None if person.sees(None) else person.name)


def _not_there(ledger: Ledger, name: str) -> Problem:
    """Return what is said of a run that is not there: that it was removed, where it was."""
    removal = ledger.removal_of(name)
    return Problem("not_found", 404, removal) if removal else _no_run(name)


def _no_run(name: str) -> Problem:
    return Problem("not_found", 404, f"There is no run {name[:64]!r}.")
