"""What areas, indicators and units are called: the vocabulary as data.

The words live in ``vocabulary/*.tsv`` beside this module: UTF-8, one header line, then lines in
code-point order, so that a diff shows exactly the phrase that came or went. Only facts of the language
stand there, in our own words; nothing is learned from a sentence.

**Folded phrases.** Every phrase in the files but the display names is folded already (see `fold`), so
loading needs no work a phrase. A reader folds its text the same way and compares whole words. A leading
"the" is never part of a phrase. A phrase that starts with ``^`` in a file counts only when it is written
in capitals ("US", "CAR", "EU"); `Names.capitals` holds those, without the mark.

**areas.tsv** code, kind (``economy``, ``aggregate``, or ``other`` for places that are no World Bank economy
but may be named), the (``the`` when a sentence needs the article, ``the?`` when it may have it), name (house
display name), phrases, adjectives (adjective first, then people, singular and plural). ``|`` splits a list.

**ambiguous.tsv** phrase, kind (``name`` or ``adjective``), codes: phrases that mean several areas.

**indicators.tsv** code, field, text; one phrase pattern a line. Fields:

======== =====================================================================================
name     plain display name, as written inside a sentence; exactly one for each code
phrase   noun phrase that names the series ("infant mortality rate"). Series that share an everyday
         name (GDP: current, constant, PPP) all list it: the reader tells them apart by unit and features
does     predicate of what is counted, the number being the subject: "93% of Kenyans *had access to
         electricity*", "1.4 billion people *lived there*"
has      predicate of the area, the number being the object: "Germany *spent* # *on its military*", "Niger
         *had a population of* #". In both, ``#`` is a gap where the number, its unit or the area stands
         ("*died on* # *roads*"); the parts around it belong together, and all must be there
grows    noun whose growth the series is: "*prices* rose 4%" is inflation, "the *economy* shrank" GDP growth
higher   ``comparative^superlative`` said of an area with a larger value: "richer^richest"
lower    the same for a smaller value: "poorer^poorest"
positive noun phrase whose number, written without a sign, is above zero: "current account surplus"
negative the same for a number below zero: "current account *deficit* of $5 billion" is -5 billion
of       noun of the denominator, as after "percent of" or "per": "population", "labour force", "live births"
counted  noun of what is counted or measured: "people", "tonnes of co2", "deaths"
======== =====================================================================================

Patterns: ``[x/y]`` x, y or nothing; ``(x/y)`` x or y; ``{set}`` one of the words of that set in wordsets.tsv;
``{~use}`` any form of the verb (use, uses, used, using); ``{of}`` and ``{counted}`` the code's own ``of`` and
``counted`` lists; ``{set?}`` the same or nothing. Groups are not nested.

**features.tsv** code and the closed sets of `IndicatorName`: measure, basis, per, sex, age, place.

**units.tsv** unit (canonical piece), kind (``percent``, ``points``, ``currency``, ``people``, ``count``,
``time``, ``area``, ``mass``, ``volume``, ``energy``, ``length``, ``ratio``, ``per``, ``index``, ``basis``),
phrases. A phrase may stand under several pieces ("dollars" are US or international): the series' unit tells.

**currencies.tsv** ISO code of a currency, areas that use it, phrases ("naira"): names of local currency.
"""

import bisect
import functools
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from tieout.facts.patterns import expand, expand_all, first_words, vocabulary_lines, vocabulary_rows

_SAID = ("phrase", "does", "has", "grows", "higher", "lower", "positive", "negative")
_WORD = re.compile(r"[^\W_]+(?:(?<=\d)(?:\.\d+|,\d{3}(?!\d)))*|[%$€£¥₹₦₩]")
_DOTTED = re.compile(r"\b(?:[^\W\d_]\.){2,}")
_T = TypeVar("_T")


