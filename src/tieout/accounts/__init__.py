"""Accounts: who may come in, in which role, by a browser's session or a program's token."""

from tieout.accounts.accounts import Accounts, WrongLogin
from tieout.accounts.attempt import TooManyAttempts
from tieout.accounts.identity import Identity, SignOnOver
from tieout.accounts.link import LinkOver
from tieout.accounts.person import Person
from tieout.accounts.role import LEAST_ROLE, Role, Scope, read_role
from tieout.accounts.secret import form_token, is_form_token
from tieout.accounts.session import IDLE, LONGEST, Session
from tieout.accounts.token import MOST_DAYS, Token
from tieout.accounts.user import User

__all__ = [
    "IDLE",
    "LEAST_ROLE",
    "LONGEST",
    "MOST_DAYS",
    "Accounts",
    "Identity",
    "LinkOver",
    "Person",
    "Role",
    "Scope",
    "Session",
    "SignOnOver",
    "Token",
    "TooManyAttempts",
    "User",
    "WrongLogin",
    "form_token",
    "is_form_token",
    "read_role",
]
