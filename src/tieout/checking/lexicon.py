"""The words we understand, as data: phrase → what it may be.

The phrases live in ``lexicon/<kind>.txt``, one a line, sorted, each once in its file: the phrase, then,
after a tab, what it
says (the sign of a direction, the bound of a hedge). A phrase may stand in several files; the tagger keeps
all its
readings and the words around it decide. Files are read once, on the first check.
"""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, Final

__all__ = ["END", "Trie", "lexicon"]

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


class _Opened(dict[str, Any]):
    """A node of the trie, where what stands behind a word is put in when that is first looked up.

    An answer has some fifty words and the lexicon over ten thousand phrases: to put in all of them would be
    most of a first check. A node is whole before it is seen, so that threads may share the trie.

    Args:
        phrases: Kind, and phrase with its payload as in the files, of all that goes through this node; a
            space stands before a word that follows.
    """

    __slots__ = ("behind",)

    def __init__(self, phrases: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        self.behind: dict[str, list[tuple[str, str]]] = {}
        for kind, rest in phrases:
            if rest[:1] == " ":
                word = rest.split(None, 1)[0]
                self.behind.setdefault(word, []).append((kind, rest[len(word) + 1 :]))
            else:
                self.setdefault(END, {})[kind] = rest[1:]

    def get(self, word: str, otherwise: Any = None) -> Any:
        """Return the node of a word, or the other value."""
        return self[word] if word in self.behind else super().get(word, otherwise)

    def __missing__(self, word: str) -> Any:
        return self.setdefault(word, _Opened(self.behind[word]))

    def open(self) -> None:
        """Put in all that stands behind any word."""
        for word in self.behind:
            self[word].open()


@cache
def _lexicon() -> _Opened:
    folder = files("tieout.checking") / "lexicon"
    return _Opened(
        (kind, f" {_cut(line)}" if "'" in line else f" {line}")
        for kind in KINDS
        for line in (folder / f"{kind}.txt").read_text(encoding="utf-8").splitlines()
    )


def _cut(line: str) -> str:
    phrase, tab, payload = line.partition("\t")
    return " ".join(_words(phrase)) + tab + payload


def lexicon(*, whole: bool = False) -> Trie:
    """Return the trie of every phrase of the packaged lexicon.

    Args:
        whole: Put in every phrase, for those who want to see them all; to look words up needs it not.
    """
    found = _lexicon()
    if whole:
        found.open()
    return found
