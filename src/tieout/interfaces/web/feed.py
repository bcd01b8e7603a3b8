"""The feed: who watches a run is told of its news, also of those that another process wrote.

Watching costs an event each; one task for all of them looks into the ledger for what other processes wrote.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

__all__ = ["Feed"]

_LOOK_SECONDS: Final = 0.5
"""How often watchers look by themselves: another process's news come this late at most."""


@dataclass(slots=True)
class Feed:
    """News of runs, for the event loop of one process."""

    _loop: asyncio.AbstractEventLoop | None = None
    _watchers: dict[str, set[asyncio.Event]] = field(default_factory=lambda: defaultdict(set))

    def start(self) -> None:
        """Belong to the running event loop."""
        self._loop = asyncio.get_running_loop()

    def tell(self, run: str) -> None:
        """Wake whoever watches a run; from any thread."""
        if self._loop is not None and not self._loop.is_closed():
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

    @staticmethod
    async def wait(event: asyncio.Event) -> None:
        """Wait for news, or until it is time to look."""
        try:
            async with asyncio.timeout(_LOOK_SECONDS):
                await event.wait()
        except TimeoutError:
            return
        event.clear()

    def _wake(self, run: str) -> None:
        for event in self._watchers.get(run, ()):
            event.set()
