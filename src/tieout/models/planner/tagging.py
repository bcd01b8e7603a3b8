"""Tagging: what each word of a question is, by the longest phrase that covers it.

Sources, strongest first: names of areas, the everyday ways to ask for an indicator, names of indicators, the
lexicon of question words. Numbers and years are read where no longer phrase covers them. What nothing covers
stays ``unknown``, and an unknown word ends the matter later: the planner never guesses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tieout.data.catalogue import Catalogue
from tieout.facts.area import Area
from tieout.facts.indicator import Indicator
from tieout.facts.names import IndicatorName, Names
from tieout.models.planner.lexicon import COUNTS, FRACTIONS, asked_phrases, lexicon
from tieout.models.planner.words import Token, joined

__all__ = ["Scope", "Tag", "Tagger"]

_LONGEST_PHRASE = 14
_SCALES = {"thousand": 3, "million": 6, "mn": 6, "m": 6, "billion": 9, "bn": 9, "trillion": 12, "tn": 12}
_MONEY = frozenset({"$", "dollar", "dollars", "usd"})
_FIRST_YEAR, _LAST_YEAR = 1500, 2200
# "Use 2024 GDP." asks for nothing by itself; inside a sentence the word may be all that matters.
_OPENERS = frozenset({"use", "take"})
_SOME_OF = frozenset("all both each many most none one some".split())
_ASKERS = frozenset("and can could just kindly me please to you".split())
_ORDINAL = re.compile(r"[0-9]{1,4}(?:st|nd|rd|th)")
_STATISTICS = frozenset("average mean median total combined sum".split())
_LEAST_NAME = 3
_DEGREES = frozenset({"superlative", "comparative"})
_DOING = frozenset({"did", "do", "does"})
_VERBS = frozenset("change decline decrease drop fall grow increase rise shrink".split())
# Names that are written in capitals, but are no words when they are not.
_SAFE_SMALL = frozenset("drc prc rok uae uk usa".split())
_ASKED = {
    "strong": ("indicator", ""),
    "weak": ("weak", ""),
    "high": ("superlative", "high"),
    "low": ("superlative", "low"),
    "more": ("comparative", "more"),
    "less": ("comparative", "less"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What the planner may ask about: the data set as names and codes, without its values.

    Attributes:
        areas: Every area of the data set by code, aggregates included.
        indicators: Every indicator by code.
        first_year: The first year covered.
        last_year: The last year covered.
        names: What areas and indicators are called, also those outside the data set.
    """

    areas: Mapping[str, Area]
    indicators: Mapping[str, Indicator]
    first_year: int
    last_year: int
    names: Names

    @classmethod
    def of(cls, catalogue: Catalogue) -> Scope:
        """Return the scope of a data set."""
        snapshot = catalogue.snapshot
        first, last = snapshot.years
        return cls(
            areas=snapshot.areas,
            indicators=snapshot.indicators,
            first_year=first,
            last_year=last,
            names=catalogue.names,
        )

    @property
    def economies(self) -> tuple[str, ...]:
        """The codes of all areas that are no aggregates."""
        return tuple(code for code, area in self.areas.items() if not area.is_aggregate)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """One or more words with the part that they play.

    Attributes:
        role: ``area``, ``people``, ``ambiguous``, ``indicator``, ``weak``, ``superlative``, ``comparative``,
            ``year``, ``decade``, ``number``, ``unknown``, or a role of the lexicon.
        detail: The lexicon's detail; ``high`` or ``low`` and the like.
        codes: Codes of areas or indicators.
        value: The number or year.
        is_percent: For a number, True when a percent sign or word follows.
        is_money: For a number, True when a dollar sign or word stands beside it.
        tokens: The words.
    """

    role: str
    tokens: tuple[Token, ...]
    detail: str = ""
    codes: tuple[str, ...] = ()
    value: Fraction = Fraction(0)
    is_percent: bool = False
    is_money: bool = False

    @property
    def words(self) -> str:
        """The folded words."""
        return joined(self.tokens)

    @property
    def written(self) -> str:
        """The words as they stand in the question."""
        return " ".join(token.raw for token in self.tokens)

    @property
    def year(self) -> int:
        """The year of a year tag."""
        return int(self.value)


