"""Which known word a misspelt one is meant to be: found by shared letters, judged by likeness.

Looking at every known word takes ten milliseconds. Indexes name the few that are worth a look: words that
share most threes of letters; words that begin alike and share most pairs; and words that are the same after
one letter is left out of each, which is where letters that changed places in a short word are found.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final

__all__ = ["Spelling"]

_LOOKED_AT: Final = 12
_COMMON: Final = 400
_LONGEST: Final = 40


class Spelling:
    """The words that are known; made once, asked often. Deterministic.

    Args:
        words: The words, in any order.
        alike: The least likeness, from 0 to 1, of a word that shares pairs or threes of letters.
        near: The least likeness of a word that is the same but for a letter left out of each.
    """

    __slots__ = ("_alike", "_near", "_pairs", "_shorter", "_threes", "_words")

    def __init__(self, words: Iterable[str], *, alike: float, near: float) -> None:
        self._words = sorted({word for word in words if word})
        self._alike = alike
        self._near = near
        self._threes = self._index(_threes)
        self._pairs = self._index(_pairs)
        self._shorter = self._index(_one_left_out)

    def nearest(self, word: str) -> str:
        """Return the known word that is spelt most alike, or the word itself where none is alike enough."""
        if not 0 < len(word) <= _LONGEST:
            return word
        found = (number for part in _one_left_out(word) for number in self._shorter.get(part, ()))
        near = {self._words[number] for number in found if self._words[number][0] == word[0]}
        sharing = {*self._sharing(_threes(word), self._threes), *self._sharing(_pairs(word), self._pairs)}
        for group, least in ((sharing | near, self._alike), (near, self._near)):
            if close := difflib.get_close_matches(word, sorted(group), n=1, cutoff=least):
                return str(close[0])
        return word

    def _index(self, parts: Callable[[str], Iterable[str]]) -> dict[str, list[int]]:
        index: dict[str, list[int]] = {}
        for number, word in enumerate(self._words):
            for part in parts(word):
                index.setdefault(part, []).append(number)
        return index

    def _sharing(self, parts: set[str], index: dict[str, list[int]]) -> Iterator[str]:
        """Yield the words with the largest share of common parts."""
        counts: Counter[int] = Counter()
        for part in parts:
            places = index.get(part, ())
            # A part that hundreds of words have, such as "ing", tells little and costs most.
            if len(places) <= _COMMON:
                counts.update(places)
        size = len(parts)

        def share(pair: tuple[int, int]) -> tuple[int, int]:
            number, common = pair
            return 1000 * common // (size + len(self._words[number])), -number

        least = max(counts.values(), default=0) // 2
        worth = [pair for pair in counts.items() if pair[1] > least] or list(counts.items())
        worth.sort(key=share, reverse=True)
        return (self._words[number] for number, _ in worth[:_LOOKED_AT])


def _threes(word: str) -> set[str]:
    return {word[at : at + 3] for at in range(len(word) - 2)}


def _pairs(word: str) -> set[str]:
    """Return the pairs of letters of a word, each behind the word's first letter."""
    return {word[0] + word[at : at + 2] for at in range(len(word) - 1)}


def _one_left_out(word: str) -> Iterator[str]:
    """Yield the word, and what is left of it without one of its letters."""
    yield word
    for at in range(len(word)):
        if at == 0 or word[at] != word[at - 1]:
            yield word[:at] + word[at + 1 :]
