"""The client as another program uses it: against a real desk, and against none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.scenarios.desk import served
from tests.scenarios.program import FALSE, QUESTION, ROW, TRUE

from tieout.errors import UsageError
from tieout.interfaces.client import Client


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Return a client of a served desk."""
    with served(tmp_path_factory.mktemp("client")) as desk, Client(desk.address) as one:
        yield one


def test_a_question_has_its_outcome(client: Client) -> None:
    """Asked at once, looked up again, and followed to its end."""
    asked = client.ask(QUESTION, key="one")
    assert asked["outcome"]["answer"].startswith("Canada's population was 41,262,329")
    assert client.ask(QUESTION, key="one")["run"] == asked["run"]
    assert client.run(asked["run"])["outcome"] == asked["outcome"]
    assert list(client.follow(asked["run"]))[-1]["outcome"] == asked["outcome"]


def test_texts_are_checked_and_audited(client: Client) -> None:
    """The verdicts are those of every door."""
    assert client.check(TRUE, [ROW])["verdict"] == "valid"
    assert client.check(FALSE, [ROW])["problems"][0]["code"] == "unsupported_number"
    assert client.audit(FALSE)["counts"]["contradicted"] == 1
    assert client.held() == []


def test_what_the_desk_refuses_is_our_error_with_its_sentence(client: Client) -> None:
    """A caller reads what to do next, never a status."""
    with pytest.raises(UsageError, match="empty"):
        client.ask("  ")
    with pytest.raises(UsageError, match="no run"):
        client.run("nope")
    with pytest.raises(UsageError, match="no run"):
        list(client.follow("nope"))
    with pytest.raises(UsageError, match="no run"):
        client.decide("7", "decline", why="no")


def test_a_desk_that_is_not_there_is_told_of() -> None:
    """One sentence for a wrong address."""
    with Client("http://127.0.0.1:9", seconds=2) as client:
        with pytest.raises(UsageError, match="cannot be reached"):
            client.ask(QUESTION, wait=0)
        with pytest.raises(UsageError, match="cannot be reached"):
            list(client.follow("r1"))
