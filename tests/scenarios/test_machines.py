"""Several processes on one ledger: any answers any question, and what one leaves another takes up.

`TIEOUT_TEST_KILLS=50` kills that many processes on each kind of ledger; the usual run kills a few.
"""

from __future__ import annotations

import itertools
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.scenarios.desk import Served, served
from tests.scenarios.program import FALSE, QUESTION

from tieout.interfaces.settings import Settings
from tieout.ledger import Ledger
from tieout.models.scripted import ScriptedModel, answer, calls

API = "/api/v1"
KILLS = int(os.environ.get("TIEOUT_TEST_KILLS") or 4)
LOOKUP = calls(
    (
        "get_values",
        {"country_codes": ["CAN"], "indicator_code": "SP.POP.TOTL", "from_year": 2024, "to_year": 2024},
    )
)


def held_runs(place: str, home: Path, count: int) -> list[int]:
    """Leave held answers in a ledger, and return their numbers."""
    numbers = []
    with Ledger.open(place) as ledger:
        desk = Settings(home=home).desk(dataset="core8", ledger=ledger)
        for _ in range(count):
            model = ScriptedModel([LOOKUP, answer(FALSE), answer(FALSE)])
            outcome = replace(desk, model=model).ask(QUESTION)
            assert outcome.kind == "held"
            numbers.append(outcome.number or 0)
    return numbers


def until(is_so: Callable[[], bool], seconds: float) -> bool:
    """Look until it is so, or the seconds are over."""
    end = time.monotonic() + seconds
    pause = threading.Event()
    while time.monotonic() < end:
        if is_so():
            return True
        pause.wait(0.05)
    return is_so()


@dataclass
class Newsroom:
    """Two processes on one ledger, people who ask and decide at either, and what they were told."""

    home: Path
    place: str
    stack: ExitStack
    desks: list[Served] = field(default_factory=list)
    accepted: set[str] = field(default_factory=set)
    decided: set[int] = field(default_factory=set)
    is_over: threading.Event = field(default_factory=threading.Event)

    def open(self) -> Served:
        """Start one more process."""
        return self.stack.enter_context(served(self.home, "--ledger", self.place, "--workers", "2"))

    def sent(self, path: str, **body: Any) -> Any:
        """Send a request to one process after the other until one answers; None when it is over."""
        for number in itertools.count(random.randrange(2)):
            address = self.desks[number % 2].address
            headers = {"Idempotency-Key": body.pop("key")} if "key" in body else {}
            try:
                return httpx2.post(f"{address}{API}{path}", json=body, headers=headers, timeout=30)
            except httpx2.HTTPError:
                if self.is_over.wait(0.05):
                    return None
                body |= {"key": headers["Idempotency-Key"]} if headers else {}
        return None

    def ask(self, asker: int) -> None:
        """Ask until it is over; what was accepted is remembered."""
        for number in itertools.count():
            if self.is_over.is_set():
                return
            response = self.sent("/questions?wait=1", question=QUESTION, key=f"{asker}-{number}")
            if response is not None:
                assert response.status_code in (200, 202), response.text
                self.accepted.add(response.json()["run"])

    def decide(self, numbers: list[int]) -> None:
        """Decide about one item after the other; what was taken down is remembered."""
        for number in numbers:
            if self.is_over.wait(0.1):
                return
            response = self.sent(f"/reviews/{number}", action="decline", why="no")
            if response is not None:
                # decided already: by the request whose answer was lost with its process
                assert response.status_code in (200, 409), response.text
                self.decided.add(number)


@pytest.fixture
def newsroom(place: str, own_home: Path) -> Iterator[Newsroom]:
    """Open a newsroom of two processes on a new ledger, in a file and on a server."""
    with ExitStack() as stack:
        room = Newsroom(own_home, place, stack)
        room.desks = [room.open(), room.open()]
        yield room


def test_killed_at_any_moment_nothing_is_lost_or_done_twice(newsroom: Newsroom) -> None:
    """Every accepted question has one outcome, every decision stands, whichever processes are killed when."""
    waiting = held_runs(newsroom.place, newsroom.home, 4 * KILLS)
    people = [threading.Thread(target=newsroom.ask, args=(asker,)) for asker in range(4)]
    people.append(threading.Thread(target=newsroom.decide, args=(waiting,)))
    for person in people:
        person.start()
    moments = random.Random(50)
    for kill in range(KILLS):
        newsroom.is_over.wait(moments.random() / 2)
        newsroom.desks[kill % 2].process.kill()
        newsroom.desks[kill % 2] = newsroom.open()
    newsroom.is_over.set()
    for person in people:
        person.join(60)
    with Ledger.open(newsroom.place) as ledger:
        assert until(lambda: all(map(ledger.has, newsroom.accepted)), 40)
        runs = list(ledger.runs())
    assert len({run.run for run in runs}) == len(runs)
    ended = {run.run: run for run in runs}
    assert newsroom.accepted
    assert {ended[run].outcome for run in newsroom.accepted} <= {"answered", "failed"}
    assert {run.document["stop"] for run in runs if run.outcome == "failed"} <= {"abandoned"}
    assert newsroom.decided <= {run.number for run in runs if run.review is not None}


def test_what_one_process_knows_another_tells(newsroom: Newsroom) -> None:
    """A question accepted by one is followed at the other to its end, and so is a decision."""
    one, other = newsroom.desks
    asked = one.client.post(f"{API}/questions", json={"question": QUESTION}).json()["run"]
    with other.client.stream("GET", f"{API}/questions/{asked}/events") as stream:
        assert "event: done" in list(stream.iter_lines())
    (number,) = held_runs(newsroom.place, newsroom.home, 1)
    run = other.client.get(f"{API}/runs/{number}").json()["outcome"]["run"]
    with other.client.stream("GET", f"/runs/{run}/live") as stream:
        lines = stream.iter_lines()
        next(lines)
        one.client.post(f"{API}/reviews/{number}", json={"action": "decline", "why": "no"})
        assert "event: done" in list(lines)


def test_a_desk_that_is_told_to_end_ends_well(newsroom: Newsroom) -> None:
    """It answers what it was asked, or leaves it to the other, and its status is 0, watched or not."""
    one, other = newsroom.desks
    (number,) = held_runs(newsroom.place, newsroom.home, 1)
    run = one.client.get(f"{API}/runs/{number}").json()["outcome"]["run"]
    accepted = [
        one.client.post(f"{API}/questions", json={"question": QUESTION}).json()["run"] for _ in range(6)
    ]
    with one.client.stream("GET", f"/runs/{run}/live") as stream:
        next(stream.iter_lines())
        one.process.terminate()
        assert one.process.wait(30) == 0
    for asked in accepted:
        with other.client.stream("GET", f"{API}/questions/{asked}/events") as stream:
            assert "event: done" in list(stream.iter_lines())
