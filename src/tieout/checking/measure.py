"""Measures: what one series of the evidence is called, and what must be said of it.

A measure is one (indicator, unit) of the evidence: rows of one indicator with two base years are two
measures, so that no
derivation ever mixes them. The phrases come from the vocabulary where the code is known, and always from
the row's own label
and unit, so that rows of any data set can be read.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from tieout.checking.lexicon import Trie, insert
from tieout.checking.physical import physical_phrases
from tieout.checking.words import split_words, stem
from tieout.facts.names import IndicatorName, Names
from tieout.facts.names import fold as fold_name
from tieout.facts.unit import Unit

__all__ = ["Measure", "measure_of", "stems"]

_PARENTHESES = re.compile(r"\([^()]*\)")
_PART = re.compile(r"\b(?:proportion|share|percentage) of (\w+)", re.IGNORECASE)
_SEX: Final = {
    "female": "female",
    "woman": "female",
    "girl": "female",
    "male": "male",
    "man": "male",
    "boy": "male",
}
_HAPPENING: Final = frozenset(
    "count counted arrival departure birth death trip visit visitor passenger sale journey ride crossing "
    "accident collision crash crime offence incident call complaint permit loan registration event guest "
    "night admission arrest fine ticket".split()
)
"""Stems of what is counted over a time; a stock such as the population has none of them in its name."""
_COMPUTED: Final = frozenset(
    "average mean median rate ratio index share cumulative rolling moving running smoothed adjusted".split()
)
"""Stems of what is computed of counts already, and does not add up again."""
_HOLLOW: Final = frozenset(
    "the of in and a an to by for as with at on per total all both number % annual share rate ratio "
    "proportion net crude "
    "value year estimate modeled modelled atlas method bop dod us $ current constant ppp "
    "international gross percent from "
    "held its".split()
)
_LIGHT: Final = frozenset(
    "have has had having be is are was were been being a an the of in to at on by for with its it "
    "their as there about some "
    "do does did get gets got count counts counted number numbers numbered".split()
)
"""Words that are no sign of any one series: a verb form made of these alone is none."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Measure:
    """One series of the evidence, as it may be spoken of.

    Attributes:
        code: The indicator's code.
        label: The publisher's name.
        unit: The unit of the rows.
        vintage_free: True always; vintages are kept apart by the table.
        trie: Stems → readings (ind, grows, of, counted, unit, piece, higher, lower).
        words: Stems of the label and the unit: words that may be said of it.
        core: Stems that together name it.
        sex: ``female``, ``male`` or empty.
        growth: True for a rate of growth of something (GDP growth, inflation, population growth).
        share: True where the value is a percentage of something.
        patterns: For each ``has`` pattern, how many pieces must be there.
        signed: It has names of its own for values above and below zero (surplus and deficit).
    """

    code: str
    label: str
    unit: Unit
    trie: Trie
    words: frozenset[str]
    core: frozenset[str]
    of_words: frozenset[str]
    sex: str
    growth: bool
    patterns: tuple[int, ...]
    has_real_twin: bool
    signed: bool = False

    @property
    def adds_up(self) -> bool:
        """True for what happens in a time and is counted, so that days add up to a month; not for people."""
        words = (*stems(self.label), *stems(self.unit.text))
        return self.unit.is_additive and not _HAPPENING.isdisjoint(words) and _COMPUTED.isdisjoint(words)

    @property
    def per_head(self) -> bool:
        """True for money per person, which must be said."""
        return self.unit.currency is not None and self.unit.per == 1

    @property
    def per_dollar(self) -> bool:
        """True for an exchange rate: units of the area's own currency for a US dollar."""
        return self.unit.text.lower().startswith(("local currency units per", "lcu per"))


def stems(text: str) -> tuple[str, ...]:
    """Return the stems of the words of a text, in order."""
    return tuple(stem(word) for word in split_words(text))


def _stems(folded: str) -> tuple[str, ...]:
    """Return the stems of a folded phrase: the same, but each word is cut once for all phrases it is in."""
    if "us $" in folded:
        return stems(folded)
    return tuple(itertools.chain.from_iterable(map(_stems_of_word, folded.split())))


_stems_of_word = lru_cache(maxsize=8192)(stems)


@lru_cache(maxsize=2048)
def measure_of(code: str, label: str, unit_text: str) -> Measure:
    """Return the measure of an indicator code, label and unit; cached, since evidence repeats them."""
    unit = Unit(unit_text)
    known = Names.load().indicators.get(code)
    trie: Trie = {}
    base = _base(label)
    for phrase in _label_phrases(base, unit):
        insert(trie, phrase, "ind", True)
    for phrase in _unit_phrases(unit_text):
        insert(trie, phrase, "unit", True)
    for phrase in (*_age_phrases(label), *_scale_phrases(unit_text)):
        insert(trie, phrase, "of" if "old" in phrase else "unit", True)
    for phrase in _line_phrases(label):
        insert(trie, phrase, "label", True)
    for written in physical_phrases(unit_text):
        insert(trie, tuple(stem(word) for word in written), "unit", True)
    patterns = _add_known(trie, known) if known else ()
    signed = known is not None and not unit.is_percent_rate and _add_signed(trie, known)
    words = frozenset(stems(label)) | frozenset(stems(unit_text))
    return Measure(
        code=code,
        label=label,
        unit=unit,
        trie=trie,
        words=words,
        core=frozenset(word for word in stems(base) if word not in _HOLLOW and word not in _SEX),
        of_words=frozenset(stems(unit.denominator or _part_of(label, unit))),
        sex=_sex(label),
        growth=unit.is_percent_rate or (known is not None and known.measure == "growth"),
        patterns=patterns,
        has_real_twin=code.startswith("NY.G"),
        signed=signed,
    )


