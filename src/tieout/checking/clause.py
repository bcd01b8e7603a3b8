"""Clauses: what a frame reads. A run of resolved chunks with its typed lists, and the scene it is said in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tieout.checking.chunk import Chunk
from tieout.checking.mention import Mention, NumberKind
from tieout.checking.table import Table, exact
from tieout.checking.verdict import Absence, Extent, ProblemCode, Reject, Tie
from tieout.facts.fact import Fact
from tieout.facts.names import Names
from tieout.facts.period import Period

__all__ = ["Cell", "Clause", "Reading", "Scene"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One fact as a claim uses it."""

    area: str
    measure: int
    period: Period
    fact: Fact

    @property
    def value(self) -> Fraction:
        """The exact value."""
        return exact(self.fact)


@dataclass(frozen=True, slots=True, kw_only=True)
class Average:
    """A mean or a median that was told.

    Attributes:
        operation: ``mean`` or ``median``.
        value: Its exact value.
        measure: The measure.
        period: The year that its values are of.
        cells: The values that it is of.
    """

    operation: str
    value: Fraction
    measure: int
    period: Period
    cells: tuple["Cell", ...]


@dataclass(slots=True, kw_only=True)
class Reading:
    """A clause that was understood and is true.

    Attributes:
        ties: The numbers tied.
        cells: The facts used, in the order of the claim; a change has the earlier first.
        areas: The areas named or carried, for pronouns after it.
        measure: The measure spoken of, or None.
        periods: The periods named.
        subject: What a comparison is about.
        grew: It says the growth of something in a year.
        refuses: It says what has no value or cannot be answered.
        deficit: It says a value below zero without its sign: what "it fell" means after it is open.
        window: The years that its highest or lowest is of.
        absence: What it says the data do not include.
        extent: Where it says that the data begin or end.
        average: The mean or median that it tells, or is said beside.
        placed: The areas of the set that it ranks, in the order of their places.
        whole: The measure that its value was told as a part of, of the same place.
    """

    ties: list[Tie] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    areas: tuple[str, ...] = ()
    measure: int | None = None
    periods: tuple[Period, ...] = ()
    subject: Cell | None = None
    grew: bool = False
    refuses: bool = False
    deficit: bool = False
    window: tuple[Period, Period] | None = None
    absence: Absence | None = None
    extent: Extent | None = None
    average: Average | None = None
    placed: tuple[str, ...] = ()
    whole: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A ranking that was told: the set in order, and the facts of the places told last."""

    order: tuple[str, ...]
    cells: tuple[Cell, ...]


@dataclass(kw_only=True)
class Scene:
    """What a clause may take from outside itself.

    Attributes:
        table: The evidence.
        names: The vocabulary.
        text: The answer.
        areas: Areas of the clause before.
        measure: Measure of the clause before.
        periods: Periods of the clause before.
        cells: Facts of the clause before.
        sentence_periods: Periods named anywhere in this sentence.
        sentence_areas: Areas named anywhere in this sentence.
        question_areas: The one area that the question names, if one.
        question_set: The areas that the question lists, and the size of a set it names besides.
        asked_ratio: The place that each is of, and the other, where the question asks how many for each.
        asked_statistic: The mean, median or sum that the question asks for, and of which areas.
        question_share: The areas whose share the question asks for, and those it is a share of.
        question_mask: Measures that the question may name, as bits; 0 without.
        question_names: Measures that any one phrase of the question names, as bits, whatever it counts.
        question_words: The words of the question, which a statement of a gap may echo.
        says_basis: The sentence says that values are in current prices.
        says_per: The sentence says per how many its numbers are.
        sentence_flags: What the sentence says of its numbers: provisional, estimated, break.
        cover: The years that the answer has said the data cover.
        question_window: The years that the question asks about, for peaks and lows only.
        window: First and last year of the last change or course, for "of the period".
        topic: First and last year that this sentence opens with ("Across 2015-2025, ...").
        subject: What the last comparison was about, for "but less than Denmark's".
        pair: The last two facts told side by side, in the order of the text.
        placed: The ranking just told, for "next came".
        average: The mean or median just told, for "above that mean".
        group: The areas of a set that was told as a list, and that the next sentences may speak of.
        set_size: The size of the set that the sentence names.
        ranked: The size of the set that was last ranked, and whether from the highest.
        grew: The last claim was of the growth of something in a year.
        question_grew: The question asks for the growth of something ("the economy").
        question_per: The question says per how many, or per head, what it asks for is.
        absent: The answer has just said what the data do not include.
        deficit: The last value was of a deficit, without its sign.
        trail: The first facts of all clauses so far: as many as tell whether there were two.
        asks_change: The question asks by how much something changed.
        asked_bound: The bound of a question of when ("above 50%"), for "just short".
        whole: The measure that the last value was told as a part of ("46.6% of GDP").
    """

    table: Table
    names: Names
    text: str
    areas: tuple[str, ...] = ()
    measure: int | None = None
    periods: tuple[Period, ...] = ()
    cells: list[Cell] = field(default_factory=list)
    sentence_periods: tuple[Period, ...] = ()
    sentence_areas: tuple[str, ...] = ()
    question_areas: tuple[str, ...] = ()
    question_set: tuple[tuple[str, ...], int] = ((), 0)
    asked_ratio: tuple[str, str] | None = None
    asked_statistic: tuple[str, tuple[str, ...]] | None = None
    question_share: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    question_mask: int = 0
    question_names: int = 0
    question_words: frozenset[str] = frozenset()
    says_basis: bool = False
    says_per: bool = False
    sentence_flags: frozenset[str] = frozenset()
    cover: tuple[Period, Period] | None = None
    window: tuple[Period, Period] | None = None
    topic: tuple[Period, Period] | None = None
    question_window: tuple[Period, Period] | None = None
    subject: Cell | None = None
    pair: tuple[Cell, Cell] | None = None
    placed: Placed | None = None
    average: Average | None = None
    group: tuple[str, ...] = ()
    set_size: int | None = None
    ranked: tuple[int, bool] | None = None
    grew: bool = False
    question_grew: bool = False
    question_per: bool = False
    absent: bool = False
    deficit: bool = False
    trail: tuple[Cell, ...] = ()
    asked_bound: Chunk | None = None
    asks_change: bool = False
    whole: int | None = None

    def copy(self) -> "Scene":
        """Return a scene that can be read in without touching this one."""
        other = object.__new__(Scene)  # several a sentence: not by way of thirty arguments
        other.__dict__.update(self.__dict__)
        other.cells = list(self.cells)
        return other

    def restore(self, other: "Scene") -> None:
        """Carry again what another scene carries."""
        self.areas, self.measure, self.periods, self.cells = (
            other.areas,
            other.measure,
            other.periods,
            other.cells,
        )
        self.deficit, self.pair, self.trail = other.deficit, other.pair, other.trail
        self.average, self.placed = other.average, other.placed
        self.window, self.subject, self.grew, self.cover = (
            other.window,
            other.subject,
            other.grew,
            other.cover,
        )

    def forget(self) -> None:
        """Forget what was carried: the sentence before was not understood."""
        self.pair, self.trail, self.average, self.placed = None, (), None, None
        self.areas, self.periods, self.cells, self.measure, self.window, self.subject = (
            (),
            (),
            [],
            None,
            None,
            None,
        )

    def follow(self, reading: Reading) -> None:
        """Carry what a true reading named on to the next clause."""
        if reading.areas:
            self.areas = reading.areas
        if reading.measure is not None:
            self.measure, self.deficit = reading.measure, reading.deficit
        if reading.periods:
            self.periods = reading.periods
        if reading.cells:
            self.pair = _pair_of(self.cells, reading.cells) or self.pair
            self.cells = reading.cells
            self.trail = (*self.trail, *reading.cells)[:_TRAIL]
            self.whole = reading.whole
            self.absent = False
        if len(set(reading.periods)) >= 2 and {min(reading.periods), max(reading.periods)} <= set(
            self.sentence_periods
        ):
            self.window = (min(reading.periods), max(reading.periods))
        self.window = reading.window or self.window
        if reading.placed and reading.cells:
            self.placed = Placed(order=reading.placed, cells=tuple(reading.cells))
        elif self.placed is not None and reading.measure not in (None, self.placed.cells[-1].measure):
            self.placed = None
        other = self.average is not None and reading.measure not in (None, self.average.measure)
        self.average = reading.average or (None if other else self.average)
        self.subject, self.grew = reading.subject, reading.grew

    def area_name(self, code: str) -> str:
        """Return the name of an area for a message."""
        known = self.names.areas.get(code)
        return known.in_sentence if known is not None else self.table.area_names.get(code, code)


_TRAIL = 3


def _pair_of(before: Sequence[Cell], now: Sequence[Cell]) -> tuple[Cell, Cell] | None:
    """Return two facts told side by side, by one claim or by two: they differ in one thing only."""
    if len(now) == 1 and len(before) == 1:
        first, second = before[0], now[0]
    elif len(now) == len(("first", "second")):
        first, second = now
    else:
        return None
    unlike = (first.area != second.area, first.measure != second.measure, first.period != second.period)
    return (first, second) if sum(unlike) == 1 else None


class Clause:
    """A run of resolved chunks.

    Args:
        chunks: The chunks, resolved, in order.
    """

    __slots__ = ("_kinds", "_text", "_words", "chunks")

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self.chunks = tuple(chunks)
        self._text: str | None = None
        self._words: frozenset[str] | None = None
        self._kinds: dict[str, list[Chunk]] = {}
        for chunk in self.chunks:
            self._kinds.setdefault(chunk.kind, []).append(chunk)

    def __iter__(self) -> Iterator[Chunk]:
        """Iterate over the chunks."""
        return iter(self.chunks)

    def of(self, *kinds: str) -> list[Chunk]:
        """Return the chunks of the kinds, in order of the text."""
        if len(kinds) == 1:
            return self._kinds.get(kinds[0], [])
        there = [kind for kind in kinds if kind in self._kinds]
        if len(there) <= 1:
            return list(self._kinds[there[0]]) if there else []
        return [chunk for chunk in self.chunks if chunk.kind in there]

    def has(self, *kinds: str) -> bool:
        """Return True when a chunk of any of the kinds is there."""
        return not self._kinds.keys().isdisjoint(kinds)

    def only(self, allowed: frozenset[str]) -> bool:
        """Return True when every chunk is of an allowed kind."""
        return self._kinds.keys() <= allowed

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of its chunks."""
        return frozenset(self._kinds)

    @property
    def text(self) -> str:
        """The words of its chunks in order, put together when they are first asked for."""
        if self._text is None:
            self._text = " ".join([chunk.key for chunk in self.chunks])
        return self._text

    @property
    def words(self) -> frozenset[str]:
        """The words of its chunks, each once."""
        if self._words is None:
            self._words = frozenset(self.text.split())
        return self._words

    @property
    def nums(self) -> list[Chunk]:
        """The numbers that need a fact."""
        return self._kinds.get("num", [])

    @property
    def start(self) -> int:
        """First code point."""
        return self.chunks[0].start if self.chunks else 0

    @property
    def end(self) -> int:
        """Code point after the last."""
        return self.chunks[-1].end if self.chunks else 0

    def key_has(self, *words: str) -> bool:
        """Return True when any chunk's words contain one of the words."""
        return not self.words.isdisjoint(words)

    def timewords(self, *payloads: str) -> list[Chunk]:
        """Return the time words with one of the payloads."""
        return [chunk for chunk in self.of("timeword") if chunk.readings.get("timeword") in payloads]

    def reject(
        self, code: ProblemCode, message: str, chunk: Chunk | None = None, expected: str | None = None
    ) -> Reject:
        """Return a Reject over a chunk, or over the whole clause."""
        if chunk is None:
            return Reject(code, self.start, self.end, message, expected)
        return Reject(code, chunk.start, chunk.end, message, expected)


def mention_of(chunk: Chunk) -> Mention:
    """Return the mention of a number chunk."""
    if chunk.mention is None:
        raise ValueError(f"{chunk.key!r} is no number")
    return chunk.mention


def is_size(chunk: Chunk) -> bool:
    """Return True for numbers that can only be the size of a change or gap: points and basis points."""
    return mention_of(chunk).kind in (NumberKind.POINTS, NumberKind.BASIS_POINTS)
