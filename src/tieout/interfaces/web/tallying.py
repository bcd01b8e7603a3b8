"""The runs that a person may see and looks for: summed up, drawn, and written out as they are read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

from fastapi import Query, Request

from tieout.interfaces.tallies import MOST_TALLIED, Tally, tally_of
from tieout.interfaces.web.asking import asking_of
from tieout.interfaces.web.persons import person_of

if TYPE_CHECKING:
    from tieout.interfaces.office import Office
    from tieout.ledger import ListedRun, Wanted

__all__ = ["RunOutcome", "seen", "tallied", "written_out"]

RunOutcome = Annotated[
    Literal["", "answered", "declined", "held", "failed"], Query(description="How they ended; all without.")
]

_PAGE = 200


def seen(request: Request, wanted: Wanted, outcome: str) -> Wanted:
    """Return what is looked for, cut to what the person may see: an asker's own runs."""
    person = person_of(request)
    asker = wanted.asker if person.sees(None) else person.name
    return replace(wanted, asker=asker, outcome=outcome)


def tallied(request: Request, wanted: Wanted) -> Tally:
    """Sum up the newest of these runs."""
    return tally_of(asking_of(request).office.ledger().listing.newest(wanted, MOST_TALLIED))


def written_out(office: Office, wanted: Wanted) -> Iterator[ListedRun]:
    """Yield the runs, oldest first, a page at a time; each page may be read in another thread."""
    after = 0
    while found := office.ledger().listing.oldest(wanted, _PAGE, after=after):
        yield from found
        after = found[-1].number
