"""The accounts that every test here begins with, in a file and on a server."""

from tests.unit.accounts.desk_accounts import accounts, hours, opened, passwords

__all__ = ["accounts", "hours", "opened", "passwords"]
