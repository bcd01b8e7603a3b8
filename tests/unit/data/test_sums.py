"""A changed, missing or misnamed byte stops the load, and the message says which file and what to do."""

from pathlib import Path

import pytest

from tieout.data.snapshot import load_snapshot, verify_snapshot
from tieout.errors import SnapshotChanged, SnapshotInvalid

FILES = ("areas.csv", "card.toml", "indicators.csv", "observations.csv", "DATASET.md")


def test_one_changed_digit_stops_the_load(copies: Path) -> None:
    """Canada's population of 2024 with one other digit is refused, not answered from."""
    path = copies / "wdi-starter" / "observations.csv"
    path.write_bytes(path.read_bytes().replace(b",41262329,", b",41262328,"))
    with pytest.raises(SnapshotChanged, match=r"observations\.csv.*restore the file"):
        load_snapshot(copies / "wdi-starter")
    with pytest.raises(SnapshotChanged):
        verify_snapshot(copies / "wdi-starter")


@pytest.mark.parametrize("name", FILES)
def test_every_file_counts(copies: Path, name: str) -> None:
    """One byte at the end of any listed file is enough."""
    path = copies / "wdi-starter" / name
    path.write_bytes(path.read_bytes() + b"\n")
    with pytest.raises(SnapshotChanged, match=name):
        load_snapshot(copies / "wdi-starter")


@pytest.mark.parametrize("name", FILES)
def test_a_listed_file_must_be_there(copies: Path, name: str) -> None:
    """A missing file is a change."""
    (copies / "wdi-starter" / name).unlink()
    with pytest.raises(SnapshotChanged, match=name):
        load_snapshot(copies / "wdi-starter")


def test_a_file_listed_besides_must_be_there(copies: Path) -> None:
    """A line for a file that never was is a change too."""
    with (copies / "wdi-starter" / "SHA256SUMS").open("a") as sums:
        sums.write(f"{'0' * 64}  more.csv\n")
    with pytest.raises(SnapshotChanged, match=r"more\.csv"):
        load_snapshot(copies / "wdi-starter")


def test_a_changed_base_stops_the_cut(copies: Path) -> None:
    """The set of eight is refused when the set it is cut from was changed."""
    for name in ("core8", "wdi-starter"):
        path = copies / name / "card.toml"
        path.write_bytes(path.read_bytes() + b"# one more line\n")
        with pytest.raises(SnapshotChanged, match=r"card\.toml"):
            load_snapshot(copies / name)


@pytest.mark.parametrize(
    "line", ["nonsense", f"{'g' * 64}  x", f"{'0' * 64}  ../areas.csv", f"{'0' * 64}  SHA256SUMS"]
)
def test_sums_that_are_no_sums(copies: Path, line: str) -> None:
    """A malformed list, or one that leads out of the directory, is named with its line."""
    (copies / "wdi-starter" / "SHA256SUMS").write_text(f"{line}\n")
    with pytest.raises(SnapshotInvalid, match="SHA256SUMS, line 1"):
        load_snapshot(copies / "wdi-starter")


def test_a_table_that_no_line_lists(copies: Path) -> None:
    """What is read must be listed: an unlisted table is not trusted."""
    path = copies / "wdi-starter" / "SHA256SUMS"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if "areas" not in line))
    with pytest.raises(SnapshotInvalid, match=r"does not list areas\.csv"):
        load_snapshot(copies / "wdi-starter")


def test_a_file_that_is_not_listed_is_not_read(copies: Path) -> None:
    """An editor's leftover beside the data does no harm."""
    (copies / "wdi-starter" / "observations.csv~").write_text("anything")
    assert len(load_snapshot(copies / "wdi-starter").areas) == 227
