"""Notes: the steps of runs that go on, written down together a moment later for all who watch.

A run that has ended by then needs none: its own row has all its steps.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from tieout.errors import LedgerError
from tieout.ledger.storage import AlreadyThere

if TYPE_CHECKING:
    from tieout.interfaces.office import Office
    from tieout.ledger import NewStep

__all__ = ["Notes"]

_LOG: Final = logging.getLogger(__name__)

_GATHER_SECONDS: Final = 0.05
"""How long steps gather before they are written: a watcher sees a step this much later at most."""


class Notes:
    """The steps of one process that are not written down yet.

    Args:
        office: Whose ledger they go to.
        on_news: Called with a run's id when steps of it were written.
    """

    def __init__(self, office: Office, on_news: Callable[[str], None]) -> None:
        self._office = office
        self._on_news = on_news
        self._steps: dict[str, list[NewStep]] = {}
        self._lock = threading.Lock()
        self._has_some = threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="tieout-notes", daemon=True)

    def start(self) -> None:
        """Start to write."""
        self._thread.start()

    def stop(self) -> None:
        """Write no more."""
        self._stop.set()
        self._has_some.set()
        self._thread.join()

    def add(self, step: NewStep) -> None:
        """Note a step."""
        with self._lock:
            self._steps.setdefault(step.run, []).append(step)
        self._has_some.set()

    def drop(self, run: str) -> None:
        """Drop what was noted of a run that has ended."""
        with self._lock:
            self._steps.pop(run, None)

    def _work(self) -> None:
        while True:
            self._has_some.wait()
            if self._stop.wait(_GATHER_SECONDS):
                return
            self._has_some.clear()
            with self._lock:
                noted, self._steps = self._steps, {}
            if not noted:
                continue
            try:
                self._write([step for steps in noted.values() for step in steps])
            except LedgerError:
                _LOG.exception("steps cannot be written down")
                continue
            for run in noted:
                self._on_news(run)

    def _write(self, steps: Sequence[NewStep]) -> None:
        questions = self._office.ledger().questions
        try:
            questions.append_steps(steps)
        except AlreadyThere:
            for step in steps:
                with suppress(AlreadyThere):
                    questions.append_steps([step])
