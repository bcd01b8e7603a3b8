"""A newsroom in a real browser: the first admin, a held answer that an editor releases, and pages for all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.scenarios.desk import Served, served
from tests.scenarios.people import PASSWORD, add, choose
from tests.scenarios.program import FALSE, QUESTION, TRUE
from tests.scenarios.test_browser import LOOKUP, assert_accessible, browser, open_page, pytestmark

from tieout.assistant.conversation import Reply
from tieout.models.scripted import answer

__all__ = ["browser", "pytestmark"]


def welcomed(browser: object, desk: Served, path: str, **fields: str) -> object:
    """Choose a password by a one-time link, and return the page that is shown then."""
    page = open_page(browser, desk, path)
    for field, text in {**fields, "password": PASSWORD, "again": PASSWORD}.items():
        page.fill(f"#{field}", text)
    page.keyboard.press("Enter")
    page.wait_for_selector("#question")
    return page


def invited(browser: object, desk: Served, admin: object, name: str, role: str) -> object:
    """Add a user on the users page, and return the page of that user, who followed the link."""
    admin.click("nav >> text=Users")
    admin.fill("#name", name)
    admin.select_option("#role", role)
    admin.click("button:text-is('Add')")
    link = admin.inner_text(".once code").removeprefix(desk.address)
    return welcomed(browser, desk, link)


def test_a_newsroom_begins_with_an_admin_and_releases_a_held_answer(
    browser: object, own_home: Path, recording: Callable[..., Path]
) -> None:
    """From the one-time link to the released answer, each person in a browser of their own."""
    model = f"recorded:{recording(LOOKUP, Reply(text='Enough data.'), answer(FALSE))}"
    words = ("--model", model, "--path", "tools:prose", "--allowed-host", "desk.example")
    with served(own_home, *words) as desk:
        assert desk.process.stderr is not None
        desk.process.stderr.readline()
        link = desk.process.stderr.readline().decode().strip()
        ada = welcomed(browser, desk, link.removeprefix(desk.address), name="Ada Lovelace")
        editor = invited(browser, desk, ada, "Ed", "editor")
        asker = invited(browser, desk, ada, "Al", "asker")
        asker.fill("#question", QUESTION)
        asker.click("form.ask button")
        asker.wait_for_selector(".held")
        assert asker.locator(".held a").count() == 0
        editor.click("nav >> text=Review")
        editor.click(f"text={QUESTION}")
        editor.fill("#text", TRUE)
        editor.fill("#why", "read the row")
        editor.click("text=Release this text")
        asker.wait_for_selector(".answer")
        assert TRUE in asker.inner_text("main")
        assert "Released by Ed" in asker.inner_text("main")
        refused = asker.goto("/review")
        assert refused.status == 403
        assert "This is for an editor; you are here as asker." in asker.inner_text("main")
        asker.click("text=Log out")
        assert asker.url.endswith("/login")
        assert ada.faults == editor.faults == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_of_accounts_are_accessible(browser: object, own_home: Path, scheme: str) -> None:
    """Axe finds nothing serious on the login, a link, users, account and a refusal, at a phone's width."""
    with served(own_home) as desk:
        choose(desk, add(own_home, "ada", "admin"))
        choose(desk, add(own_home, "al", "asker"))
        link = add(own_home, "Katherine Johnson", "editor")
        phone = {"width": 390, "height": 800}
        for name, paths in (
            ("", ("/login", link, "/welcome?link=over")),
            ("ada", ("/users", "/account", "/nowhere")),
            ("al", ("/", "/users")),
        ):
            page = open_page(browser, desk, "/login", color_scheme=scheme, viewport=phone)
            if name:
                page.keyboard.type(name)
                page.keyboard.press("Tab")
                page.keyboard.type(PASSWORD)
                page.keyboard.press("Enter")
                page.wait_for_selector(".who")
            for path in paths:
                page.goto(path)
                assert_accessible(page)
                width = page.evaluate("document.documentElement.scrollWidth")
                assert width <= phone["width"], f"{path} is wider than a phone"
            page.close()
