"""A replica of the Indicators API v2 on loopback: replies of the real shapes, and how they lie."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

YEARS = range(2015, 2025)
COUNTRIES = [
    ("KEN", "KE", "Kenya", "SSF", "Sub-Saharan Africa ", "LMC", "Lower middle income"),
    ("NAM", "NA", "Namibia", "SSF", "Sub-Saharan Africa ", "UMC", "Upper middle income"),
    ("CAN", "CA", "Canada", "NAC", "North America", "HIC", "High income"),
    ("WLD", "1W", "World", "NA", "Aggregates", "NA", "Aggregates"),
    ("HIC", "XD", "High income", "NA", "Aggregates", "NA", "Aggregates"),
]
CODES = [f"TS.{letter}{number:02}.ZS" for number in range(20) for letter in "AB"]
RESTRICTED = "TS.A19.ZS"


def text_of(indicator: str, area: str, year: int) -> str | None:
    """Return the value of a cell as the body has it: a long decimal, a rounded one, or null."""
    seed = sum(map(ord, indicator + area)) + year
    if seed % 11 == 0:
        return None
    return f"{seed % 97}.{seed:05}10" if seed % 3 else f"{seed}"


def countries() -> list[dict[str, Any]]:
    return [
        {
            "id": code,
            "iso2Code": short,
            "name": name,
            "region": {"id": region, "iso2code": "XX", "value": called},
            "adminregion": {"id": "", "iso2code": "", "value": ""},
            "incomeLevel": {"id": income, "iso2code": "XX", "value": income_called},
            "lendingType": {"id": "", "iso2code": "", "value": ""},
            "capitalCity": "",
            "longitude": "",
            "latitude": "",
        }
        for code, short, name, region, called, income, income_called in COUNTRIES
    ]


def about(code: str) -> dict[str, Any]:
    return {
        "id": code,
        "name": f"Share of {code} (% of population)",
        "unit": "",
        "source": {"id": "2", "value": "World Development Indicators"},
        "sourceNote": f"What {code}\nmeasures.",
        "sourceOrganization": "A statistics office",
        "topics": [{"id": "11", "value": "Poverty "}],
    }


def listing(rows: list[Any], **header: Any) -> bytes:
    """Return a list with its header; counts are text in some replies, as they are in the API's."""
    head = {"page": 1, "pages": "1", "per_page": "20000", "total": len(rows), **header}
    return json.dumps([head, rows]).encode()


def rows(indicator: str, areas: list[str], years: range) -> bytes:
    cells = []
    for code, short, name, *_ in COUNTRIES:
        if areas != ["all"] and code not in areas:
            continue
        for year in reversed(years):
            value = text_of(indicator, code, year)
            cells.append(
                f'{{"indicator":{{"id":"{indicator}","value":"x"}},"country":{{"id":"{short}","value":"{name}"}},'
                f'"countryiso3code":"{"" if code == "HIC" else code}","date":"{year}",'
                f'"value":{value or "null"},"unit":"","obs_status":"","decimal":1}}'
            )
    count = f'"page":1,"pages":1,"per_page":20000,"total":{len(cells)}'
    head = f'{{{count},"sourceid":"2","lastupdated":"2026-07-13"}}'
    return f"[{head},[{','.join(cells)}]]".encode()


def terms(codes: list[str]) -> bytes:
    variables = [
        {
            "id": code,
            "metatype": [
                {"id": "Periodicity", "value": "Annual"},
                {"id": "License_Type", "value": "Restricted" if code == RESTRICTED else "CC BY-4.0"},
            ],
        }
        for code in codes
    ]
    concept = {"id": "Series", "variable": variables}
    return json.dumps(
        {"page": 1, "pages": 1, "total": 1, "source": [{"id": "2", "concept": [concept]}]}
    ).encode()


class Replica:
    """The API, and what it is to get wrong.

    Attributes:
        url: Where it is.
        bad: Body (and status) by indicator code, sent instead of the rows.
        flaky: Statuses by indicator code, sent one by one before the rows; "Retry-After: 0" goes with them.
            A body may stand with the status.
        lists: Body (and status) by path behind the version, such as "country", sent instead of the list.
        moved: Paths by path, which a redirect leads to.
        queries: What stood behind the path of each request.
        asked: How often each path was asked for.
        reached: Set when as many requests have come as ``until`` says.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.bad: dict[str, tuple[int, bytes]] = {}
        self.flaky: dict[str, list[int | tuple[int, bytes]]] = {}
        self.lists: dict[str, tuple[int, bytes]] = {}
        self.moved: dict[str, str] = {}
        self.queries: list[str] = []
        self.asked: Counter[str] = Counter()
        self.until = 0
        self.reached = threading.Event()

    def reply(self, path: str, query: dict[str, list[str]]) -> tuple[int, bytes]:
        parts = path.strip("/").split("/")[1:]
        if "/".join(parts) in self.lists:
            return self.lists["/".join(parts)]
        match parts:
            case ["country"]:
                return 200, b"\xef\xbb\xbf" + listing(countries())
            case ["indicator"]:
                return 200, listing([about(code) for code in CODES])
            case ["indicator", code]:
                return 200, listing([about(code)]) if code in CODES else MESSAGE
            case ["sources", "2", "series", codes, "metadata"]:
                return 200, terms(codes.split(";"))
            case ["country", areas, "indicator", code]:
                if self.flaky.get(code):
                    told = self.flaky[code].pop(0)
                    return told if isinstance(told, tuple) else (told, b"busy")
                first, last = (query.get("date") or ["2015:2024"])[0].split(":")
                return self.bad.get(code) or (
                    200,
                    rows(code, areas.split(";"), range(int(first), int(last) + 1)),
                )
        return 404, b"<wb:error/>"


MESSAGE = (
    b'[{"message":[{"id":"120","key":"Invalid value","value":"The provided parameter value is not valid"}]}]'
)


@contextmanager
def replica() -> Iterator[Replica]:
    """Serve a replica on a free port of loopback until the end of the block."""

    class Talk(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            address = urlsplit(self.path)
            made.asked[address.path] += 1
            if made.asked.total() >= made.until:
                made.reached.set()
            made.queries.append(address.query)
            if address.path in made.moved:
                self.send_response(301)
                self.send_header("Location", f"{made.moved[address.path]}?{address.query}")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            status, body = made.reply(address.path, parse_qs(address.query))
            self.send_response(status)
            if status != 200:
                self.send_header("Retry-After", "0")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Stay silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Talk)
    made = Replica(f"http://127.0.0.1:{server.server_port}/v2")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
