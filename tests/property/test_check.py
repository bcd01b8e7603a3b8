"""The check never raises, and a change to a true answer never goes unnoticed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.golden.answers import cases

from tieout.checking.check import check
from tieout.checking.lexicon import lexicon
from tieout.facts.fact import Evidence
from tieout.facts.rows import evidence_from_rows

# Counts and the many wordings are left out: a swap in them is often true of another row.
FAMILIES = ("values", "changes", "course")
TRUE = [case.values for case in cases() if case.values[3] == "accept" and str(case.id).startswith(FAMILIES)]
ROWS = [
    {
        "ref": f"e{number}",
        "area": area,
        "area_name": name,
        "is_aggregate": False,
        "indicator": "SP.POP.TOTL",
        "indicator_name": "Population, total",
        "unit": "people",
        "period": period,
        "value": value,
        "status": "",
    }
    for number, (area, name, period, value) in enumerate(
        [
            ("CAN", "Canada", "2023", "40097761"),
            ("CAN", "Canada", "2024", "41262329"),
            ("MEX", "Mexico", "2024", "130861007"),
        ],
        1,
    )
]
EVIDENCE = evidence_from_rows(ROWS)

PHRASES = [
    *sorted(lexicon(whole=True)),
    "Canada",
    "Mexico's",
    "population",
    "people",
    "2024",
    "2023",
    "41,262,329",
    "41.3 million",
    "5%",
    "1.2 percentage points",
    "three times",
    "a third",
    ",",
    ".",
    ";",
    "(",
    ")",
    ":",
    "the three countries",
    "2023–2024",
    "between",
    "and",
    "first",
    "highest",
    "no value",
    "respectively",
    "[e1]",
    "\n- ",
]
salad = st.lists(st.sampled_from(PHRASES), max_size=24).map(" ".join)


@given(st.text(max_size=200))
def test_any_text_gets_a_verdict(text: str) -> None:
    """Arbitrary Unicode never raises, and gives the same verdict twice."""
    assert check(text, EVIDENCE) == check(text, EVIDENCE)


@settings(max_examples=400)
@given(salad, st.none() | salad)
def test_any_words_get_a_verdict(text: str, question: str | None) -> None:
    """Words of the language in any order never raise; problems lie within the text."""
    verdict = check(text, EVIDENCE, question=question)
    assert verdict.valid != bool(verdict.problems)
    for problem in verdict.problems:
        assert 0 <= problem.start <= problem.end <= len(text)
        assert problem.text == text[problem.start : problem.end]


@given(salad)
def test_no_words_tie_out_without_facts(text: str) -> None:
    """Without evidence nothing has a tie."""
    assert check(text, Evidence()).ties == ()


@given(st.integers(10_000, 10**9), st.integers(0, 8), st.integers(1, 9))
def test_a_changed_digit_never_ties_out(value: int, place: int, step: int) -> None:
    """An exact number with one digit changed is no longer the value."""
    rows = [{**ROWS[1], "value": str(value)}]
    digits = list(str(value))
    place %= len(digits)
    digits[place] = str((int(digits[place]) + step) % 10)
    evidence = evidence_from_rows(rows)
    assert check(f"Canada's population was {value:,} in 2024.", evidence).valid
    if digits[0] != "0":
        assert not check(f"Canada's population was {int(''.join(digits)):,} in 2024.", evidence).valid


@pytest.mark.parametrize(("rows", "question", "answer", "expected"), TRUE)
def test_every_number_of_a_true_answer_counts(
    rows: list[dict[str, object]], question: str | None, answer: str, expected: str
) -> None:
    """The first digit of any number that is a value is changed: the answer is held."""
    evidence = evidence_from_rows(rows)
    for tie in check(answer, evidence, question=question).ties:
        place = next((at for at in range(tie.start, tie.end) if answer[at].isdigit()), None)
        loose = answer[: tie.start].rstrip().endswith(("than", "over", "above", "exceeded", "exceed"))
        if place is None or loose:
            continue
        digit = "9" if answer[place] != "9" else "8"
        changed = answer[:place] + digit + answer[place + 1 :]
        assert not check(changed, evidence, question=question).valid, changed


SWAPS = [
    (" rose ", " fell "),
    (" grew ", " shrank "),
    (" larger ", " smaller "),
    (" largest ", " smallest "),
    (" highest ", " lowest "),
    (" million", " billion"),
    ("Canada's", "Mexico's"),
    ("Brazil", "Japan"),
    (" 2024", " 2023"),
    (" 2020", " 2019"),
    (" percentage points", "%"),
]


@pytest.mark.parametrize(("rows", "question", "answer", "expected"), TRUE)
def test_a_swapped_word_is_noticed(
    rows: list[dict[str, object]], question: str | None, answer: str, expected: str
) -> None:
    """A direction, a scale, an area or a year is swapped once: the answer is held."""
    evidence = evidence_from_rows(rows)
    for old, new in [*SWAPS, *((new, old) for old, new in SWAPS)]:
        if "every year" in answer and new.strip().isdigit():
            continue  # what holds in every year of a span holds in a shorter one
        if answer.count(old) == 1 and new.strip() not in answer:
            changed = answer.replace(old, new)
            assert not check(changed, evidence, question=question).valid, changed
