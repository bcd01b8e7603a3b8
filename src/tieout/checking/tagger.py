"""The tagger: tokens and numbers of a sentence → chunks, by the longest phrase that is known.

Four vocabularies are walked at once: the lexicon, the names of areas, and the phrases of each measure of
the evidence. A
number is a chunk of its own unless a longer phrase covers it ("65 and over", "per 1,000 live births").
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from tieout.checking.ages import ages_at
from tieout.checking.chunk import Chunk
from tieout.checking.lexicon import END, Closed, Trie, insert, lexicon, steps
from tieout.checking.mention import Mention, NumberKind
from tieout.checking.table import Table
from tieout.checking.tokens import Token, TokenKind
from tieout.checking.words import stem
from tieout.facts.area import plural_of
from tieout.facts.names import Names
from tieout.facts.names import fold as fold_name

__all__ = ["Tagger", "Word"]

_ENOUGH: Final = ("ind", "of", "counted", "unit", "grows")
_OPEN_KINDS: Final = frozenset(
    {"direction", "generic", "statistic", "sex", "superlative", "source", "basis", "people", "refusing"}
)
_HAVING: Final = frozenset({"had", "have", "has"})
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


class _Line(NamedTuple):
    """The words of a sentence, and apart from them the forms in which names and measures are compared."""

    words: Sequence[Word]
    keys: list[str]
    stems: list[str]


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
        self._steps: Trie = steps() if table.is_finer else {}
        own = _own_areas(table, names)
        self._areas = (_area_trie(), own) if own else (_area_trie(),)
        self._label = _label_masks(table)

    def words(self, tokens: Sequence[Token]) -> list[Word]:
        """Return the tokens as words; "d'Ivoire" gives two."""
        found: list[Word] = []
        for number, (start, end, key, kind) in enumerate(tokens):
            symbol = kind is _SYMBOL and key != "&"
            for form, root in _forms(key, kind):
                found.append(_new(Word, (form, root, number, start, end, symbol)))
        return found

    def tag(self, words: Sequence[Word], mentions: Mapping[int, Mention]) -> list[Chunk]:
        """Return the chunks of one sentence, in order; every word is in one."""
        chunks: list[Chunk] = []
        line = _Line(words, [word.key for word in words], [word.stem for word in words])
        at = 0
        while at < len(words):
            chunk, at = self._next(line, at, mentions)
            if chunk is not None:
                chunk.place = len(chunks)
                chunks.append(chunk)
        return chunks

    def _next(self, line: _Line, at: int, mentions: Mapping[int, Mention]) -> tuple[Chunk | None, int]:
        words = line.words
        word = words[at]
        # The mark before an item of a list has no width, and stands where the number of the item does.
        mention = mentions.get(word.start) if word.end > word.start else None
        length, readings = self._longest(line, at)
        spanned, ages = ages_at(words, at, self._label) if word.key[:3] == "age" else (0, 0)
        if spanned > length:
            length, readings = spanned, {"label": ages}
        if length > 1 and word.key == "of" and self._parts(words, at, mentions, readings):
            length, readings = 1, {"preposition": ""}
        article = length > 1 and word.key in _ARTICLES and at + 1 < len(words)
        if article and self._longest(line, at + 1)[0] + 1 > length:  # "the land" must not hide "land area"
            length, readings = 1, {"neutral": ""}
        if mention is not None:
            part = length > 1 and _is_base(words, at + length, mentions)
            length, readings = (0, {}) if part else (length, readings)
            length, readings, mention = _beside(mention, _covered(words, at, mention), length, readings)
        if word.symbol and not readings and mention is None:
            if word.key in _INVISIBLE:
                return None, at + 1
            return Chunk(start=word.start, end=word.end, key=word.key, kind="punct"), at + 1
        if length > 1:
            key, stems = " ".join(line.keys[at : at + length]), tuple(line.stems[at : at + length])
            end = words[at + length - 1].end
            readings = self._joined(word.key, stems, readings)
        else:
            length, key, stems, end = 1, word.key, (word.stem,), word.end
            code = mention is not None and mention.kind is NumberKind.IDENTIFIER
            if not word.symbol and (code or not readings or not _OPEN_KINDS.isdisjoint(readings)):
                readings = self._labelled(word, readings)
        chunk = Chunk(
            start=word.start,
            end=end if mention is None or mention.end < end else mention.end,
            key=key,
            readings=dict(readings),
            mention=mention,
            stems=stems,
        )
        return chunk, at + length

    def _parts(
        self, words: Sequence[Word], at: int, mentions: Mapping[int, Mention], readings: Mapping[str, Any]
    ) -> bool:
        """True for "47% of GDP" where "of GDP" is how a series that is no percentage may be named."""
        if set(readings) != {"piece"} or not at:
            return False
        before = next(
            (mentions[one.start] for one in reversed(words[max(0, at - 4) : at]) if one.start in mentions),
            None,
        )
        ends = before is not None and before.end == words[at - 1].end
        if before is None or not ends or before.kind is not NumberKind.PERCENT:
            return False
        return not any(self._table.measures[number].unit.is_percent for number in readings["piece"])

    def _labelled(self, word: Word, readings: dict[str, Any]) -> dict[str, Any]:
        """Return the readings of a word, with the measures whose label it is a word of."""
        label = self._label.get(word.stem, 0)
        return {**readings, "label": label} if label else readings

    def _joined(self, first: str, stems: tuple[str, ...], readings: dict[str, Any]) -> dict[str, Any]:
        """Return the readings of a phrase, with what the words in it say besides."""
        if "superlative" in readings and "growth" in self._label and "growth" in stems:
            readings = {**readings, "ind": self._label["growth"]}
        if "ind" in readings and first in _STATISTICS:
            readings = {**readings, "statistic": _STATISTICS[first]}
        elif "piece" in readings and first in _HAVING and "total" in stems:
            readings = {**readings, "statistic": "sum"}
        return readings

    def _longest(self, line: _Line, at: int) -> tuple[int, dict[str, Any]]:
        words, keys, stems = line
        key, root = keys[at], stems[at]
        best, readings = _walk(self._lexicon, keys, at)
        for trie in self._areas:
            if key not in trie:
                continue
            length, found = _walk(trie, keys, at)
            if found and length >= best and not self._blocked(words, at, length):
                readings = {**readings, **found} if length == best else found
                best = length
        if key in self._steps:
            length, found = _walk(self._steps, keys, at)
            if found and length >= best:
                readings, best = ({**readings, **found} if length == best else found), length
        for number, measure in enumerate(self._table.measures):
            if root not in measure.trie:
                continue
            length, found = _walk(measure.trie, stems, at)
            if not found or length < best:
                continue
            if length > best:
                readings, best = {}, length
            else:
                readings = dict(readings)
            _merge(readings, found, number)
        if self._every:
            length, found = _known(keys, at, best)
            if found and length >= best:
                readings = {**readings, **found} if length == best else dict(found)
                best = length
        return best, readings

    def _blocked(self, words: Sequence[Word], at: int, length: int) -> bool:
        """True for "us", "car" and the like when they are not written in capitals."""
        phrase = " ".join([word.key for word in words[at : at + length]])
        return phrase in self._capitals and not all(
            self._text[word.start : word.end].isupper() for word in words[at : at + length]
        )


def _known(keys: Sequence[str], at: int, least: int) -> tuple[int, dict[str, Any]]:
    """Return the longest name of any indicator of the vocabulary that starts here, at least so long.

    The index is asked phrase by phrase: to build a trie of it would cost a statement of a gap half a second.
    """
    named = Names.load().indicators_from(keys[at])
    longest = min(_LONGEST_NAME, len(keys) - at) if named else 0
    for length in range(longest, max(least, 1) - 1, -1):
        codes = named.get(" ".join(keys[at : at + length]))
        if codes:
            return length, {"known": codes}
    return 0, {}


_LONGEST_NAME: Final = 10


def _beside(
    mention: Mention, covered: int, length: int, readings: dict[str, Any]
) -> tuple[int, dict[str, Any], Mention | None]:
    """Return what stands where a number and a phrase start: the longer, or both where they are as long."""
    if length < covered or not readings or mention.kind is NumberKind.UNREADABLE:
        return covered, {} if mention.kind is NumberKind.IDENTIFIER else readings, mention
    return length, readings, None if length > covered else mention


def _is_base(words: Sequence[Word], end: int, mentions: Mapping[int, Mention]) -> bool:
    """True for "up by a quarter on 2023", where "a quarter on" is no time but a part, and what it is of."""
    if words[end - 1].key != "on":
        return False
    first = [mentions.get(word.start) for word in words[end : end + 1]]
    dated = any(mention is not None and mention.is_period for mention in first)
    return dated or " ".join(word.key for word in words[end : end + 2]) in _BASES


_BASES: Final = frozenset(
    f"{article} {year}"
    for article in ("the", "a")
    for year in ("year", "previous", "preceding", "prior", "same")
)


def _covered(words: Sequence[Word], at: int, mention: Mention) -> int:
    count = 1
    while at + count < len(words) and words[at + count].start < mention.end:
        count += 1
    return count


def _walk(trie: Trie, forms: Sequence[str], at: int) -> tuple[int, dict[str, Any]]:
    """Return length and readings of the longest phrase of a trie that starts at a place."""
    best, readings = 0, {}
    node = trie
    for place in range(at, len(forms)):
        form = forms[place]
        below = node.get(form)
        if below is None:
            break
        node = below.open_in(node, form) if type(below) is Closed else below
        if END in node:
            best, readings = place - at + 1, node[END]
    return best, readings


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
    for kind in set(table.kinds.values()):
        # "Of the two counting stations", or just "stations".
        called = tuple(plural_of(kind).split())
        for words in (called, called[-1:]):
            insert(trie, words, "setnoun", kind)
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
