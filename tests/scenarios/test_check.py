"""`tieout check`: one text or many, from files and pipes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.scenarios.program import FALSE, ROW, TRUE, Done, start, valid

Tieout = Callable[..., Done]


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    """Return a file of evidence."""
    file = tmp_path / "rows.json"
    file.write_text(json.dumps([ROW]))
    return file


def a_task(name: Any, answer: Any = TRUE, **more: Any) -> str:
    return json.dumps({"id": name, "evidence": [ROW], "answer": answer, **more}, ensure_ascii=False)


def test_a_true_text_is_valid(tieout: Tieout, rows: Path) -> None:
    """Exit status 0, from a file and from a pipe, for people and as JSON."""
    valid([ROW], "evidence")
    done = tieout("check", "--evidence", rows, feed=TRUE + "\n")
    assert done.status == 0
    assert "41,262,329 ✓" in done.out
    file = rows.with_name("answer.txt")
    file.write_text(TRUE)
    document = tieout("check", file, "-e", rows, "--json").document
    valid(document, "verdict")
    assert document["verdict"] == "valid"
    (tie,) = document["ties"]
    assert (TRUE[tie["start"] : tie["end"]], tie["facts"], tie["relation"]) == ("41,262,329", ["e1"], "value")


def test_a_false_text_is_rejected_where_it_is_false(tieout: Tieout, rows: Path) -> None:
    """Exit status 4, the problem at its place with the true value beside it."""
    done = tieout("check", "-e", rows, "--json", feed=FALSE)
    valid(done.document, "verdict")
    problem = done.document["problems"][0]
    assert (done.status, done.document["verdict"]) == (4, "rejected")
    assert FALSE[problem["start"] : problem["end"]] == problem["text"] == "42,262,329"
    assert problem["expected"] == "41262329"
    shown = tieout("check", "-e", rows, feed=FALSE)
    lines = shown.out.splitlines()
    at = next(number for number, line in enumerate(lines) if FALSE in line)
    assert lines[at + 1].index("^") == lines[at].index("42,262,329")


def test_evidence_may_be_json_lines(tieout: Tieout, rows: Path) -> None:
    """One row a line, blank lines between them, a byte order mark before them."""
    rows.write_bytes(b"\xef\xbb\xbf\n" + json.dumps(ROW).encode() + b"\n\n")
    assert tieout("check", "-e", rows, feed=TRUE).status == 0


def test_the_question_lends_what_it_names(tieout: Tieout, rows: Path) -> None:
    """An answer that names no country is read with the one of the question, and not without."""
    words = ("check", "-e", rows, "--json")
    text = "It was 41,262,329 in 2024."
    assert tieout(*words, "-q", "What was the population of Canada in 2024?", feed=text).status == 0
    assert tieout(*words, feed=text).status == 4


def test_a_text_of_a_megabyte_is_too_long(tieout: Tieout, rows: Path) -> None:
    """One sentence, at once, and no traceback."""
    done = tieout("check", "-e", rows, "--json", feed="9" * 1_000_000)
    assert done.status == 4
    assert {problem["code"] for problem in done.document["problems"]} == {"answer_too_long"}
    shown = tieout("check", "-e", rows, feed="nine " * 200_000)
    assert shown.status == 4
    assert len(shown.out) < 100_000
    in_batch = tieout("check", "--batch", "-", feed=a_task("long", "é" * 1_000_000))
    assert json.loads(in_batch.out)["problems"][0]["code"] == "answer_too_long"


def test_a_batch_answers_every_line_in_order(tieout: Tieout, tmp_path: Path) -> None:
    """Rejections are results: exit status 0; counts and speed go to stderr."""
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    tasks = [a_task("a"), a_task("b", FALSE), a_task(3, question=None, kind="notes of their own"), "", " "]
    source.write_text("\n".join(tasks), encoding="utf-8")
    done = tieout("check", "--batch", source, "--out", target)
    assert (done.status, done.out) == (0, "")
    lines = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        valid(line, "batch")
    assert [(line["id"], line["verdict"]) for line in lines] == [
        ("a", "valid"),
        ("b", "rejected"),
        (3, "valid"),
    ]
    assert done.err.startswith("3 texts in ")
    assert "2 valid, 1 rejected" in done.err


MALFORMED = {
    "no json": "{",
    "no object": "[1]",
    "a scalar": "7",
    "no answer": '{"id": "x", "evidence": []}',
    "an answer that is no text": '{"id": "x", "evidence": [], "answer": 7}',
    "no evidence": '{"id": "x", "answer": "y"}',
    "evidence that is no list": '{"id": "x", "answer": "y", "evidence": {}}',
    "a question that is no text": a_task("x", question=["y"]),
    "an unknown key in a row": json.dumps({"id": "x", "answer": "y", "evidence": [{**ROW, "more": 1}]}),
    "a key missing in a row": json.dumps({"id": "x", "answer": "y", "evidence": [{"ref": "e1"}]}),
    "a row that is no object": '{"id": "x", "answer": "y", "evidence": [null]}',
    "a key twice": '{"id": "x", "id": "y", "answer": "y", "evidence": []}',
    "NaN": '{"id": NaN, "answer": "y", "evidence": []}',
    "bottomless": "[" * 100_000,
    "a number of many digits": '{"id": ' + "9" * 5_000 + "}",
}


def test_malformed_lines_do_not_stop_a_batch(tieout: Tieout) -> None:
    """Each is answered in its place with one sentence; exit status 2."""
    lines = [line.encode() for line in MALFORMED.values()]
    feed = b"\n".join([a_task("first").encode(), *lines, b'{"id": "\xff"}', a_task("last").encode()])
    done = tieout("check", "--batch", "/dev/stdin" if os.name == "posix" else "-", feed=feed)
    results = [json.loads(line) for line in done.out.splitlines()]
    for result in results:
        valid(result, "batch")
    assert done.status == 2
    assert (results[0]["verdict"], results[-1]["verdict"]) == ("valid", "valid")
    assert all(result["error"].endswith(".") for result in results[1:-1])
    assert len(results) == len(MALFORMED) + 3
    assert "2 valid, 16 malformed" in done.err


def test_a_batch_answers_while_it_is_fed(own_home: Path) -> None:
    """Whoever waits for a verdict before sending the next text is not kept waiting."""
    process = start(own_home, "check", "--batch", "-")
    assert process.stdin is not None
    assert process.stdout is not None
    for name in ("a", "b"):
        process.stdin.write(a_task(name).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == name
    process.communicate(timeout=60)
    assert process.returncode == 0


def test_a_batch_does_not_write_over_what_it_reads(tieout: Tieout, tmp_path: Path) -> None:
    """The same file under another name is still the same file."""
    source = tmp_path / "in.jsonl"
    source.write_text(a_task("a"))
    done = tieout("check", "--batch", source, "--out", tmp_path / "." / "in.jsonl")
    assert done.status == 2
    assert source.read_text() == a_task("a")
