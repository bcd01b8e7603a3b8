"""What is composed, the check reads; with a ref swapped it is refused, or true of the other fact."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random

import pytest
from tests.property.claim_sets import (
    ClaimSet,
    Table,
    can_read_full,
    claim_sets,
    full_tables,
    starter_tables,
)

from tieout.assistant.claim import Claim
from tieout.assistant.draft import ComposedDraft
from tieout.assistant.shape import SHAPES
from tieout.checking.check import check
from tieout.data.snapshot import load_snapshot
from tieout.facts.fact import Evidence, Fact
from tieout.facts.names import Names
from tieout.facts.period import Period
from tieout.writing.compose import Composed, compose

WANTED = 2_000
NAMES = Names.load()
MARKER = re.compile(r"\[(e[0-9]+)\]")
LIMIT = 20 * WANTED
READABLE = 295
"""Of how many of the 323 indicators the check must read a plain value as house style writes it."""


@dataclass(slots=True)
class Tally:
    """What became of the sets that were drawn."""

    written: int = 0
    read: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    shapes: Counter[str] = field(default_factory=Counter)
    unread: list[str] = field(default_factory=list)
    swapped_refused: int = 0
    swapped_true: int = 0
    swapped_unread: list[str] = field(default_factory=list)
    markers_rejected: int = 0
    markers_passed: list[str] = field(default_factory=list)


def written(claims: tuple[Claim, ...], evidence: Evidence) -> tuple[ComposedDraft, Composed]:
    """Compose the claims under the status that fits them."""
    status = "cannot_answer" if all(claim.shape.is_gap for claim in claims) else "answered"
    draft = ComposedDraft(status=status, claims=claims)  # type: ignore[arg-type]
    return draft, compose(draft, evidence, NAMES)


def problems_of(text: str, draft: ComposedDraft, evidence: Evidence) -> list[str]:
    """Return what the check finds in a text."""
    verdict = check(text, evidence, names=NAMES, status=draft.status)
    return [f"{problem.code}: {problem.message}" for problem in verdict.problems]


def with_one_ref_swapped(one: ClaimSet, random: Random) -> tuple[Claim, ...] | None:
    """Return the claims with one ref exchanged for another one of the evidence."""
    places = [(number, ref) for number, claim in enumerate(one.claims) for ref in claim.refs]
    number, ref = random.choice(places)
    other = random.choice([fact.ref for fact in one.evidence if fact.ref != ref])
    claim = one.claims[number]
    slots = {**claim.single, **claim.listed}
    given = {
        name: other
        if given == ref
        else tuple(other if single == ref else single for single in given)
        if isinstance(given, tuple)
        else given
        for name, given in slots.items()
    }
    return (*one.claims[:number], Claim.of(claim.shape.say, **given), *one.claims[number + 1 :])


def swap_claim(one: ClaimSet, random: Random, tally: Tally) -> None:
    """A claim about another fact is refused by name, or written about that fact and read."""
    claims = with_one_ref_swapped(one, random)
    draft, composed = written(claims, one.evidence) if claims else (None, Composed())
    if draft is None or composed.refused:
        tally.swapped_refused += 1
    elif problems := problems_of(composed.text, draft, one.evidence):
        tally.swapped_unread.append(f"{composed.text} {problems}")
    else:
        tally.swapped_true += 1


def swap_marker(text: str, draft: ComposedDraft, one: ClaimSet, random: Random, tally: Tally) -> None:
    """A written text that cites another fact for a number is rejected."""
    markers = list(MARKER.finditer(text))
    if not markers:
        return
    marker = random.choice(markers)
    other = random.choice([fact for fact in one.evidence if fact.ref != marker[1]])
    swapped = f"{text[: marker.start(1)]}{other.ref}{text[marker.end(1) :]}"
    if problems_of(swapped, draft, one.evidence):
        tally.markers_rejected += 1
    elif not rests_on(one.evidence, marker[1], other.ref):
        tally.markers_passed.append(swapped)


def readable(tables: Sequence[Table]) -> list[Table]:
    """Return the tables of which the check reads a plain value; what it does not read is named elsewhere."""
    found = []
    for table in tables:
        area = next(area for area in table.countries if any(table.cells[area].values()))
        year, text = next((year, text) for year, text in table.cells[area].items() if text)
        fact = Fact(ref="e1", area=area, indicator=table.indicator, period=Period.of_year(year), text=text)
        evidence = Evidence([fact])
        draft, composed = written((Claim.of("value", fact="e1"),), evidence)
        if composed.text and not problems_of(composed.text, draft, evidence):
            found.append(table)
    return found


def rests_on(evidence: Evidence, cited: str, other: str) -> bool:
    """True when the other fact is a rank computed from the fact that was cited."""
    fact = evidence.find(other)
    return fact is not None and fact.derivation is not None and cited in fact.derivation.operands


def play(tables: Sequence[Table], seed: int, wanted: int) -> Tally:
    """Draw claim sets until so many are written, and put each to the check, as it is and swapped."""
    tally, random = Tally(), Random(seed)
    for one in islice(claim_sets(tables, seed), LIMIT):
        draft, composed = written(one.claims, one.evidence)
        if composed.refused:
            tally.refused.update(refused.code.value for refused in composed.refused)
            continue
        tally.written += 1
        tally.shapes.update(claim.shape.say for claim in one.claims)
        if problems := problems_of(composed.text, draft, one.evidence):
            tally.unread.append(f"{composed.text} {problems}")
        else:
            tally.read += 1
            swap_marker(composed.text, draft, one, random, tally)
        swap_claim(one, random, tally)
        if tally.written == wanted:
            break
    return tally


def hold(tally: Tally, unread: int = 0) -> None:
    """Sets are read, but so many at most; no swap passes as what it is not; no shape is missing."""
    assert tally.written == WANTED
    assert len(tally.unread) <= unread, tally.unread
    assert tally.markers_passed == []
    assert len(tally.swapped_unread) <= unread, tally.swapped_unread
    drawn = {say for say, shape in SHAPES.items() if not shape.is_gap} | {"missing"}
    assert set(tally.shapes) == drawn


def test_claims_over_the_starter_are_written_and_read_back() -> None:
    """Two thousand sets over the packaged data."""
    hold(play(starter_tables(load_snapshot("wdi-starter")), 20_260_701, WANTED))


@pytest.mark.skipif(bool(can_read_full()), reason=f"the full data: {can_read_full()}")
def test_claims_over_the_full_data_are_written_and_read_back() -> None:
    """Two thousand sets over all indicators of the World Development Indicators."""
    tables = full_tables()
    named = readable(tables)
    assert len(named) >= READABLE
    hold(play(named, 20_260_702, WANTED), unread=WANTED // 200)
