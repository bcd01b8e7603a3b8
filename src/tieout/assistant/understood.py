"""What the check understands, as sentences: the shapes of claims in prose, an example and near-misses each.

One file, `understood.toml`, holds them. What a model is told that writes prose comes from it, and so does the
page docs/explanation/what-is-understood.md; tests hold every sentence of it to the check.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["Facts", "NearMiss", "SentenceShape", "sentence_facts", "sentence_lines", "sentence_shapes"]

_QUANTITY = re.compile(r"\b(?!(?:19|20)\d\d\b(?![,.]\d))\d[\d,.]*(?<=\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class NearMiss:
    """A sentence close to an example that is held.

    Attributes:
        text: The sentence.
        code: The problem code that it is held with.
        why: What is wrong with it, in a few words.
        question: The question it answers, None for that of its shape.
    """

    text: str
    code: str
    why: str
    question: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceShape:
    """One shape of what may be said.

    Attributes:
        name: A name in code; unique.
        title: What a reader calls it.
        says: What is read, or asked of it, in one sentence.
        facts: The name of the facts that its sentences are about, see `sentence_facts`.
        examples: Sentences that are accepted over these facts; the first is the plainest.
        near: Sentences that are held.
        question: The question that the sentences answer, None for no question.
        told: True when a model that writes prose is told of it.
    """

    name: str
    title: str
    says: str
    facts: str
    examples: tuple[str, ...]
    near: tuple[NearMiss, ...]
    question: str | None = None
    told: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Facts that sentences are about.

    Attributes:
        lines: One line a series, in the form that understood.toml describes.
        made_up: False when every value stands in the packaged data set.
    """

    lines: tuple[str, ...]
    made_up: bool


@cache
def sentence_shapes() -> tuple[SentenceShape, ...]:
    """Return every shape, in the order of the page."""
    return tuple(
        SentenceShape(
            **{
                **row,
                "examples": tuple(row["examples"]),
                "near": tuple(NearMiss(**near) for near in row["near"]),
            }
        )
        for row in _content()["shape"]
    )


@cache
def sentence_facts() -> Mapping[str, Facts]:
    """Return the facts by name."""
    content = _content()
    return {
        name: Facts(lines=tuple(lines), made_up=table == "made_up")
        for table in ("facts", "made_up")
        for name, lines in content[table].items()
    }


def sentence_lines() -> str:
    """Return the sentences that a model is told of, a line each: the first example of each told shape.

    Their numbers are left out, but for years: none may be copied, and none may give an answer away.
    """
    return "\n".join(
        f"- {_QUANTITY.sub('...', shape.examples[0])}" for shape in sentence_shapes() if shape.told
    )


def _content() -> dict[str, Any]:
    text = (files("tieout.assistant") / "understood.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
