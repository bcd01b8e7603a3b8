"""Passages: span, tokens and numbers of each sentence; a heading and the list below it are one."""

from collections.abc import Sequence

from tieout.checking.mention import Mention
from tieout.checking.sentences import SentenceKind, split_sentences
from tieout.checking.tokens import Token, TokenKind

__all__ = ["Passage", "passages_of"]

Passage = tuple[tuple[int, int], list[Token], dict[int, Mention]]


def passages_of(folded: str, tokens: Sequence[Token], mentions: Sequence[Mention]) -> list[Passage]:
    """Return span, tokens and numbers of each sentence; a heading and the list below it are one."""
    found: list[Passage] = []
    at = number = 0
    listing = titled = False
    for sentence in split_sentences(folded):
        while at < len(tokens) and tokens[at].start < sentence.start:
            at += 1
        own: list[Token] = []
        while at < len(tokens) and tokens[at].start < sentence.end:
            own.append(tokens[at])
            at += 1
        numbers: dict[int, Mention] = {}
        while number < len(mentions) and mentions[number].start < sentence.end:
            if mentions[number].start >= sentence.start:
                numbers[mentions[number].start] = mentions[number]
            number += 1
        if listing and sentence.kind is SentenceKind.ITEM and own:
            (start, _), before, counted = found[-1]
            mark = ":" if titled else ","
            before += [own[0]._replace(end=own[0].start, key=mark, kind=TokenKind.SYMBOL), *own]
            titled = False
            counted.update(numbers)
            found[-1] = ((start, sentence.end), before, counted)
        elif own:
            found.append(((sentence.start, sentence.end), own, numbers))
            listing = sentence.kind is SentenceKind.HEADING
            titled = listing and not folded[sentence.start : sentence.end].rstrip("*_ ").endswith(":")
    return found
