"""The answerer: takes one accepted question to its outcome, whoever brought it, and keeps its steps."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tieout.assistant.trace import StopReason
from tieout.desk import RunNotRecorded
from tieout.errors import LedgerError, UsageError
from tieout.interfaces.web.ending import give_up
from tieout.ledger import NewStep
from tieout.ledger.storage import AlreadyThere
from tieout.outcome import step_document

if TYPE_CHECKING:
    from tieout.assistant.trace import Step
    from tieout.desk import Desk
    from tieout.interfaces.office import Office
    from tieout.interfaces.web.notes import Notes
    from tieout.ledger import Question
    from tieout.outcome import Outcome

__all__ = ["ABANDONED", "ANOTHER_DESK", "MOST_TAKEN", "Answerer", "Turn"]

_LOG: Final = logging.getLogger(__name__)

MOST_TAKEN: Final = 3
"""Processes that one question may cost; after that it is recorded as failed."""

_YOUNG_SECONDS: Final = 0.05
"""How long a run does not look whether a person stopped it; a planner is done by then."""

ABANDONED: Final = "abandoned"
"""The stop reason of a question that no process which took it lived to answer."""

ANOTHER_DESK: Final = "another_desk"
"""The stop reason of a run that waited for a person, and came back to a desk with other data or model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One worker's turn at a question.

    Attributes:
        question: The question.
        taken: Which turn its steps belong to; a later one's is higher.
        before: How many workers took the question before and did not live to end it.
        waited: How often its run has waited for a person; above 0 it goes on, and does not begin.
        is_stopped: True where a person stopped the question before it was taken.
    """

    question: Question
    taken: int
    before: int
    waited: int
    is_stopped: bool = False


def _nothing() -> None:
    """Do nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answerer:
    """Answers questions at the desk of an office, in whatever thread it is called.

    Attributes:
        office: The desk and its ledger.
        notes: Where the steps go while a run goes on.
        on_end: Called with the outcome of a run that has ended, or waits, once that is kept.
        on_news: Called with the id of a run that was ended elsewhere while it was answered here.
        on_trouble: Called when the ledger cannot be used.
    """

    office: Office
    notes: Notes
    on_end: Callable[[Outcome], None]
    on_news: Callable[[str], None]
    on_trouble: Callable[[], None] = _nothing
    _going: set[str] = field(default_factory=set)

    def is_answering(self, run: str) -> bool:
        """Return True for a run that goes on here, and whose end is told here."""
        return run in self._going

    def answer(self, turn: Turn) -> None:
        """Answer a question, or find that it was answered elsewhere.

        Raises:
            LedgerError: What became of it could not be kept; it is to be taken again.
        """
        run = turn.question.run
        self._going.add(run)
        try:
            outcome = self._end(turn, self.office.desk(run))
        except RunNotRecorded as error:
            if not isinstance(error.__cause__, AlreadyThere):
                self.on_trouble()
                raise
            _LOG.info("run %s was answered elsewhere", run)
            self.on_news(run)
        except LedgerError:
            self.on_trouble()
            raise
        except Exception:
            # the desk has recorded that the run ended so
            _LOG.exception("run %s ended in an error", run)
            self.on_news(run)
        else:
            self.on_end(outcome)
        finally:
            self._going.discard(run)
            self.notes.drop(run)

    def _end(self, turn: Turn, desk: Desk) -> Outcome:
        """Answer a question, go on with one that waited for a person, or give up one that kills."""
        question = turn.question
        keep, stopped = self._keeping(turn), self._stopping(question.run)
        if turn.is_stopped:
            return give_up(desk, question, StopReason.STOPPED)
        if turn.before >= MOST_TAKEN:
            return give_up(desk, question, ABANDONED)
        if not turn.waited:
            return desk.ask(question.question, keep, after=question.follows, stopped=stopped)
        try:
            return desk.resume(question.run, keep, stopped=stopped)
        except UsageError:
            _LOG.exception("run %s cannot go on at this desk", question.run)
            return give_up(desk, question, ANOTHER_DESK)

    def _stopping(self, run: str) -> Callable[[], bool]:
        """Return what tells whether a person stopped a run, in this process or another."""
        began = time.monotonic()

        def is_stopped() -> bool:
            is_young = time.monotonic() - began < _YOUNG_SECONDS
            return not is_young and self.office.ledger().questions.is_stopped(run)

        return is_stopped

    def _keeping(self, turn: Turn) -> Callable[[Step], None]:
        """Return what keeps each step for those who watch."""
        place = 0

        def keep(step: Step) -> None:
            nonlocal place
            place += 1
            self.notes.add(
                NewStep(run=turn.question.run, taken=turn.taken, place=place, document=step_document(step))
            )

        return keep
