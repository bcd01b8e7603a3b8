"""What is said where nothing is shown: a page to a person with a browser, a problem document to a program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.responses import HTMLResponse

from tieout.interfaces.web.asking import asking_of
from tieout.interfaces.web.pages.page import rendered

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from tieout.interfaces.web.problems import Problem

__all__ = ["is_for_programs", "refusal"]

_PROGRAMS: Final = ("/api/", "/openapi.json", "/metrics")


def is_for_programs(path: str) -> bool:
    """Return True for a path that no person opens in a browser."""
    return path.startswith(_PROGRAMS)


def refusal(request: Request, problem: Problem) -> Response:
    """Return a problem in the form that whoever asked can read; it asks nothing of the ledger."""
    if is_for_programs(request.url.path) or "text/html" not in request.headers.get("accept", ""):
        return problem.response()
    card = asking_of(request).office.snapshot.card
    document = problem.document()
    html = rendered(request, "refused", here="", card=card, waiting=0, open_calls=0, problem=document)
    return HTMLResponse(html, status_code=problem.status)
