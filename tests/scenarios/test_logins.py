"""Logins at the web door: sessions that cannot be planted, forms not forged, links that work once."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.scenarios.desk import Served, served
from tests.scenarios.people import (
    PASSWORD,
    add,
    browser,
    choose,
    log_in,
    send,
    token_of,
)
from tests.scenarios.program import FALSE, QUESTION, TRUE, Done

from tieout.assistant.conversation import Reply
from tieout.ledger import Ledger
from tieout.models.scripted import answer, calls

API = "/api/v1"
LOOKUP = calls(
    (
        "get_values",
        {"country_codes": ["CAN"], "indicator_code": "SP.POP.TOTL", "from_year": 2024, "to_year": 2024},
    )
)


def detail(response: Any, status: int) -> str:
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    return str(response.json()["detail"])


def test_a_form_of_another_session_is_refused(newsroom: Served) -> None:
    """Without the token of this session, or with another's, no form changes anything."""
    al, ed = log_in(newsroom, "al"), log_in(newsroom, "ed")
    other = token_of(ed.get("/account"))
    for fields in ({}, {"form_token": ""}, {"form_token": other}, {"form_token": "0" * 64}):
        response = al.post("/ask", data={"question": QUESTION, **fields})
        assert response.status_code == 403
        assert "not of this session" in response.text
    body = {"question": QUESTION}
    assert "not of this session" in detail(
        al.post(f"{API}/questions", json=body, headers={"Accept": "*/*"}), 403
    )
    with browser(newsroom) as nobody:
        login = {"name": "al", "password": PASSWORD}
        for fields in ({}, {"form_token": token_of(browser(newsroom).get("/login"))}):
            assert nobody.post("/login", data={**login, **fields}).status_code == 403
        assert "tieout" not in nobody.cookies


def test_every_form_carries_the_token() -> None:
    """Each form of each template that changes something has the field."""
    folder = Path(__file__).parents[2] / "src/tieout/interfaces/web/templates"
    forms = [
        (file.name, form)
        for file in folder.glob("*.j2")
        for form in re.findall(r'<form method="post".*?</form>', file.read_text(), re.DOTALL)
    ]
    assert len(forms) > 10
    assert [(name, form) for name, form in forms if "{{ form_field }}" not in form] == []


def test_a_planted_session_is_worth_nothing(newsroom: Served) -> None:
    """Login begins a new session and ends the one that the browser came with."""
    client = browser(newsroom)
    page = client.get("/login", headers={"Cookie": "tieout=planted"})
    fields = {"name": "al", "password": PASSWORD, "form_token": token_of(page)}
    planted = f"tieout=planted; tieout_visit={client.cookies['tieout_visit']}"
    assert client.post("/login", data=fields, headers={"Cookie": planted}).status_code == 303
    first = client.cookies["tieout"]
    assert first != "planted"
    assert send(client, "/login", name="ed", password=PASSWORD).status_code == 303
    assert client.cookies["tieout"] != first
    for secret in ("planted", first):
        assert browser(newsroom).get("/account", headers={"Cookie": f"tieout={secret}"}).status_code == 303


def test_the_session_cookie_is_kept_from_scripts_and_other_sites(newsroom: Served) -> None:
    """HttpOnly, Lax, for a week; under https secure and with a name that nobody else can set."""
    for proxied, name in (({}, "tieout"), ({"X-Forwarded-Proto": "https"}, "__Host-tieout")):
        with browser(newsroom) as client:
            page = client.get("/login", headers=proxied)
            visit = page.headers["set-cookie"].partition(";")[0]
            headers = {**proxied, "Cookie": visit}
            fields = {"name": "al", "password": PASSWORD, "form_token": token_of(page)}
            cookies = client.post("/login", data=fields, headers=headers).headers.get_list("set-cookie")
        session = next(line for line in cookies if line.startswith(f"{name}=")).lower()
        assert "httponly" in session
        assert "samesite=lax" in session
        assert "path=/" in session
        assert "max-age=604800" in session
        assert ("secure" in session) is bool(proxied)


