"""Accounts at the web door: nothing without a login, each role what it may, and no way around it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import iter_route_contexts
from tests.scenarios.desk import Served, served
from tests.scenarios.people import (
    ROLES,
    add,
    browser,
    choose,
    log_in,
    make_token,
    program,
    send,
    token_of,
)
from tests.scenarios.program import QUESTION

from tieout.errors import UsageError
from tieout.interfaces.client import Client
from tieout.interfaces.office import Office
from tieout.interfaces.settings import Settings
from tieout.interfaces.web.access import ACCESS, access_to
from tieout.interfaces.web.app import make_app

API = "/api/v1"
OPEN = {
    "/healthz",
    "/readyz",
    "/login",
    "/login/oidc",
    "/login/oidc/callback",
    "/welcome",
    "/static/{path:path}",
}


def routes() -> Iterator[tuple[str, str]]:
    """Yield method and path of every route of the application."""
    app = make_app(Office(Settings(home=Path("nowhere")), dataset="core8"))
    for route in iter_route_contexts(app.routes):
        methods = getattr(route, "methods", None)
        if methods is None:
            yield "GET", f"{route.path}/{{path:path}}"
        else:
            yield from ((method, route.path) for method in methods if method != "HEAD")


def filled(path: str) -> str:
    return re.sub(r"\{[^}]*\}", "1", path)


def detail(response: Any, status: int) -> str:
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    return str(response.json()["detail"])


def test_every_route_is_in_the_table_of_access() -> None:
    """A route that says nothing of who may open it cannot be opened, and fails here; so does a stale line."""
    found = {f"{method} {path}" for method, path in routes()}
    assert len(found) > 40
    assert found == set(ACCESS)


def test_nothing_is_shown_without_a_login(newsroom: Served) -> None:
    """Every path but the login, its style and the two of a supervisor leads to the login."""
    with browser(newsroom) as nobody:
        for method, path in routes():
            if path in OPEN:
                continue
            response = nobody.request(method, filled(path))
            if path.startswith("/api/") or path in ("/openapi.json", "/metrics"):
                assert "Log in" in detail(response, 401), path
                assert response.headers["www-authenticate"] == "Bearer"
            else:
                assert response.status_code == 303, path
                assert response.headers["location"].partition("?")[0] == "/login", path
        for path in ("/nowhere", "/static/../users", "/users/", "//users", "/Users", "/login/x"):
            assert nobody.get(path).status_code in (303, 404), path
        assert nobody.get("/healthz").json() == {"status": "ok"}
        assert nobody.get("/static/tieout.css").status_code == 200
        assert "World Bank" not in nobody.get("/login").text


@pytest.mark.parametrize("name", ROLES)
def test_each_role_opens_what_the_table_says(newsroom: Served, name: str) -> None:
    """As a browser: whatever is above the role is refused with a page that says for whom it is."""
    from tieout.accounts import Role

    client = log_in(newsroom, name)
    token = token_of(client.get("/account"))
    for method, path in routes():
        access = access_to(method, filled(path))
        assert access is not None
        if access.least is None or path == "/logout" or path.endswith(("/live", "/events")):
            continue
        response = client.request(method, filled(path), headers={"X-Form-Token": token})
        if Role(ROLES[name]).may(access.least):
            assert response.status_code not in (401, 403, 405), (method, path, response.text)
        else:
            assert response.status_code == 403, (method, path)
            if not path.startswith("/api"):
                assert f"you are here as {ROLES[name]}" in response.text


def test_the_pages_offer_what_the_role_may_open(newsroom: Served) -> None:
    """Navigation, name, role and the way out; a link that would be refused is not shown."""
    offered = {
        name: set(re.findall(r'href="/(\w+)"', log_in(newsroom, name).get("/").text)) for name in ROLES
    }
    assert offered["al"] == {"account", "data", "runs"}
    assert offered["ed"] == offered["al"] | {"approvals", "audit", "review"}
    assert offered["ada"] == offered["ed"] | {"users"}
    page = log_in(newsroom, "ed").get("/").text
    assert 'href="/account">ed</a>' in page
    assert "Log out" in page


def test_an_asker_sees_the_own_runs_and_an_editor_all(newsroom: Served) -> None:
    """On pages, over HTTP and in streams; that another's run is there is not told."""
    al, ed = log_in(newsroom, "al"), log_in(newsroom, "ed")
    theirs = send(ed, "/ask", "/", question=QUESTION).headers["location"].rpartition("/")[2]
    mine = send(al, "/ask", "/", question=QUESTION).headers["location"].rpartition("/")[2]
    reader = program(newsroom, make_token(al, "read", "ask"))
    for _ in range(200):
        if reader.get(f"{API}/questions/{mine}").json()["status"] == "done":
            break
    form = {"X-Form-Token": token_of(al.get("/account"))}
    of_a_run = [(method, path) for method, path in routes() if re.search(r"/(runs|questions)/\{", path)]
    assert len(of_a_run) > 12
    for method, path in of_a_run:
        response = al.request(method, re.sub(r"\{\w+\}", theirs, path), headers=form)
        assert response.status_code == 404, (method, path)
    for end in ("", "/trace", "/proof"):
        assert "no run" in detail(reader.get(f"{API}/runs/{theirs}{end}"), 404)
        assert reader.get(f"{API}/runs/{mine}{end}").status_code == 200
    assert al.get(f"/runs/{mine}").status_code == ed.get(f"/runs/{mine}").status_code == 200
    for path in ("/", "/runs"):
        assert mine in al.get(path).text
        assert theirs not in al.get(path).text
        assert mine in ed.get(path).text


