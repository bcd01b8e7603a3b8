"""A test double: gives listed replies in order and remembers what it was asked."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Mapping

from tieout.assistant.conversation import Reply, Request, ToolCall
from tieout.errors import ModelError

__all__ = ["ScriptedModel", "answer", "calls"]

_NUMBERS = itertools.count(1)


class ScriptedModel:
    """A model that replies what it was told to, in order.

    Args:
        replies: A `Reply` is given as it is, a text becomes a finished reply of that text, an exception is
            raised.
        name: The name it goes by.

    Attributes:
        requests: Every request so far, oldest first.
    """

    def __init__(self, replies: Iterable[Reply | str | Exception], *, name: str = "scripted") -> None:
        self._replies = tuple(replies)
        self._name = name
        self.requests: list[Request] = []

    @property
    def name(self) -> str:
        """The name it goes by."""
        return self._name

    def reply(self, request: Request) -> Reply:
        """Remember the request and give the next reply of the script.

        Raises:
            ModelError: The script has no reply left.
            Exception: The script says to raise it.
        """
        self.requests.append(request)
        position = len(self.requests)
        if position > len(self._replies):
            raise ModelError(f"The script of model {self._name!r} has no reply number {position}; add one.")
        scripted = self._replies[position - 1]
        if isinstance(scripted, Exception):
            raise scripted
        return Reply(text=scripted) if isinstance(scripted, str) else scripted


def answer(text: str, *, status: str = "answered") -> Reply:
    """Return a reply that drafts an answer in the strict form of the desk."""
    return Reply(text=json.dumps({"status": status, "answer": text}, ensure_ascii=False))


def calls(*proposed: tuple[str, Mapping[str, object]]) -> Reply:
    """Return a reply that proposes calls, each a tool name and arguments; every call has an id of its own."""
    listed = tuple(
        # The loop refuses an id that an earlier reply used, so ids go on from reply to reply.
        ToolCall(id=f"call-{next(_NUMBERS)}", name=name, arguments=arguments)
        for name, arguments in proposed
    )
    return Reply(tool_calls=listed, finish="tool_calls")
