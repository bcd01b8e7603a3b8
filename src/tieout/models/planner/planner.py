"""The planner: a deterministic model that reads questions by rule and needs no network.

It works through the same loop, tools and gates as any model: it reads the question out of its tags, proposes
calls, reads their results from the conversation and drafts an answer with markers. It keeps no state between
requests.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from tieout.assistant.conversation import Message, Reply, Request, ToolCall
from tieout.assistant.paths import unwrapped
from tieout.data.catalogue import Catalogue
from tieout.models.planner.declining import Answer, declined
from tieout.models.planner.lookup import Call, Lookup, Needed
from tieout.models.planner.newest import Data, Declined
from tieout.models.planner.orders import answer_order, ordered_tool
from tieout.models.planner.plans_series import (
    answer_change,
    answer_extreme_year,
    answer_fastest,
    answer_first_year,
    answer_value,
)
from tieout.models.planner.plans_sets import (
    answer_comparison,
    answer_count,
    answer_rank,
    answer_share,
    answer_statistic,
    answer_top,
)
from tieout.models.planner.question import Beyond, Kind, Question, Reason
from tieout.models.planner.reader import Reader
from tieout.models.planner.tagging import Scope
from tieout.models.planner.timed import TimedPlans
from tieout.tools.timed import is_timed
from tieout.writing.subjects import Subjects

__all__ = ["Planner"]

_MOST_CALLS = 10
_PLANS: Mapping[Kind, Callable[[Question, Data, Subjects], Answer]] = {
    Kind.VALUE: answer_value,
    Kind.CHANGE: answer_change,
    Kind.COMPARISON: answer_comparison,
    Kind.STATISTIC: answer_statistic,
    Kind.RANK: answer_rank,
    Kind.TOP: answer_top,
    Kind.SHARE: answer_share,
    Kind.EXTREME_YEAR: answer_extreme_year,
    Kind.FIRST_YEAR: answer_first_year,
    Kind.COUNT: answer_count,
    Kind.FASTEST: answer_fastest,
}


class Planner:
    """The built-in model: understands the common kinds of question and says so when one is beyond it.

    Args:
        catalogue: The names and codes of the data set; its values are read through tools only.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        snapshot = catalogue.snapshot
        self._scope = Scope.of(catalogue)
        self._reader = Reader(self._scope)
        self._subjects = Subjects(names=catalogue.names)
        self._timed = TimedPlans(snapshot, self._subjects) if is_timed(snapshot) else None

    @property
    def name(self) -> str:
        """``planner``."""
        return "planner"

    @property
    def is_local(self) -> bool:
        """True: no provider is asked."""
        return True

    def unfit(self, *, uses_tools: bool) -> str:
        """Return why it cannot run a path, in one sentence; empty when it can."""
        return "" if uses_tools else "The planner reads data through tools only."

    def reply(self, request: Request) -> Reply:
        """Return the calls that are still needed, or the draft; the same reply to the same request."""
        question = _question(request.messages)
        lookup = Lookup(request.messages)
        may_call = bool(request.tools) and request.tool_choice != "none"
        try:
            answer = self._answer(question, lookup, request)
        except Needed as needed:
            if may_call and lookup.calls_made + len(needed.calls) <= _MOST_CALLS:
                return _proposing(needed.calls, lookup.calls_made)
            answer = declined(Beyond(reason=Reason.TOO_MANY), self._scope)
        except Declined as end:
            answer = declined(end.beyond, self._scope)
        if request.tool_choice == "required" and may_call and not lookup.calls_made:
            # A first call is forced where none is needed: look the words up.
            return _proposing((Call(tool="find_indicators", arguments={"query": question[:80] or "any"}),), 0)
        return _drafting(answer)

    def _answer(self, question: str, lookup: Lookup, request: Request) -> Answer:
        if self._timed is not None:
            return self._timed.answer(question, lookup)
        data = Data(lookup, self._scope)
        tool = ordered_tool(question, request.tools)
        if tool:
            return answer_order(tool, question, data, self._reader.tagger, self._subjects)
        read = self._reader.read(question)
        if isinstance(read, Beyond):
            return declined(read, self._scope)
        return _PLANS[read.kind](read, data, self._subjects)


def _question(messages: tuple[Message, ...]) -> str:
    for message in messages:
        if message.role == "user" and (question := unwrapped(message.text)) is not None:
            return question
    return ""


def _proposing(calls: tuple[Call, ...], made: int) -> Reply:
    listed = tuple(
        ToolCall(id=f"call-{number}", name=call.tool, arguments=json.dumps(call.arguments))
        for number, call in enumerate(calls, start=made + 1)
    )
    return Reply(tool_calls=listed, finish="tool_calls")


def _drafting(answer: Answer) -> Reply:
    status = "answered" if answer.is_answered else "cannot_answer"
    return Reply(text=json.dumps({"status": status, "answer": answer.text}, ensure_ascii=False))
