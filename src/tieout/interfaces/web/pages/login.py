"""The pages before a session: the login, a one-time link, and the way out."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Final

from anyio import to_thread
from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tieout.accounts import LinkOver, TooManyAttempts, User, WrongLogin
from tieout.accounts.password import LONGEST_PASSWORD
from tieout.errors import UsageError
from tieout.interfaces.web.asking import asking_of
from tieout.interfaces.web.cookies import SESSION, VISIT, cookie, drop_cookie, set_cookie
from tieout.interfaces.web.pages.page import page
from tieout.interfaces.web.persons import Caller, person_of

if TYPE_CHECKING:
    from tieout.accounts import Accounts
    from tieout.interfaces.web.signon import SignOn

__all__ = ["address_of", "after", "begun", "login_pages", "login_refused"]

login_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

_HERE: Final = re.compile(r"/(?![/\\])[^\s\x00-\x1f\\]*", re.ASCII)
"""A path of this door; what begins with two slashes is another host."""

Secret = Annotated[str, Form(max_length=4 * LONGEST_PASSWORD)]


@login_pages.get("/login")
def login_page(request: Request, next: str = "/") -> Response:  # noqa: A002
    """Show the login."""
    return _shown(request, "login", name="", after=after(next), error="")


@login_pages.post("/login")
async def log_in(
    request: Request,
    name: Annotated[str, Form()] = "",
    password: Secret = "",
    next: Annotated[str, Form()] = "/",  # noqa: A002
) -> Response:
    """Begin a new session, or say that name or password are wrong; the session of before is over."""
    return await in_turn(_log_in, request, name, password, next)


def _log_in(request: Request, name: str, password: str, wanted: str) -> Response:
    accounts = _accounts(request)
    try:
        _, secret = accounts.log_in(name, password, address=address_of(request))
    except WrongLogin as error:
        return _shown(request, "login", 422, name=name, after=after(wanted), error=error.message)
    except TooManyAttempts as error:
        response = _shown(request, "login", 429, name=name, after=after(wanted), error=error.message)
        response.headers["Retry-After"] = str(error.seconds)
        return response
    return begun(request, secret, after(wanted))


@login_pages.post("/logout")
def log_out(request: Request) -> Response:
    """End the session."""
    person = person_of(request)
    if person.session is not None:
        accounts = _accounts(request)
        accounts.sessions.end(person.session, accounts.now())
    response = RedirectResponse("/login", status_code=303)
    drop_cookie(request, response, SESSION)
    return response


@login_pages.get("/welcome")
def welcome_page(request: Request, link: str = "") -> Response:
    """Show the form of a one-time link, which it does not use up."""
    try:
        user = _accounts(request).linked_user(link)
    except LinkOver as error:
        return _over(request, error)
    return _welcome(request, link, user)


@login_pages.post("/welcome")
async def use_link(
    request: Request,
    link: Annotated[str, Form()] = "",
    name: Annotated[str, Form()] = "",
    password: Secret = "",
    again: Secret = "",
) -> Response:
    """Set the password of the link's user, or make the first admin, who is then logged in."""
    return await in_turn(_use_link, request, link, name, password, again)


def _use_link(request: Request, link: str, name: str, password: str, again: str) -> Response:
    accounts = _accounts(request)
    try:
        user = accounts.linked_user(link)
        _, secret = accounts.use_link(
            link, name=name, password=password, again=again, address=address_of(request)
        )
    except LinkOver as error:
        return _over(request, error)
    except UsageError as error:
        return _welcome(request, link, user, status=422, name=name, error=error.message)
    return begun(request, secret, "/")


async def in_turn(work: Callable[..., Response], request: Request, *values: str) -> Response:
    """Do what hashes a password, few at once: a crowd at the door waits without holding up anybody else."""
    return await to_thread.run_sync(work, request, *values, limiter=request.app.state.turns)


def begun(request: Request, secret: str, after: str) -> Response:
    """Lead on with a new session; the one that the browser came with, planted or not, is over."""
    accounts = _accounts(request)
    before = accounts.sessions.find(cookie(request, SESSION), accounts.now())
    if before is not None:
        accounts.sessions.end(before.number, accounts.now())
    response = RedirectResponse(after, status_code=303)
    set_cookie(request, response, SESSION, secret)
    drop_cookie(request, response, VISIT)
    return response


def login_refused(request: Request, error: str, *, status: int = 422) -> Response:
    """Show the login again, with what was wrong with one by a login server."""
    return _shown(request, "login", status, name="", after="/", error=error)


def address_of(request: Request) -> str:
    """Return where a browser is; behind a proxy that uvicorn trusts, where the proxy says."""
    return request.client.host if request.client else ""


def _accounts(request: Request) -> Accounts:
    return asking_of(request).office.accounts()


def after(path: str) -> str:
    """Return a path of this door to go on to; the first page for anything else, such as another host.

    Examples:
        >>> after("/runs/7"), after("//evil.example"), after("https://evil.example")
        ('/runs/7', '/', '/')
    """
    return path if _HERE.fullmatch(path) else "/"


def _shown(request: Request, name: str, status: int = 200, /, **values: object) -> Response:
    """Return a page whose form is bound to this browser."""
    visit = cookie(request, VISIT) or _accounts(request).new_secret()
    request.state.caller = Caller(person=None, secret=visit)
    sign_on: SignOn | None = request.app.state.sign_on
    response = page(request, name, status, sign_on=sign_on.name if sign_on else "", **values)
    set_cookie(request, response, VISIT, visit)
    return response


def _welcome(
    request: Request, link: str, user: User | None, *, status: int = 200, name: str = "", error: str = ""
) -> Response:
    return _shown(request, "welcome", status, link=link, user=user, name=name, error=error)


def _over(request: Request, error: LinkOver) -> Response:
    problem = {"title": "This link is over", "detail": error.message}
    return page(request, "refused", 410, problem=problem)
