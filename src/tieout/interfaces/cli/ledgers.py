"""What the commands over a ledger share: its options, and opening it without ever making one by looking."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from tieout.errors import UsageError

if TYPE_CHECKING:
    from tieout.interfaces.settings import Settings
    from tieout.ledger import Ledger

__all__ = ["ByOption", "JsonOption", "LedgerOption", "listed", "opened", "whoever"]

LedgerOption = Annotated[
    Path | None, typer.Option("--ledger", help="The ledger's file; the user's by default.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON document.")]
ByOption = Annotated[str | None, typer.Option("--by", help="Who decides; the user by default.")]

Found = TypeVar("Found")


def listed(
    settings: Settings, file: Path | None, read: Callable[[Ledger], tuple[Found, ...]]
) -> tuple[Found, ...]:
    """Return what is read from the ledger; nothing where there is none yet."""
    path = file or settings.ledger_file
    if not path.exists():
        return ()
    with settings.open_ledger(path) as book:
        return read(book)


def opened(settings: Settings, file: Path | None) -> Ledger:
    """Open a ledger that is there.

    Raises:
        UsageError: There is none.
    """
    path = file or settings.ledger_file
    if not path.exists():
        raise UsageError(f"There is no ledger at {path} yet; `tieout ask` writes the first run.")
    return settings.open_ledger(path)


def whoever(settings: Settings, by: str | None) -> str:
    """Return who decides.

    Raises:
        UsageError: It is nobody.
    """
    who = (by or settings.user).strip()
    if not who:
        raise UsageError("Say who decides: --by NAME.")
    return who
