"""Cases of form ``tool_data``: rows as sources send them, and what an answer may make of them."""

from __future__ import annotations

import csv
import datetime
import io
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from tieout.assistant.paths import get_path
from tieout.data.card import AreaCard, DatasetCard, IndicatorCard
from tieout.data.catalogue import Catalogue
from tieout.data.snapshot import Snapshot, load_snapshot
from tieout.data.stores.sqlite import SqliteStore
from tieout.data.tables import Cell, read_areas, read_observations
from tieout.data.worldbank.replies import Page, read_page
from tieout.data.worldbank.rows import Areas, read_cells
from tieout.desk import Desk, Outcome, source_line
from tieout.errors import SnapshotInvalid, SourceError
from tieout.facts.fact import Evidence, Fact
from tieout.facts.names import Names
from tieout.facts.period import Period
from tieout.models.planner.planner import Planner
from tieout.testing import FixedClock, tiny_snapshot
from tieout.tools.call import ToolCall
from tieout.tools.contract import Toolset
from tieout.tools.statistics import statistics_tools

__all__ = ["JUDGES"]

Case = Mapping[str, Any]
LIFE = IndicatorCard(code="SP.DYN.LE00.IN", name="Life expectancy at birth, total (years)", unit="years")
INCOME = IndicatorCard(
    code="NY.GDP.PCAP.CD", name="GDP per capita (current US$)", unit="current US$ per person"
)
PEOPLE = IndicatorCard(code="SP.POP.TOTL", name="Population, total", unit="people")


def card(**more: Any) -> DatasetCard:
    """Return the card of a data set that is made up."""
    with closing(tiny_snapshot()) as snapshot:
        return replace(snapshot.card, **more)


def page_of(header: Mapping[str, Any], rows: Iterable[Case]) -> Page:
    """Return rows as the World Bank sends them: names as objects, values as numbers."""
    sent = [row | {"indicator": {"id": row["indicator"]}, "country": {"id": ""}} for row in rows]
    text = re.sub(r'"value": "([\d.]+)"', r'"value": \1', json.dumps([header, sent]))
    return read_page(200, text.encode(), "the case")


def made(indicator: IndicatorCard, cells: Iterable[Cell]) -> Snapshot:
    """Return a snapshot of those cells."""
    kept = list(cells)
    names = Names.load().areas
    areas = [AreaCard(code=code, name=names[code].name) for code in sorted({each.area for each in kept})]
    years = sorted(int(each.period) for each in kept)
    found = card(first_year=years[0], last_year=years[-1])
    return Snapshot(found, SqliteStore.in_memory(areas, [indicator], kept), "0" * 64)


def asked(snapshot: Snapshot, question: str) -> Outcome:
    """Ask the built-in model."""
    names = Names.load()
    catalogue = Catalogue(snapshot, names)
    return Desk(
        model=Planner(catalogue),
        snapshot=snapshot,
        toolset=Toolset(statistics_tools(snapshot, catalogue)),
        names=names,
        path=get_path("tools", snapshot, form="prose"),
        clock=FixedClock(),
        now=lambda: datetime.datetime(2026, 7, 1, tzinfo=datetime.UTC),
        new_id=lambda: "r1",
    ).ask(question)


def areas_of(codes: Sequence[str]) -> Areas:
    """Return the list of countries that a source has."""
    names = Names.load().areas
    return Areas({code: AreaCard(code=code, name=names[code].name) for code in codes})


def of_missing(case: Case) -> None:
    """The latest value is the latest that was published, under its own year; no gap is a zero."""
    given = case["input"]
    if "api" in given:
        rows = given["api"][1]
        codes = sorted({row["countryiso3code"] for row in rows})
        page = page_of(*given["api"])
        cells, zeros = read_cells(page, rows[0]["indicator"], areas_of(codes), "the case")
        assert (len(cells), zeros) == (len(rows), [])
        newest = max((each for each in cells if each.value is not None), key=lambda each: each.period)
        with closing(made(LIFE, cells)) as snapshot:
            outcome = asked(snapshot, f"What is the {given['request']}?")
        assert outcome.kind.value == "answered"
        assert newest.period in outcome.answer
        assert str(newest.value).removesuffix(".0") in outcome.answer
        return
    if "available" in given:
        names = Names.load().areas.items()
        area = next(code for code, each in names if each.name in given["question"])
        cells = [Cell(INCOME.code, area, year, text, "", "") for year, text in given["available"].items()]
        with closing(made(INCOME, cells)) as snapshot:
            outcome = asked(snapshot, given["question"])
        assert outcome.kind.value == "answered"
        assert max(given["available"]) in outcome.answer
        assert str(given["this_year"]) not in outcome.answer
        return
    latest = given["rows"]
    cells = [Cell(LIFE.code, code, str(row["latest"]), row["value"], "", "") for code, row in latest.items()]
    with closing(made(LIFE, cells)) as snapshot:
        outcome = asked(snapshot, given["question"])
    years = {str(row["latest"]) for row in latest.values()}
    assert outcome.kind.value != "answered" or all(year in outcome.answer for year in years)


