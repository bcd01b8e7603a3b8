"""The ledger written out and trimmed at the command line, while a desk goes on serving it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.scenarios.desk import served
from tests.scenarios.program import QUESTION, Done
from tests.unit.test_ledger import an_outcome

from tieout.interfaces.settings import Settings
from tieout.ledger import Stage
from tieout.outcome import OutcomeKind

Tieout = Callable[..., Done]


@pytest.fixture
def aged(own_home: Path) -> Path:
    """Keep two runs of 2001 in the ledger, one of which waits for a person."""
    settings = Settings(home=own_home)
    past = settings.now().replace(year=2001, month=1, day=2)
    with settings.open_ledger() as book:
        for run, kind in (("old", OutcomeKind.ANSWERED), ("held", OutcomeKind.HELD)):
            book.append_run(replace(an_outcome(run, kind), asked_at=past))
    return own_home


def test_old_runs_are_removed_while_the_desk_serves(aged: Path, tieout: Tieout, tmp_path: Path) -> None:
    """The page of a removed run says which export has it; what waits stays; new questions are answered."""
    file = tmp_path / "old.jsonl"
    with served(aged) as desk, served(aged) as other:
        assert desk.client.get("/runs/old").status_code == 200
        done = tieout("ledger", "remove", "--before", "2002-01-01", file, "--by", "ada")
        assert done.status == 0, done.err
        assert "Removed 1 runs asked before 2002-01-01 (1 rows), as no. 1." in done.err
        (removal,) = tieout("ledger", "removals", "--json").document
        assert (removal["who"], removal["runs"], removal["export"]) == ("ada", 1, "old.jsonl")
        assert removal["sha256"] in done.err
        gone = other.client.get("/runs/old")
        assert (gone.status_code, removal["sha256"] in gone.text) == (404, True)
        assert "removed by ada" in other.client.get("/api/v1/runs/1").json()["detail"]
        assert [one["number"] for one in desk.client.get("/api/v1/reviews").json()] == [2]
        asked = desk.client.post("/api/v1/questions", params={"wait": 20}, json={"question": QUESTION})
        assert asked.json()["number"] == 3
    verified = tieout("ledger", "verify", file, "--json").document
    assert (verified["runs"], verified["sha256"]) == (1, removal["sha256"])
    assert "ada" in tieout("ledger", "removals").out
    assert "removed by ada" in tieout("review", "show", "1").err


def test_a_ledger_is_exported_and_the_file_verified(aged: Path, tieout: Tieout, tmp_path: Path) -> None:
    """All runs or those before a day; a changed file and wrong words are one sentence and status 2."""
    assert aged.is_dir()
    file, part = tmp_path / "all.jsonl", tmp_path / "part.jsonl"
    assert "Wrote 2 runs" in tieout("ledger", "export", file).err
    assert "Wrote 0 runs" in tieout("ledger", "export", "--before", "1999-01-01", part).err
    assert "verified 2 runs" in tieout("ledger", "verify", file).out
    file.write_bytes(file.read_bytes().replace(b"Canada", b"Norway", 1))
    for words, said in (
        (["verify", file], "changed after it was written"),
        (["export", file], "never replaces a file"),
        (["export", "--before", "soon", tmp_path / "x"], "a day such as"),
        (["remove", "--by", "ada", "--before", "1999-01-01", tmp_path / "x"], "can be removed"),
        (["verify", tmp_path / "none"], "cannot be read"),
    ):
        done = tieout("ledger", *words)
        assert (done.status, said in done.err) == (2, True), done.err
    assert not (tmp_path / "x").exists()


def test_messages_that_became_no_question_are_counted(aged: Path, tieout: Tieout, tmp_path: Path) -> None:
    """They are in each export and go with old runs; who looks for their words finds them nowhere else."""
    settings = Settings(home=aged)
    past = settings.now().replace(year=2001, month=1, day=2)
    with settings.open_ledger() as book:
        words = {"channel": "C1", "thread": "1.0", "message": "1.1", "text": "Xylophone?"}
        book.chats.receive(event="e1", asker="slack:T1:U1", seen_at=past, **words)
        (news,) = book.chats.due(now=past)
        book.chats.tell(news.chat, Stage.OUTCOME, message="1.2", at=past)
    file, old = tmp_path / "all.jsonl", tmp_path / "old.jsonl"
    said = "2 runs and 1 message that became no question"
    assert said in tieout("ledger", "export", file).err
    assert said in tieout("ledger", "verify", file).out
    done = tieout("ledger", "remove", "--before", "2002-01-01", old, "--by", "ada")
    assert "Removed 1 runs asked before 2002-01-01 (3 rows)" in done.err
    assert tieout("ledger", "verify", old, "--json").document["messages"] == 1
    with settings.open_ledger() as book:
        assert book.storage.rows("SELECT count(*) FROM chats") == [(0,)]


def test_a_ledger_that_is_not_there_has_nothing_to_export(tieout: Tieout, tmp_path: Path) -> None:
    """Looking makes none."""
    assert "There is no ledger" in tieout("ledger", "export", tmp_path / "x").err
    assert tieout("ledger", "removals").err == "Nothing was removed.\n"
    assert tieout("ledger", "removals", "--json").document == []
