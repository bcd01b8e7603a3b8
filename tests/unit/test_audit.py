"""An audit ticks what ties out, contradicts what the snapshot knows better, and calls nothing else right."""

from __future__ import annotations

from pathlib import Path

import docx
import pytest
from tests.scenarios.program import run

from tieout.audit import Finding, FindingKind, Passage, audit
from tieout.data.snapshot import Snapshot, load_snapshot
from tieout.errors import UsageError
from tieout.facts.names import Names
from tieout.interfaces.documents import read_document

ARTICLE = """\
# Population news

Canada's population was 41,262,329 in 2024, the figures show. In 2023 it was 40,049,088.
A minister called it good.

- In Mexico, 75.6% of people used the internet in 2022.
- Japan had 100 castles in 1998.

In 2024, life expectancy was *higher* in Japan than in Brazil.
"""


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    return load_snapshot("wdi-starter")


def findings(snapshot: Snapshot, *texts: str) -> list[Finding]:
    passages = [Passage(number=number, text=text) for number, text in enumerate(texts, 1)]
    return list(audit(passages, snapshot, Names.load()))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Canada's population was 41,262,329 in 2024.", "ticked"),
        ("Canada had about 41.3 million people in 2024.", "ticked"),
        ("Canada's population was 41,262,328 in 2024.", "contradicted"),
        ("Canada's population fell from 40,049,088 in 2023 to 41,262,329 in 2024.", "contradicted"),
        ("In Mexico, 75.6% of people used the internet in 2022.", "contradicted"),
        ("Canada's population was 41,262,329 in 2024 because of migration.", "not_checked"),
        ("Canada's population was 41,262,329.", "not_checked"),
        ("Canada won 24 medals in 2024.", "not_checked"),
        ("Canada's population was 50 million in 1950.", "not_checked"),
        ("Atlantis had 12 people in 2024.", "not_checked"),
        ("Canada is large.", "no_figure"),
    ],
)
def test_each_kind_of_sentence(snapshot: Snapshot, text: str, kind: str) -> None:
    """Only what is understood is ticked or contradicted."""
    (finding,) = findings(snapshot, text)
    assert (finding.kind, finding.text) == (kind, text)


def test_a_contradiction_names_what_is_true_and_where(snapshot: Snapshot) -> None:
    """The number is marked in its passage, with the true value of the row."""
    told = "The figures are out. Canada had 41,262,329 people in 2024. In 2023 it had 41,262,329 people."
    *_, last = findings(snapshot, told)
    assert last.problem is not None
    assert last.passage.text[last.problem.start : last.problem.end] == "41,262,329"
    assert (last.problem.code, last.problem.expected) == ("wrong_period", "40049088")


def test_a_tick_names_the_rows_it_rests_on(snapshot: Snapshot) -> None:
    """The ties of a sentence count in its passage, and bring their facts."""
    first, second = findings(snapshot, "Canada had 41,262,329 people in 2024. In 2023 it had 40,049,088.")
    assert [(tie.text, second.passage.text[tie.start : tie.end]) for tie in second.ties] == [
        ("40,049,088", "40,049,088")
    ]
    assert [(fact.area.code, str(fact.period)) for fact in (*first.facts, *second.facts)] == [
        ("CAN", "2024"),
        ("CAN", "2023"),
    ]


def test_a_sentence_leans_only_on_those_that_tied_out(snapshot: Snapshot) -> None:
    """After a sentence that is not understood, a pronoun has nobody to name."""
    *_, last = findings(snapshot, "Canada, a land of 10 castles, is wide. It had 41,262,329 people in 2024.")
    assert last.kind is FindingKind.NOT_CHECKED


def test_a_passage_may_go_on_with_what_one_before_it_named(snapshot: Snapshot) -> None:
    """The series of the paragraph before is looked up, but a place must still be named."""
    _, last = findings(
        snapshot, "Canada's population was 41,262,329 in 2024.", "Japan's was 123,975,371 in 2024."
    )
    assert last.kind is not FindingKind.CONTRADICTED


def test_a_set_is_looked_up_whole(snapshot: Snapshot) -> None:
    """A comparison with places that the passage does not name by itself is not taken for granted."""
    (finding,) = findings(snapshot, "India had the largest population of all countries in 1999.")
    assert finding.kind is FindingKind.NOT_CHECKED


