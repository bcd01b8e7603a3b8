"""The turns before a question, as its page shows them: what was asked, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tieout.interfaces.web.asking import run_of
from tieout.interfaces.web.problems import Problem

if TYPE_CHECKING:
    from fastapi import Request

    from tieout.interfaces.web.asking import Flight
    from tieout.ledger import Run

__all__ = ["Earlier", "asked_words", "earlier_turns"]

_MOST: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """One turn before.

    Attributes:
        run: The id of its run.
        asked: The words that were asked.
        outcome: How it ended.
        given: What readers were given; empty for nothing.
    """

    run: str
    asked: str
    outcome: str
    given: str


def asked_words(run: Run) -> str:
    """Return a question as it was typed, also where it was written out in full."""
    follows = run.document.get("follows")
    return str(follows["asked"]) if follows else run.question


def earlier_turns(request: Request, flight: Flight) -> list[Earlier]:
    """Return the turns before a question, the first one first; as many as its reader may see."""
    found: list[Earlier] = []
    at = _followed(flight)
    while at is not None and len(found) < _MOST:
        try:
            run = run_of(request, at)
        except Problem:
            break
        found.append(Earlier(run=run.run, asked=asked_words(run), outcome=run.outcome, given=run.given))
        at = (run.document.get("follows") or {}).get("run")
    return found[::-1]


def _followed(flight: Flight) -> str | None:
    if flight.run is not None:
        follows = flight.run.document.get("follows")
        return follows["run"] if follows else None
    return flight.question.follows if flight.question is not None else None
