"""Calls and what becomes of them: plain values that the loop, the doors and the models exchange."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tieout.errors import QueryCode
from tieout.facts.fact import Fact

__all__ = ["BUG", "OK", "Refusal", "ToolCall", "ToolResult", "ValidCall"]

OK = "ok"
BUG = "error: bug"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """One call as a model proposed it: nothing in it has been checked.

    Attributes:
        id: The id that the model's reply gave the call; a result is tied to its call by it.
        name: The tool's name, as proposed.
        arguments: JSON text, or the mapping that a provider already parsed it into.
    """

    id: str
    name: str
    arguments: str | Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a call was not run, or found nothing; a value that the model reads and can act on.

    Attributes:
        code: The kind of fault.
        message: One sentence that names what is allowed instead.
    """

    code: QueryCode
    message: str

    @property
    def outcome(self) -> str:
        """The outcome line of a refused call, such as ``refused: not_allowed``."""
        return f"refused: {self.code.value}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidCall:
    """A call whose name and arguments were checked; running it reads data for the first time.

    Attributes:
        id: The id of the proposed call.
        name: The tool's name.
        arguments: The checked arguments, in the order of the tool's signature.
        key: Equal for two calls that ask the same: spaces and letter case aside, the same name and arguments.
        side_effect: True when running it changes something outside, so that a person must approve it first.
        reads_facts: True when it is handed the facts that were shown before.
        run: The bound function that answers; returns a ``Finding``.
    """

    id: str
    name: str
    arguments: Mapping[str, Any]
    key: Hashable
    side_effect: bool = False
    reads_facts: bool = False
    run: Callable[..., Any] = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """What one call gave back.

    Attributes:
        call_id: The id of the call.
        tool: The tool's name.
        content: JSON text, exactly as the model sees it.
        outcome: ``ok``, ``refused: CODE`` (a value the model can act on) or ``error: bug`` (a fault of ours).
        facts: Exactly the facts that ``content`` shows, with their refs, in order.
        arguments: The checked arguments; the text as proposed when it was no JSON object.
        fault: For a bug, the exception in one line, for the record; never shown to a model.
    """

    call_id: str
    tool: str
    content: str
    outcome: str
    facts: tuple[Fact, ...] = ()
    arguments: Mapping[str, Any] | str = ""
    fault: str = ""
