"""Build the packaged data set ``wdi-starter`` from a directory of transcribed World Bank values.

Run by hand when the release changes: ``python scripts/build_starter.py SOURCE_DIRECTORY``. The source
directory holds ``economies.csv``, ``indicators.csv`` and ``observations.csv``. Writes the three tables of the
data set, then the ``SHA256SUMS`` of both packaged data sets; ``card.toml`` and ``DATASET.md`` are written by
people and only hashed. The same source gives the same bytes.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

SETS = Path(__file__).resolve().parent.parent / "src" / "tieout" / "data" / "sets"
FIRST_YEAR, LAST_YEAR = 2000, 2025

Row = dict[str, str]
Cell = tuple[str, str, int]
"""Indicator, area, year: the order in which observations are written."""

HOUSE_NAMES = {
    "CIV": "Côte d'Ivoire",  # plain apostrophe, as people type it
    "COG": "Republic of the Congo",  # "Congo" alone names two countries
    "MAF": "St. Martin (French part)",  # "Saint Martin" alone names two places
}
MISSING_ISO2 = {"NAM": "NA"}  # "NA" was read as a missing value by the copy
UNITS = {"NY.GDP.PCAP.CD": "current US$ per person"}  # the source gives "current US$", the unit of the total

DOLLARS_MOVE = "Current US dollar figures move with exchange rates and inflation, not only with output."
CAVEATS = {
    "SP.POP.TOTL": "Population figures are midyear estimates and are revised when new censuses arrive.",
    "NY.GDP.MKTP.CD": DOLLARS_MOVE,
    "NY.GDP.PCAP.CD": DOLLARS_MOVE,
    "SP.DYN.LE00.IN": "Life expectancy reflects the mortality of its year and is no forecast for a person.",
    "EG.ELC.ACCS.ZS": "Access to electricity comes from surveys with modelled values between them.",
    "IT.NET.USER.ZS": "Internet use comes from surveys and estimates whose methods differ and change.",
}

# What the sources say the release does not hold; DATASET.md gives the reasoning for each.
SERIES_END = {"SP.DYN.LE00.IN": 2024, "EG.ELC.ACCS.ZS": 2024}
WHOLE_NEWEST_YEAR = {"IT.NET.USER.ZS": ("a1-net", 2025)}
WHOLE_CROSS_SECTION = {"EG.ELC.ACCS.ZS": 2024, "NY.GDP.MKTP.CD": 2024}
HOLES = (("IT.NET.USER.ZS", "BWA", 2023),)


def main(arguments: Sequence[str]) -> int:
    """Build the data set; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "source", type=Path, help="directory with economies.csv, indicators.csv, observations.csv"
    )
    parser.add_argument("--sets", type=Path, default=SETS, help="directory of the data sets to write")
    options = parser.parse_args(arguments)
    source: Path = options.source
    sets: Path = options.sets
    economies = read(source / "economies.csv")
    observations = read(source / "observations.csv")
    used = {row["indicator_code"] for row in observations}
    indicators = [row for row in read(source / "indicators.csv") if row["code"] in used]

    target = sets / "wdi-starter"
    write(target / "areas.csv", sorted((area_row(row) for row in economies), key=lambda row: row["code"]))
    write(target / "indicators.csv", [indicator_row(row) for row in indicators])
    values = {cell_of(row): row for row in observations}
    if len(values) != len(observations):
        print("build_starter: two rows of the source name the same cell", file=sys.stderr)
        return 2
    gaps = published_gaps(values, economies)
    write(target / "observations.csv", observation_rows(values, gaps))
    write_sums(target)
    write_sums(sets / "core8")
    print(
        f"{len(values)} values, {len(gaps)} published gaps, {len(economies)} areas, "
        f"{len(indicators)} indicators"
    )
    return 0


def read(path: Path) -> list[Row]:
    """Return the rows of a CSV file."""
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def write(path: Path, rows: Sequence[Row]) -> None:
    """Write rows with the keys of the first one as the header, one line feed a line on every system."""
    with path.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def cell_of(row: Row) -> Cell:
    """Return the cell that a source row is about."""
    return row["indicator_code"], row["economy_code"], int(row["year"])


def area_row(row: Row) -> Row:
    """Return the packaged row of an economy or aggregate."""
    aggregate = row["is_aggregate"] == "1"
    code = row["economy_code"]
    return {
        "code": code,
        "iso2": row["iso2"] or MISSING_ISO2.get(code, ""),
        "name": HOUSE_NAMES.get(code, row["name"]),
        "is_aggregate": row["is_aggregate"],
        "region": "" if aggregate else row["region"].strip(),
        "income_group": "" if aggregate else row["income_group"],
    }


def indicator_row(row: Row) -> Row:
    """Return the packaged row of an indicator."""
    code = row["code"]
    return {
        "code": code,
        "name": row["name"],
        "unit": UNITS.get(code, row["unit"]),
        "topic": row["topic"],
        "source": row["source_organisation"],
        "definition": row["definition_short"],
        "caveat": CAVEATS[code],
    }


def observation_rows(values: Mapping[Cell, Row], gaps: Mapping[Cell, str]) -> list[Row]:
    """Return every value (text untouched) and gap in the order indicator, area, period."""
    rows = []
    for cell in sorted({*values, *gaps}):
        indicator, area, year = cell
        published = values.get(cell)
        text = published["value"] if published else ""
        origin = published["source_id"] if published else gaps[cell]
        rows.append(
            {"indicator": indicator, "area": area, "period": str(year), "value": text, "origin": origin}
        )
    return rows


def published_gaps(values: Mapping[Cell, Row], economies: Iterable[Row]) -> dict[Cell, str]:
    """Return the cells that the release leaves empty as far as the sources let us say so, with the reason."""
    areas = [row["economy_code"] for row in economies]
    countries = [row["economy_code"] for row in economies if row["is_aggregate"] == "0"]
    gaps: dict[Cell, str] = {(*cell[:2], cell[2]): "gap-hole" for cell in HOLES}
    for indicator, end in SERIES_END.items():
        for year in range(end + 1, LAST_YEAR + 1):
            gaps |= {(indicator, area, year): "gap-series-end" for area in areas}
    for indicator, (origin, year) in WHOLE_NEWEST_YEAR.items():
        read_whole = {
            area
            for (code, area, _), row in values.items()
            if code == indicator and row["source_id"] == origin
        }
        gaps |= {(indicator, area, year): "gap-newest-year" for area in read_whole}
    for indicator, year in WHOLE_CROSS_SECTION.items():
        gaps |= {(indicator, area, year): "gap-cross-section" for area in countries}
    used = {indicator for indicator, _, _ in values}
    return {cell: reason for cell, reason in gaps.items() if cell not in values and cell[0] in used}


def write_sums(directory: Path) -> None:
    """Write the SHA256SUMS of a data set, in the form that ``sha256sum --check`` reads."""
    files = sorted(path for path in directory.iterdir() if path.name != "SHA256SUMS")
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (directory / "SHA256SUMS").write_text("".join(lines), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
