"""What house style writes about real facts, the check reads; with one thing changed, it does not.

The two sides share no code: the writer knows facts, the check knows words. This is where they meet.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tieout.checking.check import check
from tieout.data.snapshot import Snapshot, load_snapshot
from tieout.facts.derivation import Derivation
from tieout.facts.fact import Evidence, Fact
from tieout.facts.names import Names
from tieout.facts.observation import Observation
from tieout.writing import sentences, sets
from tieout.writing.subjects import Subjects

AREAS = ("BRA", "CAN", "GBR", "IND", "JPN", "MEX", "NGA", "USA")
INDICATORS = (
    "SP.POP.TOTL",
    "NY.GDP.MKTP.CD",
    "NY.GDP.PCAP.CD",
    "SP.DYN.LE00.IN",
    "EG.ELC.ACCS.ZS",
    "IT.NET.USER.ZS",
)
FIRST, LAST = 2010, 2024
SUBJECTS = Subjects(names=Names.load())
Scene = tuple[dict[tuple[str, int], Fact], str]


@pytest.fixture(scope="module")
def snapshot() -> Iterator[Snapshot]:
    """The starter set."""
    loaded = load_snapshot("wdi-starter")
    yield loaded
    loaded.close()


def facts_of(snapshot: Snapshot, indicator: str, areas: Sequence[str]) -> dict[tuple[str, int], Fact]:
    """Return the facts of the areas for all years, with refs."""
    cells: list[Observation] = [
        cell
        for area in areas
        for cell in snapshot.series(area, indicator, FIRST, LAST)
        if cell.text is not None
    ]
    return {
        (cell.area.code, cell.period.year): Fact.of(cell, ref=f"e{number}")
        for number, cell in enumerate(cells, start=1)
    }


def value(facts: dict[tuple[str, int], Fact], a: str, b: str, y: int, z: int) -> str:
    return sentences.value(SUBJECTS, facts[a, y])


def two_areas(facts: dict[tuple[str, int], Fact], a: str, b: str, y: int, z: int) -> str:
    return sentences.values_of_areas(SUBJECTS, [facts[a, y], facts[b, y]])


def two_years(facts: dict[tuple[str, int], Fact], a: str, b: str, y: int, z: int) -> str:
    return sentences.values_of_years(SUBJECTS, [facts[a, y], facts[a, z]])


def difference(facts: dict[tuple[str, int], Fact], a: str, b: str, y: int, z: int) -> str:
    return sentences.change(SUBJECTS, facts[a, y], facts[a, z], "difference")


def percent(facts: dict[tuple[str, int], Fact], a: str, b: str, y: int, z: int) -> str:
    assume(not facts[a, y].indicator.unit.is_percent)
    return sentences.change(SUBJECTS, facts[a, y], facts[a, z], "percent")


def both(facts: dict[tuple[str, int], Fact], a: str, b: str, y: int, z: int) -> str:
    return sentences.change(SUBJECTS, facts[a, y], facts[a, z], "both")


def per_year(facts: dict[tuple[str, int], Fact], a: str, b: str, y: int, z: int) -> str:
    assume(not facts[a, y].indicator.unit.is_percent)
    return sentences.change(SUBJECTS, facts[a, y], facts[a, z], "per year")


def order(facts: dict[tuple[str, int], Fact], a: str, b: str, y: int, z: int) -> str:
    return sentences.comparison(SUBJECTS, facts[a, y], facts[b, y], "order")


def gap(facts: dict[tuple[str, int], Fact], a: str, b: str, y: int, z: int) -> str:
    return sentences.comparison(SUBJECTS, facts[a, y], facts[b, y], "difference")


def times(facts: dict[tuple[str, int], Fact], a: str, b: str, y: int, z: int) -> str:
    return sentences.comparison(SUBJECTS, facts[a, y], facts[b, y], "times")


def mean(facts: dict[tuple[str, int], Fact], a: str, b: str, y: int, z: int) -> str:
    return sets.statistic_of_areas(SUBJECTS, [facts[a, y], facts[b, y]], "mean")


def mean_of_years(facts: dict[tuple[str, int], Fact], a: str, b: str, y: int, z: int) -> str:
    return sets.statistic_of_years(SUBJECTS, [facts[a, year] for year in range(y, z + 1)], "mean")


def top_of_named(facts: dict[tuple[str, int], Fact], a: str, b: str, y: int, z: int) -> str:
    best_first = sorted([facts[a, y], facts[b, y]], key=sentences.exact, reverse=True)
    return sets.top_of_named(SUBJECTS, best_first, "highest first")


def extreme_year(facts: dict[tuple[str, int], Fact], a: str, b: str, y: int, z: int) -> str:
    series = [facts[a, year] for year in range(y, z + 1)]
    values = [sentences.exact(fact) for fact in series]
    assume(values.count(max(values)) == 1)
    return sets.extreme_year(SUBJECTS, series, "highest first")


FORMS: tuple[Callable[[dict[tuple[str, int], Fact], str, str, int, int], str], ...] = (
    value,
    two_areas,
    two_years,
    difference,
    percent,
    both,
    per_year,
    order,
    gap,
    times,
    mean,
    mean_of_years,
    top_of_named,
    extreme_year,
)


def changed_digits(sentence: str) -> Iterator[str]:
    """Yield the sentence with the last digit of one amount changed; years and markers stay."""
    for match in re.finditer(r"(?<![\[e\d.,])\d(?:[\d,]*\d)?(?:\.\d+)?", sentence):
        digits = match[0]
        if re.fullmatch(r"20\d\d", digits):
            continue
        last = str((int(digits[-1]) + 5) % 10)
        yield sentence[: match.end() - 1] + last + sentence[match.end() :]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    indicator=st.sampled_from(INDICATORS),
    pair=st.lists(st.sampled_from(AREAS), min_size=2, max_size=2, unique=True),
    years=st.lists(st.integers(FIRST, LAST - 1), min_size=2, max_size=2, unique=True).map(sorted),
)
def test_every_form_is_read_and_no_changed_one(
    snapshot: Snapshot, form: Callable[..., str], indicator: str, pair: list[str], years: list[int]
) -> None:
    """Valid as written; rejected with a digit, a year or an area changed (where that makes it false)."""
    (one, other), (first, second) = pair, years
    facts = facts_of(snapshot, indicator, pair)
    assume(all((area, year) in facts for area in pair for year in range(first, second + 2)))
    evidence = Evidence(facts.values())
    sentence = form(facts, one, other, first, second)

    def is_valid(text: str) -> bool:
        return check(text, evidence, names=SUBJECTS.names).valid

    assert is_valid(sentence), sentence
    for changed in changed_digits(sentence):
        assert not is_valid(changed), changed
    if sentences.exact(facts[one, first]) != sentences.exact(facts[one, second + 1]):
        moved = sentence.replace(str(first), str(second + 1))
        assert not is_valid(moved), moved
    if sentences.exact(facts[one, first]) != sentences.exact(facts[other, first]) and form is not mean:
        names = SUBJECTS.owner(facts[one, first].area), SUBJECTS.owner(facts[other, first].area)
        swapped = sentence.replace(names[0], "<>").replace(names[1], names[0]).replace("<>", names[1])
        assert swapped == sentence or not is_valid(swapped), swapped


def test_a_rank_is_read_with_its_rank_fact(snapshot: Snapshot) -> None:
    """A rank over the whole set is read; another place is not."""
    cell = snapshot.cross_section(
        "SP.POP.TOTL", next(iter(snapshot.series("IND", "SP.POP.TOTL", 2024, 2024))).period
    )
    values = sorted(cell, key=lambda one: int(one.text or 0), reverse=True)
    india = Fact.of(values[0], ref="e1")
    derivation = Derivation(
        operation="rank",
        operands=("e1",),
        set="economies with a value",
        size=len(values),
        position=1,
        order="highest first",
        complete=True,
    )
    rank = replace(india, ref="e2", text="1", derivation=derivation)
    said = sets.placed(SUBJECTS, (india, rank))
    evidence = Evidence([india, rank])
    assert check(said, evidence, names=SUBJECTS.names).valid, said
    wrong = said.replace("the largest", "the second-largest")
    assert not check(wrong, evidence, names=SUBJECTS.names).valid, wrong
