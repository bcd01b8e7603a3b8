"""Bad input is one sentence that says what to do next, and never a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.scenarios.program import QUESTION, ROW, Done, environment, start

Tieout = Callable[..., Done]

EVIDENCE = ("check", "-e", "rows.json")

BAD: dict[str, tuple[tuple[str, ...], int, str]] = {
    "no command of that name": (("aks", "x"), 2, "No such command"),
    "no option of that name": (("ask", QUESTION, "--mdoel", "x"), 2, "No such option"),
    "no question": (("ask",), 2, "question is empty"),
    "an empty question": (("ask", ""), 2, "question is empty"),
    "a blank question": (("ask", " \n"), 2, "question is empty"),
    "a question of a megabyte": (("ask", "x" * 100_000), 2, "at most 2,000"),
    "an unknown model": (("ask", QUESTION, "--model", "gpt-17"), 2, "planner, recorded:FILE"),
    "a recording that is not there": (("ask", QUESTION, "--model", "recorded:/nowhere"), 2, "cannot be read"),
    "a recording that is none": (("ask", QUESTION, "--model", "recorded:text"), 2, "no recording"),
    "an unknown path": (("ask", QUESTION, "--path", "telepathy"), 2, "tools"),
    "an unknown data set": (("ask", QUESTION, "--dataset", "nope"), 2, "core8"),
    "a folder that is no snapshot": (("ask", QUESTION, "--dataset", "./folder"), 6, "SHA256SUMS"),
    "a file that is no snapshot": (("data", "show", "./binary"), 6, "binary"),
    "a database of no known kind": (("data", "show", "mysql://u:hunter2@h/x"), 2, "known are postgresql://"),
    "a server that is away": (
        ("ask", QUESTION, "--dataset", "postgresql://u:hunter2@127.0.0.1:1/x"),
        6,
        "postgresql://127.0.0.1:1/x does not answer",
    ),
    "a database file that is not there": (("data", "verify", "duckdb://nowhere"), 2, "no DuckDB file"),
    "a copy to nowhere": (("data", "copy", "core8", "core8.csv"), 2, "no place for a snapshot"),
    "a trace that cannot be written": (("ask", QUESTION, "--trace", "folder"), 2, "trace cannot be written"),
    "a ledger that is none": (("ask", QUESTION, "--ledger", "long"), 2, "not a database"),
    "a tool that is not there": (("tool", "drop_table", "{}"), 2, "refused: unknown_tool"),
    "arguments that are no JSON": (("tool", "find_areas", "{"), 2, "refused: invalid_json"),
    "no evidence": (("check", "text"), 2, "--evidence"),
    "a text that is not there": ((*EVIDENCE, "nowhere"), 2, "nowhere cannot be read"),
    "a folder as text": ((*EVIDENCE, "folder"), 2, "is a folder"),
    "a text that is no text": ((*EVIDENCE, "binary"), 2, "not UTF-8 text (byte 1)"),
    "an empty text": ((*EVIDENCE, "empty"), 4, "empty_answer"),
    "evidence that is not there": (("check", "text", "-e", "nowhere"), 2, "nowhere cannot be read"),
    "evidence that is no JSON": (("check", "text", "-e", "text"), 2, "not valid JSON"),
    "evidence that is no rows": (("check", "text", "-e", "object.json"), 2, "Evidence row 1"),
    "evidence that is no text": (("check", "text", "-e", "binary"), 2, "not UTF-8 text"),
    "everything from one pipe": (("check", "-e", "-"), 2, "standard input"),
    "a batch and a text": (("check", "text", "--batch", "rows.json"), 2, "A batch brings its own"),
    "a batch that is not there": (("check", "--batch", "nowhere"), 2, "nowhere cannot be read"),
    "a batch into nowhere": (
        ("check", "--batch", "rows.json", "-o", "no/such/folder"),
        2,
        "cannot be written",
    ),
    "an output without a batch": ((*EVIDENCE, "text", "-o", "x"), 2, "--out belongs to --batch"),
    "a trace that is not there": (("trace", "show", "nowhere"), 2, "no trace file"),
    "a trace that is none": (("trace", "show", "object.json"), 2, "is no trace"),
    "a trace that has nothing": (("trace", "show", "hollow.json"), 2, "is no trace"),
    "a review of nothing": (("review", "show", "1"), 2, "no ledger"),
    "questions that are not there": (("eval", "--questions", "nowhere"), 2, "core8-v1"),
    "no repeats": (("eval", "--repeat", "0"), 2, "--repeat"),
    "a name with a null": (("check", "-e", "rows.json", "a\n\tb"), 2, "cannot be read"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of things that are not what they should be."""
    import json

    folder = tmp_path_factory.mktemp("bad")
    (folder / "folder").mkdir()
    (folder / "text").write_text("no JSON, no trace, no recording")
    (folder / "long").write_text("this is prose, and longer than the header of a database would be " * 20)
    (folder / "empty").write_text("")
    (folder / "binary").write_bytes(b"\xff\xfe\x00\x80" * 300)
    (folder / "rows.json").write_text(json.dumps([ROW]))
    (folder / "object.json").write_text('{"a": 1}')
    (folder / "hollow.json").write_text('{"document": {}, "trace": {}}')
    return folder


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_sentence(
    name: str,
    folder: Path,
    own_home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The promised status, a sentence that names what is wrong, and nothing that looks like an answer."""
    from tieout.interfaces.cli.app import main

    words, status, sentence = BAD[name]
    monkeypatch.chdir(folder)
    monkeypatch.setenv("TIEOUT_HOME", str(own_home))
    assert main(words) == status
    out, err = capsys.readouterr()
    assert sentence in out + err
    assert "Traceback" not in out + err
    assert "hunter2" not in out + err
    assert not (own_home / "reports").exists()
    if words[0] not in ("tool", "check"):
        assert out == ""
        assert err.count("\n") == 1


def test_a_question_of_broken_bytes_is_refused(own_home: Path) -> None:
    """What the shell hands over may be no UTF-8 at all."""
    done = subprocess.run(
        [os.fsencode(sys.executable), b"-m", b"tieout", b"ask", b"\xff\xfe population?"],
        capture_output=True,
        env=environment(own_home),
        check=False,
    )
    assert done.returncode == 2
    assert b"not valid UTF-8" in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_a_closed_pipe_ends_quietly(own_home: Path) -> None:
    """`tieout ... | head -1` is no error worth a word."""
    process = start(own_home, "data", "show")
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (141, b"")


@pytest.fixture
def heeded() -> Iterator[None]:
    """Let a child heed Ctrl-C though a shell that began the tests in the background had it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heeded")
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_an_interrupt_ends_quietly(own_home: Path) -> None:
    """Ctrl-C while a batch waits for input: exit status 130 and no traceback."""
    process = start(own_home, "check", "--batch", "-")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"{}\n")
    process.stdin.flush()
    process.stdout.readline()  # the program is up and waits for the next line
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == 130  # before its input is closed, which would be an end of its own
    _, err = process.communicate()
    assert b"Traceback" not in err


def test_a_bug_of_ours_is_said_to_be_one(
    own_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 1, one sentence, and a file with the traceback to send us."""
    from tieout.interfaces.cli.ending import run_program

    monkeypatch.setenv("TIEOUT_HOME", str(own_home))

    def broken() -> object:
        raise ZeroDivisionError("by zero")

    assert run_program(broken, ["ask", "x"]) == 1
    err = capsys.readouterr().err
    (report,) = (own_home / "reports").iterdir()
    assert str(report) in err
    assert (err.count("\n"), "bug in Tieout" in err, "Traceback" in err) == (1, True, False)
    text = report.read_text(encoding="utf-8")
    assert "ZeroDivisionError: by zero" in text
    assert "['ask', 'x']" in text
    (own_home / "reports" / report.name).unlink()
    assert run_program(broken, ["ask", "x", "-d", "postgresql://me:hunt@r2@db/x?password=hunter2"]) == 1
    (report,) = (own_home / "reports").iterdir()
    assert "hunt" not in report.read_text(encoding="utf-8")
    assert run_program(broken, ["ask", "x"], debug=True) == 1
    assert "ZeroDivisionError: by zero" in capsys.readouterr().err
