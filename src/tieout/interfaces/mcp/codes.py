"""One table from every error to the JSON-RPC code of the MCP door.

A fault that the host's model can mend is no protocol error but a result with ``isError``: wrong arguments, an
unknown indicator. The rest ends the request.

| code | meaning |
|---|---|
| -32602 | wrong usage: arguments or names that do not exist |
| -32010 | the ledger cannot be used |
| -32011 | the model or its provider failed |
| -32012 | the data cannot be trusted: checksum or format |
| -32603 | a bug of ours |
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tieout.errors import DataError, LedgerError, ModelError, QueryError, TieoutError, UsageError

__all__ = ["ERROR_CODES", "code_of_error"]

ERROR_CODES: Final[Mapping[type[TieoutError], int]] = MappingProxyType(
    {
        UsageError: -32602,
        QueryError: -32602,
        LedgerError: -32010,
        ModelError: -32011,
        DataError: -32012,
    }
)
"""Each branch of the error tree; a subclass takes the code of its nearest listed ancestor."""

_BUG: Final = -32603


def code_of_error(error: BaseException) -> int:
    """Return the code for an error that reached the door; anything outside our error tree is a bug of ours.

    Examples:
        >>> code_of_error(UsageError("no such file")), code_of_error(ZeroDivisionError())
        (-32602, -32603)
    """
    for ancestor in type(error).__mro__:
        if ancestor in ERROR_CODES:
            return ERROR_CODES[ancestor]
    return _BUG
