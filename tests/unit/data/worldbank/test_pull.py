"""A pull over real HTTP on loopback: whole, the same bytes, taken up again, and never half of something."""

from __future__ import annotations

import datetime
import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.data.worldbank.replica import (
    CODES,
    MESSAGE,
    RESTRICTED,
    YEARS,
    Replica,
    listing,
    replica,
    rows,
    text_of,
)

from tieout.data.snapshot import load_snapshot, verify_snapshot
from tieout.data.worldbank.pull import Pull, Pulled, Selection
from tieout.data.worldbank.replies import is_passing
from tieout.errors import SourceError, UsageError
from tieout.facts.period import Period
from tieout.interfaces.fetching import Fetcher

DAY = datetime.date(2026, 11, 30)


@pytest.fixture
def api() -> Iterator[Replica]:
    """The API on loopback."""
    with replica() as made:
        yield made


def pull(api: Replica, target: Path, day: datetime.date = DAY, **selected: object) -> Pulled:
    with Fetcher(is_passing, lambda seconds: None) as fetch:
        return Pull(target, Selection(**selected), fetch, day, base=api.url).run()  # type: ignore[arg-type]


def test_a_pull_brings_every_value_as_text(api: Replica, tmp_path: Path) -> None:
    """Each cell has the digits of the body, gaps and areas by two letters included."""
    target = tmp_path / "wdi.sqlite"
    pulled = pull(api, target)
    assert (pulled.indicators, pulled.areas) == (len(CODES) - 1, 5)
    snapshot = verify_snapshot(target)
    told = 0
    for code, area, year in itertools.product(CODES, ("KEN", "NAM", "CAN", "WLD", "HIC"), YEARS):
        found = snapshot.find(area, code, Period.of_year(year))
        if code == RESTRICTED:
            assert found is None
        else:
            assert found is not None
            assert found.text == text_of(code, area, year)
            told += found.text is not None
    assert told == pulled.values
    assert snapshot.card.version == "2026-11-30"
    assert "2026-07-13" in snapshot.card.release
    assert not snapshot.areas["NAM"].is_aggregate
    assert snapshot.areas["HIC"].is_aggregate
    card = snapshot.describe(CODES[0])
    assert (card.unit, card.topic, card.definition) == (
        "% of population",
        "Poverty",
        f"What {CODES[0]} measures.",
    )


def test_one_request_an_indicator(api: Replica, tmp_path: Path) -> None:
    """The rows of an indicator are asked for once."""
    pull(api, tmp_path / "wdi.sqlite")
    asked = [count for path, count in api.asked.items() if path.startswith("/v2/country/")]
    assert asked == [1] * (len(CODES) - 1)


def test_the_same_replies_on_the_same_day_are_the_same_bytes(api: Replica, tmp_path: Path) -> None:
    """Two pulls make one and the same file, and leave nothing else."""
    first, second = tmp_path / "a" / "wdi.sqlite", tmp_path / "b" / "wdi.sqlite"
    pull(api, first)
    pull(api, second)
    assert first.read_bytes() == second.read_bytes()
    assert sorted(path.name for path in first.parent.iterdir()) == ["wdi.sqlite"]


def test_chosen_indicators_areas_and_years(api: Replica, tmp_path: Path) -> None:
    """Only what was chosen is there."""
    target = tmp_path / "few.sqlite"
    pulled = pull(api, target, indicators=tuple(CODES[:2]), areas=("KEN", "CAN"), years=(2020, 2022))
    snapshot = load_snapshot(target)
    assert (pulled.indicators, sorted(snapshot.areas), snapshot.years) == (2, ["CAN", "KEN"], (2020, 2022))


def test_other_terms_come_only_when_asked_for(api: Replica, tmp_path: Path) -> None:
    """A series under other terms is left out, and said to be."""
    assert pull(api, tmp_path / "free.sqlite").left_out == {RESTRICTED: "Restricted"}
    pulled = pull(api, tmp_path / "all.sqlite", any_licence=True)
    assert (pulled.left_out, pulled.indicators) == ({}, len(CODES))
    with pytest.raises(UsageError, match="--any-licence"):
        pull(api, tmp_path / "none.sqlite", indicators=(RESTRICTED,))


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_reply_that_may_pass_is_asked_for_again(api: Replica, tmp_path: Path, status: int) -> None:
    """A busy server is waited for."""
    api.flaky[CODES[3]] = [status, status]
    assert pull(api, tmp_path / "wdi.sqlite", indicators=(CODES[3],)).indicators == 1


