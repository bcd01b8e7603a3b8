"""A call with a side effect at the command line: it waits, is approved or denied, and the run goes on."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.scenarios.program import QUESTION, WATCH, Done, environment, valid

from tieout.assistant.approval import Answer
from tieout.interfaces.settings import Settings

Tieout = Callable[..., Done]
RULE = 'watch_value {"country_code": "CAN", "indicator_code": "SP.POP.TOTL", "year": 2024}'
OTHER = 'watch_value {"country_code": "CAN", "indicator_code": "SP.POP.TOTL", "year": 2023}'


@pytest.fixture
def options(watching: list[str]) -> list[str]:
    """Options of a recorded run that looks a value up and wants to watch it."""
    return ["--dataset", "core8", *watching]


def test_a_call_waits_is_approved_and_the_run_goes_on(tieout: Tieout, options: list[str]) -> None:
    """Each step is a process of its own; the watch is made once, and the answer ties out."""
    asked = tieout("ask", QUESTION, "--json", *options)
    assert asked.status == 4
    valid(asked.document, "outcome")
    run = asked.document["run"]
    assert (asked.document["outcome"], asked.document["stop"]) == ("waiting", "approval")
    assert 'country_code = "CAN"' in asked.err
    assert f"--resume {run}" in asked.err

    (listed,) = tieout("approvals", "list", "--json").document
    assert (listed["tool"], listed["arguments"], listed["answer"]) == ("watch_value", WATCH, None)
    assert "No value is watched." in tieout("data", "watches").err
    assert tieout("approvals", "approve", "1", "--by", "ada").status == 0

    done = tieout("ask", "--resume", run, "--json", *options)
    assert (done.status, done.document["run"]) == (0, run)
    assert done.document["answer"] == "The population of Canada was 41,262,329 in 2024."
    (watch,) = tieout("data", "watches", "--dataset", "core8", "--json").document
    assert (watch["then"], watch["now"], watch["state"]) == ("41262329", "41262329", "unchanged")
    assert "unchanged" in tieout("data", "watches", "--dataset", "core8").out
    again = tieout("ask", "--resume", run, *options)
    assert (again.status, len(tieout("data", "watches", "--json").document)) == (2, 1)


def test_a_denied_call_does_not_run(tieout: Tieout, options: list[str]) -> None:
    """The run goes on without it."""
    run = tieout("ask", QUESTION, "--json", *options).document["run"]
    assert "denied by ada" in tieout("approvals", "deny", "1", "--by", "ada").err
    done = tieout("ask", "--resume", run, "--json", *options)
    assert [step["outcome"] for step in done.document["steps"]] == ["ok", "not approved: denied"]
    assert tieout("data", "watches", "--json").document == []
    assert tieout("approvals", "list").err == "No call waits for a person.\n"
    assert "denied by ada" in tieout("approvals", "list", "--all").out


def test_an_automatic_yes_is_loud_and_matches_values(tieout: Tieout, options: list[str]) -> None:
    """The same tool with another year is another call."""
    done = tieout("ask", QUESTION, "--json", "--auto-approve", RULE, *options)
    assert (done.status, len(tieout("data", "watches", "--json").document)) == (0, 1)
    assert done.err.count("WARNING") == 2
    other = tieout("ask", QUESTION, "--json", "--auto-approve", OTHER, *options)
    assert other.document["steps"][1]["outcome"] == "not approved: no answer"
    assert tieout("ask", QUESTION, "--auto-approve", "watch_value [1]", *options).status == 2


@pytest.mark.parametrize(
    ("typed", "outcome"),
    [
        ("yes\n", "ok"),
        ("YES \n", "ok"),
        ("no\n", "denied"),
        ("\n", "denied"),
        ("y\n", "denied"),
        ("\x04", "no answer"),
    ],
)
def test_a_person_at_the_terminal_is_asked(
    own_home: Path, options: list[str], typed: str, outcome: str
) -> None:
    """Only yes is yes; the end of input is no answer."""
    mine, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "tieout", "ask", QUESTION, *options],
        stdin=theirs,
        stderr=theirs,
        stdout=subprocess.PIPE,
        env=environment(own_home),
    ) as process:
        os.close(theirs)
        said = b""
        while b"anything else is no" not in said:
            said += os.read(mine, 4096)
        os.write(mine, typed.encode())
        process.communicate(timeout=60)
    os.close(mine)
    assert b"watch_value" in said
    assert b"year = 2024" in said
    with Settings(home=own_home).open_ledger() as book:
        step = book.get("1").document["steps"][1]
        assert step["outcome"].removeprefix("not approved: ") == outcome
        (approval,) = book.approvals.listed(answered=True)
        assert (approval.answer is Answer.APPROVED) is (outcome == "ok")


def test_wrong_words_are_wrong_usage(tieout: Tieout, options: list[str], tmp_path: Path) -> None:
    """Unknown toolsets, numbers and runs end with status 2 and a sentence."""
    assert tieout("ask", QUESTION, "--with", "everything").status == 2
    assert tieout("ask", QUESTION, "--with", "clock", "--with", "clock").status == 2
    assert tieout("ask", QUESTION, "--with", f"notes={tmp_path / 'none'}").status == 2
    assert tieout("ask", QUESTION, "--resume", "r").status == 2
    assert tieout("ask").status == 2
    assert tieout("approvals", "approve", "1").status == 2
    tieout("ask", QUESTION, "--dataset", "core8")
    assert tieout("ask", "--resume", "r").status == 2
    assert tieout("approvals", "approve", "1").status == 2


def test_toolsets_can_be_tried_by_hand(tieout: Tieout, tmp_path: Path) -> None:
    """All but what has a side effect: that runs through a desk only."""
    glossary, notes = tmp_path / "terms.toml", tmp_path / "notes"
    glossary.write_text('"Fonds" = "All that one body left."\n', encoding="utf-8")
    notes.mkdir()
    (notes / "a.md").write_text("The harbour closed.\n", encoding="utf-8")
    tried = {
        "calculator": ("calculate", '{"expression": "2 * 6.49 + 18.50"}', "31.48"),
        "clock": ("today", '{"time_zone": "UTC"}', "weekday"),
        f"glossary={glossary}": ("glossary", '{"term": "fonds"}', "All that one body left."),
        f"notes={notes}": ("search_notes", '{"query": "harbour"}', "a.md#1"),
    }
    for word, (name, arguments, shown) in tried.items():
        done = tieout("tool", name, arguments, "--with", word)
        assert (done.status, done.out.splitlines()[-1]) == (0, "ok")
        assert shown in done.out
    watch = '{"country_code": "CAN", "indicator_code": "SP.POP.TOTL", "year": 2020}'
    refused = tieout("tool", "watch_value", watch, "--with", "watch")
    assert refused.out.splitlines()[-1] == "refused: not_allowed"
    assert "watch_value" in tieout("tools", "--with", "watch").out