def test_logged_out_is_out(newsroom: Served) -> None:
    """The cookie of before opens nothing, and no cache shows what was there."""
    client = log_in(newsroom, "al")
    secret = client.cookies["tieout"]
    assert client.get("/").headers["cache-control"] == "no-store"
    assert send(client, "/logout", "/").headers["location"] == "/login"
    assert "tieout" not in client.cookies
    client.cookies.set("tieout", secret)
    assert client.get("/").status_code == 303


def test_login_leads_back_and_nowhere_else(newsroom: Served) -> None:
    """To the page that was asked for; never to another host."""
    with browser(newsroom) as client:
        assert client.get("/runs?before=9").headers["location"] == "/login?next=%2Fruns%3Fbefore%3D9"
        for after, led in (
            ("/runs?before=9", "/runs?before=9"),
            ("//example.org", "/"),
            ("/\\example.org", "/"),
            ("https://example.org", "/"),
            ("/x\r\nSet-Cookie: a=b", "/"),
        ):
            response = send(client, "/login", name="al", password=PASSWORD, next=after)
            assert response.headers["location"] == led


def test_a_wrong_login_does_not_say_what_was_wrong(newsroom: Served) -> None:
    """The same page for a name that is not there and for a wrong password."""
    with browser(newsroom) as client:
        pages = [
            send(client, "/login", name=name, password="not the password").text.replace(name, "NAME")
            for name in ("adx", "ada")
        ]
    assert pages[0] == pages[1]
    assert "The name or the password is wrong." in pages[0]


def test_a_changed_password_ends_other_sessions(own_home: Path) -> None:
    """The browser that changed it goes on under a new one; the others are out."""
    with served(own_home) as desk:
        here = choose(desk, add(own_home, "ada", "admin"))
        there = log_in(desk, "ada")
        wrong = send(here, "/account/password", "/account", old="x", password="y" * 12, again="y" * 12)
        assert "The old password is wrong" in wrong.text
        new = "another horse, another battery"
        changed = send(here, "/account/password", "/account", old=PASSWORD, password=new, again=new)
        assert changed.status_code == 303
        assert "was changed" in here.get(changed.headers["location"]).text
        assert there.get("/account").status_code == 303
        assert log_in(desk, "ada", new).get("/users").status_code == 200


def test_too_many_wrong_logins_wait(own_home: Path) -> None:
    """The sixth is not tried, right or wrong, and is told when to come back."""
    with served(own_home) as desk:
        choose(desk, add(own_home, "ada", "admin"))
        with browser(desk) as client:
            told = [send(client, "/login", name="ada", password="wrong") for _ in range(5)]
            assert {response.status_code for response in told} == {422}
            late = send(client, "/login", name="ada", password=PASSWORD)
            assert (late.status_code, late.headers["retry-after"]) == (429, "900")
            assert "Wait 15 minutes" in late.text


def test_a_link_works_once(own_home: Path) -> None:
    """Opening it uses nothing up; the second to use it is told to ask for a new one."""
    with served(own_home) as desk:
        link = add(own_home, "ada", "admin")
        for _ in range(2):
            assert "Welcome, ada" in browser(desk).get(link).text
        late = browser(desk)
        token = token_of(late.get(link))
        choose(desk, link)
        fields = {"link": link.partition("=")[2], "password": PASSWORD, "again": PASSWORD}
        again = late.post("/welcome", data={"form_token": token, **fields})
        for response in (again, late.get(link), late.get("/welcome?link=made-up"), late.get("/welcome")):
            assert response.status_code == 410
            assert "was used, has expired" in response.text


