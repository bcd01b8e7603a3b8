"""API tokens: what a program shows instead of a login; made by a user, for some scopes, until a day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from tieout.accounts.role import Scope
from tieout.accounts.secret import digest_of
from tieout.accounts.user import User
from tieout.errors import UsageError
from tieout.ledger.storage import AlreadyThere, Storage, stamp

__all__ = ["MARK", "MOST_DAYS", "Token", "Tokens"]

MARK: Final = "tieout_"
"""How every token begins, so that one that was left in a file or a log is found."""

MOST_DAYS: Final = 366
"""Days that a token may live."""

_LONGEST_NAME: Final = 100

_SELECT = """
SELECT t.number, t.user_number, u.name, t.name, t.scopes, t.made_at, t.expires_at, e.ended_at
FROM tokens t JOIN users u ON u.number = t.user_number LEFT JOIN token_ends e ON e.token_number = t.number
"""

_LIVE = """
WHERE t.expires_at > :now AND e.number IS NULL
    AND NOT EXISTS (SELECT 1 FROM user_events v WHERE v.user_number = t.user_number
                    AND v.number > t.epoch AND v.kind = 'disabled')
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """One token; what it is shown as is not kept.

    Attributes:
        number: The ledger's number for it, from 1.
        user: The number of its owner.
        owner: The owner's name.
        name: What the owner calls it.
        scopes: What it is for.
        made_at: When it was made, in UTC.
        expires_at: From when on it counts no more, in UTC.
        ended_at: When it was revoked, in UTC; None for one that was not.
    """

    number: int
    user: int
    owner: str
    name: str
    scopes: frozenset[Scope]
    made_at: datetime
    expires_at: datetime
    ended_at: datetime | None


class Tokens:
    """The tokens of one ledger."""

    __slots__ = ("_storage",)

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def append(
        self,
        secret: str,
        *,
        user: User,
        name: str,
        scopes: frozenset[Scope],
        at: datetime,
        expires_at: datetime,
    ) -> int:
        """Append a token of a user and return its number; only a digest of ``secret`` is kept.

        Raises:
            UsageError: It has no name.
        """
        called = " ".join(name.split())
        if not called or len(called) > _LONGEST_NAME or not called.isprintable():
            raise UsageError(f"Give the token a name of 1 to {_LONGEST_NAME} characters: what it is for.")
        return self._storage.append(
            "INSERT INTO tokens (digest, user_number, epoch, name, scopes, made_at, expires_at)"
            " VALUES (:digest, :user, :epoch, :name, :scopes, :at, :expires)",
            digest=digest_of(secret),
            user=user.number,
            epoch=user.epoch,
            name=called,
            scopes=" ".join(sorted(scopes)),
            at=stamp(at),
            expires=stamp(expires_at),
        )

    def find(self, secret: str, now: datetime) -> Token | None:
        """Return the token that is shown so, or None for one that is unknown, expired or revoked."""
        rows = self._storage.rows(
            f"{_SELECT}{_LIVE} AND t.digest = :digest", now=stamp(now), digest=digest_of(secret)
        )
        return _token(rows[0]) if rows else None

    def listed(self, now: datetime, *, user: int | None = None) -> tuple[Token, ...]:
        """Return the tokens that count, of everybody or of one user, oldest first."""
        kept = "" if user is None else " AND t.user_number = :user"
        values = {} if user is None else {"user": user}
        return tuple(
            map(
                _token,
                self._storage.rows(f"{_SELECT}{_LIVE}{kept} ORDER BY t.number", now=stamp(now), **values),
            )
        )

    def get(self, number: int) -> Token:
        """Return a token by its number.

        Raises:
            UsageError: There is none.
        """
        rows = self._storage.rows(f"{_SELECT} WHERE t.number = :number", number=number)
        if not rows:
            raise UsageError(f"There is no token no. {number}.")
        return _token(rows[0])

    def end(self, number: int, *, by: str, at: datetime) -> None:
        """Revoke a token; one that was revoked stays so."""
        try:
            self._storage.append(
                "INSERT INTO token_ends (token_number, ended_at, who) VALUES (:number, :at, :by)",
                number=number,
                at=stamp(at),
                by=by,
            )
        except AlreadyThere:
            return


def _token(row: tuple[Any, ...]) -> Token:
    number, user, owner, name, scopes, made_at, expires_at, ended_at = row
    return Token(
        number=number,
        user=user,
        owner=owner,
        name=name,
        scopes=frozenset(map(Scope, scopes.split())),
        made_at=datetime.fromisoformat(made_at),
        expires_at=datetime.fromisoformat(expires_at),
        ended_at=None if ended_at is None else datetime.fromisoformat(ended_at),
    )
