"""Who makes a request, as the gate found out, and what that person may see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fastapi import Request

from tieout.accounts import Person, is_form_token
from tieout.interfaces.web.problems import Problem

if TYPE_CHECKING:
    from starlette.types import Scope

__all__ = ["FORM_FIELD", "Caller", "caller_of", "check_form", "person_of"]

FORM_FIELD = "form_token"
"""The field of a form that carries its token; a script sends the header ``X-Form-Token``."""

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """What the gate knows of a request.

    Attributes:
        person: Who makes it; None where nobody had to say so.
        secret: What its forms are bound to: the secret of the session or of the visit, empty before the
            first page; None for a program with a token and a desk without users, which show no such form.
    """

    person: Person | None
    secret: str | None = None

    def hand_on(self, scope: Scope) -> None:
        """Tell the application who is there."""
        scope.setdefault("state", {})["caller"] = self


def caller_of(request: Request) -> Caller:
    """Return what the gate knows of a request."""
    caller: Caller = request.state.caller
    return caller


def person_of(request: Request) -> Person:
    """Return who makes a request.

    Raises:
        Problem: Nobody that we know.
    """
    person = caller_of(request).person
    if person is None:
        raise Problem("unauthenticated", 401, "Log in first.")
    return person


async def check_form(request: Request) -> None:
    """Refuse a form that this session's pages did not show; every route depends on it.

    Raises:
        Problem: The form's token is missing or another's.
    """
    secret = caller_of(request).secret
    if request.method in _SAFE or secret is None:
        return
    token: object = request.headers.get("x-form-token")
    if token is None and "form" in request.headers.get("content-type", ""):
        token = (await request.form()).get(FORM_FIELD)
    if not secret or not isinstance(token, str) or not is_form_token(token, secret):
        raise Problem("forbidden", 403, "This form is not of this session; open the page again and send it.")
