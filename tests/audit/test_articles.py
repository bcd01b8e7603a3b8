"""Five articles with true and false claims, in four formats: nothing false is ticked, nothing is lost."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.audit.articles import ENDINGS, NAMES, read_article, write_article
from tests.scenarios.program import run

from tieout.audit import Finding, Passage, audit
from tieout.data.snapshot import Snapshot, load_snapshot
from tieout.facts.names import Names
from tieout.interfaces.documents import read_document

LEAST_TICKED = 0.75
"""Of the true claims; a bar that is raised when more is understood."""


@pytest.fixture(scope="module")
def snapshot() -> Iterator[Snapshot]:
    """The packaged snapshot."""
    opened = load_snapshot("wdi-starter")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def names() -> Names:
    return Names.load()


def audited(name: str, ending: str, folder: Path, snapshot: Snapshot, names: Names) -> list[Finding]:
    return list(audit(read_document(write_article(name, ending, folder)), snapshot, names))


def cells_and_sentences(name: str) -> Iterator[tuple[str, str]]:
    """Yield what is to be found in an article: each sentence, and each cell of a table by itself."""
    for block in read_article(name):
        for truth, text in block.sentences:
            if block.kind != "|":
                yield truth, text
            else:
                yield from (("F cell" if truth == "F" else "cell", cell) for cell in text.split(" ; ")[1:])


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("name", NAMES)
def test_no_false_claim_is_ticked_no_true_one_contradicted_and_none_lost(
    snapshot: Snapshot, names: Names, tmp_path: Path, name: str, ending: str
) -> None:
    """Every sentence of the article comes back, with a finding that does it no wrong."""
    kinds: dict[str, set[str]] = {}
    for one in audited(name, ending, tmp_path, snapshot, names):
        kinds.setdefault(one.text, set()).add(str(one.kind))
    for truth, text in cells_and_sentences(name):
        assert text in kinds, text
        if truth.startswith("F"):
            assert kinds[text] <= {"contradicted", "not_checked"}, text
        else:
            assert "contradicted" not in kinds[text], text


def test_most_true_claims_are_ticked(snapshot: Snapshot, names: Names, tmp_path: Path) -> None:
    """And the formats tell no different story."""
    counts = {ending: Counter[tuple[str, str]]() for ending in ENDINGS}
    for name in NAMES:
        truths = {text: truth for truth, text in cells_and_sentences(name)}
        for ending in ENDINGS:
            for one in audited(name, ending, tmp_path, snapshot, names):
                if "cell" not in truths.get(one.text, "cell"):
                    counts[ending][truths[one.text], str(one.kind)] += 1
    first = counts["md"]
    assert all(one == first for one in counts.values())
    true = sum(count for (truth, _), count in first.items() if truth == "T")
    assert first["T", "ticked"] >= LEAST_TICKED * true
    assert first["F", "ticked"] == first["T", "contradicted"] == 0


@pytest.mark.parametrize("ending", ["md", "html", "docx"])
def test_a_table_whose_heads_say_what_it_is_of(
    snapshot: Snapshot, names: Names, tmp_path: Path, ending: str
) -> None:
    """Each cell is looked up by the country of its row and the series and year of its column."""
    found = {
        (one.passage.row, one.passage.column): (one.text, str(one.kind))
        for one in audited("release", ending, tmp_path, snapshot, names)
        if one.passage.row and one.passage.column
    }
    assert found == {
        ("Japan", "Population, 2024"): ("123975371", "ticked"),
        ("Japan", "Population, 2000"): ("126843000", "ticked"),
        ("Poland", "Population, 2024"): ("46559233", "contradicted"),
        ("Poland", "Population, 2000"): ("46559233", "not_checked"),
        ("Germany", "Population, 2024"): ("83,516,593", "ticked"),
        ("Germany", "Population, 2000"): ("82,211,508", "ticked"),
    }


@pytest.mark.parametrize(
    ("row", "column", "text", "kind"),
    [
        ("Japan", "Internet use, 2024", "85.5%", "ticked"),
        ("Japan", "Internet use, 2024", "58.5%", "contradicted"),
        ("Japan", "GDP 2024", "$4.19 trillion", "ticked"),
        ("Japan", "Population (millions), 2024", "124.0", "not_checked"),
        ("Japan", "Population, 2000 to 2024", "123975371", "not_checked"),
        ("Japan", "Population", "123975371", "not_checked"),
        ("Japan", "2024", "123975371", "not_checked"),
        ("Japan and Korea", "Population, 2024", "123975371", "not_checked"),
        ("Georgia, US", "Population, 2024", "123975371", "not_checked"),
        ("Japan", "Population, 2024", "123975371 (est.)", "not_checked"),
        ("Japan", "Population, 2024", "123975371 in 2023", "not_checked"),
        ("World", "Internet use, 2024", "71.2%", "ticked"),
    ],
)
def test_heads_that_say_more_or_less_are_not_guessed_at(
    snapshot: Snapshot, names: Names, row: str, column: str, text: str, kind: str
) -> None:
    """A unit, two years, no year, two places: such a cell is not checked."""
    (found,) = audit([Passage(number=1, text=text, row=row, column=column)], snapshot, names)
    assert (str(found.kind), found.text) == (kind, text)


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_command_over_an_article(tmp_path: Path, ending: str) -> None:
    """Terminal, JSON and page tell the same counts, and the status says that something is to correct."""
    path = write_article("kenya", ending, tmp_path)
    done = run(tmp_path, "audit", path, "--html", tmp_path / "page.html")
    document = run(tmp_path, "audit", path, "--json").document
    assert done.status == 4
    counts = document["counts"]
    told = [f"{counts[kind]} {kind.replace('_', ' ')}" for kind in ("ticked", "contradicted", "not_checked")]
    assert ", ".join(told) in done.out
    page = html.unescape(re.sub("<[^>]*>", "", (tmp_path / "page.html").read_text(encoding="utf-8")))
    for one in document["findings"]:
        assert one["text"] in page
        assert one["text"] in " ".join(done.out.split())
