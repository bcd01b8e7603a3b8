"""What every page shares: the templates, and what stands around the middle of each."""

from __future__ import annotations

import json
from typing import Any, Final

import jinja2
from fastapi import Request
from fastapi.responses import HTMLResponse

from tieout.interfaces.web.asking import asking_of

__all__ = ["page", "rendered"]

_TEMPLATES: Final = jinja2.Environment(
    loader=jinja2.PackageLoader("tieout.interfaces.web", "templates"),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def exactly(value: object) -> str:
    r"""Return a value as JSON with every letter that is not plain ASCII as its escape: nothing looks alike.

    Examples:
        >>> print(exactly("CA\u0274"), exactly(2024))
        "CA\u0274" 2024
    """
    return json.dumps(value, ensure_ascii=True)


_TEMPLATES.filters["exactly"] = exactly


def rendered(name: str, **values: Any) -> str:
    """Return a template, or a part of one, filled in."""
    return _TEMPLATES.get_template(f"{name}.html.j2").render(values)


def page(request: Request, name: str, status: int = 200, **values: Any) -> HTMLResponse:
    """Return a whole page: a template with what the frame around it shows."""
    office = asking_of(request).office
    ledger = office.ledger()
    counts = {"waiting": ledger.count_held(), "open_calls": ledger.approvals.count_open()}
    html = rendered(name, here=request.url.path, card=office.snapshot.card, **counts, **values)
    return HTMLResponse(html, status_code=status)
