"""The same millions of values on every back end, and in pandas and wbgapi360: load, size, memory, answers.

    python benchmarks/bench_store.py [--indicators 1500] [--only NAME ...] [--postgres URL]

9.6 million generated values by default (266 areas, 1,500 indicators, 24 years each on average; texts such as
publishers write them). Each back end is loaded and asked in a process of its own. PostgreSQL is a server at
the URL, or one that is started for it where it is installed; wbgapi360 is measured where it is installed,
with replies in its own cache instead of the network.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.stores_beside import asked_of_pandas, asked_of_rows_in_postgres, asked_of_wbgapi360
from tests.postgres import running

from tieout.data.card import AreaCard, DatasetCard, IndicatorCard
from tieout.data.copying import copy_snapshot, replace_sqlite
from tieout.data.snapshot import Snapshot, load_snapshot
from tieout.data.stores.sqlite import SqliteStore
from tieout.data.tables import Cell
from tieout.facts.period import Period

AREAS, FIRST, LAST = 266, 1960, 2024
ASKED, USED = 2_000, 60
CODES = [f"A{number:02d}" if number < 100 else f"B{number:03d}" for number in range(AREAS)]
BACKENDS = (
    "sqlite",
    "memory",
    "postgres",
    "duckdb",
    "postgres, a query a question",
    "pandas",
    "wbgapi360",
)


def indicator_code(number: int) -> str:
    """Return the code of a generated indicator."""
    return f"GEN.{number:04d}.XX"


def value_texts(pick: random.Random, kind: int) -> Iterator[str]:
    """Yield values of one area as a publisher writes them: counts, shares, money, rates with a few digits."""
    size = 10 ** pick.uniform(4, 9)
    while True:
        size *= pick.uniform(0.97, 1.05)
        share = abs(size) % 97
        yield (
            f"{size:.0f}",
            f"{share:.2f}",
            f"{size * 311.7:.1f}",
            f"{share:.{pick.randint(9, 14)}f}",
        )[kind]


def generated(indicators: int) -> Iterator[Cell]:
    """Yield the cells by indicator, area and period; the same every time."""
    for number in range(indicators):
        pick = random.Random(number)
        code, kind, first = indicator_code(number), number % 4, pick.randint(LAST - 44, LAST - 2)
        for area in CODES:
            texts = value_texts(pick, kind)
            for year in range(first, LAST + 1):
                value = None if pick.random() < 0.02 else next(texts)
                yield Cell(code, area, str(year), value, "", "generated")


def card_of(indicators: int) -> tuple[DatasetCard, list[AreaCard], list[IndicatorCard]]:
    """Return the card, the areas and the indicators."""
    card = DatasetCard(
        name="generated",
        title="Generated values",
        version="1",
        release="One",
        retrieved=datetime.date(2026, 1, 1),
        publisher="Nobody",
        source_name="Nothing",
        credit="Nobody: Nothing",
        licence="CC BY 4.0",
        licence_url="https://creativecommons.org/licenses/by/4.0/",
        first_year=FIRST,
        last_year=LAST,
    )
    areas = [AreaCard(code=code, name=f"Place {code}", is_aggregate=code >= "B217") for code in CODES]
    named = [
        IndicatorCard(code=indicator_code(number), name=f"Series {number} (units)", unit="units")
        for number in range(indicators)
    ]
    return card, areas, named


def timed(ask: Callable[[], object], unit: float, times: int = ASKED) -> list[float]:
    """Return median and 99th percentile of many calls."""
    spent = []
    for _ in range(times):
        started = time.perf_counter()
        ask()
        spent.append((time.perf_counter() - started) * unit)
    return [round(statistics.median(spent), 2), round(statistics.quantiles(spent, n=100)[98], 2)]


def opening(name: str) -> float:
    """Return the median milliseconds that opening takes, libraries loaded before."""
    spans = []
    for _ in range(7):
        started = time.perf_counter()
        load_snapshot(name).close()
        spans.append((time.perf_counter() - started) * 1e3)
    return round(statistics.median(spans), 1)


def asked_of_snapshot(snapshot: Snapshot) -> dict[str, Any]:
    """Return what a first use of an indicator, and questions to indicators in use, cost."""
    pick = random.Random(7)
    used = pick.sample(list(snapshot.indicators), min(USED, len(snapshot.indicators)))
    first = []
    for code in used:
        started = time.perf_counter()
        snapshot.find(CODES[0], code, Period.of_year(LAST))
        first.append((time.perf_counter() - started) * 1e3)

    def year() -> Period:
        return Period.of_year(pick.randint(LAST - 20, LAST))

    def ranking() -> object:
        cells = snapshot.cross_section(pick.choice(used), year())
        return sorted((one for one in cells if one.text is not None), key=lambda one: one.value)[:10]

    return {
        "first_use_ms": round(statistics.median(first), 1),
        "cell_us": timed(lambda: snapshot.find(pick.choice(CODES), pick.choice(used), year()), 1e6),
        "series_us": timed(lambda: snapshot.series(pick.choice(CODES), pick.choice(used)), 1e6),
        "ranking_us": timed(ranking, 1e6),
    }


def loaded(name: str, source: Path, target: str, indicators: int) -> dict[str, Any]:
    """Load one back end and ask it; the source is a SQLite file, which the first one writes."""
    started = time.perf_counter()
    card, areas, named = card_of(indicators)
    if name == "sqlite":
        replace_sqlite(source, card, areas, named, generated(indicators))
    elif name == "memory":
        store = SqliteStore.in_memory(areas, named, generated(indicators))
    elif name in ("postgres", "duckdb"):
        copy_snapshot(load_snapshot(source), target)
    seconds = round(time.perf_counter() - started, 1)
    loading = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    if name == "memory":
        figures = {**asked_of_snapshot(Snapshot(card, store, "")), "first_use_ms": "-"}
    else:
        named_so = str(source) if name == "sqlite" else target
        figures = {"open_ms": opening(named_so), **asked_of_snapshot(load_snapshot(named_so))}
    return {"load_s": seconds, "load_mb": loading, **figures}


def measured(name: str, source: Path, target: str, indicators: int) -> dict[str, Any]:
    """Return the figures of one way to keep the values."""
    if name == "pandas":
        return asked_of_pandas(source, timed)
    if name == "wbgapi360":
        return asked_of_wbgapi360(source, timed)
    if name == "postgres, a query a question":
        return asked_of_rows_in_postgres(target, timed)
    return loaded(name, source, target, indicators)


def size_mb(name: str, source: Path, target: str) -> int | None:
    """Return what the values take on disk, in megabytes."""
    if name == "sqlite":
        return round(source.stat().st_size / 1e6)
    if name == "duckdb":
        return round(Path(target.removeprefix("duckdb://")).stat().st_size / 1e6)
    if name == "postgres":
        import psycopg

        tables = (
            "SELECT sum(pg_total_relation_size(oid)) FROM pg_class "
            "WHERE relnamespace = 'tieout'::regnamespace AND relkind = 'r'"
        )
        with psycopg.connect(target) as connection:
            return round(int(connection.execute(tables).fetchone()[0]) / 1e6)
    return None


def one_by_one(only: list[str], indicators: int, postgres: str | None) -> Iterator[dict[str, Any]]:
    """Yield the figures of each back end, each from a process of its own."""
    with tempfile.TemporaryDirectory(prefix="tieout-bench-") as folder:
        source = Path(folder) / "generated.sqlite"
        for name in BACKENDS:
            if name != "sqlite" and name not in only:
                continue
            if "postgres" in name and postgres is None:
                yield {"name": name, "skipped": "PostgreSQL is not installed"}
                continue
            target = postgres if "postgres" in name else f"duckdb://{folder}/generated.duckdb"
            words = ["--one", name, "--source", source, "--target", target, "--indicators", indicators]
            done = subprocess.run(
                [sys.executable, __file__, *map(str, words)], check=True, stdout=subprocess.PIPE, text=True
            )
            figures = json.loads(done.stdout)
            yield {"name": name, "disk_mb": size_mb(name, source, str(target)), **figures}


def shown(figures: dict[str, Any]) -> str:
    """Return one row of the table."""
    if "skipped" in figures:
        return f"| {figures['name']} | {figures['skipped']} |"
    cells = [figures["name"]]
    for key in COLUMNS:
        value = figures.get(key)
        cells.append(
            "-" if value is None else " / ".join(map(str, value)) if isinstance(value, list) else str(value)
        )
    return f"| {' | '.join(cells)} |"


COLUMNS = (
    "load_s",
    "load_mb",
    "disk_mb",
    "open_ms",
    "first_use_ms",
    "cell_us",
    "series_us",
    "ranking_us",
    "max_mb",
)


def main() -> int:
    """Run all of it and print a table, or one back end and print JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--indicators", type=int, default=1_500)
    parser.add_argument("--only", nargs="*", default=list(BACKENDS))
    parser.add_argument("--postgres", help="the URL of a server; its schema tieout is replaced")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--source", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--target", help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.one:
        figures = measured(told.one, told.source, told.target, told.indicators)
        figures["max_mb"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        print(json.dumps(figures))
        return 0
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores; us and ms: median / 99th percentile")
    print(f"| back end | {' | '.join(COLUMNS)} |\n|---{'|---' * len(COLUMNS)}|")
    with running() as started:
        for figures in one_by_one(told.only, told.indicators, told.postgres or started):
            print(shown(figures), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
