"""Hands: some threads that answer questions, and do not keep a process alive that is told to end."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

__all__ = ["Hands"]


class Hands:
    """Daemon threads that do what they are given, one thing each at a time.

    Args:
        count: How many.
    """

    def __init__(self, count: int) -> None:
        self._given: queue.SimpleQueue[tuple[Callable[[], Any], Future[Any]]] = queue.SimpleQueue()
        for number in range(count):
            threading.Thread(target=self._work, name=f"tieout-worker-{number}", daemon=True).start()

    def do(self, task: Callable[[], Any]) -> Future[Any]:
        """Do something as soon as a thread is free."""
        done: Future[Any] = Future()
        self._given.put((task, done))
        return done

    def _work(self) -> None:
        while True:
            task, done = self._given.get()
            if not done.set_running_or_notify_cancel():
                continue
            try:
                result = task()
            except BaseException as error:
                done.set_exception(error)
            else:
                done.set_result(result)
