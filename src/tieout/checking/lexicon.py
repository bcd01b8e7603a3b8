"""The words we understand, as data: phrase → what it may be.

The phrases live in ``lexicon/<kind>.txt``, one a line, sorted, each once in its file: the phrase, then,
after a tab, what it
says (the sign of a direction, the bound of a hedge). A phrase may stand in several files; the tagger keeps
all its
readings and the words around it decide. Files are read once, on the first check.
"""

from functools import cache
from importlib.resources import files
from typing import Any, Final

__all__ = ["END", "Closed", "Trie", "insert", "lexicon", "steps"]

END: Final = ""
"""The key under which a trie node keeps the readings of the phrase that ends there (no word is empty)."""

Trie = dict[str, Any]
"""Word → node; ``END`` → dict of kind → payload. A plain dict, since it is walked for every word of
every answer.
"""

KINDS: Final = (
    "again",
    "ambiguous",
    "balance",
    "basis",
    "both",
    "bound",
    "cannot",
    "cause",
    "comparison",
    "contrast",
    "currency",
    "denial",
    "denominator",
    "direction",
    "factor",
    "follow",
    "forecast",
    "former",
    "future",
    "gap",
    "gapword",
    "generic",
    "heldset",
    "hold",
    "judgement",
    "mark",
    "multiple",
    "negation",
    "neutral",
    "only",
    "order",
    "ordering",
    "owned",
    "peak",
    "people",
    "preposition",
    "pronoun",
    "provisional",
    "quantifier",
    "range",
    "ranking",
    "record",
    "refusing",
    "respectively",
    "rest",
    "scope",
    "setphrase",
    "setmember",
    "setnoun",
    "sex",
    "share",
    "shared",
    "signword",
    "source",
    "statistic",
    "step",
    "superlative",
    "timeword",
    "topic",
    "without",
    "world",
    "yes",
)


def insert(trie: Trie, words: tuple[str, ...], kind: str, payload: Any) -> None:
    """Add one reading of a phrase to a trie."""
    node = trie
    for word in words:
        node = node.setdefault(word, {})
    node.setdefault(END, {})[kind] = payload


def _words(phrase: str) -> list[str]:
    """Return the words of a phrase as the tagger cuts them: "i'm" is two, "'s" and "don't" are one."""
    found: list[str] = []
    for word in phrase.split():
        whole = "'" not in word or word == "'s" or "n't" in word
        found += [word] if whole else [part for part in word.split("'") if part]
    return found


class Closed(list[tuple[str, str]]):
    """What stands behind a word of the lexicon and has not been looked up yet: kind and rest of each phrase.

    An answer has some fifty words and the lexicon over ten thousand phrases: to put in all of them would be
    most of a first check. A node is whole before it takes the place of this one, so that threads may share
    the trie.
    """

    __slots__ = ()

    def open_in(self, above: Trie, word: str) -> Trie:
        """Return the node of these phrases, and put it where they stood."""
        node: Trie = {}
        for kind, rest in self:
            if rest[:1] == " ":
                following = rest.split(None, 1)[0]
                node.setdefault(following, Closed()).append((kind, rest[len(following) + 1 :]))
            else:
                node.setdefault(END, {})[kind] = rest[1:]
        above[word] = node
        return node


def _open_all(node: Trie) -> None:
    for word in [word for word in node if word != END]:
        below = node[word]
        _open_all(below.open_in(node, word) if type(below) is Closed else below)


@cache
def _lexicon() -> Trie:
    folder = files("tieout.checking") / "lexicon"
    return Closed(
        (kind, f" {_cut(line)}" if "'" in line else f" {line}")
        for kind in KINDS
        if kind != "step"
        for line in (folder / f"{kind}.txt").read_text(encoding="utf-8").splitlines()
    ).open_in({}, "")


@cache
def steps() -> Trie:
    """Return the trie of the words for days, weeks, months and quarters, for evidence that has such periods.

    In yearly evidence they are parts of units and of refusals, and nothing else. Those that say from when a
    change is measured ("on the month before") are words of time.
    """
    lines = (files("tieout.checking") / "lexicon" / "step.txt").read_text(encoding="utf-8").splitlines()
    trie: Trie = {}
    for phrase, _, payload in (line.partition("\t") for line in lines):
        insert(trie, tuple(phrase.split()), "timeword" if payload[0] == "-" else "step", payload)
    return trie


def _cut(line: str) -> str:
    phrase, tab, payload = line.partition("\t")
    return " ".join(_words(phrase)) + tab + payload


def lexicon(*, whole: bool = False) -> Trie:
    """Return the trie of every phrase of the packaged lexicon; nodes that nobody has looked up are `Closed`.

    Args:
        whole: Put in every phrase, for those who want to see them all; to look words up needs it not.
    """
    found = _lexicon()
    if whole:
        _open_all(found)
    return found