def test_a_token_opens_what_its_scopes_and_its_owner_may(newsroom: Served) -> None:
    """And nothing else; what is refused is a problem document that says what to do."""
    al, ed = log_in(newsroom, "al"), log_in(newsroom, "ed")
    refused = send(al, "/account/tokens", "/account", name="x", scope=["review"], days=9)
    assert refused.status_code == 422
    assert "may not review" in refused.text
    asks = program(newsroom, make_token(al, "ask"))
    asked = asks.post(f"{API}/questions", params={"wait": 20}, json={"question": QUESTION})
    assert asked.status_code == 200
    assert "scope" in detail(asks.get(f"{API}/runs/1"), 403)
    assert "This is for an editor" in detail(asks.get(f"{API}/reviews"), 403)
    assert "A token opens no pages" in detail(asks.get("/"), 403)
    reviews = program(newsroom, make_token(ed, "review"))
    assert reviews.get(f"{API}/reviews").status_code == 200
    for header in ("Bearer tieout_made-up", "Bearer", "bearer x"):
        ed.headers["Authorization"] = header
        assert "unknown, has expired, or was revoked" in detail(ed.get(f"{API}/reviews"), 401)


def test_the_typed_client_shows_a_token(newsroom: Served) -> None:
    """Questions are signed with its owner's name; without one the newsroom's sentence is raised."""
    with Client(newsroom.address, token=make_token(log_in(newsroom, "al"), "ask", "read")) as client:
        run = client.ask(QUESTION)["run"]
        assert client.run(run)["outcome"]["run"] == run
        with pytest.raises(UsageError, match="for an editor"):
            client.held()
    assert run in log_in(newsroom, "al").get("/runs").text
    with Client(newsroom.address) as client, pytest.raises(UsageError, match="send a token"):
        client.held()


def test_a_revoked_token_and_that_of_a_disabled_user_open_nothing(own_home: Path) -> None:
    """At once, in whatever process; an admin revokes anybody's, a user the own ones only."""
    with served(own_home) as desk:
        ada = choose(desk, add(own_home, "ada", "admin"))
        ed = choose(desk, add(own_home, "ed", "editor"))
        first, second = make_token(ed, "read"), make_token(ed, "read")
        foreign = make_token(ada, "read")
        assert send(ed, "/account/tokens/3/revoke", "/account").status_code == 404
        assert send(ada, "/account/tokens/1/revoke", "/users").status_code == 303
        assert program(desk, first).get(f"{API}/tools").status_code == 401
        assert program(desk, second).get(f"{API}/tools").status_code == 200
        assert send(ada, "/users/2/state", "/users", state="disable").status_code == 303
        assert program(desk, second).get(f"{API}/tools").status_code == 401
        assert ed.get("/").status_code == 303
        assert program(desk, foreign).get(f"{API}/tools").status_code == 200


def test_names_and_notes_show_as_text(own_home: Path) -> None:
    """A user, a token and a question that are scripts are read, not run."""
    script = "<script>alert(1)</script>"
    with served(own_home) as desk:
        ada = choose(desk, add(own_home, "ada", "admin"))
        evil = choose(desk, add(own_home, script, "editor"))
        send(evil, "/account/tokens", "/account", name=script, scope=["read"], days=9)
        run = send(evil, "/ask", "/", question=f"{script} in Canada?").headers["location"]
        for client, path in (
            (ada, "/users"),
            (evil, "/account"),
            (evil, "/"),
            (ada, run),
            (evil, f"/nowhere/{script}"),
            (ada, f"/login?next={script}"),
        ):
            page = client.get(path)
            assert "<script>alert" not in page.text, path
        assert "&lt;script&gt;alert(1)" in ada.get("/users").text
