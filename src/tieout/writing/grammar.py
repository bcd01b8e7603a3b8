"""Grammars: a small language of rules, rendered as GBNF for llama.cpp or as a regular expression.

No rule may lead back to itself: what is written here is finite text, so every grammar is also a pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

__all__ = [
    "Chars",
    "Choice",
    "Grammar",
    "Node",
    "Repeat",
    "Rule",
    "Seq",
    "Text",
    "choice_of",
    "in_order",
    "listing",
]


@dataclass(frozen=True, slots=True)
class Text:
    """Text that stands as it is."""

    text: str


@dataclass(frozen=True, slots=True)
class Chars:
    """One character of a class, such as ``0-9``."""

    among: str


@dataclass(frozen=True, slots=True)
class Rule:
    """What another rule says."""

    name: str


@dataclass(frozen=True, slots=True)
class Seq:
    """One part after the other."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several."""

    options: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """The same part several times."""

    part: Node
    least: int
    most: int


Node = Text | Chars | Rule | Seq | Choice | Repeat


def choice_of(texts: Iterable[str]) -> Choice:
    """Return a choice among texts, each once, in order."""
    return Choice(tuple(Text(text) for text in dict.fromkeys(texts)))


def listing(part: Node, between: str, least: int, most: int) -> Node:
    """Return the part so many times with a text between."""
    more = Repeat(Seq((Text(between), part)), max(least - 1, 0), most - 1)
    return Seq((part, more)) if least else Repeat(Seq((part, more)), 0, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """Rules by name; the text begins with ``root``.

    Attributes:
        rules: What each name stands for; names are of letters and hyphens.
    """

    rules: Mapping[str, Node]

    def gbnf(self) -> str:
        """Return the grammar in the form that llama.cpp reads, a rule a line, ``root`` first."""
        names = ["root", *(name for name in self.rules if name != "root")]
        return "".join(f"{name} ::= {_gbnf(self.rules[name])}\n" for name in names)

    def pattern(self, name: str = "root") -> str:
        """Return a regular expression for a rule, with every rule it names written out; no anchors."""
        return _pattern(self.rules[name], self.rules)


def _gbnf(node: Node, *, inner: bool = False) -> str:
    match node:
        case Text(text):
            escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            return f'"{escaped}"'
        case Chars(among):
            return f"[{among}]"
        case Rule(name):
            return name
        case Seq(parts):
            joined = " ".join(_gbnf(part, inner=True) for part in parts)
            return f"({joined})" if inner else joined
        case Choice(options):
            joined = " | ".join(_gbnf(option) for option in options)
            return f"({joined})" if inner else joined
        case Repeat(part, least, most):
            return f"{_gbnf(part, inner=True)}{_times(least, most)}"


def _pattern(node: Node, rules: Mapping[str, Node]) -> str:
    match node:
        case Text(text):
            return re.escape(text).replace("\\ ", " ").replace("\\-", "-")
        case Chars(among):
            return f"[{among}]"
        case Rule(name):
            return f"(?:{_pattern(rules[name], rules)})"
        case Seq(parts):
            return "".join(_pattern(part, rules) for part in parts)
        case Choice(options):
            return f"(?:{'|'.join(_pattern(option, rules) for option in options)})"
        case Repeat(part, least, most):
            return f"(?:{_pattern(part, rules)}){_times(least, most)}"


def _times(least: int, most: int) -> str:
    if (least, most) == (0, 1):
        return "?"
    return f"{{{least}}}" if least == most else f"{{{least},{most}}}"


def in_order(parts: Sequence[Node]) -> Node:
    """Return the parts as one node."""
    return parts[0] if len(parts) == 1 else Seq(tuple(parts))
