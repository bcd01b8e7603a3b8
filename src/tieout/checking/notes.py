"""Notes: remarks on what a series counts, leaves out, means or is not, held to what is known of it.

"Services are not counted", "the gross rate counts students of any age, so it can exceed 100%", "a simple
mean, not weighted by area". A remark names no fact, so no frame reads it; it is found in the words of a
sentence, taken out, and must be true of every series that the sentence speaks of. What is known stands in
``facts/vocabulary/notes.tsv``; a remark on anything else, or one turned round, is not understood.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from tieout.checking.measure import Measure
from tieout.checking.notation import SKIPPED, Groups, first_words, groups_of, matches, plain_words
from tieout.checking.table import Table
from tieout.checking.tagger import Word
from tieout.facts.notes import area_notes, mean_notes, note_words, series_notes

__all__ = ["Note", "Notes"]

_BOUNDARIES: Final = frozenset({"(", ")", ",", ";", ":", "—", "–", ".", "!", "?"})
_JOINING: Final = frozenset(
    "and but so while whereas since because as though although which that or yet".split()
)
_INNER: Final = frozenset("not without excluding including leaving omitting ignoring meaning i".split())
_TRAILING: Final = frozenset({"here", "too", "either", "well", "as", "though", "however"})
_LISTED: Final = frozenset({"and", "or", "nor", ","})
_AFFIRMED: Final = ("counts", "only", "means")
_DENIED: Final = ("omits", "isnt")
_FRAMES: Final = {"neg": _DENIED, "inc": _AFFIRMED, "pneg": ("omits",), "pinc": ("counts", "only")}
"""The words that say what a series counts or not, by facet, and what may then be said of it."""

End = tuple[int, int]
"""Where a part of a remark ends, and the claims on which it is true, as bits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A remark.

    Attributes:
        start: First word.
        end: Word after the last.
        mask: Measures that it is true of, as bits; all of them for a remark on areas or means.
        areas: Aggregates that it is true of, or none where it is no remark on an area.
        mean: It is true of a mean only.
    """

    start: int
    end: int
    mask: int
    areas: tuple[str, ...] = ()
    mean: bool = False


_Known = dict[str, list[tuple[str, str]]]
"""Statements, facet and pattern, by the words that may come first."""


class _Index:
    """What is known of several things: (facet, groups, what it is true of as bits) by first word.

    Args:
        known: What is known of each thing, in order; a statement on several is one with several bits.
        mask: The bit of the first thing; the others follow.
    """

    def __init__(self, known: Iterable[_Known], mask: int = 1) -> None:
        self._parts = [(by_word, mask << number) for number, by_word in enumerate(known) if by_word]
        self._words = frozenset(word for by_word, _ in self._parts for word in by_word)
        self._first: dict[str, list[tuple[str, Groups, int]]] = {}

    def at(self, words: tuple[str, ...], place: int, facets: Collection[str]) -> Iterator[End]:
        """Yield where a statement of one of the facets that starts here ends."""
        if place < len(words):
            for facet, groups, mask in self._starting(words[place]):
                if facet in facets:
                    for end in matches(groups, words, place):
                        yield end, mask

    def facets(self, words: tuple[str, ...], wanted: Collection[str]) -> set[str]:
        """Return of which of the facets wanted a statement stands anywhere in the words."""
        found: set[str] = set()
        for place, word in enumerate(words):
            if word in self._words:
                for facet, groups, _ in self._starting(word):
                    if facet in wanted and facet not in found and any(matches(groups, words, place)):
                        found.add(facet)
        return found

    def _starting(self, word: str) -> list[tuple[str, Groups, int]]:
        if word not in self._words:
            return []
        found = self._first.get(word)
        if found is None:
            joined: dict[tuple[str, str], int] = {}
            for by_word, mask in self._parts:
                for one in by_word.get(word, ()):
                    joined[one] = joined.get(one, 0) | mask
            found = [(facet, groups_of(pattern), mask) for (facet, pattern), mask in joined.items()]
            self._first[word] = found
        return found


def _by_word(known: Iterable[tuple[str, str]]) -> _Known:
    found: _Known = {}
    for one in dict.fromkeys(known):
        for word in first_words(groups_of(one[1])):
            found.setdefault(word, []).append(one)
    return found


@cache
def _grammar() -> _Index:
    return _Index([_by_word(note_words())], -1)


@lru_cache(maxsize=512)
def _of_series(code: str, label: str, unit: str) -> _Known:
    return _by_word(series_notes(code, label, unit))


@lru_cache(maxsize=512)
def _of_area(code: str) -> _Known:
    return _by_word(area_notes(code))


@cache
def _of_means() -> _Index:
    return _Index([_by_word(mean_notes())])


def _sayable(text: tuple[str, ...]) -> set[str]:
    """Return the facets of which these words may say anything: without "includes", no one is included."""
    frames = _grammar().facets(text, _FRAMES)
    said = {"means", "can"} if "can" in text else {"means"}
    return said.union(*(_FRAMES[frame] for frame in frames))


@lru_cache(maxsize=512)
def _of_table(measures: tuple[tuple[str, str, str], ...]) -> _Index:
    return _Index(_of_series(*one) for one in measures)


class Notes:
    """The remarks that one table makes checkable.

    Args:
        table: The evidence.
    """

    def __init__(self, table: Table) -> None:
        self._measures: Sequence[Measure] = table.measures
        self._areas = tuple(code for code in table.areas if area_notes(code))
        self._series = _of_table(tuple((one.code, one.label, one.unit.text) for one in table.measures))
        self._places = _Index(_of_area(code) for code in self._areas)
        self._means = _of_means()

    def find(self, words: Sequence[Word]) -> list[Note]:
        """Return the remarks of a sentence in order, each as long as can be."""
        text, own = plain_words([word.key for word in words])
        found: list[Note] = []
        at = 0
        facets = _sayable(text)
        speaking = [one for one in (self._series, self._means, self._places) if one.facets(text, facets)]
        if not speaking:
            return found
        for place in range(len(text)):
            if place >= at and self._opens(words, own, place):
                note, end = self._note(speaking, words, text, own, place)
                if note is not None:
                    found.append(note)
                    at = end
        return found

    def belied(self, words: Sequence[Word]) -> int:
        """Return the measures of which a sentence leaves out what they count, or the reverse, as bits."""
        text, own = plain_words([word.key for word in words])
        remark = _Remark(self._series, text, words, own, ())
        found = 0
        for place in range(len(text)):
            for mask in remark.turned(place):
                found |= mask
        return found

    def _opens(self, words: Sequence[Word], own: Sequence[int], place: int) -> bool:
        """True where a remark may start: after a mark or a joining word, or with a word that opens one."""
        before = own[place] - 1
        last = own[place - 1] if place else -1
        if words[own[place]].key in _BOUNDARIES:
            return False
        joined = any(words[one].key in _JOINING | _BOUNDARIES for one in range(last + 1, before + 1))
        return (
            last < 0 or joined or words[last].key in _JOINING | _BOUNDARIES or words[own[place]].key in _INNER
        )

    def _note(
        self,
        speaking: Sequence[_Index],
        words: Sequence[Word],
        text: tuple[str, ...],
        own: Sequence[int],
        place: int,
    ) -> tuple[Note | None, int]:
        for index in speaking:
            named = self._measures if index is self._series else ()
            many = len(self._areas) if index is self._places else len(named) or 1
            everything = (1 << many) - 1
            ends = _Remark(index, text, words, own, named).read(place, everything)
            for end, mask in sorted(ends, reverse=True):
                last = _closed(words, own[end - 1] + 1)
                if last is None:
                    continue
                start = own[place - 1] + 1 if place else 0
                if index is self._series:
                    return Note(start=start, end=last, mask=mask), end
                areas = tuple(code for number, code in enumerate(self._areas) if mask >> number & 1)
                if index is self._means:
                    return Note(start=start, end=last, mask=-1, mean=True), end
                return Note(start=start, end=last, mask=-1, areas=areas), end
        return None, place


def _closed(words: Sequence[Word], end: int) -> int | None:
    """Return where a remark that ends here is closed by a mark or a joining word; None where it goes on."""
    while end < len(words) and words[end].key in _TRAILING | SKIPPED:
        end += 1
    if end == len(words) or words[end].key in _BOUNDARIES | _JOINING:
        return end
    return None


class _Remark:
    """The grammar of a remark over the words of one sentence."""

    def __init__(
        self,
        index: _Index,
        text: tuple[str, ...],
        words: Sequence[Word],
        own: Sequence[int],
        measures: Sequence[Measure],
    ) -> None:
        self._index = index
        self._text = text
        self._words = words
        self._own = own
        self._measures = measures

    def read(self, place: int, mask: int) -> set[End]:
        """Return where the remarks that start here end, and what each is true of."""
        found: set[End] = set()
        waiting = {(one, mask) for one in self._openings(place)}
        while waiting:
            after = {
                (end, held & of)
                for start, of in waiting
                for end, held in self._core(start)
                if held & of and (end, held & of) not in found
            }
            found |= after
            waiting = {
                (start, of)
                for end, of in after
                for joined in self._joins(end)
                for start in self._openings(joined)
            }
        return found

    def turned(self, place: int) -> Iterator[int]:
        """Yield what it is false of that "services are included" or "industry is not included"."""
        for facets, words in ((("counts", "only"), "pneg"), (("omits",), "pinc")):
            for end, of in self._listed(place, facets):
                if any(True for _ in _grammar().at(self._text, end, (words,))):
                    yield of

    def _openings(self, place: int) -> set[int]:
        """Return where the first statement may start: here, or behind "note that"."""
        found, fresh = {place}, {place}
        while fresh:
            fresh = {end for one in fresh for end, _ in _grammar().at(self._text, one, ("open",))} - found
            found |= fresh
        return found

    def _joins(self, place: int) -> set[int]:
        found: set[int] = {place}
        fresh = {place}
        while fresh:
            fresh = {end for one in fresh for end, _ in _grammar().at(self._text, one, ("join",))} - found
            found |= fresh
        return found

    def _core(self, place: int) -> Iterator[End]:
        """Yield where one statement that starts here ends."""
        for start, of in self._subjects(place):
            for end, held in self._statement(start):
                if held & of:
                    yield end, held & of

    def _subjects(self, place: int) -> list[End]:
        found = [(place, -1)]
        for start, of in found:
            for end, _ in _grammar().at(self._text, start, ("subj",)):
                if (end, of) not in found:
                    found.append((end, of))
        if place < len(self._own):
            for number, measure in enumerate(self._measures):
                behind = self._named(measure, place)
                if behind is not None:
                    found.append((behind, 1 << number))
        return found

    def _named(self, measure: Measure, place: int) -> int | None:
        """Return where a name of the measure that starts here ends."""
        node, end = measure.trie, self._own[place]
        last = 0
        while end < len(self._words) and (node := node.get(self._words[end].stem, {})):
            end += 1
            last = end if "ind" in node.get("", {}) else last
        return next((one for one, own in enumerate(self._own) if own >= last > 0), None)

    def _statement(self, place: int) -> Iterator[End]:
        words = _grammar()
        for end, _ in words.at(self._text, place, ("neg",)):
            yield from self._listed(end, _DENIED)
            for further, _ in words.at(self._text, end, ("inc",)):
                yield from self._listed(further, _DENIED)
        for end, _ in words.at(self._text, place, ("inc",)):
            for last, of in self._only(end, _AFFIRMED):
                yield last, of
                yield from self._with_unit(last, of)
        for end, of in self._only(place, ("means",)):
            yield end, of
            yield from self._with_unit(end, of)
        for end, of in self._listed(place, ("omits",)):
            yield from ((last, of) for last, _ in words.at(self._text, end, ("pneg",)))
        for end, of in self._only(place, ("counts", "only")):
            yield from ((last, of) for last, _ in words.at(self._text, end, ("pinc",)))
        if self._text[place : place + 1] == ("can",):
            yield from self._index.at(self._text, place + 1, ("can",))
        yield from self._index.at(self._text, place, ("can",)) if self._says_can(place) else ()

    def _with_unit(self, place: int, mask: int) -> Iterator[End]:
        """Yield the ends of the unit behind a definition: ", in kilowatt-hours per person"."""
        start = place + (self._text[place : place + 1] == (",",))
        for end, of in self._index.at(self._text, start, ("unit",)):
            if of & mask:
                yield end, of & mask

    def _says_can(self, place: int) -> bool:
        return "can" in self._text[place : place + 4]

    def _only(self, place: int, facets: Sequence[str]) -> Iterator[End]:
        """Yield the ends of what is affirmed; after "only", of what is known to be all."""
        if self._text[place : place + 1] == ("only",):
            yield from self._listed(place + 1, tuple(one for one in facets if one != "counts"))
        else:
            for end, of in self._listed(place, facets):
                yield end, of
                if self._text[end : end + 1] in (("only",), ("alone",)):
                    alone = tuple(one for one in facets if one != "counts")
                    yield from (
                        (end + 1, held & of) for last, held in self._listed(place, alone) if last == end
                    )

    def _listed(self, place: int, facets: Sequence[str]) -> Iterator[End]:
        """Yield the ends of "services", "services and tourism"."""
        waiting = list(self._index.at(self._text, place, facets))
        seen: set[End] = set()
        while waiting:
            end, of = waiting.pop()
            if (end, of) in seen or not of:
                continue
            seen.add((end, of))
            yield end, of
            start = end
            while start < len(self._text) and self._text[start] in _LISTED:
                start += 1
            if start > end:
                waiting += [(last, of & held) for last, held in self._index.at(self._text, start, facets)]
