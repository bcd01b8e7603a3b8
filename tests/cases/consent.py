"""Cases of form ``approval_flow``: a side effect happens once, after a yes to exactly this call, or never."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier, Thread
from typing import Any

from tests.cases.loop import Room, proposed, value

from tieout.assistant.approval import (
    Answer,
    ApprovalRequest,
    Approver,
    AutoApproval,
    Decision,
    Rule,
)
from tieout.assistant.limits import Limits
from tieout.assistant.loop import run_loop
from tieout.assistant.paths import Path as InformationPath
from tieout.assistant.trace import StopReason, Trace
from tieout.interfaces.cli.approving import approver_of, call_text
from tieout.ledger import Ledger
from tieout.ledger.approving import LedgerApprover
from tieout.tools.call import ToolCall, ValidCall

__all__ = ["JUDGES"]

Case = Mapping[str, Any]
START = datetime(2026, 3, 2, 10, tzinfo=UTC)


class Office:
    """A ledger, tools with a side effect that note their runs, and a wall clock."""

    def __init__(self, book: Ledger, lifetime: float = 300, **parameters: list[str]) -> None:
        self.book, self.lifetime, self.now = book, timedelta(seconds=lifetime), START
        self.room = Room("get_value", **parameters)

    def approver(self, run: str = "r1", person: Approver | None = None) -> LedgerApprover:
        """Return who answers for a run."""
        return LedgerApprover(
            approvals=self.book.approvals,
            run=run,
            person=person,
            now=lambda: self.now,
            lifetime=self.lifetime,
        )

    def play(self, *calls: Case, approver: Approver | None = None, earlier: Trace | None = None) -> Trace:
        """Run the loop over one reply with calls, or go on with a run that waited."""
        self.room.script, self.room.requests = ((proposed(calls),) if calls else ()), []
        return run_loop(
            self.room,
            self.room.toolset,
            "Q?",
            InformationPath(name="tools", system="Be exact.", two_phases=False),
            Limits(),
            clock=self.room.clock,
            approver=approver or self.approver(),
            earlier=earlier,
        )

    def request(self, tool: str, arguments: Mapping[str, Any]) -> ApprovalRequest:
        """Return what a person is asked about a call."""
        checked = self.room.toolset.validate(ToolCall(id="x", name=tool, arguments=arguments))
        assert isinstance(checked, ValidCall), checked
        return ApprovalRequest.of(checked)

    def answer(self, answer: Answer = Answer.APPROVED, after: float = 0) -> None:
        """Answer the oldest open request after some seconds."""
        self.now = START + timedelta(seconds=after)
        (first, *_) = self.book.approvals.listed()
        self.book.approvals.answer(first.number, answer, who="ada", at=self.now)

    def ran(self, tool: str) -> list[Mapping[str, Any]]:
        """Return the arguments of every run of a tool."""
        return [arguments for name, arguments in self.room.runs if name == tool]


def call(tool: str, one: str = "t1", **arguments: Any) -> Case:
    """Return a proposed call."""
    return {"id": one, "name": tool, "arguments": json.dumps(arguments)}


def of_match(book: Ledger, case: Case) -> None:
    """A rule holds for the registered tool and the resolved value; a look-alike name is no tool."""
    given = case["input"]
    if "auto_approve_rules" in given:
        rules = tuple(
            Rule(tool=each["tool"], arguments={each["arg"]: each["starts_with"]})
            for each in given["auto_approve_rules"]
        )
        for request, wanted in zip(given["requests"], case["expected"]["auto_approved"], strict=True):
            arguments = {key: said for key, said in request.items() if key != "tool"}
            office = Office(book, **{request["tool"]: [*arguments]})
            office.play(call(request["tool"], **arguments), approver=AutoApproval(rules=rules))
            assert bool(office.ran(request["tool"])) is wanted, request
        return
    (denied,) = {rule["tool"] for rule in given["deny_rules"]}
    for request in given["requests"]:
        office = Office(book, **{denied: []})
        trace = office.play(call(request["tool"]), approver=_Denies())
        assert office.room.runs == []
        known = request["tool"] == denied
        assert trace.steps[0].outcome == ("not approved: denied" if known else "refused: unknown_tool")


class _Denies:
    """A person who says no."""

    def decide(self, request: ApprovalRequest) -> Decision:
        """Say no."""
        return Decision(answer=Answer.DENIED, who=f"ada, to {request.tool}")


def of_silence(book: Ledger, case: Case) -> None:
    """The end of input, silence and a late yes are no, each under its own name; an early look is nothing."""
    given = case["input"]
    tool = given.get("tool", "publish")
    lifetime = given.get("config", given).get("approval_timeout_s", given.get("approval_lifetime_s", 300))
    office = Office(book, lifetime, **{tool: []})
    if "stdin" in given:
        # Nobody is at a terminal here, so nobody is asked, and nothing is waited for.
        assert approver_of((), who="ada", is_quiet=False) is None
        trace = office.play(call(tool), approver=AutoApproval(rules=()))
        assert (office.room.runs, trace.steps[0].outcome) == ([], "not approved: no answer")
        return
    trace = office.play(call(tool))
    assert trace.stop is StopReason.APPROVAL
    if "poll_timeout_s" in given:
        office.now = START + timedelta(seconds=given["poll_timeout_s"])
        trace = office.play(earlier=trace)
        assert trace.stop is StopReason.APPROVAL
    seconds = next(int(word) for word in given["person"].split() if word.isdigit())
    office.answer(after=seconds)
    trace = office.play(earlier=trace)
    assert len(office.ran(tool)) == int(case["expected"]["runs"]) == case["expected"].get("runs_count", 0)
    if "recorded" in case["expected"]:
        (kept,) = book.approvals.listed(answered=True)
        assert str(kept.answer) == case["expected"]["recorded"]


def of_binding(book: Ledger, case: Case) -> None:
    """A yes is to one call with its arguments; any other asks again."""
    given = case["input"]
    if "turn_calls" in given:
        office = Office(book, publish=[])
        calls = [
            value("KEN", each["id"], 2000 + n)
            if each["tool"] == "get_value"
            else call(each["tool"], each["id"])
            for n, each in enumerate(given["turn_calls"])
        ]
        trace = office.play(*calls)
        assert (len(office.ran("get_value")), len(office.ran("publish"))) == (2, 0)
        office.answer()
        trace = office.play(earlier=trace)
        assert (len(office.ran("get_value")), len(office.ran("publish"))) == (2, 1)
        results = [message.call_id for message in trace.messages if message.role == "tool"]
        assert results == [each["id"] for each in given["turn_calls"]]
        return
    shown = given.get("shown") or given["approved"]
    later = given.get("on_resume_model_emits") or given["later"]
    office = Office(book, **{shown["tool"]: [*shown["args"]]})
    assert office.approver().decide(office.request(shown["tool"], shown["args"])).answer is Answer.PENDING
    office.answer()
    again = office.approver().decide(office.request(later["tool"], later["args"]))
    assert again.answer is Answer.PENDING
    assert office.approver().decide(office.request(shown["tool"], shown["args"])).answer is Answer.APPROVED
    assert [dict(each.arguments) for each in book.approvals.listed()] == [later["args"]]


def of_once(book: Ledger, case: Case) -> None:
    """One yes is one run, whoever takes it, however often, and after any resume."""
    given, counts = case["input"], case["expected"]["runs_count"]
    if "turn_calls" in given:
        office = Office(book, publish=["id"])
        calls = [call(each["tool"], each["id"], id=n) for n, each in enumerate(given["turn_calls"])]
        trace = office.play(*calls)
        for _ in calls:
            office.answer()
            trace = office.play(earlier=trace)
        ran = [arguments["id"] for arguments in office.ran("publish")]
        assert {each["id"]: ran.count(n) for n, each in enumerate(given["turn_calls"])} == counts
        return
    office = Office(book, publish=[])
    request = office.request("publish", {})
    office.approver().decide(request)
    office.answer()
    answers: list[Answer] = []
    together = Barrier(2)

    def take() -> None:
        with Ledger.open(book.place) as own:
            there = Office(own, publish=[])
            together.wait(10)
            answers.append(there.approver().decide(request).answer)

    threads = [Thread(target=take) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers.count(Answer.APPROVED) == counts
    assert office.approver("r2").decide(request).answer is Answer.PENDING


def of_scope(book: Ledger, case: Case) -> None:
    """What only reads never asks; the same call joins the request that is open."""
    office = Office(book, publish=["id"])
    if "tools" in case["input"]:
        trace = office.play(value("KEN", "a"), call("publish", "b", id=1))
        assert (len(office.ran("get_value")), office.ran("publish")) == (1, [])
        assert [each.tool for each in book.approvals.listed()] == ["publish"]
        assert trace.stop is StopReason.APPROVAL
        return
    request = office.request("publish", {"id": 1})
    for _ in range(2):
        assert office.approver().decide(request).answer is Answer.PENDING
    assert len(book.approvals.listed()) == case["expected"]["pending_requests"]
    office.answer()
    answers = [office.approver().decide(request).answer for _ in range(2)]
    assert answers == [Answer.APPROVED, Answer.ALREADY_RUN]


def of_view(book: Ledger, case: Case) -> None:
    """A person sees the call itself, whole, and not what the model says of it."""
    given = case["input"]
    office = Office(book, **{given["call"]["tool"]: [*given["call"]["args"]]})
    shown = call_text(office.request(given["call"]["tool"], given["call"]["args"]))
    assert given["call"]["tool"] in shown
    assert all(name in shown and json.dumps(said) in shown for name, said in given["call"]["args"].items())
    assert given["model_says"] not in shown


def _with_ledger(judge: Callable[[Ledger, Case], None]) -> Callable[[Case], None]:
    def judged(case: Case) -> None:
        with TemporaryDirectory() as folder, Ledger.open(Path(folder) / "ledger.sqlite3") as book:
            judge(book, case)

    return judged


JUDGES: Mapping[str, Callable[[Case], None]] = {
    "approval.match": _with_ledger(of_match),
    "approval.no_answer": _with_ledger(of_silence),
    "approval.binding": _with_ledger(of_binding),
    "approval.once": _with_ledger(of_once),
    "approval.scope": _with_ledger(of_scope),
    "approval.view": _with_ledger(of_view),
}
