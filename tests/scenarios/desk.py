"""A served desk: the program in a process of its own on a free port of loopback, and a client for it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
from tests.scenarios.program import start


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """A desk that is up.

    Attributes:
        address: Where it listens, ``http://127.0.0.1:PORT``.
        process: Its process.
        client: A client for it.
        others: Further clients, closed when it is no more.
    """

    address: str
    process: subprocess.Popen[bytes]
    client: httpx2.Client
    others: list[httpx2.Client] = field(default_factory=list)

    def connected(self, **headers: str) -> httpx2.Client:
        """Return one more client, with its own cookies."""
        client = httpx2.Client(base_url=self.address, timeout=30, headers=headers)
        self.others.append(client)
        return client


@contextmanager
def served(home: Path, *words: str) -> Iterator[Served]:
    """Serve until the block ends; a process that the block killed is not waited for in vain."""
    process = start(home, "serve", "--dataset", "core8", "--port", "0", *words)
    try:
        assert process.stderr is not None
        line = process.stderr.readline().decode()
        assert line.startswith("Tieout at "), line + process.stderr.read().decode()
        address = line.removeprefix("Tieout at ").partition("/;")[0]
        with httpx2.Client(base_url=address, timeout=30) as client:
            one = Served(address=address, process=process, client=client)
            try:
                yield one
            finally:
                for other in one.others:
                    other.close()
    finally:
        process.terminate()
        process.communicate(timeout=30)
