"""The scribe: one thread that commits together what many threads of a process append at the same time.

A commit waits for the disk, and the next one waits for it. While one goes on, whatever else is to be written
gathers, and goes with the next: the busier the process, the fewer waits a row costs.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tieout.ledger import Ledger
    from tieout.ledger.storage import Storage

__all__ = ["Scribe", "SharedStorage"]

_MOST_TOGETHER: Final = 64
"""How much is committed together; a batch that is refused is written again one by one."""

Writing = Callable[["Ledger"], Any]


class Scribe:
    """Writes to a ledger what is handed to it, from any thread.

    Args:
        open_ledger: Opens a ledger for the scribe's own thread.
    """

    def __init__(self, open_ledger: Callable[[], Ledger]) -> None:
        self._open = open_ledger
        self._given: queue.SimpleQueue[tuple[Writing, Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="tieout-scribe", daemon=True)
        self._thread.start()

    def submit(self, writing: Writing) -> Future[Any]:
        """Hand over something to write; what is returned is done when it is safe from a crash.

        Args:
            writing: Called with a ledger, in the scribe's thread, and a second time when what was written
                together with it was refused.
        """
        done: Future[Any] = Future()
        self._given.put((writing, done))
        return done

    def stop(self) -> None:
        """Write what was handed over, and end."""
        self._given.put(None)
        self._thread.join()

    def _work(self) -> None:
        ledger: Ledger | None = None
        while (first := self._given.get()) is not None:
            batch = [first]
            while len(batch) < _MOST_TOGETHER and not self._given.empty():
                following = self._given.get()
                if following is None:
                    self._given.put(None)
                    break
                batch.append(following)
            try:
                ledger = ledger or self._open()
            except BaseException as error:
                for _, done in batch:
                    done.set_exception(error)
                continue
            _write(ledger, batch)


def _write(ledger: Ledger, batch: Sequence[tuple[Writing, Future[Any]]]) -> None:
    """Write a batch in one transaction; when that is refused, each by itself."""
    if len(batch) > 1:
        try:
            with ledger.storage.together():
                results = [writing(ledger) for writing, _ in batch]
        except Exception:
            results = []
        if results:
            for (_, done), result in zip(batch, results, strict=True):
                done.set_result(result)
            return
    for writing, done in batch:
        try:
            result = writing(ledger)
        except BaseException as error:
            done.set_exception(error)
        else:
            done.set_result(result)


class SharedStorage:
    """The rows of a ledger, read by the thread that has it, and appended by the scribe.

    Attributes:
        place: Where the ledger is.
    """

    __slots__ = ("_is_one", "_scribe", "_storage", "place")

    def __init__(self, storage: Storage, scribe: Scribe) -> None:
        self._storage = storage
        self._scribe = scribe
        self._is_one = False
        self.place = storage.place

    def rows(self, statement: str, **values: object) -> Sequence[tuple[Any, ...]]:
        """Return the rows of a SELECT."""
        return self._storage.rows(statement, **values)

    def append(self, statement: str, **values: object) -> int:
        """Run an INSERT, together with others unless it is one of several that are one."""
        if self._is_one:
            return self._storage.append(statement, **values)
        written = self._scribe.submit(lambda ledger: ledger.storage.append(statement, **values))
        return int(written.result())

    def remove(self, statement: str, **values: object) -> int:
        """Run a DELETE, in this thread."""
        return self._storage.remove(statement, **values)

    @contextmanager
    def alone(self, name: str) -> Iterator[None]:
        """Do several statements as one, in this thread."""
        with self._storage.alone(name), self._as_one():
            yield

    @contextmanager
    def together(self, *, is_durable: bool = True) -> Iterator[None]:
        """Do several statements as one, in this thread."""
        with self._storage.together(is_durable=is_durable), self._as_one():
            yield

    @contextmanager
    def _as_one(self) -> Iterator[None]:
        before, self._is_one = self._is_one, True
        try:
            yield
        finally:
            self._is_one = before

    def defer(self, run: str) -> None:
        """Leave the question of a run to the engine."""
        self._storage.defer(run)

    def close(self) -> None:
        """Close what this thread reads from."""
        self._storage.close()
