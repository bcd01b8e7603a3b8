"""Rates and budgets at the doors: refused before any work, with a sentence and a time."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.scenarios.desk import served
from tests.scenarios.program import QUESTION, Done
from tests.scenarios.slack_fake import words, workspace
from tests.scenarios.test_slack import door

from tieout.ledger import Ledger

API = "/api/v1/questions"


def test_a_budget_is_held_over_http_and_on_the_page(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many at once just so many are accepted; the page tells what is left, then why not and until when."""
    monkeypatch.setenv("TIEOUT_DAY_QUESTIONS", "3")
    with served(own_home) as desk, ThreadPoolExecutor(8) as pool:
        assert "Left for you today: 3 questions" in desk.client.get("/").text
        body = {"question": QUESTION}
        first = desk.client.post(API, json=body, headers={"Idempotency-Key": "one"})
        assert first.status_code == 202
        sent = list(pool.map(lambda _: desk.client.post(API, json=body), range(8)))
        assert sorted(one.status_code for one in sent) == [202] * 2 + [429] * 6
        refused = next(one for one in sent if one.status_code == 429)
        assert refused.json()["type"] == "urn:tieout:problem:throttled"
        assert "Your questions for today are used up (3 a day)" in refused.json()["detail"]
        assert 0 < int(refused.headers["retry-after"]) <= 86_400
        again = desk.client.post(API, json=body, headers={"Idempotency-Key": "one"})
        assert again.json()["run"] == first.json()["run"]
        page = desk.client.post("/ask", data=body)
        assert page.status_code == 429
        assert "are used up" in page.text
        assert QUESTION in page.text
        assert "Left for you today: 0 questions" in page.text
        assert int(page.headers["retry-after"]) > 0
    with Ledger.open(own_home / "ledger.sqlite3") as ledger:
        assert len(ledger) == 3


def test_a_rate_is_told_of_in_slack(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each person of a workspace has a rate of their own; the thread has the sentence."""
    monkeypatch.setenv("TIEOUT_RATE", "1/day")
    with workspace() as slack:
        for name, value in slack.environment().items():
            monkeypatch.setenv(name, value)
        with door(own_home):
            said = []
            for user in ("U1", "U1", "U2"):
                slack.send_over_socket(body := slack.event(f"<@U0BOT> {QUESTION}", user=user))
                (told,) = slack.replied(body["event"]["ts"])
                said.append(words(told))
    assert ["You may ask 1 question in 24 hours" in one for one in said] == [False, True, False]


def test_an_admin_sets_a_budget(own_home: Path, tieout: Callable[..., Done]) -> None:
    """At the command line, for a user who is there."""
    tieout("user", "add", "ada", "--role", "admin")
    done = tieout("user", "budget", "ada", "--questions", "20", "--dollars", "1.50")
    assert (done.status, done.err.strip()) == (0, "ada has a budget of 20 questions, 1.50 dollars a day.")
    assert tieout("user", "budget", "ada").err.strip() == "ada has a budget of any size a day."
    for wrong in (["bob"], ["ada", "--dollars", "some"], ["ada", "--dollars", "-1"]):
        assert tieout("user", "budget", *wrong).status == 2


@pytest.mark.parametrize(
    ("name", "value"),
    [("TIEOUT_RATE", "often"), ("TIEOUT_DAY_QUESTIONS", "-1"), ("TIEOUT_DAY_DOLLARS", "free")],
)
def test_a_setting_that_is_none_is_told_of(
    tieout: Callable[..., Done], monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    """Before anything is served."""
    monkeypatch.setenv(name, value)
    done = tieout("serve", "--dataset", "core8", "--port", "0")
    assert done.status == 2
    assert name in done.err
