"""The HTTP door as programs use it: a real server on loopback, its answers, refusals, and what survives."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.scenarios.desk import Served, served
from tests.scenarios.program import FALSE, QUESTION, ROW, TRUE, Done

from tieout.assistant.conversation import Reply
from tieout.ledger import Ledger
from tieout.models.scripted import answer, calls

API = "/api/v1"


def ask(desk: Served, question: str = QUESTION, wait: int = 20, **headers: str) -> Any:
    return desk.client.post(
        f"{API}/questions", params={"wait": wait}, json={"question": question}, headers=headers
    )


def detail(response: Any, status: int) -> str:
    """Return the sentence of a problem document of that status."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    document = response.json()
    assert document["status"] == status
    assert document["type"].startswith("urn:tieout:problem:")
    return str(document["detail"])


LOOKUP = calls(
    (
        "get_values",
        {"country_codes": ["CAN"], "indicator_code": "SP.POP.TOTL", "from_year": 2024, "to_year": 2024},
    )
)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve one desk for the tests that leave nothing behind which another could see."""
    with served(tmp_path_factory.mktemp("desk")) as one:
        yield one


@pytest.fixture
def held(recording: Callable[..., Path], tieout: Callable[..., Done]) -> None:
    """Leave one held answer in the ledger, as no. 1."""
    model = f"recorded:{recording(LOOKUP, Reply(text='Enough data.'), answer(FALSE))}"
    done = tieout("ask", QUESTION, "--dataset", "core8", "--model", model, "--path", "tools:prose")
    assert done.status == 4, done.err


def test_a_question_has_the_outcome_of_the_command_line(own_home: Path, tieout: Callable[..., Done]) -> None:
    """All but the run's own id and its seconds is the same document."""
    with served(own_home) as desk:
        response = ask(desk)
        assert response.status_code == 200
        theirs = response.json()["outcome"]
        assert desk.client.get(f"{API}/runs/{theirs['run']}").json()["outcome"] == theirs
        assert desk.client.get(response.headers["location"]).json()["status"] == "done"
    ours = tieout("ask", QUESTION, "--dataset", "core8", "--json").document
    for one in (ours, theirs):
        del one["run"], one["seconds"]
    assert theirs == ours


def test_the_events_of_a_run_end_with_its_outcome(desk: Served) -> None:
    """Whoever follows a run is told of its steps and then of its end, also when it is over already."""
    run = ask(desk, wait=0).json()["run"]
    for _ in range(2):
        with desk.client.stream("GET", f"{API}/questions/{run}/events") as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            lines = list(stream.iter_lines())
        last = json.loads([line for line in lines if line.startswith("data: ")][-1][6:])
        assert [line for line in lines if line.startswith("event: ")][-1] == "event: done"
        assert last["outcome"]["answer"].startswith("Canada's population was 41,262,329")
        assert last["steps"][0]["tool"] == "get_values"


def test_the_same_key_asks_once(own_home: Path) -> None:
    """A program that never got the answer may send its request again, at once and from many places."""
    headers = {"Idempotency-Key": "morning-1"}
    with served(own_home) as desk, ThreadPoolExecutor(8) as pool:
        sent = list(pool.map(lambda _: ask(desk, **headers), range(8)))
        assert {response.json()["run"] for response in sent} == {sent[0].json()["run"]}
        assert "idempotency key" in detail(ask(desk, "What was the GDP of Canada in 2020?", **headers), 409)
        with Ledger.open(own_home / "ledger.sqlite3") as ledger:
            assert len(ledger) == 1


@pytest.mark.parametrize(
    ("path", "body", "status", "said"),
    [
        ("questions", {"question": ""}, 422, "'question'"),
        ("questions", {"question": "  "}, 422, "empty"),
        ("questions", {"question": "x" * 2_001}, 422, "'question'"),
        ("questions", {"question": "x", "model": "y"}, 422, "'model'"),
        ("check", {"answer": "x", "evidence": [{"ref": "e1"}]}, 422, "area"),
        ("check", {"answer": "x"}, 422, "'evidence'"),
        ("reviews/999", {"action": "approve"}, 404, "no run"),
        ("reviews/1", {"action": "burn"}, 422, "'action'"),
        ("nowhere", {}, 404, "Not Found"),
        ("audit", {"text": "x", "form": "pdf"}, 422, "'form'"),
    ],
)
def test_what_does_not_fit_is_a_problem_document(
    desk: Served, path: str, body: dict[str, Any], status: int, said: str
) -> None:
    """One sentence that names what does not fit, and nothing is decided."""
    before = len(desk.client.get(f"{API}/reviews", params={"decided": True}).json())
    assert said in detail(desk.client.post(f"{API}/{path}", json=body), status)
    assert len(desk.client.get(f"{API}/reviews", params={"decided": True}).json()) == before


