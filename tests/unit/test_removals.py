"""Old runs leave the ledger whole, after an export that has them, or not at all; nothing else ever does."""

from __future__ import annotations

import hashlib
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
from tieout.ledger import (
    Action,
    Ledger,
    NewStep,
    Removal,
    RunRemoved,
    Stage,
    read_export,
    removal_tables,
    removed_chat_tables,
)
from tieout.ledger.export import digest_of
from tieout.outcome import OutcomeKind

OLD = datetime(2025, 7, 1, 12, 0, tzinfo=UTC)
NEW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
DAY = date(2026, 1, 1)
TABLES = (*removed_chat_tables.DELETABLE, *removal_tables.DELETABLE)
RECORDS = ("removals", "removed_runs", "removed_chats")
CALL = ApprovalRequest(call_id="c1", tool="watch_value", arguments={"year": 2022}, digest="d" * 64)


def fill(ledger: Ledger, run: str, kind: OutcomeKind = OutcomeKind.ANSWERED, at: datetime = OLD) -> None:
    """Append a run with all that can belong to one."""
    hear(ledger, run, at)
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
    tell(ledger, run)


def hear(ledger: Ledger, event: str, at: datetime = OLD) -> None:
    """Keep a message in a chat, which asks by its event."""
    ledger.chats.receive(
        event=event, asker="ada", channel="C1", thread="1.0", message="1.1", text=f"{event}?", seen_at=at
    )


def tell(ledger: Ledger, event: str, stage: Stage = Stage.OUTCOME) -> None:
    """Tell in the chat what became of it."""
    (chat,) = [one.chat for one in ledger.chats.due(now=NEW) if one.chat.event == event]
    assert ledger.chats.take(chat, stage, now=NEW, until=NEW)
    ledger.chats.tell(chat, stage, message="1.2", at=NEW)


def events(ledger: Ledger) -> list[str]:
    """Return the messages in chats that the ledger has, in their order."""
    return [event for (event,) in ledger.storage.rows("SELECT event FROM chats ORDER BY number")]


@pytest.fixture
def ledger(place: str) -> Iterator[Ledger]:
    """Old: nos. 1 answered, 2 held and waiting, 3 held and decided; new: no. 4; and an open question.

    And messages that became no question: m1 old, m2 old and not told, m3 new.
    """
    with Ledger.open(place) as opened:
        fill(opened, "r1")
        fill(opened, "r2", OutcomeKind.HELD)
        fill(opened, "r3", OutcomeKind.HELD)
        fill(opened, "r4", at=NEW)
        opened.decide(3, a_review(Action.DECLINE))
        tell(opened, "r3", Stage.DECISION)
        for event, at in (("m1", OLD), ("m2", OLD), ("m3", NEW)):
            hear(opened, event, at)
        for event in ("m1", "m3"):
            tell(opened, event)
        opened.questions.accept("open?", run="r5", asked_at=OLD)
        yield opened


def counts(ledger: Ledger) -> dict[str, int]:
    """Count the rows of each table that belongs to runs."""
    return {table: ledger.storage.rows(f"SELECT count(*) FROM {table}")[0][0] for table in TABLES}


def test_old_runs_go_whole_and_are_in_the_export(ledger: Ledger, place: str, tmp_path: Path) -> None:
    """What belongs to a removed run is gone from every table, and stands in the file; others stay."""
    file = tmp_path / "old.jsonl"
    stages: list[str] = []
    kept = list(ledger.contents.runs())
    removal = ledger.removals.remove(DAY, file, who="ada", at=NEW, on_stage=stages.append)
    assert stages == ["exported", "verified", "removed"]
    assert (removal.runs, removal.rows, removal.who, removal.before) == (2, 30, "ada", DAY)
    assert (removal.export, removal.sha256) == ("old.jsonl", digest_of(file))
    with Ledger.open(place) as other:
        assert other.removals.listed() == (removal,)
        assert [run["run"] for run in other.contents.runs()] == ["r2", "r4"]
        others = {"questions": 3, "reviews": 0, "chats": 4, "chat_turns": 3, "chat_told": 3}
        assert counts(other) == {**dict.fromkeys(TABLES, 2), **others}
        assert events(other) == ["r2", "r4", "m2", "m3"]
        assert other.count_held() == 1
    first, third, message = read_export(file)
    assert (first, third) == ({"kind": "run", **kept[0]}, {"kind": "run", **kept[2]})
    assert (first["question"]["key"], first["approvals"][0]["arguments"]) == ("r1", {"year": 2022})
    assert (first["answers"][0]["why"], len(first["uses"]), first["steps"][0]["document"]["tool"]) == (
        "yes",
        1,
        "get_values",
    )
    assert (third["review"]["who"], first["review"]) == ("ada", None)
    assert [(one["chat"]["asker"], one["chat"]["text"]) for one in (first, third)] == [
        ("ada", "r1?"),
        ("ada", "r3?"),
    ]
    assert [told["stage"] for told in third["chat_told"]] == ["outcome", "decision"]
    assert [len(one["chat_turns"]) for one in (first, third, message)] == [1, 2, 1]
    assert (message["kind"], message["event"], message["text"]) == ("message", "m1", "m1?")
    assert [told["message"] for told in message["chat_told"]] == ["1.2"]


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


