"""What works in a process beside its requests: the committing thread, the workers, what tells of news."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from starlette.concurrency import run_in_threadpool

from tieout.interfaces.web.answerer import Answerer
from tieout.interfaces.web.crew import Crew, make_crew
from tieout.interfaces.web.feed import Feed
from tieout.interfaces.web.metrics import Metrics
from tieout.interfaces.web.notes import Notes

if TYPE_CHECKING:
    from tieout.interfaces.office import Office
    from tieout.interfaces.scribe import Scribe
    from tieout.outcome import Outcome

__all__ = ["Works"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Works:
    """The works of one process.

    Attributes:
        scribe: Commits what all threads append.
        feed: Tells who watches a run of its news.
        notes: Writes down the steps of runs that go on.
        metrics: What is counted.
        crew: Answers accepted questions.
    """

    scribe: Scribe
    feed: Feed
    notes: Notes
    metrics: Metrics
    crew: Crew

    @classmethod
    def of(cls, office: Office, workers: int) -> Self:
        """Put the works of an office together; it commits through them from now on."""
        scribe = office.commit_together()
        feed, metrics = Feed(office), Metrics(office)
        notes = Notes(office, feed.tell)

        def ended(outcome: Outcome) -> None:
            metrics.outcome(outcome)
            feed.end(outcome)

        answerer = Answerer(
            office=office, notes=notes, on_end=ended, on_news=feed.tell, on_trouble=metrics.ledger_error
        )
        feed.is_told = answerer.is_answering
        crew = make_crew(office, workers, answerer)
        metrics.watch(workers, crew.busy)
        return cls(scribe=scribe, feed=feed, notes=notes, metrics=metrics, crew=crew)

    async def start(self) -> None:
        """Start to work, in the running event loop."""
        await self.feed.start()
        self.notes.start()
        await self.crew.start()

    async def stop(self) -> None:
        """Finish what is being answered, within some seconds, and write what was handed over."""
        await self.crew.stop()
        await self.feed.stop()
        await run_in_threadpool(self.notes.stop)
        await run_in_threadpool(self.scribe.stop)
