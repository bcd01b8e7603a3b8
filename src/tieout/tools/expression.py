"""Arithmetic as a person writes it: a small grammar by hand, read into a tree and never evaluated as code.

```text
sum     = product { ("+" | "-") product }
product = signed { ("*" | "/") signed }
signed  = [ "-" ] power
power   = atom [ "**" [ "-" ] whole number up to 100 ]
atom    = number | ref | "(" sum ")"
number  = ASCII digits with at most one point, at most 30 of them
ref     = "e" or "f" and ASCII digits: a fact that was shown, such as e1
```

Everything else is refused with the piece that is not understood and what to write instead. Lengths and
depths are bounded before anything is computed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tieout.errors import QueryCode, QueryError

__all__ = ["LONGEST_EXPRESSION", "Binary", "Negative", "Node", "Number", "Power", "Ref", "parse", "refs_of"]

LONGEST_EXPRESSION = 200
"""The most characters of an expression."""

_DEEPEST = 30
_LONGEST_NUMBER = 30
_LARGEST_POWER = 100
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_REF = re.compile(r"[ef][0-9]{1,6}")
_PIECE = re.compile(r"[ \t\r\n]+|\*\*|[+\-*/()]|[\w.]+|[^\w\s.+\-*/()]+|.", re.DOTALL)
_ALLOWED = "Allowed are numbers such as 6.49, refs such as e1, + - * / ** and brackets."
_HINTS = {
    "^": "write ** for a power",
    "x": "write * for times",
    "X": "write * for times",
    "×": "write * for times",
    "·": "write * for times",
    "÷": "write / for divided by",
    "−": "write - for minus",
    "–": "write - for minus",
    "%": "write / 100, or * 1.05 for five percent more",
    ",": "write numbers without commas, such as 1000",
    "=": "write the expression alone, without =",
}

Operator = Literal["+", "-", "*", "/"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number as written; its exact value."""

    text: str
    value: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Ref:
    """A fact, by the ref under which it was shown."""

    ref: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Negative:
    """The other sign of what follows."""

    of: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Binary:
    """Two sides and an operator; equal operators run from left to right."""

    operator: Operator
    left: Node
    right: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """A whole power, from -100 to 100."""

    base: Node
    exponent: int


Node = Number | Ref | Negative | Binary | Power


def parse(expression: str) -> Node:
    """Return the tree of an expression.

    Raises:
        QueryError: It is empty, too long, nested too deeply, or holds a piece that is not understood; the
            sentence names the piece and, where there is one, the right way to write it.
    """
    if len(expression) > LONGEST_EXPRESSION:
        raise QueryError(
            QueryCode.OUT_OF_RANGE,
            f"The expression is longer than {LONGEST_EXPRESSION} characters; compute it in parts.",
        )
    return _Parser(expression).whole()


def refs_of(node: Node) -> tuple[str, ...]:
    """Return the refs in a tree, each once, from left to right."""
    return tuple(dict.fromkeys(_refs(node)))


def _refs(node: Node) -> Iterator[str]:
    match node:
        case Ref(ref=ref):
            yield ref
        case Negative(of=of) | Power(base=of):
            yield from _refs(of)
        case Binary(left=left, right=right):
            yield from _refs(left)
            yield from _refs(right)
        case _:
            return


@dataclass(frozen=True, slots=True, kw_only=True)
class _Token:
    kind: Literal["number", "ref", "sign", "end"]
    text: str
    start: int


def _tokens(expression: str) -> Iterator[_Token]:
    for found in _PIECE.finditer(expression):
        piece, start = found[0], found.start()
        if piece.strip(" \t\r\n") == "":
            continue
        if piece in ("+", "-", "*", "/", "**", "(", ")"):
            yield _Token(kind="sign", text=piece, start=start)
        elif _NUMBER.fullmatch(piece):
            if len(piece) > _LONGEST_NUMBER:
                raise _refused(piece, start, f"a number may have at most {_LONGEST_NUMBER} digits")
            yield _Token(kind="number", text=piece, start=start)
        elif _REF.fullmatch(piece):
            yield _Token(kind="ref", text=piece, start=start)
        else:
            raise _refused(piece, start, _hint(piece))
    yield _Token(kind="end", text="", start=len(expression))


