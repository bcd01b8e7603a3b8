"""The cookies of the door: who is logged in, and which browser a login form was given to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tieout.accounts import LONGEST

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection
    from starlette.responses import Response

__all__ = ["SESSION", "SIGN_ON", "VISIT", "cookie", "drop_cookie", "set_cookie"]

SESSION: Final = "tieout"
"""Carries the secret of a session."""

VISIT: Final = "tieout_visit"
"""Carries a secret for the forms that come before a session: those of a login and of a one-time link."""

SIGN_ON: Final = "tieout_sign_on"
"""Carries the secret of a login that was begun with a login server, and the page that it leads to."""


def cookie(asked: HTTPConnection, name: str) -> str:
    """Return what a browser carries under a name, or nothing."""
    return asked.cookies.get(_called(asked, name), "")


def set_cookie(asked: HTTPConnection, response: Response, name: str, secret: str) -> None:
    """Let a browser carry a secret that no script reads, and that no other site's form sends along."""
    response.set_cookie(
        _called(asked, name),
        secret,
        max_age=int(LONGEST.total_seconds()) if name == SESSION else None,
        secure=_is_safe(asked),
        httponly=True,
        samesite="lax",
    )


def drop_cookie(asked: HTTPConnection, response: Response, name: str) -> None:
    """Let a browser carry it no more."""
    response.delete_cookie(_called(asked, name), secure=_is_safe(asked), httponly=True, samesite="lax")


def _called(asked: HTTPConnection, name: str) -> str:
    """Return the name; under https one that neither a plain page nor a neighbouring host can set."""
    return f"__Host-{name}" if _is_safe(asked) else name


def _is_safe(asked: HTTPConnection) -> bool:
    return asked.url.scheme == "https"
