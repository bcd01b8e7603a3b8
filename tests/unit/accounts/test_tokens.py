"""Tokens are no wider than their owner, are shown once, and end on their day or before."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.unit.accounts.desk_accounts import HOME, OTHER, PASSWORD, Hours, log_in

from tieout.accounts import (
    Accounts,
    Role,
    Scope,
)
from tieout.errors import UsageError


def test_a_token_is_no_wider_than_its_owner(accounts: Accounts) -> None:
    """Neither when it is made nor after the owner's role became less."""
    with pytest.raises(UsageError, match="may not manage"):
        accounts.make_token(2, "users", ["manage", "read"], 30)
    _, token = accounts.make_token(2, "desk", ["review", "read"], 30)
    person = accounts.person_of_token(token)
    assert person is not None
    assert person.may(Role.EDITOR, Scope.REVIEW)
    assert not person.may(Role.ASKER, Scope.ASK)
    assert not person.may(Role.ASKER, None)
    accounts.set_role("ed", Role.ASKER, by="ada")
    person = accounts.person_of_token(token)
    assert person is not None
    assert not person.may(Role.ASKER, Scope.REVIEW)
    assert person.may(Role.ASKER, Scope.READ)


@pytest.mark.parametrize(
    ("name", "scopes", "days", "said"),
    [
        ("", ["read"], 30, "a name"),
        ("feed", [], 30, "needs a scope"),
        ("feed", ["burn"], 30, "no scope 'burn'"),
        ("feed", ["read"], 0, "1 to 366"),
        ("feed", ["read"], 367, "1 to 366"),
    ],
)
def test_unfit_tokens_are_refused(
    accounts: Accounts, name: str, scopes: list[str], days: int, said: str
) -> None:
    """One sentence says what a token needs."""
    with pytest.raises(UsageError, match=said):
        accounts.make_token(2, name, scopes, days)


def test_a_token_counts_until_its_day_or_until_it_is_revoked(accounts: Accounts, hours: Hours) -> None:
    """By its owner or an admin, and by nobody else; another password leaves it as it is."""
    ed = accounts.person_of_session(log_in(accounts))
    ada = accounts.person_of_session(log_in(accounts, "ada"))
    assert ed is not None
    assert ada is not None
    number, mine = accounts.make_token(2, "mine", ["read"], 30)
    theirs, other = accounts.make_token(1, "theirs", ["read"], 30)
    with pytest.raises(UsageError, match="no token"):
        accounts.end_token(theirs, ed)
    accounts.change_password(2, PASSWORD, OTHER, OTHER, address=HOME)
    assert accounts.person_of_token(mine) is not None
    for _ in range(2):
        accounts.end_token(number, ada)
    assert accounts.person_of_token(mine) is None
    assert [token.name for token in accounts.tokens.listed(accounts.now())] == ["theirs"]
    assert accounts.tokens.listed(accounts.now(), user=2) == ()
    hours.pass_by(timedelta(days=31))
    assert accounts.person_of_token(other) is None


def test_every_change_says_who_made_it(accounts: Accounts) -> None:
    """The events of a user tell the story of the account."""
    accounts.set_role("ed", Role.ASKER, by="ada")
    accounts.disable("ed", by="ada")
    told = accounts.storage.rows("SELECT who, kind FROM user_events WHERE user_number = 2 ORDER BY number")
    assert list(told) == [("test", "role"), ("ed", "password"), ("ada", "role"), ("ada", "disabled")]
