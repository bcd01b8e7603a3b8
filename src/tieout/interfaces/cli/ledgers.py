"""What the commands over a ledger share: its options, and opening it without ever making one by looking."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from tieout.errors import UsageError

if TYPE_CHECKING:
    from tieout.interfaces.settings import Settings
    from tieout.ledger import Ledger

__all__ = ["ByOption", "JsonOption", "LedgerOption", "listed", "opened", "whoever"]

LedgerOption = Annotated[
    str | None,
    typer.Option("--ledger", help="The ledger: a file, or postgresql://...; the user's by default."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON document.")]
ByOption = Annotated[str | None, typer.Option("--by", help="Who decides; the user by default.")]

Found = TypeVar("Found")


def listed(
    settings: Settings, place: str | None, read: Callable[[Ledger], tuple[Found, ...]]
) -> tuple[Found, ...]:
    """Return what is read from the ledger; nothing where there is none yet."""
    from tieout.ledger import is_there

    if not is_there(place or settings.ledger):
        return ()
    with settings.open_ledger(place) as book:
        return read(book)


def opened(settings: Settings, place: str | None) -> Ledger:
    """Open a ledger that is there.

    Raises:
        UsageError: There is none.
    """
    from tieout.ledger import is_there

    named = place or settings.ledger
    if not is_there(named):
        raise UsageError(f"There is no ledger at {named} yet; `tieout ask` writes the first run.")
    return settings.open_ledger(named)


def whoever(settings: Settings, by: str | None) -> str:
    """Return who decides.

    Raises:
        UsageError: It is nobody.
    """
    who = (by or settings.user).strip()
    if not who:
        raise UsageError("Say who decides: --by NAME.")
    return who
