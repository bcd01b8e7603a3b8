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
    """The trie of the lexicon, where what stands behind a first word is put in when that is looked up.

    An answer has some fifty words and the lexicon over ten thousand phrases: to put in all of them would be
    most of a first check. A node is whole before it is seen, so that threads may share the trie.
    """

    def __init__(self, lines: dict[str, list[tuple[str, str]]]) -> None:
        super().__init__()
        self.words = lines

    def get(self, word: str, otherwise: Any = None) -> Any:
        """Return the node of a first word, or the other value."""
        return self[word] if word in self.words else otherwise

    def __missing__(self, word: str) -> Any:
        trie: Trie = {}
        for kind, line in self.words[word]:
            phrase, _, payload = line.partition("\t")
            insert(trie, tuple(_words(phrase)), kind, payload)
        return self.setdefault(word, trie[word])


@cache
def _lexicon() -> _Opened:
    lines: dict[str, list[tuple[str, str]]] = {}
    folder = files("tieout.checking") / "lexicon"
    for kind in KINDS:
        for line in (folder / f"{kind}.txt").read_text(encoding="utf-8").splitlines():
            first = line.split(None, 1)[0]
            if "'" in first:
                first = _words(first)[0]
            lines.setdefault(first, []).append((kind, line))
    return _Opened(lines)


def lexicon(*, whole: bool = False) -> Trie:
    """Return the trie of every phrase of the packaged lexicon.

    Args:
        whole: Put in every phrase, for those who want to see them all; to look a word up needs it not.
    """
    found = _lexicon()
    if whole:
        for word in found.words:
            found.get(word)
    return found