def fold(text: str) -> str:
    """Reduce text to the form in which names are compared.

    NFKC, case folded, no accents, "&" to "and", a "+" behind a digit to "plus"; letters with dots between
    ("U.S.", "D.R.") joined. What stays are words, numbers (no comma for thousands, dot kept) and signs of
    currency or percent, each set apart by one space. Everything else, apostrophes too, becomes a space.

    >>> fold("Côte d’Ivoire"), fold("U.S."), fold("Korea, Dem. People's Rep."), fold("sub-Saharan Africa")
    ('cote d ivoire', 'us', 'korea dem people s rep', 'sub saharan africa')
    >>> fold("per 1,000 live births"), fold("CO₂ (15+)"), fold("R&D at US$3.00")
    ('per 1000 live births', 'co2 15 plus', 'r and d at us $ 3.00')
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text)
        text = "".join(c for c in text if not unicodedata.combining(c))
    text = text.casefold().replace("&", " and ")
    if "." in text:
        text = _DOTTED.sub(lambda m: m.group().replace(".", "") + " ", text)
    if "+" in text:
        text = re.sub(r"(?<=\d)\+", " plus ", text)
    return " ".join(word.replace(",", "") for word in _WORD.findall(text))


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaName:
    """How one area is called; `phrases` and `adjectives` are folded, `name` is for display."""

    code: str
    kind: str
    the: str
    name: str
    phrases: tuple[str, ...]
    adjectives: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The display name as written, then every folded phrase."""
        return (self.name, *self.phrases)

    @property
    def in_sentence(self) -> str:
        """The display name with the article it needs: "the United States", "Kenya"."""
        return f"the {self.name}" if self.the == "the" else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class IndicatorName:
    """How one indicator is called, and the qualifiers that its name carries.

    Attributes:
        code: the indicator's code.
        name: plain display name.
        phrases: folded noun phrases, first the folded display name.
        does: folded predicates whose subject is the number.
        has: folded predicates whose subject is the area. ``#`` is a gap for number, unit or area.
        grows: folded nouns whose growth the series is.
        higher: (comparative, superlative) of an area with a larger value.
        lower: (comparative, superlative) of an area with a smaller value.
        positive: folded nouns that say the number is above zero ("surplus").
        negative: folded nouns that say the number, written without a sign, is below zero ("deficit").
        of: folded nouns of the denominator.
        counted: folded nouns of what is counted.
        measure: count, currency, share, rate, ratio, growth, index, level or flag.
        basis: none, current, constant, ppp-current, ppp-constant or lcu.
        per: none, capita, or what a rate or ratio is per: ``people``, ``live-births``, ``woman`` ...
        sex: none (not of people), both, female or male.
        age: empty, or ``0-14``, ``15-24``, ``15+``, ``under-5`` ...
        place: none, urban or rural.
    """

    code: str
    name: str
    phrases: tuple[str, ...]
    does: tuple[str, ...] = ()
    has: tuple[str, ...] = ()
    grows: tuple[str, ...] = ()
    higher: tuple[tuple[str, str], ...] = ()
    lower: tuple[tuple[str, str], ...] = ()
    positive: tuple[str, ...] = ()
    negative: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()
    measure: str
    basis: str
    per: str
    sex: str
    age: str
    place: str

    @property
    def names(self) -> tuple[str, ...]:
        """The display name as written, then every folded noun phrase."""
        return (self.name, *self.phrases)

    @property
    def predicates(self) -> tuple[str, ...]:
        """Every verb form: of what is counted, then of the area."""
        return self.does + self.has


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitName:
    """The everyday forms of one piece of a unit. `unit` is the canonical piece, `phrases` are folded."""

    unit: str
    kind: str
    phrases: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrencyName:
    """What a local currency is called, and the areas whose money it is; `phrases` are folded."""

    currency: str
    areas: tuple[str, ...]
    phrases: tuple[str, ...]


