"""Calls with a side effect at the web door: seen whole, answered once, and then the run goes on."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.scenarios.desk import Served, served
from tests.scenarios.program import QUESTION, TRUE, WATCH, Done

from tieout.assistant.approval import ApprovalRequest
from tieout.interfaces.settings import Settings

API = "/api/v1"


def asked(desk: Served) -> tuple[str, dict[str, Any]]:
    """Ask, and return the run with the call that it waits for."""
    flight = desk.client.post(f"{API}/questions", params={"wait": 20}, json={"question": QUESTION}).json()
    assert flight["status"] == "waiting"
    (approval,) = desk.client.get(f"{API}/approvals").json()
    assert approval["run"] == flight["run"]
    return flight["run"], approval


def outcome(desk: Served, run: str) -> dict[str, Any]:
    """Follow a run to its end."""
    with desk.client.stream("GET", f"{API}/questions/{run}/events") as stream:
        assert any(line == "event: done" for line in stream.iter_lines())
    found: dict[str, Any] = desk.client.get(f"{API}/questions/{run}").json()["outcome"]
    return found


@pytest.mark.parametrize(
    ("answer", "step", "watched"), [("approve", "ok", 1), ("deny", "not approved: denied", 0)]
)
def test_the_run_goes_on_after_the_answer(
    own_home: Path, watching: list[str], tieout: Callable[..., Done], answer: str, step: str, watched: int
) -> None:
    """The call is seen with tool, arguments and digest; after the answer the run ends by itself."""
    with served(own_home, *watching) as desk:
        run, approval = asked(desk)
        assert (approval["tool"], approval["arguments"]) == ("watch_value", WATCH)
        number = approval["number"]
        assert desk.client.get(f"{API}/approvals/{number}").json() == approval
        body = {"answer": answer, "why": "it matters", "digest": approval["digest"]}
        done = desk.client.post(f"{API}/approvals/{number}", json=body).json()
        assert (done["answer"], done["why"]) == (
            {"approve": "approved", "deny": "denied"}[answer],
            "it matters",
        )
        ended = outcome(desk, run)
        assert (ended["answer"], ended["steps"][1]["outcome"]) == (TRUE, step)
        assert desk.client.get(f"{API}/approvals").json() == []
        assert desk.client.get(f"{API}/approvals", params={"answered": True}).json()[0]["used"] is bool(
            watched
        )
    assert len(tieout("data", "watches", "--json").document) == watched


def test_an_answer_that_cannot_be_kept_is_told(own_home: Path, watching: list[str]) -> None:
    """Another digest, no reason, no such call, and the second of many answers get one sentence each."""
    with served(own_home, *watching) as desk, ThreadPoolExecutor(8) as pool:
        _, approval = asked(desk)
        place = f"{API}/approvals/{approval['number']}"
        body = {"answer": "approve", "why": "yes", "digest": approval["digest"]}
        other = desk.client.post(place, json={**body, "digest": "0" * 64})
        assert (other.status_code, other.json()["detail"][:34]) == (409, "Approval no. 1 is for another call")
        assert desk.client.post(place, json={**body, "why": " "}).status_code == 422
        assert desk.client.post(f"{API}/approvals/99", json=body).status_code == 404
        sent = list(pool.map(lambda _: desk.client.post(place, json=body), range(8)))
        assert sorted(response.status_code for response in sent) == [200] + [409] * 7
        assert all("answered already: approved by" in one.text for one in sent if one.status_code == 409)


def test_an_answer_that_comes_too_late_is_told(own_home: Path) -> None:
    """The page shows no form for a call whose time is over, and a late yes is kept as none."""
    settings = Settings(home=own_home)
    request = ApprovalRequest(call_id="c1", tool="watch_value", arguments=WATCH, digest="a" * 64)
    with settings.open_ledger() as book:
        past = settings.now().replace(year=2001)
        book.approvals.ask("r1", request, asked_at=past, expires_at=past)
    with served(own_home) as desk:
        page = desk.client.get("/approvals").text
        assert "Nobody answered in time" in page
        assert "<form" not in page
        body = {"answer": "approve", "why": "late", "digest": "a" * 64}
        late = desk.client.post(f"{API}/approvals/1", json=body)
        assert late.status_code == 409
        assert "could be answered until 2001" in late.json()["detail"]
        assert desk.client.get(f"{API}/approvals/1").json()["answer"] == "timed out"


def test_a_run_comes_back_to_the_desk_that_can_go_on(own_home: Path, watching: list[str]) -> None:
    """A desk that was started again goes on with it; one of another model says that it could not."""
    with served(own_home, *watching) as desk:
        first, approval = asked(desk)
        desk.process.kill()
    body = {"answer": "approve", "why": "yes", "digest": approval["digest"]}
    with served(own_home, *watching) as desk:
        desk.client.post(f"{API}/approvals/1", json=body)
        assert outcome(desk, first)["answer"] == TRUE
        run, _ = asked(desk)
    with served(own_home) as desk:
        desk.client.post(f"{API}/approvals/2", json=body)
        ended = outcome(desk, run)
        assert (ended["outcome"], ended["stop"]) == ("failed", "another_desk")


def test_the_run_goes_on_from_a_ledger_on_a_server(
    own_home: Path, own_database: str, watching: list[str]
) -> None:
    """Answered through one process, it is brought to a worker of any, by the engine."""
    words = (*watching, "--ledger", own_database)
    with served(own_home, *words) as desk, served(own_home, *words) as other:
        run, approval = asked(desk)
        body = {"answer": "approve", "why": "yes", "digest": approval["digest"]}
        assert other.client.post(f"{API}/approvals/1", json=body).json()["answer"] == "approved"
        assert outcome(desk, run)["answer"] == TRUE
        assert other.client.get(f"{API}/approvals", params={"answered": True}).json()[0]["used"] is True
