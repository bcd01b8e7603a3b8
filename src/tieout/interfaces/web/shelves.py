"""The data sets of a desk as requests ask about them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Final

from fastapi import Query

from tieout.data.diff import compare_snapshots
from tieout.errors import QueryError, UsageError
from tieout.interfaces.revisions import change_rows, kinds_of, largest_first
from tieout.interfaces.web.problems import Problem

if TYPE_CHECKING:
    from tieout.data.snapshot import Snapshot
    from tieout.interfaces.shelf import Shelf

__all__ = ["Code", "Label", "Words", "changes_of", "indicator_of"]

Label = Annotated[str, Query(max_length=200, description="A data set of this desk, by name and version.")]
Words = Annotated[str, Query(max_length=200, description="What is meant, in plain words.")]
Code = Annotated[str, Query(min_length=1, max_length=200, description="The code of an indicator.")]

_MOST_COMPARED: Final = 100
"""Indicators that are compared at once; of more, one is to be named, for each takes its time."""


def indicator_of(snapshot: Snapshot, code: str) -> str:
    """Return the code as the data set writes it.

    Raises:
        Problem: It has no such indicator.
    """
    for form in (code.strip(), code.strip().upper()):
        if form in snapshot.indicators:
            return form
    try:
        snapshot.describe(code.strip()[:60])
    except QueryError as error:
        raise Problem("not_found", 404, error.message) from error
    return code


def changes_of(
    shelf: Shelf, old: str, new: str, indicator: str, kind: str
) -> tuple[list[dict[str, str | None]], Counter[str]]:
    """Return what changed from one data set to another, the largest first, and how many of each kind.

    Raises:
        UsageError: There is no such data set, kind or indicator, or one of many indicators is to be named.
    """
    before, after = shelf.get(old), shelf.get(new)
    kinds = kinds_of([kind] if kind else [], "The kind")
    codes = {*before.indicators, *after.indicators}
    if indicator:
        named = next((form for form in (indicator, indicator.upper()) if form in codes), None)
        if named is None:
            raise UsageError(
                f"Neither data set has the indicator {indicator[:60]!r}; look for it on the data page."
            )
        codes = {named}
    elif len(codes) > _MOST_COMPARED:
        raise UsageError(f"These data sets have {len(codes):,} indicators; name the one to compare.")
    found = compare_snapshots(before, after, codes)
    changes = largest_first(one for one in found if not kinds or one.kind in kinds)
    return change_rows(changes, before, after), Counter(str(one.kind) for one in changes)
