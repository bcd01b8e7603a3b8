"""The workers of one process, whatever brings them their questions."""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tieout.interfaces.office import Office
    from tieout.interfaces.web.answerer import Answerer

__all__ = ["Crew", "make_crew"]


class Crew(Protocol):
    """Answers accepted questions in threads of its own."""

    async def start(self) -> None:
        """Start to work."""
        ...

    async def stop(self) -> None:
        """Finish what is being answered, within some seconds, and hand back the rest."""
        ...

    def busy(self) -> int:
        """Return how many questions are answered at this moment."""
        ...

    def trouble(self) -> str:
        """Return why it does not work, in a sentence; empty while it does."""
        ...

    def wake(self) -> None:
        """Be told that this process accepted a question."""
        ...

    def look(self) -> None:
        """Be told that a run that waited for a person can go on."""
        ...


def make_crew(office: Office, count: int, answerer: Answerer) -> Crew:
    """Return the workers of this process: brought to by the engine on a server, and by leases in a file.

    Args:
        office: The desk and its ledger.
        count: How many questions they answer at once.
        answerer: Answers a question that was brought.
    """
    name = f"{socket.gethostname()}:{os.getpid()}"
    address = office.server
    if address is None:
        from tieout.interfaces.web.worker import Workers

        return Workers(office=office, name=name, count=count, answerer=answerer)
    from tieout.interfaces.web.engine import EngineWorkers

    return EngineWorkers(office=office, address=address, name=name, count=count, answerer=answerer)
