"""Search over indicators: everyday words in, ranked entries out, each with why it was found.

SQLite's FTS5 (Porter stems, BM25, the name counting most) finds the candidates; a word that no entry has is
read as the one spelt most alike; words that people use for others ("power", "jobless") stand in
``plainwords.tsv``. The candidates are then ranked by how much of the question each covers and how little of
its name was not asked for. Deterministic: the same entries and words give the same order.
"""

from __future__ import annotations

import functools
import sqlite3
import weakref
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from tieout.data.spelling import Spelling
from tieout.facts.names import fold
from tieout.facts.patterns import vocabulary_rows

__all__ = ["Entry", "Hit", "IndicatorSearch"]

_CANDIDATES: Final = 60
_LONGEST_PHRASE: Final = 6
_EMPTY: Final = frozenset(
    "a all an and are as at be been before being by can compared could countries country did do does each "
    "every for from get gets give had has have how if in into is it its less long many me more most much now "
    "number of on or our part per percent percentage proportion rate share show still tell than that the "
    "their them there these they this to total was we were what when where which who whose will with would "
    "year years".split()
)
"""Words that a search cannot go by; they still stand in phrases ("how long do people live")."""

_SHARES: Final = frozenset("percent percentage proportion share".split())
"""Words that ask for a part of a whole, which a name says with a percent sign."""