def test_a_text_is_checked_against_rows(desk: Served) -> None:
    """The verdict is that of `tieout check`."""
    for text, verdict in ((TRUE, "valid"), (FALSE, "rejected")):
        body = {"answer": text, "evidence": [ROW]}
        assert desk.client.post(f"{API}/check", json=body).json()["verdict"] == verdict


def test_an_article_is_audited_as_on_the_command_line(
    desk: Served, tieout: Callable[..., Done], tmp_path: Path
) -> None:
    """The findings are those of `tieout audit`."""
    article = f"{TRUE}\n\n{FALSE}\n"
    (tmp_path / "article.txt").write_text(article)
    theirs = desk.client.post(f"{API}/audit", json={"text": article}).json()
    done = tieout("audit", tmp_path / "article.txt", "--dataset", "core8", "--json")
    assert {"file": str(tmp_path / "article.txt"), **theirs} == done.document
    assert theirs["counts"]["contradicted"] == 1


def test_data_calls_have_the_refusals_of_every_door(desk: Served, tieout: Callable[..., Done]) -> None:
    """A call by hand gives what a model would see."""
    tools = {one["name"] for one in desk.client.get(f"{API}/tools").json()}
    assert "get_values" in tools
    arguments = {"query": "Atlantis"}
    body = desk.client.post(f"{API}/tools/find_areas", json={"arguments": arguments}).json()
    done = tieout("tool", "find_areas", json.dumps(arguments), "--dataset", "core8")
    assert done.out == f"{body['content']}\n{body['outcome']}\n"


@pytest.mark.usefixtures("held")
def test_a_held_answer_is_amended_over_http(own_home: Path) -> None:
    """A text that does not tie out is refused unless somebody answers for it; a decision is made once."""
    with served(own_home) as desk:
        (waiting,) = desk.client.get(f"{API}/reviews").json()
        assert waiting["outcome"]["outcome"] == "held"
        wrong = {"action": "amend", "text": FALSE}
        assert "does not tie out" in detail(desk.client.post(f"{API}/reviews/1", json=wrong), 422)
        no_reason = {**wrong, "override": True}
        assert "Say why" in detail(desk.client.post(f"{API}/reviews/1", json=no_reason), 422)
        right = {"action": "amend", "text": TRUE, "why": "read the row"}
        assert desk.client.post(f"{API}/reviews/1", json=right).json()["review"]["text"] == TRUE
        assert "decided already" in detail(desk.client.post(f"{API}/reviews/1", json=right), 409)
        assert desk.client.get(f"{API}/reviews").json() == []


@pytest.mark.usefixtures("held")
def test_two_editors_at_once_decide_once(own_home: Path) -> None:
    """Of many who decide the same item at the same moment one succeeds and the others are told."""
    with served(own_home) as desk, ThreadPoolExecutor(8) as pool:
        body = {"action": "decline", "why": "no"}
        sent = list(pool.map(lambda _: desk.client.post(f"{API}/reviews/1", json=body), range(8)))
    assert sorted(response.status_code for response in sent) == [200] + [409] * 7


def test_only_its_own_pages_may_change_something(desk: Served) -> None:
    """A foreign page's form, a rebound host name and a framed page get nowhere."""
    form = {"question": QUESTION}
    for headers in ({"Origin": "https://example.org"}, {"Sec-Fetch-Site": "cross-site"}):
        assert detail(desk.client.post("/ask", data=form, headers=headers), 403)
    assert detail(desk.client.get("/", headers={"Host": "example.org"}), 421)
    page = desk.client.get("/")
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert "unsafe" not in page.headers["content-security-policy"]
    assert detail(desk.client.get(f"{API}/runs/999"), 404)


