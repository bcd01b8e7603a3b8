"""Recorded replies of the World Bank, served on loopback and pulled: lies are refused, oddities kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.unit.data.worldbank.replica import CODES, YEARS, Replica, about, countries, listing, replica, rows
from tests.unit.data.worldbank.test_pull import pull

from tieout.data.snapshot import Snapshot, load_snapshot
from tieout.data.worldbank.replies import is_passing
from tieout.errors import SourceError, UsageError
from tieout.facts.observation import Status
from tieout.facts.period import Period

RECORDED = Path(__file__).parent / "recorded"
FETCHED = (
    Path(__file__).resolve().parents[5] / "shared" / "data" / "fixtures" / "fetched" / "worldbank_m-muecke"
)
needs_fetched = pytest.mark.skipif(
    not FETCHED.exists(), reason="the recorded lists of the World Bank are not beside this checkout"
)
GDP, CPI = "NY.GDP.MKTP.CD", "FP.CPI.TOTL.ZG"
CODE = CODES[4]
REFUSED = {
    "error_120.json": "refuses .120 Invalid value: The provided parameter value is not valid",
    "error_120.xml": "refuses .120 Invalid value: The provided parameter value is not valid",
    "error_150.xml": "refuses .150 Language is not yet supported",
    "error_175.json": "refuses .175 Invalid format: The indicator was not found. It may have been deleted",
    "data_jpn_cpi_3rows.json": "3 rows came of 9",
}


@pytest.fixture
def api() -> Iterator[Replica]:
    """The API on loopback, which knows two real indicators too, and the countries that they need."""
    with replica() as made:
        for code in (GDP, CPI):
            made.lists[f"indicator/{code}"] = 200, listing([{**about(code), "name": f"{code} (current US$)"}])
        more = [("USA", "US", "United States"), ("JPN", "JP", "Japan")]
        made.lists["country"] = (
            200,
            listing(
                [
                    *countries(),
                    *({**countries()[0], "id": a, "iso2Code": b, "name": name} for a, b, name in more),
                ]
            ),
        )
        yield made


def recorded(name: str) -> bytes:
    return (RECORDED / name).read_bytes()


def fetched(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((FETCHED / name).read_bytes())
    return found


def text_of(snapshot: Snapshot, area: str, code: str, year: int) -> str | None:
    found = snapshot.find(area, code, Period.of_year(year))
    assert found is not None
    return found.text


@pytest.mark.parametrize("status", [200, 400, 404])
@pytest.mark.parametrize("name", REFUSED)
def test_a_recorded_error_is_refused_with_any_status_and_body(
    api: Replica, tmp_path: Path, name: str, status: int
) -> None:
    """Errors inside 200, in XML where JSON was asked for, and rows dropped silently; the old file stays."""
    target = tmp_path / "wdi.sqlite"
    api.bad[CPI] = 200, rows(CPI, ["all"], YEARS)
    pull(api, target, indicators=(CPI,))
    old = target.read_bytes()
    api.bad[CPI] = status, recorded(name)
    message = REFUSED[name] if status == 200 or "error" in name else f"status {status}"
    with pytest.raises(SourceError, match=message) as caught:
        pull(api, target, indicators=(CPI,))
    assert CPI in caught.value.message
    assert target.read_bytes() == old


@pytest.mark.parametrize("which", ["country", f"indicator/{GDP}", f"sources/2/series/{GDP}/metadata"])
@pytest.mark.parametrize("name", ["error_120.json", "error_150.xml", "empty.json"])
def test_a_list_that_is_an_error_ends_the_pull_in_one_sentence(
    api: Replica, tmp_path: Path, which: str, name: str
) -> None:
    """The lists of countries, of indicators and of terms lie in the same ways as rows do."""
    api.lists[which] = 200, recorded(name)
    with pytest.raises((SourceError, UsageError)):
        pull(api, tmp_path / "wdi.sqlite", indicators=(GDP,))
    assert not (tmp_path / "wdi.sqlite").exists()


def test_a_recorded_value_keeps_its_digits(api: Replica, tmp_path: Path) -> None:
    """The GDP of the United States in 2024, to the digit, in the year and area of the recorded row."""
    api.bad[GDP] = 200, recorded("data_usa_gdp_2024.json")
    pulled = pull(api, tmp_path / "wdi.sqlite", indicators=(GDP,))
    snapshot = load_snapshot(tmp_path / "wdi.sqlite")
    assert (pulled.values, pulled.gaps, pulled.last_updated) == (1, 0, "2026-07-13")
    assert text_of(snapshot, "USA", GDP, 2024) == "29298013000000"


def test_a_null_block_beside_values_is_an_indicator_without_values(api: Replica, tmp_path: Path) -> None:
    """The recorded reply for a year without data is no error, and no zero."""
    api.bad[GDP] = 200, recorded("data_usa_gdp_2024.json")
    api.bad[CPI] = 200, recorded("empty.json")
    pulled = pull(api, tmp_path / "wdi.sqlite", indicators=(GDP, CPI))
    snapshot = load_snapshot(tmp_path / "wdi.sqlite")
    assert (pulled.indicators, pulled.values) == (2, 1)
    assert snapshot.find("USA", CPI, Period.of_year(2024)) is None
    assert snapshot.describe(CPI).code == CPI


@needs_fetched
def test_the_recorded_list_of_countries_is_read_whole(api: Replica, tmp_path: Path) -> None:
    """296 entries, 79 aggregates: Namibia's "NA" is neither one nor missing; blanks behind names go."""
    listed = fetched("wb-country.rows.json")
    api.lists["country"] = 200, b"\xef\xbb\xbf" + listing(listed)
    cells = ",".join(
        f'{{"indicator":{{"id":"{CODE}"}},"country":{{"id":"{row["iso2Code"]}"}},"countryiso3code":"",'
        f'"date":"2020","value":1.50}}'
        for row in listed
    )
    api.bad[CODE] = 200, f'[{{"page":1,"pages":1,"total":{len(listed)}}},[{cells}]]'.encode()
    pulled = pull(api, tmp_path / "wdi.sqlite", indicators=(CODE,))
    areas = load_snapshot(tmp_path / "wdi.sqlite").areas
    assert pulled.areas == len(areas) == 296
    assert sum(area.is_aggregate for area in areas.values()) == 79
    assert (areas["NAM"].name, areas["NAM"].is_aggregate) == ("Namibia", False)
    assert (areas["WLD"].is_aggregate, areas["HIC"].is_aggregate) == (True, True)
    assert all(area.name == area.name.strip() for area in areas.values())


