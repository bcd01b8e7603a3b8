"""Lookup: what the conversation already holds, and which calls are needed next.

The planner keeps no state. Every time it is asked, it plays its plan from the start over the results in the
conversation; the first result that is missing ends the play with the calls that would bring it (`Needed`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tieout.assistant.conversation import Message, ToolCall
from tieout.facts.area import Area
from tieout.facts.derivation import Derivation
from tieout.facts.fact import Fact
from tieout.facts.indicator import Indicator
from tieout.facts.observation import Status
from tieout.facts.period import Period
from tieout.facts.unit import Unit

__all__ = ["Call", "Found", "Lookup", "Needed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call that the plan wants made."""

    tool: str
    arguments: Mapping[str, object]

    @property
    def key(self) -> str:
        """Equal for two calls that ask the same."""
        return _key(self.tool, self.arguments)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The result of one call.

    Attributes:
        facts: The facts shown, in order, gaps included.
        error: The code of a refusal; empty when the call ran.
        message: The sentence of a refusal.
        left_out: How many records did not fit.
    """

    facts: tuple[Fact, ...] = ()
    error: str = ""
    message: str = ""
    left_out: int = 0

    @property
    def values(self) -> tuple[Fact, ...]:
        """The published facts that have a value."""
        return tuple(fact for fact in self.facts if fact.derivation is None and fact.text is not None)

    @property
    def ranked(self) -> tuple[tuple[Fact, Fact], ...]:
        """Each observed fact of a ranking with its rank fact, in order."""
        by_ref = {fact.ref: fact for fact in self.facts}
        return tuple(
            (by_ref[fact.derivation.operands[0]], fact)
            for fact in self.facts
            if fact.derivation is not None and fact.derivation.operation == "rank"
        )

    def ref_of(self, operation: str, *operands: Fact) -> str:
        """Return the ref of the fact derived so from these facts in this order, or an empty text."""
        refs = tuple(fact.ref for fact in operands)
        for fact in self.facts:
            if (
                fact.derivation
                and fact.derivation.operation == operation
                and fact.derivation.operands == refs
            ):
                return fact.ref
        return ""


class Needed(Exception):
    """Raised by a plan that needs results which the conversation does not hold.

    Attributes:
        calls: The calls to propose, in order.
    """

    def __init__(self, calls: Sequence[Call]) -> None:
        super().__init__(f"{len(calls)} calls are needed")
        self.calls = tuple(calls)


class Lookup:
    """The results that a conversation holds, by what was asked.

    Args:
        messages: The conversation so far.
    """

    def __init__(self, messages: Iterable[Message]) -> None:
        self._found: dict[str, Found] = {}
        asked: dict[str, ToolCall] = {}
        for message in messages:
            asked.update((call.id, call) for call in message.tool_calls)
            if message.role == "tool" and (call := asked.get(message.call_id)) is not None:
                self._found[_key(call.name, call.arguments)] = _read(message.text)

    @property
    def calls_made(self) -> int:
        """How many different calls have a result."""
        return len(self._found)

    def gap_years(self, area: str, indicator: str) -> frozenset[int]:
        """Return the years for which a result shows a published gap in the series."""
        return frozenset(
            fact.period.year
            for found in self._found.values()
            for fact in found.facts
            if fact.text is None and (fact.area.code, fact.indicator.code) == (area, indicator)
        )

    def get(self, *calls: Call) -> tuple[Found, ...]:
        """Return the results of the calls, in order.

        Raises:
            Needed: One or more of them have no result yet.
        """
        if missing := [call for call in calls if call.key not in self._found]:
            raise Needed(missing)
        return tuple(self._found[call.key] for call in calls)


def _key(tool: str, arguments: object) -> str:
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except ValueError:
            return f"{tool} {arguments}"
    plain = dict(arguments) if isinstance(arguments, Mapping) else arguments
    return f"{tool} {json.dumps(plain, sort_keys=True, default=str)}"


def _read(text: str) -> Found:
    try:
        document = json.loads(text)
    except ValueError:
        return Found(error="unreadable", message="The result of a call could not be read.")
    if not isinstance(document, dict):
        return Found(error="unreadable", message="The result of a call could not be read.")
    if "error" in document:
        return Found(error=str(document["error"]), message=str(document.get("message", "")))
    facts = [_fact(document, record) for record in document.get("records", ()) if "ref" in record]
    return Found(facts=tuple(facts), left_out=int(document.get("left_out", 0)))


def _fact(heading: Mapping[str, Any], record: Mapping[str, Any]) -> Fact:
    indicator = Indicator(
        code=str(heading.get("indicator", "")),
        name=str(heading.get("indicator_name", "")),
        unit=Unit(str(heading.get("unit", ""))),
    )
    code = str(record.get("area", heading.get("area", "")))
    names = heading.get("area_names", {})
    name = record.get("area_name") or heading.get("area_name") or names.get(code, code)
    derivation = _derivation(heading, record)
    return Fact(
        ref=str(record["ref"]),
        area=Area(code=code, name=str(name), is_aggregate=bool(record.get("aggregate", False))),
        indicator=indicator,
        # A derived record has no period of its own in the result; nothing here reads it.
        period=Period.parse(str(record.get("period", "0001"))),
        text=record.get("value"),
        status=Status(record.get("status", "")),
        dataset=str(heading.get("dataset", "")),
        derivation=derivation,
    )


def _derivation(heading: Mapping[str, Any], record: Mapping[str, Any]) -> Derivation | None:
    if "operation" not in record:
        return None
    is_rank = record["operation"] == "rank"
    return Derivation(
        operation=record["operation"],
        operands=tuple(record.get("operands", ())),
        set=str(heading.get("set", "")) if is_rank else "",
        size=int(heading["size"]) if is_rank else None,
        position=int(record["value"]) if is_rank else None,
        order=heading["order"] if is_rank else "",
        complete=bool(heading.get("complete", False)) if is_rank else False,
    )
