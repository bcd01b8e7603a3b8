"""The catalogue: plain words in, areas and indicators of one data set out, never by a guess.

``get_*`` takes a whole name and answers only when it means one thing; ``find_*`` searches and ranks. Both
compare folded words (:func:`tieout.facts.names.fold`), so case, accents, apostrophes and dots do not matter,
but area codes and abbreviations count in ``get_area`` only in capitals: "us", "can" and "in" are words.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NoReturn

from tieout.data.search import Entry, Hit, IndicatorSearch
from tieout.data.snapshot import Snapshot
from tieout.errors import QueryCode, QueryError
from tieout.facts.area import Area
from tieout.facts.indicator import Indicator
from tieout.facts.names import AreaName, IndicatorName, Names, fold

__all__ = ["AreaMatch", "Catalogue", "IndicatorMatch"]

_LISTED = 20
"""The longest list of codes that a message carries."""
_QUOTED = 80
"""The most characters of a text that a message repeats, or that is compared with names spelt alike."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaMatch:
    """An area that some words may mean.

    Attributes:
        area: The area; its code may be one that is not in this data set, see ``available``.
        score: 1 for an exact code or name, less for anything else.
        reason: Why it was found, in words.
        available: False for a known area that is not in this data set.
    """

    area: Area
    score: float
    reason: str
    available: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class IndicatorMatch:
    """An indicator that some words may mean.

    Attributes:
        indicator: The indicator.
        score: 1 for an exact code or name, less for anything else.
        reason: Why it was found, in words.
    """

    indicator: Indicator
    score: float
    reason: str


