"""Claims are verified, recomputed and written, or refused by name; nothing is repaired."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tieout.assistant.claim import Claim
from tieout.assistant.draft import ComposedDraft
from tieout.assistant.shape import REASONS, SHAPES
from tieout.checking.check import check
from tieout.data.snapshot import Snapshot, load_snapshot
from tieout.facts.area import Area
from tieout.facts.derivation import Derivation
from tieout.facts.fact import Evidence, Fact
from tieout.facts.indicator import Indicator
from tieout.facts.names import Names
from tieout.facts.observation import Status
from tieout.facts.period import Period
from tieout.facts.unit import Unit
from tieout.writing.compose import Composed, compose
from tieout.writing.refusal import PROBLEM_CODES, RefusalCode

NAMES = Names.load()
POPULATION = Indicator(code="SP.POP.TOTL", name="Population, total", unit=Unit("people"))
ACCESS = Indicator(
    code="EG.ELC.ACCS.ZS", name="Access to electricity (% of population)", unit=Unit("% of population")
)
GROWTH = Indicator(code="NY.GDP.MKTP.KD.ZG", name="GDP growth (annual %)", unit=Unit("annual %"))
CANADA, MEXICO = Area(code="CAN", name="Canada"), Area(code="MEX", name="Mexico")
JAPAN, BRAZIL = Area(code="JPN", name="Japan"), Area(code="BRA", name="Brazil")
INDIA = Area(code="IND", name="India")
WORLD = Area(code="WLD", name="World", is_aggregate=True)


def a_fact(ref: str, area: Area, indicator: Indicator, year: int, text: str | None, **more: object) -> Fact:
    return Fact(
        ref=ref,
        area=area,
        indicator=indicator,
        period=Period.of_year(year),
        text=text,
        **more,  # type: ignore[arg-type]
    )


def a_rank(ref: str, of: Fact, position: int, size: int = 3) -> Fact:
    derivation = Derivation(
        operation="rank",
        operands=(of.ref,),
        set="economies with a value",
        size=size,
        position=position,
        order="highest first",
        complete=True,
    )
    return replace(of, ref=ref, text=str(position), derivation=derivation)


def computed(ref: str, operation: str, *of: Fact) -> Fact:
    derivation = Derivation(operation=operation, operands=tuple(one.ref for one in of))  # type: ignore[arg-type]
    return replace(of[-1], ref=ref, text="1", derivation=derivation)


E1 = a_fact("e1", CANADA, POPULATION, 2020, "38000000")
E2 = a_fact("e2", CANADA, POPULATION, 2021, "39000000")
E3 = a_fact("e3", CANADA, POPULATION, 2022, "38500000")
E4 = a_fact("e4", MEXICO, POPULATION, 2020, "126000000")
E5 = a_fact("e5", JAPAN, POPULATION, 2020, "125500000")
E6 = a_fact("e6", WORLD, POPULATION, 2020, "7800000000")
E7 = a_fact("e7", CANADA, POPULATION, 2023, None)
E8 = a_fact("e8", CANADA, ACCESS, 2020, "100")
E9 = a_fact("e9", MEXICO, ACCESS, 2020, "99.4")
E10 = a_fact("e10", MEXICO, ACCESS, 2021, "99.6")
E11 = a_fact("e11", CANADA, POPULATION, 2030, "44000000", status=Status.FORECAST)
E12 = a_fact("e12", MEXICO, POPULATION, 2021, "127000000", status=Status.ESTIMATED)
E13 = a_fact("e13", JAPAN, ACCESS, 2020, "100")
E14 = a_fact("e14", BRAZIL, GROWTH, 2020, "-3.3")
E15 = a_fact("e15", BRAZIL, GROWTH, 2021, "4.8")
E16 = a_fact("e16", BRAZIL, POPULATION, 2020, "0")
E17 = a_fact("e17", INDIA, POPULATION, 2021, "1400000000", vintage="2025")
E18 = a_fact("e18", CANADA, POPULATION, 2024, "38500000")
E19 = a_fact("e19", INDIA, replace(POPULATION, unit=Unit("thousand people")), 2020, "1390000")
R1, R2, R3 = a_rank("e20", E4, 1), a_rank("e21", E5, 2), a_rank("e22", E8, 1)
D1, D2 = computed("e23", "difference", E1, E2), computed("e24", "mean", E1, E4)
D3, D4 = computed("e25", "percent_change", E1, E4), computed("e26", "max", E1, E2, E3)
D5, D6 = computed("e27", "ratio", E4, E1), computed("e28", "growth_per_year", E1, E3)
D7, D8 = computed("e29", "share", E1, E6), computed("e30", "min", E1, E4)
D9, D10 = computed("e31", "median", E1), computed("e32", "calculation", E1, E2)
PUBLISHED = (E1, E2, E3, E4, E5, E6, E7, E8, E9, E10, E11, E12, E13, E14, E15, E18)
EVIDENCE = Evidence((*PUBLISHED, R1, R2, R3, D1, D2, D3, D4, D5, D6, D7, D8, D9, D10))
# With rows of another release and another unit beside them.
MIXED = Evidence((*EVIDENCE, E17, E19))


def composed(*claims: Claim, evidence: Evidence = EVIDENCE, question: str = "", **more: object) -> Composed:
    gaps = all(claim.shape.is_gap for claim in claims)
    draft = ComposedDraft(status="cannot_answer" if gaps else "answered", claims=claims)
    return compose(draft, evidence, NAMES, question=question, **more)  # type: ignore[arg-type]


WRITTEN = {
    ("value", "fact=e1"): "Canada's population was 38,000,000 [e1] in 2020.",
    ("value", "fact=e11"): "Canada's population is forecast to be 44,000,000 [e11] in 2030.",
    ("value", "fact=e20"): "Among the 3 economies with a value, Mexico had the largest population in 2020, "
    "at 126,000,000 [e4].",
    (
        "value",
        "fact=e23",
    ): "Canada's population grew by 1,000,000 [e23] from 2020 to 2021, from 38,000,000 [e1] "
    "to 39,000,000 [e2].",
    ("value", "fact=e24"): "The mean population of Canada and Mexico was 82,000,000 [e24] in 2020.",
    ("value", "fact=e25"): "In 2020, Mexico's population was 231.58% [e25] larger than Canada's, at "
    "126,000,000 [e4] against 38,000,000 [e1].",
    ("value", "fact=e26"): "From 2020 to 2022, Canada's population was highest in 2021, at 39,000,000 [e2].",
    ("value", "fact=e27"): "In 2020, Mexico's population was 3.32 times [e27] Canada's, at 126,000,000 [e4] "
    "against 38,000,000 [e1].",
    ("value", "fact=e29"): "Canada accounted for 0.49% of the world's population in 2020, 38,000,000 [e1] of "
    "7,800,000,000 [e6].",
    ("values", "facts=e2,e1"): "Canada's population was 38,000,000 [e1] in 2020 and 39,000,000 [e2] in 2021.",
    (
        "values",
        "facts=e1,e4",
    ): "In 2020, the population was 38,000,000 [e1] in Canada and 126,000,000 [e4] in Mexico.",
    (
        "change",
        "from=e9 to=e10 in=points",
    ): "Mexico's access to electricity rose by 0.2 percentage points from "
    "2020 to 2021, from 99.4% [e9] to 99.6% [e10].",
    ("change", "from=e4 to=e12 in=percent"): "Mexico's population grew by 0.79% from 2020 to 2021, from "
    "126,000,000 [e4] to 127,000,000 [e12] (estimated).",
    ("growth_per_year", "from=e1 to=e3"): "Canada's population grew by an average of 0.66% a year [e28] from "
    "2020 to 2022, from 38,000,000 [e1] to 38,500,000 [e3].",
    (
        "from_to",
        "from=e1 to=e2",
    ): "Canada's population grew from 38,000,000 [e1] in 2020 to 39,000,000 [e2] in 2021.",
    ("from_to", "from=e3 to=e18"): "Canada's population was unchanged at 38,500,000 from 2022 to 2024.",
    ("extreme", "facts=e1,e3,e2 end=lowest"): "From 2020 to 2022, Canada's population was lowest in 2020, at "
    "38,000,000 [e1].",
    ("range", "facts=e1,e2,e3"): "From 2020 to 2022, Canada's population was lowest in 2020, at 38,000,000 "
    "[e1]. From 2020 to 2022, Canada's population was highest in 2021, at 39,000,000 [e2].",
    ("first_year", "facts=e1,e2,e3 side=above threshold=38200000"): "Canada's population first exceeded "
    "38.2 million in 2021, at 39,000,000 [e2]. In 2020, it was 38,000,000 [e1].",
    ("first_year", "facts=e1,e2 side=below threshold=30000000"): "Canada's population did not fall below "
    "30 million in any year from 2020 to 2021.",
    ("against", "fact=e1 threshold=40000000"): "Canada's population was 38,000,000 [e1] in 2020, less than "
    "40 million.",
    ("comparison", "first=e1 second=e6 by=order"): "In 2020, Canada's population was smaller than the "
    "world's, at 38,000,000 [e1] against 7,800,000,000 [e6].",
    (
        "comparison",
        "first=e9 second=e8 by=amount",
    ): "In 2020, Mexico's access to electricity was 0.6 percentage "
    "points lower than Canada's, at 99.4% [e9] against 100% [e8].",
    ("ratio", "first=e2 second=e1"): "Canada's population was 1.03 times as large in 2021 as in 2020, at "
    "39,000,000 [e2] against 38,000,000 [e1].",
    (
        "share",
        "part=e1 of=e1,e4",
    ): "Canada accounted for 23.17% of the combined population of Canada and Mexico in 2020.",
    ("sum", "facts=e1,e4"): "The combined population of Canada and Mexico was 164,000,000 in 2020.",
    ("median", "facts=e1,e2,e3"): "The median of Canada's population from 2020 to 2022 was 38,500,000.",
    (
        "rank",
        "rank=e21",
    ): "Among the 3 economies with a value, Japan had the second-largest population in 2020, "
    "at 125,500,000 [e5].",
    (
        "top",
        "ranks=e20,e21",
    ): "Among the 3 economies with a value, the two with the largest population in 2020 "
    "were Mexico (126,000,000 [e4]) and Japan (125,500,000 [e5]), in that order.",
    ("superlative", "facts=e1,e4 end=lowest"): "Of Canada and Mexico, Canada had the smallest population in "
    "2020, at 38,000,000 [e1], followed by Mexico (126,000,000 [e4]).",
    (
        "place",
        "fact=e5 facts=e1,e4,e5 end=highest",
    ): "Of Canada, Japan and Mexico, Japan had the second-largest population in 2020, at 125,500,000 [e5].",
    ("count", "facts=e1,e4,e5 side=above threshold=100000000"): "Two of Canada, Mexico and Japan had a "
    "population above 100 million in 2020.",
    ("missing", "fact=e7"): "There is no value for Canada's population in 2023.",
}


def claim_of(say: str, slots: str) -> Claim:
    """Return the claim written in short: slots with an equals sign, lists with commas."""
    listed = {slot.name for slot in SHAPES[say].slots if slot.most}
    pairs = (slot.split("=") for slot in slots.split())
    return Claim.of(say, **{name: tuple(text.split(",")) if name in listed else text for name, text in pairs})


@pytest.mark.parametrize(("say", "slots"), WRITTEN)
def test_a_claim_is_written_and_read(say: str, slots: str) -> None:
    """The sentence says the area, the measure, the unit and the period of its facts, and ties out."""
    claim = claim_of(say, slots)
    found = composed(claim)
    assert (found.text, found.refused) == (WRITTEN[say, slots], ())
    status = "cannot_answer" if claim.shape.is_gap else "answered"
    verdict = check(found.text, EVIDENCE, names=NAMES, status=status)  # type: ignore[arg-type]
    assert verdict.problems == ()


def test_the_fastest_is_found_from_pairs() -> None:
    """Changes of several places, in percent, between the same two years."""
    one, other = a_fact("e40", JAPAN, POPULATION, 2021, "126000000"), EVIDENCE
    found = composed(
        Claim.of("fastest", from_=("e1", "e5"), to=("e2", "e40")), evidence=Evidence((*other, one))
    )
    assert found.text == (
        "Of Canada and Japan, Canada's population grew fastest from 2020 to 2021, by 2.63%."
    )


REFUSED = {
    ("value", "fact=e99"): (RefusalCode.UNKNOWN_REF, "e99"),
    ("value", "fact=e7"): (RefusalCode.GAP, "e7"),
    ("value", "fact=e31"): (RefusalCode.COMPUTED, "e31"),
    ("value", "fact=e32"): (RefusalCode.COMPUTED, "e32"),
    ("values", "facts=e1,e23"): (RefusalCode.COMPUTED, "e23"),
    ("values", "facts=e1,e1"): (RefusalCode.REPEATED, "e1"),
    ("values", "facts=e1,e12"): (RefusalCode.UNLIKE_PERIOD, "e12"),
    ("values", "facts=e1,e11"): (RefusalCode.FLAG_UNSAID, "e11"),
    ("change", "from=e1 to=e12 in=amount"): (RefusalCode.UNLIKE_AREA, "e12"),
    ("change", "from=e2 to=e1 in=amount"): (RefusalCode.WRONG_ORDER, "e2"),
    ("change", "from=e1 to=e2 in=points"): (RefusalCode.NOT_FOR_THE_UNIT, "e1"),
    ("change", "from=e14 to=e15 in=percent"): (RefusalCode.NOT_FOR_THE_UNIT, "e14"),
    ("growth_per_year", "from=e9 to=e10"): (RefusalCode.NOT_FOR_THE_UNIT, "e9"),
    ("ratio", "first=e15 second=e14"): (RefusalCode.NOT_ABOVE_ZERO, "e14"),
    ("extreme", "facts=e1,e3 end=highest"): (RefusalCode.INCOMPLETE_SET, "e3"),
    ("first_year", "facts=e1,e2 side=above threshold=38000000.5"): (RefusalCode.TOO_FINE, "e1"),
    ("comparison", "first=e1 second=e8 by=order"): (RefusalCode.UNLIKE_INDICATOR, "e8"),
    ("comparison", "first=e4 second=e19 by=order"): (RefusalCode.UNLIKE_UNIT, "e19"),
    ("comparison", "first=e1 second=e2 by=order"): (RefusalCode.SAME_AREA, "e2"),
    ("comparison", "first=e1 second=e1 by=order"): (RefusalCode.REPEATED, "e1"),
    ("comparison", "first=e2 second=e17 by=order"): (RefusalCode.MIXED_VINTAGES, "e17"),
    ("sum", "facts=e1,e6"): (RefusalCode.AGGREGATE, "e6"),
    ("sum", "facts=e8,e9"): (RefusalCode.NOT_ADDITIVE, "e8"),
    ("sum", "facts=e1,e2"): (RefusalCode.NOT_ADDITIVE, "e1"),
    ("share", "part=e1 of=e4"): (RefusalCode.NO_PART, "e4"),
    ("share", "part=e1 of=e4,e5"): (RefusalCode.NO_PART, "e1"),
    ("rank", "rank=e1"): (RefusalCode.NO_RANK, "e1"),
    ("rank", "rank=e22"): (RefusalCode.TIED, "e22"),
    ("top", "ranks=e21,e20"): (RefusalCode.INCOMPLETE_SET, "e21"),
    ("place", "fact=e8 facts=e8,e9,e13 end=highest"): (RefusalCode.TIED, "e8"),
    ("place", "fact=e1 facts=e4,e5 end=highest"): (RefusalCode.INCOMPLETE_SET, "e1"),
    ("fastest", "from=e1,e4 to=e2,e17"): (RefusalCode.MIXED_VINTAGES, "e17"),
    ("mean", "facts=e4,e12"): (RefusalCode.FLAG_UNSAID, "e12"),
    ("missing", "fact=e1"): (RefusalCode.NO_GAP, "e1"),
}


@pytest.mark.parametrize(("say", "slots"), REFUSED)
def test_a_claim_is_refused_by_name(say: str, slots: str) -> None:
    """One code and one sentence, which names the ref; nothing is written."""
    code, ref = REFUSED[say, slots]
    found = composed(claim_of(say, slots), evidence=MIXED)
    assert found.text == ""
    (refused,) = found.refused
    assert refused.code is code, refused.message
    assert ref in refused.message
    assert refused.message.endswith(".")


def test_one_refused_claim_holds_the_whole_draft() -> None:
    """What is refused is told claim by claim, and the others are not shown without it."""
    found = composed(
        Claim.of("value", fact="e1"), Claim.of("value", fact="e7"), Claim.of("value", fact="e98")
    )
    assert found.text == ""
    assert [refused.code for refused in found.refused] == [RefusalCode.GAP, RefusalCode.UNKNOWN_REF]


def test_the_same_claim_twice_is_refused() -> None:
    """An answer does not repeat itself."""
    (refused,) = composed(Claim.of("value", fact="e1"), Claim.of("value", fact="e1")).refused
    assert refused.code is RefusalCode.REPEATED


def test_a_large_set_is_named_whole_or_not_at_all() -> None:
    """Above four countries a sentence says how many, so the evidence must hold no other."""
    facts = [
        a_fact(f"e{number}", Area(code=f"A{number}", name=f"Land {number}"), POPULATION, 2020, f"{number}000")
        for number in range(1, 8)
    ]
    refs = tuple(fact.ref for fact in facts)
    whole, part = Claim.of("mean", facts=refs), Claim.of("mean", facts=refs[:5])
    assert "of the 7 countries" in composed(whole, evidence=Evidence(facts)).text
    (refused,) = composed(part, evidence=Evidence(facts)).refused
    assert (refused.code, "e6" in refused.message) == (RefusalCode.INCOMPLETE_SET, True)


@pytest.mark.parametrize("status", ["answered", "cannot_answer"])
def test_the_status_must_fit_the_claims(status: str) -> None:
    """An answer says more than gaps, and a refusal to answer gives none."""
    claim = Claim.of("missing", fact="e7") if status == "answered" else Claim.of("value", fact="e1")
    draft = ComposedDraft(status=status, claims=(claim,))  # type: ignore[arg-type]
    (refused,) = compose(draft, EVIDENCE, NAMES).refused
    assert refused.code is RefusalCode.WRONG_STATUS


@pytest.fixture(scope="module")
def core8() -> Iterator[Snapshot]:
    opened = load_snapshot("core8")
    yield opened
    opened.close()


GAPS: dict[str, tuple[Claim, str, str | RefusalCode]] = {
    "a place": (Claim.of("not_in_data", area="FRA", indicator=""), "", "The data do not include France."),
    "a measure": (
        Claim.of("not_in_data", area="", indicator="SL.UEM.TOTL.ZS"),
        "",
        "The data do not include the unemployment rate.",
    ),
    "a series": (
        Claim.of("not_in_data", area="FRA", indicator="SP.POP.TOTL"),
        "",
        "The data do not include France's population.",
    ),
    "a year of a series": (
        Claim.of("not_in_data", area="CAN", indicator="NY.GDP.PCAP.CD"),
        "Canada's GDP per person in 2005?",
        "The data do not include Canada's GDP per person in 2005.",
    ),
    "a series that is there": (
        Claim.of("not_in_data", area="CAN", indicator="SP.POP.TOTL"),
        "Canada in 2020?",
        RefusalCode.IN_THE_DATA,
    ),
    "a place that is there": (Claim.of("not_in_data", area="CAN", indicator=""), "", RefusalCode.IN_THE_DATA),
    "a measure that is there": (
        Claim.of("not_in_data", area="", indicator="SP.POP.TOTL"),
        "",
        RefusalCode.IN_THE_DATA,
    ),
    "a code nobody knows": (Claim.of("not_in_data", area="QQQ", indicator=""), "", RefusalCode.UNKNOWN_CODE),
    "nothing": (Claim.of("not_in_data", area="", indicator=""), "", RefusalCode.UNKNOWN_CODE),
    "years outside": (
        Claim.of("outside_years"),
        "Population of Canada in 1990 and 2031",
        "The data cover 2000 to 2025, not 1990 or 2031.",
    ),
    "years inside": (Claim.of("outside_years"), "Population in 2020", RefusalCode.NOT_IN_QUESTION),
    "a name of two": (
        Claim.of("ambiguous", areas=("COG", "COD")),
        "What is the population of Congo?",
        '"Congo" is ambiguous: it can mean the Republic of Congo or the Democratic Republic of Congo.',
    ),
    "a name not asked for": (
        Claim.of("ambiguous", areas=("COG", "COD")),
        "Canada?",
        RefusalCode.NOT_IN_QUESTION,
    ),
}


@pytest.mark.parametrize("case", GAPS)
def test_what_the_data_lack_is_verified(case: str, core8: Snapshot) -> None:
    """Against the data set and the question; what is there is not said to be missing."""
    claim, question, wanted = GAPS[case]
    found = composed(claim, evidence=Evidence(), question=question, snapshot=core8)
    if isinstance(wanted, RefusalCode):
        assert [refused.code for refused in found.refused] == [wanted]
    else:
        assert found.text == wanted
        assert check(found.text, Evidence(), names=NAMES, question=question, status="cannot_answer").valid


@pytest.mark.parametrize("why", REASONS)
def test_every_reason_has_a_sentence_that_is_read(why: str) -> None:
    """The closed list of what no data can answer."""
    found = composed(Claim.of("cannot", why=why), evidence=Evidence())
    assert check(found.text, Evidence(), names=NAMES, status="cannot_answer").problems == ()


def test_a_tie_outside_the_evidence_is_seen_in_the_data(core8: Snapshot) -> None:
    """A rank that others share is not said to be one country's alone."""
    indicator = core8.indicators["EG.ELC.ACCS.ZS"]
    fact = a_fact("e1", core8.areas["CAN"], indicator, 2020, "100")
    evidence = Evidence((fact, a_rank("e2", fact, 1, size=8)))
    assert composed(Claim.of("rank", rank="e2"), evidence=evidence).text
    (refused,) = composed(Claim.of("rank", rank="e2"), evidence=evidence, snapshot=core8).refused
    assert refused.code is RefusalCode.TIED


def test_every_refusal_has_a_problem_code() -> None:
    """A person sees the codes of the check only."""
    assert set(PROBLEM_CODES) == set(RefusalCode)
