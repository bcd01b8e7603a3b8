"""The page of one's own account: the password, and the tokens that programs show."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Path, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tieout.accounts import LEAST_ROLE, Scope, TooManyAttempts
from tieout.errors import UsageError
from tieout.interfaces.web.asking import asking_of
from tieout.interfaces.web.cookies import SESSION, set_cookie
from tieout.interfaces.web.pages.login import Secret, address_of, in_turn
from tieout.interfaces.web.pages.page import page
from tieout.interfaces.web.persons import person_of
from tieout.interfaces.web.problems import Problem

__all__ = ["account_pages"]

account_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

_DAYS = 90
"""Days that a token lives unless its owner says otherwise."""

Number = Annotated[int, Path(ge=1, le=2**53)]


@account_pages.get("/account")
def account_page(request: Request, changed: bool = False) -> Response:
    """Show the account of whoever is logged in."""
    return _account(request, told="The password was changed; other sessions are over." if changed else "")


@account_pages.post("/account/password")
async def change_password(
    request: Request, old: Secret = "", password: Secret = "", again: Secret = ""
) -> Response:
    """Change the password; every session ends, and this browser has a new one."""
    return await in_turn(_change_password, request, old, password, again)


def _change_password(request: Request, old: str, password: str, again: str) -> Response:
    accounts = asking_of(request).office.accounts()
    try:
        _, secret = accounts.change_password(
            _user(request), old, password, again, address=address_of(request)
        )
    except TooManyAttempts as error:
        return _account(request, 429, error=error.message)
    except UsageError as error:
        return _account(request, 422, error=error.message)
    response = RedirectResponse("/account?changed=true", status_code=303)
    set_cookie(request, response, SESSION, secret)
    return response


@account_pages.post("/account/tokens")
def make_token(
    request: Request,
    name: Annotated[str, Form()] = "",
    days: Annotated[int, Form()] = _DAYS,
    scope: Annotated[list[str] | None, Form()] = None,
) -> Response:
    """Make a token, and show it this once."""
    try:
        _, shown = asking_of(request).office.accounts().make_token(_user(request), name, scope or [], days)
    except UsageError as error:
        return _account(request, 422, token_error=error.message, name=name)
    return _account(request, 201, shown=shown)


@account_pages.post("/account/tokens/{number}/revoke")
def revoke_token(request: Request, number: Number) -> Response:
    """Revoke a token of one's own, or as an admin anybody's."""
    person = person_of(request)
    try:
        asking_of(request).office.accounts().end_token(number, person)
    except UsageError as error:
        raise Problem("not_found", 404, error.message) from error
    came_from_users = request.headers.get("referer", "").partition("?")[0].endswith("/users")
    return RedirectResponse("/users" if came_from_users else "/account", status_code=303)


def _user(request: Request) -> int:
    user = person_of(request).user
    if user is None:
        raise Problem("forbidden", 403, "This desk has no users yet; add an admin first, on the page Users.")
    return user


def _account(
    request: Request,
    status: int = 200,
    *,
    told: str = "",
    error: str = "",
    token_error: str = "",
    shown: str = "",
    name: str = "",
) -> Response:
    accounts = asking_of(request).office.accounts()
    user = _user(request)
    role = person_of(request).role
    return page(
        request,
        "account",
        status,
        tokens=accounts.tokens.listed(accounts.now(), user=user),
        scopes=[scope for scope in Scope if role.may(LEAST_ROLE[scope])],
        told=told,
        error=error,
        token_error=token_error,
        shown=shown,
        name=name,
        days=_DAYS,
    )
