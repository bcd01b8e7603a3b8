"""Notes: what a series counts, leaves out, means and is not, as data, for remarks that are checked.

**notes.tsv** codes, facet, pattern; one statement a line, in our own words, true of every code it stands for.
Codes are shell patterns of indicator codes joined by ``|``; ``unit:`` and ``label:`` go before a pattern of
the unit or of the label, ``area:`` before the code of an aggregate; ``mean`` is of averages that are worked
out, ``*`` holds the words in which remarks are made. Facets:

======== ==================================================================================
means    what the values are: "women as a share of the labour force"
counts   what goes into them: "grants and concessional loans"
only     what goes into them and nothing else: "goods"
omits    what does not: "services"
isnt     what they are taken for and are not: "the share of women who work"
can      what they can do: "exceed 100 %"
unit     made from the unit: "per 100,000 people", which may end what they mean
inc neg  words that affirm and deny, before what they speak of: "includes", "leaves out"
pinc pneg the same after it: "are counted", "are not counted"
open join subj  words that open a remark, that join two, and what a remark speaks of
======== ==================================================================================

Patterns are those of `tieout.facts.patterns` without word sets: ``[x/y]`` may be missing, ``(x/y)`` may not.
``{line}``, ``{base}`` and ``{year}`` are the dollars of a poverty line, the base years of an index and the
year of constant prices, as the label or the unit has them.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from tieout.facts.patterns import vocabulary_rows

__all__ = ["area_notes", "mean_notes", "note_words", "series_notes", "unit_note"]

Note = tuple[str, str]
"""A facet and a pattern."""

_HOLE = re.compile(r"\{[a-z]+\}")
_LINE = re.compile(r"\$([0-9]+(?:\.[0-9]+)?) a day")
_BASE = re.compile(r"\(([12][0-9]{3})(?:[-–]([12][0-9]{3}))? ?= ?100\)")
_YEAR = re.compile(r"\bconstant ([12][0-9]{3})\b")


@cache
def _by_codes() -> dict[str, list[Note]]:
    found: dict[str, list[Note]] = {}
    for codes, facet, pattern in vocabulary_rows("notes.tsv"):
        found.setdefault(codes, []).append((facet, pattern))
    return found


def series_notes(code: str, label: str, unit: str) -> Iterator[Note]:
    """Yield what is known of a series; nothing for one that no line is of.

    >>> ("omits", "tourism") in set(series_notes("TX.VAL.MRCH.CD.WT", "Merchandise exports", "current US$"))
    True
    """
    filled = _filled(label, unit)
    if "(" not in unit and "/" not in unit:
        yield "unit", unit_note(unit)
    for codes, notes in _by_codes().items():
        kind, _, pattern = codes.rpartition(":")
        text = {"": code, "unit": unit, "label": label}.get(kind, "")
        if text and any(_fits(text, one) for one in pattern.split("|")) and codes != "*":
            for facet, said in notes:
                whole = _HOLE.sub(lambda hole: filled.get(hole[0], hole[0]), said)
                if "{" not in whole:
                    yield facet, whole


def _fits(text: str, pattern: str) -> bool:
    """True for a text of a pattern in which ``*`` stands for anything, the only sign the file uses.

    >>> _fits("constant 2015 US$", "constant *"), _fits("index (2010 = 100)", "index *=*100*")
    (True, True)
    """
    first, *rest = pattern.split("*")
    if not rest:
        return text == first
    *inner, last = rest
    if not text.startswith(first):
        return False
    at = len(first)
    for part in inner:
        at = text.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return len(text) - len(last) >= at and text.endswith(last)


def area_notes(code: str) -> tuple[Note, ...]:
    """Return what is known of the extent of an area."""
    return tuple(_by_codes().get(f"area:{code}", ()))


def mean_notes() -> tuple[Note, ...]:
    """Return what is true of every mean that is worked out over areas: it has no weights."""
    return tuple(_by_codes()["mean"])


def note_words() -> tuple[Note, ...]:
    """Return the words in which remarks are made."""
    return tuple(_by_codes()["*"])


_UNIT_WORDS: Final = {
    "kWh": "(kwh/kilowatt hours/kilowatthours)",
    "person": "(person/head/capita/inhabitant)",
    "people": "(people/inhabitants/residents/population)",
    "metric tons": "(metric tons/tonnes/tons)",
    "sq. km": "(sq km/square kilometres/square kilometers)",
}


def unit_note(unit: str) -> str:
    """Return the pattern of a unit where it ends a definition: "per 100,000 people", "as a share of GDP".

    >>> unit_note("per 100,000 people")
    'per 100,000 (people/inhabitants/residents/population)'
    >>> unit_note("% of GDP")
    '(as share/as percentage/as %/% ) GDP'
    """
    if unit.startswith("% of "):
        return f"(as share/as percentage/as %/% ) {unit[5:]}"
    for word, choices in _UNIT_WORDS.items():
        unit = re.sub(rf"(?<![\w(/]){re.escape(word)}(?![\w)/])", choices, unit, count=1)
    return unit


def _filled(label: str, unit: str) -> dict[str, str]:
    found: dict[str, str] = {}
    if line := _LINE.search(label):
        found["{line}"] = f"$ {line[1]}"
    if base := _BASE.search(unit) or _BASE.search(label):
        found["{base}"] = f"{base[1]} {base[2]}" if base[2] else base[1]
    if year := _YEAR.search(unit) or _YEAR.search(label):
        found["{year}"] = year[1]
    return found
