"""The lexicon, reviewed like code: each phrase as it is met in a text, and held in a test sentence.

A new phrase that no carrier in tests/golden/lexicon reads fails here until it has a sentence of its own
there, with a false twin. Those that do not work yet stand in exceptions.txt, with the reason; one that works
by now has to leave it.
"""

from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files

import pytest
from tests.golden.phrases import FOLDER, sentences

from tieout.checking.lexicon import KINDS
from tieout.checking.table import table_of
from tieout.checking.tagger import Tagger
from tieout.checking.text import fold
from tieout.checking.tokens import tokenize
from tieout.facts.fact import Evidence
from tieout.facts.names import Names

LEXICON = files("tieout.checking") / "lexicon"

# Neutral phrases that are of another kind too, and why that is no way around a check: the other kind comes
# first (`settle.ORDER`), or the words beside it decide.
NEUTRAL_TOO = {
    **dict.fromkeys(("added up to", "adds up to", "adding up to"), "a sum of several, or says nothing"),
    "all told": "a sum first",
    "annual": "a word of refusals too",
    "as": "a preposition of its own in ranks and ratios only",
    "as for": "opens a topic, or says nothing",
    "available": "of a set, or said of data",
    "begin at": "of a course, or where the data begin",
    "came in": "a place in a ranking, or says nothing",
    "by this measure": "a place in a ranking, or says nothing",
    "called": "a word of refusals too",
    "citizens": "people first",
    "comes in": "a place in a ranking, or says nothing",
    "covered": "of a set, or said of data",
    "divided": "a word of refusals too",
    "ends with": "of a course, or where the data end",
    "entries": "a word of refusals too",
    "entry": "a word of refusals too",
    "even": "a bound of nothing where no number follows",
    "exactly": "a bound of nothing where no number follows",
    "find": "a word of refusals too",
    "for the whole of": "a span of one year, or says nothing",
    "fully": "a bound of nothing where no number follows",
    "given": "a cause first, but before a set",
    "here": "of a set, or said of data",
    "in the world bank series": "the rows' own source",
    "indeed": "an answer to yes or no at the front",
    "inhabitants": "people first",
    "just": "a bound of nothing where no number follows",
    "just now": "a set phrase first",
    "listed": "of a set, or said of data",
    "measured": "a word of refusals too",
    "on this measure": "a place in a ranking, or says nothing",
    "out of": "a preposition in counts",
    "overall": "the time just named, or nothing",
    "precisely": "a bound of nothing where no number follows",
    "provided": "of a set, or said of data",
    "reporting": "of a set, or said of data",
    "residents": "people first",
    "separate": "a word of refusals too",
    "settle": "a word of refusals too",
    "shown": "of a set, or said of data",
    "states": "a set first",
    "the series": "the rows' own source",
    "tell": "a word of refusals too",
    "their": "a pronoun first",
    "there": "a pronoun first",
    "totalling": "a sum first",
    "turning to": "opens a topic, or says nothing",
    "whether": "a word of refusals too",
}


@cache
def phrases(kind: str) -> dict[str, str]:
    """Return the phrases of a kind with their payloads."""
    lines = (LEXICON / f"{kind}.txt").read_text(encoding="utf-8").splitlines()
    return {phrase: payload for phrase, _, payload in (line.partition("\t") for line in lines)}


@cache
def exceptions() -> tuple[tuple[str, str, str], ...]:
    """Return kind, pattern of the phrase and reason of each line of the reviewed exceptions."""
    lines = (FOLDER / "exceptions.txt").read_text(encoding="utf-8").splitlines()
    cells = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return tuple((kind, pattern, reason) for kind, pattern, reason in cells)


def excepted(kind: str) -> set[str]:
    """Return the phrases of a kind that the exceptions name."""
    patterns = [pattern for name, pattern, _ in exceptions() if name == kind]
    return {phrase for phrase in phrases(kind) if any(fnmatchcase(phrase, one) for one in patterns)}


def test_every_kind_has_test_sentences() -> None:
    """No kind is without a file of sentences, and no such file without a kind."""
    assert {path.stem for path in FOLDER.glob("*.txt")} == {*KINDS, "exceptions"}


def met(phrase: str) -> str:
    """Return a phrase as the tagger meets it in a text."""
    folded = fold(phrase)
    tagger = Tagger(table_of(Evidence(())), Names.load(), folded)
    return " ".join(word.key for word in tagger.words(tokenize(folded)))


# The reader parts these otherwise, and understands their parts.
IN_PARTS = (
    "*world bank's*|approx.|ca.|countries'|*country's|e.g.|for what it's worth|here's|i'm*|i.e.|'m *|it's|"
    "i've|that's|there's*|vs.|we've"
).split("|")


def test_every_phrase_is_written_as_it_is_met() -> None:
    """A phrase is in the form that the reader makes of a text; in another it would never be found."""
    for kind in KINDS:
        unmet = {phrase for phrase in phrases(kind) if met(phrase) != phrase}
        parted = {phrase for phrase in unmet if any(fnmatchcase(phrase, one) for one in IN_PARTS)}
        assert unmet - parted <= excepted(kind)


def test_a_neutral_phrase_is_of_no_other_kind() -> None:
    """What carries nothing carries nothing anywhere, save for the reviewed ones above."""
    others = {phrase for kind in KINDS if kind != "neutral" for phrase in phrases(kind)}
    assert set(phrases("neutral")) & others <= set(NEUTRAL_TOO)


@pytest.mark.parametrize("kind", KINDS)
def test_every_phrase_stands_in_a_sentence(kind: str) -> None:
    """In one right sentence a phrase is understood, and its false twin is held."""
    known = sentences(kind)
    faults = {
        phrase: fault for phrase, payload in phrases(kind).items() if (fault := known.fault(phrase, payload))
    }
    unknown = {phrase: fault for phrase, fault in faults.items() if phrase not in excepted(kind)}
    assert unknown == {}, "give it a sentence in tests/golden/lexicon"
    assert excepted(kind) - set(faults) == set(), "these work: take them out of exceptions.txt"


def test_every_exception_has_a_reason_and_a_phrase() -> None:
    """No line of the exceptions is left over."""
    for kind, pattern, reason in exceptions():
        assert reason.strip()
        assert any(fnmatchcase(phrase, pattern) for phrase in phrases(kind)), (kind, pattern)
