"""A data set is found by name, directory or file; whatever else is named, the answer is one sentence."""

from pathlib import Path

import pytest
from tests.unit.data.conftest import Writer, write_sums

from tieout.data.snapshot import load_snapshot
from tieout.errors import SnapshotInvalid, UsageError


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    """And with the nearest of them."""
    with pytest.raises(UsageError) as error:
        load_snapshot("core9")
    assert error.value.message == (
        "There is no data set 'core9'. Did you mean 'core8'? Packaged: core8, wdi-starter; "
        "or name a data set directory, a .sqlite file, or the URL of a database."
    )


@pytest.mark.parametrize("name", ["", " ", "/nowhere/at/all", "x" * 5000, "a\0b", "CORE8"])
def test_names_that_are_none(name: str) -> None:
    """Nothing that is typed leads to a traceback."""
    with pytest.raises(UsageError, match="There is no data set"):
        load_snapshot(name)


def test_a_directory_that_is_no_data_set(tmp_path: Path) -> None:
    """An ordinary directory is told what it lacks."""
    with pytest.raises(SnapshotInvalid, match="is no data set: it has no SHA256SUMS"):
        load_snapshot(tmp_path)


@pytest.mark.parametrize("file", ["card_toml", "areas_csv", "indicators_csv", "observations_csv"])
def test_a_directory_that_lacks_a_file(tiny: Writer, file: str) -> None:
    """Consistent checksums do not make it whole."""
    with pytest.raises(SnapshotInvalid, match=f"does not list {file.replace('_', '.')}"):
        load_snapshot(tiny(**{file: None}))


def test_a_directory_is_loaded_by_text_or_path(tiny: Writer) -> None:
    """Both name the same data set."""
    directory = tiny()
    assert load_snapshot(str(directory)).sha256 == load_snapshot(directory).sha256


def test_a_packaged_name_wins_over_a_directory(tiny: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stray directory cannot take the place of a packaged data set; with ./ it is meant."""
    directory = tiny("core8")
    monkeypatch.chdir(directory.parent)
    assert load_snapshot("core8").card.name == "core8"
    assert load_snapshot("./core8").card.name == "tiny"
    assert load_snapshot(Path("core8")).card.name == "tiny"


def test_a_cut_directory_may_name_a_packaged_base(tmp_path: Path) -> None:
    """A newsroom keeps its own choice of countries in four lines."""
    directory = tmp_path / "north"
    directory.mkdir()
    (directory / "card.toml").write_text(
        'name = "north"\nbase = "wdi-starter"\n[restrict]\nareas = ["NOR", "SWE"]\nyears = [2010, 2024]\n'
    )
    write_sums(directory)
    snapshot = load_snapshot(directory)
    assert list(snapshot.areas) == ["NOR", "SWE"]
    assert snapshot.years == (2010, 2024)
    assert snapshot.card.title == "north"


def test_a_base_may_be_a_file(tiny: Writer, tmp_path: Path) -> None:
    """A cut of a large file is a card of four lines too."""
    from tieout.data.copying import write_sqlite

    write_sqlite(load_snapshot(tiny()), tmp_path / "large.sqlite")
    directory = tmp_path / "cut"
    directory.mkdir()
    (directory / "card.toml").write_text(
        'name = "cut"\nbase = "../large.sqlite"\n[restrict]\nareas = ["BBB"]\n'
    )
    write_sums(directory)
    with pytest.raises(SnapshotInvalid, match="is not there"):
        load_snapshot(directory)
    (directory / "card.toml").write_text('name = "cut"\nbase = "large.sqlite"\n[restrict]\nareas = ["BBB"]\n')
    write_sums(directory)
    assert list(load_snapshot(directory).areas) == ["BBB"]
