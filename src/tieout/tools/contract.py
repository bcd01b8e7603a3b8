"""The contract of tools: what a tool is, and the one dispatch by which every call is checked and run.

A call goes through two gates. `Toolset.validate` checks the name, the JSON, the names and types of the
arguments, and then the tool's own checks (allow-lists, ranges, order); it never reads data. `Toolset.run`
reads data and never raises for what a model proposed: a question the data cannot meet is a refusal, and a
fault of ours is told apart.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from tieout.errors import QueryCode, QueryError, TieoutError
from tieout.facts.fact import Evidence
from tieout.tools.arguments import check_arguments, read_arguments
from tieout.tools.call import BUG, OK, Refusal, ToolCall, ToolResult, ValidCall
from tieout.tools.finding import Computed, Derived, Finding, Numbering, Observed, Plain, Record, Stamp
from tieout.tools.rendering import render_bug, render_finding, render_refusal
from tieout.tools.schema import Parameter, parameters_of, schema_of
from tieout.tools.tokens import estimate_tokens
from tieout.tools.wording import close, listed, quoted

__all__ = [
    "BUG",
    "OK",
    "RESULT_CHARACTERS",
    "Check",
    "Computed",
    "Derived",
    "Finding",
    "Numbering",
    "Observed",
    "Plain",
    "Record",
    "Refusal",
    "Stamp",
    "Tool",
    "ToolCall",
    "ToolResult",
    "Toolset",
    "ValidCall",
]

RESULT_CHARACTERS = 3000
"""The longest result that a model is shown, unless a limit says otherwise."""

Check = Callable[[Mapping[str, Any]], Refusal | None]
"""A check of typed arguments that reads no data; None when there is nothing to refuse."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool; read-only unless it says that it has a side effect.

    Attributes:
        name: The exact name, by which it is called.
        description: What a model is told about it.
        parameters: Its parameters, all required.
        run: The function that answers; may raise `QueryError`.
        checks: Checks of typed arguments, in the order in which they are made.
        side_effect: True when running it changes something outside: it then runs only after a person approved
            exactly this call, once.
        reads_facts: True when ``run`` is handed the facts shown before, as the keyword ``facts``.
    """

    name: str
    description: str
    parameters: tuple[Parameter, ...]
    run: Callable[..., Finding]
    checks: tuple[Check, ...] = ()
    side_effect: bool = False
    reads_facts: bool = False

    @staticmethod
    def of(
        function: Callable[..., Finding],
        description: str,
        checks: Iterable[Check] = (),
        *,
        side_effect: bool = False,
    ) -> Tool:
        """Make a tool of a function whose signature is typed; its name is the function's name.

        A keyword-only parameter ``facts`` is no argument of the tool: the dispatch hands it the facts of the
        run so far.
        """
        return Tool(
            name=function.__name__,
            description=description,
            parameters=parameters_of(function),
            run=function,
            checks=tuple(checks),
            side_effect=side_effect,
            reads_facts="facts" in inspect.signature(function).parameters,
        )

    def definition(self) -> dict[str, Any]:
        """Return what a model is sent: name, description, and the strict JSON schema of the arguments."""
        return {
            "name": self.name,
            "description": self.description,
            "parameters": schema_of(self.parameters),
        }


class Toolset:
    """The tools of one desk, and the one dispatch for all of them.

    Args:
        tools: The tools; their names are unique.

    Raises:
        ValueError: Two tools share a name.
    """

    __slots__ = ("_by_name", "_definitions", "tools")

    def __init__(self, tools: Iterable[Tool]) -> None:
        self.tools: tuple[Tool, ...] = tuple(tools)
        self._by_name = {tool.name: tool for tool in self.tools}
        if len(self._by_name) != len(self.tools):
            raise ValueError("two tools share a name")
        self._definitions = tuple(tool.definition() for tool in self.tools)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tools, in order."""
        return tuple(self._by_name)

    def definitions(self) -> tuple[dict[str, Any], ...]:
        """Return the definitions as sent with every model call; the same objects each time."""
        return self._definitions

    def token_estimate(self) -> int:
        """Return about how many o200k tokens the definitions cost on every model call."""
        return estimate_tokens(self._definitions)

    def validate(self, call: ToolCall) -> ValidCall | Refusal:
        """Check a proposed call without reading data.

        The order is: the tool's name, strict JSON, exact argument names, exact types, then the tool's own
        checks.
        """
        tool = self._by_name.get(call.name) if type(call.name) is str else None
        if tool is None:
            return self._unknown(call.name)
        proposed = read_arguments(tool.name, call.arguments)
        if isinstance(proposed, Refusal):
            return proposed
        arguments = check_arguments(tool.name, tool.parameters, proposed)
        if isinstance(arguments, Refusal):
            return arguments
        run = tool.run
        try:
            for check in tool.checks:
                if refusal := check(arguments):
                    return refusal
        except TieoutError:
            raise
        except Exception as fault:
            run = _failing(fault)
        return ValidCall(
            id=call.id,
            name=tool.name,
            arguments=arguments,
            key=_key(tool, arguments),
            side_effect=tool.side_effect,
            reads_facts=tool.reads_facts,
            run=run,
        )

    def _unknown(self, name: object) -> Refusal:
        meant = close(name, self._by_name) if isinstance(name, str) else []
        hint = f" Did you mean {meant[0]}?" if meant else ""
        message = f"There is no tool {quoted(name)}.{hint} The tools are: {listed(self._by_name)}."
        return Refusal(code=QueryCode.UNKNOWN_TOOL, message=message)

    def run(
        self,
        call: ValidCall,
        numbering: Numbering,
        max_characters: int = RESULT_CHARACTERS,
        *,
        approved: bool = False,
    ) -> ToolResult:
        """Run a checked call and give out refs for the facts that its result shows.

        Args:
            call: The call, from `validate`.
            numbering: The refs of the run so far.
            max_characters: The longest result.
            approved: True when a person approved exactly this call, without which no side effect happens.

        Raises:
            DataError: The data cannot be trusted, so the run must end. Any other exception of a tool becomes
                a result with outcome ``error: bug``.
        """
        if call.side_effect and not approved:
            message = f"{call.name} runs only after a person approves the call; ask for it through a desk."
            return self.refused(call, Refusal(code=QueryCode.NOT_ALLOWED, message=message))
        try:
            if call.reads_facts:
                finding = call.run(**call.arguments, facts=Evidence(numbering.facts))
            else:
                finding = call.run(**call.arguments)
            numbered = numbering.number(finding)
            content, facts = render_finding(finding, numbered, max_characters)
        except QueryError as error:
            return self.refused(call, Refusal(code=error.code, message=error.message))
        except TieoutError:
            raise
        except Exception as fault:
            return ToolResult(
                call_id=call.id,
                tool=call.name,
                content=render_bug(call.name),
                outcome=BUG,
                arguments=call.arguments,
                fault=f"{type(fault).__name__}: {quoted(str(fault))}",
            )
        numbering.keep(facts)
        return ToolResult(
            call_id=call.id,
            tool=call.name,
            content=content,
            outcome=OK,
            facts=facts,
            arguments=call.arguments,
        )

    def refused(self, call: ToolCall | ValidCall, refusal: Refusal) -> ToolResult:
        """Return the result of a call that was refused."""
        return ToolResult(
            call_id=call.id,
            tool=call.name,
            content=render_refusal(refusal),
            outcome=refusal.outcome,
            arguments=call.arguments,
        )

    def call(self, call: ToolCall, numbering: Numbering | None = None) -> ToolResult:
        """Check one call and run it: what a person does by hand, outside any loop."""
        checked = self.validate(call)
        if isinstance(checked, Refusal):
            return self.refused(call, checked)
        return self.run(checked, Numbering() if numbering is None else numbering)


def _failing(fault: Exception) -> Callable[..., NoReturn]:
    def run(**_: object) -> NoReturn:
        raise fault

    return run


def _key(tool: Tool, arguments: Mapping[str, Any]) -> Hashable:
    return (tool.name, *[_normal(value) for value in arguments.values()])


def _normal(value: object) -> Hashable:
    if type(value) is str:
        return " ".join(value.split()).casefold()
    if isinstance(value, list):
        return tuple(_normal(item) for item in value)
    return value if isinstance(value, int) else repr(value)