_ALIKE: Final = 0.78
_NEAR: Final = 0.74


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An indicator as the search knows it.

    Attributes:
        code: The code.
        name: The publisher's name.
        aliases: Everyday names, folded.
        topic: The publisher's topic.
        definition: What is measured.
        is_stale: It has had no new value for years, or is withdrawn; ranked down.
    """

    code: str
    name: str
    aliases: tuple[str, ...] = ()
    topic: str = ""
    definition: str = ""
    is_stale: bool = False


class Hit(NamedTuple):
    """An entry that was found.

    Attributes:
        code: Its code.
        score: Above 0, at most 1.
        reason: Why, in words.
    """

    code: str
    score: float
    reason: str


class _Concept(NamedTuple):
    """One thing that is asked for: a word or phrase as written, and what may stand for it."""

    said: str
    terms: tuple[str, ...]


class _Known(NamedTuple):
    """An entry with its texts, folded, and the stems of its name, of all its names, and of what is told."""

    entry: Entry
    texts: tuple[str, str, str, str]
    name: frozenset[str]
    called: frozenset[str]
    told: frozenset[str]


class IndicatorSearch:
    """An index over entries; made once, asked often.

    Args:
        entries: The indicators, in the order that decides between equals.
    """

    __slots__ = ("__weakref__", "_connection", "_counts", "_known", "_phrases", "_spelling", "_words")

    def __init__(self, entries: Iterable[Entry]) -> None:
        connection = sqlite3.connect(":memory:", check_same_thread=False)
        weakref.finalize(self, connection.close)
        connection.executescript(_TABLES)
        self._connection = connection
        self._known = [_known(entry) for entry in entries]
        self._phrases: dict[str, list[int]] = {}
        for number, known in enumerate(self._known):
            for alias in known.entry.aliases:
                self._phrases.setdefault(alias, []).append(number)
        self._counts = Counter(stem for known in self._known for stem in known.called)
        rows = [(number, *one.texts) for number, one in enumerate(self._known)]
        connection.executemany(
            "INSERT INTO entry (rowid, name, called, topic, told) VALUES (?, ?, ?, ?, ?)", rows
        )
        self._words = frozenset(word for row in rows for text in row[1:] for word in str(text).split())
        self._spelling = Spelling(self._words.union(_plain_parts()), alike=_ALIKE, near=_NEAR)

    def find(self, words: str, limit: int = 10) -> tuple[Hit, ...]:
        """Return what the words may mean, the best first; empty when too little of them is known.

        Args:
            words: A question or a few words, in any case.
            limit: The most hits.
        """
        spelt = [self._spelt(word) for word in fold(words).split()]
        concepts = self._concepts(spelt)
        if not concepts:
            return ()
        exact = self._exact(" ".join(spelt))
        numbers = dict.fromkeys([*exact, *self._candidates(concepts)])
        weights = [self._weight(concept) for concept in concepts]
        share = _SHARE if "%" in words or not _SHARES.isdisjoint(spelt) else 0.0
        hits = []
        for number in numbers:
            score, reason = _rated(self._known[number], concepts, weights)
            score += share if "%" in self._known[number].entry.name else 0.0
            if number in exact:
                score, reason = max(score, 0.97), "an everyday name of it"
            if score >= _LEAST:
                stale = self._known[number].entry.is_stale
                reason = f"{reason}; no new values for years" if stale else reason
                hits.append((score * (_STALE if stale else 1), -number, reason))
        hits.sort(reverse=True)
        return tuple(
            Hit(self._known[-number].entry.code, round(min(score, 1.0), 4), reason)
            for score, number, reason in hits[:limit]
        )

    def _exact(self, phrase: str) -> list[int]:
        """Return the entries one of whose everyday names the words are, question words aside."""
        words = phrase.split()
        while words and words[0] in _EMPTY:
            words = words[1:]
        for told in (phrase, " ".join(words)):
            if told in self._phrases:
                return self._phrases[told]
        return []

    def _concepts(self, words: Sequence[str]) -> list[_Concept]:
        """Cut the words into concepts: the longest everyday phrase first, then single words."""
        plain = _plainwords()
        found: list[_Concept] = []
        at = 0
        while at < len(words):
            for end in range(min(len(words), at + _LONGEST_PHRASE), at, -1):
                said = " ".join(words[at:end])
                if said in plain:
                    own = (said,) if end == at + 1 and said in self._words else ()
                    found.append(_Concept(said, (*plain[said], *own)))
                    at = end
                    break
            else:
                word = words[at]
                if word not in _EMPTY and (len(word) > 1 or word.isdigit()):
                    found.append(_Concept(word, (word,)))
                at += 1
        return found

    def _spelt(self, word: str) -> str:
        """Return a word as it is, or the one spelt most alike where nothing is called by it."""
        if word in self._words or word in _plain_parts() or word in _EMPTY or len(word) < _SHORTEST_SLIP:
            return word
        return self._spelling.nearest(word)

    def _candidates(self, concepts: Sequence[_Concept]) -> list[int]:
        terms = dict.fromkeys(term for concept in concepts for term in concept.terms)
        query = " OR ".join(_all_of(term) for term in terms)
        rows = self._connection.execute(
            "SELECT rowid FROM entry WHERE entry MATCH ? ORDER BY bm25(entry, 10, 8, 1, 1), rowid LIMIT ?",
            (query, _CANDIDATES),
        ).fetchall()
        return [row[0] for row in rows]

    def _weight(self, concept: _Concept) -> float:
        """Return how much a concept tells: less the more entries are called by it."""
        count = max(min(map(self._counts.__getitem__, _stems(term)), default=0) for term in concept.terms)
        return 1.0 / (1.0 + count / (1 + len(self._known)) * 8)


_TABLES: Final = """
CREATE VIRTUAL TABLE entry USING fts5(name, called, topic, told, tokenize = 'porter unicode61');
"""
_SHORTEST_SLIP: Final = 4
_LEAST: Final = 0.25
_STALE: Final = 0.85
_SHARE: Final = 0.04


def _known(entry: Entry) -> _Known:
    name, topic, told = fold(entry.name), fold(entry.topic), fold(entry.definition)
    # The words of all everyday names, each once: there are hundreds of names of a few words.
    called = " ".join(sorted({word for alias in entry.aliases for word in alias.split()}))
    stems = _stems(name)
    return _Known(
        entry, (name, called, topic, told), stems, stems | _stems(called), _stems(told) | _stems(topic)
    )


def _all_of(term: str) -> str:
    return "(" + " AND ".join(f'"{word}"' for word in term.split()) + ")"


def _rated(known: _Known, concepts: Sequence[_Concept], weights: Sequence[float]) -> tuple[float, str]:
    """Return how well an entry answers: how much is covered, and how much of its name was not asked for."""
    got = 0.0
    used: set[str] = set()
    told: list[str] = []
    for concept, weight in zip(concepts, weights, strict=True):
        best, stems = max(((_grade(known, _stems(term)), _stems(term)) for term in concept.terms), key=_first)
        got += best * weight
        used |= stems if best > 0 else set()
        if best >= _NAMED:
            told.append(concept.said)
    covered = got / sum(weights)
    asked = len(known.name & used) / max(1, len(known.name - _UNITS))
    narrow = len((known.name & _QUALIFIERS) - used)
    usual = 0.03 if known.entry.aliases else 0.0
    score = 0.78 * covered + 0.19 * min(1.0, asked) + usual - 0.06 * narrow
    reason = f"its name says {', '.join(told)}" if told else "words of its description"
    return max(0.0, score), reason


_NAMED: Final = 0.8
_UNITS: Final = frozenset(
    "current us of the in per and annual estim model ilo ppp constant intern total %".split()
)


def _first(pair: tuple[float, frozenset[str]]) -> float:
    return pair[0]


def _grade(known: _Known, stems: frozenset[str]) -> float:
    """Return where all words of a term stand: in the name, an everyday name, or only in the description."""
    if stems <= known.name:
        return 1.0
    if stems <= known.called:
        return 0.9
    return 0.35 if stems <= known.told | known.called else 0.0


@functools.cache
def _plainwords() -> dict[str, tuple[str, ...]]:
    return {words: tuple(mean.split("|")) for words, mean in vocabulary_rows("plainwords.tsv")}


@functools.cache
def _plain_parts() -> tuple[str, ...]:
    """Return every word of the table of plain words, each once, in the order of their letters."""
    return tuple(sorted({word for words in _plainwords() for word in words.split()}))


@functools.lru_cache(maxsize=20_000)
def _stems(text: str) -> frozenset[str]:
    """Return the stems of the words of a text: endings off, so that plural and singular are one."""
    return frozenset(_stem(word) for word in text.split())


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word[: -len(ending)]
    return word


_ENDINGS: Final = (
    "ations",
    "ation",
    "ings",
    "ing",
    "ments",
    "ment",
    "ities",
    "ity",
    "ies",
    "es",
    "ed",
    "s",
    "e",
    "y",
)
_SHORTEST_STEM: Final = 3

_QUALIFIERS: Final = frozenset(
    map(
        _stem,
        "female male youth urban rural private public net gross growth capita employed index average "
        "bottom adjusted short change other residents nonresidents".split(),
    )
)
"""Stems in a name that narrow it; one that was not asked for says that another series is meant."""