@needs_fetched
def test_the_recorded_rows_of_one_country_are_read_whole(api: Replica, tmp_path: Path) -> None:
    """64 rows of the United States, the newest a published gap; numbers with a point keep it."""
    listed = fetched("wb-country-indicator.rows.json")
    body = json.dumps([{"page": 1, "pages": 1, "total": len(listed), "sourceid": "2"}, listed]).encode()
    api.bad[GDP] = 200, body
    pulled = pull(api, tmp_path / "wdi.sqlite", indicators=(GDP,))
    snapshot = load_snapshot(tmp_path / "wdi.sqlite")
    assert (pulled.values, pulled.gaps) == (63, 1)
    assert text_of(snapshot, "USA", GDP, 2023) is None
    assert text_of(snapshot, "USA", GDP, 2022) == "25439700000000.0"


@needs_fetched
def test_a_series_of_another_collection_is_refused(api: Replica, tmp_path: Path) -> None:
    """A series of the recorded list that is of collection 37 has another credit and other terms."""
    row = fetched("wb-indicator.rows.json")[0]
    code = row["id"].upper()
    api.lists[f"indicator/{code}"] = 200, listing([{**row, "id": code}])
    api.bad[code] = 200, rows(code, ["all"], YEARS).replace(b'"sourceid":"2"', b'"sourceid":"37"')
    with pytest.raises(SourceError, match="collection 37, not of the World Development Indicators"):
        pull(api, tmp_path / "wdi.sqlite", indicators=(code,))


def test_what_the_publisher_flags_is_flagged(api: Replica, tmp_path: Path) -> None:
    """A forecast says so in the snapshot; a flag that nobody knows is not dropped but refused."""
    target = tmp_path / "wdi.sqlite"
    flagged = b'"value":1.5,"unit":"","obs_status":"F"'
    one = rows(CODE, ["KEN"], range(2023, 2025))
    start = one.index(b'"value":', one.index(b'"date":"2024"'))
    end = one.index(b',"decimal"', start)
    api.bad[CODE] = 200, one[:start] + flagged + one[end:]
    pull(api, target, indicators=(CODE,))
    snapshot = load_snapshot(target)
    newest, before = (snapshot.find("KEN", CODE, Period.of_year(year)) for year in (2024, 2023))
    assert newest is not None
    assert before is not None
    assert (newest.status, before.status) == (Status.FORECAST, Status.NORMAL)
    api.bad[CODE] = 200, api.bad[CODE][1].replace(b'"F"', b'"XQ"')
    with pytest.raises(SourceError, match="the flag 'XQ'"):
        pull(api, target, indicators=(CODE,))


def test_rows_that_say_nothing_of_an_area_that_is_gone_pass(api: Replica, tmp_path: Path) -> None:
    """Null rows of an area that the list has no more (Taiwan) are skipped; the same row twice is one row."""
    gone = '{"indicator":{"id":"%s"},"country":{"id":"TW"},"countryiso3code":"TWN","date":"2020","value":%s}'
    one = rows(CODE, ["KEN"], range(2020, 2021)).decode().replace('"total":1', '"total":4')
    own = one[one.index("[{", 2) + 1 : -2]
    nulls = ",".join([gone % (CODE, "null")] * 2)
    api.bad[CODE] = 200, one.replace(own, f"{nulls},{own},{own}").encode()
    assert pull(api, tmp_path / "wdi.sqlite", indicators=(CODE,)).areas == 1
    api.bad[CODE] = 200, one.replace(own, f"{nulls},{own},{gone % (CODE, '5')}").encode()
    with pytest.raises(SourceError, match="'TW'"):
        pull(api, tmp_path / "wdi.sqlite", indicators=(CODE,))