def _hint(piece: str) -> str:
    if any(sign.isnumeric() and not sign.isascii() for sign in piece):
        return "only the digits 0 to 9 are read"
    if piece[0] in _HINTS or (piece[0] in "0123456789" and ("x" in piece or "X" in piece)):
        return _HINTS.get(piece[0], _HINTS["x"])
    if piece[0] in "0123456789.":
        return "a number has digits and at most one point between them, no exponent and no letters"
    if piece[0].isalpha():
        return "names and functions are not read"
    return "there is no such sign here"


def _refused(piece: str, start: int, why: str) -> QueryError:
    short = piece if len(piece) <= 20 else piece[:20] + "…"
    message = f"{short!a} at character {start + 1} is not understood: {why}. {_ALLOWED}"
    return QueryError(QueryCode.NOT_ALLOWED, message)


class _Parser:
    """One pass from left to right; ``depth`` bounds brackets and signs, so that no stack can overflow."""

    __slots__ = ("depth", "tokens")

    def __init__(self, expression: str) -> None:
        self.tokens = list(_tokens(expression))[::-1]
        self.depth = 0

    def whole(self) -> Node:
        if self.tokens[-1].kind == "end":
            raise QueryError(QueryCode.NOT_ALLOWED, f"The expression is empty. {_ALLOWED}")
        node = self.sum()
        rest = self.tokens[-1]
        if rest.kind != "end":
            raise _refused(rest.text, rest.start, "an operator is missing before it, or a bracket is open")
        return node

    def next(self, *texts: str) -> _Token | None:
        token = self.tokens[-1]
        return self.tokens.pop() if token.kind == "sign" and token.text in texts else None

    def sum(self) -> Node:
        node = self.product()
        while token := self.next("+", "-"):
            operator: Operator = "+" if token.text == "+" else "-"
            node = Binary(operator=operator, left=node, right=self.product())
        return node

    def product(self) -> Node:
        node = self.signed()
        while token := self.next("*", "/"):
            operator: Operator = "*" if token.text == "*" else "/"
            node = Binary(operator=operator, left=node, right=self.signed())
        return node

    def signed(self) -> Node:
        return Negative(of=self.power()) if self.next("-") else self.power()

    def power(self) -> Node:
        node = self.atom()
        if not self.next("**"):
            return node
        sign = -1 if self.next("-") else 1
        token = self.tokens.pop()
        if token.kind != "number" or not token.text.isdecimal() or int(token.text) > _LARGEST_POWER:
            why = f"a power is one whole number up to {_LARGEST_POWER}, written out"
            raise _refused(token.text or "**", token.start, why)
        if again := self.next("**"):
            raise _refused("**", again.start, "a power of a power needs brackets")
        return Power(base=node, exponent=sign * int(token.text))

    def atom(self) -> Node:
        token = self.tokens.pop()
        if token.kind == "number":
            return Number(text=token.text, value=Fraction(token.text))
        if token.kind == "ref":
            return Ref(ref=token.text)
        if token.text != "(":
            what = (
                "the expression ends too early"
                if token.kind == "end"
                else "a number or ref is missing before it"
            )
            raise _refused(token.text or "the end", token.start, what)
        self.depth += 1
        if self.depth > _DEEPEST:
            raise _refused("(", token.start, f"brackets are nested more than {_DEEPEST} deep")
        node = self.sum()
        self.depth -= 1
        if not self.next(")"):
            rest = self.tokens[-1]
            raise _refused(rest.text or "the end", rest.start, "a closing bracket is missing")
        return node
