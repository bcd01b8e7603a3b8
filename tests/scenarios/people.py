"""People at a served desk: added by the operator, let in by a link, each with a browser of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from tests.scenarios.desk import Served, served
from tests.scenarios.program import run

if TYPE_CHECKING:
    from pathlib import Path

ROLES = {"ada": "admin", "ed": "editor", "al": "asker"}
PASSWORD = "correct horse battery staple"

_TOKEN = re.compile(r'name="form_token" value="([0-9a-f]{64})"')


def add(home: Path, name: str, role: str, *words: str) -> str:
    """Add a user at the command line, and return the path of the one-time link."""
    done = run(home, "user", "add", name, "--role", role, *words)
    assert done.status == 0, done.err
    return done.out.strip().removeprefix("http://127.0.0.1:8720")


def browser(desk: Served) -> httpx2.Client:
    """Return a browser that nobody has logged in with; it asks for pages."""
    return desk.connected(Accept="text/html")


def token_of(page: Any) -> str:
    """Return the token of a page's forms."""
    found = _TOKEN.search(page.text)
    assert found is not None, page.text
    return found[1]


def send(client: httpx2.Client, path: str, shown_on: str | None = None, **fields: Any) -> Any:
    """Send a form as its page does, with the token that the page carries."""
    token = token_of(client.get(shown_on or path))
    return client.post(path, data={"form_token": token, **fields})


def choose(desk: Served, link: str, password: str = PASSWORD, **fields: str) -> httpx2.Client:
    """Choose a password by a one-time link, and return the browser, which is logged in then."""
    client = browser(desk)
    secret = link.partition("link=")[2]
    response = send(client, "/welcome", link, link=secret, password=password, again=password, **fields)
    assert response.status_code == 303, response.text
    return client


def log_in(desk: Served, name: str, password: str = PASSWORD) -> httpx2.Client:
    """Return the browser of a user who logged in."""
    client = browser(desk)
    response = send(client, "/login", name=name, password=password)
    assert response.status_code == 303, response.text
    return client


def make_token(client: httpx2.Client, *scopes: str, days: int = 30) -> str:
    """Make a token on the account's page, and return it as it is shown once."""
    page = send(client, "/account/tokens", "/account", name="feed", scope=list(scopes), days=days)
    found = re.search(r"tieout_[\w-]+", page.text)
    assert page.status_code == 201, page.text
    assert found is not None
    return found[0]


def program(desk: Served, token: str) -> httpx2.Client:
    """Return a program that shows a token."""
    return desk.connected(Authorization=f"Bearer {token}")


@pytest.fixture(scope="module")
def newsroom(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve one desk with an admin, an editor and an asker."""
    home = tmp_path_factory.mktemp("newsroom")
    with served(home) as desk:
        for name, role in ROLES.items():
            choose(desk, add(home, name, role))
        yield desk
