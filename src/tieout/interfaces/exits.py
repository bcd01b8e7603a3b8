"""One table from every error and every result to the exit status of the command line.

The statuses are a contract with scripts:

| status | meaning |
|---|---|
| 0 | answered, valid, done |
| 1 | a bug of ours |
| 2 | wrong usage |
| 3 | declined: the data cannot answer |
| 4 | held, rejected, or waiting for a person |
| 5 | failed: a limit stopped the loop, or the provider failed |
| 6 | the data cannot be trusted: checksum or format |
| 130 | interrupted from the keyboard |
| 141 | the reader of our output went away |
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType

from tieout.errors import DataError, LedgerError, ModelError, QueryError, TieoutError, UsageError

__all__ = ["ERROR_EXITS", "OUTCOME_EXITS", "Exit", "exit_of_call", "exit_of_error", "exit_of_outcome"]


class Exit(IntEnum):
    """The exit statuses, as promised to scripts."""

    DONE = 0
    BUG = 1
    USAGE = 2
    DECLINED = 3
    HELD = 4
    FAILED = 5
    UNTRUSTED = 6
    INTERRUPTED = 130
    CLOSED_PIPE = 141


ERROR_EXITS: Mapping[type[TieoutError], Exit] = MappingProxyType(
    {
        UsageError: Exit.USAGE,
        QueryError: Exit.USAGE,
        LedgerError: Exit.USAGE,
        ModelError: Exit.FAILED,
        DataError: Exit.UNTRUSTED,
    }
)
"""Each branch of the error tree; a subclass takes the status of its nearest listed ancestor."""

OUTCOME_EXITS: Mapping[str, Exit] = MappingProxyType(
    {
        "answered": Exit.DONE,
        "declined": Exit.DECLINED,
        "held": Exit.HELD,
        "failed": Exit.FAILED,
        "waiting": Exit.HELD,
        "valid": Exit.DONE,
        "rejected": Exit.HELD,
    }
)
"""Each kind of outcome of ``ask`` and each verdict of ``check``."""


def exit_of_error(error: BaseException) -> Exit:
    """Return the status for an error that reached the door; anything outside our error tree is a bug of ours.

    Examples:
        >>> exit_of_error(UsageError("no such file")).value
        2
        >>> exit_of_error(ZeroDivisionError()).value
        1
    """
    if isinstance(error, KeyboardInterrupt):
        return Exit.INTERRUPTED
    if isinstance(error, BrokenPipeError):
        return Exit.CLOSED_PIPE
    for ancestor in type(error).__mro__:
        if ancestor in ERROR_EXITS:
            return ERROR_EXITS[ancestor]
    return Exit.BUG


def exit_of_outcome(kind: str) -> Exit:
    """Return the status for a kind of outcome (``answered`` ...) or a verdict (``valid``, ``rejected``)."""
    return OUTCOME_EXITS[kind]


def exit_of_call(outcome: str) -> Exit:
    """Return the status for the outcome line of one tool call: ``ok``, ``refused: CODE`` or ``error: bug``.

    Examples:
        >>> [exit_of_call(line).value for line in ("ok", "refused: not_allowed", "error: bug")]
        [0, 2, 1]
    """
    if outcome == "ok":
        return Exit.DONE
    return Exit.USAGE if outcome.startswith("refused") else Exit.BUG
