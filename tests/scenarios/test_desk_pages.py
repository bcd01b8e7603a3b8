"""The runs, data and audit pages and what programs get in their place, through HTTP."""

from __future__ import annotations

import base64
import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.scenarios.desk import Served, served
from tests.scenarios.people import log_in, send
from tests.scenarios.program import FALSE, QUESTION, TRUE, Done

API = "/api/v1"
FORMULA = '=HYPERLINK("http://example.org")'


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve one desk that was asked three things, one of which a spreadsheet would run."""
    with served(tmp_path_factory.mktemp("pages"), "--also", "wdi-starter") as one:
        for question in (QUESTION, FORMULA, "What was the population of Peru in 2030?"):
            asked = one.client.post(f"{API}/questions", params={"wait": 30}, json={"question": question})
            assert asked.status_code == 200, asked.text
        yield one


def test_runs_are_summed_up_and_narrowed(desk: Served) -> None:
    """Outcomes, seconds and the chart are there, and follow the filter; the API has the same."""
    page = desk.client.get("/runs").text
    assert "1 answered" in page
    assert "What they took" in page
    for scheme in ("light", "dark"):
        picture = desk.client.get("/runs/outcomes.svg", params={"scheme": scheme})
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert "answered" in picture.text
    narrowed = desk.client.get("/runs", params={"outcome": "answered"}).text
    assert QUESTION in narrowed
    assert "Peru" not in narrowed
    assert "Nothing fits" in desk.client.get("/runs", params={"text": "nobody asked this"}).text
    rows = desk.client.get(f"{API}/runs", params={"limit": 2}).json()
    assert [row["number"] for row in rows] == [3, 2]
    tally = desk.client.get(f"{API}/tally").json()
    assert (tally["runs"], tally["outcomes"]["answered"], tally["cost_usd"]) == (3, 1, None)
    assert sum(sum(day.values()) for day in tally["days"].values()) == tally["seconds"]["count"] == 3
    assert desk.client.get("/runs", params={"from": "never"}).status_code == 422


def test_runs_are_written_out_and_no_cell_is_a_formula(desk: Served) -> None:
    """CSV and JSON lines have the same rows; the link of the page is theirs."""
    link = re.search(r'href="(/api/v1/export/runs\?[^"]*form=csv)"', desk.client.get("/runs").text)
    assert link is not None
    answer = desk.client.get(link[1])
    assert answer.headers["content-disposition"] == 'attachment; filename="runs.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [row["question"] for row in rows][:2] == [QUESTION, f"'{FORMULA}"]
    lines = desk.client.get(f"{API}/export/runs", params={"form": "jsonl"}).text.splitlines()
    told = [json.loads(line) for line in lines]
    assert [one["question"] for one in told][:2] == [QUESTION, FORMULA]
    assert [list(one) for one in told] == [list(row) for row in rows]
    assert told[0]["answer"].startswith("Canada's population was 41,262,329")


def test_data_sets_are_shown_found_in_and_compared(desk: Served, tieout: Callable[..., Done]) -> None:
    """The search, the coverage and the revisions of the page are those of the command line and the API."""
    page = desk.client.get("/data").text
    assert "Population, total" in page
    assert " of 8<" in page
    words = "how many peple live there"
    theirs = desk.client.get(f"{API}/datasets/find", params={"words": words}).json()
    ours = tieout("data", "find", words, "--dataset", "core8", "--json").document
    assert theirs == ours != []
    found = desk.client.get("/data", params={"words": words}).text
    assert theirs[0]["reason"] in found
    assert "Nothing in core8" in desk.client.get("/data", params={"words": "zzzz"}).text
    query = {"code": "sp.pop.totl"}
    one = desk.client.get(f"{API}/datasets/indicator", params=query).json()
    assert (one["code"], one["areas"], one["economies"]) == ("SP.POP.TOTL", 8, 8)
    assert sum(year["areas"] for year in one["years"]) == one["values"]
    shown = desk.client.get("/data/indicator", params=query).text
    assert one["definition"][:40] in shown
    assert desk.client.get("/data/indicator", params={"code": "NO.SUCH"}).status_code == 404
    assert desk.client.get("/data", params={"dataset": "nowhere"}).status_code == 422
    labels = re.findall(
        r"<option[^>]*>((?:core8|wdi)[^<]*)</option>", desk.client.get("/data/revisions").text
    )
    old, new = labels[0], next(label for label in labels if label.startswith("wdi-starter"))
    changed = desk.client.get(f"{API}/datasets/diff", params={"old": old, "new": new}).json()
    assert changed["counts"] == tieout("data", "diff", "core8", "wdi-starter", "--json").document["counts"]
    assert "added" in desk.client.get("/data/revisions", params={"old": old, "new": new}).text
    same = desk.client.get("/data/revisions", params={"old": old, "new": old}).text
    assert "Nothing changed" in same
    wrong = desk.client.get("/data/revisions", params={"old": old, "new": new, "indicator": "X"})
    assert (wrong.status_code, "Neither data set has" in wrong.text) == (422, True)


def test_a_file_is_audited_and_the_report_saved(
    desk: Served, tieout: Callable[..., Done], tmp_path: Path
) -> None:
    """The findings of a file are those of its text, and the report that of the command line."""
    article = tmp_path / "article.md"
    article.write_text(f"# Head\n\n{TRUE}\n\n{FALSE}\n", encoding="utf-8")
    sent = {"file": (article.name, article.read_bytes(), "text/markdown")}
    page = desk.client.post("/audit", files=sent).text
    assert "1 ticked, 1 contradicted" in page
    report = re.search(r'href="data:text/html;base64,([^"]+)" download="article-audit.html"', page)
    assert report is not None
    tieout("audit", article, "--dataset", "core8", "--html", tmp_path / "report.html")
    assert base64.b64decode(report[1]).decode() == (tmp_path / "report.html").read_text(encoding="utf-8")
    document = desk.client.post(f"{API}/audit/file", files=sent).json()
    assert document["counts"]["contradicted"] == 1


@pytest.mark.parametrize(
    ("name", "content", "status", "said"),
    [
        ("a.pdf", b"%PDF", 422, "of no kind that can be read"),
        ("a.docx", b"no zip", 422, "no DOCX document"),
        ("a.txt", b"\xff\xfe\x00", 422, "not UTF-8"),
        ("a.txt", b"  ", 422, "holds no text"),
        ("a.txt", b"word " * 30_000, 422, "audit at most 100,000"),
        ("a.txt", b"x" * 6_000_000, 413, ""),
    ],
)
def test_a_file_that_cannot_be_audited_is_one_sentence(
    desk: Served, name: str, content: bytes, status: int, said: str
) -> None:
    """Its kind and its size are looked at first, on the page as in the API."""
    for path in ("/audit", f"{API}/audit/file"):
        answer = desk.client.post(path, files={"file": (name, content)})
        assert answer.status_code == status, answer.text
        assert said.replace("'", "&#39;") in answer.text or said in answer.text
    assert desk.client.post("/audit", data={"text": " "}).status_code == 422


def test_an_asker_sums_up_and_takes_away_the_own_runs_only(newsroom: Served) -> None:
    """Whatever an asker looks for, another's runs are neither listed, counted, drawn nor written out."""
    al, ed = log_in(newsroom, "al"), log_in(newsroom, "ed")
    for client, question in ((al, QUESTION), (ed, "What was the GDP of Japan in 2020?")):
        asked = send(client, "/ask", "/", question=question)
        run = asked.headers["location"].rpartition("/")[2]
        with client.stream("GET", f"{API}/questions/{run}/events") as stream:
            assert any(line == "event: done" for line in stream.iter_lines())
    sought = {"asker": "ed"}
    for path in ("/runs", f"{API}/runs", f"{API}/export/runs"):
        assert "Japan" not in al.get(path, params=sought).text, path
        assert "Japan" in ed.get(path, params=sought).text, path
    assert {row["asker"] for row in al.get(f"{API}/runs", params=sought).json()} == {"al"}
    assert al.get(f"{API}/tally", params=sought).json()["runs"] == 1
    assert ed.get(f"{API}/tally").json()["runs"] == 2
    assert al.get("/runs/outcomes.svg").status_code == 200
    assert al.get("/approvals").status_code == 403