def test_a_desk_beyond_loopback_makes_its_first_admin_by_a_link(own_home: Path, place: str) -> None:
    """In a file and on a server: until the link is used nobody comes in, and then the admin alone."""
    words = ("--ledger", place, "--allowed-host", "desk.example", "--address", "http://desk.example")
    with served(own_home, *words) as desk:
        assert desk.process.stderr is not None
        desk.process.stderr.readline()
        link = desk.process.stderr.readline().decode().strip()
        assert link.startswith("http://desk.example/welcome?link=")
        path = link.removeprefix("http://desk.example")
        with browser(desk) as nobody:
            assert nobody.get("/").headers["location"] == "/login"
            assert "Make the first admin" in nobody.get(path, headers={"Host": "desk.example"}).text
            assert nobody.get("/", headers={"Host": "example.org"}).status_code == 421
        ada = choose(desk, path, name="Ada Lovelace")
        assert "Ada Lovelace" in ada.get("/users").text
        assert browser(desk).get(path).status_code == 410
        made = send(ada, "/users", name="ed", role="editor")
        assert made.status_code == 201
        shown = re.search(r"/welcome\?link=[\w-]+", made.text)
        assert shown is not None
        ed = choose(desk, shown[0])
        run = send(ed, "/ask", "/", question=QUESTION).headers["location"].rpartition("/")[2]
        assert send(ada, "/users/2/role", "/users", role="asker").status_code == 303
        assert ed.get("/review").status_code == 403
        assert "last admin" in send(ada, "/users/1/state", "/users", state="disable").text
    with Ledger.open(place) as ledger:
        question = ledger.questions.find(run)
        assert question is not None
        assert question.asker == "ed"


def test_without_users_this_machine_needs_no_login_until_there_is_one(own_home: Path) -> None:
    """The first user is made on the page itself; from then on everybody logs in."""
    with served(own_home) as desk:
        here = browser(desk)
        assert here.get("/users").status_code == 200
        proxied = here.get("/", headers={"X-Forwarded-For": "192.0.2.1"})
        assert proxied.status_code == 403
        assert "serves this machine only" in proxied.text
        assert "no users yet" in here.get("/account").text
        made = here.post("/users", data={"name": "ada", "role": "admin"})
        assert here.get("/").headers["location"] == "/login"
        choose(desk, made.headers["location"])


def test_the_operator_is_never_locked_out(tieout: Callable[..., Done]) -> None:
    """Users are listed, changed and let in again at the command line, each in one sentence."""
    assert "There are no users" in tieout("user", "list").err
    assert "first user is an admin" in tieout("user", "add", "ed").err
    assert tieout("user", "add", "ada", "--role", "admin").status == 0
    assert "already" in tieout("user", "add", "ADA", "--role", "admin").err
    assert "no role 'boss'" in tieout("user", "role", "ada", "boss").err
    assert "last admin" in tieout("user", "disable", "ada").err
    assert tieout("user", "add", "ed", "--role", "editor").status == 0
    assert "ed is asker" in tieout("user", "role", "ed", "asker").err
    assert tieout("user", "disable", "ed").status == 0
    listed = tieout("user", "list", "--json").document
    assert [(one["name"], one["role"], one["state"]) for one in listed] == [
        ("ada", "admin", "invited"),
        ("ed", "asker", "disabled"),
    ]
    assert "disabled" in tieout("user", "list").out
    assert tieout("user", "enable", "ed").status == 0
    link = tieout("user", "link", "ed", "--address", "https://desk.example").out
    assert link.startswith("https://desk.example/welcome?link=")
    assert tieout("user", "link", "nobody").status == 2


def test_an_open_page_hears_no_more_when_its_reader_is_out(
    own_home: Path, recording: Callable[..., Path]
) -> None:
    """A stream that was begun in time ends at the first news that its reader may not read."""
    model = f"recorded:{recording(LOOKUP, Reply(text='Enough data.'), answer(FALSE))}"
    with served(own_home, "--model", model, "--path", "tools:prose") as desk:
        ada = choose(desk, add(own_home, "ada", "admin"))
        for name, told in (("al", True), ("bo", False)):
            reader = choose(desk, add(own_home, name, "asker"))
            path = send(reader, "/ask", "/", question=QUESTION).headers["location"]
            lines: list[str] = []
            with reader.stream("GET", f"{path}/live") as stream:
                for line in stream.iter_lines():
                    lines.append(line)
                    if "Held for a person" in line and lines.count(line) == 1:
                        number = re.search(r"no\. (\d+)", line)
                        assert number is not None
                        if not told:
                            send(ada, "/users/3/state", "/users", state="disable")
                        shown = f"/review/{number[1]}"
                        assert send(ada, shown, action="amend", text=TRUE, why="row").status_code == 303
            assert any(TRUE in line for line in lines) is told
            assert ("event: done" in lines) is told
