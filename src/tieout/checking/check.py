"""The check: an answer and its evidence → a verdict. Deterministic; no model, no network, no clock."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, Literal

from tieout.checking.affirmed import isolate_opener
from tieout.checking.chunk import Chunk, mark_quoted
from tieout.checking.clause import Reading, Scene
from tieout.checking.gist import Gists
from tieout.checking.heads import find_heads
from tieout.checking.lasting import check_years
from tieout.checking.markers import blank_markers, check_markers
from tieout.checking.mention import Mention
from tieout.checking.nearly import check_nearly, lift_nearly
from tieout.checking.noted import Noted, is_true, without_notes
from tieout.checking.notes import Notes
from tieout.checking.numbers import scan_tokens
from tieout.checking.opener import Opener, find_opener, without_pointer
from tieout.checking.passages import Passage, passages_of
from tieout.checking.question import Question
from tieout.checking.resolve import resolve
from tieout.checking.rules import hold_words, speaks_of_gaps
from tieout.checking.sentence import read_sentence
from tieout.checking.table import table_of
from tieout.checking.tagger import Tagger, Word
from tieout.checking.text import find_unsafe, fold
from tieout.checking.tokens import tokenize
from tieout.checking.verdict import Problem, ProblemCode, Reject, Tie, Verdict
from tieout.checking.when import period_of
from tieout.checking.where import area_of, codes_of
from tieout.facts.fact import Evidence
from tieout.facts.names import Names
from tieout.facts.period import Period

__all__ = ["check"]

Status = Literal["answered", "cannot_answer"]


def check(
    answer: str,
    evidence: Evidence | Iterable[object],
    question: str | None = None,
    *,
    names: Names | None = None,
    status: Status = "answered",
    max_characters: int = 200_000,
) -> Verdict:
    """Read every claim of an answer and tie it out to the evidence.

    Args:
        answer: The text of the answer.
        evidence: The facts that the writer of the answer was shown, or their rows as JSON objects.
        question: The question, which may lend an area and an indicator; None without.
        names: The vocabulary of areas; the packaged one by default.
        status: What the draft says of itself; ``cannot_answer`` may state gaps only.
        max_characters: Longest answer that is read, in code points.

    Returns:
        The verdict: valid only when every claim is understood and ties out. Never raises for any text.

    Raises:
        UsageError: A row is malformed; the sentence names it.
    """
    if not isinstance(evidence, Evidence):
        evidence = _facts(evidence)
    if not answer.strip():
        return _held(answer, ProblemCode.EMPTY_ANSWER, 0, len(answer), "The answer is empty.")
    if len(answer) > max_characters:
        message = f"The answer is longer than {max_characters:,} characters."
        end = min(len(answer), max_characters + _EXCERPT)
        return _held(answer, ProblemCode.ANSWER_TOO_LONG, max_characters, end, message)
    unsafe = find_unsafe(answer)
    if unsafe:
        first = unsafe[0]
        return _held(
            answer, ProblemCode.NOT_UNDERSTOOD, first.start, first.end, f"The text holds {first.reason}."
        )
    return _Run(answer, evidence, names or Names.load(), question, status).verdict()


def _facts(rows: Iterable[object]) -> Evidence:
    # Only who hands rows over needs the library that reads them; asking a question starts without it.
    from tieout.facts.rows import evidence_from_rows  # noqa: PLC0415

    return evidence_from_rows(rows)


def _held(
    answer: str, code: ProblemCode, start: int, end: int, message: str, expected: str | None = None
) -> Verdict:
    problem = Problem(
        code=code, start=start, end=end, text=answer[start:end], message=message, expected=expected
    )
    return Verdict(valid=False, problems=(problem,), ties=())


class _Run:
    """One answer on its way through the check."""

    def __init__(
        self, answer: str, evidence: Evidence, names: Names, question: str | None, status: Status
    ) -> None:
        self._answer = answer
        self._evidence = evidence
        self._status = status
        self._table = table_of(evidence)
        self._folded, self._markers = blank_markers(fold(answer))
        self._tagger = Tagger(self._table, names, self._folded)
        self._scene = Scene(table=self._table, names=names, text=answer)
        self._problems: list[Reject] = []
        self._readings: list[Reading] = []
        self._opening: list[Period] = []
        self._first: list[Chunk] = []
        self._openers: dict[int, Opener] = {}
        self._said: list[list[Chunk]] = []
        self._noted: list[Noted] = []
        self._gists = Gists()
        self._instead = False
        self._question = Question(question, self._table, names) if question else None
        if self._question is not None:
            self._question.lend(self._scene)

    def verdict(self) -> Verdict:
        tokens = tokenize(self._folded)
        mentions = scan_tokens(tokens, self._folded)
        waiting: list[Chunk] = []
        for part in passages_of(self._folded, tokens, mentions):
            waiting = self._hear(part, waiting)
            self._gists.end(len(self._readings))
        if waiting:
            self._read_into(waiting)
        ties = sorted(
            (tie for reading in self._readings for tie in reading.ties), key=lambda tie: (tie.start, tie.end)
        )
        self._problems += check_markers(self._markers, ties, self._table)
        self._problems += check_years(self._folded, ties, self._table)
        if not self._problems:
            self._check_openers()
            self._problems += self._gists.check(self._readings, self._scene)
            self._check_noted()
            self._check_whole(ties)
        if self._problems:
            return self._held(mentions)
        absences = tuple(reading.absence for reading in self._readings if reading.absence is not None)
        extents = tuple(reading.extent for reading in self._readings if reading.extent is not None)
        return Verdict(valid=True, problems=(), ties=tuple(ties), absences=absences, extents=extents)

    def _hear(self, part: Passage, waiting: list[Chunk]) -> list[Chunk]:
        """Take a sentence; one that is not read is taken once more without the remarks in it."""
        sentence, own, numbers = part
        words = self._tagger.words(own)
        chunks = self._chunks(words, numbers, sentence)
        if not chunks:
            return waiting
        self._first = self._first or chunks
        self._opening = self._opening or _years(chunks)
        self._instead = self._instead or any(chunk.key.startswith(_INSTEAD) for chunk in chunks)
        if self._question is not None:
            self._said.append(list(chunks))
        scene, failures, count = self._scene.copy(), len(self._problems), len(self._readings)
        left = self._take(chunks, waiting)
        failed = len(self._problems) > failures
        if not failed and (waiting or not left):
            if any(reading.refuses for reading in self._readings[count:]):
                self._hold_belied(words)
            return left
        notes = self._notes.find(words)
        if not notes:
            return left
        # What the first reading left behind is taken back, and put there again where the second is no better.
        begin = waiting[0].start if waiting else sentence[0]
        told = self._scene, self._problems[failures:], self._readings[count:], self._opened_from(begin)
        self._scene = scene
        del self._problems[failures:], self._readings[count:]
        others = self._tagger.words(without_notes(own, words, notes, self._tagger))
        rest = self._chunks(others, numbers, sentence)
        again = self._take(rest, waiting) if rest else waiting
        if len(self._problems) > failures or (again and not waiting):
            self._opened_from(begin)
            self._scene, self._problems[failures:], self._readings[count:], openers = told
            self._openers.update(openers)
            return left
        if not rest:
            self._readings.append(Reading())
        last = len(self._readings)
        for note in notes:
            start, end = words[note.start].start, words[note.end - 1].end
            self._noted.append(Noted(note=note, first=count, last=last, start=start, end=end))
        return again

    def _opened_from(self, begin: int) -> dict[int, Opener]:
        """Return the openers noted from a place on, which are forgotten."""
        return {start: self._openers.pop(start) for start in [*self._openers] if start >= begin}

    @cached_property
    def _notes(self) -> Notes:
        """The remarks that this evidence makes checkable."""
        return Notes(self._table)

    def _hold_belied(self, words: Sequence[Word]) -> None:
        """Hold "services are included", read as of the data, where it is false of what is spoken of."""
        own = self._scene.question_mask if self._scene.measure is None else 1 << self._scene.measure
        if self._notes.belied(words) & own:
            message = "What is said to be left out is counted, or the other way round."
            self._fail(Reject(ProblemCode.NOT_UNDERSTOOD, words[0].start, words[-1].end, message))

    def _take(self, chunks: list[Chunk], waiting: list[Chunk]) -> list[Chunk]:
        """Read a sentence; a fragment waits for the one after it, which may complete it (rule 12)."""
        before = self._scene.copy()
        count = len(self._readings)
        try:
            found = self._read(chunks)
        except Reject as reject:
            short = len(chunks) <= _FRAGMENT and self._question is not None and not self._readings
            if not waiting and (
                reject.code in _INCOMPLETE or (short and reject.code is ProblemCode.NOT_UNDERSTOOD)
            ):
                self._scene = before
                if len(years := _years(chunks)) == 1 and not any(chunk.kind == "num" for chunk in chunks):
                    self._scene.periods = tuple(years)
                codes = codes_of(chunks)
                if len(codes) == 1 and len(chunks) <= _FRAGMENT:
                    self._scene.areas = codes
                return chunks
            if waiting and reject.code in _INCOMPLETE and self._complete(waiting, before):
                return self._take(chunks, [])
            self._fail(reject)
            return []
        self._readings += found
        if waiting and len(self._readings) > count:
            self._read_into(waiting)
        elif waiting:
            return waiting
        return []

    def _complete(self, chunks: list[Chunk], before: Scene) -> bool:
        """Read a fragment with the question alone, where the sentence after it takes up what it says."""
        found = (
            self._question.complete(chunks, before, self._readings) if self._question is not None else None
        )
        if found is None:
            return False
        self._readings.append(found)
        self._scene = before
        self._scene.follow(found)
        return True

    def _read_into(self, chunks: list[Chunk]) -> None:
        try:
            self._readings += self._read(chunks)
        except Reject as reject:
            found = self._question.complete(chunks, self._scene, self._readings) if self._question else None
            if found is None and self._question is not None:
                found = self._question.lean(chunks, self._scene, self._readings)
            if found is None:
                self._fail(reject)
            else:
                self._readings.append(found)

    def _read(self, chunks: list[Chunk]) -> list[Reading]:
        bound = self._scene.asked_bound
        chunks, near = lift_nearly(self._open(chunks), bound)
        hold_words(chunks, self._scene)
        found = read_sentence(chunks, self._scene) if chunks else []
        check_nearly(near, bound, found, self._scene)
        return found

    def _open(self, chunks: list[Chunk]) -> list[Chunk]:
        """Note a leading "Yes", "Slowly, yes" or "None so far", and return what follows it."""
        found, rest = None, chunks
        asked = self._question
        first = chunks[0].start == self._first[0].start
        if asked is not None and first and not asked.polar:
            chunks = rest = without_pointer(chunks)
        if asked is not None and first:
            found, rest = find_opener(chunks, polar=asked.polar, dated=asked.dated)
        elif chunks[0].kind == "yes":
            found, rest = find_opener(chunks, polar=True, dated=False)
        if found is not None:
            self._openers[found.start] = found
            if found.area is not None:
                self._scene.areas = (area_of(found.area, self._scene),)
        return asked.pair_up(rest) if asked is not None else rest

    def _check_openers(self) -> None:
        """Check each "Yes" and "No" against the question, in the years that the answer names."""
        for opener in self._openers.values():
            held = self._question.bears_out(opener, self._readings) if self._question is not None else None
            if held is None:
                message = "What this affirms or denies is not understood."
                self._problems.append(Reject(ProblemCode.NOT_UNDERSTOOD, opener.start, opener.end, message))
            elif not held:
                said = {"yes": "no", "no": "yes"}.get(opener.says, "another")
                message = f"By the data the answer is {said}."
                self._problems.append(Reject(ProblemCode.WRONG_RELATION, opener.start, opener.end, message))

    def _check_noted(self) -> None:
        """Hold each remark to what is said around it."""
        for noted in self._noted:
            if not is_true(noted, self._readings, self._scene):
                message = "This is not so, or not known, of what is spoken of."
                self._problems.append(Reject(ProblemCode.NOT_UNDERSTOOD, noted.start, noted.end, message))

    def _fail(self, reject: Reject) -> None:
        self._problems.append(reject)
        self._scene.forget()

    def _check_whole(self, ties: Sequence[Tie]) -> None:
        """Check what the answer as a whole must be.

        An answer to the question, or a refusal where it says so.
        """
        whole = (0, len(self._answer))
        if self._status == "cannot_answer" and ties:
            message = "A draft that says it cannot answer states a value here."
            self._problems.append(Reject(ProblemCode.OFF_QUESTION, ties[0].start, ties[0].end, message))
        if not self._readings:
            message = "Nothing is said here that could be tied out."
            self._problems.append(Reject(ProblemCode.NOT_UNDERSTOOD, *whole, message))
        refused = self._instead or any(reading.refuses for reading in self._readings)
        refused = refused or (self._question is not None and self._question.is_denied(self._openers.values()))
        if self._question is not None and self._question.is_missed(self._readings, refused=refused):
            message = "This answers another question than the one asked."
            self._problems.append(Reject(ProblemCode.OFF_QUESTION, *whole, message))
        missed = self._question is not None and self._question.misses_year(self._opening, self._readings)
        if missed and ties and not refused:
            message = "This is not the year that is asked for."
            self._problems.append(Reject(ProblemCode.WRONG_PERIOD, *whole, message))
        elif self._question is not None and not refused and not self._problems:
            reject = self._question.check_chosen(self._said, self._readings, self._scene)
            self._problems += [reject] if reject is not None else []

    def _chunks(
        self, words: Sequence[Word], numbers: Mapping[int, Mention], sentence: tuple[int, int]
    ) -> list[Chunk]:
        chunks = _without_stops(self._tagger.tag(words, numbers))
        isolate_opener(chunks)
        resolve(chunks)
        if speaks_of_gaps(chunks):
            every = Tagger(self._table, self._scene.names, self._folded, every=True)
            chunks = _without_stops(every.tag(words, numbers))
            isolate_opener(chunks)
            resolve(chunks)
        find_heads(chunks, self._table)
        mark_quoted(chunks, self._folded, sentence)
        return self._without_gist(chunks)

    def _without_gist(self, chunks: list[Chunk]) -> list[Chunk]:
        """Note what the sentence says in general, and return what follows it."""
        gist, rest = self._gists.take(chunks, len(self._readings))
        if gist is None:
            return rest
        self._scene.periods = (gist.period,) if gist.period is not None else self._scene.periods
        if gist.affirms and self._question is not None and self._question.polar and not self._first:
            self._openers[gist.start] = Opener(says="yes", start=gist.start, end=gist.end, rest=0)
        return rest

    def _held(self, mentions: Sequence[Mention]) -> Verdict:
        if len(self._evidence) == 0:
            for mention in mentions:
                if mention.is_quantity:
                    message = "There is a number here and no data behind it."
                    return _held(self._answer, ProblemCode.NO_DATA_CALL, mention.start, mention.end, message)
        found = sorted(self._problems, key=lambda reject: (reject.start, reject.end))
        problems = tuple(
            Problem(
                code=reject.code,
                start=reject.start,
                end=reject.end,
                text=self._answer[reject.start : reject.end],
                message=reject.message,
                expected=reject.expected,
            )
            for reject in found
        )
        return Verdict(valid=False, problems=problems, ties=())


_INSTEAD: Final = ("what i can ", "all i can ", "what the data ", "what the figures ", "what the numbers ")
"""What opens an answer that is not to the question, and says so."""

_EXCERPT: Final = 80
"""Code points of an answer too long that the problem quotes."""

_FRAGMENT: Final = 18
"""Chunks of the longest fragment that the question may complete."""

_INCOMPLETE: Final = frozenset({ProblemCode.NO_AREA, ProblemCode.NO_INDICATOR, ProblemCode.NO_PERIOD})


def _years(chunks: Sequence[Chunk]) -> list[Period]:
    """Return the years of a sentence."""
    return [period for chunk in chunks if chunk.kind == "year" and (period := period_of(chunk)) is not None]


def _without_stops(chunks: Sequence[Chunk]) -> list[Chunk]:
    return [chunk for chunk in chunks if chunk.kind != "punct" or chunk.key not in ".!…?"]