class Catalogue:
    """What the areas and indicators of a snapshot are called.

    Args:
        snapshot: The data set; its restrictions are obeyed.
        names: The vocabulary; the packaged one when left out.
    """

    __slots__ = ("_area_codes", "_area_names", "_indicator_names", "_search", "_snapshot", "names")

    def __init__(self, snapshot: Snapshot, names: Names | None = None) -> None:
        self._snapshot = snapshot
        self.names = names or Names.load()
        everywhere = {**snapshot.outside_areas, **snapshot.areas}
        self._area_names = _by_folded((code, area.name) for code, area in snapshot.areas.items())
        self._area_codes = {code: code for code in everywhere}
        for code in everywhere:
            card = snapshot.outside_areas.get(code) or snapshot.describe_area(code)
            if card.iso2 and card.iso2 not in everywhere:
                # A two-letter code that two areas share names neither.
                taken = card.iso2 in self._area_codes
                self._area_codes[card.iso2] = "" if taken else code
        self._search: IndicatorSearch | None = None
        self._indicator_names = _by_folded((code, item.name) for code, item in snapshot.indicators.items())

    @property
    def snapshot(self) -> Snapshot:
        """The data set that the names belong to."""
        return self._snapshot

    # Areas

    def get_area(self, text: str) -> Area:
        """Return the one area of the data set that a code or name means.

        Args:
            text: A three-letter or two-letter code in capitals, or a name; "the" before it does not matter.

        Raises:
            QueryError: ``ambiguous``, with the candidates; ``not_allowed``, for a known area that is not in
                this data set; ``not_found``, with names that are spelt alike.
        """
        codes = self._codes_of_area(text)
        if len(codes) > 1:
            listed = "; ".join(self._area_label(code) for code in codes)
            raise QueryError(
                QueryCode.AMBIGUOUS, f"{_quoted(text)} may mean several areas: {listed}. Say which one."
            )
        if not codes:
            self._refuse_unknown_area(text)
        area = self._snapshot.areas.get(codes[0])
        if area is None:
            label = self._area_label(codes[0])
            raise QueryError(
                QueryCode.NOT_ALLOWED,
                f"{label} is not in this data set ({self._snapshot.card.name}).{self._available_areas()}",
            )
        return area

    def known_area(self, text: str) -> AreaName | None:
        """Return the vocabulary's entry for the one area that a text means, in this data set or not."""
        codes = self._codes_of_area(text)
        return self.names.areas.get(codes[0]) if len(codes) == 1 else None

    def area_candidates(self, text: str) -> tuple[str, ...]:
        """Return the codes that a code or name may mean, in this data set or not: none, one, or several."""
        return self._codes_of_area(text)

    def find_areas(self, words: str, limit: int = 10, *, everywhere: bool = False) -> tuple[AreaMatch, ...]:
        """Return areas that the words may mean, best first, then by code.

        Args:
            words: A code, a name, part of a name, an adjective or people ("Canadian"), in any case.
            limit: The most matches returned.
            everywhere: Whether an exact name finds known areas outside the data set too.
        """
        phrase = _phrase(words)
        found: dict[str, AreaMatch] = {}
        for code in self._codes_of_area(words) or self._codes_of_area(words.strip().upper()):
            self._note_area(found, code, 1.0, "code or name")
        for code in self.names.area_codes(phrase):
            self._note_area(found, code, 0.95, "abbreviation")
        for code in self.names.adjective_codes(phrase):
            self._note_area(found, code, 0.9, "adjective or people")
        tokens = _telling(phrase)
        for code in self._snapshot.areas if tokens else ():
            part = max(_share(tokens, other.split()) for other in self._area_phrases(code))
            if part:
                shown = _share(tokens, _phrase(self._snapshot.areas[code].name).split()) > 0
                reason = "part of its name" if shown else "part of another name of it"
                self._note_area(found, code, (0.6 if shown else 0.5) + 0.2 * part, reason)
        if not found:
            for code, alike in self._areas_alike(phrase):
                self._note_area(found, code, 0.5 * alike, "similar spelling")
        matches = [match for match in found.values() if everywhere or match.available]
        return tuple(sorted(matches, key=lambda match: (-match.score, match.area.code))[:limit])

    # Indicators

    def get_indicator(self, text: str) -> Indicator:
        """Return the one indicator of the data set that a code (in any case) or name means.

        An everyday name that several indicators share ("GDP") means the one of them that this data set holds.

        Raises:
            QueryError: ``ambiguous``, with the candidates; ``not_allowed``, for a known indicator that is not
                in this data set; ``not_found``, with names that are alike.
        """
        codes = self._codes_of_indicator(text)
        if len(codes) > 1:
            listed = "; ".join(f"{self._snapshot.indicators[code].name} ({code})" for code in codes[:_LISTED])
            raise QueryError(
                QueryCode.AMBIGUOUS, f"{_quoted(text)} may mean several indicators: {listed}. Say which one."
            )
        if codes:
            return self._snapshot.indicators[codes[0]]
        if known := self.known_indicator(text):
            raise QueryError(
                QueryCode.NOT_ALLOWED,
                f"{known.name} ({known.code}) is not in this data set ({self._snapshot.card.name})."
                f"{self._available_indicators()}",
            )
        alike = [
            f"{match.indicator.name} ({match.indicator.code})" for match in self.find_indicators(text, 3)
        ]
        hint = f" Did you mean {' or '.join(alike)}?" if alike else self._available_indicators()
        raise QueryError(QueryCode.NOT_FOUND, f"No indicator is called {_quoted(text)}.{hint}")

    def known_indicator(self, text: str) -> IndicatorName | None:
        """Return the vocabulary's entry for an indicator, in this data set or not; the first of several."""
        codes = self._codes_of_indicator(text) or self.names.indicator_codes(_phrase(text))
        code = codes[0] if codes else text.strip().upper()
        return self.names.indicators.get(code)

    def find_indicators(self, words: str, limit: int = 10) -> tuple[IndicatorMatch, ...]:
        """Return indicators that the words may mean, best first, then in the data set's order.

        Args:
            words: A code, a name, an everyday name, or words of name, topic or definition.
            limit: The most matches returned.
        """
        hits = [] if not words.strip() else list(self._index().find(words, limit))
        exact = self._codes_of_indicator(words)
        rest = [hit for hit in hits if hit.code not in exact]
        found = [*(Hit(code, 1.0, "code or name") for code in exact), *rest][:limit]
        return tuple(
            IndicatorMatch(indicator=self._snapshot.indicators[code], score=score, reason=reason)
            for code, score, reason in found
        )

    def _index(self) -> IndicatorSearch:
        """Return the search over all indicators, made when it is first asked."""
        if self._search is None:
            self._search = IndicatorSearch(self._entry(code) for code in self._snapshot.indicators)
        return self._search

    def _entry(self, code: str) -> Entry:
        card = self._snapshot.describe(code)
        known = self.names.indicators.get(code)
        return Entry(
            code=code,
            name=card.name,
            aliases=known.phrases if known else (),
            topic=card.topic,
            definition=card.definition,
            is_stale=self._snapshot.is_stale(code),
        )

    # How it is done

    def _codes_of_area(self, text: str) -> tuple[str, ...]:
        # "Georgia (country)" says which Georgia it is not; everything here is a country or an aggregate.
        stripped = text.strip().removesuffix("(country)").rstrip()
        if code := self._area_codes.get(stripped):
            return (code,)
        phrase = _phrase(stripped)
        known = self.names.area_codes(phrase)
        if phrase in self.names.capitals and stripped.upper() != stripped:
            known = ()
        own = self._area_names.get(phrase, ())
        return known if len(known) > 1 else own or known or self._outside_code(stripped)

    def _outside_code(self, text: str) -> tuple[str, ...]:
        return (text,) if text in self.names.areas else ()

    def _area_label(self, code: str) -> str:
        area = self._snapshot.areas.get(code) or self._outside_area(code)
        known = self.names.areas.get(code)
        if area is None:
            return code
        # A place that is no economy of the publisher has a code that nobody else uses.
        return area.name if known is not None and known.kind == "other" else f"{area.name} ({code})"

    def _area_phrases(self, code: str) -> Iterable[str]:
        known = self.names.areas.get(code)
        return {fold(self._snapshot.areas[code].name), *(known.phrases if known else ())}

    def _available_areas(self) -> str:
        codes = list(self._snapshot.areas)
        return f" Available: {', '.join(codes)}." if len(codes) <= _LISTED else ""

    def _available_indicators(self) -> str:
        codes = list(self._snapshot.indicators)
        return f" Available: {', '.join(codes)}." if len(codes) <= _LISTED else ""

    def _refuse_unknown_area(self, text: str) -> NoReturn:
        upper = text.strip().upper()
        alike = [upper] if upper in self._snapshot.areas else []
        alike += [code for code, _ in self._areas_alike(_phrase(text)) if code not in alike]
        hint = self._available_areas()
        if alike:
            hint = f" Did you mean {' or '.join(self._area_label(code) for code in alike[:3])}?"
        elif outside := self._outside_alike(_phrase(text)):
            hint = f" If you mean {outside}: that is not in this data set.{hint}"
        raise QueryError(QueryCode.NOT_FOUND, f"No area is called {_quoted(text)}.{hint}")

    def _note_area(self, found: dict[str, AreaMatch], code: str, score: float, reason: str) -> None:
        if code in found:
            return
        area = self._snapshot.areas.get(code) or self._outside_area(code)
        if area is not None:
            available = code in self._snapshot.areas
            found[code] = AreaMatch(area=area, score=score, reason=reason, available=available)

    def _outside_area(self, code: str) -> Area | None:
        if card := self._snapshot.outside_areas.get(code):
            return Area(code=code, name=card.name, is_aggregate=card.is_aggregate)
        known = self.names.areas.get(code)
        return Area(code=code, name=known.name, is_aggregate=known.kind != "economy") if known else None

    def _areas_alike(self, phrase: str) -> list[tuple[str, float]]:
        phrases = {other: code for code in self._snapshot.areas for other in self._area_phrases(code)}
        return _alike(phrase, phrases)

    def _outside_alike(self, phrase: str) -> str:
        phrases = {other: code for code, known in self.names.areas.items() for other in known.phrases}
        return next((self._area_label(code) for code, _ in _alike(phrase, phrases)), "")

    def _codes_of_indicator(self, text: str) -> tuple[str, ...]:
        upper = text.strip().upper()
        if upper in self._snapshot.indicators:
            return (upper,)
        phrase = _phrase(text)
        if own := self._indicator_names.get(phrase):
            return own
        known = self.names.indicator_codes(phrase)
        return tuple(code for code in known if code in self._snapshot.indicators)


