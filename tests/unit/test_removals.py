"""Old runs leave the ledger whole, after an export that has them, or not at all; nothing else ever does."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from tests.unit.test_ledger import a_review, an_outcome

from tieout.assistant.approval import Answer, ApprovalRequest
from tieout.errors import LedgerError, UsageError
from tieout.ledger import Action, Ledger, NewStep, Removal, RunRemoved, read_export
from tieout.ledger.export import digest_of
from tieout.ledger.removal_tables import DELETABLE
from tieout.outcome import OutcomeKind

OLD = datetime(2025, 7, 1, 12, 0, tzinfo=UTC)
NEW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
DAY = date(2026, 1, 1)
CALL = ApprovalRequest(call_id="c1", tool="watch_value", arguments={"year": 2022}, digest="d" * 64)


def fill(ledger: Ledger, run: str, kind: OutcomeKind = OutcomeKind.ANSWERED, at: datetime = OLD) -> None:
    """Append a run with all that can belong to one."""
    ledger.questions.accept(f"{run}?", run=run, asked_at=at, asker="ada", key=run)
    lease = ledger.questions.take("w", now=at, until=at + timedelta(seconds=6))
    assert lease is not None
    assert lease.question.run == run
    ledger.questions.append_steps([NewStep(run=run, taken=1, place=1, document={"tool": "get_values"})])
    ledger.questions.stop(run, at=at, who="ada")
    ledger.waiting.append(replace(an_outcome(run, OutcomeKind.WAITING), asked_at=at), at)
    asked = ledger.approvals.ask(run, CALL, asked_at=at, expires_at=at + timedelta(days=7))
    ledger.approvals.answer(asked.number, Answer.APPROVED, who="ada", at=at, why="yes")
    ledger.approvals.take(asked.number, at)
    ledger.append_run(replace(an_outcome(run, kind), asked_at=at, question="Naïve – “q”?\n"))


@pytest.fixture
def ledger(place: str) -> Iterator[Ledger]:
    """Old: nos. 1 answered, 2 held and waiting, 3 held and decided; new: no. 4; and an open question."""
    with Ledger.open(place) as opened:
        fill(opened, "r1")
        fill(opened, "r2", OutcomeKind.HELD)
        fill(opened, "r3", OutcomeKind.HELD)
        fill(opened, "r4", at=NEW)
        opened.decide(3, a_review(Action.DECLINE))
        opened.questions.accept("open?", run="r5", asked_at=OLD)
        yield opened


def counts(ledger: Ledger) -> dict[str, int]:
    """Count the rows of each table that belongs to runs."""
    return {table: ledger.storage.rows(f"SELECT count(*) FROM {table}")[0][0] for table in DELETABLE}


def test_old_runs_go_whole_and_are_in_the_export(ledger: Ledger, place: str, tmp_path: Path) -> None:
    """What belongs to a removed run is gone from every table, and stands in the file; others stay."""
    file = tmp_path / "old.jsonl"
    stages: list[str] = []
    kept = list(ledger.contents.runs())
    removal = ledger.removals.remove(DAY, file, who="ada", at=NEW, on_stage=stages.append)
    assert stages == ["exported", "verified", "removed"]
    assert (removal.runs, removal.rows, removal.who, removal.before) == (2, 19, "ada", DAY)
    assert (removal.export, removal.sha256) == ("old.jsonl", digest_of(file))
    with Ledger.open(place) as other:
        assert other.removals.listed() == (removal,)
        assert [run["run"] for run in other.contents.runs()] == ["r2", "r4"]
        assert set(counts(other).values()) == {2, 3, 0}  # one question and no review besides
        assert other.count_held() == 1
    first, third = read_export(file)
    assert (first, third) == ({"kind": "run", **kept[0]}, {"kind": "run", **kept[2]})
    assert (first["question"]["key"], first["approvals"][0]["arguments"]) == ("r1", {"year": 2022})
    assert (first["answers"][0]["why"], len(first["uses"]), first["steps"][0]["document"]["tool"]) == (
        "yes",
        1,
        "get_values",
    )
    assert (third["review"]["who"], first["review"]) == ("ada", None)


def test_a_removed_run_is_told_and_cannot_come_back(ledger: Ledger, tmp_path: Path) -> None:
    """By number or id one sentence names the export; a late writer of the same run is refused."""
    removal = ledger.removals.remove(DAY, tmp_path / "old.jsonl", who="ada", at=NEW)
    for name in ("1", "r1", "#3"):
        with pytest.raises(RunRemoved, match=f"removed by ada on 2026-07-01.*{removal.sha256}"):
            ledger.get(name)
    with pytest.raises(LedgerError, match="the run was removed"):
        ledger.append_run(an_outcome("r1"))
    assert ledger.append_run(an_outcome("r6")) > 4
    with pytest.raises(UsageError, match="No run that was asked before"):
        ledger.removals.remove(DAY, tmp_path / "again.jsonl", who="ada", at=NEW)


@pytest.mark.parametrize("table", [*DELETABLE, "removals", "removed_runs"])
def test_nothing_else_can_be_deleted(ledger: Ledger, tmp_path: Path, table: str) -> None:
    """Neither before a removal nor after one does any table let a row of a run that stays go."""
    newest = ledger.append_run(replace(an_outcome("r7", OutcomeKind.HELD), asked_at=NEW))
    ledger.decide(newest, a_review())
    for _ in range(2):
        if ledger.removals.listed() or table not in ("removals", "removed_runs"):
            with pytest.raises(LedgerError, match="append-only"):
                ledger.storage.remove(f"DELETE FROM {table}")
        if not ledger.removals.listed():
            ledger.removals.remove(DAY, tmp_path / "old.jsonl", who="ada", at=NEW)
    assert ledger.get("4").run == "r4"


def test_a_run_that_waits_cannot_be_marked_as_removed(ledger: Ledger, tmp_path: Path) -> None:
    """The tables themselves refuse it, also for a run that is not there."""
    ledger.removals.remove(DAY, tmp_path / "old.jsonl", who="ada", at=NEW)
    for run, number in (("r2", 2), ("r5", 5), ("nope", 9), ("r4", 2)):
        with pytest.raises(LedgerError, match="only a run that has ended"):
            ledger.storage.append(
                "INSERT INTO removed_runs (removal, run, run_number) VALUES (1, :run, :number)",
                run=run,
                number=number,
            )


@pytest.mark.parametrize("moment", ["exported", "verified"])
def test_a_ledger_that_changes_meanwhile_keeps_everything(
    ledger: Ledger, place: str, tmp_path: Path, moment: str
) -> None:
    """A row that came to an old run after it was exported is not lost: nothing is removed."""
    before = counts(ledger)

    def add(stage: str) -> None:
        if stage == moment:
            with Ledger.open(place) as other:
                asked = replace(CALL, digest="e" * 64)
                other.approvals.ask("r1", asked, asked_at=NEW, expires_at=NEW)

    with pytest.raises(LedgerError, match=r"nothing was removed|does not hold"):
        ledger.removals.remove(DAY, tmp_path / "old.jsonl", who="ada", at=NEW, on_stage=add)
    assert counts(ledger) == {**before, "approvals": before["approvals"] + 1}
    assert ledger.removals.listed() == ()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace(b"ada", b"eve", 1), "changed after it was written"),
        (lambda text: text[:-40], "cut short"),
        (lambda text: b"".join(text.splitlines(keepends=True)[:-1]), "cut short"),
        (lambda text: text + b"\n", "goes on after its last line"),
        (lambda text: b"{}\n", "no whole export"),
        (lambda text: b'{"kind":"header"}\n', "no export"),
        (lambda text: text.replace(b'"version":1', b'"version":9', 1), "newer Tieout"),
        (lambda text: b"", "no whole export"),
    ],
)
def test_a_file_that_is_not_as_written_is_refused(
    ledger: Ledger, tmp_path: Path, change: Callable[[bytes], bytes], said: str
) -> None:
    """Changed, cut, lengthened or something else: one sentence."""
    file = tmp_path / "old.jsonl"
    ledger.removals.remove(DAY, file, who="ada", at=NEW)
    file.write_bytes(change(file.read_bytes()))
    with pytest.raises(UsageError, match=said):
        list(read_export(file))


def test_a_changed_export_removes_nothing(ledger: Ledger, tmp_path: Path) -> None:
    """The file is read back from the disk before anything goes."""
    file = tmp_path / "old.jsonl"

    def change(stage: str) -> None:
        if stage == "exported":
            file.write_bytes(file.read_bytes().replace(b"ada", b"eve", 1))

    with pytest.raises((LedgerError, UsageError), match=r"changed|does not hold"):
        ledger.removals.remove(DAY, file, who="ada", at=NEW, on_stage=change)
    assert [run["run"] for run in ledger.contents.runs()] == ["r1", "r2", "r3", "r4"]


def test_wrong_words_remove_nothing(ledger: Ledger, tmp_path: Path) -> None:
    """A file that is there, a day to come, nobody's name and a folder that is not there are refused."""
    there = tmp_path / "there.jsonl"
    there.write_text("mine")
    for day, file, who, said in (
        (DAY, there, "ada", "never replaces"),
        (date(2027, 1, 1), tmp_path / "a", "ada", "to come"),
        (DAY, tmp_path / "a", " ", "Say who"),
        (DAY, tmp_path / "no" / "a", "ada", "cannot be written"),
    ):
        with pytest.raises(UsageError, match=said):
            ledger.removals.remove(day, file, who=who, at=NEW)
    assert there.read_text() == "mine"
    assert ledger.removals.listed() == ()


