"""How a question ends that nobody answers: with what its run did before, where that is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tieout.errors import UsageError

if TYPE_CHECKING:
    from tieout.desk import Desk
    from tieout.ledger import Question
    from tieout.outcome import Outcome

__all__ = ["give_up"]


def give_up(desk: Desk, question: Question, stop: str) -> Outcome:
    """Record that a question failed, by a stop reason, and return how it ended.

    Raises:
        RunNotRecorded: It ended otherwise before, or the ledger could not keep it.
    """
    try:
        return desk.abandon_waiting(question.run, stop)
    except UsageError:  # it never waited for a person, so that nothing is kept of it but its steps
        return desk.abandon(question.question, stop, after=question.follows)
