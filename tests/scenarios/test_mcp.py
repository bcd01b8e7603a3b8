"""The MCP door with the official client as its peer: standard input, streamable HTTP, the same Outcome."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp.types import TextContent, TextResourceContents
from tests.scenarios.program import QUESTION, Done, environment, start

CALL = {
    "tool": "get_values",
    "arguments": {
        "country_codes": ["CAN"],
        "indicator_code": "SP.POP.TOTL",
        "from_year": 2023,
        "to_year": 2024,
    },
}


@pytest.fixture
def program(own_home: Path) -> StdioServerParameters:
    """Return how a host starts the door."""
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "tieout", "mcp", "--dataset", "core8"],
        env=environment(own_home),
    )


@contextmanager
def served(home: Path) -> Iterator[str]:
    """Serve over HTTP on a free port and give its address."""
    door = start(home, "mcp", "--dataset", "core8", "--http", "--port", "0")
    try:
        assert door.stderr is not None
        line = door.stderr.readline().decode()
        assert line.startswith("MCP at "), line
        yield line.removeprefix("MCP at ").partition(";")[0]
    finally:
        door.terminate()
        door.communicate(timeout=20)


def talk(peer: StdioServerParameters | str, words: Callable[[Client], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with Client(peer) as client:
            return await words(client)

    return asyncio.run(run())


def told(result: Any) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def test_a_host_finds_tools_and_cards(program: StdioServerParameters) -> None:
    """Every tool has a schema and says whether it changes anything; the cards are resources."""

    async def words(client: Client) -> tuple[Any, Any, Any]:
        cards = await client.list_resources()
        return await client.list_tools(), cards, await client.read_resource(cards.resources[0].uri)

    listed, cards, card = talk(program, words)
    tools = {tool.name: tool for tool in listed.tools}
    assert {"get_values", "rank_countries", "ask", "check_answer"} <= set(tools)
    for tool in tools.values():
        assert tool.input_schema["type"] == "object"
        assert tool.annotations.read_only_hint is (tool.name != "ask")
    assert [one.uri for one in cards.resources] == [
        "tieout://datasets/core8",
        "tieout://datasets/wdi-starter",
    ]
    (content,) = card.contents
    assert isinstance(content, TextResourceContents)
    assert json.loads(content.text)["licence"] == "CC BY 4.0"


def test_a_question_has_the_outcome_of_the_command_line(
    program: StdioServerParameters, tieout: Callable[..., Done]
) -> None:
    """All but the run's own id and its seconds is the same, and each step is told to a host that asks."""
    steps: list[str] = []

    async def words(client: Client) -> Any:
        async def on_progress(done: float, total: float | None, message: str | None) -> None:
            steps.append(message or "")

        return await client.call_tool("ask", {"question": QUESTION}, progress_callback=on_progress)

    result = talk(program, words)
    ours = tieout("ask", QUESTION, "--dataset", "core8", "--json").document
    theirs = dict(result.structured_content)
    for one in (ours, theirs):
        del one["run"], one["seconds"]
    assert theirs == ours
    assert told(result).startswith(ours["answer"])
    assert ours["source"] in told(result)
    assert steps == ["get_values: ok"]


def test_a_follow_up_may_leave_out_what_was_named(program: StdioServerParameters) -> None:
    """It names the run before; one that is not there costs a sentence."""

    async def words(client: Client) -> tuple[Any, Any]:
        first = await client.call_tool("ask", {"question": QUESTION})
        run = first.structured_content["run"]
        then = await client.call_tool("ask", {"question": "And in 2020?", "after": run})
        return then, await client.call_tool("ask", {"question": "And in 2020?", "after": "nope"})

    then, nowhere = talk(program, words)
    assert then.structured_content["answer"] == "Canada's population was 38,028,638 in 2020."
    assert nowhere.is_error
    assert "no run 'nope'" in told(nowhere)


def test_a_draft_is_checked_over_http(own_home: Path) -> None:
    """A remote host gets the verdict that the command line gives, and a bad name costs it one sentence."""

    async def words(client: Client) -> tuple[Any, Any]:
        right = await client.call_tool(
            "check_answer", {"answer": "Canada had 41.3 million people in 2024.", "calls": [CALL]}
        )
        wrong = await client.call_tool(
            "check_answer", {"answer": "Canada had 41.4 million people in 2024.", "calls": [CALL]}
        )
        return right, wrong

    with served(own_home) as address:
        right, wrong = talk(address, words)
    assert right.structured_content["verdict"] == "valid"
    assert wrong.structured_content["problems"][0]["expected"] == "41262329"


def test_an_unknown_resource_is_an_error_of_the_protocol(program: StdioServerParameters) -> None:
    """The sentence names the resources there are."""

    async def words(client: Client) -> None:
        await client.read_resource("tieout://datasets/nope")

    with pytest.raises(ExceptionGroup) as raised:
        talk(program, words)
    (error,) = leaves(raised.value)
    assert isinstance(error, MCPError)
    assert error.code == -32602
    assert "tieout://datasets/core8" in error.message


def leaves(error: BaseException) -> list[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        return [leaf for one in error.exceptions for leaf in leaves(one)]
    return [error]


def test_a_ledger_that_cannot_be_used_is_an_error_of_the_protocol(own_home: Path) -> None:
    """A question that cannot be recorded is not answered, and the server lives on."""
    (own_home / "ledger.sqlite3").mkdir(parents=True)

    async def words(client: Client) -> Any:
        with pytest.raises(MCPError) as raised:
            await client.call_tool("ask", {"question": QUESTION})
        assert raised.value.code == -32010
        return await client.call_tool("find_areas", {"query": "Canada"})

    with served(own_home) as address:
        result = talk(address, words)
    assert not result.is_error


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--dataset", "nowhere"], "There is no data set 'nowhere'."),
        (["--model", "oracle"], "There is no model 'oracle'."),
        (["--http", "--host", "example.org"], "listens on this machine only"),
    ],
)
def test_a_door_that_cannot_open_says_so(tieout: Callable[..., Done], words: list[str], said: str) -> None:
    """One sentence and the status of wrong usage, before any client is served."""
    done = tieout("mcp", *words)
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert len(done.err.strip().splitlines()) == 1


def test_a_port_in_use_is_told_of(own_home: Path, tieout: Callable[..., Done]) -> None:
    """The second door says what to do instead."""
    with served(own_home) as address:
        port = address.removesuffix("/mcp").rpartition(":")[2]
        done = tieout("mcp", "--http", "--port", port)
    assert done.status == 2
    assert "Choose another --port." in done.err


def test_a_foreign_page_cannot_talk_to_the_door(own_home: Path) -> None:
    """A page that a browser loaded from elsewhere is refused by its origin and by its host name."""
    import httpx2

    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    accept = {"Accept": "application/json, text/event-stream"}
    with served(own_home) as address, httpx2.Client() as client:
        foreign = client.post(address, json=body, headers={**accept, "Origin": "https://example.org"})
        rebound = client.post(address, json=body, headers={**accept, "Host": "example.org"})
    assert foreign.status_code == 403
    assert rebound.status_code == 421


def test_nothing_but_the_protocol_is_on_standard_output(own_home: Path) -> None:
    """A client that goes away at once leaves a door that ends in silence."""
    done = subprocess.run(
        [sys.executable, "-m", "tieout", "mcp"],
        input=b"",
        capture_output=True,
        env=environment(own_home),
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
