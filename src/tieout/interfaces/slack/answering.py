"""The workers of the chat door, on an event loop of their own: nothing else there is asynchronous."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from tieout.interfaces.web.answerer import Answerer
from tieout.interfaces.web.crew import make_crew
from tieout.interfaces.web.notes import Notes

if TYPE_CHECKING:
    from tieout.interfaces.office import Office

__all__ = ["Answering"]


class Answering:
    """Answers what was accepted, here or in another process on the same ledger.

    Args:
        office: The desk and its ledger.
        workers: How many questions it answers at once; 0 to leave them to others.
        on_news: Called with the id of a run of which there is news.
    """

    def __init__(self, office: Office, workers: int, on_news: Callable[[str], None]) -> None:
        self._notes = Notes(office, on_news)
        answerer = Answerer(
            office=office, notes=self._notes, on_end=lambda outcome: on_news(outcome.run), on_news=on_news
        )
        self._crew = make_crew(office, workers, answerer) if workers else None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="tieout-answering", daemon=True)

    def start(self) -> None:
        """Start to work."""
        self._notes.start()
        self._thread.start()
        if self._crew is not None:
            asyncio.run_coroutine_threadsafe(self._crew.start(), self._loop).result()

    def wake(self) -> None:
        """Be told that this process accepted a question."""
        if self._crew is not None:
            self._crew.wake()

    def stop(self) -> None:
        """Finish what is being answered, within some seconds; the rest is answered by others later."""
        if self._crew is not None:
            asyncio.run_coroutine_threadsafe(self._crew.stop(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._notes.stop()
