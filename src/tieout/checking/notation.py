"""The notation of notes, matched word by word: a pattern is a row of groups, a group a choice of phrases.

Patterns are not written out into phrases, since a long one stands for millions.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from tieout.checking.words import stem

__all__ = ["SKIPPED", "Groups", "first_words", "groups_of", "matches", "plain_words"]

Groups = tuple[tuple[tuple[str, ...], ...], ...]
"""Per group, the phrases that may stand there; an empty one means that it may be missing."""

_GROUP = re.compile(r"\[[^\]]*\]|\([^)]*\)|[^\[(]+")
SKIPPED: Final = frozenset(
    "the a an of in to for by at on as who that which whose where is are was were be been being it its their "
    "them they this these those here then also too well really actually simply just quite has have had "
    "do does did any all each every such own 's s what with into both us you".split()
)
"""Words that a remark may have or not: they change nothing in what it says."""
_INVISIBLE: Final = frozenset({"*", "_", "#", "`", '"', "'", "•", "\\"})
_SAME: Final = {
    "may": "can",
    "could": "can",
    "might": "can",
    "proportion": "share",
    "fraction": "share",
    "females": "woman",
    "female": "woman",
    "males": "man",
    "male": "man",
    "workforce": "labor force",
    "employees": "worker",
    "kids": "child",
    "five": "5",
    "fifth": "5",
    "three": "3",
    "twenty": "20",
    "individual": "person",
    "resident": "inhabitant",
    "enrollment": "enrollment",
    "usd": "dollar",
    "us$": "dollar",
    "buck": "dollar",
    "greenback": "dollar",
    "centre": "center",
    "net": "net",
}
_DASHES: Final = frozenset({"-", "–"})


def plain_words(keys: Sequence[str]) -> tuple[tuple[str, ...], list[int]]:
    """Return the words that count, in the form in which patterns are compared, and where each stands.

    >>> plain_words(["the", "gross", "rates", "are", "not", "75.0", "%"])
    (('gross', 'rate', 'not', '75', '%'), [1, 2, 4, 5, 6])
    """
    words: list[str] = []
    places: list[int] = []
    for place, key in enumerate(keys):
        if key == "cent" and words[-1:] == ["per"]:
            words[-1] = "%"
        elif key not in _DASHES or not _joins_numbers(keys, place):
            for word in _forms(key):
                words.append(word)
                places.append(place)
    return tuple(words), places


def _joins_numbers(keys: Sequence[str], place: int) -> bool:
    around = keys[max(place - 1, 0) : place + 2]
    return keys[place] in _DASHES and len(around) > 2 and around[0][0].isdigit() and around[2][0].isdigit()


@lru_cache(maxsize=8192)
def _forms(key: str) -> tuple[str, ...]:
    """Return the words that a key counts as: none, one, or two for "workforce"."""
    if key in SKIPPED or key in _INVISIBLE:
        return ()
    if key[0].isdigit():
        number = key.replace(",", "")
        return (number.rstrip("0").rstrip(".") if "." in number else number,)
    word = stem(key)
    return tuple(_SAME.get(key, _SAME.get(word, word)).split())


@lru_cache(maxsize=8192)
def groups_of(pattern: str) -> Groups:
    """Return the groups of a pattern.

    >>> groups_of("[net] exports of (goods/services)")
    ((('net',), ()), (('export',),), (('good',), ('service',)))
    """
    found: list[tuple[tuple[str, ...], ...]] = []
    for piece in _GROUP.findall(pattern):
        if not piece.strip():
            continue
        inside = piece[1:-1].split("/") if piece[0] in "[(" else [piece]
        choices = tuple(dict.fromkeys(plain_words(one.split())[0] for one in inside))
        found.append((*choices, ()) if piece[0] == "[" and () not in choices else choices)
    return tuple(found)


def first_words(groups: Groups) -> set[str]:
    """Return the words with which a match may start."""
    found: set[str] = set()
    for choices in groups:
        found.update(words[0] for words in choices if words)
        if () not in choices:
            break
    return found


def matches(groups: Groups, words: tuple[str, ...], place: int) -> Iterator[int]:
    """Yield where the pattern, matched from a place on, may end; each end once, none empty."""
    ends = {place}
    for choices in groups:
        ends = {
            end + len(choice)
            for end in ends
            for choice in choices
            if words[end : end + len(choice)] == choice
        }
        if not ends:
            return
    yield from (end for end in ends if end > place)
