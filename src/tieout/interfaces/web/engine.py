"""Workers of many machines: Procrastinate brings the questions of a ledger on a server to whoever is free.

A job is made when its question is accepted, brought to one worker, and gone when the run is there. A worker
that lives says so every second. The jobs of one that fell silent are given to others by whichever process
notices first. What the engine writes about a job need not wait for the disk: a server that forgets in a crash
that a job was begun or ended has it begun again, and finds the run.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from procrastinate import App, BaseRetryStrategy, JobContext, PsycopgConnector, RetryDecision
from procrastinate.exceptions import ConnectorException
from procrastinate.worker import Worker
from psycopg_pool import AsyncConnectionPool
from starlette.concurrency import run_in_threadpool

from tieout.errors import LedgerError
from tieout.interfaces.web.answerer import Turn
from tieout.interfaces.web.hands import Hands
from tieout.interfaces.web.worker import GRACE_SECONDS
from tieout.ledger.jobs import QUEUE, TASK

if TYPE_CHECKING:
    from procrastinate.jobs import Job
    from psycopg import AsyncConnection

    from tieout.interfaces.office import Office
    from tieout.interfaces.web.answerer import Answerer

__all__ = ["EngineWorkers"]

_LOG: Final = logging.getLogger(__name__)

_SAYS_SECONDS: Final = 1.0
"""How often a worker says that it lives."""

_SILENT_SECONDS: Final = 3.0
"""How long a worker is silent before its jobs are given to others."""

_SWEEP_SECONDS: Final = 1.0
"""How often each process looks for the jobs of the silent, and for questions without a job."""

_POLL_SECONDS: Final = 1.0
"""How often a worker looks for jobs by itself; it is told of new ones, but not of those given back."""

_FORGET_SECONDS: Final = 3600.0
"""How long after its last word a dead worker's own row is removed."""

_JOBS_PER_TURN: Final = 1_000
"""Turns are numbered by job, and within a job by how often it was taken."""


