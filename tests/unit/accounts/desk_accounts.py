"""A desk's accounts for the tests: an admin, ada, and an editor, ed, under a clock that is moved by hand."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
from argon2 import PasswordHasher

from tieout.accounts import (
    Accounts,
    Role,
)
from tieout.accounts.password import Passwords
from tieout.ledger import Ledger

PASSWORD = "correct horse battery"
OTHER = "another horse, another battery"
HOME = "192.0.2.1"


class Hours:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 7, 1, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.moment += timedelta(milliseconds=1)
        return self.moment

    def pass_by(self, time: timedelta) -> None:
        self.moment += time


@pytest.fixture(scope="module")
def passwords() -> Passwords:
    """Hash as cheaply as it goes; what it costs in earnest is the library's default."""
    return Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture
def hours() -> Hours:
    return Hours()


@pytest.fixture
def opened(place: str, passwords: Passwords, hours: Hours) -> Callable[[], Accounts]:
    """Return what opens the accounts of one ledger anew, as another thread or process does."""
    numbers = itertools.count(1)

    def open_() -> Accounts:
        return Accounts(
            storage=Ledger.open(place).storage,
            passwords=passwords,
            now=hours,
            new_secret=lambda: f"secret-{next(numbers)}",
        )

    return open_


@pytest.fixture
def accounts(opened: Callable[[], Accounts]) -> Iterator[Accounts]:
    """The accounts of a desk with an admin, ada, and an editor, ed."""
    accounts = opened()
    for name, role in (("ada", Role.ADMIN), ("ed", Role.EDITOR)):
        accounts.add(name, role, by="test")
        choose(accounts, name)
    yield accounts
    accounts.storage.close()


def choose(accounts: Accounts, name: str, password: str = PASSWORD) -> str:
    link, _ = accounts.link(name, by="test")
    _, session = accounts.use_link(link, name="", password=password, again=password, address=HOME)
    return session


def log_in(accounts: Accounts, name: str = "ed", password: str = PASSWORD, address: str = HOME) -> str:
    return accounts.log_in(name, password, address=address)[1]
