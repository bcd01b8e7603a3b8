"""Words: a question cut into tokens that keep their place, so that what was not understood can be named."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tieout.facts.names import fold

__all__ = ["Token", "tokenize"]

_TOKEN = re.compile(
    r"[A-Z]{2,}(?:\.[A-Z0-9]+){1,}"  # indicator codes
    r"|\b(?:[^\W\d_]\.){2,}"  # U.S.
    r"|\d+(?:st|nd|rd|th)\b"
    r"|\d+(?:[.,]\d+)*(?:s\b)?"
    r"|[^\W\d_]+\d+(?:\.\d+)?\b"  # G7, Q3, PM2.5
    r"|[^\W\d_]+"
    r"|[%$€£¥&]"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """One word, number or sign.

    Attributes:
        raw: As written.
        word: Folded as names are: no case, no accents.
        before: What stands between the token before and this one, spaces taken off: punctuation, or nothing.
        start: Where it begins in the text, in code points.
        end: Where it ends.
    """

    raw: str
    word: str
    before: str
    start: int = 0
    end: int = 0

    @property
    def is_number(self) -> bool:
        """True for digits, with separators or not."""
        return self.word[:1].isdigit() and self.word[-1:].isdigit()

    @property
    def is_capitalised(self) -> bool:
        """True when it starts with a capital, as names do."""
        return self.raw[:1].isupper()


def tokenize(text: str) -> tuple[Token, ...]:
    """Cut a text into tokens, in order; signs other than those of money and percent only separate.

    Examples:
        >>> [token.word for token in tokenize("Côte d’Ivoire's GDP, 2000–2024?")]
        ['cote', 'd', 'ivoire', 's', 'gdp', '2000', '2024']
    """
    tokens: list[Token] = []
    end = 0
    for match in _TOKEN.finditer(text):
        word = fold(match[0])
        if not word:
            continue
        between = text[end : match.start()].strip()
        end = match.end()
        word = word.replace(" ", "")
        tokens.append(Token(raw=match[0], word=word, before=between, start=match.start(), end=end))
    return tuple(tokens)


def joined(tokens: Sequence[Token]) -> str:
    """Return the folded words with one space between."""
    return " ".join(token.word for token in tokens)
