"""Who may open what: one table from every route to the least role, and to the scope that a token needs.

What is not in the table is not there for anybody, so that a route cannot be forgotten here; a test walks the
routes of the application and fails for one that is missing. A route of two names with a parameter at the
same place is found in the order of the table.

| least role | may |
|---|---|
| nobody | see the login page and its style, use a one-time link, ask whether the process lives and is ready |
| asker | ask, see the own runs, see the data, change the own password, make and revoke own tokens |
| editor | see all runs, decide about held answers and about calls with a side effect, audit articles |
| admin | add users, change their role, let them in or not, revoke anybody's token, read the metrics |
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from starlette.routing import compile_path

from tieout.accounts import Role, Scope

if TYPE_CHECKING:
    import re

__all__ = ["ACCESS", "Access", "access_to", "methods_of", "route_of"]


@dataclass(frozen=True, slots=True)
class Access:
    """Who may open a route.

    Attributes:
        least: The least role; None for anybody, without a login.
        scope: The scope that a token needs; None for a page, which a token does not open.
        is_polled: True for what an open page asks by itself, which does not keep a session from ending.
    """

    least: Role | None
    scope: Scope | None = None
    is_polled: bool = False


_ANYBODY: Final = Access(None)
_ASKER: Final = Access(Role.ASKER)
_EDITOR: Final = Access(Role.EDITOR)
_ADMIN: Final = Access(Role.ADMIN)
_ASKS: Final = Access(Role.ASKER, Scope.ASK)
_READS: Final = Access(Role.ASKER, Scope.READ)
_REVIEWS: Final = Access(Role.EDITOR, Scope.REVIEW)

ACCESS: Final[Mapping[str, Access]] = MappingProxyType(
    {
        "GET /healthz": _ANYBODY,
        "GET /readyz": _ANYBODY,
        "GET /static/{path:path}": _ANYBODY,
        "GET /login": _ANYBODY,
        "POST /login": _ANYBODY,
        "GET /login/oidc": _ANYBODY,
        "GET /login/oidc/callback": _ANYBODY,
        "GET /welcome": _ANYBODY,
        "POST /welcome": _ANYBODY,
        "POST /logout": _ASKER,
        "GET /": _ASKER,
        "POST /ask": _ASKER,
        "GET /runs": _ASKER,
        "GET /runs/outcomes.svg": _ASKER,
        "GET /runs/{name}": _ASKER,
        "GET /runs/{run}/live": _ASKER,
        "POST /runs/{run}/stop": _ASKER,
        "GET /runs/{name}/chart.svg": _ASKER,
        "GET /runs/{name}/chart.png": _ASKER,
        "GET /runs/{name}/chart.json": _ASKER,
        "GET /runs/{name}/rows.csv": _ASKER,
        "GET /runs/{name}/citation.bib": _ASKER,
        "GET /runs/{name}/citation.json": _ASKER,
        "GET /data": _ASKER,
        "GET /data/indicator": _ASKER,
        "GET /data/revisions": _ASKER,
        "GET /account": _ASKER,
        "POST /account/password": _ASKER,
        "POST /account/tokens": _ASKER,
        "POST /account/tokens/{number}/revoke": _ASKER,
        "GET /review": _EDITOR,
        "GET /review/count": Access(Role.EDITOR, is_polled=True),
        "GET /review/{number}": _EDITOR,
        "POST /review/{number}": _EDITOR,
        "GET /approvals": _EDITOR,
        "POST /approvals/{number}": _EDITOR,
        "GET /audit": _EDITOR,
        "POST /audit": _EDITOR,
        "GET /users": _ADMIN,
        "POST /users": _ADMIN,
        "POST /users/{number}/role": _ADMIN,
        "POST /users/{number}/state": _ADMIN,
        "POST /users/{number}/link": _ADMIN,
        "GET /openapi.json": _READS,
        "POST /api/v1/questions": _ASKS,
        "GET /api/v1/questions/{run}": _ASKS,
        "GET /api/v1/questions/{run}/events": _ASKS,
        "POST /api/v1/questions/{run}/stop": _ASKS,
        "GET /api/v1/runs": _READS,
        "GET /api/v1/tally": _READS,
        "GET /api/v1/export/runs": _READS,
        "GET /api/v1/runs/{name}": _READS,
        "GET /api/v1/runs/{name}/trace": _READS,
        "GET /api/v1/runs/{name}/proof": _READS,
        "GET /api/v1/runs/{name}/nearby": _READS,
        "POST /api/v1/check": _READS,
        "GET /api/v1/tools": _READS,
        "POST /api/v1/tools/{name}": _READS,
        "GET /api/v1/datasets": _READS,
        "GET /api/v1/datasets/served": _READS,
        "GET /api/v1/datasets/find": _READS,
        "GET /api/v1/datasets/indicator": _READS,
        "GET /api/v1/datasets/diff": _READS,
        "POST /api/v1/audit": _REVIEWS,
        "POST /api/v1/audit/file": _REVIEWS,
        "GET /api/v1/reviews": _REVIEWS,
        "POST /api/v1/reviews/{name}": _REVIEWS,
        "GET /api/v1/approvals": _REVIEWS,
        "GET /api/v1/approvals/{number}": _REVIEWS,
        "POST /api/v1/approvals/{number}": _REVIEWS,
        "GET /metrics": Access(Role.ADMIN, Scope.METRICS),
    }
)
"""Method and path of every route, as it is written where the route is made."""


def _compiled() -> tuple[tuple[str, re.Pattern[str], Access], ...]:
    split = ((line.partition(" "), access) for line, access in ACCESS.items())
    return tuple((method, compile_path(path)[0], access) for (method, _, path), access in split)


_PATTERNS: Final = _compiled()

_METHODS: Final = frozenset(verb for verb, _, _ in _PATTERNS)


def access_to(method: str, path: str) -> Access | None:
    """Return who may make a request; None for one that no route answers.

    Examples:
        >>> access_to("HEAD", "/review/17").least
        <Role.EDITOR: 'editor'>
        >>> access_to("DELETE", "/review/17") is None
        True
    """
    asked = "GET" if method == "HEAD" else method
    return next((one for verb, pattern, one in _PATTERNS if verb == asked and pattern.match(path)), None)


def methods_of(path: str) -> tuple[str, ...]:
    """Return the methods that routes of a path answer, sorted.

    Examples:
        >>> methods_of("/review/17"), methods_of("/nowhere")
        (('GET', 'HEAD', 'POST'), ())
    """
    verbs = {verb for verb, pattern, _ in _PATTERNS if pattern.match(path)}
    return tuple(sorted(verbs | ({"HEAD"} if "GET" in verbs else set())))


def route_of(method: str, path: str) -> tuple[str, str]:
    """Return the method and the path of a route as they are written: few, whatever is asked.

    Examples:
        >>> route_of("GET", "/review/17"), route_of("BREW", "/pot")
        (('GET', '/review/{number}'), ('other', 'none'))
    """
    asked = "GET" if method == "HEAD" else method
    lines = zip(ACCESS, _PATTERNS, strict=True)
    found = next((line for line, (verb, one, _) in lines if verb == asked and one.match(path)), None)
    if found is None:
        return (asked if asked in _METHODS else "other"), "none"
    return asked, found.partition(" ")[2]