PAGE = """<!doctype html><html><head><title>x</title><style>p { color: red }</style></head><body>
<nav><p>Menu 1</p></nav><h1>News</h1><div><p>Canada had <b>41,262,329</b> people<br>in 2024.</p></div>
<ul><li>One</li><li>Two 2</li></ul><script>let a = 1;</script></body></html>"""


def test_documents_of_each_kind_give_the_same_text(tmp_path: Path) -> None:
    """Marks, scripts and navigation are no text; items and cells are passages of their own."""
    (tmp_path / "a.md").write_text(
        "# News\n\nCanada had **41,262,329** people\nin 2024.\n\n- One\n- Two 2\n", "utf-8"
    )
    (tmp_path / "a.html").write_text(PAGE, "utf-8")
    (tmp_path / "a.txt").write_text(
        "News\n\nCanada had 41,262,329 people in 2024.\n\nOne\n\nTwo 2\n", "utf-8"
    )
    document = docx.Document()
    document.add_heading("News")
    document.add_paragraph("Canada had 41,262,329 people in 2024.")
    document.add_table(1, 2).cell(0, 0).text = "One"
    document.tables[0].cell(0, 1).text = "Two 2"
    document.save(str(tmp_path / "a.docx"))
    told = {
        ending: [passage.text.replace("\n", " ") for passage in read_document(tmp_path / f"a.{ending}")]
        for ending in ("md", "html", "txt", "docx")
    }
    expected = ["News", "Canada had 41,262,329 people in 2024.", "One", "Two 2"]
    assert told == dict.fromkeys(told, expected)
    assert [passage.line for passage in read_document(tmp_path / "a.txt")] == [1, 3, 5, 7]
    assert [passage.line for passage in read_document(tmp_path / "a.md")] == [1, 3, 6, 7]


@pytest.mark.parametrize("name", ["a.docx", "a.txt", "a.html", "none.md"])
def test_a_file_that_is_no_document_is_one_sentence(tmp_path: Path, name: str) -> None:
    """Bytes that are no text of the format, and a file that is not there."""
    if not name.startswith("none"):
        (tmp_path / name).write_bytes(b"\xff\xfe\x00bytes" if name != "a.html" else b"   ")
    with pytest.raises(UsageError, match=name):
        read_document(tmp_path / name)


def test_the_command_shows_each_sentence_with_its_sign(tmp_path: Path) -> None:
    """Exit status 4 with the true value where something is contradicted; a page and one JSON document."""
    (tmp_path / "article.md").write_text(ARTICLE, "utf-8")
    done = run(tmp_path, "audit", tmp_path / "article.md", "--html", tmp_path / "page.html")
    assert done.status == 4
    assert "✗ In Mexico, 75.6% of people used the internet in 2022." in done.out
    assert "True value: 78.63217894." in done.out
    assert "? Japan had 100 castles in 1998." in done.out
    assert "may be right or wrong" in done.out
    document = run(tmp_path, "audit", tmp_path / "article.md", "--json").document
    assert document["counts"]["contradicted"] == 1
    assert sum(document["counts"].values()) == len(document["findings"])
    ticked = [one for one in document["findings"] if one["finding"] == "ticked"]
    assert ticked[0]["evidence"][0]["value"] == "41262329"
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "<mark>41,262,329</mark>" in page
    assert '<mark class="p">75.6%</mark>' in page
    (tmp_path / "right.txt").write_text("Canada had 41,262,329 people in 2024.", "utf-8")
    assert run(tmp_path, "audit", tmp_path / "right.txt").status == 0
    assert run(tmp_path, "audit", tmp_path / "nowhere.txt").status == 2


def test_a_text_cannot_write_into_the_page(tmp_path: Path) -> None:
    """What stands in an article is shown as text."""
    (tmp_path / "bad.txt").write_text("<script>alert(1)</script> had 12 people in 2024.", "utf-8")
    run(tmp_path, "audit", tmp_path / "bad.txt", "--html", tmp_path / "page.html")
    assert "<script>" not in (tmp_path / "page.html").read_text("utf-8")
