"""How long the bulk file of the World Bank takes at its real size, and what it needs.

    python benchmarks/bench_bulk.py [INDICATORS [AREAS]]

The file is generated in the real form: ``WDICSV.csv`` wide from 1960 to 2025 with a last empty column and a
byte order mark, ``WDISeries.csv`` with its 20 columns, ``WDICountry.csv``, notes and footnotes. Half of the
cells have a value; 1,500 indicators and 266 areas without arguments, some 13 million values.
"""

from __future__ import annotations

import csv
import io
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterable
from pathlib import Path

YEARS = range(1960, 2026)
SERIES = (
    "Series Code,Topic,Indicator Name,Short definition,Long definition,Unit of measure,Periodicity,"
    "Base Period,Other notes,Aggregation method,Limitations and exceptions,Notes from original source,"
    "General comments,Source,Statistical concept and methodology,Development relevance,Related source links,"
    "Other web links,Related indicators,License Type"
).split(",")
COUNTRY = (
    "Country Code,Short Name,Table Name,Long Name,2-alpha code,Currency Unit,Special Notes,Region,"
    "Income Group,WB-2 code"
).split(",")
WORDS = "What is measured here is written at some length, as definitions of indicators are. " * 8


def text_of(rows: Iterable[Iterable[str]]) -> str:
    """Return rows as CSV, each cell quoted and the last column empty, as the publisher writes them."""
    text = io.StringIO()
    write = csv.writer(text, quoting=csv.QUOTE_ALL).writerow
    for row in rows:
        write([*row, ""])
    return text.getvalue()


def codes_of(indicators: int, areas: int) -> tuple[list[str], list[str]]:
    """Return codes of indicators and of areas."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    places = [f"{a}{b}{c}" for a in "ABC" for b in letters[:20] for c in letters[:10]][:areas]
    return [f"GN.SRS.{number:04}.ZS" for number in range(indicators)], places


def write_values(file: io.TextIOBase, indicators: list[str], areas: list[str]) -> int:
    """Write the wide table, a third of its cells filled; return how many."""
    pick = random.Random(5)
    write = csv.writer(file, quoting=csv.QUOTE_ALL).writerow
    file.write("\ufeff")
    write(["Country Name", "Country Code", "Indicator Name", "Indicator Code", *map(str, YEARS), ""])
    count = 0
    for place, area in enumerate(areas):
        for number, code in enumerate(indicators):
            first = pick.choice((0, 20, 30, 30, 40, 50, 66))
            cells = [""] * first + [f"{pick.random() * 100:.{place % 12 + 1}f}" for _ in YEARS[first:]]
            count += len(cells) - first
            write([f"Area {area}", area, f"Share number {number} (% of population)", code, *cells, ""])
    return count


def write_bulk(path: Path, folder: Path, indicators: list[str], areas: list[str]) -> int:
    """Write the zip; return the number of values."""
    plain = folder / "WDICSV.csv"
    with plain.open("w", encoding="utf-8", newline="") as file:
        count = write_values(file, indicators, areas)
    series = [
        [code, "Topic: Part", f"Share number {number} (% of population)", "", WORDS, "", "Annual"]
        + [""] * 6
        + ["A statistics office", WORDS, "", "", "", "", "CC BY-4.0"]
        for number, code in enumerate(indicators)
    ]
    places = [
        [code, f"Area {code}", f"Area {code}", "", code[:2], "", "", "Region" if at % 5 else "", "", ""]
        for at, code in enumerate(areas)
    ]
    notes = [[code, indicators[0], "YR2020", "Estimated."] for code in areas]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.write(plain, "WDICSV.csv")
        archive.writestr("WDISeries.csv", text_of([SERIES, *series]))
        archive.writestr("WDICountry.csv", text_of([COUNTRY, *places]))
        archive.writestr(
            "WDIfootnote.csv", text_of([["CountryCode", "SeriesCode", "Year", "DESCRIPTION"], *notes])
        )
        archive.writestr(
            "WDIcountry-series.csv", text_of([["CountryCode", "SeriesCode", "DESCRIPTION"], *notes])
        )
        archive.writestr("WDIseries-time.csv", text_of([["SeriesCode", "Year", "DESCRIPTION"], *notes]))
    plain.unlink()
    return count


def main() -> int:
    """Run it and print one JSON document."""
    indicators, areas = (int(word) for word in (*sys.argv[1:], "1500", "266")[:2])
    if len(sys.argv) == 2:
        areas = 266
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path, out = folder / "WDI_CSV.zip", folder / "wdi.sqlite"
        values = write_bulk(path, folder, *codes_of(indicators, areas))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        started = time.perf_counter()
        command = [sys.executable, "-m", "tieout", "data", "import", str(path), "--out", str(out), "--json"]
        done = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert (done["values"], done["indicators"]) == (values, indicators)
        print(
            json.dumps(
                {
                    "load": os.getloadavg()[0],
                    "values": values,
                    "zip_mb": round(path.stat().st_size / 1e6),
                    "wall_s": round(time.perf_counter() - started, 1),
                    "cpu_s": round(used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime, 1),
                    "max_mb": round(used.ru_maxrss / 1024),
                    "file_mb": round(out.stat().st_size / 1e6),
                },
                indent=2,
            )
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
