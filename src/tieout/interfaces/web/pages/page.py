"""What every page shares: the templates, and what stands around the middle of each."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any, Final

import jinja2
from fastapi import Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from tieout.accounts import Role, form_token
from tieout.interfaces.web.asking import asking_of
from tieout.interfaces.web.persons import FORM_FIELD, Caller, caller_of

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


def figure(value: Decimal) -> str:
    """Return a number of seconds or dollars to four places, without noughts that say nothing.

    Examples:
        >>> figure(Decimal("0.1200004")), figure(Decimal("2.0")), figure(Decimal("10"))
        ('0.12', '2', '10')
    """
    text = f"{value:.4f}"
    return text.rstrip("0").rstrip(".")


_TEMPLATES.filters["exactly"] = exactly
_TEMPLATES.filters["figure"] = figure


def rendered(request: Request, name: str, /, **values: Any) -> str:
    """Return a template, or a part of one, filled in; it knows who reads it, and what a form must carry."""
    caller = getattr(request.state, "caller", Caller(person=None))
    reach = caller.person.role if caller.person else None
    known = {
        "person": caller.person,
        "is_editor": reach is not None and reach.may(Role.EDITOR),
        "is_admin": reach is Role.ADMIN,
        "form_field": _form_field(caller),
    }
    return _TEMPLATES.get_template(f"{name}.html.j2").render({**known, **values})


def page(request: Request, name: str, status: int = 200, /, **values: Any) -> HTMLResponse:
    """Return a whole page: a template with what the frame around it shows."""
    office = asking_of(request).office
    ledger = office.ledger()
    counts = {"waiting": 0, "open_calls": 0}
    person = caller_of(request).person
    if person is not None and person.role.may(Role.EDITOR):
        counts = {"waiting": ledger.count_held(), "open_calls": ledger.approvals.count_open()}
    frame = {"here": request.url.path, "card": office.snapshot.card, **counts}
    return HTMLResponse(rendered(request, name, **frame, **values), status_code=status)


def _form_field(caller: Caller) -> Markup:
    """Return the hidden field that every form has; nothing where no form can be forged."""
    if not caller.secret:
        return Markup()
    field = Markup('<input type="hidden" name="{}" value="{}">')
    return field.format(FORM_FIELD, form_token(caller.secret))
