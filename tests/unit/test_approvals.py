"""Approvals live in the ledger: a run waits, goes on elsewhere, and no yes is used twice."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier, Thread

import pytest

from tieout.assistant.approval import Answer, ApprovalRequest, Approver, Decision
from tieout.assistant.conversation import Reply
from tieout.assistant.paths import get_path
from tieout.data.catalogue import Catalogue
from tieout.data.snapshot import Snapshot
from tieout.desk import Desk
from tieout.errors import LedgerError, UsageError
from tieout.facts.names import Names
from tieout.ledger import Approval, Ledger
from tieout.ledger.tables import SCHEMA_VERSION, statements
from tieout.outcome import OutcomeKind
from tieout.testing import ScriptedModel, answer, calls, tiny_snapshot
from tieout.tools.contract import Toolset
from tieout.tools.statistics import statistics_tools
from tieout.tools.watching import watch_tools

MOMENT = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
WATCH = {"country_code": "CAN", "indicator_code": "SP.POP.TOTL", "year": 2022}
LOOKUP = {"country_codes": ["CAN"], "indicator_code": "SP.POP.TOTL", "from_year": 2022, "to_year": 2022}
QUESTION = "What was the population of Canada in 2022? Watch it."
PROPOSED = calls(("get_values", LOOKUP), ("watch_value", WATCH))
RIGHT = answer("The population of Canada was 40,000,000 in 2022.")


class Wall:
    """A wall clock that is turned by hand."""

    def __init__(self) -> None:
        self.now = MOMENT

    def __call__(self) -> datetime:
        """Return the time."""
        return self.now


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the ledger is kept."""
    return tmp_path / "ledger.sqlite3"


@pytest.fixture
def ledger(place: str) -> Iterator[Ledger]:
    """An open ledger."""
    with Ledger.open(place) as opened:
        yield opened


@pytest.fixture
def wall() -> Wall:
    """A fresh clock."""
    return Wall()


def a_desk(ledger: Ledger, wall: Wall, *replies: Reply, approver: Approver | None = None) -> Desk:
    """Return a desk that may watch values, as any process would build it."""
    snapshot: Snapshot = tiny_snapshot()
    catalogue = Catalogue(snapshot, Names.load())
    watching = watch_tools(snapshot, catalogue, lambda watch: ledger.watches.append(watch, wall()))
    return Desk(
        model=ScriptedModel(replies),
        snapshot=snapshot,
        toolset=Toolset((*statistics_tools(snapshot, catalogue), *watching)),
        names=catalogue.names,
        path=get_path("tools", snapshot, form="prose", two_phases=False),
        clock=lambda: 100.0,
        now=wall,
        new_id=lambda: "r1",
        ledger=ledger,
        approver=approver,
    )


def waiting(ledger: Ledger, wall: Wall) -> Approval:
    """Bring a run to where it waits, and return what it waits for."""
    outcome = a_desk(ledger, wall, PROPOSED).ask(QUESTION)
    assert (outcome.kind, outcome.stop) == (OutcomeKind.WAITING, "approval")
    (approval,) = ledger.approvals.listed()
    return approval


def test_a_run_waits_and_goes_on_in_another_process(place: str, wall: Wall) -> None:
    """The person sees tool and arguments; after the yes the watch is made and the answer ties out."""
    with Ledger.open(place) as first:
        approval = waiting(first, wall)
        assert (approval.tool, dict(approval.arguments)) == ("watch_value", WATCH)
        assert (len(first), len(first.watches.listed())) == (0, 0)
    with Ledger.open(place) as second:
        second.approvals.answer(approval.number, Answer.APPROVED, who="ada", at=wall())
    with Ledger.open(place) as third:
        outcome = a_desk(third, wall, RIGHT).resume("r1")
        assert (outcome.kind, outcome.answer) == (
            OutcomeKind.ANSWERED,
            "The population of Canada was 40,000,000 in 2022.",
        )
        assert [step.outcome for step in outcome.steps] == ["ok", "ok"]
        assert outcome.asked_at == MOMENT
        (watch,) = third.watches.listed()
        assert (watch.area, watch.period, watch.value) == ("CAN", "2022", "40000000")
        assert (len(third), third.waiting.listed()) == (1, ())
        with pytest.raises(UsageError, match="No run 'r1' waits"):
            a_desk(third, wall, RIGHT).resume("r1")


def test_a_no_goes_back_to_the_model(ledger: Ledger, wall: Wall) -> None:
    """The call does not run, and the record says who said no."""
    approval = waiting(ledger, wall)
    ledger.approvals.answer(approval.number, Answer.DENIED, who="ada", why="not today", at=wall())
    outcome = a_desk(ledger, wall, RIGHT).resume("r1")
    assert [step.outcome for step in outcome.steps] == ["ok", "not approved: denied"]
    assert "not today" in outcome.steps[1].message
    assert ledger.watches.listed() == ()
    assert ledger.approvals.get(approval.number).who == "ada"


