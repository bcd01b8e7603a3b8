"""The review queue as editors work it, through HTTP: found, decided once, and seen by whoever came second."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import httpx2
import pytest
from tests.scenarios.desk import Served, served
from tests.scenarios.program import FALSE, QUESTION, TRUE, Done

from tieout.assistant.conversation import Reply
from tieout.ledger import Ledger
from tieout.models.scripted import answer, calls

LOOKUP = {"country_codes": ["CAN"], "indicator_code": "SP.POP.TOTL", "from_year": 2024, "to_year": 2024}


@pytest.fixture
def held(recording: Callable[..., Path], tieout: Callable[..., Done]) -> None:
    """Leave two held answers in the ledger, nos. 1 and 2."""
    replies = (calls(("get_values", LOOKUP)), Reply(text="Enough data."), answer(FALSE))
    model = f"recorded:{recording(*replies)}"
    for _ in range(2):
        done = tieout("ask", QUESTION, "--dataset", "core8", "--model", model, "--path", "tools:prose")
        assert done.status == 4, done.err


@pytest.mark.usefixtures("held")
def test_two_editors_at_once_never_decide_the_same_item_twice(own_home: Path) -> None:
    """Two processes, two editors each, one moment: one decision is kept, the others read what it was."""
    forms = [
        {"action": "decline", "why": "first"},
        {"action": "approve", "why": "second"},
        {"action": "amend", "text": TRUE, "why": "third"},
        {"action": "decline", "why": "fourth"},
    ]
    barrier = Barrier(len(forms))

    def decide(desk: Served, form: dict[str, str]) -> httpx2.Response:
        barrier.wait()
        return desk.client.post("/review/1", data=form)

    with served(own_home) as one, served(own_home) as other, ThreadPoolExecutor(4) as pool:
        sent = list(pool.map(decide, (one, other, one, other), forms))
        assert sorted(response.status_code for response in sent) == [303, 409, 409, 409]
        kept = one.client.get("/api/v1/runs/1").json()["review"]
        for response in sent:
            if response.status_code == 409:
                assert "No. 1 was decided already" in response.text
                assert "The decision stands below." in response.text
                assert kept["why"] in response.text
                assert "<form" not in response.text.partition("<main")[2]
        assert [one["number"] for one in one.client.get("/api/v1/reviews").json()] == [2]
    with Ledger.open(own_home / "ledger.sqlite3") as ledger:
        assert ledger.count_held() == 1


@pytest.mark.usefixtures("held")
def test_an_approval_has_a_reason_at_every_door(own_home: Path, tieout: Callable[..., Done]) -> None:
    """A draft that does not tie out is shown only by somebody who says why."""
    done = tieout("review", "approve", "1", "--by", "ada")
    assert (done.status, "Say why" in done.err) == (2, True)
    with served(own_home) as desk:
        refused = desk.client.post("/review/1", data={"action": "approve", "why": " "})
        assert (refused.status_code, "Say why" in refused.text) == (422, True)
        program = desk.client.post("/api/v1/reviews/1", json={"action": "approve"})
        assert (program.status_code, "Say why" in program.text) == (422, True)
        assert desk.client.post("/review/1", data={"action": "burn"}).status_code == 422
        assert len(desk.client.get("/api/v1/reviews").json()) == 2


@pytest.mark.usefixtures("held")
def test_the_queue_is_narrowed(own_home: Path) -> None:
    """By problem, model, data set, asker, words and days, on the page and in the API; and it is counted."""
    with served(own_home) as desk:
        codes = desk.client.get("/api/v1/reviews").json()[0]["outcome"]["problems"]
        for query, count in (
            ({"problem": codes[0]["code"]}, 2),
            ({"problem": "truncated"}, 0),
            ({"text": "POPULATION"}, 2),
            ({"text": "100%"}, 0),
            ({"dataset": "core8"}, 2),
            ({"model": "planner"}, 0),
            ({"asker": "nobody"}, 0),
            ({"from": "2020-01-01", "to": "2020-12-31"}, 0),
            ({"from": "2020-01-01", "to": ""}, 2),
            ({"limit": "1"}, 1),
            ({"after": "1"}, 1),
        ):
            assert len(desk.client.get("/api/v1/reviews", params=query).json()) == count, query
            page = desk.client.get("/review", params=query).text
            if not {"limit", "after"} & query.keys():
                assert page.count('<a href="/review/') == count, query
        assert "must be a day such as" in desk.client.get("/review", params={"from": "soon"}).text
        assert desk.client.get("/review/count").text.startswith('<span class="count">2<')
        desk.client.post("/review/1", data={"action": "decline"})
        assert "decline by" in desk.client.get("/review", params={"state": "decided"}).text
        assert '<a href="/review/1">' not in desk.client.get("/review").text
        assert "no. 2" in desk.client.get("/review/1").text
