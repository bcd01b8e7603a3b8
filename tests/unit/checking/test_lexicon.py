"""The lexicon is data that a person can review."""

from importlib.resources import files

import pytest

from tieout.checking.lexicon import END, KINDS, lexicon

FOLDER = files("tieout.checking") / "lexicon"


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_is_sorted_and_says_each_phrase_once(kind: str) -> None:
    """Lines are in order of their phrases, lower case, without double spaces."""
    phrases = [line.partition("\t")[0] for line in (FOLDER / f"{kind}.txt").read_text("utf-8").splitlines()]
    assert phrases == sorted(set(phrases))
    assert all(phrase == " ".join(phrase.lower().split()) for phrase in phrases)


def test_every_file_is_read() -> None:
    """No phrase lies in a file that nobody loads."""
    assert {path.name for path in FOLDER.iterdir() if path.name.endswith(".txt")} == {
        f"{kind}.txt" for kind in KINDS
    }


def test_a_phrase_keeps_all_its_readings() -> None:
    """The word "above" bounds a number and compares two areas."""
    assert {"bound", "comparison"} <= set(lexicon(whole=True)["above"][END])