class Tagger:
    """Tags the tokens of questions about one data set.

    Args:
        scope: The data set.
    """

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._phrases: dict[str, tuple[str, str, tuple[str, ...]]] = {}
        for phrase, (role, detail) in lexicon().items():
            self._phrases[phrase] = (role, detail, ())
        self._add_indicators()
        self._add_areas()

    def tag(self, tokens: Sequence[Token]) -> tuple[Tag, ...]:
        """Return the tags in order; every token is in exactly one."""
        tags: list[Tag] = []
        position = 0
        while position < len(tokens):
            tag = self._at(tokens, position)
            tags.append(tag)
            position += len(tag.tokens)
        return tuple(tags)

    def _at(self, tokens: Sequence[Token], position: int) -> Tag:
        for length in range(min(_LONGEST_PHRASE, len(tokens) - position), 0, -1):
            part = tuple(tokens[position : position + length])
            phrase = joined(part)
            found = self._phrases.get(phrase)
            if found is not None and self._is_meant(found[0], part, tokens, position):
                role, detail, codes = found
                if role == "asking":
                    role = "neutral" if _asks_us(tokens, position) else "unknown"
                return Tag(role=role, detail=detail, codes=codes, tokens=part)
            if phrase in FRACTIONS:
                return Tag(
                    role="number", value=100 * Fraction(*FRACTIONS[phrase]), is_percent=True, tokens=part
                )
        if tokens[position].word in _OPENERS and _opens_sentence(tokens, position):
            return Tag(role="neutral", tokens=(tokens[position],))
        return _number(tokens, position) or _code(self._scope, tokens[position]) or _unknown(tokens[position])

    def _is_meant(self, role: str, part: Sequence[Token], tokens: Sequence[Token], position: int) -> bool:
        """Return False for words that stand here by chance: a longer name or the verb has them."""
        end = position + len(part)
        if role in _DEGREES and any(
            self._names_indicator(tokens, start, end) for start in range(position + 1, end)
        ):
            # "The highest income share of the poorest fifth" is no "highest income".
            return False
        if role == "indicator" and len(part) > 1 and part[-1].word in _VERBS:
            # "How did Kenya's population change" asks for no "population change".
            doing = {token.word for token in tokens[:position]} & _DOING
            if doing and not (end < len(tokens) and tokens[end].word in _VERBS):
                return False
        return self._may_stand(joined(part), part, tokens[:position])

    def _names_indicator(self, tokens: Sequence[Token], start: int, end: int) -> bool:
        """Return True where the name of an indicator starts here and goes on past the end."""
        lengths = range(min(_LONGEST_PHRASE, len(tokens) - start), end - start, -1)
        phrases = (joined(tokens[start : start + length]) for length in lengths)
        return any(self._phrases.get(phrase, ("",))[0] == "indicator" for phrase in phrases)

    def _may_stand(self, phrase: str, part: Sequence[Token], before: Sequence[Token]) -> bool:
        # "us" is a pronoun and "US" a country: some names count only in capitals.
        if phrase in self._scope.names.capitals and not all(token.raw.upper() == token.raw for token in part):
            words = [token.word for token in before[-2:]]
            is_place = phrase == "us" and words[-1:] in (["of"], ["in"], ["the"]) and words[0] not in _SOME_OF
            return is_place or phrase in _SAFE_SMALL
        # A comma inside "India, Japan" ends a phrase, the one inside "Korea, Rep." does not.
        return (
            not any(sign in token.before for token in part[1:] for sign in ".;:?!") or phrase.count(" ") > 2
        )

    def _add_areas(self) -> None:
        names = self._scope.names
        for code, area in names.areas.items():
            for phrase in area.adjectives:
                self._phrases[phrase] = ("people" if _is_people(phrase) else "area", "", (code,))
        for code, area in names.areas.items():
            for phrase in area.phrases:
                self._phrases[phrase] = ("area", "", (code,))
        for phrase, codes in names.ambiguous.items():
            self._phrases[phrase] = ("ambiguous", "", codes)

    def _add_indicators(self) -> None:
        names = self._scope.names
        for code in self._scope.indicators:
            if (known := names.indicators.get(code)) is None:
                continue
            for phrase in known.phrases:
                self._add_indicator(phrase, code, known)
        for asked in asked_phrases():
            if asked.code in self._scope.indicators:
                self._phrases[asked.phrase] = (*_ASKED[asked.strength], (asked.code,))
        for code in self._scope.indicators:
            known = names.indicators.get(code)
            for role, detail, phrase in _degrees(known) if known else ():
                self._phrases[phrase] = (role, detail, (code,))

    def _add_indicator(self, phrase: str, code: str, known: IndicatorName) -> None:
        # "Average life expectancy of the three" asks for an average: such words stay words of their own, but
        # for names that are none without them ("average class size").
        words = phrase.split()
        rest = " ".join(word for word in words if word not in _STATISTICS)
        if len(rest) < len(phrase) and (rest in known.phrases or len(words) < _LEAST_NAME):
            return
        role, _, codes = self._phrases.get(phrase, ("indicator", "", ()))
        if role == "indicator":
            self._phrases[phrase] = ("indicator", "", (*codes, code))


