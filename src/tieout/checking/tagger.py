"""The tagger: tokens and numbers of a sentence → chunks, by the longest phrase that is known.

Four vocabularies are walked at once: the lexicon, the names of areas, and the phrases of each measure of
the evidence. A
number is a chunk of its own unless a longer phrase covers it ("65 and over", "per 1,000 live births").
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from tieout.checking.chunk import Chunk
from tieout.checking.lexicon import END, Trie, lexicon
from tieout.checking.mention import Mention, NumberKind
from tieout.checking.table import Table
from tieout.checking.tokens import Token, TokenKind
from tieout.checking.words import stem
from tieout.facts.names import Names
from tieout.facts.names import fold as fold_name

__all__ = ["Tagger", "Word"]

_ENOUGH: Final = ("ind", "of", "counted", "unit", "grows")
_OPEN_KINDS: Final = frozenset(
    {"direction", "generic", "statistic", "sex", "superlative", "source", "basis", "people", "refusing"}
)
_STATISTICS: Final = {
    "mean": "mean",
    "average": "mean",
    "median": "median",
    "total": "sum",
    "combined": "sum",
}
"""Words of a statistic that may stand in the name of a series too."""
_ARTICLES: Final = frozenset({"the", "a", "an"})
_INVISIBLE: Final = frozenset({"•", "*", "_", "#", "`", '"', "'", "\\"})


class Word(NamedTuple):
    """A token in the forms that the vocabularies are written in."""

    key: str
    stem: str
    token: int
    start: int
    end: int
    symbol: bool
    capital: bool


_SYMBOL: Final = TokenKind.SYMBOL
_new = tuple.__new__


@lru_cache(maxsize=16384)
def _forms(key: str, kind: TokenKind) -> tuple[tuple[str, str], ...]:
    """Return the words of a token, each with its stem."""
    if key == "&":
        return (("and", "and"),)
    if kind == TokenKind.SYMBOL:
        return ((key, key),)
    if kind == TokenKind.NUMBER:
        key = key.replace(",", "")
    elif kind == TokenKind.CURRENCY:
        key = key.lower().replace(" ", "").replace("u.s.", "us")
    elif "." in key and kind == TokenKind.WORD:
        key = key.replace(".", "")
    if "'" in key and key != "'s" and "n't" not in key:
        return tuple((part, stem(part)) for part in key.split("'") if part)
    return ((key, stem(key)),)


@cache
def _area_trie() -> Trie:
    names = Names.load()
    trie: Trie = {}
    for area in names.areas.values():
        for phrase in area.phrases:
            _add_area(trie, phrase, "area", area.code)
        for phrase in area.adjectives:
            _add_area(trie, phrase, "adjective", area.code)
        if "(" in area.name:
            _add_area(trie, _bracketed(area.name), "area", area.code)
    for phrase, codes in names.ambiguous.items():
        for code in codes:
            _add_area(trie, phrase, "area", code)
    return trie


def _bracketed(name: str) -> str:
    """Return a name that holds brackets with each bracket as a word: "saint martin ( french part )"."""
    parts = name.replace("(", " ( ").replace(")", " ) ").split()
    return " ".join(part if part in "()" else fold_name(part) for part in parts)


def _add_area(trie: Trie, phrase: str, kind: str, code: str) -> None:
    node = trie
    for word in phrase.split():
        node = node.setdefault(word, {})
    readings = node.setdefault(END, {})
    if code not in readings.get(kind, ()):
        readings[kind] = (*readings.get(kind, ()), code)


class Tagger:
    """Tags the sentences of one answer against one table.

    Args:
        table: The evidence.
        names: The vocabulary of areas.
        folded: The folded answer.
        every: Tag the names of all known indicators too, not only of those in the evidence (for statements
            of gaps).
    """

    def __init__(self, table: Table, names: Names, folded: str, *, every: bool = False) -> None:
        self._table = table
        self._capitals = names.capitals
        self._text = folded
        self._every = every
        self._lexicon = lexicon()
        own = _own_areas(table, names)
        self._areas = (_area_trie(), own) if own else (_area_trie(),)
        self._label = _label_masks(table)

    def words(self, tokens: Sequence[Token]) -> list[Word]:
        """Return the tokens as words; "d'Ivoire" gives two."""
        found: list[Word] = []
        text = self._text
        for number, (start, end, key, kind) in enumerate(tokens):
            symbol = kind is _SYMBOL and key != "&"
            capital = kind is not _SYMBOL and text[start:end].isupper()
            for form, root in _forms(key, kind):
                found.append(_new(Word, (form, root, number, start, end, symbol, capital)))
        return found

    def tag(self, words: Sequence[Word], mentions: Mapping[int, Mention]) -> list[Chunk]:
        """Return the chunks of one sentence, in order; every word is in one."""
        chunks: list[Chunk] = []
        at = 0
        while at < len(words):
            chunk, at = self._next(words, at, mentions)
            if chunk is not None:
                chunk.place = len(chunks)
                chunks.append(chunk)
        return chunks

    def _next(
        self, words: Sequence[Word], at: int, mentions: Mapping[int, Mention]
    ) -> tuple[Chunk | None, int]:
        word = words[at]
        # The mark before an item of a list has no width, and stands where the number of the item does.
        mention = mentions.get(word.start) if word.end > word.start else None
        covered = _covered(words, at, mention) if mention is not None else 0
        length, readings = self._longest(words, at)
        if length > 1 and word.key in _ARTICLES and at + 1 < len(words):
            # "the land" must not hide "land area".
            further, _ = self._longest(words, at + 1)
            if further + 1 > length:
                length, readings = 1, {"neutral": ""}
        if mention is not None and (length < covered or not readings or _weak(readings, mention)):
            length = covered
            readings = readings if length == covered and mention.kind is not NumberKind.IDENTIFIER else {}
        elif mention is not None and length > covered:
            mention = None
        if word.symbol and not readings and mention is None:
            if word.key in _INVISIBLE:
                return None, at + 1
            return Chunk(start=word.start, end=word.end, key=word.key, kind="punct"), at + 1
        length = max(length, 1)
        last = words[at + length - 1]
        code = mention is not None and mention.kind is NumberKind.IDENTIFIER
        if length == 1 and not word.symbol and (code or not readings or not _OPEN_KINDS.isdisjoint(readings)):
            label = self._label.get(word.stem, 0)
            if label:
                readings = {**readings, "label": label}
        elif "growth" in self._label and "superlative" in readings and _says_growth(words[at : at + length]):
            readings = {**readings, "ind": self._label["growth"]}
        if length > 1 and "ind" in readings and word.key in _STATISTICS:
            readings = {**readings, "statistic": _STATISTICS[word.key]}
        chunk = Chunk(
            start=word.start,
            end=max(last.end, mention.end if mention else 0),
            key=" ".join(w.key for w in words[at : at + length]),
            readings=dict(readings),
            mention=mention,
            stems=tuple(w.stem for w in words[at : at + length]),
        )
        return chunk, at + length

    def _longest(self, words: Sequence[Word], at: int) -> tuple[int, dict[str, Any]]:
        key, root = words[at].key, words[at].stem
        best, readings = _walk(self._lexicon.get(key), words, at, _KEY)
        for trie in self._areas:
            if (node := trie.get(key)) is None:
                continue
            length, found = _walk(node, words, at, _KEY)
            if found and length >= best and not self._blocked(words, at, length):
                readings = {**readings, **found} if length == best else found
                best = length
        for number, measure in enumerate(self._table.measures):
            if (node := measure.trie.get(root)) is None:
                continue
            length, found = _walk(node, words, at, _STEM)
            if not found or length < best:
                continue
            if length > best:
                readings, best = {}, length
            else:
                readings = dict(readings)
            _merge(readings, found, number)
        if self._every:
            length, found = _known(words, at, best)
            if found and length >= best:
                readings = {**readings, **found} if length == best else dict(found)
                best = length
        return best, readings

    def _blocked(self, words: Sequence[Word], at: int, length: int) -> bool:
        """True for "us", "car" and the like when they are not written in capitals."""
        phrase = " ".join(word.key for word in words[at : at + length])
        return phrase in self._capitals and not all(word.capital for word in words[at : at + length])


def _known(words: Sequence[Word], at: int, least: int) -> tuple[int, dict[str, Any]]:
    """Return the longest name of any indicator of the vocabulary that starts here, at least so long.

    The index is asked phrase by phrase: to build a trie of it would cost a statement of a gap half a second.
    """
    names = Names.load()
    for length in range(min(_LONGEST_NAME, len(words) - at), max(least, 1) - 1, -1):
        codes = names.indicator_codes(" ".join(word.key for word in words[at : at + length]))
        if codes:
            return length, {"known": codes}
    return 0, {}


_LONGEST_NAME: Final = 10


def _says_growth(words: Sequence[Word]) -> bool:
    return any(word.stem == "growth" for word in words)


def _weak(readings: Mapping[str, Any], mention: Mention) -> bool:
    return mention.kind is NumberKind.UNREADABLE


def _covered(words: Sequence[Word], at: int, mention: Mention) -> int:
    count = 1
    while at + count < len(words) and words[at + count].start < mention.end:
        count += 1
    return count


def _walk(node: Any, words: Sequence[Word], at: int, form: int) -> tuple[int, dict[str, Any]]:
    """Return length and readings of the longest phrase, from the node of its first word on."""
    best, readings, first = 0, {}, at
    while node is not None:
        at += 1
        if END in node:
            best, readings = at - first, node[END]
        if at == len(words):
            break
        node = node.get(words[at][form])
    return best, readings


_KEY: Final = 0
_STEM: Final = 1
"""Places of the forms in a `Word`, in which the words of names and of measures are compared."""


def _merge(readings: dict[str, Any], found: Mapping[str, Any], number: int) -> None:
    bit = 1 << number
    for kind, payload in found.items():
        if kind == "piece":
            pieces = dict(readings.get("piece", {}))
            pieces[number] = payload
            readings["piece"] = pieces
        elif kind in ("higher", "lower"):
            side = "more" if kind == "higher" else "less"
            readings["ind"] = readings.get("ind", 0) | bit
            readings[payload] = (
                side if payload == "comparison" else ("most any" if side == "more" else "least any")
            )
        else:
            readings[kind] = readings.get(kind, 0) | bit


def _own_areas(table: Table, names: Names) -> Trie:
    trie: Trie = {}
    for code, name in table.area_names.items():
        if code and "(" in name:
            _add_area(trie, _bracketed(name), "area", code)
        if code not in names.areas and code:
            for phrase in {fold_name(name), fold_name(code)}:
                if phrase:
                    _add_area(trie, phrase, "area", code)
    return trie


def _label_masks(table: Table) -> dict[str, int]:
    masks: dict[str, int] = {}
    for number, measure in enumerate(table.measures):
        for word in measure.words:
            masks[word] = masks.get(word, 0) | 1 << number
    return masks
