"""The way to the login server and back, where the desk has one."""

from __future__ import annotations

from urllib.parse import quote, unquote

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from tieout.accounts import SignOnOver, WrongLogin
from tieout.errors import UsageError
from tieout.interfaces.web.asking import asking_of
from tieout.interfaces.web.cookies import SIGN_ON, VISIT, cookie, drop_cookie, set_cookie
from tieout.interfaces.web.pages.login import address_of, after, begun, login_refused
from tieout.interfaces.web.problems import Problem
from tieout.interfaces.web.signon import NotSignedOn, SignOn

__all__ = ["signon_pages"]

signon_pages = APIRouter(include_in_schema=False)


@signon_pages.get("/login/oidc")
def begin_sign_on(request: Request, next: str = "/") -> Response:  # noqa: A002
    """Send the browser to the login server."""
    sign_on = _sign_on(request)
    accounts = asking_of(request).office.accounts()
    visit = cookie(request, VISIT) or accounts.new_secret()
    state = accounts.new_secret()
    try:
        response: Response = RedirectResponse(sign_on.begin(visit, state), status_code=303)
    except NotSignedOn as error:
        return login_refused(request, error.message, status=502)
    set_cookie(request, response, VISIT, visit)
    set_cookie(request, response, SIGN_ON, f"{state}.{quote(after(next), safe='')}")
    return response


@signon_pages.get("/login/oidc/callback")
def finish_sign_on(request: Request) -> Response:
    """Begin a session for whom the login server vouches, or say that the login did not succeed."""
    sign_on = _sign_on(request)
    accounts = asking_of(request).office.accounts()
    state, _, wanted = cookie(request, SIGN_ON).partition(".")
    try:
        identity = sign_on.finish(cookie(request, VISIT), state, request.query_params)
        _, secret = accounts.sign_on(identity, state, address=address_of(request))
    except (NotSignedOn, SignOnOver) as error:
        response = login_refused(request, error.message)
    except WrongLogin:
        response = login_refused(request, "This user may not come in. Ask an admin of this desk.", status=403)
    except UsageError as error:
        response = login_refused(request, error.message)
    else:
        response = begun(request, secret, after(unquote(wanted)))
    drop_cookie(request, response, SIGN_ON)
    return response


def _sign_on(request: Request) -> SignOn:
    found: SignOn | None = request.app.state.sign_on
    if found is None:
        raise Problem("not_found", 404, "This desk has no login server.")
    return found
