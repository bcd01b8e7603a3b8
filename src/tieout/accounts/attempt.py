"""Attempts to log in: counted for each user and address, over all processes, before a password is tried."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from tieout.accounts.user import key_of
from tieout.errors import UsageError
from tieout.ledger.storage import Storage, stamp

__all__ = ["WINDOW", "Attempts", "TooManyAttempts"]

WINDOW: Final = timedelta(minutes=15)
"""How long a failed attempt counts."""

_MOST_TOGETHER: Final = 5
_MOST_OF_ADDRESS: Final = 30
_MOST_OF_USER: Final = 50
"""Failed attempts for one user from one address, for anybody from one address, for one user from anywhere.

The last is wide: whoever knows a name must not be able to lock its owner out with a handful of requests.
"""

_FAILED = """
SELECT count(CASE WHEN a.name_key = :key AND a.address = :address THEN 1 END),
       count(CASE WHEN a.address = :address THEN 1 END),
       count(CASE WHEN a.name_key = :key THEN 1 END)
FROM login_attempts a
WHERE a.at > :since AND (a.name_key = :key OR a.address = :address)
    AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.attempt = a.number)
"""


class TooManyAttempts(UsageError):
    """Nobody may try now, whether or not there is such a user.

    Attributes:
        seconds: How long to wait at most.
    """

    def __init__(self) -> None:
        self.seconds = int(WINDOW.total_seconds())
        super().__init__(f"Too many logins failed. Wait {self.seconds // 60} minutes, then try again.")


class Attempts:
    """The attempts of one ledger."""

    __slots__ = ("_storage",)

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def begin(self, name: str, address: str, at: datetime) -> int:
        """Note an attempt and return its number; it has failed until a session begins with it.

        Raises:
            TooManyAttempts: Too many failed lately; nothing was noted.
        """
        values = {"key": key_of(name), "address": address}
        with self._storage.alone("logins"):
            counts = self._storage.rows(_FAILED, since=stamp(at - WINDOW), **values)[0]
            if any(
                count >= most
                for count, most in zip(counts, (_MOST_TOGETHER, _MOST_OF_ADDRESS, _MOST_OF_USER), strict=True)
            ):
                raise TooManyAttempts
            return self._storage.append(
                "INSERT INTO login_attempts (name_key, address, at) VALUES (:key, :address, :at)",
                at=stamp(at),
                **values,
            )
