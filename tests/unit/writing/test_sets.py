"""Sentences about sets: statistics, ranks, shares, extremes and bounds."""

from dataclasses import replace
from fractions import Fraction

import pytest
from tests.unit.writing.conftest import FactMaker

from tieout.facts.derivation import Derivation, Order
from tieout.facts.fact import Fact
from tieout.writing import sets
from tieout.writing.subjects import Subjects


@pytest.fixture
def people(fact: FactMaker) -> list[Fact]:
    """The population of three countries in 2020, smallest first."""
    return [
        fact("CAN", "SP.POP.TOTL", 2020, "38000000", "e1"),
        fact("MEX", "SP.POP.TOTL", 2020, "126000000", "e2"),
        fact("BRA", "SP.POP.TOTL", 2020, "208000000", "e3"),
    ]


@pytest.fixture
def access(fact: FactMaker) -> list[Fact]:
    """Nigeria's access to electricity over four years."""
    values = {2000: "43.2", 2001: "44.6", 2002: "52.2", 2003: "51"}
    return [
        fact("NGA", "EG.ELC.ACCS.ZS", year, text, f"e{n}") for n, (year, text) in enumerate(values.items(), 1)
    ]


def ranked(fact: Fact, position: int, order: Order = "highest first", words: str = "") -> sets.Ranked:
    """Return the fact with its rank among eight."""
    derivation = Derivation(
        operation="rank",
        operands=(fact.ref,),
        set=words or "the 8 countries of this data set",
        size=8,
        position=position,
        order=order,
        complete=True,
    )
    return fact, replace(fact, ref=f"{fact.ref}r", text=str(position), derivation=derivation)


@pytest.mark.parametrize(
    ("operation", "said"),
    [
        ("mean", "The mean population of Canada, Mexico and Brazil was 124,000,000 [e4] in 2020."),
        ("median", "The median population of Canada, Mexico and Brazil was 126,000,000 [e4] in 2020."),
        ("sum", "The combined population of Canada, Mexico and Brazil was 372,000,000 [e4] in 2020."),
    ],
)
def test_statistics_of_areas(
    subjects: Subjects, people: list[Fact], operation: sets.Statistic, said: str
) -> None:
    """Each has its own word: a median is no mean."""
    assert sets.statistic_of_areas(subjects, people, operation, ref="e4") == said


def test_many_areas_are_counted(subjects: Subjects, people: list[Fact]) -> None:
    """From five on, areas are counted instead of named."""
    many = [*people, *(replace(people[0], ref=f"e{n}") for n in range(4, 7))]
    assert "of the 6 countries was" in sets.statistic_of_areas(subjects, many, "mean")


def test_statistics_of_years(subjects: Subjects, access: list[Fact]) -> None:
    """A mean over years says which years."""
    mean = sets.statistic_of_years(subjects, access, "mean")
    median = sets.statistic_of_years(subjects, access, "median")
    assert mean == "Nigeria's access to electricity averaged 47.75% from 2000 to 2003."
    assert median == "The median of Nigeria's access to electricity from 2000 to 2003 was 47.8%."


def test_places_name_the_set_and_its_size(subjects: Subjects, people: list[Fact]) -> None:
    """Rule 18: a rank without its set says nothing."""
    brazil = sets.placed(subjects, ranked(people[2], 1))
    canada = sets.placed(subjects, ranked(people[0], 2, "lowest first", "economies with a value"))
    assert brazil == (
        "Among the 8 countries of this data set, Brazil had the largest population in 2020, "
        "at 208,000,000 [e3]."
    )
    assert canada == (
        "Among the 8 economies with a value, Canada had the second-smallest population in 2020, "
        "at 38,000,000 [e1]."
    )


def test_top_lists_keep_their_order(subjects: Subjects, people: list[Fact]) -> None:
    """The list says that it is in order; one row is a superlative."""
    rows = [ranked(people[2], 1), ranked(people[1], 2)]
    said = sets.top(subjects, rows)
    assert said == (
        "Among the 8 countries of this data set, the two with the largest population in 2020 were "
        "Brazil (208,000,000 [e3]) and Mexico (126,000,000 [e2]), in that order."
    )
    assert sets.top(subjects, rows[:1]) == sets.placed(subjects, rows[0])


def test_a_fact_that_is_no_rank_places_nobody(subjects: Subjects, people: list[Fact]) -> None:
    """A place needs the fact that was computed over the whole set."""
    with pytest.raises(ValueError, match="no rank"):
        sets.placed(subjects, (people[0], people[1]))


