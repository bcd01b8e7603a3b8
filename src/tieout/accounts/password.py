"""Passwords: what one must be, and the Argon2id hash that is kept of it (extra ``web``)."""

from __future__ import annotations

import threading
import unicodedata
from typing import Final

from tieout.errors import UsageError

try:
    from argon2 import PasswordHasher
    from argon2.exceptions import InvalidHashError, VerificationError
except ImportError:
    message = "Accounts need an extra; install it with: pip install 'tieout[web]'."
    raise UsageError(message) from None

__all__ = ["LONGEST_PASSWORD", "PASSWORDS_AT_ONCE", "SHORTEST_PASSWORD", "Passwords", "read_password"]

SHORTEST_PASSWORD: Final = 12
LONGEST_PASSWORD: Final = 200
"""Code points of a password."""

PASSWORDS_AT_ONCE: Final = 2
"""Hashes that one process computes at once: each takes 64 MiB, and a crowd at the door must not take more."""

_NOBODYS: Final = "the password of nobody"


def read_password(text: str, again: str | None, name: str) -> str:
    """Return a new password in the form that is hashed (NFKC), once it is fit to be one.

    Length is asked for and nothing else, as NIST SP 800-63B has it.

    Raises:
        UsageError: It is too short or too long, is the user's name, or was typed differently the second time.
    """
    if again is not None and again != text:
        raise UsageError("The two passwords differ; type the same one twice.")
    if not SHORTEST_PASSWORD <= len(text) <= LONGEST_PASSWORD:
        raise UsageError(
            f"A password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters; this one has {len(text)}."
        )
    if text.casefold().strip() == name.casefold():
        raise UsageError("The password is the user's name; choose another.")
    return text


class Passwords:
    """Hashes and verifies passwords for all threads of a process.

    Args:
        hasher: What a hash costs; by default what RFC 9106 recommends where memory is short.
    """

    __slots__ = ("_hasher", "_nobodys", "_turns")

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._turns = threading.Semaphore(PASSWORDS_AT_ONCE)
        self._nobodys = self._hasher.hash(_NOBODYS)

    def hashed(self, password: str) -> str:
        """Return the hash of a password, with its own salt and what it was made with."""
        with self._turns:
            return self._hasher.hash(_normal(password))

    def verify(self, password: str, kept: str | None) -> bool:
        """Return True for the password of a hash; as slow for None, the hash of a user who is not there."""
        with self._turns:
            try:
                self._hasher.verify(kept or self._nobodys, _normal(password))
            except (VerificationError, InvalidHashError):
                return False
        return kept is not None

    def is_old(self, kept: str) -> bool:
        """Return True for a hash that was made with weaker settings than those of today."""
        return self._hasher.check_needs_rehash(kept)


def _normal(password: str) -> bytes:
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