_EMPTY_WORDS = frozenset(
    "a an and as at by for from how in is it many much of on or the to what which with".split()
)


def _telling(phrase: str) -> list[str]:
    """Return the words of a phrase that a search can go by."""
    return [word for word in phrase.split() if word not in _EMPTY_WORDS]


def _phrase(text: str) -> str:
    return fold(text).removeprefix("the ")


def _quoted(text: str) -> str:
    """Return the text in quotes, cut so that a message stays a sentence."""
    shown = " ".join(text.split())
    return f"'{shown}'" if len(shown) <= _QUOTED else f"'{shown[:_QUOTED]}...'"


def _by_folded(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    index: dict[str, tuple[str, ...]] = {}
    for code, name in pairs:
        phrase = _phrase(name)
        index[phrase] = (*index.get(phrase, ()), code)
    return index


def _same(token: str, word: str) -> bool:
    """Return True for equal words, a plural, or the beginning of a longer word."""
    return (
        token == word or token.rstrip("s") == word.rstrip("s") or (len(token) > 3 and word.startswith(token))
    )


def _share(tokens: list[str], words: list[str]) -> float:
    """Return how much of ``words`` the tokens ask for: 0 unless every token is one of them, 1 for all."""
    if not all(any(_same(token, word) for word in words) for token in tokens):
        return 0.0
    return min(1.0, len(tokens) / len(words))


def _alike(phrase: str, phrases: Mapping[str, str]) -> list[tuple[str, float]]:
    """Return up to three codes whose phrases are spelt alike, with the likeness, best first."""
    if not phrase or len(phrase) > _QUOTED:
        return []
    best: dict[str, float] = {}
    for other in difflib.get_close_matches(phrase, phrases, n=6, cutoff=0.75):
        likeness = difflib.SequenceMatcher(None, phrase, other).ratio()
        best.setdefault(phrases[other], likeness)
    return list(best.items())[:3]
