"""Users: who may come in, by what name, in which role; each change of one is an appended event."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from tieout.accounts.role import Role
from tieout.errors import UsageError
from tieout.ledger.storage import AlreadyThere, Storage, stamp

__all__ = ["LONGEST_NAME", "User", "Users"]

LONGEST_NAME: Final = 64

_USER = """
SELECT u.number, u.name, u.made_at,
    (SELECT value FROM user_events e WHERE e.user_number = u.number AND e.kind = 'role'
     ORDER BY e.number DESC LIMIT 1),
    (SELECT kind FROM user_events e WHERE e.user_number = u.number AND e.kind IN ('disabled', 'enabled')
     ORDER BY e.number DESC LIMIT 1),
    (SELECT value FROM user_events e WHERE e.user_number = u.number AND e.kind IN ('password', 'rehash')
     ORDER BY e.number DESC LIMIT 1),
    (SELECT coalesce(max(number), 0) FROM user_events e WHERE e.user_number = u.number),
    EXISTS (SELECT 1 FROM identities i WHERE i.user_number = u.number)
FROM users u
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """One user, as of now.

    Attributes:
        number: The ledger's number for the user, from 1.
        name: What the user logs in with and is called by; never changes.
        made_at: When the user was added, in UTC.
        role: What the user may do.
        disabled: True for one who may not come in.
        kept: The hash of the password; None for one who has not chosen one yet. In no representation.
        epoch: The number of the newest event about the user.
        vouched: True for one whom a login server vouches for.
    """

    number: int
    name: str
    made_at: datetime
    role: Role
    disabled: bool
    kept: str | None
    epoch: int
    vouched: bool = False

    @property
    def is_invited(self) -> bool:
        """True for one who has a link at most, and no way to log in yet."""
        return self.kept is None and not self.vouched

    def __repr__(self) -> str:
        return f"User({self.name!r}, {self.role}{', disabled' if self.disabled else ''})"


class Users:
    """The users of one ledger. Changes are made by `Accounts`, which holds them together."""

    __slots__ = ("_storage",)

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def any(self) -> bool:
        """Return True as soon as there is a user, disabled or not."""
        return bool(self._storage.rows("SELECT number FROM users LIMIT 1"))

    def get(self, name: str) -> User:
        """Return the user of that name, however its letters are cased.

        Raises:
            UsageError: There is none.
        """
        if (found := self.find(name)) is None:
            raise UsageError(f"There is no user {name[:LONGEST_NAME]!r}. `tieout user list` shows all.")
        return found

    def find(self, name: str) -> User | None:
        """Return the user of that name, however its letters are cased, or None."""
        rows = self._storage.rows(f"{_USER} WHERE u.name_key = :key", key=key_of(name))
        return _user(rows[0]) if rows else None

    def numbered(self, number: int) -> User | None:
        """Return the user of that number, or None."""
        rows = self._storage.rows(f"{_USER} WHERE u.number = :number", number=number)
        return _user(rows[0]) if rows else None

    def listed(self) -> tuple[User, ...]:
        """Return every user, in the order of their names."""
        return tuple(map(_user, self._storage.rows(f"{_USER} ORDER BY u.name_key")))

    def append(self, name: str, at: datetime) -> int:
        """Append a user without any role yet, and return the number.

        Raises:
            UsageError: The name is none, or somebody has it.
        """
        fit = read_name(name)
        try:
            return self._storage.append(
                "INSERT INTO users (name, name_key, made_at) VALUES (:name, :key, :at)",
                name=fit,
                key=key_of(fit),
                at=stamp(at),
            )
        except AlreadyThere as error:
            raise UsageError(f"There is a user {fit!r} already; choose another name.") from error

    def note(self, number: int, kind: str, value: str, *, by: str, at: datetime) -> int:
        """Append an event about a user: ``role``, ``password``, ``rehash``, ``disabled``, ``enabled``."""
        return self._storage.append(
            "INSERT INTO user_events (user_number, at, who, kind, value)"
            " VALUES (:number, :at, :by, :kind, :value)",
            number=number,
            at=stamp(at),
            by=by,
            kind=kind,
            value=value,
        )


def key_of(name: str) -> str:
    """Return what two spellings of one name have in common.

    Examples:
        >>> key_of(" Ada ") == key_of("ADA")
        True
    """
    sound = name.encode("utf-8", "replace").decode().replace("\x00", " ")
    return " ".join(unicodedata.normalize("NFKC", sound).split()).casefold()[: 4 * LONGEST_NAME]


def read_name(text: str) -> str:
    """Return a name that is fit to be shown and typed.

    Raises:
        UsageError: It is empty, too long, or has letters that cannot be seen.
    """
    name = " ".join(text.split())
    if not name or len(name) > LONGEST_NAME:
        raise UsageError(f"A user's name has 1 to {LONGEST_NAME} characters.")
    if not name.isprintable():
        raise UsageError("A user's name has letters, digits and signs that can be seen, and single spaces.")
    return name


def _user(row: tuple[Any, ...]) -> User:
    number, name, made_at, role, state, kept, epoch, vouched = row
    return User(
        number=number,
        name=name,
        made_at=datetime.fromisoformat(made_at),
        role=Role(role),
        disabled=state == "disabled",
        kept=kept,
        epoch=epoch,
        vouched=bool(vouched),
    )
