"""Texts cut at what the check says of them: each number with its rows, each problem at its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

__all__ = ["Piece", "problem_pieces", "tied_pieces"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of a text.

    Attributes:
        text: The words.
        refs: The facts that a number rests on; empty for other words.
        relation: How it follows from them; empty for other words.
        problems: Which problems are here, counted from 1; empty where nothing is wrong.
        end: Where it ends in the text, in code points.
    """

    text: str
    refs: tuple[str, ...] = ()
    relation: str = ""
    problems: tuple[int, ...] = ()
    end: int = 0


def tied_pieces(text: str, ties: Iterable[Mapping[str, Any]]) -> list[Piece]:
    """Return the text of a valid answer, a piece for each number that has rows and for what is between.

    Examples:
        >>> tie = {"start": 4, "end": 5, "facts": ["e1"], "relation": "value"}
        >>> [piece.text for piece in tied_pieces("Had 5.", [tie])]
        ['Had ', '5', '.']
    """
    pieces = []
    at = 0
    for tie in sorted(ties, key=lambda tie: int(tie["start"])):
        start, end = tie["start"], tie["end"]
        if start < at or not tie["facts"]:
            continue
        pieces.append(Piece(text=text[at:start]))
        pieces.append(Piece(text=text[start:end], refs=tuple(tie["facts"]), relation=tie["relation"]))
        at = end
    pieces.append(Piece(text=text[at:]))
    return [piece for piece in pieces if piece.text]


def problem_pieces(text: str, problems: Iterable[Mapping[str, Any]]) -> list[Piece]:
    """Return the text of a draft, cut where problems begin and end.

    Examples:
        >>> [piece.problems for piece in problem_pieces("Had 5.", [{"start": 4, "end": 5}])]
        [(), (1,), ()]
    """
    spans = [(int(one["start"]), int(one["end"])) for one in problems]
    cuts = sorted({0, len(text), *(cut for span in spans for cut in span if 0 <= cut <= len(text))})
    return [
        Piece(
            text=text[start:end],
            end=end,
            problems=tuple(
                number for number, span in enumerate(spans, start=1) if span[0] <= start and end <= span[1]
            ),
        )
        for start, end in pairwise(cuts)
    ]
