"""Logins by OpenID Connect: a real desk, a real browser's requests, and a login server with real keys."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from tests.scenarios.desk import served
from tests.scenarios.login_server import CLIENT, SECRET, LoginServer, login_server, new_key
from tests.scenarios.program import Done


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A desk with its login server."""

    address: str
    server: LoginServer

    def browser(self) -> httpx2.Client:
        """Return a new browser."""
        return httpx2.Client(base_url=self.address, follow_redirects=True, timeout=30)


def settings(server: LoginServer, address: str) -> dict[str, str]:
    return {
        "TIEOUT_OIDC_ISSUER": server.issuer,
        "TIEOUT_OIDC_CLIENT_ID": CLIENT,
        "TIEOUT_OIDC_CLIENT_SECRET": SECRET,
        "TIEOUT_OIDC_NAME": "the newsroom",
        "TIEOUT_OIDC_ROLE_CLAIM": "groups",
        "TIEOUT_OIDC_EDITORS": "data desk, fact desk",
        "TIEOUT_OIDC_ADMINS": "systems",
        "TIEOUT_PUBLIC_URL": address,
    }


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Serve one desk for all tests, each of whose persons has a subject of its own."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with pytest.MonkeyPatch.context() as patched, login_server() as server:
        for name in [name for name in os.environ if name.startswith("TIEOUT_")]:
            patched.delenv(name)
        for name, value in settings(server, address).items():
            patched.setenv(name, value)
        home = tmp_path_factory.mktemp("house")
        with served(home, "--port", str(port)):
            house = House(address=address, server=server)
            server.person = {"sub": "first", "preferred_username": "root", "groups": ["systems"]}
            with house.browser() as browser:
                assert browser.get("/login/oidc").status_code == 200
            yield house


@pytest.fixture
def logins(house: House) -> Iterator[LoginServer]:
    """Return the login server of the desk, which does nothing wrong yet."""
    house.server.fault = ""
    house.server.person = {"sub": os.urandom(8).hex(), "preferred_username": "ada"}
    yield house.server
    house.server.fault = ""


def test_a_person_comes_in_and_is_the_same_the_next_time(house: House, logins: LoginServer) -> None:
    """The page that was wanted comes after the login; a second login is the same user, in another browser."""
    logins.person |= {"preferred_username": "grace", "groups": ["data desk"]}
    names = []
    for _ in range(2):
        with house.browser() as browser:
            page = browser.get("/review?decided=1")
            assert page.url.path == "/login"
            assert "Log in with the newsroom" in page.text
            wanted = page.text.partition('href="/login/oidc?next=')[2].partition('"')[0]
            page = browser.get(f"/login/oidc?next={wanted}")
            assert (page.status_code, str(page.url)) == (200, f"{house.address}/review?decided=1")
            account = browser.get("/account")
            names.append("grace" in account.text)
            assert "editor" in account.text
    assert names == [True, True]
    asked = logins.asked[-1]
    assert asked["code_challenge_method"] == "S256"
    assert asked["redirect_uri"] == f"{house.address}/login/oidc/callback"
    assert asked["nonce"] != asked["state"]
    assert logins.exchanged[-1]["code_verifier"] not in str(logins.asked)


def test_the_claim_gives_the_role_at_each_login(house: House, logins: LoginServer) -> None:
    """Who is in no group any more asks, from the next request on; the last admin stays one."""
    for groups, status in ((["fact desk"], 200), (["nobody"], 403), ([], 403), ("systems", 200)):
        logins.person["groups"] = groups
        with house.browser() as browser:
            browser.get("/login/oidc")
            assert browser.get("/review").status_code == status
    logins.person = {"sub": "first", "groups": []}
    with house.browser() as browser:
        browser.get("/login/oidc")
        # another became an admin meanwhile
        assert browser.get("/users").status_code == 403


def test_nobody_becomes_another_by_a_name(house: House, logins: LoginServer) -> None:
    """A second person of the same name is another user."""
    logins.person |= {"preferred_username": "root", "groups": ["nobody"]}
    with house.browser() as browser:
        browser.get("/login/oidc")
        assert "root (" in browser.get("/account").text
        assert browser.get("/users").status_code == 403


FAULTS = [
    *("nonce", "audience", "issuer", "expired", "nobody", "hash", "key", "changed", "unsigned"),
    *("key as secret", "refused", "state", "mixed up"),
    *("no nonce", "no aud", "no iss", "no exp", "no sub", "no iat"),
]


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_not_right_lets_nobody_in(house: House, logins: LoginServer, fault: str) -> None:
    """Each check, broken once: the browser is told that it did not succeed, and has no session."""
    logins.fault = fault
    with house.browser() as browser:
        page = browser.get("/login/oidc")
        assert page.status_code == 422, fault
        assert "did not succeed" in page.text
        assert browser.get("/").url.path == "/login"
        assert "tieout" not in browser.cookies
        logins.fault = ""
        assert browser.get("/login/oidc").url.path == "/"