def test_a_run_resumed_too_early_waits_on_without_asking_again(ledger: Ledger, wall: Wall) -> None:
    """The same call joins the open request; nothing new is asked."""
    waiting(ledger, wall)
    assert a_desk(ledger, wall).resume("r1").kind is OutcomeKind.WAITING
    assert len(ledger.approvals.listed()) == 1
    assert ledger.waiting.get("r1").turn == 2


def test_a_call_that_was_begun_is_never_begun_again(ledger: Ledger, wall: Wall) -> None:
    """A process that died between the call and its record leaves a run that goes on without it."""
    approval = waiting(ledger, wall)
    ledger.approvals.answer(approval.number, Answer.APPROVED, who="ada", at=wall())
    assert ledger.approvals.take(approval.number, wall())
    outcome = a_desk(ledger, wall, RIGHT).resume("r1")
    assert outcome.steps[1].outcome == "not approved: already run"
    assert ledger.watches.listed() == ()


def test_of_two_who_resume_one_runs_the_call(place: str, ledger: Ledger, wall: Wall) -> None:
    """One atomic row comes before the effect, and the run is recorded once."""
    approval = waiting(ledger, wall)
    ledger.approvals.answer(approval.number, Answer.APPROVED, who="ada", at=wall())
    barrier, ended = Barrier(4), []

    def go_on() -> None:
        with Ledger.open(place) as own:
            desk = a_desk(own, wall, RIGHT)
            barrier.wait()
            try:
                ended.append(desk.resume("r1").kind)
            except (LedgerError, UsageError) as error:
                ended.append(error)

    threads = [Thread(target=go_on) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ledger.watches.listed()) == 1
    assert (len(ended), len(ledger)) == (4, 1)


def test_a_late_yes_is_no(ledger: Ledger, wall: Wall) -> None:
    """After a week the answer is kept as timed out, and refused and timed out stand apart."""
    approval = waiting(ledger, wall)
    wall.now += timedelta(days=7, seconds=1)
    late = ledger.approvals.answer(approval.number, Answer.APPROVED, who="ada", at=wall())
    assert late.answer is Answer.TIMED_OUT
    outcome = a_desk(ledger, wall, RIGHT).resume("r1")
    assert outcome.steps[1].outcome == "not approved: timed out"


def test_a_run_resumed_after_the_lifetime_is_told(ledger: Ledger, wall: Wall) -> None:
    """Silence to the end is no; looking at it before left it open."""
    approval = waiting(ledger, wall)
    wall.now += timedelta(days=6)
    assert a_desk(ledger, wall).resume("r1").kind is OutcomeKind.WAITING
    wall.now += timedelta(days=2)
    outcome = a_desk(ledger, wall, RIGHT).resume("r1")
    assert outcome.steps[1].outcome == "not approved: timed out"
    assert ledger.approvals.get(approval.number).answer is Answer.TIMED_OUT


def test_a_person_who_is_there_is_asked_at_once_and_kept(ledger: Ledger, wall: Wall) -> None:
    """What was said at a terminal stands in the ledger like any other answer."""

    class Ada:
        def decide(self, request: ApprovalRequest) -> Decision:
            return Decision(answer=Answer.APPROVED, who="ada")

    outcome = a_desk(ledger, wall, PROPOSED, RIGHT, approver=Ada()).ask(QUESTION)
    assert outcome.kind is OutcomeKind.ANSWERED
    (approval,) = ledger.approvals.listed(answered=True)
    assert (approval.answer, approval.who, approval.used) == (Answer.APPROVED, "ada", True)


def test_another_desk_cannot_go_on(ledger: Ledger, wall: Wall) -> None:
    """Another model, path or data set would finish a run that it did not begin."""
    waiting(ledger, wall)
    desk = a_desk(ledger, wall, RIGHT)
    for other in (
        replace(desk, model=ScriptedModel([], name="other")),
        replace(desk, path=replace(desk.path, name="closed")),
    ):
        with pytest.raises(UsageError, match="was begun with model scripted, path tools"):
            other.resume("r1")
    with pytest.raises(UsageError, match="without a ledger"):
        replace(desk, ledger=None).resume("r1")
    with pytest.raises(UsageError, match="No run 'r9' waits"):
        desk.resume("r9")


def a_request(call_id: str = "c1", digest: str = "d") -> ApprovalRequest:
    return ApprovalRequest(call_id=call_id, tool="publish", arguments={"id": 1}, digest=digest)


def asked(ledger: Ledger, request: ApprovalRequest, run: str = "r1") -> Approval:
    return ledger.approvals.ask(run, request, asked_at=MOMENT, expires_at=MOMENT + timedelta(days=1))


