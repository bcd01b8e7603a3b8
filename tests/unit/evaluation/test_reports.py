"""The report as files: one page that fetches nothing, Markdown, JSON and CSV, all from the same figures."""

from __future__ import annotations

import base64
import csv
import hashlib
import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from tests.unit.evaluation.kept import QUESTIONS, RECORDED, asked, manifest

from tieout.errors import UsageError
from tieout.evaluation.judging import installed_judges, judge_figures
from tieout.evaluation.reported import Report
from tieout.evaluation.reporting import judged, report_of
from tieout.facts.names import Names
from tieout.interfaces.reports import write_report
from tieout.interfaces.reports.markdown import markdown_of
from tieout.interfaces.reports.sheets import grid_csv

ROOT = Path(__file__).resolve().parents[3]
EVIL = '=cmd|"<script>alert(1)</script>" | a_b*c\nnext'
ROW = {
    "ref": "e1",
    "area": "CAN",
    "area_name": "Canada",
    "indicator": "SP.POP.TOTL",
    "indicator_name": "Population, total",
    "unit": "people",
    "period": "2024",
    "value": "41262329",
}
SUITE = [
    {"id": "1", "evidence": [ROW], "answer": "Canada had 5 people.", "expected": {"verdict": "reject"}},
]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """A report of two runs, one of them with a draft that tries to be more than text."""
    home = tmp_path_factory.mktemp("home")
    questions = [QUESTIONS[number] for number in (0, 4, 10, 13, 21, 24)]
    attempts = asked(home, "planner", "tools", questions)
    attempts += asked(home, f"recorded:{RECORDED}", "tools:prose+force", questions)
    first = attempts[0]
    attempts[0] = first.model_copy(update={"document": {**first.document, "answer": EVIL}})
    judges, missing = installed_judges(("tieout", "number occurs (regex)"))
    figures = judge_figures("own", SUITE, judges)
    return report_of(manifest(), judged(attempts, QUESTIONS, Names.load()), figures, missing)


@pytest.fixture(scope="module")
def page(report: Report, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of the report."""
    pytest.importorskip("jinja2", reason="the extra eval is not installed")
    pytest.importorskip("vl_convert", reason="the extra eval is not installed")
    place = tmp_path_factory.mktemp("out")
    write_report(report, place)
    return (place / "report.html").read_text("utf-8")


def test_the_page_fetches_nothing_and_runs_nothing(page: str) -> None:
    """Its own policy allows its one style sheet, by digest, and pictures that are inside it."""
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert policy is not None
    assert style is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    said = policy[1].replace("&#39;", "'").replace("&#43;", "+")
    assert said == f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'"
    assert "<script" not in page
    assert not re.search(r'\s(?:style|on\w+)="', page)
    assert set(re.findall(r'(?:src|srcset|href)="([a-z]*:?)', page)) <= {"data:", ""}


def test_every_picture_has_words_and_a_table(page: str) -> None:
    """The text alternative holds the numbers, and the table stands below."""
    pictures = re.findall(r'<img src="data:image/svg\+xml;base64,[^"]+" alt="([^"]+)"', page)
    assert len(pictures) == 3
    assert any("5 of 6" in words for words in pictures)
    assert page.count('<source media="screen and (prefers-color-scheme: dark)"') == 3
    assert page.count("<table") >= 8


def test_words_of_a_model_are_words_everywhere(report: Report, page: str) -> None:
    """Markup is escaped in the page and in Markdown, and no spreadsheet takes a draft for a formula."""
    assert "&lt;script&gt;" in page
    told = markdown_of(report)
    assert "\\<script\\>" in told
    assert "\\| a\\_b\\*c next" in told
    changed = report.grid[0].model_copy(update={"question": EVIL})
    sheet = grid_csv(report.model_copy(update={"grid": (changed,)}))
    assert next(iter(csv.DictReader(sheet.splitlines(keepends=True))))["question"].startswith("'=cmd")


def test_every_number_stands_with_its_denominator(report: Report) -> None:
    """In Markdown as in JSON."""
    told = markdown_of(report)
    assert "| shown wrong | 1 of 6 (16.7%; 3.0–56.4) |" in told
    assert "Judging the judge" in told
    assert "| own | tieout | – | 0 of 1 (0.0%; 0.0–79.3) | 0 |" in told
    assert "core8-v1, 27 (all)" in told.replace("\\", "")


def test_json_and_csv_hold_the_same_figures(report: Report, tmp_path: Path) -> None:
    """JSON by its published schema; a line a figure in one sheet, a line an attempt in the other."""
    write_report(report, tmp_path)
    document = json.loads((tmp_path / "report.json").read_text("utf-8"))
    schema = json.loads((ROOT / "docs" / "reference" / "schemas" / "report.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(document)
    with (tmp_path / "runs.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    wrong = [line for line in lines if line["group"] == "outcome" and line["name"] == "shown wrong"]
    assert [(line["value"], line["whole"]) for line in wrong] == [("1", "6"), ("0", "6")]
    with (tmp_path / "questions.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == 12


def test_equal_reports_give_equal_bytes(report: Report, tmp_path: Path) -> None:
    """Charts included."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write_report(report, tmp_path / name)
    for file in sorted((tmp_path / "one").iterdir()):
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes(), file.name


def test_a_folder_that_is_none_is_one_sentence(report: Report, tmp_path: Path) -> None:
    """Nothing is written half."""
    with pytest.raises(UsageError, match="cannot be written"):
        write_report(report, tmp_path / "nowhere")
