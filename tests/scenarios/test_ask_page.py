"""The ask page in a real browser: conversations by keyboard, charts, offers, a stop; all of it accessible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.scenarios.desk import Served, served
from tests.scenarios.program import FALSE, QUESTION, Done
from tests.scenarios.slow import slow_desk
from tests.scenarios.test_browser import CHROMIUM, LOOKUP, QUIET, assert_accessible, open_page, sync_api

from tieout.assistant.conversation import Reply
from tieout.models.scripted import answer

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed here")

PHONE = {"width": 390, "height": 800}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Start Chromium once."""
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("desk")) as one:
        yield one


def run_of(desk: Served, question: str, **more: str) -> str:
    body = {"question": question, **more}
    run: str = desk.client.post("/api/v1/questions", params={"wait": 20}, json=body).json()["run"]
    return run


def test_a_conversation_goes_on_by_keyboard(browser: Any, desk: Served) -> None:
    """Enter sends, Shift and Enter does not; a follow-up shows what it was read as and the turns before."""
    page = open_page(browser, desk)
    page.keyboard.type("What was the population")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("of Canada in 2024?")
    page.keyboard.press("Enter")
    page.wait_for_selector(".answer")
    for asked, read in (
        ("And in 2020?", "What was the population\nof Canada in 2020?"),
        ("What about Mexico?", "What was the population\nof Mexico in 2020?"),
    ):
        page.focus("#question")
        page.keyboard.type(asked)
        page.keyboard.press("Control+Enter")
        page.wait_for_selector(f"h1:has-text('{asked}')")
        page.wait_for_selector(".answer")
        assert read.replace("\n", " ") in page.inner_text("#flight")
    assert "126,799,054" in page.inner_text(".answer")
    assert page.locator(".turns li").count() == 2
    page.click(".turns a >> nth=0")
    assert "41,262,329" in page.inner_text(".answer")
    assert page.faults == []
    page.close()


def test_keys_reach_everything_in_order(browser: Any, desk: Served) -> None:
    """The first stop of the keyboard skips to the content; Escape comes back to the question box."""
    page = open_page(browser, desk, f"/runs/{run_of(desk, QUESTION)}")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#main"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "number"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "question"
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_chart_is_drawn_in_the_colours_of_the_reader(browser: Any, desk: Served, scheme: str) -> None:
    """It is an image with words for it, without a script; its links give it as files."""
    page = open_page(
        browser,
        desk,
        f"/runs/{run_of(desk, 'When did life expectancy in Japan peak?')}",
        color_scheme=scheme,
        java_script_enabled=False,
    )
    image = page.locator(".chart img")
    assert image.get_attribute("alt").startswith("Line chart of Life expectancy")
    with page.expect_download() as found:
        page.click(".chart >> text=SVG")
    assert found.value.suggested_filename.endswith(".svg")
    page.close()
    page = open_page(browser, desk, f"/runs/{run_of(desk, 'When did life expectancy in Japan peak?')}",
                     color_scheme=scheme)  # fmt: skip
    page.wait_for_function("document.querySelector('.chart img').naturalWidth > 500")
    shown = page.evaluate("document.querySelector('.chart img').currentSrc")
    assert shown.endswith("?scheme=dark") is (scheme == "dark")
    assert page.faults == []
    page.close()


def test_an_offer_beside_a_declined_question_asks_it(browser: Any, desk: Served) -> None:
    """One press asks what the data do have."""
    page = open_page(browser, desk, f"/runs/{run_of(desk, 'What was the population of Germany in 2024?')}")
    page.click(".offers button:has-text('Canada')")
    page.wait_for_selector(".answer .number")
    assert "41,262,329" in page.inner_text(".answer")
    page.close()


def test_a_link_and_a_citation_stand_ready_to_copy(browser: Any, desk: Served) -> None:
    """Both are fields whose text can be selected, without scripts too."""
    run = run_of(desk, QUESTION)
    page = open_page(browser, desk, f"/runs/{run}", java_script_enabled=False)
    page.click("text=Link and citation")
    assert page.input_value("#link") == f"{desk.address}/runs/{run}"
    assert "World Development Indicators (core8 2026-07)" in page.input_value("#citation")
    page.close()


def test_a_question_is_stopped_from_its_page(browser: Any, own_home: Path) -> None:
    """Escape goes to the button; the steps stay; what follows a stopped question can still be asked."""
    pytest.importorskip("pydantic_ai", reason="the extra models is not installed")
    with slow_desk(own_home) as slow:
        page = open_page(browser, slow.desk)
        page.keyboard.type(QUESTION)
        page.keyboard.press("Enter")
        page.wait_for_selector(".steps li")
        assert_accessible(page)
        page.keyboard.press("Escape")
        page.keyboard.press("Enter")
        page.wait_for_selector("text=Stopping")
        assert page.locator("[data-stop]").count() == 0
        assert_accessible(page)
        slow.go.set()
        page.wait_for_selector("text=Stopped by a person")
        assert "get_values" in page.text_content(".steps")
        assert_accessible(page)
        assert page.faults == []
        page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_state_of_a_run_is_accessible_on_a_phone(
    browser: Any,
    own_home: Path,
    recording: Callable[..., Path],
    tieout: Callable[..., Done],
    scheme: str,
) -> None:
    """Answered with chart and turns, declined, held, failed, refused: axe finds nothing at all."""
    model = f"recorded:{recording(LOOKUP, Reply(text='Enough data.'), answer(FALSE))}"
    tieout("ask", QUESTION, "--dataset", "core8", "--model", model, "--path", "tools:prose")
    with served(own_home) as desk:
        first = run_of(desk, "When did life expectancy in Japan peak?")
        runs = [
            "1",
            first,
            run_of(desk, "And in Mexico?", after=first),
            run_of(desk, "What are the five most populous countries?"),
            run_of(desk, "What was the population of Germany in 2024?"),
            run_of(desk, "Is that a lot?", after=first),
        ]
        page = open_page(browser, desk, color_scheme=scheme, viewport=PHONE)
        for path in ("/", *(f"/runs/{run}" for run in runs)):
            page.goto(path)
            page.eval_on_selector_all("details", "all => all.forEach(one => { one.open = true; })")
            assert_accessible(page)
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= PHONE["width"], f"{path} is wider than a phone"
        assert page.faults == []
        page.close()
