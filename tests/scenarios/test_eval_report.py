"""`tieout eval report` and `tieout eval compare` over kept runs, and the page in a real browser."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.scenarios.program import Done
from tests.unit.evaluation.kept import QUESTIONS, RECORDED, asked, folder

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")

CHROMIUM = next((path for name in ("chromium", "google-chrome") if (path := shutil.which(name))), None)


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """A kept run of a small real model."""
    attempts = asked(tmp_path / "home", f"recorded:{RECORDED}", "tools:prose+force", QUESTIONS[8:14])
    return folder(tmp_path / "before", attempts)


@pytest.fixture
def after(tmp_path: Path) -> Path:
    """A kept run of the planner."""
    return folder(tmp_path / "after", asked(tmp_path / "home", "planner", "tools", QUESTIONS[8:14]))


def test_a_report_is_written_from_a_kept_run(tieout: Callable[..., Done], before: Path) -> None:
    """Every form of it, named on the way; a second time the same bytes, without a model."""
    done = tieout("eval", "report", str(before))
    assert done.status == 0, done.err
    names = ("report.html", "report.md", "report.json", "runs.csv", "questions.csv")
    assert all(str(before / name) in done.err for name in names)
    document = json.loads((before / "report.json").read_text("utf-8"))
    ours = next(each for each in document["judges"] if each["judge"] == "tieout")
    assert (ours["suite"], ours["false_accept"]["part"]) == ("golden", 0)
    first = {name: (before / name).read_bytes() for name in names}
    assert tieout("eval", "report", str(before)).status == 0
    assert {name: (before / name).read_bytes() for name in names} == first


def test_a_run_into_a_folder_ends_with_its_report(tieout: Callable[..., Done], tmp_path: Path) -> None:
    """Also where a path cannot be run, which stands there as such."""
    results = tmp_path / "results"
    done = tieout("eval", "--path", "tools", "--path", "closed", "--out", str(results))
    assert done.status == 0, done.err
    assert f"Report: {results / 'report.html'}" in done.err
    document = json.loads((results / "report.json").read_text("utf-8"))
    tools, closed = document["runs"]
    assert (tools["right"]["part"], tools["right"]["whole"]) == (27, 27)
    assert (closed["attempts"], sum(each["count"] for each in closed["not_run"])) == (0, 27)
    assert document["manifest"]["finished"]
    page = (results / "report.html").read_bytes()
    assert tieout("eval", "report", str(results)).status == 0
    assert (results / "report.html").read_bytes() == page


def test_two_runs_are_compared(tieout: Callable[..., Done], before: Path, after: Path) -> None:
    """Exactly, with the drafts of what changed; as JSON too."""
    done = tieout("eval", "compare", str(before), str(after))
    assert done.status == 0, done.err
    assert "core8-v1-14: held, was wrong → shown right" in done.out
    assert "Canada ranked 1st by GDP per capita in 2023." in done.out
    document = json.loads(tieout("eval", "compare", str(before), str(after), "--json").out)
    (pair,) = document["pairs"]
    assert [each["of"] for each in pair["figures"]][:2] == ["right", "shown wrong"]
    assert {each["question_id"] for each in pair["changed"]} >= {"core8-v1-12", "core8-v1-14"}


def test_runs_of_other_data_are_refused(tieout: Callable[..., Done], before: Path, tmp_path: Path) -> None:
    """In one sentence that says what to do; a folder without a run too."""
    from tieout.evaluation.manifest import DatasetUsed

    attempts = asked(tmp_path / "home", "planner", "tools", QUESTIONS[8:10])
    used = DatasetUsed(name="core8", version="2026-09", sha256="3" * 64)
    other = folder(tmp_path / "other", attempts, datasets=(used,))
    done = tieout("eval", "compare", str(before), str(other))
    assert done.status == 2
    assert "core8 2026-07 and 2026-09" in done.err
    assert "--anyway" in done.err
    assert tieout("eval", "compare", str(before), str(other), "--anyway").status == 0
    done = tieout("eval", "report", str(tmp_path / "nowhere"))
    assert done.status == 2
    assert "tieout eval" in done.err


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    """Start Chromium once."""
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed here")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield chromium
        chromium.close()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1200), ("dark", 390)])
def test_the_page_is_readable_by_everybody(
    tieout: Callable[..., Done], before: Path, browser: object, scheme: str, width: int
) -> None:
    """No fault by axe, no message of the browser, nothing wider than a phone, all charts drawn."""
    assert tieout("eval", "report", str(before)).status == 0
    faults: list[str] = []
    context = browser.new_context(  # the page's own policy stops axe, which is a script
        bypass_csp=True, color_scheme=scheme, viewport={"width": width, "height": 900}
    )
    page = context.new_page()
    page.on("console", lambda message: faults.append(message.text))
    page.goto((before / "report.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    widths = page.evaluate("[...document.images].map(image => image.naturalWidth)")
    assert len(widths) == 3
    assert all(widths)
    found = axe.Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert faults == []
    context.close()
    plain = browser.new_page()
    plain.on("console", lambda message: faults.append(message.text))
    plain.goto((before / "report.html").as_uri())
    assert faults == [], "what the page's own policy stops"
    plain.close()
