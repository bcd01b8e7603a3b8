"""How others keep the same values: a pandas frame, wbgapi360's cached replies, and SQL a question."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

Timed = Callable[..., list[float]]
USED, LAST = 60, 2024


def sampled(source: Path) -> tuple[list[str], list[str], random.Random]:
    """Return some indicators, all areas, and the dice that are the same each time."""
    connection = sqlite3.connect(source)
    codes = [row[0] for row in connection.execute("SELECT code FROM indicator ORDER BY position")]
    areas = [row[0] for row in connection.execute("SELECT code FROM area ORDER BY position")]
    connection.close()
    pick = random.Random(7)
    return pick.sample(codes, min(USED, len(codes))), areas, pick


def share_lost(texts: Iterable[str]) -> float:
    """Return the share of texts that a double cannot show again as they were published."""
    lost = [text not in (repr(float(text)), repr(float(text)).removesuffix(".0")) for text in texts]
    return round(sum(lost) / len(lost), 3)


def asked_of_pandas(source: Path, timed: Timed) -> dict[str, Any]:
    """Measure one frame of doubles with a sorted index of indicator, area and year, as users build it."""
    import pandas

    started = time.perf_counter()
    connection = sqlite3.connect(source)
    frame = pandas.read_sql_query(
        "SELECT indicator, area, period, value FROM observation WHERE value IS NOT NULL",
        connection,
        dtype={"indicator": "category", "area": "category"},
    )
    connection.close()
    frame["period"] = frame["period"].astype("int16")
    texts = frame["value"]
    frame["value"] = texts.astype("float64")
    lost = share_lost(texts.sample(min(20_000, len(texts)), random_state=7))
    del texts
    values = frame.set_index(["indicator", "area", "period"]).sort_index()["value"]
    seconds = round(time.perf_counter() - started, 1)
    used, areas, pick = sampled(source)

    def cell() -> Any:
        try:
            return values.loc[(pick.choice(used), pick.choice(areas), pick.randint(LAST - 20, LAST))]
        except KeyError:
            return None

    def ranking() -> Any:
        of_one = values.loc[pick.choice(used)]
        try:
            return of_one.xs(pick.randint(LAST - 20, LAST), level="period").nlargest(10)
        except KeyError:
            return None

    return {
        "load_s": seconds,
        "texts_lost": lost,
        "cell_us": timed(cell, 1e6, 500),
        "series_us": timed(lambda: values.loc[(pick.choice(used), pick.choice(areas))], 1e6, 500),
        "ranking_us": timed(ranking, 1e6, 500),
    }


class Replies:
    """A client of wbgapi360 that has every reply in its cache; nothing is sent."""

    def __init__(self, source: Path) -> None:
        import wbgapi360.core.client as clients

        clients.logger.setLevel("ERROR")
        self.client = clients.Data360Client()
        self.loop = asyncio.new_event_loop()
        self._connection = sqlite3.connect(source)

    def question(
        self, where: str, values: tuple[Any, ...], economies: list[str], years: str
    ) -> Callable[[], Any]:
        """Put the reply to a question into the cache, and return what asks it."""
        from wbgapi360.data.builder import DataBuilder

        rows = self._connection.execute(
            f"SELECT indicator, area, period, value FROM observation WHERE value IS NOT NULL AND {where}",
            values,
        ).fetchall()
        told = ("INDICATOR", "REF_AREA", "TIME_PERIOD", "OBS_VALUE")
        reply = {"value": [{**dict(zip(told, row, strict=True)), "DATABASE_ID": "WB_WDI"} for row in rows]}
        builder = DataBuilder(self.client).indicator(values[0]).economy(economies).time(years)
        key = self.client._get_cache_key("GET", "/data", {"params": builder.params})
        self.client._save_to_db(key, reply, 3600)
        return lambda: self.loop.run_until_complete(builder.to_dataframe(pivot=True))

    def close(self) -> None:
        """Close client, loop and source."""
        self.loop.run_until_complete(self.client.close())
        self.loop.close()
        self._connection.close()


def asked_of_wbgapi360(source: Path, timed: Timed) -> dict[str, Any]:
    """Measure wbgapi360 with every reply in its own cache: what it does after the network.

    It keeps no data set. Each question is a request; the reply is looked up in its cache by request, parsed,
    and made into a frame.
    """
    try:
        replies = Replies(source)
    except ImportError:
        return {"load_s": "not installed"}
    used, areas, pick = sampled(source)

    def cell() -> Callable[[], Any]:
        code, area, year = pick.choice(used), pick.choice(areas), str(pick.randint(LAST - 20, LAST))
        where = "indicator = ? AND area = ? AND period = ?"
        return replies.question(where, (code, area, year), [area], year)

    def series() -> Callable[[], Any]:
        code, area = pick.choice(used), pick.choice(areas)
        return replies.question("indicator = ? AND area = ?", (code, area), [area], "1960:2024")

    def ranking() -> Callable[[], Any]:
        code, year = pick.choice(used), str(pick.randint(LAST - 20, LAST))
        asked = replies.question("indicator = ? AND period = ?", (code, year), areas, year)
        return lambda: None if (frame := asked()).empty else frame[year].nlargest(10)

    figures: dict[str, Any] = {"load_s": "-"}
    for name, make in (("cell_us", cell), ("series_us", series), ("ranking_us", ranking)):
        ready = [make() for _ in range(200)]
        figures[name] = timed(lambda ready=ready: ready.pop()(), 1e6, 200)
    replies.close()
    return figures


def asked_of_rows_in_postgres(target: str, timed: Timed) -> dict[str, Any]:
    """Measure a round trip a question over the tables that `tieout data copy` wrote; nothing is checked."""
    import psycopg

    with psycopg.connect(target, autocommit=True, prepare_threshold=1) as connection:
        ask = connection.execute
        codes = [row[0] for row in ask("SELECT code FROM tieout.indicator ORDER BY position").fetchall()]
        areas = [row[0] for row in ask("SELECT code FROM tieout.area ORDER BY position").fetchall()]
        pick = random.Random(7)
        used = pick.sample(codes, min(USED, len(codes)))
        start = "SELECT area, period, value, status FROM tieout.observation WHERE indicator = %s AND "

        def year() -> str:
            return str(pick.randint(LAST - 20, LAST))

        def cell() -> Any:
            where = (pick.choice(used), pick.choice(areas), year())
            return ask(f"{start} area = %s AND period = %s", where).fetchall()

        def ranking() -> Any:
            ordered = f"{start} period = %s AND value IS NOT NULL ORDER BY value::numeric DESC LIMIT 10"
            return ask(ordered, (pick.choice(used), year())).fetchall()

        def series() -> Any:
            return ask(
                f"{start} area = %s ORDER BY period", (pick.choice(used), pick.choice(areas))
            ).fetchall()

        return {
            "cell_us": timed(cell, 1e6),
            "series_us": timed(series, 1e6),
            "ranking_us": timed(ranking, 1e6),
        }
