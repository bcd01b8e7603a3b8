"""The gate: every request is somebody's, who may make it, or goes no further.

Plain ASGI, as the guards before it are; what it needs of the ledger it looks up in a thread.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse

from tieout.accounts import Person, Role
from tieout.errors import TieoutError
from tieout.interfaces.web.access import access_to, methods_of
from tieout.interfaces.web.cookies import SESSION, VISIT, cookie
from tieout.interfaces.web.pages.refused import is_for_programs, refusal
from tieout.interfaces.web.persons import Caller
from tieout.interfaces.web.problems import Problem, problem_of

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from tieout.interfaces.office import Office
    from tieout.interfaces.web.access import Access

__all__ = ["Gate"]

_BEARER: Final = "bearer"
_FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "via")


@dataclass(frozen=True, slots=True)
class Gate:
    """Find out who makes a request, and hand it on only where the table of access lets that person in.

    Attributes:
        app: What is behind the gate.
        office: The data, the desk, the ledger.
        single_user: As long as there are no users, whoever is on this machine may do everything.
    """

    app: ASGIApp
    office: Office
    single_user: bool = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or hand it on."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":  # nothing here speaks over web sockets
            await send({"type": "websocket.close", "code": 1008})
            return
        asked = Request(scope, receive)
        access = access_to(scope["method"], scope["path"])
        if access is not None and access.least is None:
            Caller(person=None, secret=cookie(asked, VISIT)).hand_on(scope)
            await self.app(scope, receive, send)
            return
        try:
            caller = await run_in_threadpool(self._let_in, asked, access)
        except (Problem, TieoutError) as error:
            await self._refusal(asked, problem_of(error))(scope, receive, _Sending(send))
            return
        caller.hand_on(scope)
        sending = _Sending(send, lambda: self._is_let_in(asked, access))
        try:
            await self.app(scope, receive, sending)
        except Exception:
            if not sending.is_over:
                raise
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _let_in(self, asked: Request, access: Access | None) -> Caller:
        """Return who makes a request, who may.

        Raises:
            Problem: Nobody that we know, somebody who may not, or no route answers it.
        """
        caller = self._caller(asked, is_use=access is None or not access.is_polled)
        caller.hand_on(asked.scope)  # a page that says no says it to somebody
        person = caller.person
        if access is None:
            raise _nothing_there(asked.scope)
        if person is not None and access.least is not None and not person.may(access.least, access.scope):
            raise _not_for(person, access.least, is_page=access.scope is None)
        return caller

    def _is_let_in(self, asked: Request, access: Access | None) -> bool:
        try:
            self._let_in(asked, access)
        except (Problem, TieoutError):
            return False
        return True

    def _caller(self, asked: HTTPConnection, *, is_use: bool) -> Caller:
        """Return who makes a request.

        Raises:
            Problem: Nobody that we know.
        """
        accounts = self.office.accounts()
        scheme, _, shown = asked.headers.get("authorization", "").partition(" ")
        if scheme.lower() == _BEARER:
            person = accounts.person_of_token(shown.strip())
            if person is None:
                raise Problem("unauthenticated", 401, "The token is unknown, has expired, or was revoked.")
            return Caller(person=person)
        secret = cookie(asked, SESSION)
        if secret and (person := accounts.person_of_session(secret, is_use=is_use)) is not None:
            return Caller(person=person, secret=secret)
        if self.single_user and not accounts.users.any():
            if any(name in asked.headers for name in _FORWARDED):
                raise Problem(
                    "forbidden",
                    403,
                    "This desk has no users, so it serves this machine only, through no proxy."
                    " Make an admin: tieout user add NAME --role admin.",
                )
            return Caller(person=Person(name=self.office.user, role=Role.ADMIN))
        raise Problem("unauthenticated", 401, "Log in, or send a token: Authorization: Bearer TOKEN.")

    def _refusal(self, asked: Request, problem: Problem) -> Response:
        """Return the page or the document that says why not; a browser without a login is led to it."""
        if "caller" not in asked.scope.setdefault("state", {}):
            Caller(person=None).hand_on(asked.scope)
        if problem.status != 401 or "authorization" in asked.headers or not _is_page(asked):
            response = refusal(asked, problem)
            if problem.status == 401:
                response.headers["WWW-Authenticate"] = "Bearer"
            elif problem.status == 405:
                response.headers["Allow"] = ", ".join(methods_of(asked.url.path))
            return response
        wanted = asked.url.path + (f"?{asked.url.query}" if asked.url.query else "")
        after = f"?next={quote(wanted, safe='')}" if asked.method == "GET" and wanted != "/" else ""
        return RedirectResponse(f"/login{after}", status_code=303)


def _is_page(asked: Request) -> bool:
    return not is_for_programs(asked.url.path) and "text/event-stream" not in asked.headers.get("accept", "")


def _nothing_there(scope: Scope) -> Problem:
    if methods_of(scope["path"]):
        return Problem("usage", 405, "Method Not Allowed.")
    return Problem("not_found", 404, "Not Found.")


def _not_for(person: Person, least: Role, *, is_page: bool) -> Problem:
    if person.role.may(least):
        return Problem(
            "forbidden",
            403,
            "A token opens no pages; log in with a browser."
            if is_page
            else "The token is not for this; make one with the scope that it needs.",
        )
    role = "an editor" if least is Role.EDITOR else f"an {least}"
    return Problem("forbidden", 403, f"This is for {role}; you are here as {person.role}. Ask an admin.")


class _Over(OSError):
    """Whoever reads a stream may do so no more."""


@dataclass(slots=True)
class _Sending:
    """Sends a response that no cache keeps; an event stream goes on only as long as its reader may read it.

    Attributes:
        send: Where it goes.
        is_let_in: Tells, in a thread, whether the reader still may; None for what is no stream.
        is_over: True once the reader might no more; nothing was sent from then on.
    """

    send: Send
    is_let_in: Callable[[], bool] | None = None
    is_over: bool = False
    _is_stream: bool = False

    async def __call__(self, message: Message) -> None:
        """Send one message of a response."""
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.setdefault("Cache-Control", "no-store")
            self._is_stream = headers.get("content-type", "").startswith("text/event-stream")
        elif self._is_stream and self.is_let_in is not None and not self.is_over:
            self.is_over = not await run_in_threadpool(self.is_let_in)
        if self.is_over:
            raise _Over
        await self.send(message)
