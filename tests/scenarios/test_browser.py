"""The desk in a real browser, as a new user meets it: ask, see why, review; without scripts too."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.scenarios.desk import Served, served
from tests.scenarios.program import FALSE, QUESTION, TRUE, Done

from tieout.assistant.conversation import Reply
from tieout.models.scripted import answer, calls

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")

CHROMIUM = next((path for name in ("chromium", "google-chrome") if (path := shutil.which(name))), None)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed here")

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LOOKUP = calls(
    (
        "get_values",
        {"country_codes": ["CAN"], "indicator_code": "SP.POP.TOTL", "from_year": 2024, "to_year": 2024},
    )
)

DATA_PAGES = (
    "/approvals",
    "/review?state=all",
    "/runs?outcome=held",
    "/data?words=how+many+peple",
    "/data/indicator?code=SP.POP.TOTL",
    "/data/revisions",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    """Start Chromium once."""
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield chromium
        chromium.close()


@pytest.fixture
def desk(own_home: Path, recording: Callable[..., Path], tieout: Callable[..., Done]) -> Iterator[Served]:
    """Serve a desk in whose queue one answer waits."""
    model = f"recorded:{recording(LOOKUP, Reply(text='Enough data.'), answer(FALSE))}"
    tieout("ask", QUESTION, "--dataset", "core8", "--model", model, "--path", "tools:prose")
    with served(own_home) as one:
        yield one


def open_page(browser: object, desk: Served, path: str = "/", **options: object) -> object:
    page = browser.new_page(base_url=desk.address, **options)
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("console", lambda message: page.faults.append(message.text) if message.type == "error" else None)
    page.goto(path)
    # the browser sets the focus a moment after the page is loaded, and keys before that go nowhere
    if page.locator("[autofocus]").count():
        page.wait_for_selector("[autofocus]:focus")
    return page


def assert_accessible(page: object) -> None:
    found = axe.Axe().run(page).response["violations"]
    grave = [one for one in found if one["impact"] in ("serious", "critical")]
    assert not grave, [(one["id"], one["nodes"][0]["html"]) for one in grave]


def test_a_question_is_answered_and_a_number_leads_to_its_row(browser: object, desk: Served) -> None:
    """Typed and sent by keyboard; the answer comes ticked, and a click on the number shows its source row."""
    page = open_page(browser, desk)
    page.keyboard.type(QUESTION)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".answer")
    assert page.inner_text(".answer").startswith("Canada's population was 41,262,329 ✓")
    assert "Source: World Bank" in page.inner_text(".source")
    page.click(".answer .number")
    row = page.locator("tr:target")
    assert "Canada" in row.inner_text()
    assert "41262329" in row.inner_text()
    assert "get_values" in page.text_content(".steps")
    assert page.faults == []
    page.reload()
    assert "41,262,329" in page.inner_text(".answer")
    page.close()


def test_a_held_answer_is_amended_and_whoever_asked_sees_it(browser: object, desk: Served) -> None:
    """The draft is marked with the true value; a wrong text is refused; the right one comes live."""
    run = desk.client.get("/api/v1/reviews").json()[0]["outcome"]["run"]
    asker = open_page(browser, desk, f"/runs/{run}")
    assert "Held for a person" in asker.inner_text("main")
    assert "42,262,329" not in asker.inner_text("main")
    page = open_page(browser, desk, "/review")
    page.click(f"text={QUESTION}")
    assert "42,262,329" in page.inner_text(".draft mark")
    assert "41262329" in page.inner_text(".problems")
    page.fill("#text", FALSE)
    page.click("text=Release this text")
    assert "does not tie out" in page.inner_text("[role=alert]")
    page.fill("#text", TRUE)
    page.fill("#why", "read the row")
    page.click("text=Release this text")
    page.wait_for_selector(".answer")
    assert page.inner_text(".answer") == TRUE
    asker.wait_for_selector(".answer")
    assert asker.inner_text(".answer") == TRUE
    assert "Released by" in asker.inner_text("main")
    assert asker.faults == []
    assert all("422" in fault for fault in page.faults)  # the browser's own note of the refused text
    page.close()
    asker.close()


def test_scripts_run_in_order_before_the_page_is_there(browser: object, desk: Served) -> None:
    """The first starts with the page; deferred, it may start without its extension and hear nothing."""
    page = open_page(browser, desk)
    scripts = page.eval_on_selector_all("script", "all => all.map(one => [one.src, one.defer || one.async])")
    assert [source.rpartition("/")[2] for source, _ in scripts] == ["htmx.min.js", "hx-sse.min.js", "keys.js"]
    assert not any(late for _, late in scripts)
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_accessible(browser: object, desk: Served, scheme: str) -> None:
    """Axe finds nothing serious in either colour scheme, on a phone's width."""
    run = desk.client.post("/api/v1/questions", params={"wait": 20}, json={"question": QUESTION}).json()[
        "run"
    ]
    phone = {"width": 390, "height": 800}
    page = open_page(browser, desk, color_scheme=scheme, viewport=phone)
    for path in ("/", f"/runs/{run}", "/review", "/review/1", "/audit", "/runs", "/data", *DATA_PAGES):
        page.goto(path)
        assert_accessible(page)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= phone["width"], f"{path} is wider than a phone"
    assert page.faults == []
    page.close()


