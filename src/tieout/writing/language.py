"""The language of the sentences in house style, as a grammar, for models that write prose under decoding."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tieout.assistant.shape import MOST_CLAIMS
from tieout.facts.area import Area
from tieout.facts.fact import Evidence
from tieout.facts.indicator import Indicator
from tieout.writing.amounts import amount
from tieout.writing.claims_gaps import WHY
from tieout.writing.grammar import (
    Chars,
    Choice,
    Grammar,
    Node,
    Repeat,
    Rule,
    Seq,
    Text,
    choice_of,
    in_order,
    listing,
)
from tieout.writing.samples import PLACES, YEARS, sample_sentences
from tieout.writing.scale import count_word, ordinal
from tieout.writing.subjects import Subjects, opened

__all__ = ["sentence_grammar"]

_SETS = ("economies with a value",)
_MOST_COUNTED = 30
_OPENING = ("area", "owner", "count")
_DIGITS = Chars("0-9")
_PLAIN = Seq(
    (
        Repeat(Text("-"), 0, 1),
        Repeat(_DIGITS, 1, 3),
        Repeat(Seq((Text(","), Repeat(_DIGITS, 3, 3))), 0, 5),
        Repeat(Seq((Text("."), Repeat(_DIGITS, 1, 6))), 0, 1),
    )
)
_SCALE = Repeat(choice_of((" million", " billion", " trillion")), 0, 1)
_NUMBERS: dict[str, Node] = {
    "plain": Seq((_PLAIN, _SCALE)),
    "percent": Seq((_PLAIN, Text("%"))),
    "money": Seq((Repeat(Text("-"), 0, 1), Text("US$"), _PLAIN, _SCALE)),
    "count": choice_of(count_word(size) for size in range(_MOST_COUNTED + 1)),
    "count-opening": choice_of(opened(count_word(size)) for size in range(_MOST_COUNTED + 1)),
    "ordinal": Choice(
        (
            *(Text(ordinal(place)) for place in range(2, 11)),
            Seq((Repeat(_DIGITS, 2, 3), choice_of(("st", "nd", "rd", "th")))),
        )
    ),
}


def sentence_grammar(subjects: Subjects, evidence: Evidence) -> Grammar:
    """Return the language of answers in house style about the facts of a run.

    Places, measures, years and refs are those of the evidence; numbers are any that are well written, since
    whether they are true is for the check to say.

    Args:
        subjects: The names that house style uses.
        evidence: The facts that the model was shown, at least one.
    """
    indicators = {fact.indicator.code: fact.indicator for fact in evidence.observed}
    areas = {fact.area.code: fact.area for fact in evidence.observed}
    sets = {fact.derivation.set for fact in evidence.derived if fact.derivation and fact.derivation.set}
    rules: dict[str, Node] = {}
    for number, indicator in enumerate(indicators.values(), start=1):
        sentences = sample_sentences(subjects, indicator, tuple(sorted(sets)) or _SETS)
        kinds = {_template(sentence, subjects, indicator): None for sentence in sentences}
        rules[f"about-{_letters(number)}"] = Choice(tuple(kinds))
    sentence = Choice((*(Rule(name) for name in rules), choice_of(WHY.values())))
    head: dict[str, Node] = {"root": listing(Rule("sentence"), " ", 1, MOST_CLAIMS), "sentence": sentence}
    every: dict[str, Node] = {
        **head,
        **rules,
        **_names(subjects, areas.values()),
        **_marks(evidence),
        **_NUMBERS,
    }
    return Grammar(rules=every)


def _letters(number: int) -> str:
    """Return a number as letters, which are all that a rule's name may hold."""
    return "".join("abcdefghij"[int(digit)] for digit in str(number))


def _names(subjects: Subjects, areas: Iterable[Area]) -> dict[str, Node]:
    plain = [subjects.area(area) for area in areas]
    owners = [subjects.owner(area) for area in areas]
    return {
        "area": choice_of(plain),
        "owner": choice_of(owners),
        "area-opening": choice_of(map(opened, plain)),
        "owner-opening": choice_of(map(opened, owners)),
    }


def _marks(evidence: Evidence) -> dict[str, Node]:
    return {
        "year": choice_of(sorted({str(fact.period) for fact in evidence.observed})),
        "ref": choice_of(fact.ref for fact in evidence),
    }


def _template(sentence: str, subjects: Subjects, indicator: Indicator) -> Node:
    """Return a sample sentence with names, years, refs and numbers turned into rules."""
    parts: list[Node] = []
    at = 0
    for found in _tokens(subjects, indicator).finditer(sentence):
        kind = found.lastgroup or "kept"
        if kind == "kept":
            continue
        opening = kind in _OPENING and (found.start() == 0 or sentence[found.start() - 2] == ".")
        parts += [Text(sentence[at : found.start(kind)]), Rule(f"{kind}-opening" if opening else kind)]
        at = found.end(kind)
    parts.append(Text(sentence[at:]))
    return in_order([part for part in parts if part != Text("")])


def _tokens(subjects: Subjects, indicator: Indicator) -> re.Pattern[str]:
    places = "|".join([*PLACES, "[Tt]he world"])
    # Words of the indicator that hold digits ("per 1,000 people", "aged 15 to 64") stay as they are.
    kept = {subjects.noun(indicator), amount(1, indicator.unit).unit, amount(2, indicator.unit).unit}
    prices = subjects.prices(indicator)
    words = "|".join(
        re.escape(text) for text in sorted((*kept, prices, opened(prices)), key=len)[::-1] if text
    )
    counts = "|".join(word for size in range(11) for word in (count_word(size), opened(count_word(size))))
    return re.compile(
        f"(?P<kept>{words})"
        f"|(?P<owner>(?:{places})'s)|(?P<area>{places})"
        f"|(?P<year>\\b(?:{'|'.join(map(str, YEARS))})\\b)"
        r"|\[(?P<ref>e\d+)\]"
        r"|(?P<money>-?US\$\d[\d,]*(?:\.\d+)?(?: [mbtr]+illion)?)"
        r"|(?P<percent>-?\d[\d,]*(?:\.\d+)?%)"
        r"|(?P<plain>-?\d[\d,]*(?:\.\d+)?(?: [mbtr]+illion)?)"
        rf"|\b(?P<ordinal>{'|'.join(ordinal(place) for place in range(2, 11))})-"
        rf"|(?:(?<=the )|^)(?P<count>{counts})(?= with the | of )"
    )