_REMOVER = """
import sys
from datetime import date, datetime, timezone
from pathlib import Path
from tieout.ledger import Ledger
ledger = Ledger.open({place!r}, busy_seconds=60)
told = lambda stage: print(stage, flush=True)
at = datetime(2026, 7, 1, tzinfo=timezone.utc)
ledger.removals.remove(date(2026, 1, 1), Path({file!r}), who="ada", at=at, on_stage=told)
"""


def test_killed_in_the_middle_nothing_is_half_removed(place: str, tmp_path: Path) -> None:
    """Killed at any moment of the removal, every run is there with all its rows, or gone with all."""
    with Ledger.open(place) as ledger:
        for number in range(120):
            fill(ledger, f"r{number}")
        whole = list(ledger.contents.runs())
        before = counts(ledger)
    ended: list[Removal | None] = []
    for turn in range(12):
        file = tmp_path / f"{turn}.jsonl"
        code = _REMOVER.format(place=place, file=str(file))
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert [process.stdout.readline().strip() for _ in range(2)] == ["exported", "verified"]
        try:
            process.wait(timeout=0.004 * turn)
        except subprocess.TimeoutExpired:
            process.kill()
        process.stdout.close()
        process.wait(timeout=60)
        with Ledger.open(place) as ledger:
            removed = ledger.removals.listed()
            ended.append(removed[0] if removed else None)
            if removed:
                assert set(counts(ledger).values()) == {0}
                assert [{"kind": "run", **run} for run in whole] == list(read_export(file))
                assert removed[0].sha256 == digest_of(file)
                break
            assert counts(ledger) == before
            assert list(ledger.contents.runs()) == whole
    assert ended[0] is None


def test_an_export_is_json_lines_with_a_schema(ledger: Ledger, tmp_path: Path) -> None:
    """Every line is of the form that the reference promises."""
    from tests.scenarios.program import valid

    file = tmp_path / "old.jsonl"
    ledger.removals.remove(DAY, file, who="ada", at=NEW)
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [line["kind"] for line in lines] == ["header", "run", "run", "end"]
    for line in lines:
        valid(line, "ledger-export")
