"""Kept replies: what a run was answered, on disk before it is used, so that nothing is paid for twice.

The file is a recording (`tieout.models.recorded`): ``recorded:FILE`` replays it. Its lines hold besides
which draw they are of (model, settings, repeat), and the provider's own parts, with which a conversation that
was cut off can go on.
"""

from __future__ import annotations

import json
import os
import threading
from decimal import Decimal, InvalidOperation
from pathlib import Path

from tieout.assistant.conversation import Reply, Request
from tieout.errors import UsageError
from tieout.models.recorded import json_line, read_reply, recording, request_key

__all__ = ["ReplyFile"]


class ReplyFile:
    """The replies of one run; safe to share between threads.

    Args:
        path: The file; made when missing. None keeps replies for this process only.

    Attributes:
        spent: US dollars that all replies in it cost, as far as the prices are known.

    Raises:
        UsageError: The file cannot be read, or a line is no reply.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._replies: dict[tuple[str, str], Reply] = {}
        self.spent = Decimal(0)
        if path is not None and path.exists():
            self._load(path)

    def find(self, asked_of: str, request: Request) -> Reply | None:
        """Return the reply that is kept for this draw and request, or None."""
        return self._replies.get((asked_of, request_key(request)))

    def keep(self, asked_of: str, request: Request, reply: Reply, model: str) -> None:
        """Keep a reply on disk, there to stay.

        Raises:
            UsageError: The file cannot be written.
        """
        line = json_line({**recording(request, reply, model), "draw": asked_of, "raw": reply.raw})
        with self._lock:
            self._add(asked_of, request_key(request), reply)
            if self._path is None:
                return
            try:
                with self._path.open("a", encoding="utf-8", errors="backslashreplace") as file:
                    file.write(line)
                    file.flush()
                    os.fsync(file.fileno())
            except OSError as error:
                raise UsageError(f"{self._path} cannot be written: {error.strerror or error}.") from error

    def _add(self, draw: str, key: str, reply: Reply) -> None:
        self._replies[draw, key] = reply
        self.spent += reply.usage.cost_usd or 0

    def _load(self, path: Path) -> None:
        try:
            text = path.read_text(encoding="utf-8")
            whole, _, rest = text.rpartition("\n")
            if rest:
                # A kill cut this line off, and its reply was never used.
                path.write_text(whole + "\n" if whole else "", encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"Replies {path} cannot be read: {error}.") from None
        for number, line in enumerate(whole.split("\n") if whole else (), start=1):
            try:
                document = json.loads(line)
                reply = read_reply(document["reply"], document["raw"])
                self._add(str(document["draw"]), str(document["key"]), reply)
            except (ValueError, KeyError, TypeError, InvalidOperation):
                raise UsageError(f"Line {number} of {path} is no reply; move the file away.") from None
