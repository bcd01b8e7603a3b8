"""Authoring warns of questions that are nearly the same, and of words that a model is told elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tieout.evaluation.authoring import find_leaks, find_twins
from tieout.evaluation.questions import list_question_sets, load_questions
from tieout.interfaces.cli.app import main

SOURCE = """\
name = "ours"
dataset = "core8"

[[question]]
kind = "lookup"
text = "How many people lived in India in 2011?"
operation = "value"
operands = ["IND SP.POP.TOTL 2011"]

[[question]]
kind = "lookup"
text = "How many people lived in the UK in 2000, please?"
operation = "value"
operands = ["GBR SP.POP.TOTL 2000"]

[[question]]
kind = "trend"
text = "When did Nigeria's population first exceed 200 million?"
operation = "first_year_above"
operands = ["NGA SP.POP.TOTL 2000:2025"]
bound = "200000000"
split = "held_out"
"""


def written(tmp_path: Path, text: str = SOURCE) -> Path:
    """Write a source of questions."""
    file = tmp_path / "ours.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_near_duplicates_are_found_in_a_set_and_beside_it() -> None:
    """Another wording of the same question is one; the same question about another place may be one."""
    core8 = load_questions("core8-v1")
    assert [twin.other for twin in find_twins(core8[:8])] == []
    (twin,) = find_twins([core8[0].model_copy(update={"id": "mine"})], core8)
    assert (twin.id, twin.other, twin.alike) == ("mine", "core8-v1-01", 1)


def test_leaks_are_found_by_the_words_of_a_whole_question() -> None:
    """In any case and punctuation; a word of it elsewhere is no leak."""
    core8 = load_questions("core8-v1")[:2]
    texts = {"a prompt": "For example: WHAT WAS THE POPULATION OF CANADA IN 2024", "other": "Canada in 2024"}
    assert [(leak.id, leak.where) for leak in find_leaks(core8, texts)] == [("core8-v1-01", "a prompt")]


def test_the_command_computes_values_and_warns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A packaged question in other words, and one that stands in a text, are told on the way."""
    monkeypatch.setenv("TIEOUT_HOME", str(tmp_path))
    (tmp_path / "notes.md").write_text("Try: how many people lived in India in 2011?", encoding="utf-8")
    out = tmp_path / "ours.jsonl"
    words = ["eval", "author", str(written(tmp_path)), "--against", str(tmp_path), "--out", str(out)]
    assert main(words) == 0
    messages = capsys.readouterr().err
    assert "warning: ours-02 is 86% alike core8-v1-07: How many people lived in the UK in 2000?" in messages
    assert f"warning: the words of ours-01 stand in {tmp_path / 'notes.md'}" in messages
    found = load_questions(out)
    assert [question.values for question in found] == [("1261224954",), ("58892514",), ()]
    assert (found[2].years, found[2].split) == ((2017,), "held_out")
    assert main(["eval", "author", str(out), "--out", str(tmp_path / "again.jsonl")]) == 0
    assert (tmp_path / "again.jsonl").read_bytes() == out.read_bytes()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name = ", "is no source of questions"),
        ('dataset = "core8"', "needs the key name"),
        ('name = "a"\ndataset = "core8"\nquestion = [{kind = "x"}]', "is no source of questions"),
        (SOURCE.replace("IND SP.POP.TOTL 2011", "IND SP.POP.TOTL"), "is no fact"),
        (SOURCE.replace("IND ", "FRA "), "not in this"),
        (SOURCE.replace("core8", "nowhere"), "nowhere"),
    ],
)
def test_a_bad_source_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, says: str
) -> None:
    """What is wrong, and no traceback."""
    assert main(["eval", "author", str(written(tmp_path, text))]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1


def test_generated_questions_are_written_and_can_be_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To a file or to stdout, of all kinds or of some."""
    monkeypatch.setenv("TIEOUT_HOME", str(tmp_path))
    out = tmp_path / "drawn.jsonl"
    drawn = ["eval", "generate", "--count", "4", "--seed", "3", "--dataset", "core8"]
    assert main([*drawn, "--kind", "value", "--kind", "change", "--out", str(out)]) == 0
    assert [question.kind for question in load_questions(out)] == ["value", "change", "value", "change"]
    capsys.readouterr()
    assert main(drawn) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4
    assert main(["eval", "--questions", str(out)]) == 0
    assert main([*drawn, "--kind", "riddle"]) == 2


def test_packaged_sets_keep_to_the_schema() -> None:
    """Every line of every set is what the published schema allows, and the full-size set holds no value."""
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(
        (Path(__file__).parents[3] / "docs/reference/schemas/question.json").read_text("utf-8")
    )
    for name in list_question_sets():
        for question in load_questions(name):
            jsonschema.validate(question.model_dump(mode="json"), schema)
    full = load_questions("wdi-full-v1")
    assert len(full) == 150
    assert sum(question.split == "held_out" for question in full) == 50
    assert not any(question.values or question.years for question in full)
    assert all(question.decline or not question.is_computed for question in full)
    assert all(question.source for question in full)