@pytest.mark.parametrize("table", [*TABLES, *RECORDS])
def test_nothing_else_can_be_deleted(ledger: Ledger, tmp_path: Path, table: str) -> None:
    """Neither before a removal nor after one does any table let a row of a run that stays go."""
    newest = ledger.append_run(replace(an_outcome("r7", OutcomeKind.HELD), asked_at=NEW))
    ledger.decide(newest, a_review())
    for _ in range(2):
        if ledger.removals.listed() or table not in RECORDS:
            with pytest.raises(LedgerError, match="append-only"):
                ledger.storage.remove(f"DELETE FROM {table}")
        if not ledger.removals.listed():
            ledger.removals.remove(DAY, tmp_path / "old.jsonl", who="ada", at=NEW)
    assert ledger.get("4").run == "r4"


def test_a_run_that_waits_cannot_be_marked_as_removed(ledger: Ledger, tmp_path: Path) -> None:
    """The tables themselves refuse it, also for a run that is not there."""
    ledger.removals.remove(DAY, tmp_path / "old.jsonl", who="ada", at=NEW)
    held = ledger.append_run(replace(an_outcome("r9", OutcomeKind.HELD), asked_at=OLD))
    for run, number in (("r9", held), ("r5", 5), ("nope", 9), ("r4", 2)):
        with pytest.raises(LedgerError, match="only a run that has ended"):
            ledger.storage.append(
                "INSERT INTO removed_runs (removal, run, run_number) VALUES (1, :run, :number)",
                run=run,
                number=number,
            )


def test_a_chat_that_waits_cannot_be_marked_as_removed(ledger: Ledger, tmp_path: Path) -> None:
    """Not one whose run stays, nor a message that is new, or of which it is still to be told."""
    numbers = dict(ledger.storage.rows("SELECT event, number FROM chats"))
    ledger.removals.remove(DAY, tmp_path / "old.jsonl", who="ada", at=NEW)
    for chat in (*(numbers[event] for event in ("r2", "r4", "m2", "m3")), 99):
        with pytest.raises(LedgerError, match="only a chat that is settled"):
            ledger.storage.append("INSERT INTO removed_chats (removal, chat) VALUES (1, :chat)", chat=chat)
    ledger.append_run(replace(an_outcome("r9"), asked_at=OLD))
    ledger.removals.remove(DAY, tmp_path / "two.jsonl", who="ada", at=NEW)
    ledger.storage.append("INSERT INTO removed_runs (removal, run, run_number) VALUES (1, 'r4', 4)")
    mark = "INSERT INTO removed_chats (removal, chat) VALUES (:removal, :chat)"
    with pytest.raises(LedgerError, match="only a chat that is settled"):  # its run went by another removal
        ledger.storage.append(mark, removal=2, chat=numbers["r4"])
    tell(ledger, "m2")
    for event in ("r4", "m2"):
        ledger.storage.append(mark, removal=1, chat=numbers[event])


