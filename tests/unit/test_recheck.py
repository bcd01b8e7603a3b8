"""Answers given earlier are read again against another snapshot; those that no longer tie out are listed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest
from tests.scenarios.program import run
from tests.unit.vintages import revised

from tieout.assistant.conversation import Model
from tieout.assistant.paths import get_path
from tieout.data.catalogue import Catalogue
from tieout.data.snapshot import Snapshot, load_snapshot
from tieout.desk import Desk
from tieout.facts.names import Names
from tieout.ledger import Action, Ledger, Review
from tieout.models.planner import Planner
from tieout.models.scripted import ScriptedModel, answer, calls
from tieout.recheck import Rechecked, recheck
from tieout.tools.contract import Toolset
from tieout.tools.statistics import statistics_tools

MOMENT = datetime(2026, 7, 1, tzinfo=UTC)
CELL = ("SP.POP.TOTL", "CAN", "2024")
QUESTIONS = {
    "value": "What was the population of Canada in 2024?",
    "rank": "Which of the eight countries had the largest population in 2024?",
    "change": "By how much did Canada's population change from 2020 to 2024?",
    "other": "What was the population of Brazil in 2024?",
    "declined": "What was the population of Canada in 1950?",
}


@pytest.fixture(scope="module")
def core8() -> Iterator[Snapshot]:
    """The packaged set of eight countries."""
    opened = load_snapshot("core8")
    yield opened
    opened.close()


@pytest.fixture
def ledger(core8: Snapshot, tmp_path: Path) -> Iterator[Ledger]:
    """A ledger of one answer to each question."""
    with Ledger.open(tmp_path / "ledger.sqlite3") as book:
        desk = a_desk(core8, Planner(Catalogue(core8, Names.load())), book)
        kinds = [desk.ask(question).kind for question in QUESTIONS.values()]
        assert kinds == ["answered"] * 4 + ["declined"]
        yield book


def a_desk(snapshot: Snapshot, model: Model, ledger: Ledger) -> Desk:
    numbers = count(1)
    return Desk(
        model=model,
        snapshot=snapshot,
        toolset=tools(snapshot),
        names=Names.load(),
        path=get_path("tools", snapshot, form="prose", two_phases=False),
        clock=lambda: 100.0,
        now=lambda: MOMENT,
        new_id=lambda: f"run-{next(numbers)}",
        ledger=ledger,
    )


def tools(snapshot: Snapshot) -> Toolset:
    return Toolset(statistics_tools(snapshot, Catalogue(snapshot, Names.load())))


def again(ledger: Ledger, snapshot: Snapshot) -> dict[str, Rechecked]:
    found = recheck(ledger.runs(), snapshot, tools(snapshot), Names.load())
    names = {question: name for name, question in QUESTIONS.items()}
    return {names[one.run.question]: one for one in found}


def broken(
    ledger: Ledger, core8: Snapshot, tmp_path: Path, changes: Mapping[tuple[str, str, str], str | None]
) -> set[str]:
    found = again(ledger, revised(core8, tmp_path / "new.sqlite", changes))
    assert set(found) == set(QUESTIONS)
    return {name for name, one in found.items() if not one.holds}


def test_nothing_revised_breaks_nothing(ledger: Ledger, core8: Snapshot, tmp_path: Path) -> None:
    """The same values in a later release."""
    assert broken(ledger, core8, tmp_path, {}) == set()


def test_exactly_the_answers_that_used_a_revised_value_are_listed(
    ledger: Ledger, core8: Snapshot, tmp_path: Path
) -> None:
    """A revision of Canada in 2024 breaks its value and its change, with old and new value told."""
    assert broken(ledger, core8, tmp_path, {CELL: "41000000"}) == {"value", "change"}
    one = again(ledger, load_snapshot(tmp_path / "new.sqlite"))["value"]
    assert [(revision.then.text, revision.now) for revision in one.revisions] == [("41262329", "41000000")]
    assert one.problems[0].expected == "41000000"


def test_a_revision_that_turns_a_ranking_breaks_the_superlative(
    ledger: Ledger, core8: Snapshot, tmp_path: Path
) -> None:
    """India is no longer the largest; the answers about Canada and Brazil stay."""
    assert broken(ledger, core8, tmp_path, {("SP.POP.TOTL", "IND", "2024"): "1000000"}) == {"rank"}


def test_a_value_that_is_gone_is_told(ledger: Ledger, core8: Snapshot, tmp_path: Path) -> None:
    """Withdrawn is another thing than not in the snapshot, and neither ties out."""
    assert "value" in broken(ledger, core8, tmp_path, {CELL: None})
    (gap,) = again(ledger, load_snapshot(tmp_path / "new.sqlite"))["value"].revisions
    assert (gap.now, gap.is_there) == (None, True)
    assert "value" in broken(ledger, core8, tmp_path, {CELL: ""})
    (gone,) = again(ledger, load_snapshot(tmp_path / "new.sqlite"))["value"].revisions
    assert (gone.now, gone.is_there) == (None, False)


def prose(core8: Snapshot, ledger: Ledger, text: str) -> None:
    """Append a run in which a model looked up Canada in 2024 and wrote this text."""
    arguments = {
        "country_codes": ["CAN"],
        "indicator_code": "SP.POP.TOTL",
        "from_year": 2024,
        "to_year": 2024,
    }
    model = ScriptedModel([calls(("get_values", arguments)), answer(text)])
    a_desk(core8, model, ledger).ask(QUESTIONS["value"])


def test_what_rounding_hides_breaks_nothing(core8: Snapshot, tmp_path: Path) -> None:
    """41.3 million is still true after a revision by a few thousand, and is told as revised."""
    with Ledger.open(tmp_path / "ledger.sqlite3") as book:
        prose(core8, book, "The population of Canada was 41.3 million in 2024.")
        one = again(book, revised(core8, tmp_path / "new.sqlite", {CELL: "41270000"}))["value"]
        assert one.holds
        assert [revision.now for revision in one.revisions] == ["41270000"]


def test_what_a_person_released_is_read_again_too(core8: Snapshot, tmp_path: Path) -> None:
    """A held draft is no answer; what an editor made of it is."""
    with Ledger.open(tmp_path / "ledger.sqlite3") as book:
        prose(core8, book, "The population of Canada was 42,262,329 in 2024.")
        other = revised(core8, tmp_path / "new.sqlite", {CELL: "41000000"})
        assert again(book, other) == {}
        text = "The population of Canada was 41,262,329 in 2024."
        book.decide(1, Review(decided_at=MOMENT, who="ada", action=Action.AMEND, why="", text=text))
        one = again(book, other)["value"]
        assert (one.text, one.holds) == (text, False)


def test_the_command_lists_what_to_correct(ledger: Ledger, core8: Snapshot, tmp_path: Path) -> None:
    """Exit status 4 with old and new value where an answer broke; 0 where none did."""
    revised(core8, tmp_path / "new.sqlite", {CELL: "41000000"}).close()
    done = run(tmp_path, "recheck", tmp_path / "new.sqlite", "--ledger", ledger.place)
    assert done.status == 4
    assert "41262329 → 41000000" in done.out
    assert done.out.endswith("5 answers read again; 2 no longer tie out.\n")
    listed = run(tmp_path, "recheck", tmp_path / "new.sqlite", "--ledger", ledger.place, "--json").document
    assert [one["number"] for one in listed["list"]] == [1, 3]
    assert run(tmp_path, "recheck", "core8", "--ledger", ledger.place).status == 0
    assert run(tmp_path, "recheck", "nowhere").status == 2


def test_the_command_compares_two_snapshots(core8: Snapshot, tmp_path: Path) -> None:
    """A table, one JSON document, and a page; the largest revision stands first."""
    changes = {CELL: "41000000", ("SP.POP.TOTL", "IND", "2024"): "1", ("SP.POP.TOTL", "BRA", "2024"): None}
    revised(core8, tmp_path / "new.sqlite", changes).close()
    words = ("data", "diff", "core8", tmp_path / "new.sqlite")
    done = run(tmp_path, *words, "--html", tmp_path / "page.html")
    assert done.status == 0
    assert "2 revised, 1 withdrawn" in done.out
    document = run(tmp_path, *words, "--json", "--kind", "revised").document
    assert [one["area"] for one in document["changes"]] == ["IND", "CAN"]
    assert document["changes"][1]["size"] == "-262329"
    assert document["changes"][1]["percent"] == "-0.636"
    listed = run(tmp_path, *words, "--json", "--area", "can", "--indicator", "sp.pop.totl").document
    assert [one["area"] for one in listed["changes"]] == ["CAN"]
    assert "<td>Canada <small>CAN</small></td>" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert (document["changes"][1]["area_name"], document["changes"][1]["indicator_name"]) == (
        "Canada",
        "Population, total",
    )


def test_what_cannot_be_compared_is_told(core8: Snapshot, tmp_path: Path) -> None:
    """A kind, a code or a file that is none ends in one sentence; nothing looks like "nothing changed"."""
    revised(core8, tmp_path / "new.sqlite", {CELL: "41000000"}).close()
    (tmp_path / "page.html").write_text("<html>")
    words = ("data", "diff", "core8", tmp_path / "new.sqlite")
    told = {
        ("--kind", "odd"): "is none of added, filled, removed, revised, withdrawn",
        ("--indicator", "NO.SUCH"): "Neither data set has the indicator 'NO.SUCH'",
        ("--area", "XYZ"): "Neither data set has the area 'XYZ'",
        ("--html", tmp_path / "no" / "page.html"): "Cannot write",
    }
    for more, message in told.items():
        done = run(tmp_path, *words, *more)
        assert done.status > 0
        assert message in " ".join(done.err.split())
    assert run(tmp_path, "data", "diff", "core8", tmp_path / "page.html").status > 0
    assert run(tmp_path, "data", "diff", "core8", "nowhere").status > 0
    done = run(tmp_path, "data", "diff", "core8", "core8")
    assert (done.status, done.out) == (0, "core8 2026-07 → core8 2026-07: nothing changed\n")
