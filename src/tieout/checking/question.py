"""The question: it may lend an area and an indicator, never a year (rule 12); and it can be true or false."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from tieout.checking.affirmed import affirms, asks_value
from tieout.checking.asked import (
    asked_year,
    asks_beyond,
    declines_elsewhere,
    misses_form,
    misses_listed,
    misses_statistic,
    misses_window,
    names_denominator,
)
from tieout.checking.averaged import asked_statistic
from tieout.checking.chosen import Asked, check_chosen
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene
from tieout.checking.crossing import asks_crossing, crossings
from tieout.checking.followup import sole_area, sole_measure
from tieout.checking.frames.foreach import asked_ratio
from tieout.checking.frames.wholes import asked_share
from tieout.checking.leaning import lean
from tieout.checking.numbers import scan_tokens
from tieout.checking.opener import Opener
from tieout.checking.paired import pair_up
from tieout.checking.pick import pick_of
from tieout.checking.picked import fits_margin, is_picked
from tieout.checking.rates import says_per_head
from tieout.checking.resolve import resolve
from tieout.checking.sentence import read_sentence
from tieout.checking.series import named_mask
from tieout.checking.table import Table
from tieout.checking.tagger import Tagger
from tieout.checking.text import fold
from tieout.checking.tokens import Token, tokenize
from tieout.checking.undated import dates_of, misses_date
from tieout.checking.verdict import Reject
from tieout.checking.when import named_periods, period_of, span_of
from tieout.checking.where import named_areas
from tieout.facts.names import Names
from tieout.facts.period import Period

__all__ = ["Question"]

_LONGEST: Final = 2000
_WHEN: Final = frozenset(
    {"when", "which year", "what year", "since when", "year", "the year", "first year", "the first year"}
)
_ASKING: Final = frozenset(
    {
        "what",
        "which",
        "who",
        "whose",
        "how",
        "how many",
        "how much",
        "when",
        "where",
        "year",
        "the year",
        "did",
    }
)


_MOVES: Final = ("direction", "comparison", "superlative", "peak", "multiple", "hold", "range", "signword")
_HOW_MUCH: Final = re.compile(r"\bhow (?:much|many|far|big)\b")
_FORM: Final = re.compile(
    r"\bby (?:what|how many) (?:percent(?:age)?|per cent)\b(?! points?\b)", re.IGNORECASE
)
"""Asks for a form of number; of which series, the rest of the question says."""
_LEADS: Final = frozenset("so and but ok okay then hey right well now , : - —".split())
_POLAR: Final = frozenset(
    """
    is isn't are aren't was wasn't were weren't do don't does doesn't did didn't has hasn't have haven't had
    hadn't can could
    """.split()
)


class Question:
    """A question, read with the words of the answer.

    Args:
        text: The question; only its first 2,000 characters are read.
        table: The evidence.
        names: The vocabulary.
    """

    def __init__(self, text: str, table: Table, names: Names) -> None:
        folded = fold(text[:_LONGEST])
        self._folded, self._written = folded.lower(), folded
        folded = _FORM.sub("by how much", folded)
        tokens = tokenize(folded)
        mentions = {mention.start: mention for mention in scan_tokens(tokens, folded)}
        self._named_dates = dates_of(mentions.values()) if table.is_finer else []
        tagger = Tagger(table, names, folded)
        chunks = tagger.tag(tagger.words(tokens), mentions)
        resolve(chunks)
        self._chunks = [chunk for chunk in chunks if chunk.kind != "punct" or chunk.key not in ".!?"]
        self._scene = Scene(table=table, names=names, text=text)
        clause = Clause(self._chunks)
        try:
            self.areas: tuple[str, ...] = tuple(named_areas(clause, self._scene))
        except Reject:
            self.areas = ()
        if clause.has("setnoun", "setsize", "setmember"):
            # "the two Central American countries" are a set, and no area that an answer could miss.
            self.areas = tuple(code for code in self.areas if code in table.areas or _is_economy(code, names))
        moves = clause.has(*_MOVES) or any(chunk.kind in ("unknown", "judgement") for chunk in self._chunks)
        self.mask = named_mask(clause, self._scene, growth_of=moves) or named_mask(clause, self._scene)
        self.share = asked_share(self._chunks, self._scene) if self.areas else ((), ())
        if self.share[1]:
            self.mask |= named_mask(clause, self._scene, among=table.additive_mask)
        self._other_measure = not self.mask and self._names_another(tokens, folded, table, names)
        self.periods: tuple[Period, ...] = tuple(dict.fromkeys(named_periods(clause)))

    @staticmethod
    def _names_another(tokens: Sequence[Token], folded: str, table: Table, names: Names) -> bool:
        """True when a known measure is named that is none of the evidence's, all of which are known."""
        held = {measure.code for measure in table.measures}
        if not held or not held <= set(names.indicators):
            return False
        tagger = Tagger(table, names, folded, every=True)
        chunks = tagger.tag(tagger.words(tokens), {})
        named = [
            frozenset(chunk.readings["known"])
            for chunk in chunks
            if "known" in chunk.readings and not names_denominator(chunk, chunks, table)
        ]
        return bool(named) and all(held.isdisjoint(codes) for codes in named)

    def lend(self, scene: Scene) -> None:
        """Note in the scene what the question names."""
        named = any("area" in chunk.readings or "adjective" in chunk.readings for chunk in self._chunks)
        scene.question_areas = self.areas if named else sole_area(self._chunks, scene.table, self._written)
        scene.question_set = (self.areas, self._size())
        scene.question_share = self.share
        scene.ranked = self._ranked()
        scene.asked_ratio = asked_ratio(self._chunks, self._scene) if len(self.areas) > 1 else None
        scene.asked_statistic = asked_statistic(self._chunks, self.areas, scene.table)
        scene.question_mask = self.mask
        if not self.mask and not self._other_measure:
            scene.question_mask = sole_measure(self._chunks, scene.table)
        for chunk in self._chunks:
            if chunk.kind in ("ind", "piece", "grows"):
                scene.question_names |= chunk.mask("ind")
                scene.question_names |= sum(1 << number for number in chunk.readings.get("piece", ()))
        scene.question_words = frozenset(word for chunk in self._chunks for word in chunk.stems)
        scene.question_window = self._window(scene)
        scene.asked_bound = asks_crossing(self._chunks)
        scene.asks_change = _HOW_MUCH.search(self._folded) is not None and any(
            chunk.kind == "direction" for chunk in self._chunks
        )
        scene.question_per = says_per_head(Clause(self._chunks))
        scene.question_grew = any(chunk.kind == "grows" for chunk in self._chunks)

    def _ranked(self) -> tuple[int, bool] | None:
        """Return the size of the set that the question ranks, and whether from the highest."""
        said = [chunk for chunk in self._chunks if chunk.kind in ("superlative", "peak")]
        sides = {str(chunk.readings[chunk.kind]).startswith("most") for chunk in said}
        size = self._size() or len(self.areas)
        return (size, sides.pop()) if len(sides) == 1 and size > len(("one", "another")) else None

    def _size(self) -> int:
        """Return the size of a set: 3 for "the three Baltic states"; 0 where none is named."""
        for place, chunk in enumerate(self._chunks):
            value = chunk.mention.value if chunk.mention is not None and chunk.mention.is_quantity else None
            grouped = any("setnoun" in after.readings for after in self._chunks[place + 1 : place + 3])
            if value is not None and value.denominator == 1 and grouped:
                return int(value)
        return 0

    def _window(self, scene: Scene) -> tuple[Period, Period] | None:
        """Return the years asked about.

        "from 2008 to 2022", or "since 2008" up to the last year of the evidence.
        """
        years = [chunk for chunk in self._chunks if chunk.kind == "year"]
        spans = [span for chunk in years if (span := span_of(chunk)) is not None]
        if len(spans) == 1 and len(years) == 1:
            return spans[0]
        if len(self.periods) == 2:
            return min(self.periods), max(self.periods)
        since = any("since" in chunk.key.split() for chunk in self._chunks)
        last = max((period for series in scene.table.cells.values() for period in series), default=None)
        if len(self.periods) == 1 and since and last is not None and last > self.periods[0]:
            return self.periods[0], last
        return None

    def lean(self, chunks: Sequence[Chunk], scene: Scene, others: Sequence[Reading]) -> Reading | None:
        """Read a fragment as the change that the rest of the answer states, where one is asked for."""
        return lean(chunks, self._chunks, scene, others)

    def complete(self, chunks: Sequence[Chunk], scene: Scene, others: Sequence[Reading]) -> Reading | None:
        """Read a fragment together with the question ("37 to 1"); None where that says nothing true.

        The areas and years that the question lends must stand elsewhere in the answer, which is read on
        its own later.
        """
        asked = [chunk for chunk in self._chunks if chunk.key not in _ASKING]
        chunks = _bare(chunks)
        if (dated := self._dates(chunks, others)) is not None:
            return dated
        asked = _undated(asked, chunks)
        if not chunks or any(
            chunk.kind in ("unknown", "cause", "judgement", "yes") for chunk in (*chunks, *asked)
        ):
            return None
        when = any(chunk.key in _WHEN for chunk in self._chunks[:4])
        if when and not any(chunk.key == "first" for chunk in asked):
            start = asked[0].start if asked else 0
            asked.insert(
                0, Chunk(start=start, end=start, key="first", readings={"timeword": "first"}, kind="timeword")
            )
        quiet = replace(scene, areas=(), measure=None, periods=(), cells=[])
        try:
            after = chunks[0].key == "by"
            found = read_sentence([*asked, *chunks] if after else [*chunks, *asked], quiet)
        except Reject:
            return None
        own = {chunk.start for chunk in chunks}
        if any(tie.start not in own for reading in found for tie in reading.ties):
            return None
        said = {period for reading in others for period in reading.periods}
        said |= set(named_periods(Clause(chunks)))
        areas = {area for reading in others for area in reading.areas}
        if (
            len(found) != 1
            or not set(found[0].periods) <= said
            or not (set(found[0].areas) <= areas or when or len(self.areas) in (1, 2))
        ):
            return None
        return found[0]

    def _dates(self, chunks: Sequence[Chunk], others: Sequence[Reading]) -> Reading | None:
        """Read a bare "In 2022" as the year that is asked for, of what the rest of the answer is about."""
        bound = asks_crossing(self._chunks)
        years = [period_of(chunk) for chunk in chunks if chunk.kind == "year"]
        rest = all(
            chunk.kind in ("year", "preposition", "neutral", "pronoun", "timeword") for chunk in chunks
        )
        if len(years) != 1 or years[0] is None or not rest:
            return None
        if bound is None:
            return self._picks_year(years[0], others)
        found = crossings(bound, self._chunks, others, self._scene.table)
        cell = next((cell for one in others for cell in one.cells), None)
        if not found or years[0] not in found or cell is None:
            return None
        return Reading(areas=(cell.area,), measure=cell.measure, periods=(years[0],))

    def _picks_year(self, year: Period, others: Sequence[Reading]) -> Reading | None:
        """Read a bare "2013." where a year is picked out ("When did it peak?"), which is held to it later."""
        pick = pick_of(self._chunks, self._folded)
        told = {(cell.area, cell.measure) for one in others for cell in one.cells if cell.period == year}
        if pick is None or not pick.year or len(told) != 1:
            return None
        area, measure = told.pop()
        return Reading(areas=(area,), measure=measure, periods=(year,))

    @property
    def polar(self) -> bool:
        """True for a question of yes or no ("Is it over 80%?", "And has it doubled?")."""
        words = [chunk.key for chunk in self._chunks if chunk.key not in _LEADS][:1]
        return bool(words) and words[0].split()[0] in _POLAR

    @property
    def dated(self) -> bool:
        """True for a question of when."""
        return asks_crossing(self._chunks) is not None

    def is_denied(self, openers: Iterable[Opener]) -> bool:
        """True where an answer opens with "None so far", or "No" to whether there is a value."""
        return any(
            opener.says == "none" or (opener.says == "no" and asks_value(self._chunks)) for opener in openers
        )

    def bears_out(self, opener: Opener, readings: Sequence[Reading]) -> bool | None:
        """Return whether what an answer opens with is so; None where that is not understood."""
        if opener.says == "none" and asks_value(self._chunks):
            return affirms(self._chunks, self._scene, readings, "no")
        if opener.says == "none":
            bound = asks_crossing(self._chunks)
            found = crossings(bound, self._chunks, readings, self._scene.table) if bound is not None else None
            return None if found is None else not found
        if opener.area is not None:
            picked = is_picked(opener.area, self._chunks, self.areas, readings, self._scene)
            return picked and fits_margin(opener, readings, self._scene)
        try:
            return affirms(self._chunks, self._scene, readings, opener.says)
        except Reject:
            return None  # a name of the question may mean several places

    def pair_up(self, chunks: list[Chunk]) -> list[Chunk]:
        """Return a sentence whose two values are given the two places that the question names."""
        return pair_up(chunks, self._chunks)

    def check_chosen(
        self, said: Sequence[Sequence[Chunk]], readings: Sequence[Reading], scene: Scene
    ) -> Reject | None:
        """Return why the area or year that the answer opens with is not the one asked for; None if it is."""
        pick = pick_of(self._chunks, self._folded)
        if pick is None:
            return None
        asked = Asked(
            pick=pick,
            chunks=self._chunks,
            areas=self.areas,
            mask=self.mask,
            periods=self.periods,
            window=self._window(scene),
        )
        return check_chosen(asked, said, readings, scene)

    def misses_year(self, said: Sequence[Period], readings: Sequence[Reading]) -> bool:
        """True when the question asks since when something is so, and none of the years said is that year."""
        bound = asks_crossing(self._chunks)
        if bound is None or not said:
            return False
        found = crossings(bound, self._chunks, readings, self._scene.table)
        return found is not None and found.isdisjoint(said)

    def _is_product(self, readings: Sequence[Reading]) -> bool:
        """True where people are asked for of a series that a share of a whole then gives the number of."""
        named = {number for chunk in self._chunks for number in chunk.readings.get("piece", ())}
        return any(
            tie.relation == "product" and len(named) == 1 and reading.cells[0].measure in named
            for reading in readings
            for tie in reading.ties
        )

    def is_missed(self, readings: Sequence[Reading], *, refused: bool) -> bool:
        """True when nothing of the answer is about the one area.

        Or the indicator, or the year, or has the form of number, that the question names (rule 24).
        """
        relations = [tie.relation for reading in readings for tie in reading.ties]
        if refused or not relations:
            return declines_elsewhere(self.areas, readings, self._scene.names)
        if misses_form(self._folded, relations) or misses_statistic(self._folded, relations):
            return True
        if (self._other_measure and not self._is_product(readings)) or asks_beyond(self._folded):
            return True
        if misses_date(self._named_dates, [period for reading in readings for period in reading.periods]):
            return True
        year = asked_year(self._folded)
        said = {period.year for reading in readings for period in reading.periods}
        if misses_window(self._folded, said, relations):
            return True
        if misses_listed(self._folded, said) and all(reading.absence is None for reading in readings):
            return True
        if year is not None and said and year.year not in said:
            return True
        areas = {area for reading in readings for area in reading.areas}
        if len(self.areas) == 1 and areas and not areas & set(self.areas):
            return True
        measures = [reading.measure for reading in readings if reading.measure is not None]
        return bool(self.mask and measures) and not any(self.mask >> measure & 1 for measure in measures)


