"""What the MCP door offers, in plain calls: tools, and cards of the data sets as resources.

Everything here is synchronous and may be called from several threads at once; `tieout.interfaces.mcp.server`
puts it on the wire.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from mcp.types import CallToolResult, TextContent, Tool, ToolAnnotations

from tieout.errors import UsageError
from tieout.facts.row import row_from_fact
from tieout.interfaces.mcp.checking import check_draft
from tieout.interfaces.mcp.requests import AskRequest, CheckRequest, read_request
from tieout.interfaces.office import Office
from tieout.tools.contract import OK, ToolCall

if TYPE_CHECKING:
    from tieout.assistant.trace import Step
    from tieout.interfaces.settings import Settings
    from tieout.outcome import Outcome

__all__ = ["Door"]

ASK: Final = "ask"
CHECK: Final = "check_answer"

_ASK_TEXT: Final = (
    "Answers a question about the data set in one to three sentences, of which every number was traced to its"
    " source; or says that the data cannot answer, or that the answer is held for a person."
)
_CHECK_TEXT: Final = (
    "Checks a draft about the data set before it is shown: give the data calls that it rests on, and be told"
    " which numbers, years, countries, units, directions or comparisons do not follow from their results."
)


class Door:
    """One data set and one model behind the MCP door.

    Args:
        settings: Folders, clocks and defaults.
        dataset: The data set; the setting by default.
        model: The model that drafts for ``ask``; the setting by default.

    Attributes:
        snapshot: The data that is served.

    Raises:
        DataError: The data cannot be trusted.
        UsageError: There is no such data set or model.
    """

    def __init__(self, settings: Settings, dataset: str | None = None, model: str | None = None) -> None:
        self._office = Office(settings, dataset=dataset, model=model)
        self.snapshot = self._office.snapshot

    @property
    def instructions(self) -> str:
        """What a host's model is told about this server."""
        card = self.snapshot.card
        return (
            f"Published values of {card.publisher}, {card.source_name}, {card.version}. Read them with the"
            " data tools, never from memory. Before you show a text with numbers, call"
            f" {CHECK} with the calls that it rests on, and show only a text that is valid. Or call {ASK} and"
            " show its answer unchanged, with its source line."
        )

    def tools(self) -> list[Tool]:
        """Return the data tools, then ``ask`` and ``check_answer``."""
        reading = ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        )
        asking = ToolAnnotations(
            read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
        )
        data = [
            Tool(
                name=one["name"],
                description=one["description"],
                input_schema=one["parameters"],
                annotations=reading,
            )
            for one in self._office.toolset.definitions()
        ]
        return [
            *data,
            Tool(
                name=ASK,
                description=_ASK_TEXT,
                input_schema=AskRequest.model_json_schema(),
                annotations=asking,
            ),
            Tool(
                name=CHECK,
                description=_CHECK_TEXT,
                input_schema=CheckRequest.model_json_schema(),
                annotations=reading,
            ),
        ]

    def call(
        self,
        name: str,
        arguments: dict[str, Any] | None,
        on_step: Callable[[Step], None] | None = None,
    ) -> CallToolResult:
        """Run one call; what the host's model can mend is a result with ``is_error``.

        Raises:
            TieoutError: The data cannot be trusted, or the ledger or the model failed.
        """
        try:
            if name == ASK:
                return self._ask(read_request(AskRequest, arguments), on_step)
            if name == CHECK:
                return self._check(read_request(CheckRequest, arguments))
        except UsageError as error:
            return _result(error.message, None, is_error=True)
        return self._data_call(name, arguments or {})

    def _ask(self, request: AskRequest, on_step: Callable[[Step], None] | None) -> CallToolResult:
        desk = self._office.desk(self._office.new_id())
        outcome = desk.ask(request.question, on_step, after=request.after)
        return _result(_told(outcome), outcome.document(), is_error=outcome.kind == "failed")

    def _check(self, request: CheckRequest) -> CallToolResult:
        document = check_draft(request, self._office)
        lines = [f"{one['text']!r}: {one['message']}" for one in document["problems"]]
        return _result("\n".join([document["verdict"], *dict.fromkeys(lines)]), document)

    def _data_call(self, name: str, arguments: dict[str, Any]) -> CallToolResult:
        result = self._office.toolset.call(ToolCall(id="mcp", name=name, arguments=arguments))
        document = {
            "outcome": result.outcome,
            "result": json.loads(result.content),
            "evidence": [row_from_fact(fact) for fact in result.facts],
        }
        return _result(result.content, document, is_error=result.outcome != OK)


def _result(text: str, document: dict[str, Any] | None, *, is_error: bool = False) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=document, is_error=is_error
    )


def _told(outcome: Outcome) -> str:
    """Return what a host may show: the answer with its source, or why there is none. Never a draft."""
    if outcome.kind in ("answered", "declined"):
        return "\n".join(part for part in (outcome.answer, *outcome.caveats, outcome.source) if part)
    if outcome.kind == "held":
        return f"Held for a person, as no. {outcome.number}: not every claim of the draft ties out."
    if outcome.kind == "waiting":
        return f"Run {outcome.run} waits for a person to approve a call."
    return f"No answer: the run was stopped ({outcome.stop})."