def test_what_was_asked_shows_as_text(desk: Served) -> None:
    """A question that is a script is read, not run."""
    page = desk.client.post("/ask", data={"question": "<script>alert(1)</script>"}, follow_redirects=True)
    assert page.status_code == 200
    assert "<script>alert" not in page.text
    assert "&lt;script&gt;alert(1)" in page.text


def test_killed_at_any_moment_no_question_is_lost_or_answered_twice(own_home: Path) -> None:
    """Processes killed under load leave every accepted question to the next, which answers each once."""
    accepted: set[str] = set()
    for round_ in range(4):
        with served(own_home, "--workers", "4") as desk, ThreadPoolExecutor(4) as pool:
            sent = pool.map(lambda _: ask(desk, wait=0).json()["run"], range(12 + round_))
            accepted.update(sent)
            desk.process.kill()
    with served(own_home, "--workers", "4") as desk:
        for run in accepted:
            with desk.client.stream("GET", f"{API}/questions/{run}/events") as stream:
                assert any(line == "event: done" for line in stream.iter_lines())
    with Ledger.open(own_home / "ledger.sqlite3") as ledger:
        runs = [run.run for run in ledger.runs()]
        assert sorted(runs) == sorted(accepted)
        assert all(run.outcome == "answered" for run in ledger.runs())


def test_health_and_readiness(desk: Served) -> None:
    """A supervisor learns that the process lives, and that it can answer."""
    assert desk.client.get("/healthz").json() == {"status": "ok"}
    assert desk.client.get("/readyz").json() == {"status": "ready"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--dataset", "nowhere"], "There is no data set 'nowhere'."),
        (["--model", "oracle"], "There is no model 'oracle'."),
        (["--host", "0.0.0.0"], "--allowed-host NAME"),
        (["--ledger", "mysql://x/y"], "A ledger is a file or a postgresql:// address"),
    ],
)
def test_a_desk_that_cannot_open_says_so(tieout: Callable[..., Done], words: list[str], said: str) -> None:
    """One sentence and the status of wrong usage, before anything is served."""
    done = tieout("serve", *words)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


def test_a_run_that_is_not_there_cannot_be_followed(desk: Served) -> None:
    """The stream is refused before it begins, on the page as in the API."""
    assert "no run" in detail(desk.client.get(f"{API}/questions/nope/events"), 404)
    assert "no run" in detail(desk.client.get("/runs/nope/live"), 404)


def test_a_follow_up_is_answered_in_full(desk: Served) -> None:
    """It names the run that it follows; one that is not there, or has no outcome, is not followed."""
    first = ask(desk).json()["outcome"]["run"]
    body = {"question": "And in 2020?", "after": first}
    outcome = desk.client.post(f"{API}/questions", params={"wait": 20}, json=body).json()["outcome"]
    assert outcome["answer"] == "Canada's population was 38,028,638 in 2020."
    assert outcome["question"] == "What was the population of Canada in 2020?"
    assert outcome["follows"] == {"run": first, "asked": "And in 2020?", "whole": True}
    nowhere = {"question": "And in 2020?", "after": "nope"}
    assert "no run" in detail(desk.client.post(f"{API}/questions", json=nowhere), 404)


def test_the_same_follow_up_has_the_same_outcome_at_every_door(
    own_home: Path, tieout: Callable[..., Done]
) -> None:
    """All but the ids and the seconds is what the command line prints."""
    with served(own_home) as desk:
        first = ask(desk).json()["outcome"]["run"]
        body = {"question": "What about Mexico?", "after": first}
        theirs = desk.client.post(f"{API}/questions", params={"wait": 20}, json=body).json()["outcome"]
    ours = tieout("ask", "What about Mexico?", "--after", "1", "--dataset", "core8", "--json").document
    assert ours["follows"]["run"] == first
    for one in (ours, theirs):
        del one["run"], one["seconds"]
    assert theirs == ours


def test_a_question_that_is_done_cannot_be_stopped(desk: Served) -> None:
    """It stays as it is, however often; one that is not there is not found."""
    done = ask(desk).json()["outcome"]
    for _ in range(2):
        assert desk.client.post(f"{API}/questions/{done['run']}/stop").json()["outcome"] == done
    assert "no run" in detail(desk.client.post(f"{API}/questions/nope/stop"), 404)
