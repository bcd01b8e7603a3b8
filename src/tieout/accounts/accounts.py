"""Accounts: users, sessions, tokens and links over one ledger, and the rules that hold them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from tieout.accounts.attempt import Attempts
from tieout.accounts.identity import Identities, Identity
from tieout.accounts.link import Links
from tieout.accounts.password import read_password
from tieout.accounts.person import Person
from tieout.accounts.role import Role, read_scopes
from tieout.accounts.session import Sessions
from tieout.accounts.token import MARK, MOST_DAYS, Tokens
from tieout.accounts.user import LONGEST_NAME, User, Users
from tieout.errors import UsageError

if TYPE_CHECKING:
    from tieout.accounts.password import Passwords
    from tieout.ledger.storage import Storage

__all__ = ["Accounts", "WrongLogin"]

_USERS: Final = "tieout users"
"""Under this name whoever changes users or begins sessions is alone."""


class WrongLogin(UsageError):
    """No such user, another password, or a user who may not come in: the same words for each."""

    def __init__(self) -> None:
        super().__init__("The name or the password is wrong.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Accounts:
    """The accounts of one ledger, for one thread.

    Attributes:
        storage: The rows of the ledger.
        passwords: What hashes and verifies.
        now: The wall clock, in UTC.
        new_secret: A fresh secret: random, of at least 128 bits.
    """

    storage: Storage
    passwords: Passwords
    now: Callable[[], datetime]
    new_secret: Callable[[], str]

    @property
    def users(self) -> Users:
        """The users."""
        return Users(self.storage)

    @property
    def tokens(self) -> Tokens:
        """The API tokens."""
        return Tokens(self.storage)

    @property
    def links(self) -> Links:
        """The one-time links."""
        return Links(self.storage)

    @property
    def sessions(self) -> Sessions:
        """The sessions."""
        return Sessions(self.storage)

    def add(self, name: str, role: Role, *, by: str) -> User:
        """Add a user, who chooses a password by a link; the first one is an admin.

        Raises:
            UsageError: The name is unfit or taken, or the first user is no admin.
        """
        with self.storage.alone(_USERS):
            return self._added(name, role, by=by)

    def set_role(self, name: str, role: Role, *, by: str) -> User:
        """Give a user another role, from the next request on.

        Raises:
            UsageError: There is no such user, or it is the last admin.
        """
        with self.storage.alone(_USERS):
            user = self.users.get(name)
            if role is not Role.ADMIN:
                self._keep_an_admin(user)
            if role is not user.role:
                self.users.note(user.number, "role", role, by=by, at=self.now())
        return self.users.get(name)

    def disable(self, name: str, *, by: str) -> User:
        """Let a user come in no more: sessions end at once, tokens count no more, now and later.

        Raises:
            UsageError: There is no such user, or it is the last admin.
        """
        with self.storage.alone(_USERS):
            user = self.users.get(name)
            self._keep_an_admin(user)
            if not user.disabled:
                self.users.note(user.number, "disabled", "", by=by, at=self.now())
        return self.users.get(name)

    def enable(self, name: str, *, by: str) -> User:
        """Let a disabled user log in again; sessions and tokens of before stay over.

        Raises:
            UsageError: There is no such user.
        """
        with self.storage.alone(_USERS):
            user = self.users.get(name)
            if user.disabled:
                self.users.note(user.number, "enabled", "", by=by, at=self.now())
        return self.users.get(name)

    def link(self, name: str | None, *, by: str) -> tuple[str, datetime]:
        """Return the secret of a new one-time link, and until when it works.

        Args:
            name: The user who chooses a password with it; None for whoever becomes the first admin.
            by: Who made it.

        Raises:
            UsageError: There is no such user, or there is one already who could make an admin.
        """
        with self.storage.alone(_USERS):
            user = None if name is None else self.users.get(name)
            if user is None and self.users.any():
                raise UsageError("There are users already; an admin adds the next one.")
            secret = self.new_secret()
            until = self.links.append(secret, user=user.number if user else None, by=by, at=self.now())
        return secret, until

    def linked_user(self, secret: str) -> User | None:
        """Return who chooses a password with a link; None for whoever becomes the first admin.

        Raises:
            LinkOver: The link works no more.
        """
        link = self.links.get(secret, self.now())
        return None if link.user is None else self._numbered(link.user)

    def use_link(
        self, secret: str, *, name: str, password: str, again: str, address: str
    ) -> tuple[User, str]:
        """Set the password of a link's user, or make the first admin; return who, and a session's secret.

        Args:
            secret: The link.
            name: The name of the first admin; not read for a user who is there.
            password: The new password.
            again: The same, typed again.
            address: Where the browser is.

        Raises:
            LinkOver: The link works no more.
            UsageError: Name or password are unfit; the link still works.
        """
        known = self.linked_user(secret)
        kept = self.passwords.hashed(read_password(password, again, known.name if known else name))
        with self.storage.alone(_USERS):
            link = self.links.get(secret, self.now())
            user = self._added(name, Role.ADMIN, by=name) if link.user is None else self._numbered(link.user)
            self.links.use(link, self.now())
            self.users.note(user.number, "password", kept, by=user.name, at=self.now())
            return user, self._begun(self._numbered(user.number), address, None)

    def log_in(self, name: str, password: str, *, address: str) -> tuple[User, str]:
        """Return who logged in, and the secret of the new session.

        Raises:
            TooManyAttempts: Too many failed lately, for this user or from this address.
            WrongLogin: It is not to be told what was wrong; it takes as long whatever it was.
        """
        attempt = Attempts(self.storage).begin(name, address, self.now())
        user = self.users.find(name)
        right = self.passwords.verify(password, user.kept if user else None)
        if user is None or not right or user.disabled:
            raise WrongLogin
        newer = self.passwords.hashed(password) if user.kept and self.passwords.is_old(user.kept) else None
        with self.storage.alone(_USERS):
            current = self._numbered(user.number)
            if current.disabled or current.kept != user.kept:
                raise WrongLogin
            if newer is not None:
                self.users.note(user.number, "rehash", newer, by=user.name, at=self.now())
            return current, self._begun(current, address, attempt)

    def change_password(
        self, user: int, old: str, password: str, again: str, *, address: str
    ) -> tuple[User, str]:
        """Change a user's own password: every session ends, and a new one begins whose secret is returned.

        Raises:
            TooManyAttempts: Too many were wrong lately.
            UsageError: The old one is wrong, or the new one unfit; nothing was changed.
        """
        known = self._numbered(user)
        read_password(password, again, known.name)
        attempt = Attempts(self.storage).begin(known.name, address, self.now())
        if not self.passwords.verify(old, known.kept):
            raise UsageError("The old password is wrong; nothing was changed.")
        kept = self.passwords.hashed(password)
        with self.storage.alone(_USERS):
            if self._numbered(user).kept != known.kept:
                raise UsageError("The password was changed meanwhile; nothing was changed.")
            self.users.note(user, "password", kept, by=known.name, at=self.now())
            current = self._numbered(user)
            return current, self._begun(current, address, attempt)

    def begin_session(self, user: User, address: str) -> str:
        """Begin a session for a user whom somebody else vouches for, and return its secret.

        Raises:
            WrongLogin: The user may not come in.
        """
        with self.storage.alone(_USERS):
            current = self._numbered(user.number)
            if current.disabled:
                raise WrongLogin
            return self._begun(current, address, None)

    def sign_on(self, identity: Identity, state: str, *, address: str) -> tuple[User, str]:
        """Let in whom another server vouches for, and return the secret of the new session.

        A person who comes the first time becomes a user, never one that is there under the same name. A role
        that the server gives counts from now on, but for that of the last admin.

        Args:
            identity: Who it is.
            state: What the login was begun with; it works once.
            address: Where the browser is.

        Raises:
            SignOnOver: The login was made already.
            WrongLogin: The user may not come in.
            UsageError: Nobody can be added: the first user is an admin.
        """
        with self.storage.alone(_USERS):
            identities = Identities(self.storage)
            identities.use(state, self.now())
            known = identities.find(identity)
            if known is None:
                user = self._added(self._free_name(identity), identity.role or Role.ASKER, by=identity.issuer)
                identities.append(identity, user=user.number, at=self.now())
            else:
                user = self._numbered(known)
            if user.disabled:
                raise WrongLogin
            if identity.role not in (None, user.role) and not self._is_last_admin(user):
                self.users.note(user.number, "role", str(identity.role), by=identity.issuer, at=self.now())
            current = self._numbered(user.number)
            return current, self._begun(current, address, None)

    def _free_name(self, identity: Identity) -> str:
        """Return the name that a new user is called by: the first that nobody has."""
        name = " ".join("".join(filter(str.isprintable, identity.name)).split())[: LONGEST_NAME - 6] or "user"
        return next(
            one
            for one in (name, *(f"{name} ({number})" for number in range(2, 1_000)))
            if self.users.find(one) is None
        )

    def make_token(self, user: int, name: str, scopes: Iterable[str], days: int) -> tuple[int, str]:
        """Return the number of a new token, and how it is shown, which is told this once.

        Raises:
            UsageError: It has no name, a scope beyond the user's role, or lives too long.
        """
        if not 1 <= days <= MOST_DAYS:
            raise UsageError(f"A token lives 1 to {MOST_DAYS} days, not {days}.")
        with self.storage.alone(_USERS):
            owner = self._numbered(user)
            fit = read_scopes(scopes, owner.role)
            shown = f"{MARK}{self.new_secret()}"
            at = self.now()
            number = self.tokens.append(
                shown, user=owner, name=name, scopes=fit, at=at, expires_at=at + timedelta(days=days)
            )
        return number, shown

    def end_token(self, number: int, person: Person) -> None:
        """Revoke a token: the owner's own, or as an admin anybody's.

        Raises:
            UsageError: There is none, or it is another's.
        """
        token = self.tokens.get(number)
        if token.user != person.user and not person.role.may(Role.ADMIN):
            raise UsageError(f"There is no token no. {number}.")
        self.tokens.end(number, by=person.name, at=self.now())

    def person_of_session(self, secret: str, *, is_use: bool = True) -> Person | None:
        """Return who is at a browser, in the role of now; None for a session that is over.

        Args:
            secret: What the browser shows.
            is_use: False where nobody need be there, so that the session may become idle.
        """
        session = self.sessions.find(secret, self.now(), is_use=is_use)
        if session is None or (user := self.users.numbered(session.user)) is None or user.disabled:
            return None
        return Person(name=user.name, role=user.role, user=user.number, session=session.number)

    def person_of_token(self, shown: str) -> Person | None:
        """Return in whose name a program asks, in the role of now; None for a token that does not count."""
        token = self.tokens.find(shown, self.now())
        if token is None or (user := self.users.numbered(token.user)) is None or user.disabled:
            return None
        return Person(name=user.name, role=user.role, user=user.number, scopes=token.scopes)

    def _added(self, name: str, role: Role, *, by: str) -> User:
        if role is not Role.ADMIN and not self.users.any():
            raise UsageError("The first user is an admin, or nobody could add the next.")
        number = self.users.append(name, self.now())
        self.users.note(number, "role", role, by=by, at=self.now())
        return self._numbered(number)

    def _numbered(self, number: int) -> User:
        user = self.users.numbered(number)
        if user is None:
            raise UsageError(f"There is no user no. {number}.")
        return user

    def _is_last_admin(self, user: User) -> bool:
        admins = [one for one in self.users.listed() if one.role is Role.ADMIN and not one.disabled]
        return [one.number for one in admins] == [user.number]

    def _keep_an_admin(self, user: User) -> None:
        if self._is_last_admin(user):
            raise UsageError(f"{user.name} is the last admin; make another one first.")

    def _begun(self, user: User, address: str, attempt: int | None) -> str:
        secret = self.new_secret()
        self.sessions.begin(
            secret, user=user.number, epoch=user.epoch, at=self.now(), address=address, attempt=attempt
        )
        return secret
