"""How long an import of 2.1 million real values takes and what it needs, and how fast the snapshot answers.

    python benchmarks/bench_import.py [FOLDER]

FOLDER holds ``observations.parquet``, ``economies.csv`` and ``indicators.csv`` (2,118,145 values of 326
World Development Indicators); it is not part of this repository.
"""

from __future__ import annotations

import csv
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tieout.data.snapshot import Snapshot, load_snapshot
from tieout.data.worldbank.lists import unit_of
from tieout.facts.period import Period

BESIDE = Path(__file__).resolve().parents[2] / "shared" / "data" / "wdi-full"
CARD = """\
name = "wdi-full"
version = "2026-07"
release = "July 2026"
publisher = "World Bank"
source_name = "World Development Indicators"
credit = "The World Bank: World Development Indicators"
licence = "CC BY 4.0"
licence_url = "https://creativecommons.org/licenses/by/4.0/"
areas_file = "areas.csv"
indicators_file = "named.csv"

[table]
area = "area"
indicator = "indicator"
period = "period"
value = "value"
ignore = ["source_id"]
"""
ASKED = 2_000


def prepare(source: Path, folder: Path) -> Path:
    """Write the card, and the lists of areas and indicators in the form of a data set."""
    with (
        (source / "economies.csv").open(encoding="utf-8", newline="") as file,
        (folder / "areas.csv").open("w", encoding="utf-8", newline="") as target,
    ):
        write = csv.writer(target).writerow
        write(["code", "name", "is_aggregate"])
        for row in csv.DictReader(file):
            write([row["economy_code"], row["name_wdi_2026"] or row["name"], row["is_aggregate"]])
    with (
        (source / "indicators.csv").open(encoding="utf-8", newline="") as file,
        (folder / "named.csv").open("w", encoding="utf-8", newline="") as target,
    ):
        write = csv.writer(target).writerow
        write(["code", "name", "unit", "definition"])
        for row in csv.DictReader(file):
            write([row["code"], row["name"], unit_of(row["name"]), row["long_definition"]])
        write(["IT.NET.USER.ZS", "Individuals using the Internet (% of population)", "% of population", ""])
    card = folder / "card.toml"
    card.write_text(CARD, encoding="utf-8")
    return card


def imported(table: Path, card: Path, out: Path) -> dict[str, float]:
    """Import in a process of its own; return seconds on the clock, of the processor, and the most memory."""
    command = [sys.executable, "-m", "tieout", "data", "import", str(table)]
    started = time.perf_counter()
    subprocess.run([*command, "--card", str(card), "--out", str(out)], check=True, stdout=subprocess.DEVNULL)
    wall = time.perf_counter() - started
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "wall_s": round(wall, 1),
        "cpu_s": round(used.ru_utime + used.ru_stime, 1),
        "max_mb": round(used.ru_maxrss / 1024),
        "file_mb": round(out.stat().st_size / 1e6),
    }


def timed(ask: Callable[[], object], unit: float) -> tuple[float, float]:
    """Return median and 99th percentile of many calls."""
    spent = []
    for _ in range(ASKED):
        started = time.perf_counter()
        ask()
        spent.append((time.perf_counter() - started) * unit)
    return round(statistics.median(spent), 2), round(statistics.quantiles(spent, n=100)[98], 2)


def asked(path: Path) -> dict[str, tuple[float, float]]:
    """Return median and p99 of opening, one cell, one series and a ranking of all areas in a year."""
    opened = []
    for _ in range(20):
        started = time.perf_counter()
        load_snapshot(path).close()
        opened.append((time.perf_counter() - started) * 1000)
    snapshot = load_snapshot(path)
    snapshot.check_all()
    pick = random.Random(7)
    codes, areas = list(snapshot.indicators), list(snapshot.areas)

    def ranking(data: Snapshot) -> list[object]:
        year = Period.of_year(pick.randint(1990, 2023))
        cells = data.cross_section(pick.choice(codes), year)
        return sorted((one for one in cells if one.text is not None), key=lambda one: one.value)[:10]

    return {
        "open_ms": (round(statistics.median(opened), 1), round(max(opened), 1)),
        "cell_us": timed(
            lambda: snapshot.find(
                pick.choice(areas), pick.choice(codes), Period.of_year(pick.randint(1960, 2025))
            ),
            1e6,
        ),
        "series_us": timed(lambda: snapshot.series(pick.choice(areas), pick.choice(codes)), 1e6),
        "ranking_ms": timed(lambda: ranking(snapshot), 1e3),
    }


def main() -> int:
    """Run it and print one JSON document."""
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else BESIDE
    if not (source / "observations.parquet").is_file():
        print(f"There is no {source / 'observations.parquet'}; name its folder.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        out = folder / "wdi-full.sqlite"
        card = prepare(source, folder)
        figures: dict[str, object] = {"load": os.getloadavg()[0], "cores": os.cpu_count()}
        figures["import"] = imported(source / "observations.parquet", card, out)
        figures["median_and_p99"] = asked(out)
        print(json.dumps(figures, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
