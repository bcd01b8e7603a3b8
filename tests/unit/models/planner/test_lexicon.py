"""The words of questions as data: sorted, each phrase once, each pattern well formed."""

from collections import Counter
from pathlib import Path

import pytest

from tieout.facts.names import fold
from tieout.facts.patterns import expand
from tieout.models.planner import lexicon as module
from tieout.models.planner.lexicon import asked_phrases, lexicon

HERE = Path(module.__file__).parent


def rows(file: str) -> list[list[str]]:
    """Return the lines of a table without its header."""
    lines = (HERE / file).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]


@pytest.mark.parametrize("file", ["lexicon.tsv", "asked.tsv"])
def test_tables_are_sorted_and_whole(file: str) -> None:
    """Three cells a line, in code-point order, so that a diff shows what came or went."""
    lines = rows(file)
    assert all(len(line) == 3 and line[2] for line in lines)
    assert lines == sorted(lines)


@pytest.mark.parametrize("file", ["lexicon.tsv", "asked.tsv"])
def test_every_phrase_stands_once(file: str) -> None:
    """A phrase with two parts to play would play the one that happens to come last."""
    phrases = Counter(
        (fold(phrase), "" if file == "lexicon.tsv" else code)
        for code, _, pattern in rows(file)
        for phrase in {fold(one) for one in expand(pattern)}
    )
    assert [phrase for phrase, count in phrases.items() if count > 1] == []


def test_asked_phrases_have_a_known_strength() -> None:
    """The reader knows what to do with each."""
    assert {asked.strength for asked in asked_phrases()} <= {"strong", "weak", "high", "low", "more", "less"}


def test_words_that_change_a_meaning_are_not_neutral() -> None:
    """Neutral words carry nothing: no negation, no bound in time, no number, no people doing something."""
    for word in "not no without before after except per one want like know born rich poor women men".split():
        assert lexicon().get(word, ("", ""))[0] != "neutral", word