def of_faults(case: Case) -> None:
    """A fault of a source is told with what was asked for and what came; no row is taken for another's."""
    given = case["input"]
    body = given["body"]
    raw = (body if isinstance(body, str) else json.dumps(body)).encode()
    rows = body[1] if isinstance(body, list) and len(body) == 2 else None
    where = "https://api.example/v2/x"
    if rows is None and not (isinstance(body, list) and len(body) == 2):
        with pytest.raises(SourceError) as caught:
            read_page(given.get("http", 200), raw, where)
        assert where in caught.value.message
        said = body[0]["message"][0]["value"] if isinstance(body, list) else str(given.get("http"))
        assert said.rstrip(".") in caught.value.message
        return
    page = read_page(given.get("http", 200), raw, where)
    if rows is None:
        assert page.rows == ()
        return
    asked_for = given["request"]
    found = areas_of(asked_for["countries"])
    cells, _ = read_cells(page_of(*body), asked_for["indicator"], found, where)
    assert {each.area for each in cells} == {row["countryiso3code"] for row in rows}


def of_paging(case: Case) -> None:
    """One page of many is refused; a part is never taken for all."""
    with pytest.raises(SourceError) as caught:
        read_page(200, json.dumps(case["input"]["body"]).encode(), "the case")
    header, rows = case["input"]["body"]
    assert f"{len(rows):,} rows came of {header['total']:,}" in caught.value.message


def of_traps(case: Case) -> None:
    """Codes are text whatever they look like, are looked up in a list, and are checked for their form."""
    given = case["input"]
    if "csv" in given:
        rows = list(csv.DictReader(io.StringIO(given["csv"])))
        codes = {each.name: each.code for each in Names.load().areas.values()}
        lines = [f"{codes[row['name']]},{row['name']},0,{row['iso2']}" for row in rows]
        text = "\n".join(["code,name,is_aggregate,iso2", *lines, ""])
        read = read_areas(text.encode(), "areas.csv")
        assert [each.iso2 for each in read.values()] == [row["iso2"] for row in rows]
    elif "arguments" in given:
        with closing(tiny_snapshot()) as snapshot:
            tools = Toolset(statistics_tools(snapshot, Catalogue(snapshot, Names.load())))
            said = given["arguments"]
            arguments = {"country_codes": [said["country"]], "indicator_code": said["indicator"]}
            arguments |= {"from_year": said["year"], "to_year": said["year"]}
            result = tools.call(ToolCall(id="t", name="get_values", arguments=arguments))
        assert result.outcome == "refused: not_allowed"
    else:
        for row in given["rows"]:
            text = f"code,name,is_aggregate,iso2\n{row['iso3']},X,0,{row['iso2']}\n"
            if len(row["iso2"]) == 2:
                assert read_areas(text.encode(), "areas.csv")
            else:
                with pytest.raises(SnapshotInvalid, match=row["iso2"]):
                    read_areas(text.encode(), "areas.csv")


def of_names(case: Case) -> None:
    """A place is known by its old names, too."""
    with closing(load_snapshot("wdi-starter")) as snapshot:
        catalogue = Catalogue(snapshot)
        place = case["input"]["question"].removeprefix("What was ").split("'")[0]
        for name in (place, *(row["name"] for row in case["input"]["rows"]), "T\u00fcrkiye"):
            assert catalogue.get_area(name).code == case["input"]["rows"][0]["iso3"]


def of_ambiguous(case: Case) -> None:
    """A name of two places is asked about; one that is also another thing's name is the country's."""
    with closing(load_snapshot("wdi-starter")) as snapshot:
        outcome = asked(snapshot, case["input"]["question"])
    if "ask" in case["expected"]["must"][0].split(",")[0].split():
        assert outcome.kind.value == "declined"
        assert "can mean" in outcome.answer
    else:
        assert outcome.kind.value in ("answered", "declined")
        assert {fact.area.name for fact in outcome.evidence} <= {"Georgia"}


def of_revisions(case: Case) -> None:
    """A source line says of which release its values are; two releases never meet in one sum."""
    first, second = (case["input"][each] for each in ("stored", "fresh"))
    with closing(tiny_snapshot()) as snapshot:
        cell = snapshot.get("CAN", PEOPLE.code, Period.of_year(2021))
    facts = [
        Fact.of(replace(cell, text=each["value"]), ref=f"e{n}", vintage=each["retrieved"])
        for n, each in enumerate((first, second), start=1)
    ]
    for each, fact in zip((first, second), facts, strict=True):
        assert each["retrieved"] in source_line(card(version=each["retrieved"]), Evidence([fact]))


def of_csv(case: Case) -> None:
    """A table is read by its own rules; a cell that breaks them is named by line and text."""
    given = case["input"]
    if "csv" not in given:
        pytest.skip("tables of one's own, with a schema, are not read yet")
    known: dict[str, Any] = {"areas": {"Y"}, "indicators": {"X"}, "years": (2000, 2010)}
    separator = ";" if ";" in given["csv"] else ","
    rows = list(csv.reader(io.StringIO(given["csv"]), delimiter=separator))[1:]
    for line, (_, text) in enumerate(rows, start=2):
        table = f'indicator,area,period,value\nX,Y,{2000 + line},"{text}"\n'
        with pytest.raises(SnapshotInvalid) as caught:
            list(read_observations(table.encode(), "observations.csv", **known))
        assert text in str(caught.value)


def of_nothing(case: Case) -> None:
    """Skip what no part of the product reads yet."""
    pytest.skip(f"nothing here reads {case['kind']} yet: World Bank rows carry no such flag or unit")


JUDGES: Mapping[str, Callable[[Case], None]] = {
    "data.missing": of_missing,
    "data.api_fault": of_faults,
    "data.paging": of_paging,
    "data.code_traps": of_traps,
    "data.renamed": of_names,
    "data.ambiguous": of_ambiguous,
    "data.revised": of_revisions,
    "data.csv": of_csv,
    "data.flags": of_nothing,
    "data.unit_label": of_nothing,
}
