"""Claim sets over real data, drawn from a seed: what a careful model might name, for every shape."""

from __future__ import annotations

import csv
import importlib.util
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from random import Random

from tieout.assistant.claim import Claim
from tieout.assistant.shape import SHAPES
from tieout.data.snapshot import Snapshot
from tieout.data.worldbank.lists import unit_of
from tieout.facts.area import Area
from tieout.facts.derivation import Derivation, rank
from tieout.facts.fact import Evidence, Fact
from tieout.facts.indicator import Indicator
from tieout.facts.period import Period
from tieout.facts.unit import Unit

FULL = Path(__file__).resolve().parents[3] / "shared" / "data" / "wdi-full"
_PLACES = (
    "AUS BRA CAN CHE CHN CIV COD DEU EGY ETH FRA GBR GHA IDN IND ITA JPN KEN KOR LAO MEX MMR NGA NLD NOR PAK "
    "PER PHL POL RUS SEN SWE TUR UKR USA VNM ZAF WLD"
).split()
_FIRST = 1995
# Brackets of a name that say how, not in what, it was measured.


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One indicator: its cells by area and year; None is a published gap."""

    indicator: Indicator
    cells: Mapping[Area, Mapping[int, str | None]]

    @property
    def countries(self) -> list[Area]:
        """The areas that are no aggregates."""
        return [area for area in self.cells if not area.is_aggregate]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimSet:
    """Evidence, and claims about it."""

    evidence: Evidence
    claims: tuple[Claim, ...]


def starter_tables(snapshot: Snapshot) -> list[Table]:
    """Return every indicator of a snapshot."""
    tables = []
    for indicator in snapshot.indicators.values():
        cells = {}
        for area in snapshot.areas.values():
            series = snapshot.series(area.code, indicator.code)
            if series:
                cells[area] = {cell.period.year: cell.text for cell in series}
        tables.append(Table(indicator=indicator, cells=cells))
    return tables


def can_read_full() -> str:
    """Return why the full data cannot be read here; empty when they can."""
    if not (FULL / "observations.parquet").is_file():
        return f"{FULL.name} is not beside this checkout"
    return "" if importlib.util.find_spec("duckdb") else "duckdb is not installed, and the file is parquet"


def full_tables() -> list[Table]:
    """Return every indicator of the full data for some forty places from 1995 on."""
    import duckdb

    with (FULL / "economies.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["economy_code"]: row for row in csv.DictReader(file)}
    areas = {
        code: Area(code=code, name=rows[code]["name"], is_aggregate=rows[code]["is_aggregate"] == "1")
        for code in _PLACES
    }
    with (FULL / "indicators.csv").open(encoding="utf-8", newline="") as file:
        names = {row["code"]: row["name"] for row in csv.DictReader(file)}
    found: dict[str, dict[Area, dict[int, str | None]]] = {}
    query = (
        f"select indicator, area, cast(period as integer), value from '{FULL / 'observations.parquet'}' "
        f"where area in {tuple(_PLACES)} and cast(period as integer) >= {_FIRST} "
        "order by indicator, area, period"
    )
    for code, area, year, value in duckdb.connect().execute(query).fetchall():
        found.setdefault(code, {}).setdefault(areas[area], {})[year] = value
    return [
        Table(indicator=Indicator(code=code, name=names[code], unit=Unit(unit_of(names[code]))), cells=cells)
        for code, cells in found.items()
        if code in names and len(cells) >= 8
    ]


def claim_sets(tables: Sequence[Table], seed: int) -> Iterator[ClaimSet]:
    """Yield claim sets without end, each shape as often as any other."""
    random = Random(seed)
    says = [say for say in SHAPES if say not in ("not_in_data", "outside_years", "ambiguous", "cannot")]
    while True:
        draw = _Draw(random=random, table=random.choice(tables))
        if draw.fill():
            wanted = random.sample(says, k=random.choice((1, 1, 2, 3)))
            claims = [claim for say in wanted if (claim := draw.claim(say)) is not None]
            if claims:
                yield ClaimSet(evidence=Evidence(draw.facts), claims=tuple(claims))


@dataclass(slots=True)
class _Draw:
    """Evidence about a few places of one table, and claims drawn from it."""

    random: Random
    table: Table
    facts: list[Fact] = field(default_factory=list)
    years: list[int] = field(default_factory=list)
    areas: list[Area] = field(default_factory=list)

    def fill(self) -> bool:
        """Take a span of years and some countries that have values there; False when there are none."""
        random, cells = self.random, self.table.cells
        countries = self.table.countries
        some = random.choice(countries)
        known = sorted(year for year, text in cells[some].items() if text is not None)
        if len(known) < 4:
            return False
        last = random.choice(known[3:])
        self.years = list(range(last - random.randint(2, 5), last + 1))
        others = [
            area for area in countries if area is not some and all(cells[area].get(y) for y in self.years)
        ]
        if not all(cells[some].get(year) for year in self.years) or len(others) < 2:
            return False
        self.areas = [some, *random.sample(others, k=min(len(others), random.randint(2, 4)))]
        whole = [area for area in cells if area.code == "WLD" and cells[area].get(last)]
        for area in [*self.areas, *whole]:
            for year in self.years:
                self._add(area, year)
        self._add_gap()
        self._add_ranks()
        return True

    def _add(self, area: Area, year: int) -> None:
        text = self.table.cells[area].get(year)
        if text is not None:
            self.facts.append(self._fact(area, year, text))

    def _fact(self, area: Area, year: int, text: str | None) -> Fact:
        return Fact(
            ref=f"e{len(self.facts) + 1}",
            area=area,
            indicator=self.table.indicator,
            period=Period.of_year(year),
            text=text,
        )

    def _add_gap(self) -> None:
        gaps = [
            (area, year)
            for area in self.areas
            for year, text in self.table.cells[area].items()
            if text is None and year > self.years[-1]
        ]
        area, year = self.random.choice(gaps) if gaps else (self.areas[0], self.years[-1] + 1)
        if self.table.cells[area].get(year) is None:
            self.facts.append(self._fact(area, year, None))

    def _add_ranks(self) -> None:
        """Rank the last year whole, as the tool does, and show the first places from one end."""
        year, cells = self.years[-1], self.table.cells
        values = {
            area: Decimal(text)
            for area in self.table.countries
            if (text := cells[area].get(year)) is not None
        }
        order = self.random.choice(("highest first", "lowest first"))
        ranked = sorted(values, key=lambda area: values[area], reverse=order == "highest first")[:4]
        held = {(fact.area.code, fact.period.year): fact for fact in self.facts}
        for area in ranked:
            fact = held.get((area.code, year))
            if fact is None:
                fact = self._fact(area, year, cells[area][year])
                self.facts.append(fact)
            position = rank(values[area], list(values.values()), order)
            derivation = Derivation(
                operation="rank",
                operands=(fact.ref,),
                set="economies with a value",
                size=len(values),
                position=position,
                order=order,
                complete=True,
            )
            unit = replace(self.table.indicator, unit=Unit("rank"))
            placed = replace(self._fact(area, year, str(position)), indicator=unit, derivation=derivation)
            self.facts.append(placed)

    # -- claims ---------------------------------------------------------------------------------------------

    def claim(self, say: str) -> Claim | None:
        """Return a claim of the shape that the evidence may bear, or None where it holds nothing for it."""
        slots: dict[str, str | tuple[str, ...]] = {}
        series, section = self._series(), self._section()
        ranks = [fact for fact in self.facts if fact.derivation is not None]
        for slot in SHAPES[say].slots:
            if slot.kind == "word":
                slots[slot.name] = self.random.choice(slot.words)
            elif slot.kind == "threshold":
                slots[slot.name] = self._threshold(series if say == "first_year" else section)
        match say:
            case "change" | "growth_per_year" | "from_to" | "comparison" | "ratio":
                slots |= self._pair(say, series, section)
            case "share":
                world = [one for one in self._at(self.years[-1]) if one.area.is_aggregate]
                of = world if world and self.random.random() < 0.5 else section
                slots |= {"part": section[0].ref, "of": tuple(fact.ref for fact in of)}
            case "rank":
                slots["rank"] = self.random.choice(ranks).ref
            case "top":
                slots["ranks"] = tuple(fact.ref for fact in ranks[: self.random.randint(2, 4)])
            case "fastest":
                starts = {fact.area: fact.ref for fact in self._at(self.years[0])}
                slots["from"] = tuple(starts[fact.area] for fact in section)
                slots["to"] = tuple(fact.ref for fact in section)
            case "missing":
                slots["fact"] = next((fact.ref for fact in self.facts if fact.value is None), section[0].ref)
            case "place":
                slots |= {"fact": section[0].ref, "facts": tuple(fact.ref for fact in section)}
            case "value" | "against":
                slots["fact"] = section[0].ref
            case _:
                of_years = say in ("extreme", "range", "first_year")
                years = of_years or (say in ("values", "mean", "median") and self.random.random() < 0.5)
                slots["facts"] = tuple(fact.ref for fact in (series if years else section))
        return _claim(say, slots)

    def _pair(self, say: str, series: list[Fact], section: list[Fact]) -> dict[str, str]:
        """Return two facts of one place in order of years, or of two places in one year."""
        random = self.random
        earlier, later = sorted(random.sample(series, k=2), key=lambda fact: fact.period)
        if say not in ("comparison", "ratio"):
            return {"from": earlier.ref, "to": later.ref}
        first, second = random.sample(section, k=2) if random.random() < 0.6 else (later, earlier)
        return {"first": first.ref, "second": second.ref}

    def _at(self, year: int) -> list[Fact]:
        return [
            fact
            for fact in self.facts
            if fact.period.year == year and fact.derivation is None and fact.value is not None
        ]

    def _series(self) -> list[Fact]:
        area = self.random.choice(self.areas)
        return [fact for year in self.years for fact in self._at(year) if fact.area is area]

    def _section(self) -> list[Fact]:
        """Return what two to all of the countries have in the last year, in any order."""
        known = [fact for fact in self._at(self.years[-1]) if fact.area in self.areas]
        return self.random.sample(known, k=self.random.randint(2, len(known)))

    def _threshold(self, facts: Sequence[Fact]) -> str:
        """Return a round bound near the values, above or below some of them."""
        value = abs(Decimal(self.random.choice(facts).text or 0))
        scale = Decimal(10) ** (value.adjusted() if value else 0)
        bound = (value / scale).quantize(Decimal("0.1")) * scale
        return format(bound, "f").rstrip("0").rstrip(".") if "." in format(bound, "f") else format(bound, "f")


def _claim(say: str, slots: Mapping[str, str | tuple[str, ...]]) -> Claim | None:
    try:
        return Claim.of(say, **slots)
    except ValueError:
        return None