def test_a_byte_order_mark_and_counts_in_text_are_read(api: Replica, tmp_path: Path) -> None:
    """Rows may begin with a mark, and their header may have texts for counts and no collection."""
    body = rows(CODE, ["all"], YEARS)
    told = body.replace(b'"page":1,"pages":1', b'"page":"1","pages":"1"').replace(
        b'"sourceid":"2"', b'"sourceid":null'
    )
    api.bad[CODE] = 200, b"\xef\xbb\xbf" + told
    assert pull(api, tmp_path / "wdi.sqlite", indicators=(CODE,)).values > 0


@pytest.mark.parametrize("status", [400, 401, 403])
def test_other_statuses_are_one_sentence(api: Replica, tmp_path: Path, status: int) -> None:
    """A status that does not pass is named with the series, and not asked for again."""
    api.bad[CODE] = status, b"no"
    with pytest.raises(SourceError, match=f"{CODE}: the server replied with status {status}"):
        pull(api, tmp_path / "wdi.sqlite", indicators=(CODE,))
    assert api.asked[f"/v2/country/all/indicator/{CODE}"] == 1


def test_a_redirect_is_followed(api: Replica, tmp_path: Path) -> None:
    """The API has moved addresses; where it sends to is asked."""
    api.moved[f"/v2/country/all/indicator/{CODE}"] = f"/v2/country/ALL/indicator/{CODE}"
    api.bad[CODE] = 200, rows(CODE, ["all"], YEARS)
    assert pull(api, tmp_path / "wdi.sqlite", indicators=(CODE,)).values > 0


@pytest.mark.parametrize("code", ["105", "199", "503"])
def test_a_service_that_is_down_for_now_is_asked_again(api: Replica, tmp_path: Path, code: str) -> None:
    """The messages for that pass, in JSON or XML and inside any status; that of a wrong code does not."""
    message = (
        f'[{{"message":[{{"id":"{code}","key":"Service currently unavailable","value":"x"}}]}}]'.encode()
    )
    xml = f'<wb:error xmlns:wb="x"><wb:message id="{code}" key="k">x</wb:message></wb:error>'.encode()
    api.flaky[CODE] = [(200, message), (200, xml), (200, b"<!DOCTYPE html><p>Sorry</p>")]
    assert pull(api, tmp_path / "wdi.sqlite", indicators=(CODE,)).values > 0
    assert api.asked[f"/v2/country/all/indicator/{CODE}"] == 4
    assert not is_passing(200, recorded("error_120.json"))


def test_the_day_of_the_update_is_no_version(api: Replica, tmp_path: Path) -> None:
    """Values change under the same day: another digest; the version is the day of the pull."""
    first = pull(api, tmp_path / "a" / "wdi.sqlite", indicators=(CODE,))
    api.bad[CODE] = 200, rows(CODE, ["all"], YEARS).replace(b'"value":null', b'"value":1', 1)
    second = pull(api, tmp_path / "b" / "wdi.sqlite", indicators=(CODE,))
    assert first.last_updated == second.last_updated == "2026-07-13"
    assert first.sha256 != second.sha256
    assert load_snapshot(second.target).card.version == "2026-11-30"


def test_every_request_says_what_the_api_needs(api: Replica, tmp_path: Path) -> None:
    """JSON is not the default; a page holds all rows and no more than it may; codes come forty at a time."""
    pull(api, tmp_path / "wdi.sqlite")
    assert all("format=json" in query for query in api.queries)
    sizes = {int(part[9:]) for query in api.queries for part in query.split("&") if part[:9] == "per_page="}
    assert max(sizes) < 32_767
    assert min(sizes) >= 1_000
    series = [path for path in api.asked if "/series/" in path]
    assert series
    assert all(path.count(";") < 40 and len(path) < 1_500 for path in series)


def test_names_come_as_they_are_published_now(api: Replica, tmp_path: Path) -> None:
    """A country that was renamed keeps its code and has the new name."""
    api.lists["country"] = (
        200,
        listing([{**countries()[0], "id": "TUR", "iso2Code": "TR", "name": "Turkiye"}]),
    )
    api.bad[CODE] = 200, rows(CODE, ["KEN"], YEARS).replace(b"KEN", b"TUR").replace(b'"KE"', b'"TR"')
    pull(api, tmp_path / "wdi.sqlite", indicators=(CODE,))
    assert load_snapshot(tmp_path / "wdi.sqlite").areas["TUR"].name == "Turkiye"
