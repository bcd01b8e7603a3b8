"""One table from every error to a problem document (RFC 9457) of the HTTP door.

| type | status | meaning |
|---|---|---|
| `usage` | 422 | wrong usage: what was sent does not fit, or names what does not exist |
| `unauthenticated` | 401 | nobody is logged in, or the token does not count |
| `forbidden` | 403, 421 | not for this role or scope, or not from these pages |
| `not_found` | 404 | there is no such run, data set or page |
| `conflict` | 409 | somebody decided before, or a key was used for something else |
| `throttled` | 429 | too many tries; wait as long as `Retry-After` says |
| `query` | 422 | a data call that is refused |
| `ledger` | 503 | the ledger cannot be used |
| `unready` | 503 | the workers do not work, so that questions would only be kept |
| `model` | 502 | the model or its provider failed |
| `data` | 503 | the data cannot be trusted: checksum or format |
| `bug` | 500 | a bug of ours |
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from fastapi.responses import JSONResponse

from tieout.errors import DataError, LedgerError, ModelError, QueryError, TieoutError, UsageError

if TYPE_CHECKING:
    from fastapi import FastAPI, Request, Response

__all__ = ["ERROR_PROBLEMS", "RESPONSES", "Problem", "answer_errors", "problem_of"]

_LOG: Final = logging.getLogger(__name__)
_MEDIA: Final = "application/problem+json"

ERROR_PROBLEMS: Final[Mapping[type[TieoutError], tuple[str, int]]] = MappingProxyType(
    {
        UsageError: ("usage", 422),
        QueryError: ("query", 422),
        LedgerError: ("ledger", 503),
        ModelError: ("model", 502),
        DataError: ("data", 503),
    }
)
"""Each branch of the error tree; a subclass takes the type of its nearest listed ancestor."""

_TITLES: Final = MappingProxyType(
    {
        "usage": "Wrong usage",
        "not_found": "Not found",
        "conflict": "Conflict",
        "query": "The data call is refused",
        "ledger": "The ledger cannot be used",
        "unready": "Questions are kept, but not answered",
        "model": "The model failed",
        "data": "The data cannot be trusted",
        "bug": "A bug of ours",
        "forbidden": "Not allowed",
        "unauthenticated": "Who is there?",
        "throttled": "Too many tries",
    }
)


class Problem(Exception):
    """An answer that is no success, with what to do next.

    Args:
        kind: Its type, a word of the table.
        status: The HTTP status.
        detail: One sentence.
        seconds: After how long it is worth to try again; None where waiting does not help.
    """

    def __init__(self, kind: str, status: int, detail: str, *, seconds: int | None = None) -> None:
        super().__init__(detail)
        self.kind = kind
        self.status = status
        self.detail = detail
        self.headers = {} if seconds is None else {"Retry-After": str(seconds)}

    def response(self) -> JSONResponse:
        """Return the answer to a program."""
        return JSONResponse(self.document(), self.status, headers=self.headers, media_type=_MEDIA)

    def document(self) -> dict[str, Any]:
        """Return the problem document."""
        return {
            "type": f"urn:tieout:problem:{self.kind}",
            "title": _TITLES[self.kind],
            "status": self.status,
            "detail": self.detail,
        }


RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    status: {
        "description": f"{_TITLES[kind]}: a problem document",
        "content": {
            _MEDIA: {
                "schema": {
                    "type": "object",
                    "properties": {
                        "type": {"type": "string"},
                        "title": {"type": "string"},
                        "status": {"type": "integer"},
                        "detail": {"type": "string"},
                    },
                    "required": ["type", "title", "status", "detail"],
                }
            }
        },
    }
    for kind, status in (
        ("unauthenticated", 401),
        ("forbidden", 403),
        ("not_found", 404),
        ("conflict", 409),
        ("usage", 422),
        ("throttled", 429),
        ("model", 502),
        ("ledger", 503),
    )
}
"""The problem documents, for the API's description."""


def problem_of(error: BaseException) -> Problem:
    """Return the problem for an error; anything outside our error tree is a bug of ours.

    Examples:
        >>> problem_of(UsageError("The question is empty.")).document()["status"]
        422
        >>> problem_of(ZeroDivisionError()).kind
        'bug'
    """
    if isinstance(error, Problem):
        return error
    for ancestor in type(error).__mro__:
        if ancestor in ERROR_PROBLEMS and isinstance(error, TieoutError):
            kind, status = ERROR_PROBLEMS[ancestor]
            return Problem(kind, status, error.message)
    return Problem("bug", 500, "Something went wrong in Tieout; this is a bug of ours.")


def answer_errors(app: FastAPI, *, on_ledger_error: Callable[[], None]) -> None:
    """Let an app answer with problem documents, whatever goes wrong in it.

    Args:
        app: The application.
        on_ledger_error: Called when the ledger could not be used for a request.
    """
    from fastapi.exceptions import RequestValidationError
    from starlette.exceptions import HTTPException

    from tieout.interfaces.web.pages.refused import refusal

    async def told(request: Request, error: Exception) -> Response:
        if isinstance(error, RequestValidationError):
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"][1:]) or "body"
            found = Problem("usage", 422, f"{where!r} does not fit: {first['msg']}.")
        elif isinstance(error, HTTPException):
            kind = "not_found" if error.status_code == 404 else "usage"
            found = Problem(kind, error.status_code, f"{error.detail}.")
        else:
            found = problem_of(error)
        if found.kind == "ledger":
            on_ledger_error()
        if found.kind == "bug":
            _LOG.error("a request failed", exc_info=error)
        return refusal(request, found)

    for kind in (Problem, TieoutError, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, told)