def _is_economy(code: str, names: Names) -> bool:
    return code in names.areas and names.areas[code].kind == "economy"


def _undated(asked: list[Chunk], chunks: Sequence[Chunk]) -> list[Chunk]:
    """Return the question without its years, where the fragment names the same ones."""
    said = {period_of(chunk) for chunk in chunks if chunk.kind == "year"}
    mine = {period_of(chunk) for chunk in asked if chunk.kind == "year"}
    return [chunk for chunk in asked if chunk.kind != "year"] if mine and said == mine else asked


def _bare(chunks: Sequence[Chunk]) -> list[Chunk]:
    """Return a fragment without the "Yes" before it, and "in both years:" where it names two."""
    rest = list(chunks)
    if rest and rest[0].kind == "yes":
        rest = rest[1:]
    colon = next((place for place, chunk in enumerate(rest) if chunk.key == ":"), None)
    if colon is not None and all(_says_both(chunk) for chunk in rest[:colon]):
        both = any(chunk.kind not in ("neutral", "preposition", "punct") for chunk in rest[:colon])
        rest = rest[colon + 1 :]
        if both and len({period_of(chunk) for chunk in rest if chunk.kind == "year"}) != _BOTH:
            return []
    return [chunk for chunk in rest if chunk.kind != "punct" or chunk.key not in ",:;—–"]


_BOTH: Final = 2


def _says_both(chunk: Chunk) -> bool:
    both = not {"both", "everyof2"}.isdisjoint((chunk.kind, chunk.readings.get("timeword")))
    return both or chunk.kind in ("neutral", "preposition", "punct")
