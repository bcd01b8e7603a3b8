"""Words: one form for the many spellings of a word, so that labels and answers meet.

Two forms are used. ``plain`` is what the lexicon is written in: lower case, no accents, no full stops.
``stem``
goes further for words of labels: singular, one spelling for British and American, abbreviations written out.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

__all__ = ["plain", "split_words", "stem"]

_WORD = re.compile(r"[Uu][Ss]\s?\$|[^\W_]+(?:[.'’][^\W_]+)*|[$%€£]")
_IRREGULAR: Final = {
    "women": "woman",
    "men": "man",
    "womens": "woman",
    "mens": "man",
    "children": "child",
    "people": "person",
    "persons": "person",
    "population": "person",
    "populations": "person",
    "or": "and",
    "lives": "life",
    "households": "household",
    "labour": "labor",
    "centre": "center",
    "programme": "program",
    "sq": "square",
    "kms": "kilometer",
    "km": "kilometer",
    "kgs": "kilogram",
    "kg": "kilogram",
    "tonne": "ton",
    "tonnes": "ton",
    "tons": "ton",
    "metre": "meter",
    "metres": "meter",
    "kilometre": "kilometer",
    "kilometres": "kilometer",
    "aged": "age",
    "ages": "age",
    "aging": "age",
    "ageing": "age",
    "older": "over",
    "above": "over",
    "usage": "use",
    "using": "use",
    "used": "use",
    "uses": "use",
    "users": "use",
    "user": "use",
    "enrolment": "enrollment",
    "modelled": "modeled",
    "defence": "defense",
    "percent": "%",
    "percentage": "%",
    "immunisation": "immunization",
    "metric": "ton",
    "goods": "good",
    "services": "service",
    "tertiary": "tertiary",
    "m2": "square",
    "yrs": "year",
    "yr": "year",
}
_SAME_END = ("ss", "us", "is", "as", "ous")


@lru_cache(maxsize=16384)
def plain(word: str) -> str:
    """Return the word in lower case without accents, full stops and apostrophes' variants."""
    lower = word.casefold().replace("’", "'")
    if not lower.isascii():
        parts = unicodedata.normalize("NFKD", lower)
        lower = "".join(part for part in parts if not unicodedata.combining(part)).replace("ı", "i")
    return lower.rstrip(".") if lower.count(".") <= 1 else lower.replace(".", "")


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """Return the form in which words of labels are compared: singular, one spelling."""
    base = plain(word)
    if base in _IRREGULAR:
        return _IRREGULAR[base]
    if len(base) > 4 and base.endswith("ies"):
        base = base[:-3] + "y"
    elif len(base) > 4 and base.endswith(("ches", "shes", "sses", "xes")):
        base = base[:-2]
    elif len(base) > 3 and base.endswith("s") and not base.endswith(_SAME_END):
        base = base[:-1]
    if base.endswith(("isation", "ization")):
        base = base[:-7] + "ization"
    elif base.endswith(("ised", "ized")):
        base = base[:-4] + "ized"
    return _IRREGULAR.get(base, base)


def split_words(text: str) -> tuple[str, ...]:
    """Return the words of a label or phrase, hyphens and punctuation dropped, in order."""
    return tuple(found.group().replace(" ", "") for found in _WORD.finditer(text))
