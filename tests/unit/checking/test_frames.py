"""Frames say what they need: one that is not asked would not have read the clause."""

import itertools
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from tests.golden.answers import cases

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Scene
from tieout.checking.frames import FRAMES, frames_for
from tieout.checking.numbers import scan_tokens
from tieout.checking.question import Question
from tieout.checking.resolve import resolve
from tieout.checking.rules import WORD_RULES
from tieout.checking.table import table_of
from tieout.checking.tagger import Tagger
from tieout.checking.text import fold
from tieout.checking.tokens import tokenize
from tieout.checking.verdict import Reject
from tieout.facts.names import Names
from tieout.facts.rows import evidence_from_rows


def scenes() -> Iterator[tuple[list[Chunk], Scene]]:
    """Return every golden answer as chunks, with the scene that it opens."""
    for case in cases():
        rows, question, answer, _ = case.values
        chunks, scene = chunks_of(answer, rows)
        if question:
            Question(question, scene.table, scene.names).lend(scene)
        elif len(scene.table.areas) == 1:
            scene.areas = tuple(scene.table.areas)
        yield chunks, scene


def chunks_of(answer: str, rows: list[dict[str, Any]]) -> tuple[list[Chunk], Scene]:
    """Return the chunks of an answer, and a scene of its rows."""
    folded = fold(answer)
    tokens, table = tokenize(folded), table_of(evidence_from_rows(rows))
    tagger = Tagger(table, Names.load(), folded)
    numbers = {mention.start: mention for mention in scan_tokens(tokens, folded)}
    chunks = tagger.tag(tagger.words(tokens), numbers)
    resolve(chunks)
    return chunks, Scene(table=table, names=Names.load(), text=answer)


def parts(chunks: list[Chunk]) -> Iterator[list[Chunk]]:
    """Return an answer as a whole, and what stands between its marks."""
    yield chunks
    marks = [-1, *(place for place, one in enumerate(chunks) if one.kind == "punct"), len(chunks)]
    for start, end in itertools.pairwise(marks):
        if end > start + 1:
            yield chunks[start + 1 : end]


def tell(clause: Clause, scene: Scene) -> None:
    """Let a scene carry what the first frame that knows the shape of a clause reads in it, if it is true."""
    with suppress(Reject):
        for frame in FRAMES:
            reading = frame.read(clause, scene)
            if reading is not None:
                scene.follow(reading)
                return


def test_a_frame_that_is_not_asked_would_not_have_read() -> None:
    """Whatever a golden answer says, the frames left out find none of their family in it.

    Each part is put to them in the light of what the parts before it said.
    """
    left_out = 0
    for chunks, scene in scenes():
        for part in parts(chunks):
            clause = Clause(part)
            asked = frames_for(clause.kinds)
            for frame in FRAMES:
                if frame not in asked:
                    left_out += 1
                    assert frame.read(clause, scene.copy()) is None, (frame, clause.text)
            tell(clause, scene)
    assert left_out > len(FRAMES)


def test_a_rule_that_is_not_asked_would_not_have_held() -> None:
    """A rule of words that is about none of the kinds of a sentence lets it pass."""
    for chunks, scene in scenes():
        kinds = {chunk.kind for chunk in chunks}
        for rule in WORD_RULES:
            if rule.about and rule.about.isdisjoint(kinds):
                rule.hold(chunks, scene)


def test_frames_are_asked_in_one_order() -> None:
    """What is asked of a clause stands in the order of all frames."""
    for kinds in ({"num", "area", "year"}, {"direction", "num", "timeword"}, set()):
        asked = frames_for(frozenset(kinds))
        assert [frame for frame in FRAMES if frame in asked] == list(asked)


def test_a_frame_needs_kinds_that_there_are() -> None:
    """A kind that no phrase has would shut a frame for good."""
    known = {chunk.kind for chunks, _ in scenes() for chunk in chunks}
    for frame in FRAMES:
        for needed in frame.needs:
            assert needed & known, (frame, needed)


@pytest.mark.parametrize("kinds", [frozenset({"neutral"}), frozenset({"area", "num", "year", "ind"})])
def test_few_frames_are_asked(kinds: frozenset[str]) -> None:
    """A plain value is put to fewer than two thirds of the frames."""
    assert len(frames_for(kinds)) * 3 < len(FRAMES) * 2