def test_a_login_counts_once(house: House, logins: LoginServer) -> None:
    """Sent again with all its cookies, by the same browser or a thief, it is over; also with a fresh code."""
    with house.browser() as browser, house.browser() as thief:
        requests = {one.url.path: one.request for one in browser.get("/login/oidc").history}
        made = requests["/login/oidc/callback"]
        cookies = {"Cookie": made.headers["cookie"]}
        assert thief.get(made.url, headers=cookies).status_code == 422
        fresh = httpx2.get(requests["/authorize"].url).headers["location"]
        assert fresh != str(made.url)
        assert thief.get(fresh, headers=cookies).status_code == 422
        assert thief.get("/").url.path == "/login"


def test_a_login_belongs_to_its_browser(house: House, logins: LoginServer) -> None:
    """A link with somebody else's code and state logs nobody in."""
    with house.browser() as browser, house.browser() as victim:
        browser.follow_redirects = False
        to_server = browser.get("/login/oidc").headers["location"]
        back = httpx2.get(to_server).headers["location"]
        assert victim.get(back).status_code == 422
        victim.get("/login")
        assert victim.get(back).status_code == 422
        assert victim.get("/").url.path == "/login"


@pytest.mark.parametrize("wanted", ["//evil.example/", "https://evil.example/", "/\\evil.example", "%0d/x"])
def test_a_login_leads_nowhere_else(house: House, logins: LoginServer, wanted: str) -> None:
    """Whatever page was wanted, it is one of this desk."""
    with house.browser() as browser:
        page = browser.get("/login/oidc", params={"next": wanted})
        assert str(page.url) == f"{house.address}/"


def test_a_new_key_is_fetched_once_it_is_used(house: House, logins: LoginServer) -> None:
    """A login server changes its keys; what is signed with an old one counts no more."""
    old, logins.key = logins.key, new_key("k2")
    try:
        with house.browser() as browser:
            assert browser.get("/login/oidc").status_code == 200
    finally:
        logins.key = old


def test_a_disabled_user_stays_out(house: House, logins: LoginServer) -> None:
    """Also when the login server goes on vouching."""
    with house.browser() as browser, house.browser() as admin:
        logins.person["preferred_username"] = "leaver"
        browser.get("/login/oidc")
        logins.person = {"sub": "boss", "preferred_username": "boss", "groups": ["systems"]}
        admin.get("/login/oidc")
        page = admin.get("/users").text
        token = page.partition('name="form_token" value="')[2].partition('"')[0]
        number = page.partition("leaver")[2].partition("/users/")[2].partition("/")[0]
        done = admin.post(f"/users/{number}/state", data={"form_token": token, "state": "disable"})
        assert done.status_code == 200, done.text
        assert browser.get("/").url.path == "/login"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"TIEOUT_OIDC_ISSUER": "http://login.example"}, "TIEOUT_OIDC_ISSUER must begin with https://"),
        ({"TIEOUT_OIDC_CLIENT_ID": ""}, "TIEOUT_OIDC_CLIENT_ID is not set"),
        ({"TIEOUT_PUBLIC_URL": ""}, "say where they reach the desk"),
    ],
)
def test_a_desk_that_cannot_send_anybody_there_says_so(
    own_home: Path,
    tieout: Callable[..., Done],
    monkeypatch: pytest.MonkeyPatch,
    changed: dict[str, str],
    said: str,
) -> None:
    """One sentence and the status of wrong usage."""
    known = settings(LoginServer(issuer="https://login.example"), "https://desk.example")
    for name, value in (known | changed).items():
        monkeypatch.setenv(name, value)
    done = tieout("serve", "--dataset", "core8")
    assert (done.status, done.out) == (2, "")
    assert said in done.err


@pytest.mark.parametrize("fault", ["broken", "other server"])
def test_a_login_server_that_is_another_is_told_of(
    own_home: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """The desk is up, and a login says that it did not succeed; without it a password still does."""
    with login_server() as server:
        server.fault = fault
        for name, value in settings(server, "http://127.0.0.1:1").items():
            monkeypatch.setenv(name, value)
        with served(own_home) as desk:
            page = desk.client.get("/login/oidc")
            assert page.status_code == 502
            assert "did not succeed" in page.text
