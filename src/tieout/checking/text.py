"""The text of an answer made safe to read: look-alikes folded one to one, the invisible reported (rule 26).

Folding never changes the length, so an offset into the folded text is an offset into the answer, in code
points.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_NON_ASCII = re.compile(r"[^\x00-\x7f]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉"
# "CO₂" and "PM₂.₅" are names; a subscript after a digit is left alone, so that "5₂" never becomes 52.
_SUBSCRIPT_NAME = re.compile(rf"(?<=[A-Za-z])[{_SUBSCRIPTS}]+(?:\.[{_SUBSCRIPTS}]+)?")
_FROM_SUBSCRIPT = str.maketrans(_SUBSCRIPTS, "0123456789")
_SUPERSCRIPTS = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")

_FOLDED = {
    **dict.fromkeys("‐‑﹣－", "-"),
    **dict.fromkeys("‒", "–"),
    **dict.fromkeys("―", "—"),
    **dict.fromkeys("‘’‛ʼʹ′`´＇", "'"),
    **dict.fromkeys("“”„‟″«»＂", '"'),
    **dict.fromkeys("⁄∕", "/"),
    **dict.fromkeys("✕✖⨯", "×"),
    **dict.fromkeys("∼～˜", "~"),
    **dict.fromkeys("\x85\u2028\u2029", "\n"),
    "µ": "μ",
    "−": "−",
    "⩽": "≤",
    "⩾": "≥",
}
# Letters and marks that show nothing, though Unicode does not call them format characters.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_CATEGORIES = {
    "Cf": "an invisible character",
    "Cc": "a control character",
    "Cs": "half of a broken character",
    "Co": "a private character",
    "Cn": "an unassigned character",
    "Me": "a mark drawn over another character",
    "Nd": "a digit that is not one of 0 to 9",
}
_WORD = re.compile(r"(?:[^\W\d_]|[\u0300-\u036f])+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsafe:
    """A stretch of an answer that may look like something else than it is.

    Attributes:
        start: First code point in the answer.
        end: Code point after the last.
        text: The stretch itself.
        reason: One phrase for a data editor: "an invisible character".
    """

    start: int
    end: int
    text: str
    reason: str


def fold(text: str) -> str:
    """Return the text with look-alike spaces, dashes, quotes, signs and wide letters made plain; same length.

    Every kind of space becomes " ", the true minus "−" (U+2212) stays apart from the hyphen "-", the en
    dash "–" and the em dash "—". Superscripts and vulgar fractions stay as they are; a digit that is not 0
    to 9 stays too, and is unreadable. Accents stay. What cannot be made plain one to one stays, for
    `find_unsafe` or the reader to refuse.

    Examples:
        >>> fold("41\u202f262\u00a0329 people’s")
        "41 262 329 people's"
        >>> fold("CO₂ fell by −2.3％")
        'CO2 fell by −2.3%'
    """
    if text.isascii():
        return text
    if not _SUPERSCRIPTS.isdisjoint(text) or max(text) >= "₀":
        text = _SUBSCRIPT_NAME.sub(lambda match: match[0].translate(_FROM_SUBSCRIPT), text)
    return _NON_ASCII.sub(_plain_match, text)


def _plain_match(match: re.Match[str]) -> str:
    return _plain(match[0])


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    if character in _FOLDED:
        return _FOLDED[character]
    if unicodedata.category(character) == "Zs":
        return " "
    folded = unicodedata.normalize("NFKC", character)
    if len(folded) != 1 or folded.isdigit() or folded in "\n\t":
        return character
    return folded


def find_unsafe(text: str) -> tuple[Unsafe, ...]:
    """Return what in the text is invisible, reorders it, or mixes alphabets, in order of position.

    An answer with any of these is held: what a reader sees and what the check reads would not be the same
    text. Accented letters, symbols and emoji without joiners are safe here; whether they are understood is
    another question.

    Args:
        text: The answer as written, not folded.

    Examples:
        >>> [(found.start, found.reason) for found in find_unsafe("41\u200b million")]
        [(2, 'an invisible character')]
    """
    found = [
        _unsafe(text, match.start(), match.end(), "a control character") for match in _CONTROL.finditer(text)
    ]
    if text.isascii():
        return tuple(found)
    for match in _NON_ASCII.finditer(text):
        reason = _danger(match[0])
        if reason == "mark":
            reason = "" if _composes(text, match.start()) else "a mark drawn over another character"
        if reason:
            found.append(_unsafe(text, *match.span(), reason))
    for match in _WORD.finditer(text):
        if not match[0].isascii() and _mixes_alphabets(match[0]):
            found.append(_unsafe(text, *match.span(), "letters of two alphabets in one word"))
    return tuple(sorted(found, key=lambda item: (item.start, item.end)))


def _unsafe(text: str, start: int, end: int, reason: str) -> Unsafe:
    return Unsafe(start=start, end=end, text=text[start:end], reason=reason)


@lru_cache(maxsize=4096)
def _danger(character: str) -> str:
    if character in _BIDI:
        return "a character that turns the direction of the text"
    if character in _BLANK or "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef":
        return "an invisible character"
    if character == "\x85":
        return ""
    category = unicodedata.category(character)
    if category in {"Mn", "Mc"}:
        return "mark"
    if category == "No" and character not in _SUPERSCRIPTS and character not in _SUBSCRIPTS:
        return _CATEGORIES["Nd"] if unicodedata.normalize("NFKC", character).isdigit() else ""
    return _CATEGORIES.get(category, "")


def _composes(text: str, position: int) -> bool:
    before = text[position - 1 : position]
    return before.isalpha() and len(unicodedata.normalize("NFC", before + text[position])) == 1


def _mixes_alphabets(word: str) -> bool:
    if word[0] in "µμ" and word[1:].isascii() and len(word) <= 4:
        return False
    return len({_alphabet(letter) for letter in word} - {""}) > 1


@lru_cache(maxsize=4096)
def _alphabet(letter: str) -> str:
    if letter.isascii():
        return "LATIN"
    plain = unicodedata.normalize("NFKC", letter)
    if not plain[0].isalpha():
        return ""
    return unicodedata.name(plain[0], "UNNAMED").split()[0]