class _Again(BaseRetryStrategy):
    """Give back a job that a process did not end, or whose run the ledger could not keep."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision:
        """Return when: at once when the process is told to end, later the more often it went wrong."""
        if isinstance(exception, asyncio.CancelledError):
            return RetryDecision(retry_in={"seconds": 0})
        return RetryDecision(retry_in={"seconds": min(2 * (job.attempts + 1), 60)})


class EngineWorkers:
    """The workers of one process.

    Args:
        office: The desk and its ledger.
        address: The ledger's server, as PostgreSQL's own library reads it.
        name: What this process is called in the engine's log.
        count: How many questions it answers at once.
        answerer: Answers a question that was brought.
    """

    def __init__(self, *, office: Office, address: str, name: str, count: int, answerer: Answerer) -> None:
        self._office, self._name, self._count, self._answerer = office, name, count, answerer
        # not checked each time it is taken: a lost connection costs one job that is taken again
        self._pool = AsyncConnectionPool(address, min_size=1, max_size=4, configure=_prepared, open=False)
        self._app = App(connector=PsycopgConnector())
        self._app.task(name=TASK, queue=QUEUE, pass_context=True, retry=_Again())(self._answer)
        self._hands = Hands(count)
        self._mine: set[int] = set()
        self._worker: Any = None  # its methods tell no types
        self._is_ending = False
        self._due = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._settled = 0
        self._looked_at = time.monotonic()

    async def start(self) -> None:
        """Connect, and start to work."""
        await self._pool.open(wait=True)
        await self._app.open_async(self._pool)
        self._tasks = [asyncio.create_task(self._work()), asyncio.create_task(self._sweep())]

    async def stop(self) -> None:
        """Finish what is being answered, within some seconds; give the rest back."""
        self._is_ending = True
        working, sweeping = self._tasks
        sweeping.cancel()
        if self._worker is not None:
            self._worker.stop()
        with suppress(TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(working, GRACE_SECONDS + 5)
        with suppress(Exception):
            await self._pool.close()

    def busy(self) -> int:
        """Return how many questions are answered at this moment."""
        return len(self._mine)

    def trouble(self) -> str:
        """Return why it does not work; empty while it does."""
        if self._worker is None or self._worker.worker_id is None:
            return "The workers cannot reach the engine's server."
        if time.monotonic() - self._looked_at > _SILENT_SECONDS * 3:
            return "The engine's jobs cannot be looked through."
        return ""

    def wake(self) -> None:
        """Do nothing: the engine tells all workers of what was accepted."""

    def look(self) -> None:
        """Look now for a run that can go on."""
        self._due.set()

    async def _work(self) -> None:
        while not self._is_ending:
            self._worker = Worker(
                app=self._app,
                queues=[QUEUE],
                name=self._name,
                concurrency=self._count,
                fetch_job_polling_interval=_POLL_SECONDS,
                abort_job_polling_interval=_FORGET_SECONDS,
                shutdown_graceful_timeout=GRACE_SECONDS,
                delete_jobs="successful",
                install_signal_handlers=False,
                update_heartbeat_interval=_SAYS_SECONDS,
                stalled_worker_timeout=_FORGET_SECONDS,
            )
            try:
                await self._worker.run()
            except ConnectorException:
                _LOG.exception("the engine's worker cannot reach its server")
            if not self._is_ending:
                await asyncio.sleep(_SAYS_SECONDS)

    async def _answer(self, context: JobContext, *, run: str) -> None:
        job = context.job
        number = job.id or 0
        self._mine.add(number)
        try:
            task = partial(self._take, run, number * _JOBS_PER_TURN + job.attempts, job.attempts)
            await asyncio.wrap_future(self._hands.do(task))
        finally:
            self._mine.discard(number)

    def _take(self, run: str, taken: int, before: int) -> None:
        found = self._office.ledger().questions.unanswered(run)
        if found is not None:
            question, waited, is_stopped = found
            self._answerer.answer(
                Turn(question=question, taken=taken, before=before, waited=waited, is_stopped=is_stopped)
            )

    async def _sweep(self) -> None:
        lost: set[int] = set()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(_SWEEP_SECONDS):
                    await self._due.wait()
            self._due.clear()
            try:
                lost = await self._give_back(lost)
                await run_in_threadpool(self._defer_lost)
                self._looked_at = time.monotonic()
            except (ConnectorException, LedgerError):
                _LOG.exception("the engine's jobs cannot be looked through")

    async def _give_back(self, lost: set[int]) -> set[int]:
        """Give others the jobs of silent workers, and those of which this one was told and knows nothing.

        Args:
            lost: The jobs that this worker did not know of the last time.

        Returns:
            Those it does not know of now: one whose end could not be written down is among them.
        """
        jobs = self._app.job_manager
        stalled = list(await jobs.get_stalled_jobs(queue=QUEUE, seconds_since_heartbeat=_SILENT_SECONDS))
        unknown: set[int] = set()
        own = self._worker.worker_id if self._worker is not None else None
        if own is not None:
            for job in await jobs.list_jobs_async(queue=QUEUE, status="doing", worker_id=own):
                if job.id is not None and job.id not in self._mine:
                    unknown.add(job.id)
                    if job.id in lost:
                        stalled.append(job)
        for job in stalled:
            # another process may have given it back by now
            with suppress(ConnectorException):
                await jobs.retry_job(job)
                _LOG.warning("the job of run %s was given back", job.task_kwargs.get("run"))
        return unknown

    def _defer_lost(self) -> None:
        questions = self._office.ledger().questions
        self._settled = questions.settled(known=self._settled)
        questions.defer_lost(now=self._office.now(), settled=self._settled)


async def _prepared(connection: AsyncConnection[Any]) -> None:
    await connection.set_autocommit(True)
    await connection.execute("SET synchronous_commit = off")
