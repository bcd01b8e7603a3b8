"""One question through every door: command line, HTTP, MCP, page and chat give the same outcome."""

from __future__ import annotations

import asyncio
import html
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from tests.scenarios.desk import served
from tests.scenarios.program import FALSE, QUESTION, Done, environment, valid
from tests.scenarios.slack_fake import Workspace, words, workspace
from tests.scenarios.test_slack import LOOKUP, door

from tieout.assistant.conversation import Reply
from tieout.ledger import Ledger

NO_DATA = "What was the population of Canada in 1850?"


@pytest.fixture
def slack(monkeypatch: pytest.MonkeyPatch) -> Iterator[Workspace]:
    """Open a workspace, and give the program its tokens."""
    with workspace() as one:
        for name, value in one.environment().items():
            monkeypatch.setenv(name, value)
        yield one


def over_mcp(home: Path, model: str, question: str) -> Any:
    program = StdioServerParameters(
        command=sys.executable,
        args=["-m", "tieout", "mcp", "--dataset", "core8", "--model", model],
        env=environment(home),
    )

    async def talk() -> Any:
        async with Client(program) as client:
            return await client.call_tool("ask", {"question": question})

    return asyncio.run(talk()).structured_content


def over_http(home: Path, model: str, question: str) -> tuple[Any, str, str]:
    """Return the outcome of the API, then the run that a page asked, and that page."""
    with served(home, "--model", model) as desk:
        asked = desk.client.post("/api/v1/questions", params={"wait": 30}, json={"question": question})
        page = desk.client.post("/ask", data={"question": question}, follow_redirects=True)
        run = str(page.url).rpartition("/")[2]
        with desk.client.stream("GET", f"/api/v1/questions/{run}/events") as stream:
            assert "event: done" in list(stream.iter_lines())
        return asked.json()["outcome"], run, html.unescape(desk.client.get(page.url).text)


def over_slack(home: Path, model: str, question: str, slack: Workspace) -> str:
    """Return what is told in the thread."""
    with door(home, "--model", model):
        slack.send_over_socket(body := slack.event(f"<@U0BOT> {question}"))
        (told,) = slack.replied(body["event"]["ts"])
        return words(told)


@pytest.mark.parametrize(
    ("question", "kind"), [(QUESTION, "answered"), (NO_DATA, "declined"), (QUESTION, "held")]
)
def test_every_door_gives_the_same_outcome(
    own_home: Path,
    tieout: Callable[..., Done],
    recording: Callable[..., Path],
    slack: Workspace,
    question: str,
    kind: str,
) -> None:
    """All but the run's id, its seconds and its number is the same document, and each door shows it."""
    model = "planner"
    if kind == "held":
        drafts = (LOOKUP, Reply(text="Enough data."), Reply(text=FALSE))
        model = f"recorded:{recording(*drafts, prose=False)}"
    done = tieout("ask", question, "--dataset", "core8", "--model", model, "--json")
    theirs = over_mcp(own_home, model, question)
    http, asked_on_page, page = over_http(own_home, model, question)
    told = over_slack(own_home, model, question, slack)
    with Ledger.open(own_home / "ledger.sqlite3") as ledger:
        kept = {run.run: run.document for run in ledger.runs()}
        of_chat = ledger.newest(1)[0]
    outcomes = [done.document, theirs, http, kept[asked_on_page], of_chat.document]
    assert len(kept) == len({one["run"] for one in outcomes}) == 5
    for one in outcomes:
        valid(one, "outcome")
        assert {**kept[one["run"]], "run": "", "seconds": 0} == {**outcomes[0], "run": "", "seconds": 0}
    assert outcomes[0]["outcome"] == kind
    shown = "no. " if kind == "held" else outcomes[0]["answer"][:20]
    assert shown in told.replace(" ✓", "")
    assert ("Held for a person" if kind == "held" else shown) in page