def test_the_same_call_joins_an_open_request_and_a_used_one_asks_again(ledger: Ledger) -> None:
    """One request while it is open; one yes, one run; another call of the same kind is asked about anew."""
    first = asked(ledger, a_request())
    assert asked(ledger, a_request("c2")).number == first.number
    ledger.approvals.answer(first.number, Answer.APPROVED, who="ada", at=MOMENT)
    assert asked(ledger, a_request("c2")).number == first.number
    assert ledger.approvals.take(first.number, MOMENT)
    assert asked(ledger, a_request("c1")).used
    second = asked(ledger, a_request("c2"))
    assert (second.number, second.answer, second.used) == (2, None, False)


def test_another_call_or_another_run_is_another_request(ledger: Ledger) -> None:
    """A yes to one set of arguments covers no other, and not those of another run."""
    first = asked(ledger, a_request())
    ledger.approvals.answer(first.number, Answer.APPROVED, who="ada", at=MOMENT)
    assert asked(ledger, a_request(digest="e")).answer is None
    assert asked(ledger, a_request(), run="r2").answer is None


def test_an_approval_is_answered_once_by_someone_and_used_only_after_a_yes(ledger: Ledger) -> None:
    """No second opinion, no anonymous yes, no use of an open or denied approval."""
    first = asked(ledger, a_request())
    assert not ledger.approvals.take(first.number, MOMENT)
    with pytest.raises(UsageError, match="Say who answers"):
        ledger.approvals.answer(first.number, Answer.APPROVED, who="", at=MOMENT)
    ledger.approvals.answer(first.number, Answer.DENIED, who="ada", at=MOMENT)
    with pytest.raises(UsageError, match="answered already: denied by ada"):
        ledger.approvals.answer(first.number, Answer.APPROVED, who="bob", at=MOMENT)
    assert not ledger.approvals.take(first.number, MOMENT)
    with pytest.raises(UsageError, match=r"no approval no\. 9"):
        ledger.approvals.get(9)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE approvals SET arguments = '{}'",
        "DELETE FROM approval_answers",
        "UPDATE approval_answers SET answer = 'approved'",
        "DELETE FROM approval_uses",
        "REPLACE INTO approval_answers (approval, answered_at, who, answer, why)"
        " VALUES (1, '', 'x', 'approved', '')",
        "UPDATE waiting_runs SET trace = '{}'",
        "DELETE FROM watches",
        "INSERT INTO approval_uses (approval, used_at) VALUES (2, '')",
    ],
)
def test_nobody_changes_what_was_said(file: Path, wall: Wall, statement: str) -> None:
    """The tables only grow, for any SQLite tool."""
    with Ledger.open(file) as ledger:
        approval = waiting(ledger, wall)
        ledger.approvals.answer(approval.number, Answer.APPROVED, who="ada", at=wall())
        a_desk(ledger, wall, RIGHT).resume("r1")
        denied = asked(ledger, a_request(), run="r2")
        ledger.approvals.answer(denied.number, Answer.DENIED, who="ada", at=MOMENT)
    other = sqlite3.connect(file)
    with pytest.raises(sqlite3.IntegrityError):
        other.execute(statement)
    other.close()


def test_a_ledger_of_the_first_version_is_brought_up_to_date(file: Path, wall: Wall) -> None:
    """Its runs stay, and it can keep approvals from then on."""
    old = sqlite3.connect(file)
    for statement in statements(1, "sqlite"):
        old.execute(statement)
    old.execute(
        "INSERT INTO runs (run, asked_at, question, outcome, model, path, dataset, dataset_version,"
        " dataset_sha256, document, trace)"
        " VALUES ('old', '2026-01-01T00:00:00.000+00:00', 'q', 'failed', 'm', 'p', 'd', 'v', 's', '{}', '{}')"
    )
    old.executescript("PRAGMA application_id = 0x7469656F; PRAGMA user_version = 1;")
    old.commit()
    old.close()
    with Ledger.open(file) as ledger:
        assert ledger.get("old").number == 1
        assert waiting(ledger, wall).number == 1
    again = sqlite3.connect(file)
    assert again.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    again.close()


def test_a_run_that_waits_can_be_given_up(ledger: Ledger, wall: Wall) -> None:
    """It fails as what stopped it, keeps what it did, and waits no more."""
    waiting = a_desk(ledger, wall, PROPOSED).ask(QUESTION)
    assert waiting.kind is OutcomeKind.WAITING
    ended = a_desk(ledger, wall).abandon_waiting(waiting.run, "stopped")
    assert (ended.run, ended.kind, ended.stop) == (waiting.run, OutcomeKind.FAILED, "stopped")
    assert [step.tool for step in ended.steps] == [step.tool for step in waiting.steps]
    assert ledger.waiting.listed() == ()
    with pytest.raises(UsageError, match="waits"):
        a_desk(ledger, wall).resume(waiting.run)
