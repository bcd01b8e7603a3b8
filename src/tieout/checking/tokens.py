"""The words, numbers and signs of a folded text, in one pass, with offsets.

Hyphens between words are not tokens ("second-highest" and "second highest" give the same two tokens,
"under-5" gives "under" and "5"), so that a phrase has one form; nor are the stars of emphasis.
A hyphen before or between digits is a
token: it may be a sign or a range.
"""

import re
import unicodedata
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple


class TokenKind(IntEnum):
    """What a token is made of."""

    SCIENTIFIC = 1
    """"1e6", "8.3 × 10⁷", "8.3x10^7": one token."""
    NUMBER = 2
    """Digits with the points, commas and apostrophes between them: "41,262,329", "7,8"; also ".5". Never a
    sign or a unit."""
    CURRENCY = 3
    """"$", "US$", "€", and a currency code that stands right before a digit ("USD" in "USD5")."""
    CODE = 4
    """A name with digits in it or a dotted code: "PM2.5", "G7", "Q3", "e2", "SP.POP.TOTL"."""
    WORD = 5
    """Letters: "people", "don't", "U.S.", "km²", and "'s" by itself."""
    SYMBOL = 6
    """Any other single character that is not a space."""


class Token(NamedTuple):
    """One token. A named tuple and no dataclass, since some fifty are built for every sentence.

    Attributes:
        start: First code point in the text.
        end: Code point after the last; ``text[start:end]`` is what stands there.
        key: What to compare with: lower case, without accents ("turkiye"); abbreviations always end in a
            point ("u.s.").
        kind: See TokenKind.
    """

    start: int
    end: int
    key: str
    kind: TokenKind


_LETTER = r"[^\W\d_]"
_CODES = "USD|EUR|GBP|JPY|CNY|RMB|INR|NGN|CHF|CAD|AUD|ZAR|BRL|MXN|KES|GHS|EGP|KRW|Rs|KSh|Ksh|TSh|USh"
_TOKEN = re.compile(
    rf"""
    \s*+(?:
      ( [A-Za-z]++(?![\w$¥₵'.\u0300-\u036f]) )  # most tokens are words like this one
    | ( \d++(?:\.\d++)?+\ ?[x×*]\ ?10(?:\^[-+−]?\d++|⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]++)
      | \d++(?:\.\d++)?+[eE][-+−]?\d++(?!\w) )
    | ( \d++(?:[.,']\d++)*+ | (?<![\w.,])\.\d++ )
    | ( (?:U\.S\.\ ?|Int'l|[A-Za-z]{{1,5}})?\$ | (?:[A-Z]{{1,3}})?[¥₵] | [€£₹₦₩₽₺₴₫₱฿₪₡₲₸₼₾¢]
      | (?:{_CODES})(?=\d) )
    | ( [A-Z]{{2,}}+[A-Z0-9]*+(?:\.[A-Z0-9]{{2,}}+)++ | {_LETTER}++\d\w*+(?:\.\d++)? )
    | ( (?:{_LETTER}\.){{2,}}+{_LETTER}?+(?!\w)
      | {_LETTER}(?:{_LETTER}|[\u0300-\u036f])*+(?:'(?!s\b){_LETTER}++)*+
      | '[sS](?!\w) )
    | -(?:(?<=[^\W_]-)(?={_LETTER})|(?<={_LETTER}-)(?=\d))
    | \*++(?=\S) | (?<=\S)\*++
    | ( [^\w\s] | _ )
    | \Z  # or spaces at the end would be tried from every one of them
    )""",
    re.VERBOSE,
)
_SIMPLE = 1
_KINDS = (None, TokenKind.WORD, *TokenKind)
_WORD = _KINDS.index(TokenKind.WORD, _SIMPLE + 1)
_new = tuple.__new__


def tokenize(folded: str) -> tuple[Token, ...]:
    """Return the tokens of a folded text in order.

    Linear in the length of the text: no part of the pattern gives back what it has taken.

    Args:
        folded: A text that went through `tieout.checking.text.fold`.

    Examples:
        >>> [token.key for token in tokenize("Kenya's second-highest: 41.3m, -2%")]
        ['kenya', "'s", 'second', 'highest', ':', '41.3', 'm', ',', '-', '2', '%']
    """
    tokens: list[Token] = []
    append = tokens.append
    for match in _TOKEN.finditer(folded):
        group = match.lastindex
        if group is None:
            continue
        key = match[group]
        if group == _SIMPLE:
            key = key.lower()
        elif group >= _WORD:
            key = key.lower() if key.isascii() else key_of(key)
            if group == _WORD and "." in key and key[-1] != ".":
                key += "."
        start, end = match.span(group)
        append(_new(Token, (start, end, key, _KINDS[group])))
    return tuple(tokens)


@lru_cache(maxsize=4096)
def key_of(word: str) -> str:
    """Return the form of a word that is compared: case folded, accents off.

    Examples:
        >>> key_of("Türkiye")
        'turkiye'
    """
    apart = unicodedata.normalize("NFD", word.casefold())
    return "".join(character for character in apart if not unicodedata.combining(character)) or word
