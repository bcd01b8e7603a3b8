"""The grammars say exactly what can be composed, and what house style writes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random

import jsonschema
import pytest
from tests.unit.writing.gbnf import matcher

from tieout.assistant.claim import COMPOSED_SCHEMA, Claim
from tieout.assistant.draft import ComposedDraft, read_draft
from tieout.assistant.shape import SHAPES
from tieout.facts.fact import Evidence, Fact
from tieout.writing.compose import compose
from tieout.writing.drafts import draft_grammar
from tieout.writing.grammar import Chars, Choice, Grammar, Node, Repeat, Rule, Seq, Text, listing
from tieout.writing.language import sentence_grammar
from tieout.writing.subjects import Subjects

FactMaker = Callable[..., Fact]
POPULATION = "SP.POP.TOTL"


def said(node: Node, grammar: Grammar, random: Random) -> str:
    """Return one text of a grammar, drawn at random."""
    match node:
        case Text(text):
            return text
        case Chars(among):
            return random.choice([char for char in "0123456789abceACEf._-" if re.match(f"[{among}]", char)])
        case Rule(name):
            return said(grammar.rules[name], grammar, random)
        case Seq(parts):
            return "".join(said(part, grammar, random) for part in parts)
        case Choice(options):
            return said(random.choice(options), grammar, random)
        case Repeat(part, least, most):
            times = random.randint(least, min(most, least + 3))
            return "".join(said(part, grammar, random) for _ in range(times))


def test_a_grammar_is_gbnf_and_a_pattern() -> None:
    """Both forms take the same texts; signs of either language in a text mean themselves."""
    rules = {"word": Choice((Text('a"b'), Text("x.(y)")))}
    grammar = Grammar(rules={"root": listing(Rule("word"), ", ", 1, 3), **rules})
    assert grammar.gbnf() == 'root ::= word (", " word){0,2}\nword ::= "a\\"b" | "x.(y)"\n'
    for reader in (matcher(grammar.gbnf()), re.compile(grammar.pattern())):
        assert reader.fullmatch('a"b, x.(y)')
        assert not reader.fullmatch("xz(y)")
        assert not reader.fullmatch("x.(y), x.(y), x.(y), x.(y)")


@pytest.mark.parametrize("seed", range(5))
def test_whatever_the_draft_grammar_says_is_a_draft(seed: int) -> None:
    """It passes the form gate, meets the schema, and is read by the grammar's other forms."""
    grammar, random = draft_grammar(), Random(seed)
    gbnf, pattern = matcher(grammar.gbnf()), re.compile(grammar.pattern())
    for _ in range(40):
        text = said(grammar.rules["root"], grammar, random)
        assert isinstance(read_draft(text, form="composed"), ComposedDraft), text
        jsonschema.validate(json.loads(text), COMPOSED_SCHEMA)
        assert gbnf.fullmatch(text)
        assert pattern.fullmatch(text)


def test_the_draft_grammar_has_every_shape_and_no_digits_of_its_own() -> None:
    """Digits stand in refs, codes and thresholds alone."""
    grammar = draft_grammar()
    assert {
        name.removeprefix("claim-").replace("-", "_") for name in grammar.rules if "claim-" in name
    } == set(SHAPES)
    reader = matcher(grammar.gbnf())
    value = '{"status":"answered","claims":[{"say":"value","fact":"e1"}]}'
    assert reader.fullmatch(value)
    assert not reader.fullmatch(value.replace('"e1"', '"41.3 million"'))
    assert not reader.fullmatch(value.replace("answered", "cannot_answer"))


def test_a_draft_can_name_only_what_the_evidence_holds(fact: FactMaker) -> None:
    """A ref that is not there, a gap as a value, and shapes without facts are outside the language."""
    evidence = Evidence([fact("CAN", POPULATION, 2020, "38"), fact("CAN", POPULATION, 2021, None, "e2")])
    grammar = draft_grammar(evidence)
    reader = matcher(grammar.gbnf())
    draft = '{"status":"answered","claims":[{"say":"value","fact":"e1"}]}'
    assert reader.fullmatch(draft)
    assert not reader.fullmatch(draft.replace("e1", "e7"))
    assert not reader.fullmatch(draft.replace("e1", "e2"))
    assert "claim-missing" in grammar.rules
    assert "claim-rank" not in grammar.rules


def test_house_sentences_are_in_the_language_and_others_are_not(fact: FactMaker, subjects: Subjects) -> None:
    """Every claim set composed of the evidence is; a place, a year or a word from elsewhere is not."""
    facts = [
        fact("CAN", POPULATION, 2019 + number, f"{30 + number}000000", f"e{number}") for number in range(1, 5)
    ]
    facts.append(fact("NGA", POPULATION, 2020, "206000000", "e5"))
    facts.append(fact("JPN", POPULATION, 2020, "126000000", "e6"))
    evidence = Evidence(facts)
    reader = matcher(sentence_grammar(subjects, evidence).gbnf())
    claims = (
        Claim.of("change", from_="e1", to="e4", in_="percent"),
        Claim.of("superlative", facts=("e1", "e5", "e6"), end="highest"),
        Claim.of("first_year", facts=("e1", "e2", "e3", "e4"), side="above", threshold="32500000"),
    )
    draft = ComposedDraft(status="answered", claims=claims)
    text = compose(draft, evidence, subjects.names).text
    assert reader.fullmatch(text)
    assert not reader.fullmatch(text.replace("Canada", "France"))
    assert not reader.fullmatch(text.replace("2020", "2029"))
    assert not reader.fullmatch(text.replace("grew", "exploded"))