class _Lazy(Mapping[str, _T], Generic[_T]):
    """A mapping whose values are made when first asked for, so that loading costs only the reading."""

    def __init__(self, keys: Iterable[str], make: Callable[[str], _T]) -> None:
        self._made: dict[str, _T | None] = dict.fromkeys(keys)
        self._make = make

    def __getitem__(self, key: str) -> _T:
        value = self._made[key]
        if value is None:
            value = self._made[key] = self._make(key)
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """All the vocabulary. Get it with `Names.load`.

    Attributes:
        areas: code -> AreaName, in code order.
        indicators: code -> IndicatorName, in code order; made when first asked for.
        units: canonical piece -> UnitName.
        currencies: ISO code -> CurrencyName.
        ambiguous: folded phrase -> the codes of the several areas it may mean.
        capitals: folded phrases that count only when written in capitals.
    """

    areas: Mapping[str, AreaName]
    indicators: Mapping[str, IndicatorName]
    units: Mapping[str, UnitName]
    currencies: Mapping[str, CurrencyName]
    ambiguous: Mapping[str, tuple[str, ...]]
    capitals: frozenset[str]

    @staticmethod
    def load() -> "Names":
        """Read the packaged vocabulary, once a process."""
        return _load()

    def area_codes(self, phrase: str) -> tuple[str, ...]:
        """The codes of the areas that a folded name may mean; empty when none. Adjectives are not names."""
        return _area_index()[0].get(phrase, ())

    def adjective_codes(self, phrase: str) -> tuple[str, ...]:
        """The codes of the areas that a folded adjective or people's name may mean."""
        return _area_index()[1].get(phrase, ())

    def indicator_codes(self, phrase: str) -> tuple[str, ...]:
        """The codes of all indicators that a folded noun phrase may name, in code order."""
        return _indicators_from(phrase.partition(" ")[0]).get(phrase, ())

    def indicators_from(self, word: str) -> Mapping[str, tuple[str, ...]]:
        """The noun phrases of all indicators that start with a folded word, each with its codes."""
        return _indicators_from(word)

    def units_called(self, phrase: str) -> tuple[str, ...]:
        """The canonical pieces of units that a folded phrase may mean; empty when none."""
        return tuple(name.unit for name in self.units.values() if phrase in name.phrases)

    def indicator_phrases(self) -> Mapping[str, tuple[str, ...]]:
        """Every folded noun phrase with the codes it may name."""
        return _indicator_index()


def _list(cell: str) -> tuple[str, ...]:
    return tuple(cell.split("|")) if cell else ()


@functools.cache
def _load() -> Names:
    capitals: set[str] = set()
    features = {row[0]: row for row in vocabulary_rows("features.tsv")}
    patterns = vocabulary_lines("indicators.tsv")
    return Names(
        areas=_areas(capitals),
        indicators=_Lazy(features, lambda code: _indicator(features[code], _block(patterns, code))),
        units={
            unit: UnitName(unit=unit, kind=kind, phrases=_list(phrases))
            for unit, kind, phrases in vocabulary_rows("units.tsv")
        },
        currencies={
            currency: CurrencyName(currency=currency, areas=_list(areas), phrases=_list(phrases))
            for currency, areas, phrases in vocabulary_rows("currencies.tsv")
        },
        ambiguous={phrase: _list(codes) for phrase, _, codes in vocabulary_rows("ambiguous.tsv")},
        capitals=frozenset(capitals),
    )


def _areas(capitals: set[str]) -> dict[str, AreaName]:
    areas = {}
    for code, kind, the, name, phrases, adjectives in vocabulary_rows("areas.tsv"):
        if "^" in phrases:
            capitals.update(p[1:] for p in _list(phrases) if p[0] == "^")
        areas[code] = AreaName(
            code=code,
            kind=kind,
            the=the,
            name=name,
            phrases=(fold(name), *_list(phrases.replace("^", ""))),
            adjectives=_list(adjectives),
        )
    return areas


