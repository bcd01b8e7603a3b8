"""The users page, for admins: who may come in, in which role; one-time links; everybody's tokens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tieout.accounts import Role, read_role
from tieout.errors import UsageError
from tieout.interfaces.web.asking import asking_of
from tieout.interfaces.web.pages.account import Number
from tieout.interfaces.web.pages.page import page
from tieout.interfaces.web.persons import person_of
from tieout.interfaces.web.problems import Problem

if TYPE_CHECKING:
    from tieout.accounts import Accounts, User

__all__ = ["users_pages"]

users_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@users_pages.get("/users")
def users_page(request: Request) -> Response:
    """Show every user, and every token that counts."""
    return _users(request)


@users_pages.post("/users")
def add_user(
    request: Request, name: Annotated[str, Form()] = "", role: Annotated[str, Form()] = "asker"
) -> Response:
    """Add a user, and show the link by which the user chooses a password."""
    accounts = _accounts(request)
    try:
        user = accounts.add(name, read_role(role), by=person_of(request).name)
    except UsageError as error:
        return _users(request, 422, error=error.message, name=name, role=role)
    if person_of(request).user is None:
        # the desk was without users until now: whoever made the first goes on by the link of that one
        link, _ = accounts.link(user.name, by=person_of(request).name)
        return RedirectResponse(f"/welcome?link={quote(link)}", status_code=303)
    return _linked(request, user)


@users_pages.post("/users/{number}/role")
def change_role(request: Request, number: Number, role: Annotated[str, Form()] = "") -> Response:
    """Give a user another role."""
    return _changed(
        request, number, lambda accounts, name, by: accounts.set_role(name, read_role(role), by=by)
    )


@users_pages.post("/users/{number}/state")
def change_state(request: Request, number: Number, state: Annotated[str, Form()] = "") -> Response:
    """Let a user come in no more, or again."""

    def change(accounts: Accounts, name: str, by: str) -> object:
        if state not in ("disable", "enable"):
            raise UsageError("Choose to disable or to enable.")
        return accounts.disable(name, by=by) if state == "disable" else accounts.enable(name, by=by)

    return _changed(request, number, change)


@users_pages.post("/users/{number}/link")
def make_link(request: Request, number: Number) -> Response:
    """Show a new one-time link by which a user chooses a password."""
    return _linked(request, _user(request, number))


def _changed(request: Request, number: int, change: Callable[[Accounts, str, str], object]) -> Response:
    try:
        change(_accounts(request), _user(request, number).name, person_of(request).name)
    except UsageError as error:
        return _users(request, 409, error=error.message)
    return RedirectResponse("/users", status_code=303)


def _accounts(request: Request) -> Accounts:
    return asking_of(request).office.accounts()


def _user(request: Request, number: int) -> User:
    user = _accounts(request).users.numbered(number)
    if user is None:
        raise Problem("not_found", 404, f"There is no user no. {number}.")
    return user


def _linked(request: Request, user: User) -> Response:
    link, until = _accounts(request).link(user.name, by=person_of(request).name)
    address = f"{request.url.scheme}://{request.url.netloc}/welcome?link={quote(link)}"
    return _users(request, 201, linked=user, link=address, until=f"{until:%Y-%m-%d %H:%M} UTC")


def _users(
    request: Request,
    status: int = 200,
    *,
    error: str = "",
    name: str = "",
    role: str = Role.ASKER,
    linked: User | None = None,
    link: str = "",
    until: str = "",
) -> Response:
    accounts = _accounts(request)
    return page(
        request,
        "users",
        status,
        users=accounts.users.listed(),
        tokens=accounts.tokens.listed(accounts.now()),
        roles=tuple(Role),
        error=error,
        name=name,
        role=role,
        linked=linked,
        link=link,
        until=until,
    )
