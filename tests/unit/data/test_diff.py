"""What changed between two snapshots is found, and nothing else."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from tests.unit.vintages import SHARED, built, revised, vintage

from tieout.data.diff import ChangeKind, compare_snapshots
from tieout.data.snapshot import Snapshot

OLD = [
    ("A", "AAA", "2020", "5.10"),
    ("A", "AAA", "2021", "100"),
    ("A", "AAA", "2022", None),
    ("A", "AAA", "2023", "0"),
    ("A", "BBB", "2020", None),
    ("B", "AAA", "2020", "1"),
]
NEW = [
    ("A", "AAA", "2020", "5.1"),
    ("A", "AAA", "2021", "97.5"),
    ("A", "AAA", "2022", "3"),
    ("A", "AAA", "2023", "2"),
    ("A", "AAA", "2024", "8"),
    ("A", "AAA", "2025", None),
    ("B", "AAA", "2020", None),
    ("C", "AAA", "2020", "4"),
]


def test_each_kind_of_change_is_told_once(tmp_path: Path) -> None:
    """A value is revised by number, not by text; a gap is no value; a gap that comes or goes is no change."""
    old, new = built(tmp_path / "old.sqlite", "1", OLD), built(tmp_path / "new.sqlite", "2", NEW)
    found = [(one.kind, one.indicator, one.period, one.old, one.new) for one in compare_snapshots(old, new)]
    assert found == [
        (ChangeKind.REVISED, "A", "2021", "100", "97.5"),
        (ChangeKind.FILLED, "A", "2022", None, "3"),
        (ChangeKind.REVISED, "A", "2023", "0", "2"),
        (ChangeKind.ADDED, "A", "2024", None, "8"),
        (ChangeKind.WITHDRAWN, "B", "2020", "1", None),
        (ChangeKind.ADDED, "C", "2020", None, "4"),
    ]


def test_the_size_of_a_revision_is_exact(tmp_path: Path) -> None:
    """New less old, and in percent of the old value; of a zero there is no percent."""
    old, new = built(tmp_path / "old.sqlite", "1", OLD), built(tmp_path / "new.sqlite", "2", NEW)
    by_period = {one.period: one for one in compare_snapshots(old, new, indicators=["A"], areas=["AAA"])}
    assert (by_period["2021"].size, by_period["2021"].percent) == (Decimal("-2.5"), Decimal("-2.5"))
    assert (by_period["2023"].size, by_period["2023"].percent) == (2, None)
    assert (by_period["2024"].size, by_period["2024"].percent) == (None, None)


def test_a_snapshot_does_not_differ_from_itself(starter: Snapshot, tmp_path: Path) -> None:
    """Nothing changed between a snapshot and a copy of it, and one changed digit is found among them all."""
    assert not list(compare_snapshots(starter, revised(starter, tmp_path / "same.sqlite", {})))
    other = revised(starter, tmp_path / "other.sqlite", {("SP.POP.TOTL", "CAN", "2024"): "41262328"})
    (change,) = compare_snapshots(starter, other)
    assert (change.area, change.period, change.old, change.new) == ("CAN", "2024", "41262329", "41262328")


@pytest.mark.skipif(not SHARED.exists(), reason="the vintages are not beside this checkout")
def test_the_known_revisions_of_real_releases_are_found(tmp_path: Path) -> None:
    """The United States' GDP of 2024 was revised between December 2025 and July 2026."""
    old, new = vintage("2025-12-17", tmp_path / "old.sqlite"), vintage("2026-07-01", tmp_path / "new.sqlite")
    changes = {(one.area, one.period): one for one in compare_snapshots(old, new, ["NY.GDP.MKTP.CD"])}
    change = changes["USA", "2024"]
    assert (change.kind, change.old, change.new) == ("revised", "28750956130731.2", "29298013000000")
