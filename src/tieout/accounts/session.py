"""Sessions: a browser that logged in, until it logs out, is idle too long, or the password changes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from tieout.accounts.secret import digest_of
from tieout.ledger.storage import AlreadyThere, Storage, stamp

__all__ = ["IDLE", "LONGEST", "Session", "Sessions"]

IDLE: Final = timedelta(hours=12)
"""How long a session lasts that nobody uses."""

LONGEST: Final = timedelta(days=7)
"""How long a session lasts however much it is used."""

_NOTED: Final = timedelta(minutes=10)
"""How often its use is noted: a row each time, not one a request."""

_SESSION = """
SELECT s.number, s.user_number, s.begun_at, s.expires_at,
    coalesce((SELECT max(seen_at) FROM session_uses p WHERE p.session_number = s.number), s.begun_at)
FROM sessions s
WHERE s.expires_at > :now
    AND NOT EXISTS (SELECT 1 FROM session_ends e WHERE e.session_number = s.number)
    AND NOT EXISTS (SELECT 1 FROM user_events v WHERE v.user_number = s.user_number
                    AND v.number > s.epoch AND v.kind IN ('password', 'disabled'))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One session that goes on.

    Attributes:
        number: The ledger's number for it.
        user: The number of the user.
        begun_at: When the user logged in, in UTC.
        expires_at: When it ends at the latest, in UTC.
        seen_at: When it was last noted to be used, in UTC.
    """

    number: int
    user: int
    begun_at: datetime
    expires_at: datetime
    seen_at: datetime


class Sessions:
    """The sessions of one ledger."""

    __slots__ = ("_storage",)

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def begin(
        self, secret: str, *, user: int, epoch: int, at: datetime, address: str, attempt: int | None
    ) -> None:
        """Begin a session; it lasts as long as no later event than ``epoch`` ends those of the user.

        Args:
            secret: What the browser shows from now on; only its digest is kept.
            user: The number of the user.
            epoch: The number of the newest event about the user.
            at: The moment, in UTC.
            address: Where the browser is.
            attempt: The number of the attempt that succeeded with it; None for one without a password.
        """
        self._storage.append(
            "INSERT INTO sessions (digest, user_number, epoch, begun_at, expires_at, address, attempt)"
            " VALUES (:digest, :user, :epoch, :at, :expires, :address, :attempt)",
            digest=digest_of(secret),
            user=user,
            epoch=epoch,
            at=stamp(at),
            expires=stamp(at + LONGEST),
            address=address,
            attempt=attempt,
        )

    def find(self, secret: str, now: datetime, *, is_use: bool = True) -> Session | None:
        """Return the session of a secret, while it goes on; its use, if it is one, is noted now and then."""
        rows = self._storage.rows(
            f"{_SESSION} AND s.digest = :digest", now=stamp(now), digest=digest_of(secret)
        )
        if not rows:
            return None
        session = _session(rows[0])
        if now - session.seen_at >= IDLE:
            return None
        if is_use and now - session.seen_at >= _NOTED:
            self._storage.append(
                "INSERT INTO session_uses (session_number, seen_at) VALUES (:number, :at)",
                number=session.number,
                at=stamp(now),
            )
        return session

    def end(self, number: int, at: datetime) -> None:
        """End a session; one that is over stays so."""
        try:
            self._storage.append(
                "INSERT INTO session_ends (session_number, ended_at) VALUES (:number, :at)",
                number=number,
                at=stamp(at),
            )
        except AlreadyThere:
            return


def _session(row: tuple[Any, ...]) -> Session:
    number, user, *moments = row
    begun_at, expires_at, seen_at = map(datetime.fromisoformat, moments)
    return Session(number=number, user=user, begun_at=begun_at, expires_at=expires_at, seen_at=seen_at)
