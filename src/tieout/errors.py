"""The one error tree of Tieout.

```text
TieoutError                 everything we raise on purpose; its text is one sentence for a person
├── UsageError              asked for something that is not there, or malformed input        exit 2
├── DataError               the data cannot be trusted                                       exit 6
│   ├── SnapshotChanged     a file's bytes are not those of SHA256SUMS
│   ├── SnapshotInvalid     no snapshot at all, or its format is wrong
│   │   └── TableInvalid    rows of a table that cannot be imported; nothing was written
│   └── SourceError         a publisher or a database does not answer, or not with data
├── QueryError              a question the data cannot meet; becomes a tool result           exit 2
├── ModelError              the model or its provider failed                                 exit 5
│   ├── ModelBusy           it may be asked again after a wait
│   │   └── ModelTimeout    it sent no whole reply in the time of one request
│   └── NoRecording         nothing was recorded for this request
└── LedgerError             the ledger cannot be read or written                             exit 2
```

Three channels, never mixed: an expected result is a *value* (``Outcome``, ``Verdict``, ``Refusal``); only a
``QueryError`` is turned into something the model reads; everything else travels to a door, where one table
maps it to an exit status. Any other exception is a bug of ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

__all__ = [
    "DataError",
    "LedgerError",
    "ModelBusy",
    "ModelError",
    "ModelTimeout",
    "NoRecording",
    "QueryCode",
    "QueryError",
    "SnapshotChanged",
    "SnapshotInvalid",
    "SourceError",
    "TableInvalid",
    "TieoutError",
    "UsageError",
]


class TieoutError(Exception):
    """Base of every error that Tieout raises on purpose.

    Args:
        message: One sentence that says what is wrong and, where there is something, what to do next.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class UsageError(TieoutError):
    """A person asked for something that does not exist, or handed over malformed input."""


class DataError(TieoutError):
    """The data cannot be trusted; nothing may be answered from it."""


class SnapshotChanged(DataError):
    """A file of a snapshot no longer has the bytes that its SHA256SUMS promises."""


class SnapshotInvalid(DataError):
    """A directory or file is no snapshot, or breaks the snapshot format."""


class TableInvalid(SnapshotInvalid):
    """Rows of a table cannot be imported, so nothing was.

    Args:
        message: One sentence with the number of bad rows and the first of them.
        rows: Each bad row with its place, up to a limit.
        count: The number of all bad rows.
    """

    def __init__(self, message: str, rows: Sequence[str] = (), count: int = 0) -> None:
        super().__init__(message)
        self.rows = tuple(rows)
        self.count = count


class SourceError(DataError):
    """A publisher's server or a database is away, refuses, or replied with a part or with no data."""


class QueryCode(StrEnum):
    """Why the data cannot meet a question; stable words that tests, traces and models may rely on."""

    UNKNOWN_TOOL = "unknown_tool"
    INVALID_ID = "invalid_id"
    INVALID_JSON = "invalid_json"
    MISSING_ARGUMENT = "missing_argument"
    UNKNOWN_ARGUMENT = "unknown_argument"
    WRONG_TYPE = "wrong_type"
    NOT_ALLOWED = "not_allowed"
    OUT_OF_RANGE = "out_of_range"
    WRONG_ORDER = "wrong_order"
    AMBIGUOUS = "ambiguous"
    NOT_FOUND = "not_found"
    NO_DATA = "no_data"
    TOO_MANY = "too_many"
    NOT_ADDITIVE = "not_additive"


class QueryError(TieoutError):
    """A question that the data cannot meet, said so that whoever asked can ask better.

    Args:
        code: The kind of failure.
        message: One sentence that names what is allowed instead.
    """

    def __init__(self, code: QueryCode, message: str) -> None:
        super().__init__(message)
        self.code = code


class ModelError(TieoutError):
    """A model or its provider failed to give a usable reply."""


class ModelBusy(ModelError):
    """A model could not reply now, and the same request may succeed later.

    Args:
        message: One sentence that says what happened.
        retry_after: The seconds that the provider asks to wait, or None when it names none.
        may_cost: True when the provider may have worked, and charged, for a reply that never came whole.
        status: The HTTP status that it came with, or None.
    """

    def __init__(
        self,
        message: str,
        *,
        retry_after: float | None = None,
        may_cost: bool = False,
        status: int | None = None,
    ) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        self.may_cost = may_cost
        self.status = status


class ModelTimeout(ModelBusy):
    """A model sent no whole reply in the time of one request; what it cost is not known."""

    def __init__(self, message: str) -> None:
        super().__init__(message, may_cost=True)


class NoRecording(ModelError):
    """A replayed run met a request for which nothing was recorded."""


class LedgerError(TieoutError):
    """The ledger of runs and reviews cannot be opened, read or appended to."""
