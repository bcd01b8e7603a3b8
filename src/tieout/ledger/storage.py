"""What keeps the rows of a ledger: one protocol over a file and a server, with the same statements."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from tieout.errors import LedgerError, UsageError

__all__ = ["AlreadyThere", "Storage", "as_json", "is_address", "is_there", "open_storage", "stamp"]

_SCHEMES = ("postgresql", "postgres")


class AlreadyThere(LedgerError):
    """A row was refused by a rule of its table: it is there already, or may not be."""

    def __init__(self, place: str, reason: object) -> None:
        super().__init__(f"The ledger {place} refused a row: {' '.join(str(reason).split()).rstrip('.')}.")


class Storage(Protocol):
    """The rows of one ledger. A statement has its values by name (``:run``); one storage is for one thread.

    Attributes:
        place: Where it is, for messages; never with a password.
    """

    place: str

    def rows(self, statement: str, **values: object) -> Sequence[tuple[Any, ...]]:
        """Return the rows of a SELECT.

        Raises:
            LedgerError: The ledger cannot be read.
        """
        ...

    def append(self, statement: str, **values: object) -> int:
        """Run an INSERT and return the number of its row, once it is safe from a crash.

        Raises:
            AlreadyThere: A rule of the table refused the row.
            LedgerError: The row could not be written.
        """
        ...

    def remove(self, statement: str, **values: object) -> int:
        """Run a DELETE and return how many rows it removed; the tables let go only what may go.

        Raises:
            AlreadyThere: A rule of the table keeps a row.
            LedgerError: The rows could not be removed.
        """
        ...

    def alone(self, name: str) -> AbstractContextManager[None]:
        """Do several statements as one, alone among all who do something under this name."""
        ...

    def together(self, *, is_durable: bool = True) -> AbstractContextManager[None]:
        """Do several statements as one: all of them are safe from a crash at its end, or none is.

        Args:
            is_durable: False for rows that a server may lose in a crash of its own, because they are of use
                only while the process that wrote them lives.
        """
        ...

    def defer(self, run: str) -> None:
        """Leave the question of a run to the engine that brings jobs to workers, where there is one."""
        ...

    def close(self) -> None:
        """Close the storage; what was appended stays."""
        ...


def is_address(place: str | Path) -> bool:
    """Return True for the address of a server rather than a file.

    Examples:
        >>> is_address("postgresql://desk@localhost/ledger"), is_address("ledger.sqlite3")
        (True, False)
    """
    return isinstance(place, str) and "://" in place


def is_there(place: str | Path) -> bool:
    """Return True for a ledger that is there; looking at one must not make it. A server always is."""
    return is_address(place) or Path(place).exists()


def open_storage(place: str | Path, busy_seconds: float) -> Storage:
    """Open the ledger at a file or a server's address, and make or update its tables.

    Raises:
        LedgerError: It cannot be created, read or written, is no ledger, or is of a newer version.
        UsageError: The address is of no kind of server that keeps ledgers.
    """
    if not is_address(place):
        from tieout.ledger.file import FileStorage  # noqa: PLC0415

        return FileStorage.open(Path(place), busy_seconds)
    address = str(place)
    scheme = address.partition("://")[0].partition("+")[0]
    if scheme not in _SCHEMES:
        raise UsageError(f"A ledger is a file or a postgresql:// address, not {scheme[:20]}://.")
    # Its library alone would double the time of a cold start.
    from tieout.ledger.server import ServerStorage  # noqa: PLC0415

    return ServerStorage.open(address)


def stamp(moment: datetime) -> str:
    """Return a moment as the ledger keeps it: UTC, to the millisecond; texts sort as moments do."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


def as_json(value: object) -> str:
    """Return compact JSON that any tool can read."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half a character, as a model may send it: kept as an escape
        return json.dumps(value, separators=(",", ":"), allow_nan=False)
    return text
