"""The workers of one process, whatever brings them their questions."""

from __future__ import annotations

from typing import Protocol

__all__ = ["Crew"]


class Crew(Protocol):
    """Answers accepted questions in threads of its own."""

    async def start(self) -> None:
        """Start to work."""
        ...

    async def stop(self) -> None:
        """Finish what is being answered, within some seconds, and hand back the rest."""
        ...

    def wake(self) -> None:
        """Be told that this process accepted a question."""
        ...

    def look(self) -> None:
        """Be told that a run that waited for a person can go on."""
        ...
