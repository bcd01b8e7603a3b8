"""What the requests and workers of one process share: the data, the desk, and a ledger for each thread."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from tieout.desk import check_question
from tieout.interfaces.allowance import Allowance, read_rates
from tieout.interfaces.scribe import Scribe, SharedStorage
from tieout.interfaces.settings import DEFAULT_PATH
from tieout.interfaces.shelf import Shelf

if TYPE_CHECKING:
    from tieout.accounts import Accounts
    from tieout.accounts.password import Passwords
    from tieout.data.snapshot import Snapshot
    from tieout.desk import Desk
    from tieout.facts.names import Names
    from tieout.interfaces.settings import Settings
    from tieout.ledger import Ledger, Question
    from tieout.models.planner.nearby import Nearby
    from tieout.tools.contract import Toolset

__all__ = ["Office"]


class Office:
    """One data set, one model and one ledger, for as long as a process serves them.

    Args:
        settings: Folders, clocks and defaults.
        dataset: The data set; the setting by default.
        model: The model that drafts; the setting by default.
        ledger: The ledger; the setting by default.
        path: The information path.
        others: More data sets to look at and compare, by name, folder, file or URL.
        added: Toolsets beside statistics, by the words of `tieout.interfaces.toolsets`.

    Attributes:
        snapshot: The data.
        names: What its areas and indicators are called.
        toolset: The tools over it.
        shelf: The data sets to look at and compare.
        now: The wall clock, in UTC.
        new_id: A fresh run id.
        scribe: Who commits what all threads append; None where each commits by itself.
        user: The one user of a desk without accounts.
        allowance: What a person may ask.

    Raises:
        DataError: The data cannot be trusted.
        UsageError: There is no such data set or model.
    """

    snapshot: Snapshot
    names: Names
    toolset: Toolset
    shelf: Shelf
    now: Callable[[], datetime]
    new_id: Callable[[], str]

    def __init__(
        self,
        settings: Settings,
        *,
        dataset: str | None = None,
        model: str | None = None,
        ledger: str | None = None,
        path: str = DEFAULT_PATH,
        added: Sequence[str] = (),
        others: Sequence[str] = (),
    ) -> None:
        self._settings = settings
        self._place = ledger or settings.ledger
        self._mine = threading.local()
        self.scribe: Scribe | None = None
        self._desk = settings.desk(model=model, dataset=dataset, path=path, added=added, watches=self.ledger)
        self.snapshot = self._desk.snapshot
        self.names = self._desk.names
        self.shelf = Shelf(self.snapshot, self.names, others)
        self.toolset = self._desk.toolset
        self.now = settings.now
        self.new_id = settings.new_id
        self.allowance = Allowance(rates=read_rates(settings.rate), default=settings.budget)
        self.user = settings.user or "local user"

    @cached_property
    def nearby(self) -> Nearby:
        """What finds what the data have near a question that they cannot answer."""
        from tieout.data.catalogue import Catalogue
        from tieout.models.planner.nearby import Nearby

        return Nearby(Catalogue(self.snapshot, self.names))

    def ledger(self) -> Ledger:
        """Return the ledger of this thread; it is closed when the thread ends.

        Raises:
            LedgerError: It cannot be used.
        """
        mine: Ledger | None = getattr(self._mine, "ledger", None)
        if mine is None:
            mine = self._settings.open_ledger(self._place)
            if self.scribe is not None:
                mine = type(mine)(SharedStorage(mine.storage, self.scribe))
            self._mine.ledger = mine
        return mine

    def commit_together(self) -> Scribe:
        """Let one thread commit what all others append from now on; return it, to be stopped at the end."""
        self.scribe = Scribe(lambda: self._settings.open_ledger(self._place))
        self._mine = threading.local()
        return self.scribe

    @property
    def server(self) -> str | None:
        """The address of the ledger's server, as PostgreSQL's own library reads it; None for a file."""
        from tieout.ledger.storage import is_address

        if not is_address(self._place):
            return None
        from tieout.ledger.server import connection_words

        return connection_words(self._place)

    def accept(
        self, question: str, *, asker: str = "", key: str | None = None, follows: str | None = None
    ) -> Question:
        """Keep a question, so that it will be answered whatever becomes of this process.

        Raises:
            TooMuch: The asker has asked too much.
            UsageError: It is empty, too long or no text, or the key was used for another question.
            LedgerError: The row could not be written; nothing was accepted.
        """
        check_question(question)
        self.allowance.check(self.ledger(), asker, key, self.now())
        return self.ledger().questions.accept(
            question, run=self.new_id(), asked_at=self.now(), asker=asker, key=key, follows=follows
        )

    @functools.cached_property
    def passwords(self) -> Passwords:
        """What hashes and verifies passwords for all threads; made when accounts are first asked for.

        Raises:
            UsageError: Its library is not installed.
        """
        from tieout.accounts.password import Passwords

        return Passwords()

    def accounts(self) -> Accounts:
        """Return the accounts of this thread's ledger."""
        from tieout.accounts import Accounts

        return Accounts(
            storage=self.ledger().storage,
            passwords=self.passwords,
            now=self.now,
            new_secret=self._settings.new_secret,
        )

    def desk(self, run: str) -> Desk:
        """Return the desk for one run of this thread."""
        return replace(self._desk, ledger=self.ledger(), new_id=lambda: run)
