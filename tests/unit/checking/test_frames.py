"""Frames say what they need: one that is not asked would not have read the clause."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from tests.golden.answers import cases

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Scene
from tieout.checking.frames import FRAMES, frames_for
from tieout.checking.numbers import scan_tokens
from tieout.checking.resolve import resolve
from tieout.checking.rules import WORD_RULES
from tieout.checking.table import table_of
from tieout.checking.tagger import Tagger
from tieout.checking.text import fold
from tieout.checking.tokens import tokenize
from tieout.facts.names import Names
from tieout.facts.rows import evidence_from_rows


def scenes() -> Iterator[tuple[list[Chunk], Scene]]:
    """Return every third golden answer as chunks, with the scene that it opens."""
    for case in cases()[::3]:
        rows, _, answer, _ = case.values
        yield chunks_of(answer, rows)


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


def test_a_frame_that_is_not_asked_would_not_have_read() -> None:
    """Whatever a golden answer says, the frames left out find none of their family in it."""
    left_out = 0
    for chunks, scene in scenes():
        for part in parts(chunks):
            clause = Clause(part)
            asked = frames_for(clause.kinds)
            for frame in FRAMES:
                if frame not in asked:
                    left_out += 1
                    assert frame.read(clause, scene.copy()) is None, (frame, clause.text)
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
