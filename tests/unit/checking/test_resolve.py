"""The words beside a phrase decide what it is."""

import pytest

from tieout.checking.chunk import Chunk
from tieout.checking.numbers import scan_tokens
from tieout.checking.resolve import resolve
from tieout.checking.table import Table
from tieout.checking.tagger import Tagger
from tieout.checking.text import fold
from tieout.checking.tokens import tokenize
from tieout.facts.names import Names


def chunks_of(text: str, table: Table) -> dict[str, Chunk]:
    """Return the resolved chunks of a text by their words."""
    folded = fold(text)
    tokens = tokenize(folded)
    tagger = Tagger(table, Names.load(), folded)
    numbers = {mention.start: mention for mention in scan_tokens(tokens, folded)}
    chunks = tagger.tag(tagger.words(tokens), numbers)
    resolve(chunks)
    return {chunk.key: chunk for chunk in chunks}


@pytest.mark.parametrize(
    ("text", "key", "kind"),
    [
        ("above 40%", "above", "bound"),
        ("above Mexico", "above", "comparison"),
        ("over the 1990s", "over", "neutral"),
        ("had 2017 people", "2017", "num"),
        ("the 2017 population", "2017", "year"),
        ("31% of the population", "population", "denom"),
        ("the population was", "population", "ind"),
        ("two of the three countries", "two", "count"),
        ("two of the three countries", "three", "setsize"),
        ("the top three", "three", "topn"),
        ("That was 2019", "2019", "yearclaim"),
        ("Canadians", "canadians", "area"),
        ("a lead of 5", "lead", "gapword"),
        ("frobnicated", "frobnicated", "unknown"),
    ],
)
def test_kind(text: str, key: str, kind: str, table: Table) -> None:
    """One phrase, one kind at its place."""
    assert chunks_of(text, table)[key].kind == kind


def test_bounds_and_prepositions_reach_their_number(table: Table) -> None:
    """In "by more than 5%" the preposition is seen past the bound."""
    number = chunks_of("rose by more than 5% in 2024", table)["5 %"]
    assert (number.bound, number.prep) == ("more", "by")