def test_a_question_is_answered_without_scripts(browser: object, desk: Served) -> None:
    """The form, the answer and the link to look again need no script."""
    page = open_page(browser, desk, java_script_enabled=False)
    page.fill("#question", QUESTION)
    page.click("button")
    for _ in range(50):
        if page.locator(".answer").count():
            break
        page.reload()
    assert "41,262,329" in page.inner_text(".answer")
    page.close()


def test_a_draft_article_is_audited(browser: object, desk: Served) -> None:
    """A true sentence is ticked, a false one contradicted with the true value, the rest not checked."""
    page = open_page(browser, desk, "/audit")
    page.fill("#text", f"{TRUE}\n\n{FALSE}\n\nSome 3 in 4 readers agree.")
    page.click("text=Look up every claim")
    assert "41,262,329" in page.inner_text(".findings .ticked")
    assert "True value: 41262329" in page.inner_text(".findings .contradicted")
    assert "3 in 4 readers" in page.inner_text(".findings .not_checked")
    assert_accessible(page)
    assert page.faults == []
    page.close()


def test_a_call_is_approved_without_scripts(browser: object, own_home: Path, watching: list[str]) -> None:
    """Whoever asked sees that the run waits; an editor reads the whole call, says why, and it goes on."""
    with served(own_home, *watching) as desk:
        asked = desk.client.post("/api/v1/questions", params={"wait": 20}, json={"question": QUESTION}).json()
        asker = open_page(browser, desk, f"/runs/{asked['run']}")
        asker.wait_for_selector("text=Waiting for a person to approve")
        page = open_page(browser, desk, "/approvals", java_script_enabled=False)
        assert "watch_value" in page.inner_text("main")
        assert '"SP.POP.TOTL"' in page.inner_text("main")
        page.fill("input[name=why]", "the figure is often revised")
        page.click("text=Let it run, once")
        assert "Approved by" in page.inner_text("main")
        assert_accessible(asker)
        asker.wait_for_selector(".answer")
        assert "41,262,329" in asker.inner_text(".answer")
        page.close()
        asker.close()


def test_a_file_is_audited_in_the_browser(browser: object, desk: Served, tmp_path: Path) -> None:
    """Chosen, looked up, and the report saved by its link, which no policy of the page stops."""
    article = tmp_path / "article.md"
    article.write_text(f"{TRUE}\n\n{FALSE}\n", encoding="utf-8")
    page = open_page(browser, desk, "/audit")
    page.set_input_files("#file", str(article))
    page.click("text=Look up every claim")
    assert "True value: 41262329" in page.inner_text(".findings .contradicted")
    with page.expect_download() as saved:
        page.click("text=Download the report")
    assert saved.value.suggested_filename == "article-audit.html"
    assert "41,262,329" in Path(saved.value.path()).read_text(encoding="utf-8")
    assert page.faults == []
    page.close()


def test_the_number_of_those_that_wait_is_renewed(browser: object, desk: Served) -> None:
    """A page that stands open asks for the number beside Review, and shows no number when it is nought."""
    page = open_page(browser, desk, "/review")
    assert page.inner_text("nav .count").startswith("1")
    desk.client.post("/api/v1/reviews/1", json={"action": "decline"})
    page.wait_for_selector("nav .count", state="detached", timeout=40_000)
    assert page.faults == []
    page.close()
