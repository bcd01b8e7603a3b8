"""The check: an answer and its evidence → a verdict. Deterministic; no model, no network, no clock."""

from collections.abc import Sequence
from typing import Literal

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Reading, Scene
from tieout.checking.markers import blank_markers, check_markers
from tieout.checking.mention import Mention
from tieout.checking.numbers import scan_tokens
from tieout.checking.question import ask_of
from tieout.checking.resolve import resolve
from tieout.checking.rules import WORD_RULES
from tieout.checking.sentence import read_sentence
from tieout.checking.sentences import SentenceKind, split_sentences
from tieout.checking.table import table_of
from tieout.checking.tagger import Tagger
from tieout.checking.text import find_unsafe, fold
from tieout.checking.tokens import Token, TokenKind, tokenize
from tieout.checking.verdict import Problem, ProblemCode, Reject, Tie, Verdict
from tieout.facts.fact import Evidence
from tieout.facts.names import Names

__all__ = ["check"]

Status = Literal["answered", "cannot_answer"]


def check(
    answer: str,
    evidence: Evidence,
    *,
    question: str | None = None,
    names: Names | None = None,
    status: Status = "answered",
    max_characters: int = 200_000,
) -> Verdict:
    """Read every claim of an answer and tie it out to the evidence.

    Args:
        answer: The text of the answer.
        evidence: The facts that the writer of the answer was shown.
        question: The question, which may lend an area and an indicator; None without.
        names: The vocabulary of areas; the packaged one by default.
        status: What the draft says of itself; ``cannot_answer`` may state gaps only.
        max_characters: Longest answer that is read, in code points.

    Returns:
        The verdict: valid only when every claim is understood and ties out. Never raises for any text.
    """
    if not answer.strip():
        return _held(answer, ProblemCode.EMPTY_ANSWER, 0, len(answer), "The answer is empty.")
    if len(answer) > max_characters:
        message = f"The answer is longer than {max_characters:,} characters."
        return _held(answer, ProblemCode.ANSWER_TOO_LONG, max_characters, len(answer), message)
    unsafe = find_unsafe(answer)
    if unsafe:
        first = unsafe[0]
        return _held(
            answer, ProblemCode.NOT_UNDERSTOOD, first.start, first.end, f"The text holds {first.reason}."
        )
    return _Run(answer, evidence, names or Names.load(), question, status).verdict()


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
        if question:
            ask_of(question, self._scene, names)

    def verdict(self) -> Verdict:
        tokens = tokenize(self._folded)
        mentions = scan_tokens(tokens, self._folded)
        problems: list[Problem] = []
        ties: list[Tie] = []
        readings: list[Reading] = []
        for sentence, own in _by_sentence(self._folded, tokens):
            try:
                found = self._read(own, mentions, sentence)
            except Reject as reject:
                problems.append(self._problem(reject))
                self._scene.areas, self._scene.periods, self._scene.cells, self._scene.measure = (
                    (),
                    (),
                    [],
                    None,
                )
                continue
            readings.extend(found)
            ties.extend(tie for reading in found for tie in reading.ties)
        problems.extend(self._problem(reject) for reject in check_markers(self._markers, ties, self._table))
        if problems and len(self._evidence) == 0:
            for mention in mentions:
                if mention.is_quantity:
                    message = "There is a number here and no data behind it."
                    return _held(self._answer, ProblemCode.NO_DATA_CALL, mention.start, mention.end, message)
        if problems:
            return Verdict(valid=False, problems=tuple(problems), ties=())
        return Verdict(
            valid=True, problems=(), ties=tuple(sorted(ties, key=lambda tie: (tie.start, tie.end)))
        )

    def _read(
        self, tokens: Sequence[Token], mentions: Sequence[Mention], sentence: tuple[int, int]
    ) -> list[Reading]:
        own = {mention.start: mention for mention in mentions if sentence[0] <= mention.start < sentence[1]}
        chunks = self._tagger.tag(self._tagger.words(tokens), own)
        chunks = [chunk for chunk in chunks if chunk.kind != "punct" or chunk.key not in ".!…"]
        if not chunks:
            return []
        resolve(chunks)
        if _speaks_of_gaps(chunks):
            every = Tagger(self._table, self._scene.names, self._folded, every=True)
            chunks = [
                one
                for one in every.tag(every.words(tokens), own)
                if one.kind != "punct" or one.key not in ".!…"
            ]
            resolve(chunks)
        _mark_quoted(chunks, self._folded, sentence)
        for rule in WORD_RULES:
            rule(chunks, self._scene)
        return read_sentence(chunks, self._scene)

    def _problem(self, reject: Reject) -> Problem:
        return Problem(
            code=reject.code,
            start=reject.start,
            end=reject.end,
            text=self._answer[reject.start : reject.end],
            message=reject.message,
            expected=reject.expected,
        )


def _by_sentence(folded: str, tokens: Sequence[Token]) -> list[tuple[tuple[int, int], list[Token]]]:
    """Return the tokens of each sentence; a heading and the list below it are one."""
    found: list[tuple[tuple[int, int], list[Token]]] = []
    at = 0
    listing = False
    for sentence in split_sentences(folded):
        while at < len(tokens) and tokens[at].start < sentence.start:
            at += 1
        own: list[Token] = []
        while at < len(tokens) and tokens[at].start < sentence.end:
            own.append(tokens[at])
            at += 1
        if listing and sentence.kind is SentenceKind.ITEM and own:
            (start, _), before = found[-1]
            comma = own[0]._replace(end=own[0].start, key=",", kind=TokenKind.SYMBOL)
            found[-1] = ((start, sentence.end), [*before, comma, *own])
        elif own:
            found.append(((sentence.start, sentence.end), own))
            listing = sentence.kind is SentenceKind.HEADING and folded[sentence.start : sentence.end].rstrip(
                "*_ "
            ).endswith(":")
    return found


def _speaks_of_gaps(chunks: Sequence[Chunk]) -> bool:
    return any(chunk.kind in ("gap", "cannot") for chunk in chunks)


def _mark_quoted(chunks: Sequence[Chunk], folded: str, sentence: tuple[int, int]) -> None:
    """Mark what stands between quotation marks."""
    marks = [place for place in range(*sentence) if folded[place] == '"']
    for start, end in zip(marks[::2], marks[1::2], strict=False):
        for chunk in chunks:
            chunk.quoted = chunk.quoted or start < chunk.start < end
