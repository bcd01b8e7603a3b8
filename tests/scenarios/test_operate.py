"""What whoever keeps a desk running sees of it: counts, log lines, readiness, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.scenarios.desk import Served, served
from tests.scenarios.program import QUESTION

API = "/api/v1"


def ask(desk: Served, question: str = QUESTION) -> Any:
    return desk.client.post(f"{API}/questions", params={"wait": 20}, json={"question": question}).json()


def counted(desk: Served) -> dict[str, float]:
    """Return the counts by name and labels, as they stand in the text."""
    lines = desk.client.get("/metrics").text.splitlines()
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if line[0] != "#"}


def test_a_desk_counts_what_it_does(own_home: Path) -> None:
    """Requests by route and status, questions by outcome, workers, queue; what is asked for adds no label."""
    with served(own_home) as desk:
        ask(desk)
        for path in ("/no/1", "/no/2"):
            assert desk.client.get(path).status_code == 404
        found = counted(desk)
    requests = 'tieout_http_requests_total{method="%s",route="%s",status="%s"}'
    assert found[requests % ("POST", f"{API}/questions", 200)] == 1
    assert found[requests % ("GET", "none", 404)] == 2
    assert found['tieout_questions_total{outcome="answered"}'] == 1
    assert found["tieout_workers"] == 2
    assert found["tieout_queue_questions"] == found["tieout_ledger_errors_total"] == 0
    assert not [name for name in found if "/no/" in name]


def test_a_request_leaves_one_line_without_its_words(own_home: Path) -> None:
    """It names run, person, route, status and time, and nothing that was asked; the libraries' are alike."""
    with served(own_home, "--log-format", "json", "--log-level", "info") as desk:
        run = ask(desk)["run"]
        desk.client.get(f"/runs/{run}", params={"secret": "swordfish"})
        desk.process.terminate()
        assert desk.process.wait(30) == 0
        assert desk.process.stderr is not None
        written = desk.process.stderr.read().decode()
    assert "swordfish" not in written
    assert "population" not in written
    lines = [json.loads(line) for line in written.splitlines()]
    asked, looked = [line for line in lines if line["event"] == "request"]
    assert (asked["run"], asked["route"], asked["status"]) == (run, f"{API}/questions", 200)
    assert (looked["run"], looked["route"]) == (run, "/runs/{name}")
    assert asked["person"]
    assert asked["milliseconds"] > 0
    assert {line["logger"] for line in lines} >= {"tieout.request", "uvicorn.error"}


def test_a_desk_without_its_ledger_is_alive_and_not_ready(own_home: Path) -> None:
    """A supervisor is told the difference, and of the ledger in a sentence."""
    with served(own_home) as desk:
        assert desk.client.get("/readyz").json() == {"status": "ready"}
        for file in own_home.glob("ledger.sqlite3*"):
            file.write_bytes(b"no database any more" * 1_000)
        response = desk.client.get("/readyz")
        assert response.status_code == 503
        assert response.json()["type"] == "urn:tieout:problem:ledger"
        assert desk.client.get("/healthz").json() == {"status": "ok"}
