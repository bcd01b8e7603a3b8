"""Accounts keep who may come in: sessions end when they should, tokens are narrow, links work once."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from argon2 import PasswordHasher
from tests.unit.accounts.desk_accounts import HOME, OTHER, PASSWORD, Hours, choose, log_in

from tieout.accounts import (
    IDLE,
    LONGEST,
    Accounts,
    LinkOver,
    Role,
    TooManyAttempts,
    WrongLogin,
)
from tieout.accounts.password import Passwords
from tieout.errors import UsageError


def test_who_logs_in_is_known_by_the_session(accounts: Accounts) -> None:
    """In the role of now, by the name as it was made, however its letters were typed."""
    person = accounts.person_of_session(log_in(accounts, " ED "))
    assert person is not None
    assert (person.name, person.role, person.scopes) == ("ed", Role.EDITOR, None)
    accounts.set_role("ed", Role.ASKER, by="ada")
    again = accounts.person_of_session(log_in(accounts))
    assert again is not None
    assert again.role is Role.ASKER


def test_nothing_is_kept_that_could_be_shown_again(accounts: Accounts) -> None:
    """The tables hold digests and hashes: no password, session, token or link."""
    session = log_in(accounts)
    _, token = accounts.make_token(2, "feed", ["read"], 30)
    link, _ = accounts.link("ed", by="ada")
    kept = " ".join(
        str(row)
        for table in ("users", "user_events", "sessions", "tokens", "links", "login_attempts")
        for row in accounts.storage.rows(f"SELECT * FROM {table}")
    )
    assert "$argon2id$" in kept
    for secret in (session, token, link, PASSWORD):
        assert secret not in kept


def test_unknown_users_and_wrong_passwords_are_told_the_same(accounts: Accounts) -> None:
    """One sentence for a name that is not there, a wrong password, and a user who may not come in."""
    accounts.disable("ed", by="ada")
    for name, password in (("nobody", PASSWORD), ("ada", OTHER), ("ed", PASSWORD), ("\x00\ud800", "")):
        with pytest.raises(WrongLogin, match=r"^The name or the password is wrong\.$"):
            log_in(accounts, name, password, address=f"192.0.2.{len(name)}")


def test_failed_logins_are_slowed_down(accounts: Accounts, hours: Hours) -> None:
    """After some failures of a user from an address not even the right password is tried, for a while."""
    for _ in range(5):
        with pytest.raises(WrongLogin):
            log_in(accounts, "ed", OTHER)
    with pytest.raises(TooManyAttempts, match="Wait 15 minutes"):
        log_in(accounts)
    log_in(accounts, address="192.0.2.2")
    log_in(accounts, "ada")
    hours.pass_by(timedelta(minutes=16))
    for _ in range(8):
        log_in(accounts)


def test_guesses_at_many_names_from_one_address_are_slowed_down(accounts: Accounts) -> None:
    """Names that are not there count like those that are."""
    for number in range(30):
        with pytest.raises(WrongLogin):
            log_in(accounts, f"name {number}", OTHER)
    with pytest.raises(TooManyAttempts):
        log_in(accounts)


def test_guesses_at_once_do_not_get_through(opened: Callable[[], Accounts], accounts: Accounts) -> None:
    """Of twelve at the same moment no more than five are tried."""

    def guess(_: int) -> str:
        other = opened()
        try:
            log_in(other, "ed", OTHER)
        except UsageError as error:
            return type(error).__name__
        finally:
            other.storage.close()
        return "in"

    with ThreadPoolExecutor(6) as pool:
        told = list(pool.map(guess, range(12)))
    assert sorted(told) == ["TooManyAttempts"] * 7 + ["WrongLogin"] * 5


def test_a_session_ends_when_idle_and_at_the_latest_after_a_week(accounts: Accounts, hours: Hours) -> None:
    """Use prolongs it, up to its end."""
    idle, used = log_in(accounts), log_in(accounts)
    for _ in range(int(LONGEST / IDLE) * 2 - 1):
        hours.pass_by(IDLE / 2)
        assert accounts.person_of_session(used) is not None
    assert accounts.person_of_session(idle) is None
    hours.pass_by(IDLE / 2)
    assert accounts.person_of_session(used) is None


def test_what_an_open_page_asks_by_itself_keeps_no_session(accounts: Accounts, hours: Hours) -> None:
    """It may ask as long as the session goes on, and is no use of it."""
    session = log_in(accounts)
    hours.pass_by(IDLE / 2)
    assert accounts.person_of_session(session, is_use=False) is not None
    hours.pass_by(IDLE / 2)
    assert accounts.person_of_session(session, is_use=False) is None


def test_a_session_ends_at_logout(accounts: Accounts) -> None:
    """That one and no other; twice is once."""
    one, other = log_in(accounts), log_in(accounts)
    person = accounts.person_of_session(one)
    assert person is not None
    assert person.session is not None
    for _ in range(2):
        accounts.sessions.end(person.session, accounts.now())
    assert accounts.person_of_session(one) is None
    assert accounts.person_of_session(other) is not None


def test_another_password_ends_every_session(accounts: Accounts) -> None:
    """Changed by the user or by a link; only the session that begins with it goes on."""
    before = [log_in(accounts), log_in(accounts)]
    with pytest.raises(UsageError, match="old password is wrong"):
        accounts.change_password(2, OTHER, OTHER, OTHER, address=HOME)
    assert accounts.person_of_session(before[0]) is not None
    _, after = accounts.change_password(2, PASSWORD, OTHER, OTHER, address=HOME)
    assert [accounts.person_of_session(one) for one in before] == [None, None]
    assert accounts.person_of_session(after) is not None
    with pytest.raises(WrongLogin):
        log_in(accounts)
    chosen = choose(accounts, "ed")
    assert accounts.person_of_session(after) is None
    assert accounts.person_of_session(chosen) is not None


def test_a_disabled_user_is_out_and_what_was_before_stays_out(accounts: Accounts) -> None:
    """Sessions and tokens of before do not come back with the user."""
    session = log_in(accounts)
    _, token = accounts.make_token(2, "feed", ["read"], 30)
    accounts.disable("ed", by="ada")
    accounts.enable("ed", by="ada")
    assert accounts.person_of_session(session) is None
    assert accounts.person_of_token(token) is None
    assert accounts.person_of_session(log_in(accounts)) is not None


@pytest.mark.parametrize(
    ("password", "again", "said"),
    [
        ("short", "short", "12 to 200"),
        ("x" * 201, "x" * 201, "12 to 200"),
        (PASSWORD, OTHER, "differ"),
        ("grace hopper", "grace hopper", "user's name"),
    ],
)
def test_an_unfit_password_is_refused_and_the_link_still_works(
    accounts: Accounts, password: str, again: str, said: str
) -> None:
    """One sentence says what a password must be."""
    accounts.add("Grace Hopper", Role.ASKER, by="ada")
    link, _ = accounts.link("Grace Hopper", by="ada")
    with pytest.raises(UsageError, match=said):
        accounts.use_link(link, name="", password=password, again=again, address=HOME)
    accounts.use_link(link, name="", password=PASSWORD, again=PASSWORD, address=HOME)


def test_a_link_works_once_and_for_a_day(accounts: Accounts, hours: Hours) -> None:
    """Not twice, not late, not after a newer one, not after another password."""
    used, _ = accounts.link("ed", by="ada")
    accounts.use_link(used, name="", password=OTHER, again=OTHER, address=HOME)
    late, _ = accounts.link("ed", by="ada")
    hours.pass_by(timedelta(hours=25))
    older, _ = accounts.link("ed", by="ada")
    newer, _ = accounts.link("ed", by="ada")
    accounts.change_password(2, OTHER, PASSWORD, PASSWORD, address=HOME)
    for link in (used, late, older, newer, "made up"):
        with pytest.raises(LinkOver, match="was used, has expired"):
            accounts.use_link(link, name="", password=OTHER, again=OTHER, address=HOME)


def test_the_first_admin_is_made_once(opened: Callable[[], Accounts]) -> None:
    """Of several links and of many who use them at once, one makes the admin."""
    accounts = opened()
    links = [accounts.link(None, by="start")[0] for _ in range(2)]

    def make(number: int) -> str:
        other = opened()
        try:
            user, _ = other.use_link(
                links[number % 2],
                name=f"admin {number}",
                password=PASSWORD,
                again=PASSWORD,
                address=HOME,
            )
        except LinkOver:
            return ""
        finally:
            other.storage.close()
        return user.name

    with ThreadPoolExecutor(4) as pool:
        made = list(filter(None, pool.map(make, range(4))))
    assert [(user.name, user.role) for user in accounts.users.listed()] == [(made[0], Role.ADMIN)]
    with pytest.raises(UsageError, match="users already"):
        accounts.link(None, by="start")
    accounts.storage.close()


def test_there_is_always_an_admin(accounts: Accounts, opened: Callable[[], Accounts]) -> None:
    """The last one is neither disabled nor made less."""
    for change in (
        lambda: accounts.disable("ada", by="ada"),
        lambda: accounts.set_role("ada", Role.EDITOR, by="ada"),
    ):
        with pytest.raises(UsageError, match="last admin"):
            change()
    accounts.set_role("ed", Role.ADMIN, by="ada")
    assert accounts.disable("ada", by="ed").disabled


def test_the_first_user_is_an_admin(opened: Callable[[], Accounts]) -> None:
    """Or nobody could add the next."""
    accounts = opened()
    with pytest.raises(UsageError, match="first user is an admin"):
        accounts.add("ed", Role.EDITOR, by="test")
    assert not accounts.users.any()
    accounts.storage.close()


@pytest.mark.parametrize(
    ("name", "said"),
    [("", "1 to 64"), ("x" * 65, "1 to 64"), ("a\u202eb", "can be seen"), ("ADA", "already")],
)
def test_unfit_names_are_refused(accounts: Accounts, name: str, said: str) -> None:
    """A name is seen as it is, and is one person's."""
    with pytest.raises(UsageError, match=said):
        accounts.add(name, Role.ASKER, by="ada")


def test_a_weaker_hash_is_made_anew_at_the_next_login(accounts: Accounts, hours: Hours) -> None:
    """Without ending the sessions that are there."""
    session = log_in(accounts)
    stronger = Accounts(
        storage=accounts.storage,
        passwords=Passwords(PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)),
        now=hours,
        new_secret=lambda: "another",
    )
    log_in(stronger)
    assert "t=2" in (accounts.users.get("ed").kept or "")
    assert accounts.person_of_session(session) is not None
    log_in(accounts)


def test_a_name_that_is_not_there_takes_as_long_as_one_that_is() -> None:
    """Both are hashed with the settings of earnest, so that the time tells nothing."""
    earnest = Passwords()
    kept = earnest.hashed(PASSWORD)

    def seconds(known: str | None) -> float:
        begun = time.perf_counter()
        assert not earnest.verify(OTHER, known)
        return time.perf_counter() - begun

    pairs = [(seconds(kept), seconds(None)) for _ in range(7)]
    known, unknown = (statistics.median(column) for column in zip(*pairs, strict=True))
    assert 1 / 3 < known / unknown < 3
    assert unknown > 0.005
