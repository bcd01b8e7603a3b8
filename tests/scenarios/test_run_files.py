"""What a run's page links to, over HTTP: chart, rows, citation, the turns before, what the data have."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.scenarios.desk import Served, served
from tests.scenarios.people import log_in, send
from tests.scenarios.program import FALSE, QUESTION, TRUE, Done

from tieout.assistant.conversation import Reply
from tieout.models.scripted import answer, calls

API = "/api/v1"
SERIES = "When did life expectancy in Japan peak?"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("desk")) as one:
        yield one


def ask(desk: Served, question: str = QUESTION, **more: str) -> Any:
    body = {"question": question, **more}
    return desk.client.post(f"{API}/questions", params={"wait": 20}, json=body).json()["outcome"]


def test_a_series_has_its_chart_in_four_forms(desk: Served) -> None:
    """SVG and PNG for light and dark, Vega-Lite with its data; the same bytes each time, also at once."""
    run = ask(desk, SERIES)["run"]
    svg = desk.client.get(f"/runs/{run}/chart.svg")
    assert svg.headers["content-type"] == "image/svg+xml"
    assert "default-src 'self'" in svg.headers["content-security-policy"]
    assert "Source: World Bank" in svg.text
    assert "<script" not in svg.text
    with ThreadPoolExecutor(4) as pool:
        dark = list(pool.map(lambda _: desk.client.get(f"/runs/{run}/chart.svg?scheme=dark").text, range(4)))
    assert len(set(dark)) == 1
    assert dark[0] != svg.text
    png = desk.client.get(f"/runs/{run}/chart.png")
    assert png.content.startswith(b"\x89PNG")
    spec = desk.client.get(f"/runs/{run}/chart.json").json()
    assert spec["$schema"].startswith("https://vega.github.io/schema/vega-lite/")
    assert "84.56" in json.dumps(spec)
    page = desk.client.get(f"/runs/{run}").text
    assert 'alt="Line chart of Life expectancy at birth, total (years), 2000 to 2024' in page


def test_a_single_value_has_no_chart(desk: Served) -> None:
    """The page shows none, and its address says so; a scheme that is none is refused."""
    run = ask(desk)["run"]
    assert "chart.svg" not in desk.client.get(f"/runs/{run}").text
    assert desk.client.get(f"/runs/{run}/chart.svg").status_code == 404
    assert desk.client.get(f"/runs/{run}/chart.svg?scheme=pink").status_code == 422
    assert desk.client.get("/runs/nope/chart.svg").status_code == 404


def test_the_rows_and_the_citation_are_files(desk: Served) -> None:
    """CSV with the published text; a citation as a sentence, as BibTeX and as CSL-JSON."""
    run = ask(desk)["run"]
    sheet = desk.client.get(f"/runs/{run}/rows.csv")
    assert "attachment" in sheet.headers["content-disposition"]
    (row,) = csv.DictReader(io.StringIO(sheet.text, newline=""))
    assert (row["value"], row["period"], row["dataset"], row["version"]) == (
        "41262329",
        "2024",
        "core8",
        "2026-07",
    )
    link = f"{desk.address}/runs/{run}"
    assert link in desk.client.get(f"/runs/{run}/citation.bib").text
    assert desk.client.get(f"/runs/{run}/citation.json").json()[0]["URL"] == link
    assert link in desk.client.get(f"/runs/{run}").text


def test_a_held_draft_gives_nothing_away(
    own_home: Path, recording: Callable[..., Path], tieout: Callable[..., Done]
) -> None:
    """Neither rows nor citation before a person decided; then both."""
    arguments = {
        "country_codes": ["CAN"],
        "indicator_code": "SP.POP.TOTL",
        "from_year": 2024,
        "to_year": 2024,
    }
    replies = (calls(("get_values", arguments)), Reply(text="Enough data."), answer(FALSE))
    model = f"recorded:{recording(*replies)}"
    tieout("ask", QUESTION, "--dataset", "core8", "--model", model, "--path", "tools:prose")
    with served(own_home) as desk:
        for file in ("rows.csv", "citation.bib", "citation.json", "chart.svg"):
            assert desk.client.get(f"/runs/1/{file}").status_code == 404, file
        page = desk.client.get("/runs/1", follow_redirects=True).text
        assert "no. 1" in page
        assert "rows.csv" not in page
        decision = {"action": "amend", "text": TRUE, "why": "read the row"}
        assert desk.client.post(f"{API}/reviews/1", json=decision).status_code == 200
        assert desk.client.get("/runs/1/rows.csv").status_code == 200
        assert desk.client.get("/runs/1/citation.bib").status_code == 200


def test_a_conversation_shows_its_earlier_turns(desk: Served) -> None:
    """On the page of a follow-up: what was asked and given before, and what it was read as."""
    first = ask(desk)["run"]
    second = ask(desk, "And in 2020?", after=first)["run"]
    form = {"question": "What about Mexico?", "after": second}
    page = desk.client.post("/ask", data=form, follow_redirects=True)
    third = str(page.url).rpartition("/")[2]
    desk.client.get(f"{API}/questions/{third}/events")
    text = desk.client.get(f"/runs/{third}").text
    assert text.index(QUESTION) < text.index("And in 2020?") < text.index("<h1")
    assert "41,262,329" in text
    assert "Read as: What was the population of Mexico in 2020?" in text
    wrong = desk.client.post("/ask", data={"question": "And in 2020?", "after": "nope"})
    assert wrong.status_code == 404
    assert "There is no run" in wrong.text


def test_a_declined_question_says_what_the_data_have(desk: Served) -> None:
    """On the page as forms that ask it, in the API as questions; an answered one has none."""
    run = ask(desk, "What was the population of Canada in 1850?")["run"]
    offer = "What was the population of Canada in 2000?"
    assert f'value="{offer}"' in desk.client.get(f"/runs/{run}").text
    assert desk.client.get(f"{API}/runs/{run}/nearby").json() == [{"label": "2000", "question": offer}]
    assert desk.client.get(f"{API}/runs/{ask(desk)['run']}/nearby").json() == []


def test_anothers_run_is_neither_taken_away_nor_followed_nor_stopped(newsroom: Served) -> None:
    """For an asker it is not there, whichever address or form names it; for its owner it is."""
    al, ed = log_in(newsroom, "al"), log_in(newsroom, "ed")
    theirs = send(ed, "/ask", "/", question=SERIES).headers["location"].rpartition("/")[2]
    with ed.stream("GET", f"/runs/{theirs}/live") as live:
        assert any("event: done" in line for line in live.iter_lines())
    for file in ("chart.svg", "chart.png", "chart.json", "rows.csv", "citation.bib", "citation.json"):
        assert al.get(f"/runs/{theirs}/{file}").status_code == 404, file
        assert ed.get(f"/runs/{theirs}/{file}").status_code == 200, file
    assert send(al, f"/runs/{theirs}/stop", "/").status_code == 404
    refused = send(al, "/ask", "/", question="And in Mexico?", after=theirs)
    assert refused.status_code == 404
    assert "84.56" not in refused.text
    asked = send(ed, "/ask", "/", question="And in Mexico?", after=theirs)
    assert asked.status_code == 303
    assert ed.post(f"/runs/{theirs}/stop").status_code == 403  # without the form's own token