def _block(lines: list[str], code: str) -> list[str]:
    """The lines of one code, found by halving: sorted lines need not all be split at every start."""
    return lines[bisect.bisect_left(lines, code + "\t") : bisect.bisect_left(lines, code + "\n")]


def _indicator(features: list[str], lines: list[str]) -> IndicatorName:
    texts: dict[str, list[str]] = {}
    for line in lines:
        _, field, text = line.split("\t")
        texts.setdefault(field, []).append(text)
    own = {field: expand_all(texts.get(field, ()), {}) for field in ("of", "counted")}
    said = {field: expand_all(texts.get(field, ()), own) for field in _SAID}
    code, measure, basis, per, sex, age, place = features
    name = texts["name"][0]
    return IndicatorName(
        code=code,
        name=name,
        phrases=tuple(dict.fromkeys((fold(name), *said["phrase"]))),
        does=said["does"],
        has=said["has"],
        grows=said["grows"],
        higher=_pairs(said["higher"]),
        lower=_pairs(said["lower"]),
        positive=said["positive"],
        negative=said["negative"],
        of=own["of"],
        counted=own["counted"],
        measure=measure,
        basis=basis,
        per=per,
        sex=sex,
        age=age,
        place=place,
    )


def _pairs(phrases: Iterable[str]) -> tuple[tuple[str, str], ...]:
    return tuple(
        (comparative, superlative) for comparative, _, superlative in (p.partition("^") for p in phrases)
    )


@functools.cache
def _area_index() -> tuple[Mapping[str, tuple[str, ...]], Mapping[str, tuple[str, ...]]]:
    names: dict[str, list[str]] = {}
    adjectives: dict[str, list[str]] = {}
    for area in _load().areas.values():
        for phrase in area.phrases:
            names.setdefault(phrase, []).append(area.code)
        for phrase in area.adjectives:
            adjectives.setdefault(phrase, []).append(area.code)
    for phrase, kind, codes in vocabulary_rows("ambiguous.tsv"):
        (names if kind == "name" else adjectives)[phrase] = list(_list(codes))
    return ({p: tuple(c) for p, c in names.items()}, {p: tuple(c) for p, c in adjectives.items()})


@functools.cache
def _patterns_from() -> Mapping[str, list[tuple[str, str]]]:
    """First word -> (code, pattern) of the noun phrases that may start with it, in code order."""
    index: dict[str, list[tuple[str, str]]] = {}
    for line in vocabulary_lines("indicators.tsv"):
        code, field, text = line.split("\t")
        if field in ("name", "phrase"):
            pattern = fold(text) if field == "name" else text
            for word in first_words(pattern, _own(code, pattern)):
                index.setdefault(word, []).append((code, pattern))
    return index


def _own(code: str, pattern: str) -> Mapping[str, tuple[str, ...]]:
    if "{of" not in pattern and "{counted" not in pattern:
        return {}
    known = _load().indicators[code]
    return {"of": known.of, "counted": known.counted}


@functools.lru_cache(maxsize=4096)
def _indicators_from(word: str) -> Mapping[str, tuple[str, ...]]:
    """The noun phrases of all indicators that start with a word, each with its codes in code order."""
    index: dict[str, dict[str, None]] = {}
    for code, pattern in _patterns_from().get(word, ()):
        for phrase in expand(pattern, _own(code, pattern)):
            if phrase.partition(" ")[0] == word:
                index.setdefault(phrase, {})[code] = None
    return {phrase: tuple(codes) for phrase, codes in index.items()}


@functools.cache
def _indicator_index() -> Mapping[str, tuple[str, ...]]:
    index: dict[str, list[str]] = {}
    for code, indicator in _load().indicators.items():
        for phrase in indicator.phrases:
            index.setdefault(phrase, []).append(code)
    return {phrase: tuple(codes) for phrase, codes in index.items()}