@pytest.mark.parametrize("stage", [Stage.OUTCOME, Stage.DECISION])
def test_what_is_still_to_be_told_stays_with_its_run(ledger: Ledger, tmp_path: Path, stage: Stage) -> None:
    """It is told afterwards and never asked again, then it may go; the tables let no run go before."""
    hear(ledger, "r8")
    ledger.questions.accept("r8?", run="r8", asked_at=OLD, asker="ada", key="r8")
    kind = OutcomeKind.ANSWERED if stage is Stage.OUTCOME else OutcomeKind.HELD
    number = ledger.append_run(replace(an_outcome("r8", kind), asked_at=OLD))
    if stage is Stage.DECISION:
        tell(ledger, "r8")
        ledger.decide(number, a_review(Action.DECLINE))
    ledger.removals.remove(DAY, tmp_path / "old.jsonl", who="ada", at=NEW)
    due = [(one.chat.event, one.run, one.stage) for one in ledger.chats.due(now=NEW)]
    assert due == [("m2", None, Stage.OUTCOME), ("r8", "r8", stage)]
    with pytest.raises(LedgerError, match="still to be told"):
        ledger.storage.append(
            "INSERT INTO removed_runs (removal, run, run_number) VALUES (1, 'r8', :number)", number=number
        )
    tell(ledger, "r8", stage)
    ledger.removals.remove(DAY, tmp_path / "older.jsonl", who="ada", at=NEW)
    assert events(ledger) == ["r2", "r4", "m2", "m3"]


def test_a_message_that_is_settled_meanwhile_is_never_lost(ledger: Ledger, tmp_path: Path) -> None:
    """Told after the export was written, it is not in there, so nothing goes; after that, it stays."""

    def settle(event: str, moment: str) -> Callable[[str], None]:
        return lambda stage: tell(ledger, event) if stage == moment else None

    with pytest.raises(LedgerError, match="does not hold"):
        ledger.removals.remove(DAY, tmp_path / "a", who="ada", at=NEW, on_stage=settle("m2", "exported"))
    assert ledger.removals.listed() == ()
    hear(ledger, "m4")
    ledger.removals.remove(DAY, tmp_path / "b", who="ada", at=NEW, on_stage=settle("m4", "verified"))
    assert events(ledger) == ["r2", "r4", "m3", "m4"]


def test_more_messages_than_a_page_go(ledger: Ledger, tmp_path: Path) -> None:
    """Each with what was told of it, and none of them twice; those that stay are passed over."""
    for number in range(205):
        hear(ledger, f"x{number}")
        tell(ledger, f"x{number}")
        hear(ledger, f"y{number}", NEW)
        tell(ledger, f"y{number}")
    file = tmp_path / "old.jsonl"
    ledger.removals.remove(DAY, file, who="ada", at=NEW)
    messages = [line for line in read_export(file) if line["kind"] == "message"]
    assert [one["event"] for one in messages] == ["m1", *(f"x{number}" for number in range(205))]
    assert {(len(one["chat_turns"]), len(one["chat_told"])) for one in messages} == {(1, 1)}
    assert events(ledger) == ["r2", "r4", "m2", "m3", *(f"y{number}" for number in range(205))]


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
        (lambda text: text.replace(b'"version":2', b'"version":9', 1), "newer Tieout"),
        (lambda text: b"", "no whole export"),
        (lambda text: text.replace(b'"messages":1', b'"messages":0', 1), "digest does not fit"),
        (lambda text: text.replace(b'"messages":1', b'"messages":null', 1), "digest does not fit"),
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
    assert [line["kind"] for line in lines] == ["header", "run", "run", "message", "end"]
    assert (lines[0]["version"], lines[-1]["runs"], lines[-1]["messages"]) == (2, 2, 1)
    for line in lines:
        valid(line, "ledger-export")


def test_an_export_of_the_version_before_is_read(tmp_path: Path) -> None:
    """It has no messages, and no chats in its runs."""
    head = b'{"kind":"header","format":"tieout-ledger-export","version":1}\n'
    body = head + b'{"kind":"run","run":"r1"}\n'
    end = {"kind": "end", "runs": 1, "sha256": hashlib.sha256(body).hexdigest()}
    file = tmp_path / "before.jsonl"
    file.write_bytes(body + json.dumps(end).encode() + b"\n")
    assert list(read_export(file)) == [{"kind": "run", "run": "r1"}]


def test_every_export_has_the_messages_that_became_no_question(ledger: Ledger) -> None:
    """Of any day, or of those before one; not those of which it is still to be told."""
    for day, found in ((None, ["m1", "m3"]), (DAY, ["m1"])):
        lines = list(ledger.contents.lines(day))
        assert [line["event"] for line in lines if line["kind"] == "message"] == found
