"""The language of a composed draft, as a grammar: what a model under constrained decoding can propose."""

from __future__ import annotations

from collections.abc import Iterable

from tieout.assistant.shape import MOST_CLAIMS, SHAPES, Shape, Slot
from tieout.facts.fact import Evidence
from tieout.writing.grammar import Chars, Choice, Grammar, Node, Repeat, Rule, Seq, Text, choice_of, listing

__all__ = ["draft_grammar"]

_DIGIT = Chars("0-9")
_ANY_REF = Seq((Chars("ef"), Repeat(_DIGIT, 1, 6)))
_THRESHOLD = Seq(
    (
        Repeat(Text("-"), 0, 1),
        Repeat(_DIGIT, 1, 15),
        Repeat(Seq((Text("."), Repeat(_DIGIT, 1, 6))), 0, 1),
    )
)
_CODE = Repeat(Chars("A-Za-z0-9._-"), 0, 40)


def draft_grammar(evidence: Evidence | None = None) -> Grammar:
    """Return the language of composed drafts: one JSON object, without spaces.

    Given the evidence of a run, a claim can name only refs that are there, of the kind that its shape needs
    (a rank for a rank, a gap for a missing value); shapes for which nothing is there are left out.

    Args:
        evidence: The facts that the model was shown; None for refs of any number.
    """
    rules = {} if evidence is None else _refs_of(evidence)
    if evidence is None:
        rules = dict.fromkeys(("ref", "value-ref", "rank-ref", "gap-ref"), _ANY_REF)
    claims = {f"claim-{_hyphened(shape.say)}": _claim(shape) for shape in _sayable(rules)}
    answers = [Rule(f"claim-{_hyphened(shape.say)}") for shape in _sayable(rules)]
    gaps = [Rule(f"claim-{_hyphened(shape.say)}") for shape in _sayable(rules) if shape.is_gap]
    root = Choice((_object("answered", answers), _object("cannot_answer", gaps)))
    every = {"root": root, **claims, **rules, "threshold": _THRESHOLD, "code": _CODE}
    return Grammar(rules=every)


def _refs_of(evidence: Evidence) -> dict[str, Node]:
    """Return the refs of each kind; kinds of which there are none are left out."""
    values = [fact.ref for fact in evidence.observed if fact.value is not None]
    kinds = {
        "ref": values,
        "value-ref": [*values, *(fact.ref for fact in evidence.derived)],
        "rank-ref": [
            fact.ref for fact in evidence.derived if fact.derivation and fact.derivation.operation == "rank"
        ],
        "gap-ref": [fact.ref for fact in evidence.observed if fact.value is None],
    }
    return {name: choice_of(refs) for name, refs in kinds.items() if refs}


def _sayable(rules: Iterable[str]) -> list[Shape]:
    known = set(rules)
    return [
        shape
        for shape in SHAPES.values()
        if all(_ref_rule(shape, slot) in known for slot in shape.slots if slot.kind in ("ref", "refs"))
    ]


def _ref_rule(shape: Shape, slot: Slot) -> str:
    """Return which refs may stand in a slot."""
    if slot.name in ("rank", "ranks"):
        return "rank-ref"
    return {"missing": "gap-ref", "value": "value-ref"}.get(shape.say, "ref")


def _object(status: str, claims: list[Rule]) -> Node:
    head, tail = Text(f'{{"status":"{status}","claims":['), Text("]}")
    return Seq((head, listing(Choice(tuple(claims)), ",", 1, MOST_CLAIMS), tail))


def _claim(shape: Shape) -> Node:
    parts: list[Node] = [Text(f'{{"say":"{shape.say}"')]
    for slot in shape.slots:
        parts += [Text(f',"{slot.name}":'), _slot(shape, slot)]
    return Seq((*parts, Text("}")))


def _slot(shape: Shape, slot: Slot) -> Node:
    if slot.kind == "word":
        return choice_of(f'"{word}"' for word in slot.words)
    single = _ref_rule(shape, slot) if slot.kind in ("ref", "refs") else slot.kind.removesuffix("s")
    quoted = Seq((Text('"'), Rule(single), Text('"')))
    if not slot.most:
        return quoted
    return Seq((Text("["), listing(quoted, ",", slot.least, slot.most), Text("]")))


def _hyphened(say: str) -> str:
    return say.replace("_", "-")
