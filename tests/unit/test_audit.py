"""An audit ticks what ties out, contradicts what the snapshot knows better, and calls nothing else right."""

from __future__ import annotations

from pathlib import Path

import docx
import pytest
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from lxml import etree
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


@pytest.mark.parametrize(
    "between",
    [
        "Mexico's was 150 million in 2024.",
        "Mexico is another story.",
        "The people of Gondor are another story.",
        "In 2023 Mexico built 3 walls.",
    ],
)
def test_what_is_said_between_ends_what_a_sentence_may_lean_on(snapshot: Snapshot, between: str) -> None:
    """The word "it" may be of a place that an unread sentence named: Canada's number is no tick for it."""
    *_, last = findings(
        snapshot, f"Canada had 41,262,329 people in 2024. {between} In 2023 it had 40,049,088."
    )
    assert last.kind is FindingKind.NOT_CHECKED


@pytest.mark.parametrize("between", ["That is a lot.", "In 2024 it had 50 million people."])
def test_what_names_nothing_new_ends_nothing(snapshot: Snapshot, between: str) -> None:
    """A remark without names, and a contradicted claim about the same place and year, leave the place."""
    *_, last = findings(
        snapshot, f"Canada had 41,262,329 people in 2024. {between} In 2023 it had 40,049,088."
    )
    assert last.kind is FindingKind.TICKED


def test_a_value_behind_a_comparison_is_not_contradicted(snapshot: Snapshot) -> None:
    """Of two places that a sentence compares, the value behind them may be of either."""
    (right,) = findings(snapshot, "Germany's GDP was higher than Japan's in 2024, at $4.69 trillion.")
    assert right.kind is not FindingKind.CONTRADICTED


TANGLED = """<html><body><div>Canada had <!-- x -->41 people.<p>Inner 1</p>Tail 2</div>
<section>Bare 3</section>
<ul><li>Item 4 <p>in it</p></li></ul><table><tr><td>5</td><td><div>6</div></td></tr></table>
<p>It was <del>7</del><ins>8</ins> of <sup>9</sup>.</p><button>10</button></body></html>"""


def test_no_text_of_a_page_is_lost(tmp_path: Path) -> None:
    """Text stands in elements of any name, beside blocks and behind them; what is struck out is none."""
    (tmp_path / "a.html").write_text(TANGLED, "utf-8")
    assert [passage.text for passage in read_document(tmp_path / "a.html")] == [
        "Canada had 41 people.",
        "Inner 1",
        "Tail 2",
        "Bare 3",
        "Item 4",
        "in it",
        "5",
        "6",
        "It was 8 of 9.",
        "10",
    ]


def test_no_text_of_a_document_is_lost(tmp_path: Path) -> None:
    """Inserted text, text boxes and footnotes are read; deleted text and second copies of a box are not."""
    document = docx.Document()
    paragraph = document.add_paragraph("Canada had ")
    names = " ".join(f'xmlns:{short}="{long}"' for short, long in NAMESPACES.items())
    for xml in (
        f"<w:ins {names}><w:r><w:t>41 people</w:t></w:r></w:ins>",
        f"<w:del {names}><w:r><w:delText>42 people</w:delText></w:r></w:del>",
        f"<w:r {names}><mc:AlternateContent><mc:Choice>{BOX}</mc:Choice><mc:Fallback>{BOX}</mc:Fallback>"
        "</mc:AlternateContent></w:r>",
    ):
        paragraph._p.append(etree.fromstring(xml))
    note = "<w:footnote><w:p><w:r><w:t>A note 6</w:t></w:r></w:p></w:footnote>"
    notes = f"<w:footnotes {names}>{note}</w:footnotes>"
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
    part = Part(PackURI("/word/footnotes.xml"), kind, notes.encode(), document.part.package)
    document.part.relate_to(part, f"{OFFICE}/relationships/footnotes")
    document.add_table(1, 1).cell(0, 0).add_table(1, 1).cell(0, 0).text = "Nested 7"
    document.save(str(tmp_path / "a.docx"))
    told = [passage.text for passage in read_document(tmp_path / "a.docx")]
    assert told == ["Canada had 41 people", "In a box 5", "Nested 7", "A note 6"]


BOX = "<w:txbxContent><w:p><w:r><w:t>In a box 5</w:t></w:r></w:p></w:txbxContent>"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
NAMESPACES = {
    "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
}


@pytest.mark.parametrize("attribute", ["colspan", "rowspan"])
def test_a_table_of_merged_cells_has_no_heads(tmp_path: Path, attribute: str) -> None:
    """Where a cell spans others, what stands above another is not known."""
    page = (
        "<table><tr><th>Country</th><th>Population, 2024</th></tr><tr><td>Japan</td><td>{}</td></tr></table>"
    )
    (tmp_path / "a.html").write_text(page.format("1"), "utf-8")
    assert read_document(tmp_path / "a.html")[-1].column == "Population, 2024"
    (tmp_path / "a.html").write_text(page.format("1").replace("<th>C", f'<th {attribute}="2">C'), "utf-8")
    assert read_document(tmp_path / "a.html")[-1].column == ""


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


@pytest.mark.parametrize("name", ["a.docx", "a.txt", "a.html", "none.md", "a.md"])
def test_a_file_that_is_no_document_is_one_sentence(tmp_path: Path, name: str) -> None:
    """Bytes that are no text of the format, and a file that is not there."""
    if not name.startswith("none"):
        (tmp_path / name).write_bytes(b"\xff\xfe\x00bytes" if name not in ("a.html", "a.md") else b"   ")
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
