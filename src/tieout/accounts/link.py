"""One-time links: they make the first admin or let a user choose a password; each works once, for a while."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from tieout.accounts.secret import digest_of
from tieout.errors import UsageError
from tieout.ledger.storage import AlreadyThere, Storage, stamp

__all__ = ["LIFETIME", "Link", "LinkOver", "Links"]

LIFETIME: Final = timedelta(hours=24)
"""How long a link works."""


class LinkOver(UsageError):
    """A link that is unknown, was used, or has expired."""

    def __init__(self) -> None:
        super().__init__(
            "This link was used, has expired, or is not one of ours. Ask an admin for a new one;"
            " at the desk's machine, `tieout user link NAME` prints one."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link that still works.

    Attributes:
        number: The ledger's number for it.
        user: The number of the user who chooses a password; None for the first admin's.
        expires_at: From when on it works no more, in UTC.
    """

    number: int
    user: int | None
    expires_at: datetime


class Links:
    """The one-time links of one ledger."""

    __slots__ = ("_storage",)

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def append(self, secret: str, *, user: int | None, by: str, at: datetime) -> datetime:
        """Append a link and return until when it works; only a digest of ``secret`` is kept."""
        until = at + LIFETIME
        self._storage.append(
            "INSERT INTO links (digest, user_number, made_at, who, expires_at)"
            " VALUES (:digest, :user, :at, :by, :until)",
            digest=digest_of(secret),
            user=user,
            at=stamp(at),
            by=by,
            until=stamp(until),
        )
        return until

    def get(self, secret: str, now: datetime) -> Link:
        """Return the link of a secret that works.

        Of a user's links only the newest does, and none that is older than the password; the first admin's
        does while there is no user.

        Raises:
            LinkOver: There is none that works.
        """
        rows = self._storage.rows(
            "SELECT l.number, l.user_number, l.expires_at FROM links l"
            " WHERE l.digest = :digest AND l.expires_at > :now"
            " AND NOT EXISTS (SELECT 1 FROM link_uses u WHERE u.link_number = l.number)"
            " AND NOT EXISTS (SELECT 1 FROM links n WHERE n.user_number = l.user_number"
            "                 AND n.number > l.number)"
            " AND NOT EXISTS (SELECT 1 FROM user_events v WHERE v.user_number = l.user_number"
            "                 AND v.at > l.made_at AND v.kind IN ('password', 'disabled'))"
            " AND (l.user_number IS NOT NULL OR NOT EXISTS (SELECT 1 FROM users))",
            digest=digest_of(secret),
            now=stamp(now),
        )
        if not rows:
            raise LinkOver
        ((number, user, expires_at),) = rows
        return Link(number=number, user=user, expires_at=datetime.fromisoformat(expires_at))

    def use(self, link: Link, at: datetime) -> None:
        """Use a link, once.

        Raises:
            LinkOver: Somebody used it before.
        """
        try:
            self._storage.append(
                "INSERT INTO link_uses (link_number, used_at) VALUES (:number, :at)",
                number=link.number,
                at=stamp(at),
            )
        except AlreadyThere as error:
            raise LinkOver from error