def _degrees(known: IndicatorName) -> Iterator[tuple[str, str, str]]:
    for pairs, comparative, superlative in ((known.higher, "more", "high"), (known.lower, "less", "low")):
        for more, most in pairs:
            yield "comparative", comparative, " ".join(more.split())
            yield "superlative", superlative, " ".join(most.split())


def _is_people(phrase: str) -> bool:
    return phrase.endswith("s") and not phrase.endswith("ss")


def _number(tokens: Sequence[Token], position: int) -> Tag | None:
    token = tokens[position]
    if token.word[:-1].isdigit() and token.word.endswith("0s") and len(token.word) == 5:
        return Tag(role="decade", value=Fraction(int(token.word[:-1])), tokens=(token,))
    if _ORDINAL.fullmatch(token.word):
        return Tag(role="nth", detail=token.word[:-2], tokens=(token,))
    if token.word in COUNTS:
        value, plain = Fraction(COUNTS[token.word]), True
    elif token.is_number:
        value, plain = Fraction(token.word), token.raw.isdigit()
    else:
        return None
    used = [token]
    money = position > 0 and tokens[position - 1].word in _MONEY
    rest = list(tokens[position + 1 : position + 4])
    scaled = percent = False
    while rest and not rest[0].before:
        word = rest[0].word
        if word in _SCALES and not scaled:
            value, scaled = value * 10 ** _SCALES[word], True
        elif word in _MONEY and not money:
            money = True
        elif word in {"%", "percent"} and not percent:
            percent = True
        else:
            break
        used.append(rest.pop(0))
    whole_year = plain and len(token.word) == 4 and _FIRST_YEAR <= value <= _LAST_YEAR
    if whole_year and not (money or percent or scaled):
        return Tag(role="year", value=value, tokens=(token,))
    return Tag(role="number", value=value, is_percent=percent, is_money=money, tokens=tuple(used))


def _code(scope: Scope, token: Token) -> Tag | None:
    if token.raw in scope.indicators:
        return Tag(role="indicator", codes=(token.raw,), tokens=(token,))
    if len(token.raw) == 3 and token.raw in scope.names.areas:
        return Tag(role="area", codes=(token.raw,), tokens=(token,))
    return None


def _asks_us(tokens: Sequence[Token], position: int) -> bool:
    """Return True where "tell", "list" or "find" is said to us, not of somebody in the question."""
    return _opens_sentence(tokens, position) or tokens[position - 1].word in _ASKERS


def _opens_sentence(tokens: Sequence[Token], position: int) -> bool:
    return position == 0 or bool(set(tokens[position].before) & set(".?!"))


def _unknown(token: Token) -> Tag:
    return Tag(role="unknown", tokens=(token,))
