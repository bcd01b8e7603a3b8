"""The words of questions, as data: what people ask with, apart from the names of areas and indicators.

``lexicon.tsv`` holds role, detail and phrase pattern; ``asked.tsv`` the everyday ways to ask for an indicator
(code, strength, phrase pattern). A *weak* phrase ("people", "economy") means its indicator only where the
question names no other; ``high``, ``low``, ``more`` and ``less`` are superlatives and comparatives ("live
longest"). Patterns are those of `tieout.facts.patterns.expand`; a phrase stands once in each file.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tieout.facts.names import fold
from tieout.facts.patterns import expand

__all__ = ["COUNTS", "FRACTIONS", "AskedPhrase", "asked_phrases", "lexicon"]

_HERE = Path(__file__).parent

COUNTS = {
    word: number
    for number, word in enumerate(
        (
            "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
            "seventeen eighteen nineteen twenty"
        ).split(),
        start=2,
    )
}
"""Counts in words, from two to twenty; one is more often a pronoun."""

FRACTIONS = {
    "half": (1, 2),
    "a third": (1, 3),
    "one third": (1, 3),
    "two thirds": (2, 3),
    "a quarter": (1, 4),
}
"""Fractions that people use as a bound for a share, as numerator and denominator."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedPhrase:
    """An everyday way to ask for an indicator.

    Attributes:
        code: The indicator.
        phrase: The folded words.
        strength: ``strong``; ``weak`` for words that give way to any other indicator of the question;
            ``high``, ``low``, ``more`` or ``less`` for words that ask for an end or a direction besides.
    """

    code: str
    phrase: str
    strength: str


@functools.cache
def lexicon() -> dict[str, tuple[str, str]]:
    """Return role and detail of every phrase, folded."""
    return {
        fold(phrase): (role, detail)
        for role, detail, pattern in _rows("lexicon.tsv")
        for phrase in expand(pattern)
    }


@functools.cache
def asked_phrases() -> tuple[AskedPhrase, ...]:
    """Return the everyday ways to ask for indicators, folded."""
    return tuple(
        AskedPhrase(code=code, phrase=fold(phrase), strength=strength)
        for code, strength, pattern in _rows("asked.tsv")
        for phrase in expand(pattern)
    )


def _rows(file: str) -> Iterator[list[str]]:
    lines = (_HERE / file).read_text(encoding="utf-8").splitlines()
    return (line.split("\t") for line in lines[1:])
