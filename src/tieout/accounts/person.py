"""A person at a door: by what name, in which role, and what for."""

from __future__ import annotations

from dataclasses import dataclass

from tieout.accounts.role import LEAST_ROLE, Role, Scope

__all__ = ["Person"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Who makes a request.

    Attributes:
        name: What questions, decisions and approvals are signed with.
        role: What the person may do.
        user: The number of the user; None for the one person of a desk without users.
        session: The number of the session; None for a token, and for a desk without users.
        scopes: What a token is for; None for a person at a browser, who may do all that the role may.
    """

    name: str
    role: Role
    user: int | None = None
    session: int | None = None
    scopes: frozenset[Scope] | None = None

    def may(self, least: Role, scope: Scope | None) -> bool:
        """Return True for what the role reaches; through a token, only where its scopes have it.

        Args:
            least: The least role.
            scope: The scope that a token needs; None for what no token may.
        """
        if self.scopes is None:
            return self.role.may(least)
        return (
            self.role.may(least)
            and scope is not None
            and scope in self.scopes
            and self.role.may(LEAST_ROLE[scope])
        )

    def sees(self, asker: str | None) -> bool:
        """Return True for a run that the person may see: an asker's own, an editor's all."""
        return self.role.may(Role.EDITOR) or asker == self.name
