"""Roles and scopes: what a person may do at the desk, and what a program may do in a person's name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from tieout.errors import UsageError

__all__ = ["LEAST_ROLE", "Role", "Scope", "read_role", "read_scopes"]


class Role(StrEnum):
    """What a person is at the desk; each may do whatever those before it may."""

    ASKER = "asker"
    EDITOR = "editor"
    ADMIN = "admin"

    @property
    def rank(self) -> int:
        """How far it reaches, from 0."""
        return tuple(Role).index(self)

    def may(self, least: Role) -> bool:
        """Return True where this role reaches as far as another.

        Examples:
            >>> Role.EDITOR.may(Role.ASKER), Role.EDITOR.may(Role.ADMIN)
            (True, False)
        """
        return self.rank >= least.rank


class Scope(StrEnum):
    """What a token is for."""

    READ = "read"
    ASK = "ask"
    REVIEW = "review"
    MANAGE = "manage"
    METRICS = "metrics"


LEAST_ROLE: Final[Mapping[Scope, Role]] = MappingProxyType(
    {
        Scope.READ: Role.ASKER,
        Scope.ASK: Role.ASKER,
        Scope.REVIEW: Role.EDITOR,
        Scope.MANAGE: Role.ADMIN,
        Scope.METRICS: Role.ADMIN,
    }
)
"""The least role that may make a token with a scope, and use it."""


def read_role(word: str) -> Role:
    """Return the role of that name.

    Raises:
        UsageError: There is none.
    """
    try:
        return Role(word)
    except ValueError:
        raise UsageError(f"There is no role {word[:40]!r}; choose {', '.join(Role)}.") from None


def read_scopes(words: Iterable[str], role: Role) -> frozenset[Scope]:
    """Return the scopes of those names, none wider than a role.

    Raises:
        UsageError: There is none, one is unknown, or one is more than the role may.
    """
    named = list(words)
    unknown = [word for word in named if word not in tuple(Scope)]
    if unknown:
        raise UsageError(f"There is no scope {unknown[0][:40]!r}; choose from {', '.join(Scope)}.")
    if not named:
        raise UsageError("A token needs a scope; choose what it is for.")
    scopes = frozenset(map(Scope, named))
    wide = sorted(scope for scope in scopes if not role.may(LEAST_ROLE[scope]))
    if wide:
        raise UsageError(f"The role {role} may not {wide[0]}; a token is no wider than its owner's role.")
    return scopes
