"""The golden files: each text and every mention that is read from it, in a form a person can review."""

import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from tieout.checking.mention import Bound, Mention
from tieout.checking.numbers import scan, scan_tokens
from tieout.checking.text import fold
from tieout.checking.tokens import tokenize

GOLDEN = Path(__file__).parents[3] / "golden" / "numbers"
ESCAPE = re.compile(r"\\u[0-9a-f]{4}|\\n")


def cases() -> list[tuple[str, str, list[str]]]:
    """Read (file, text, expected lines) of all golden files."""
    found = []
    for path in sorted(GOLDEN.glob("*.txt")):
        for block in path.read_text(encoding="utf-8").split("\n\n")[1:]:
            text, *lines = block.strip("\n").split("\n")
            real = ESCAPE.sub(lambda match: match[0].encode().decode("unicode_escape"), text)
            found.append((path.stem, real, [line.strip() for line in lines]))
    return found


def shown(value: Fraction | None) -> str:
    """Write a value as in the golden files: a decimal where it ends, else a fraction."""
    if value is None:
        return "-"
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return str(value) if rest > 1 else format(Decimal(value.numerator) / value.denominator, "f")


def line_of(mention: Mention) -> str:
    """Write a mention as a golden line."""
    fields = [mention.text.replace("\n", "\\n"), mention.kind.value, shown(mention.value)]
    fields += [f"step={shown(mention.step)}"] if mention.step else []
    fields += [f"{name}={getattr(mention, name)}" for name in ("sign", "currency") if getattr(mention, name)]
    fields += [f"scale={mention.scale}"] if mention.scale > 1 else []
    fields += [
        f"{name}={getattr(mention, name)}"
        for name in ("zeros", "per", "period", "undated")
        if getattr(mention, name)
    ]
    fields += [
        f"{name}={','.join(map(str, value))}"
        for name in ("years", "parts")
        if (value := getattr(mention, name))
    ]
    fields += [name for name in ("words", "inherited") if getattr(mention, name)]
    fields += [f"bound={mention.bound.value}"] if mention.bound is not Bound.NONE else []
    fields += [f"reason={mention.reason}"] if mention.reason else []
    return " | ".join(fields)


@pytest.mark.parametrize(("grammar", "text", "expected"), cases())
def test_a_golden_text_is_read_as_written_down(grammar: str, text: str, expected: list[str]) -> None:
    """Every mention of the text is the one in the golden file, in order, and no other."""
    assert [line_of(mention) for mention in scan(text)] == expected, grammar


@pytest.mark.parametrize(("grammar", "text", "expected"), cases())
def test_a_mention_is_where_it_says(grammar: str, text: str, expected: list[str]) -> None:
    """Offsets slice the mention's text out of the answer, and mentions stand in order without overlap."""
    end = 0
    for mention in scan(text):
        assert text[mention.start : mention.end] == mention.text, grammar
        assert mention.start >= end
        end = mention.end
    assert expected or not any(character.isdigit() for character in text)


def test_tokens_at_hand_give_the_same_mentions() -> None:
    """`scan` is `scan_tokens` on the folded text; only the written text differs where a sign was folded."""
    text = "It fell by −2.3 %, to 41\u202f262\u202f329."
    folded = fold(text)
    assert scan_tokens(tokenize(folded), folded, text) == scan(text)
    assert [mention.text for mention in scan_tokens(tokenize(folded), folded)] == ["−2.3 %", "41 262 329"]


@pytest.mark.parametrize(
    ("text", "quantities", "periods"),
    [
        ("5% in 2020", 1, 1),
        ("Q3, G7, first", 0, 1),
        ("per 1,000", 0, 0),
        ("a third, twice, $5", 3, 0),
        ("1990s", 0, 1),
    ],
)
def test_kinds_are_sorted_into_quantities_and_periods(text: str, quantities: int, periods: int) -> None:
    """A quantity needs a fact; a period names a time; the rest is neither."""
    found = scan(text)
    assert sum(mention.is_quantity for mention in found) == quantities
    assert sum(mention.is_period for mention in found) == periods


def test_no_text_has_no_numbers() -> None:
    """An empty answer and one without digits or number words give nothing."""
    assert scan("") == ()
    assert scan("There is no value.") == ()
