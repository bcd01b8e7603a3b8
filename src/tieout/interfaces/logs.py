"""Logs of a served desk: one form for our own lines and those of the libraries, as JSON or for a person.

A line tells what happened and to which run; what was asked, answered or sent is no part of it, and of an
error its kind and place are, but not its words, which may quote a question. At level ``debug`` they are.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, TextIO

import structlog

from tieout.errors import LedgerError

if TYPE_CHECKING:
    from structlog.typing import EventDict, Processor

__all__ = ["REQUEST_WORDS", "set_up_logs"]

REQUEST_WORDS: Final = ("run", "person", "method", "route", "status", "milliseconds")
"""What a line about a request says, beside when and how grave."""


def set_up_logs(form: str, level: str, stream: TextIO | None = None) -> None:
    """Let every logger of this process write to one stream in one form.

    Args:
        form: ``json`` for a JSON object a line, ``console`` for a person.
        level: The least grave that is written.
        stream: Where to; standard error by default.
    """
    is_debug = level == "debug"
    before: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(allow=REQUEST_WORDS),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info if is_debug else _without_words,
    ]
    renderer: Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=(stream or sys.stderr).isatty())
    )
    writer = logging.StreamHandler(stream or sys.stderr)
    writer.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=before,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers = [writer]
    root.setLevel(level.upper())
    # the engine tells each job at this level, by its arguments; a request tells more
    logging.getLogger("procrastinate").setLevel(logging.DEBUG if is_debug else logging.WARNING)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        library = logging.getLogger(name)
        library.handlers, library.propagate = [], True
    # each request has a line of ours, which knows more and shows no query
    logging.getLogger("uvicorn.access").setLevel(logging.CRITICAL)


def _without_words(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Tell of an exception what it is and where it was raised; the ledger's own sentence too."""
    given = event.pop("exc_info", None)
    found = sys.exc_info() if given is True else given
    if not isinstance(found, Sequence) or len(found) != 3 or found[1] is None:
        return event
    error = found[1]
    frames = traceback.extract_tb(found[2])[-4:]
    event["error"] = type(error).__name__
    event["where"] = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames))
    if isinstance(error, LedgerError):
        event["said"] = error.message
    return event
