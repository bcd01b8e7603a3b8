"""What a page or a program looks for among the runs, read from the query of its request."""

from __future__ import annotations

from datetime import date
from typing import Annotated
from urllib.parse import urlencode

from fastapi import Query, Request

from tieout.errors import UsageError
from tieout.ledger import Wanted

__all__ = ["query_without", "wanting"]

Word = Annotated[str, Query(max_length=200)]
First = Annotated[str, Query(alias="from", max_length=10, description="The first day, such as 2026-07-01.")]
Last = Annotated[str, Query(alias="to", max_length=10, description="The last day, itself included.")]


def wanting(
    *,
    model: Word = "",
    dataset: Word = "",
    asker: Word = "",
    problem: Word = "",
    text: Word = "",
    first: First = "",
    last: Last = "",
) -> Wanted:
    """Return what is looked for; what is left empty does not narrow.

    Raises:
        UsageError: A day is none.
    """
    return Wanted(
        model=model.strip(),
        dataset=dataset.strip(),
        asker=asker.strip(),
        problem=problem.strip(),
        text=text.strip(),
        first=_day("from", first),
        last=_day("to", last),
    )


def query_without(request: Request, *names: str) -> str:
    """Return the query of a request without some of its names, to be followed by others; empty for none."""
    kept = [
        (name, value) for name, value in request.query_params.multi_items() if name not in names and value
    ]
    return f"{urlencode(kept)}&" if kept else ""


def _day(name: str, text: str) -> date | None:
    if not text.strip():
        return None
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        raise UsageError(f"{name!r} must be a day such as 2026-07-01, not {text[:20]!r}.") from None
    if day == date.max:
        raise UsageError(f"{name!r} must be a day before {date.max}.")
    return day