def renamed() -> bytes:
    return rows("TS.NEW.ZS", ["all"], YEARS)


def contradicting() -> bytes:
    body = rows(CODES[7], ["KEN"], range(2020, 2022))
    return body.replace(b'"date":"2020"', b'"date":"2021"')


BAD = {
    "an error inside 200": (200, MESSAGE, "refuses .120 Invalid value"),
    "archived": (
        200,
        b'[{"message":[{"id":"175","key":"Invalid format","value":"It may have been deleted."}]}]',
        "175 Invalid format: It may have been deleted",
    ),
    "xml with 200": (
        200,
        b'\xef\xbb\xbf<wb:error xmlns:wb="http://www.worldbank.org"><wb:message id="120" key="Invalid value">'
        b"No such value</wb:message></wb:error>",
        "refuses .120 Invalid value: No such value",
    ),
    "xml data": (200, b'<?xml version="1.0"?><wb:data/>', "the reply is no JSON"),
    "a web page": (200, b"<!DOCTYPE html><html>maintenance</html>", "a web page came instead of data"),
    "not found": (404, b"gone", "status 404"),
    "cut short": (200, rows(CODES[7], ["all"], YEARS)[:-40], "the reply is no JSON"),
    "empty": (200, b"", "it is empty"),
    "rows dropped": (200, listing([{}], total="17490"), "1 rows came of 17,490"),
    "a second page": (200, listing([{}], pages=2), "on 2 pages"),
    "no list": (200, b'{"value": 3}', "has not the two parts of a list"),
    "renamed": (200, renamed(), "renamed or moved"),
    "two values of a cell": (200, contradicting(), "two rows of KEN in 2021"),
    "not a number": (
        200,
        rows(CODES[7], ["KEN"], range(2020, 2021)).replace(b'"value":', b'"value":NaN,"x":', 3),
        "no number|no JSON",
    ),
    "an unknown area": (
        200,
        rows(CODES[7], ["KEN"], range(2020, 2021)).replace(b"KEN", b"QQQ").replace(b'"KE"', b'"QQ"'),
        "does not have",
    ),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_reply_ends_the_pull_and_the_old_snapshot_stays(
    api: Replica, tmp_path: Path, kind: str
) -> None:
    """One sentence names the series; the next try asks for that one alone."""
    target, codes = tmp_path / "wdi.sqlite", tuple(CODES[5:9])
    pull(api, target, indicators=codes)
    old = target.read_bytes()
    status, body, message = BAD[kind]
    api.bad[codes[2]] = status, body
    with pytest.raises(SourceError, match=message) as caught:
        pull(api, target, indicators=codes)
    assert codes[2] in caught.value.message
    assert target.read_bytes() == old
    api.bad.clear()
    api.asked.clear()
    pull(api, target, indicators=codes)
    assert target.read_bytes() == old
    assert [path for path in api.asked if path.startswith("/v2/country/")] == [
        f"/v2/country/all/indicator/{codes[2]}"
    ]


def test_no_data_at_all_is_said(api: Replica, tmp_path: Path) -> None:
    """A null block is no data, and no snapshot is made of it."""
    empty = b'[{"page":0,"pages":0,"per_page":0,"total":0,"sourceid":null,"lastupdated":null},null]'
    api.bad[CODES[0]] = 200, empty
    with pytest.raises(SourceError, match="Nothing of what was asked for has a value"):
        pull(api, tmp_path / "wdi.sqlite", indicators=(CODES[0],))


def test_zeros_of_aggregates_that_mean_nothing_become_gaps(api: Replica, tmp_path: Path) -> None:
    """The zero of the world after values is a gap, and told; that of a country stays."""
    code = CODES[11]
    api.bad[code] = 200, b"[" + b",".join(_with_zero(code))
    pulled = pull(api, tmp_path / "wdi.sqlite", indicators=(code,))
    assert [tuple(zero) for zero in pulled.zeros] == [(code, "WLD", "2024")]
    snapshot = load_snapshot(tmp_path / "wdi.sqlite")
    world, kenya = (snapshot.find(area, code, Period.of_year(2024)) for area in ("WLD", "KEN"))
    assert world is not None
    assert kenya is not None
    assert (world.text, kenya.text) == (None, "0")


def _with_zero(code: str) -> list[bytes]:
    cells = [
        f'{{"indicator":{{"id":"{code}","value":"x"}},"country":{{"id":"{short}","value":"x"}},"countryiso3code":"{area}",'
        f'"date":"{year}","value":{0 if year == 2024 else 40 + year % 10},"decimal":0}}'
        for area, short in (("WLD", "1W"), ("KEN", "KE"))
        for year in range(2020, 2025)
    ]
    head = f'{{"page":1,"pages":1,"per_page":"20000","total":"{len(cells)}"}}'
    return [f"{head},[{','.join(cells)}]]".encode()]


def test_unknown_codes_are_named(api: Replica, tmp_path: Path) -> None:
    """A code that the World Bank has not is named."""
    with pytest.raises(UsageError, match="no area with the code XYZ"):
        pull(api, tmp_path / "wdi.sqlite", indicators=(CODES[0],), areas=("XYZ",))
    with pytest.raises(SourceError, match="120 Invalid value"):
        pull(api, tmp_path / "other.sqlite", indicators=("NO.SUCH",))


def test_a_stopped_pull_of_something_else_is_not_mixed_in(api: Replica, tmp_path: Path) -> None:
    """Another selection does not take up what was fetched for the first."""
    target = tmp_path / "wdi.sqlite"
    api.bad[CODES[1]] = 404, b"gone"
    with pytest.raises(SourceError):
        pull(api, target, indicators=tuple(CODES[:2]))
    with pytest.raises(UsageError, match="--restart"):
        pull(api, target, indicators=tuple(CODES[:3]))


def test_the_day_of_a_pull_is_the_day_it_began(api: Replica, tmp_path: Path) -> None:
    """A pull that goes on the day after is of its first day."""
    target = tmp_path / "wdi.sqlite"
    api.bad[CODES[1]] = 404, b"gone"
    with pytest.raises(SourceError):
        pull(api, target, indicators=tuple(CODES[:2]))
    api.bad.clear()
    pull(api, target, DAY + datetime.timedelta(days=1), indicators=tuple(CODES[:2]))
    assert load_snapshot(target).card.version == "2026-11-30"


def test_no_server_is_one_sentence(tmp_path: Path) -> None:
    """Where nobody listens, the host is named."""
    with replica() as gone:
        pass
    with pytest.raises(SourceError, match=r"127\.0\.0\.1 cannot be reached"):
        pull(gone, tmp_path / "wdi.sqlite")


@pytest.mark.parametrize("requests", [1, 2, 3, 10, 25, 42])
def test_killed_at_any_moment_and_taken_up_again_it_ends_the_same(
    api: Replica, tmp_path: Path, requests: int
) -> None:
    """Killed with so many requests made, and run again, it ends with the bytes of a pull left alone."""
    environment = {**os.environ, "TIEOUT_WORLDBANK_URL": api.url, "TIEOUT_HOME": str(tmp_path / "home")}

    def start(folder: str) -> subprocess.Popen[bytes]:
        target = tmp_path / folder / "wdi.sqlite"
        words = [sys.executable, "-m", "tieout", "data", "pull", "worldbank", "--json", "--out", target]
        return subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL)

    assert start("whole").wait(60) == 0
    api.asked.clear()
    api.until = requests
    api.reached.clear()
    stopped = start("stopped")
    assert api.reached.wait(60)
    stopped.kill()
    stopped.wait()
    assert start("stopped").wait(60) == 0
    whole, again = (tmp_path / folder / "wdi.sqlite" for folder in ("whole", "stopped"))
    assert again.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in again.parent.iterdir()) == ["wdi.sqlite"]