def test_the_first_of_named_areas(subjects: Subjects, people: list[Fact]) -> None:
    """The set is named by name, the others follow with their values."""
    best_first = list(reversed(people))
    assert sets.top_of_named(subjects, best_first, "highest first") == (
        "Of Brazil, Canada and Mexico, Brazil had the largest population in 2020, at 208,000,000 [e3], "
        "followed by Mexico (126,000,000 [e2]) and Canada (38,000,000 [e1])."
    )
    assert sets.placed_of_named(subjects, best_first, 2, "highest first") == (
        "Of Brazil, Canada and Mexico, Mexico had the second-largest population in 2020, at 126,000,000 [e2]."
    )


def test_a_tie_is_told(subjects: Subjects, fact: FactMaker) -> None:
    """Two areas in the first place share it."""
    facts = [
        fact("CAN", "EG.ELC.ACCS.ZS", 2020, "100", "e1"),
        fact("JPN", "EG.ELC.ACCS.ZS", 2020, "100", "e2"),
        fact("NGA", "EG.ELC.ACCS.ZS", 2020, "55.4", "e3"),
    ]
    assert sets.top_of_named(subjects, facts, "highest first") == (
        "Of Canada, Japan and Nigeria, Canada and Japan shared the highest access to electricity in 2020, "
        "at 100%."
    )


def test_shares(subjects: Subjects, people: list[Fact], fact: FactMaker) -> None:
    """A share says of what, and the whole with its value."""
    world = fact("WLD", "SP.POP.TOTL", 2020, "7600000000", "e9")
    assert sets.share_of_whole(subjects, people[0], world) == (
        "Canada accounted for 0.5% of the world's population in 2020, 38,000,000 [e1] of 7,600,000,000 [e9]."
    )
    assert sets.share_of_sum(subjects, people[0], people) == (
        "Canada accounted for 10.22% of the combined population of Canada, Mexico and Brazil in 2020."
    )


def test_the_year_of_an_extreme(subjects: Subjects, access: list[Fact]) -> None:
    """The stretch of years is named; where years share the value, none is the one."""
    highest = sets.extreme_year(subjects, access, "highest first")
    lowest = sets.extreme_year(subjects, access, "lowest first")
    assert highest == "From 2000 to 2003, Nigeria's access to electricity was highest in 2002, at 52.2% [e3]."
    assert lowest == "From 2000 to 2003, Nigeria's access to electricity was lowest in 2000, at 43.2% [e1]."
    with pytest.raises(ValueError, match="several years"):
        sets.extreme_year(subjects, [access[0], replace(access[1], text="43.2")], "highest first")


def test_bounds_passed_for_the_first_time(subjects: Subjects, access: list[Fact]) -> None:
    """The year before stands beside it, unless the data begin past the bound."""
    passed = sets.first_beyond(subjects, access[1], access[2], Fraction(50), "highest first")
    already = sets.first_beyond(subjects, None, access[0], Fraction(40), "highest first")
    never = sets.never_beyond(subjects, access, Fraction(60), "highest first")
    below = sets.first_beyond(subjects, access[2], access[3], Fraction(52), "lowest first")
    assert passed == (
        "Nigeria's access to electricity first exceeded 50% in 2002, at 52.2% [e3]. "
        "In 2001, it was 44.6% [e2]."
    )
    assert already == "Nigeria's access to electricity already exceeded 40% in 2000, at 43.2% [e1]."
    assert never == "Nigeria's access to electricity did not exceed 60% in any year from 2000 to 2003."
    assert below.startswith("Nigeria's access to electricity was first below 52% in 2003, at 51% [e4].")


def test_a_value_and_its_side_of_a_bound(subjects: Subjects, people: list[Fact]) -> None:
    """Yes and no are said by the side on which the value lies."""
    over = sets.value_and_bound(subjects, people[0], Fraction(35_000_000))
    under = sets.value_and_bound(subjects, people[0], Fraction(40_000_000))
    assert over == "Canada's population was 38,000,000 [e1] in 2020, more than 35 million."
    assert under == "Canada's population was 38,000,000 [e1] in 2020, less than 40 million."


def test_counts_say_the_set(subjects: Subjects, people: list[Fact]) -> None:
    """How many of which areas."""
    said = sets.count_beyond(subjects, people, Fraction(100_000_000), "highest first")
    assert said == "Two of Canada, Mexico and Brazil had a population above 100 million in 2020."


def test_the_fastest_growth_names_its_rivals(subjects: Subjects, people: list[Fact], fact: FactMaker) -> None:
    """The growth of the first is said in percent."""
    before = [
        fact(now.area.code, "SP.POP.TOTL", 2000, text, f"e{n}")
        for n, (now, text) in enumerate(zip(people, ("30400000", "120000000", "200000000"), strict=True), 7)
    ]
    said = sets.fastest(subjects, list(zip(before, people, strict=True)))
    assert said == "Of Brazil, Canada and Mexico, Canada's population grew fastest from 2000 to 2020, by 25%."
