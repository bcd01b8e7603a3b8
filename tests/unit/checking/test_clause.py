"""Clauses: what a frame may ask of a chunk."""

import pytest

from tieout.checking.chunk import Chunk
from tieout.checking.clause import mention_of


def test_a_word_is_no_number() -> None:
    """A frame that takes a word for a number is told so, at once."""
    with pytest.raises(ValueError, match="'people' is no number"):
        mention_of(Chunk(start=0, end=6, key="people"))
