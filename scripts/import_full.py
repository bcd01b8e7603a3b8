"""Make a snapshot of the full-size World Development Indicators that lie beside this checkout.

    python scripts/import_full.py [SOURCE] --out wdi-full.sqlite

SOURCE holds ``observations.parquet``, ``economies.csv`` and ``indicators.csv``; ../shared/data/wdi-full by
default. The snapshot is called ``wdi-full``, as the question set ``wdi-full-v1`` calls its data. Nothing of
it is committed here. The same source gives the same digest.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import duckdb

from tieout.data.card import AreaCard, DatasetCard, IndicatorCard
from tieout.data.copying import replace_sqlite
from tieout.data.tables import Cell
from tieout.data.worldbank.lists import unit_of

SOURCE = Path(__file__).resolve().parents[1].parent / "shared" / "data" / "wdi-full"
HOUSE_NAMES = {"CIV": "Côte d'Ivoire", "COG": "Republic of the Congo", "MAF": "St. Martin (French part)"}
UNITS = {"NY.GDP.PCAP.CD": "current US$ per person"}
STEP = 50_000

CARD = DatasetCard(
    name="wdi-full",
    title="World Development Indicators, full-size test data",
    version="2026-07-01",
    release="1 July 2026",
    retrieved=datetime.date(2026, 10, 4),
    publisher="World Bank",
    source_name="World Development Indicators",
    credit="The World Bank: World Development Indicators",
    licence="CC BY 4.0",
    licence_url="https://creativecommons.org/licenses/by/4.0/",
    first_year=1960,
    last_year=2025,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the snapshot; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("source", type=Path, nargs="?", default=SOURCE)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    if not (options.source / "observations.parquet").is_file():
        print(f"{options.source} holds no observations.parquet; name the folder that does", file=sys.stderr)
        return 2
    print(write(options.source, options.out))
    return 0


def write(source: Path, target: Path) -> str:
    """Write the snapshot of a folder, in place of the one that is there; return its digest."""
    return replace_sqlite(target, CARD, areas(source), indicators(source), cells(source))


def areas(source: Path) -> Iterator[AreaCard]:
    """Yield economies and aggregates by code."""
    for row in sorted(rows(source / "economies.csv"), key=lambda row: row["economy_code"]):
        code, is_aggregate = row["economy_code"], row["is_aggregate"] == "1"
        yield AreaCard(
            code=code,
            name=HOUSE_NAMES.get(code, row["name"]),
            is_aggregate=is_aggregate,
            iso2="NA" if code == "NAM" else row["iso2"],
            region="" if is_aggregate else row["region"].strip(),
            income_group="" if is_aggregate else row["income_group"],
        )


def indicators(source: Path) -> Iterator[IndicatorCard]:
    """Yield indicators by code; the unit is the one that the name carries."""
    for row in sorted(rows(source / "indicators.csv"), key=lambda row: row["code"]):
        yield IndicatorCard(
            code=row["code"],
            name=row["name"],
            unit=UNITS.get(row["code"]) or unit_of(row["name"]),
            topic=row["topics"],
            definition=" ".join(row["long_definition"].split()),
        )


def cells(source: Path) -> Iterator[Cell]:
    """Yield the values by indicator, area and year, their text untouched."""
    found = duckdb.connect().execute(
        f"select indicator, area, period, value, source_id from '{source / 'observations.parquet'}' "
        f"where area in (select economy_code from '{source / 'economies.csv'}') "
        f"and indicator in (select code from '{source / 'indicators.csv'}') "
        "order by indicator, area, period"
    )
    while batch := found.fetchmany(STEP):
        for indicator, area, period, value, origin in batch:
            yield Cell(indicator, area, period, value, "", origin)


def rows(file: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file."""
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


if __name__ == "__main__":
    sys.exit(main())
