"""The feed: who watches a run is told of its news, also of those that another process wrote.

Watching costs an event each. A ledger's server tells of what other processes write; into a file one task
looks, for all who watch.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Final

from starlette.concurrency import run_in_threadpool

from tieout.errors import LedgerError

if TYPE_CHECKING:
    from tieout.interfaces.office import Office
    from tieout.interfaces.web.listening import Listening
    from tieout.outcome import Outcome

__all__ = ["Feed"]

_LOG: Final = logging.getLogger(__name__)

_LOOK_SECONDS: Final = 0.5
"""How often a file is looked into: another process's news come this late at most."""

_SURE_SECONDS: Final = 20.0
"""How long a watcher waits before it looks by itself, should news have been lost."""


class Feed:
    """News of runs, for the event loop of one process.

    Args:
        office: Whose ledger it is.

    Attributes:
        is_told: Tells of a run whether this process itself will tell of it, so that nobody needs to look.
    """

    is_told: Callable[[str], bool]

    def __init__(self, office: Office) -> None:
        self._office = office
        self.is_told = lambda _: False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watchers: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._ended: dict[str, Outcome] = {}
        self._listening: Listening | None = None
        self._looking: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Belong to the running event loop, and begin to look or to listen."""
        self._loop = asyncio.get_running_loop()
        address = self._office.server
        if address is None:
            self._looking = asyncio.create_task(self._look())
            return
        from tieout.interfaces.web.listening import Listening

        self._listening = Listening(address, self._hear, self._tell_all)
        self._listening.start()

    async def stop(self) -> None:
        """Look and listen no more."""
        if self._looking is not None:
            self._looking.cancel()
            with suppress(asyncio.CancelledError):
                await self._looking
        if self._listening is not None:
            await run_in_threadpool(self._listening.stop)

    def end(self, outcome: Outcome) -> None:
        """Wake whoever watches a run that has ended, or waits, in this process; from any thread."""
        if outcome.run in self._watchers and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end, outcome)

    def ended(self, run: str) -> Outcome | None:
        """Return the outcome of a watched run that has ended in this process while it was watched."""
        return self._ended.get(run)

    def tell(self, run: str) -> None:
        """Wake whoever watches a run; from any thread."""
        if run in self._watchers and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, run)

    @asynccontextmanager
    async def watch(self, run: str) -> AsyncIterator[asyncio.Event]:
        """Give an event that is set at each news of a run."""
        event = asyncio.Event()
        self._watchers[run].add(event)
        try:
            yield event
        finally:
            self._watchers[run].discard(event)
            if not self._watchers[run]:
                del self._watchers[run]
                self._ended.pop(run, None)

    @staticmethod
    async def wait(event: asyncio.Event) -> None:
        """Wait for news, or until it is time to look."""
        try:
            async with asyncio.timeout(_SURE_SECONDS):
                await event.wait()
        except TimeoutError:
            return
        event.clear()

    async def _look(self) -> None:
        marks: dict[str, int] | None = None
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            if not self._watchers:
                marks = None
                continue
            try:
                runs, marks = await run_in_threadpool(self._news_since, marks)
            except LedgerError:
                _LOG.exception("the ledger cannot be looked into")
                continue
            for run in self._watchers if runs is None else runs:
                self._wake(run)

    def _news_since(self, marks: dict[str, int] | None) -> tuple[frozenset[str] | None, dict[str, int]]:
        """Return the runs with news, and how far was seen; None for any run where nobody looked before."""
        news = self._office.ledger().news
        return (None, news.marks()) if marks is None else news.since(marks)

    def _end(self, outcome: Outcome) -> None:
        if outcome.run in self._watchers:
            if outcome.number:
                self._ended[outcome.run] = outcome
            self._wake(outcome.run)

    def _wake(self, run: str) -> None:
        for event in self._watchers.get(run, ()):
            event.set()

    def _hear(self, run: str) -> None:
        if not self.is_told(run):
            self.tell(run)

    def _tell_all(self) -> None:
        for run in tuple(self._watchers):
            self.tell(run)
