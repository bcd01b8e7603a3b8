"""Listening: what a ledger's server tells of runs, whichever process and door wrote about them."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final

import psycopg

from tieout.ledger.news_tables import NEWS

__all__ = ["Listening"]

_LOG: Final = logging.getLogger(__name__)

_LOOK_SECONDS: Final = 1.0
"""How often it is looked whether to stop, and whether the connection is still there."""


class Listening:
    """A thread that listens: waiting in PostgreSQL's own library costs less than in an event loop.

    Args:
        address: The server, as PostgreSQL's own library reads it.
        on_news: Called with the id of a run, in the thread.
        on_gap: Called when news may have been missed, as after a lost connection.
    """

    def __init__(self, address: str, on_news: Callable[[str], None], on_gap: Callable[[], None]) -> None:
        self._address, self._on_news, self._on_gap = address, on_news, on_gap
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="tieout-listening", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """Listen no more."""
        self._stop.set()
        self._thread.join()

    def _work(self) -> None:
        while not self._stop.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {NEWS}")
                    self._on_gap()
                    self._hear(connection)
            except psycopg.Error:
                _LOG.exception("the ledger's server cannot be listened to")
                self._stop.wait(_LOOK_SECONDS)

    def _hear(self, connection: psycopg.Connection) -> None:
        while not self._stop.is_set():
            for told in connection.notifies(timeout=_LOOK_SECONDS):
                self._on_news(told.payload)
                if self._stop.is_set():
                    return
