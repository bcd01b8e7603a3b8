"""The teller: a thread that accepts what was asked in chats, and tells in each what became of it.

Everything it needs is in the ledger, so it goes on where a killed one stopped, and hears of what another
process answered or a person decided elsewhere.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from tieout.errors import TieoutError, UsageError
from tieout.interfaces.slack.messages import (
    Message,
    decided_message,
    decision_message,
    outcome_message,
    plain_message,
)
from tieout.interfaces.slack.sending import Later, Never
from tieout.ledger import Stage

if TYPE_CHECKING:
    from tieout.interfaces.office import Office
    from tieout.interfaces.slack.sending import Slack
    from tieout.ledger import Chat, Due, Run, Turn

__all__ = ["Teller"]

_LOG: Final = logging.getLogger(__name__)

TURN: Final = timedelta(seconds=12)
"""How long what a killed process was telling waits for another one."""

LONGEST_PAUSE: Final = timedelta(minutes=5)
"""The longest time between two tries of what fails in passing."""

_IDLE_SECONDS: Final = 0.5
"""How often it looks by itself: what another process did is told this late at most."""

_LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)


@dataclass(slots=True, kw_only=True)
class Teller:
    """Tells in the threads of one workspace.

    Attributes:
        office: The ledger, the clock and the names.
        slack: The workspace.
        wake_workers: Called when a question was accepted.
        public_url: Where others reach the pages of the desk; empty where they do not.
    """

    office: Office
    slack: Slack
    wake_workers: Callable[[], None]
    public_url: str = ""
    _settled: int = 0
    _quiet_until: datetime = _LONG_AGO
    _news: threading.Event = field(default_factory=threading.Event)
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def start(self) -> None:
        """Start the thread."""
        self._thread = threading.Thread(target=self._work, name="tieout-teller", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Let it look now; from any thread."""
        self._news.set()

    def stop(self, seconds: float = 10.0) -> None:
        """End the thread, within some seconds; what is untold is told by another one later."""
        self._stop.set()
        self._news.set()
        if self._thread is not None:
            self._thread.join(seconds)

    def _work(self) -> None:
        while not self._stop.is_set():
            try:
                if not self._look():
                    self._settled = self.office.ledger().chats.settled(known=self._settled)
                    self._news.wait(_IDLE_SECONDS)
                    self._news.clear()
            except TieoutError:
                _LOG.exception("the ledger cannot be used")
                self._stop.wait(_IDLE_SECONDS)
            except Exception:
                _LOG.exception("what was asked in a chat could not be told")
                self._stop.wait(_IDLE_SECONDS)

    def _look(self) -> bool:
        """Do what is to be done; False when there was nothing, or Slack asked to wait."""
        news = self.office.ledger().chats.due(now=self.office.now(), settled=self._settled)
        has_done = False
        for one in news:
            if self._stop.is_set() or self.office.now() < self._quiet_until:
                return False
            has_done = self._attend(one) or has_done
        return has_done

    def _attend(self, news: Due) -> bool:
        """Do one thing; False for a question that waits for the one before it in its thread."""
        ledger, chat = self.office.ledger(), news.chat
        if news.run is not None:
            self._tell(news, ledger.get(news.run))
            return True
        earlier = ledger.chats.earlier(chat)
        if earlier is not None and not earlier.has_ended:
            return False
        follows = None if earlier is None else earlier.run
        try:
            self.office.accept(chat.text, asker=chat.asker, key=chat.event, follows=follows)
        except UsageError as error:
            self._tell_refused(news, error)
            return True
        self.wake_workers()
        self.slack.react(chat)
        return True

    def _tell_refused(self, news: Due, error: UsageError) -> None:
        turn = self._turn(news.chat, Stage.OUTCOME)
        if turn is not None:
            said = plain_message(error.message)
            self._try(news.chat, turn, lambda: self._post(news.chat, turn, said))

    def _tell(self, news: Due, run: Run) -> None:
        turn = self._turn(news.chat, news.stage)
        if turn is None:
            return
        page = f"{self.public_url}/runs/{run.run}" if self.public_url else ""
        if turn.stage is Stage.OUTCOME:
            self._try(news.chat, turn, lambda: self._post(news.chat, turn, outcome_message(run, page)))
        else:
            self._try(news.chat, turn, lambda: self._decided(news, turn, run, page))

    def _decided(self, news: Due, turn: Turn, run: Run, page: str) -> str:
        posted = self._post(news.chat, turn, decision_message(run, self.office.names, page))
        if news.told:
            try:
                self.slack.change(news.chat, news.told, decided_message(run, page))
            except Never as error:
                _LOG.info("the message that said held stays as it is: %s", error)
        return posted

    def _post(self, chat: Chat, turn: Turn, message: Message) -> str:
        found = self.slack.find(chat, turn.stage) if turn.turn > 1 else None
        return found or self.slack.post(chat, turn.stage, message)

    def _turn(self, chat: Chat, stage: Stage) -> Turn | None:
        now = self.office.now()
        return self.office.ledger().chats.take(chat, stage, now=now, until=now + TURN)

    def _try(self, chat: Chat, turn: Turn, told: Callable[[], str]) -> None:
        """Tell something and keep that it was told; or put it off, or leave it where it never can be."""
        chats = self.office.ledger().chats
        try:
            message = told()
        except Later as error:
            now = self.office.now()
            pause = min(timedelta(seconds=2 ** min(turn.turn, 10)), LONGEST_PAUSE)
            if error.seconds is not None:
                pause = timedelta(seconds=error.seconds)
                self._quiet_until = now + pause
            _LOG.warning("what Slack did not take (%s) is told in %d s", error, pause.total_seconds())
            chats.put_off(turn, now + pause)
            return
        except Never as error:
            _LOG.error("what Slack will never take (%s) is told nowhere but in the ledger", error)
            message = ""
        chats.tell(chat, turn.stage, message=message, at=self.office.now())
