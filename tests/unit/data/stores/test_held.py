"""What is held of a server is bounded, and held rows answer when the server is gone."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tieout.data.snapshot import Snapshot
from tieout.data.stores.form import FORMAT, area_rows, digest_of_rows, indicator_rows, root_digest
from tieout.data.stores.held import HeldStore
from tieout.errors import SnapshotChanged, SnapshotInvalid, SourceError


class Shelf:
    """The tables of a snapshot in lists, which counts what it is asked and can be closed."""

    where = "a shelf"

    def __init__(self, snapshot: Snapshot) -> None:
        self.asked: Counter[str] = Counter()
        self.is_open = True
        self.rows = {code: [tuple(cell[1:]) for cell in snapshot.cells(code)] for code in snapshot.indicators}
        cards = indicator_rows(snapshot.describe(code) for code in snapshot.indicators)
        self.named: list[Any] = [(*row, digest_of_rows(row[0], self.rows[row[0]])) for row in cards]
        self.areas: list[Any] = area_rows(snapshot.describe_area(code) for code in snapshot.areas)
        self.meta = {"format": FORMAT}
        self.meta["sha256"] = root_digest(self.meta, self.areas, self.named)

    def lists(self) -> tuple[dict[str, str], list[Sequence[Any]], list[Sequence[Any]]]:
        return self.meta, self.areas, self.named

    def observations(self, indicator: str) -> list[Any]:
        if not self.is_open:
            raise SourceError("The shelf is gone.")
        self.asked[indicator] += 1
        return list(reversed(self.rows[indicator]))

    def newest(self) -> Mapping[str, str]:
        self.asked["newest"] += 1
        return {"SP.POP.TOTL": "2025"}

    def close(self) -> None:
        self.is_open = False


@pytest.fixture
def shelf(core8: Snapshot) -> Shelf:
    """The eight countries in lists."""
    return Shelf(core8)


def test_an_indicator_is_fetched_once(shelf: Shelf) -> None:
    """However often and in whatever way it is asked for."""
    store = HeldStore(shelf)
    for _ in range(3):
        assert store.cell("SP.POP.TOTL", "CAN", "2024") == ("41262329", "")
        assert store.series("SP.POP.TOTL", "CAN", 2024, 2024) == [("2024", "41262329", "")]
        assert ("CAN", "41262329", "") in store.cross_section("SP.POP.TOTL", "2024")
        assert store.newest("SP.POP.TOTL") == "2025"
        assert store.newest("NY.GDP.MKTP.CD") is None
    assert shelf.asked == {"SP.POP.TOTL": 1, "newest": 1}


def test_the_longest_unused_is_let_go(shelf: Shelf) -> None:
    """No more rows than may be are held, but always one indicator."""
    first, second, third = list(shelf.rows)[:3]
    store = HeldStore(shelf, most_rows=len(shelf.rows[first]) + len(shelf.rows[second]))
    for code in (first, second, first, third, first, second):
        store.cell(code, "CAN", "2024")
    assert shelf.asked == {first: 1, second: 2, third: 1}
    small = HeldStore(shelf, most_rows=0)
    assert small.cell(first, "CAN", "2024") == small.cell(first, "CAN", "2024") is not None
    assert shelf.asked[first] == 2


def test_what_is_held_outlives_the_server(shelf: Shelf) -> None:
    """And what is not is an error of its own, not a gap."""
    store = HeldStore(shelf)
    assert store.cell("SP.POP.TOTL", "CAN", "2024")
    store.close()
    assert store.cell("SP.POP.TOTL", "CAN", "2024")
    with pytest.raises(SourceError):
        store.cell("NY.GDP.MKTP.CD", "CAN", "2024")


def test_a_check_of_all_holds_nothing_more(shelf: Shelf) -> None:
    """Every indicator is read once, and read again when it is used."""
    HeldStore(shelf).check_all()
    assert shelf.asked == dict.fromkeys(shelf.rows, 1)


def test_threads_wait_for_one_fetch(shelf: Shelf) -> None:
    """Many at once for the same indicator are one question to the server."""
    store = HeldStore(shelf)
    found: list[object] = []
    threads = [
        threading.Thread(target=lambda: found.append(store.cell("SP.POP.TOTL", "CAN", "2024")))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [("41262329", "")] * 8
    assert shelf.asked["SP.POP.TOTL"] == 1


def test_empty_cells_where_none_may_be(shelf: Shelf) -> None:
    """A table that lost its rules is changed, not a crash."""
    shelf.rows["SP.POP.TOTL"][0] = (None, "2024", "1", "", "")
    shelf.rows["NY.GDP.MKTP.CD"].append(shelf.rows["NY.GDP.MKTP.CD"][0])
    store = HeldStore(shelf)
    for code in ("SP.POP.TOTL", "NY.GDP.MKTP.CD"):
        with pytest.raises(SnapshotChanged, match=f"a shelf.*{code}"):
            store.cell(code, "CAN", "2024")
    shelf.areas[0] = (*shelf.areas[0][:2], None, *shelf.areas[0][3:])
    with pytest.raises(SnapshotChanged):
        HeldStore(shelf)
    shelf.meta.clear()
    with pytest.raises(SnapshotInvalid, match="tieout-snapshot-2"):
        HeldStore(shelf)
