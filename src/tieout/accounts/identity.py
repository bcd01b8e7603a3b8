"""Identities: users whom another server vouches for, by what it calls itself and what it calls them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tieout.accounts.role import Role
from tieout.accounts.secret import digest_of
from tieout.errors import UsageError
from tieout.ledger.storage import AlreadyThere, Storage, stamp

__all__ = ["Identities", "Identity", "SignOnOver"]


class SignOnOver(UsageError):
    """A login that was begun elsewhere, or was made already."""

    def __init__(self) -> None:
        super().__init__("This login is over; begin it again.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Whom a server vouches for.

    Attributes:
        issuer: What the server calls itself.
        subject: What it calls the person; never another's, and never changes.
        name: What the person may be called here.
        role: The role that the server gives; None where it gives none.
    """

    issuer: str
    subject: str
    name: str
    role: Role | None = None


class Identities:
    """The identities of one ledger."""

    __slots__ = ("_storage",)

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def use(self, state: str, at: datetime) -> None:
        """Use up what a login was begun with; of two who try, one succeeds.

        Raises:
            SignOnOver: It was used before.
        """
        try:
            self._storage.append(
                "INSERT INTO sign_ons (digest, used_at) VALUES (:digest, :at)",
                digest=digest_of(state),
                at=stamp(at),
            )
        except AlreadyThere as error:
            raise SignOnOver from error

    def find(self, identity: Identity) -> int | None:
        """Return the number of the user with an identity, or None."""
        rows = self._storage.rows(
            "SELECT user_number FROM identities WHERE issuer = :issuer AND subject = :subject",
            issuer=identity.issuer,
            subject=identity.subject,
        )
        return int(rows[0][0]) if rows else None

    def append(self, identity: Identity, *, user: int, at: datetime) -> None:
        """Let a user come in by an identity from now on."""
        self._storage.append(
            "INSERT INTO identities (issuer, subject, user_number, made_at)"
            " VALUES (:issuer, :subject, :user, :at)",
            issuer=identity.issuer,
            subject=identity.subject,
            user=user,
            at=stamp(at),
        )
