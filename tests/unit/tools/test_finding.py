"""Refs: one for each fact of a run, the same for the same fact, none for what is cut."""

from __future__ import annotations

from decimal import Decimal

from tieout.facts.area import Area
from tieout.facts.indicator import Indicator
from tieout.facts.observation import Observation
from tieout.facts.period import Period
from tieout.facts.unit import Unit
from tieout.tools.finding import Derived, Finding, Numbering, Observed, Plain, Stamp

POPULATION = Indicator(code="POP", name="Population", unit=Unit("people"))
CANADA = Area(code="CAN", name="Canada")


def observed(year: int, text: str | None = "10") -> Observed:
    """Return a record of one year."""
    return Observed(
        observation=Observation(area=CANADA, indicator=POPULATION, period=Period.of_year(year), text=text)
    )


def difference(*operands: int) -> Derived:
    """Return a record that is derived from others."""
    return Derived(
        operation="difference",
        operands=operands,
        value=Decimal(5),
        area=CANADA,
        indicator=POPULATION,
        period=Period.of_year(2001),
        shown="5",
    )


def refs(numbering: Numbering, *records: Observed | Derived | Plain, keep: int = 99) -> list[str]:
    """Number the records, keep the first few, and return the refs of all."""
    facts = numbering.number(Finding(heading={}, records=records, stamp=Stamp(dataset="tiny 1")))
    numbering.keep(fact for fact in facts[:keep] if fact is not None)
    return ["" if fact is None else fact.ref for fact in facts]


def test_refs_go_on_through_a_run() -> None:
    """Results of one run never share a ref for two facts."""
    numbering = Numbering()
    assert refs(numbering, observed(2000), observed(2001), difference(0, 1)) == ["e1", "e2", "e3"]
    assert refs(numbering, observed(2002)) == ["e4"]
    assert [fact.ref for fact in numbering.facts] == ["e1", "e2", "e3", "e4"]


def test_a_fact_shown_twice_keeps_its_ref() -> None:
    """The same observation, and the same derivation from the same operands, is one fact."""
    numbering = Numbering()
    refs(numbering, observed(2000), observed(2001), difference(0, 1))
    assert refs(numbering, observed(2001), observed(2000), difference(1, 0)) == ["e2", "e1", "e3"]
    assert refs(numbering, observed(2000), observed(2000)) == ["e1", "e1"]
    assert refs(numbering, observed(2001), observed(2000), difference(0, 1))[2] == "e4"


def test_what_was_cut_has_no_ref() -> None:
    """A record that was not shown is no evidence, and its number is given to the next one."""
    numbering = Numbering()
    assert refs(numbering, observed(2000), observed(2001), keep=1) == ["e1", "e2"]
    assert [fact.ref for fact in numbering.facts] == ["e1"]
    assert refs(numbering, observed(2005)) == ["e2"]


def test_plain_records_are_no_facts() -> None:
    """A name, a passage or a definition can support no number."""
    numbering = Numbering()
    assert refs(numbering, Plain(fields={"code": "CAN", "value": "99"})) == [""]
    assert numbering.facts == ()


def test_derived_facts_name_their_operands_by_ref() -> None:
    """Anyone can compute a derived fact again from the facts that it names."""
    numbering = Numbering()
    refs(numbering, observed(1999), observed(2000), observed(2001), difference(1, 2))
    derivation = numbering.facts[-1].derivation
    assert derivation is not None
    assert derivation.operands == ("e2", "e3")
    assert numbering.facts[-1].dataset == "tiny 1"


def test_a_gap_is_a_fact_without_a_value() -> None:
    """A published gap is shown and numbered like a value, so that it may be said."""
    numbering = Numbering()
    refs(numbering, observed(2000, None))
    assert numbering.facts[0].text is None
