"""The public test doubles."""

from tieout.data.snapshot import Missing
from tieout.facts.period import Period
from tieout.testing import FixedClock, tiny_snapshot


def test_the_tiny_snapshot_has_one_of_each_kind_of_missing() -> None:
    """A gap, a series that is not held, and a year outside."""
    snapshot = tiny_snapshot()
    assert list(snapshot.areas) == ["CAN", "JPN", "MEX", "WLD"]
    assert snapshot.years == (2020, 2022)
    year = Period.of_year(2022)
    assert snapshot.missing("MEX", "EG.ELC.ACCS.ZS", year) is Missing.PUBLISHED_GAP
    assert snapshot.missing("WLD", "EG.ELC.ACCS.ZS", year) is Missing.NOT_IN_SNAPSHOT
    assert snapshot.missing("CAN", "SP.POP.TOTL", Period.of_year(2019)) is Missing.OUTSIDE_YEARS
    snapshot.close()


def test_the_clock_moves_only_when_told() -> None:
    """By its step, or by hand."""
    clock = FixedClock(1.0)
    assert (clock(), clock()) == (1.0, 1.0)
    clock.advance(2.5)
    assert clock() == 3.5
