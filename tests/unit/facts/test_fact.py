"""Facts keep the published digits; evidence keeps facts apart by their refs."""

from decimal import Decimal

import pytest

from tieout.facts.area import Area
from tieout.facts.derivation import Derivation
from tieout.facts.fact import Evidence, Fact
from tieout.facts.indicator import Indicator
from tieout.facts.observation import Observation, SeriesKey
from tieout.facts.period import Period
from tieout.facts.unit import Unit

CANADA = Area(code="CAN", name="Canada")
POPULATION = Indicator(code="SP.POP.TOTL", name="Population, total", unit=Unit("people"))


def observation(text: str | None) -> Observation:
    """Return Canada's population of 2024 with this text."""
    return Observation(area=CANADA, indicator=POPULATION, period=Period.of_year(2024), text=text)


def test_the_value_is_exactly_the_published_text() -> None:
    """Trailing zeros and long tails survive."""
    assert str(observation("5.10").value) == "5.10"
    assert observation("95.44719696").value == Decimal("95.44719696")


def test_a_published_gap_has_no_value() -> None:
    """Missing is not zero."""
    gap = Fact.of(observation(None), ref="e1")
    assert gap.value is None
    assert gap.key == SeriesKey("CAN", "SP.POP.TOTL")


def test_evidence_refuses_a_ref_that_stands_twice() -> None:
    """A marker must lead to one fact."""
    fact = Fact.of(observation("1"), ref="e1")
    with pytest.raises(ValueError, match="ref"):
        Evidence([fact, fact])


def test_adding_a_fact_twice_keeps_it_once() -> None:
    """The same fact shown again is the same evidence."""
    fact = Fact.of(observation("1"), ref="e1")
    assert len(Evidence([fact]).__add__([fact])) == 1
    assert Evidence([fact]).find("e1") is fact
    assert Evidence([fact]).find("e2") is None


def test_derived_facts_are_told_from_observed_ones() -> None:
    """What the application computed is not what the publisher published."""
    seen = Fact.of(observation("1"), ref="e1")
    derived = Fact(
        ref="e2",
        area=CANADA,
        indicator=POPULATION,
        period=seen.period,
        text="0",
        derivation=Derivation(operation="difference", operands=("e1", "e1")),
    )
    evidence = Evidence([seen, derived])
    assert evidence.observed == (seen,)
    assert evidence.derived == (derived,)
    assert evidence == Evidence([seen, derived])
    assert hash(evidence) == hash(Evidence([seen, derived]))