def _base(label: str) -> str:
    return " ".join(_PARENTHESES.sub(" ", _PARENTHESES.sub(" ", label)).split()).strip(" ,")


def _part_of(label: str, unit: Unit) -> str:
    """Return what a bare "%" is a part of, where the label says it ("Proportion of seats held by women")."""
    found = _PART.search(label) if unit.is_percent and not unit.is_percent_rate else None
    return found[1] if found else ""


def _sex(label: str) -> str:
    found = {_SEX[word] for word in stems(_base(label)) if word in _SEX}
    return found.pop() if len(found) == 1 else ""


def _label_phrases(base: str, unit: Unit) -> set[tuple[str, ...]]:
    """Phrases from the publisher's label: as it stands, and with the parts around its comma turned."""
    head, *rest = (stems(part) for part in base.split(","))
    dropped = {("total",), ("atlas", "method"), ("ppp",)}
    tail = [part for part in rest if part not in dropped]
    found = {head} if not tail else set()
    whole = head
    for part in tail:
        whole = (*part, *whole)
    found.add(whole)
    found.add(tuple(stems(base)))
    if tail:
        found.add((*head, *(word for part in tail for word in part)))
    for phrase in tuple(found):
        if unit.is_percent and not unit.is_percent_rate:
            found.update({(*phrase, "share"), (*phrase, "rate"), ("share", "of", *phrase)})
        if len(phrase) > 1 and phrase[-1] in ("rate", "ratio", "index"):
            found.add(phrase[:-1])
        if len(phrase) > 1 and phrase[-1] == "growth":
            found.update({("growth", "in", *phrase[:-1]), ("growth", "of", *phrase[:-1]), (*phrase, "rate")})
    return {phrase for phrase in found if phrase and any(word not in _HOLLOW for word in phrase)}


def _unit_phrases(unit_text: str) -> set[tuple[str, ...]]:
    words = stems(fold_name(unit_text))
    found = {words}
    if words and words[0] == "%" and len(words) > 2:
        found.update({words[1:], words[2:]} - {()})
        found = {phrase for phrase in found if phrase[0] == "%"}
    return {phrase for phrase in found if phrase and phrase != ("%",)}


def _age_phrases(label: str) -> Iterator[tuple[str, ...]]:
    """Return the phrases for an age group of a label: "20- to 79-year-olds" for "ages 20 to 79"."""
    found = _AGES.search(label)
    if found is not None:
        for middle in (("to",), ("-",), ("–",), ("-", "to")):
            yield (found[1], *middle, found[2], "year", "old")


def _scale_phrases(unit_text: str) -> Iterator[tuple[str, ...]]:
    """Return "0-100 scale", "a scale of 0 to 100" for an index that has ends."""
    found = _ENDS.search(unit_text)
    if found is not None:
        for middle in ("to", "-", "–"):
            yield found[1], middle, found[2], "scale"
            for word in ("of", "from"):
                yield "scale", word, found[1], middle, found[2]


def _line_phrases(label: str) -> Iterator[tuple[str, ...]]:
    """Return "$3 a day", "less than $3.00 per day", "the $3.00 poverty line" for a rate at that line."""
    found = _LINE.search(label)
    if found is not None:
        for amount in dict.fromkeys((found[1], found[1].removesuffix(".00"), found[1].removesuffix("0"))):
            for money in ("$", "us$"):
                yield money, amount, "line"
                yield money, amount, "poverty", "line"
                for below in ((), ("less", "than"), ("under",), ("below",)):
                    for daily in (
                        ("a", "day"),
                        ("per", "day"),
                        ("a", "day", "line"),
                        ("a", "person", "a", "day"),
                    ):
                        yield *below, money, amount, *daily


_LINE: Final = re.compile(r"\$([0-9]+\.[0-9]{2}) a day")
_AGES: Final = re.compile(r"\bages? (\d+)(?: to |-|–)(\d+)\b")
_ENDS: Final = re.compile(r"\bindex \((\d+)-(\d+)\)")


def _add_known(trie: Trie, known: IndicatorName) -> tuple[int, ...]:
    for kind, phrases in (
        ("ind", known.phrases),
        ("of", known.of),
        ("counted", known.counted),
        ("grows", known.grows),
    ):
        for phrase in phrases:
            insert(trie, _stems(phrase), kind, True)
    for kind, pairs in (("higher", known.higher), ("lower", known.lower)):
        for comparative, superlative in pairs:
            insert(trie, _stems(comparative), kind, "comparison")
            insert(trie, _stems(superlative), kind, "superlative")
    sizes: list[int] = []
    for pattern in (*known.does, *known.has):
        pieces = [_stems(piece) for piece in pattern.split("#")]
        pieces = [piece for piece in pieces if not _LIGHT.issuperset(piece)]
        if not pieces:
            continue
        for part, piece in enumerate(pieces):
            _insert_piece(trie, piece, (len(sizes), part))
        sizes.append(len(pieces))
    return tuple(sizes)


def _add_signed(trie: Trie, known: IndicatorName) -> bool:
    """Add the names that say the sign of the value: "surplus", "net outflow"."""
    for kind, phrases in (("surplus", known.positive), ("deficit", known.negative)):
        for phrase in phrases:
            insert(trie, _stems(phrase), kind, True)
    return bool(known.positive or known.negative)


def _insert_piece(trie: Trie, words: tuple[str, ...], mark: tuple[int, int]) -> None:
    node: Any = trie
    for word in words:
        node = node.setdefault(word, {})
    node.setdefault("", {}).setdefault("piece", set()).add(mark)
